"""The option that lets people tell a running table what no camera sees."""

import argparse
import sys
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.names import file_name
from companion.cli.output import tell
from companion.errors import UnusableError, WrongInputError
from companion.given_files import read_given_text
from companion.refusals import refusal_of

if TYPE_CHECKING:
    from companion.table.dictation import Dictation


def add_facts_option(parser: argparse.ArgumentParser) -> None:
    """Add `--facts`."""
    parser.add_argument(
        "--facts",
        type=file_name,
        metavar="FILE",
        help="tell the table what no camera sees, one JSON object a line, such as "
        '{"fact": "thief_took", "card": "3:7"}, {"answer": 1, "card": "2-cups"}, {"confirm": 2}, '
        '{"played_by": 1, "card": "2-cups"} or {"do": "pause"}; '
        "- reads standard input while the table is watched",
    )


def chosen_dictation(arguments: argparse.Namespace) -> "Dictation | None":
    """Return what people tell, None where the option is not given.

    Raises:
        UnusableError: The file cannot be read.
        WrongInputError: A line of it makes no sense.
    """
    if arguments.facts is None:
        return None
    from companion.table.dictation import Dictation, parse_line

    if arguments.facts == "-":
        if sys.stdin is None:
            raise UnusableError("standard input is closed; give a file, or - with lines on standard input")
        dictation = Dictation()
        threading.Thread(target=_listen, args=(sys.stdin.buffer, dictation), name="facts", daemon=True).start()
        return dictation
    path = Path(arguments.facts)
    try:
        lines = read_given_text(path, pipes=True).split("\n")
    except (OSError, UnicodeDecodeError) as error:
        reason = refusal_of(error) if isinstance(error, OSError) else "it is no UTF-8 text"
        raise UnusableError(f"{path}: cannot be read ({reason})") from error
    return Dictation(
        parse_line(line, f"{path}, line {number}") for number, line in enumerate(lines, start=1) if line.strip()
    )


def refuse(message: str) -> None:
    """Tell people of a line that could not be."""
    tell(message)


def _listen(lines: Iterable[bytes], dictation: "Dictation") -> None:
    from companion.table.dictation import parse_line

    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        place = f"standard input, line {number}"
        try:
            dictation.add(parse_line(line.decode(), place))
        except UnicodeDecodeError:
            refuse(f"{place}: is no UTF-8 text")
        except WrongInputError as error:
            refuse(str(error))
