"""Options of `companion evaluate --taught`: what teaching a deck is worth."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from companion.cli.model_options import chosen_models
from companion.cli.output import put, put_json, tell
from companion.errors import UnusableError

_COLUMNS = ("design", "cards", "asked", "shown_again", "wrong", "unseen", "read", "plain", "taught", "foreign")


def add_taught_options(parser: argparse.ArgumentParser) -> None:
    """Add the option."""
    parser.add_argument(
        "--taught",
        type=int,
        metavar="N",
        help="instead: teach every design of --art with one look at each card, then read N other pictures of it "
        "without its gallery, with it, and with the gallery of another design",
    )


def measure_teaching(arguments: argparse.Namespace, art: Path | None, backgrounds: Path | None) -> int:
    """Teach, read, print what was counted and return the exit status."""
    if arguments.taught < 1:
        raise UnusableError(f"--taught {arguments.taught}: expected a whole number from 1")
    if art is None:
        raise UnusableError("--taught needs card pictures to teach: --art DIR")

    from companion.evaluation.taught import measure_taught

    finder, reader = chosen_models(arguments)
    if arguments.markdown:
        put(_line(_COLUMNS, markdown=True))
        put(_line(["---", *("---:" for _ in _COLUMNS[1:])], markdown=True))
    elif not arguments.json:
        tell(_line(_COLUMNS, markdown=False))
    for tally in measure_taught(finder, reader, art, backgrounds, arguments.part, arguments.taught):
        row = tally.row()
        if arguments.json:
            put_json(row)
        else:
            write = put if arguments.markdown else tell
            write(_line([str(row[name]) for name in _COLUMNS], markdown=arguments.markdown))
    return 0


def _line(cells: Sequence[str], *, markdown: bool) -> str:
    text = " | ".join(cells)
    return f"| {text} |" if markdown else text
