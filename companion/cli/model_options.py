"""Options of every command that looks at pictures with the finder and the reader."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.names import file_path
from companion.errors import UnusableError

if TYPE_CHECKING:
    from companion.vision.eyes import ModelEyes
    from companion.vision.reader import Reader
    from companion.vision.refined_finder import RefinedFinder

_KINDS = ("finder", "refiner", "outliner", "spotter", "reader", "counter", "magnifier")
MODEL_OPTIONS = (*_KINDS, "deck_gallery")
"""The options as they are parsed, each None where it is not given."""


def add_model_options(parser: argparse.ArgumentParser, *, gallery: bool = True) -> None:
    """Add an option for the file of each model, and for what reads cards `--deck-gallery`."""
    for kind in _KINDS:
        parser.add_argument(
            f"--{kind}", type=file_path, metavar="FILE", help=f"another {kind} model (default: the shipped one)"
        )
    if gallery:
        add_gallery_option(parser)


def add_gallery_option(parser: argparse.ArgumentParser) -> None:
    """Add `--deck-gallery`."""
    parser.add_argument("--deck-gallery", metavar="NAME", help="read a deck that was taught: companion teach NAME")


def chosen_files(arguments: argparse.Namespace) -> dict[str, Path]:
    """Return the file of each model, by kind.

    Raises:
        UnusableError: One that was named is not there, or is no file.
    """
    from companion.given_files import given_size
    from companion.refusals import refused
    from companion.resources import models_directory

    for kind in _KINDS:
        if (given := getattr(arguments, kind)) is not None:
            try:
                given_size(given)
            except OSError as error:
                raise UnusableError(f"--{kind} {given}: cannot be read ({refused(error)})") from error
    return {kind: getattr(arguments, kind) or models_directory() / f"{kind}.onnx" for kind in _KINDS}


def chosen_models(arguments: argparse.Namespace, threads: int | None = None) -> "tuple[RefinedFinder, Reader]":
    """Load the models that the options name.

    Raises:
        UnusableError: A model is missing or unusable.
    """
    from companion.vision.counter import Counter
    from companion.vision.finder import Finder
    from companion.vision.magnifier import Magnifier
    from companion.vision.outliner import Outliner
    from companion.vision.reader import Reader
    from companion.vision.refined_finder import RefinedFinder
    from companion.vision.refiner import Refiner
    from companion.vision.spotter import Spotter

    files = chosen_files(arguments)
    outliner = None if getattr(arguments, "no_outliner", False) else Outliner(files["outliner"], threads)
    spotter = None if getattr(arguments, "no_spotter", False) else Spotter(files["spotter"], threads)
    finder = RefinedFinder(Finder(files["finder"], threads), Refiner(files["refiner"], threads), outliner, spotter)
    counter = None if getattr(arguments, "no_counter", False) else Counter(files["counter"], threads)
    magnifier = None if getattr(arguments, "no_magnifier", False) else Magnifier(files["magnifier"], threads)
    return finder, Reader(files["reader"], threads, counter, magnifier)


def chosen_eyes(
    arguments: argparse.Namespace, threads: int | None = None, *, fans: bool = False, deck: str | None = None
) -> "ModelEyes":
    """Load the models, and the taught deck, that the options name.

    Args:
        arguments: Parsed options.
        threads: Of each model; None for what suits the machine.
        fans: One hand may lay several cards partly over each other.
        deck: Id of the deck that is read; None for any. A taught deck must be one of it.

    Raises:
        UnusableError: A model or the taught deck is missing or unusable.
    """
    from companion.vision.eyes import ModelEyes

    finder, reader = chosen_models(arguments, threads)
    return ModelEyes.made_of(finder, reader, arguments.deck_gallery, deck, fans=fans)
