"""Takes written records out of a stream of bytes, one after the other, without holding more than one."""

import codecs
import re
from collections.abc import Iterable, Iterator

from companion.given_files import LONGEST_LINE
from companion.plain_json import DoubledKeyError, MisspeltJsonError, NoJsonError, loads
from companion.rules.records.reading import ImpossibleRecordError

_STRING_OR_BRACKET = re.compile(rb'"(?:[^"\\]|\\.)*"|([\[{])|([\]}])')

_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def read_values(lines: Iterable[bytes]) -> Iterator[tuple[int, object]]:
    """Yield the JSON values of a stream: one a line, or each spread over several lines.

    Args:
        lines: The lines of a file, as `companion.given_files.raw_lines` gives them.

    Yields:
        The number of the value's first line, from 1, and the value; an `ImpossibleRecordError` where it is no JSON.

    Raises:
        ValueError: A line, or a value over several lines, does not end where that of a record would.
    """
    # A file that was emptied in an editor may still hold the mark that its text begins with.
    numbered = ((number, line) for number, line in enumerate(lines, 1) if line.removeprefix(codecs.BOM_UTF8).strip())
    ahead: tuple[int, bytes] | None = None
    while (current := ahead or next(numbered, None)) is not None:
        ahead = None
        number, text = current
        if number == 1 and text.startswith(_UTF_16):
            # Nothing can be told of its lines.
            yield number, ImpossibleRecordError("no JSON: it is UTF-16 text; save the file as UTF-8")
            return
        _check_length(len(text), number)
        value, unfinished = _parse(text, number)
        if unfinished:
            parts, depth, length, last = [text], _depth(text), len(text), number
            for following in numbered:
                if _is_record(following[1]):
                    ahead = following
                    break
                # Lines without a letter, too, so that the place of what is wrong can be told.
                parts += [b"\n" * (following[0] - last - 1), following[1]]
                last = following[0]
                length += len(following[1])
                _check_length(length, number)
                depth += _depth(following[1])
                if depth <= 0:
                    break
            value, _ = _parse(b"".join(parts), number)
        yield number, value


def _check_length(length: int, number: int) -> None:
    if length >= LONGEST_LINE:
        raise ValueError(f"what begins in line {number} is far longer than any record")


def _parse(text: bytes, first: int) -> tuple[object, bool]:
    """Return the value, or the error that says why there is none, and whether further lines could complete it.

    Args:
        text: The text, of one line or several.
        first: The number of its first line.
    """
    try:
        return loads(text.rstrip()), False
    except MisspeltJsonError as error:
        line = f"line {first + error.line - 1}, " if error.line > 1 else ""
        return ImpossibleRecordError(f"no JSON: {error.what} ({line}column {error.column})"), error.breaks_off
    except DoubledKeyError as error:
        line_of_key = None if error.line is None else first + error.line - 1
        return ImpossibleRecordError(str(DoubledKeyError(error.key, line_of_key))), False
    except NoJsonError as error:
        return ImpossibleRecordError(f"no JSON: {error}"), False


def _depth(text: bytes) -> int:
    """Return how many brackets a text opens more than it closes."""
    matches = list(_STRING_OR_BRACKET.finditer(text))
    return sum(match.group(1) is not None for match in matches) - sum(match.group(2) is not None for match in matches)


def _is_record(line: bytes) -> bool:
    """Whether a line is a whole record by itself, so that what came before it cannot go on."""
    if not line.startswith(b"{") or not line.rstrip().endswith(b"}"):
        return False
    value, _ = _parse(line, 1)
    return isinstance(value, dict) and "record" in value
