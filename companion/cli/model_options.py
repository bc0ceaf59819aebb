"""Options of every command that looks at pictures with the finder and the reader."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.vision.eyes import ModelEyes


def add_model_options(parser: argparse.ArgumentParser) -> None:
    """Add `--finder` and `--reader`."""
    parser.add_argument("--finder", type=Path, metavar="FILE", help="another finder model (default: the shipped one)")
    parser.add_argument("--reader", type=Path, metavar="FILE", help="another reader model (default: the shipped one)")


def chosen_eyes(arguments: argparse.Namespace, threads: int | None = None) -> "ModelEyes":
    """Load the models that the options name.

    Raises:
        UnusableError: A model is missing or unusable.
    """
    from companion.resources import models_directory
    from companion.vision.eyes import ModelEyes
    from companion.vision.finder import Finder
    from companion.vision.reader import Reader

    finder: Path = arguments.finder or models_directory() / "finder.onnx"
    reader: Path = arguments.reader or models_directory() / "reader.onnx"
    return ModelEyes(Finder(finder, threads), Reader(reader, threads))
