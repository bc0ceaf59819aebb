"""Options of every command that looks at pictures with the finder and the reader."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.vision.eyes import ModelEyes

_KINDS = ("finder", "refiner", "reader")


def add_model_options(parser: argparse.ArgumentParser) -> None:
    """Add `--finder`, `--refiner` and `--reader`."""
    for kind in _KINDS:
        parser.add_argument(
            f"--{kind}", type=Path, metavar="FILE", help=f"another {kind} model (default: the shipped one)"
        )


def chosen_eyes(arguments: argparse.Namespace, threads: int | None = None) -> "ModelEyes":
    """Load the models that the options name.

    Raises:
        UnusableError: A model is missing or unusable.
    """
    from companion.resources import models_directory
    from companion.vision.eyes import ModelEyes
    from companion.vision.finder import Finder
    from companion.vision.reader import Reader
    from companion.vision.refiner import RefinedFinder, Refiner

    files = {kind: getattr(arguments, kind) or models_directory() / f"{kind}.onnx" for kind in _KINDS}
    finder = RefinedFinder(Finder(files["finder"], threads), Refiner(files["refiner"], threads))
    return ModelEyes(finder, Reader(files["reader"], threads))
