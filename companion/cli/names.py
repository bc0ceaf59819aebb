"""Names of files and folders on the command line: an empty one would mean the folder that people are just in."""

import argparse
from pathlib import Path


def file_name(text: str) -> str:
    """Return the name of a file or folder as it was given; the `type` of an argument that takes it as text.

    Raises:
        argparse.ArgumentTypeError: It is empty, as where a script's variable holds nothing.
    """
    if not text:
        raise argparse.ArgumentTypeError("the name is empty; give that of a file or folder")
    return text


def file_path(text: str) -> Path:
    """Return the path that a name stands for; the `type` of an argument that takes one.

    Raises:
        argparse.ArgumentTypeError: The name is empty.
    """
    return Path(file_name(text))
