"""`companion score`: scores written records of play."""

import argparse
import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.names import file_name
from companion.cli.output import complain, put_json, tell
from companion.cli.unused_options import refuse_unused
from companion.errors import UnusableError
from companion.given_files import open_given, raw_lines
from companion.refusals import refusal_of

if TYPE_CHECKING:
    from companion.language import Language


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "score",
        help="score written records of play",
        description="Reads written records of play, a single one or JSON lines, and prints who won what.",
        epilog="Exit status: 0 all scored, 1 a record is impossible (the rest is scored), 2 a file cannot be read.",
    )
    parser.add_argument(
        "files", nargs="+", type=file_name, metavar="FILE", help="file with records; - for standard input"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object a record instead of a score sheet")
    parser.add_argument("--tricks", action="store_true", help="show every trick on the score sheet")
    parser.add_argument("--language", metavar="CODE", help="language of the score sheet: en (default), es or fr")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Score all records of all files and return the exit status."""
    from companion.language import language

    if arguments.json:
        why = "is for the score sheet, and --json prints none; leave one of them out"
        refuse_unused(arguments, {"tricks": False, "language": None}, why)

    sheet_language = language("en" if arguments.language is None else arguments.language)
    return max(
        _score_file(name, as_json=arguments.json, tricks=arguments.tricks, language=sheet_language)
        for name in arguments.files
    )


def _score_file(name: str, *, as_json: bool, tricks: bool, language: "Language") -> int:
    from companion.rules.records import ImpossibleRecordError, score
    from companion.rules.sheet import score_sheet

    called = "standard input" if name == "-" else name
    status, is_empty = 0, True
    try:
        for line, value in _values(name, called):
            is_empty = False
            place = f"{called}, line {line}"
            try:
                scored = score(value)
            except ImpossibleRecordError as error:
                complain(f"{place}, {error}")
                status = error.exit_status
                continue
            if scored.ignored:
                complain(f"{place}: hands recorded after the end of the game and ignored: {scored.ignored}")
            if scored.impossible:
                complain(
                    f"{place}: plays after the end of the game that cannot be and are ignored: {scored.impossible}"
                )
            for note in scored.unused:
                complain(f"{place}: {note}")
            if as_json:
                put_json(scored.report())
            else:
                sheet = score_sheet(
                    scored.state, hands=scored.hands, tricks=tricks, names=scored.names, language=language
                )
                tell(sheet)
    except UnusableError as error:
        complain(error)
        return error.exit_status
    if is_empty:
        # Nothing was asked for, so nothing went wrong; but a wrong file may be as empty.
        complain(f"{called}: holds no record")
    return status


def _values(name: str, called: str) -> Iterator[tuple[int, object]]:
    """Yield the values of a file with their lines; raise `UnusableError` where it cannot be read."""
    from companion.rules.records import read_values

    if name == "-" and sys.stdin is None:
        raise UnusableError("standard input is closed; give a file, or - with records on standard input")
    try:
        given = contextlib.nullcontext(sys.stdin.buffer) if name == "-" else open_given(Path(name), pipes=True)
        with given as stream:
            yield from read_values(raw_lines(stream))
    except OSError as error:
        raise UnusableError(f"cannot read {called}: {refusal_of(error)}") from error
    except ValueError as error:
        raise UnusableError(f"cannot read {called}: {error}") from error
