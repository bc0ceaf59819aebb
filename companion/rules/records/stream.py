"""Takes written records out of a stream of bytes, one after the other, without holding more than one."""

import codecs
import json
import re
from collections.abc import Iterable, Iterator

from companion.rules.records.reading import ImpossibleRecordError

_STRING_OR_BRACKET = re.compile(rb'"(?:[^"\\]|\\.)*"|([\[{])|([\]}])')


def read_values(lines: Iterable[bytes]) -> Iterator[tuple[int, object]]:
    """Yield the JSON values of a stream: one a line, or each spread over several lines.

    Args:
        lines: The lines of a file, as an open binary file gives them.

    Yields:
        The number of the value's first line, from 1, and the value; an `ImpossibleRecordError` where it is no JSON.
    """
    # A file that was emptied in an editor may still hold the mark that its text begins with.
    numbered = ((number, line) for number, line in enumerate(lines, 1) if line.removeprefix(codecs.BOM_UTF8).strip())
    ahead: tuple[int, bytes] | None = None
    while (current := ahead or next(numbered, None)) is not None:
        ahead = None
        number, text = current
        value, unfinished = _parse(text)
        if unfinished:
            parts, depth = [text], _depth(text)
            for following in numbered:
                if _is_record(following[1]):
                    ahead = following
                    break
                parts.append(following[1])
                depth += _depth(following[1])
                if depth <= 0:
                    break
            value, _ = _parse(b"".join(parts))
        yield number, value


def _parse(text: bytes) -> tuple[object, bool]:
    """Return the value, or the error that says why there is none, and whether further lines could complete it."""
    try:
        decoded = text.decode("utf-8-sig").rstrip()
        return json.loads(decoded), False
    except UnicodeDecodeError as error:
        return ImpossibleRecordError(f"no JSON: not UTF-8 text ({error.reason})"), False
    except json.JSONDecodeError as error:
        unfinished = error.pos >= len(decoded)
        what = "it breaks off" if unfinished else error.msg
        return ImpossibleRecordError(f"no JSON: {what} (column {error.colno})"), unfinished
    except ValueError:
        return ImpossibleRecordError("no JSON: a number has too many digits"), False
    except RecursionError:
        return ImpossibleRecordError("no JSON: lists or objects are nested too deeply"), False


def _depth(text: bytes) -> int:
    """Return how many brackets a text opens more than it closes."""
    matches = list(_STRING_OR_BRACKET.finditer(text))
    return sum(match.group(1) is not None for match in matches) - sum(match.group(2) is not None for match in matches)


def _is_record(line: bytes) -> bool:
    """Whether a line is a whole record by itself, so that what came before it cannot go on."""
    if not line.startswith(b"{") or not line.rstrip().endswith(b"}"):
        return False
    value, _ = _parse(line)
    return isinstance(value, dict) and "record" in value
