"""JSON lines that know whether they are whole: each ends with a checksum of what stands before it."""

import json
import re
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.errors import UnusableError
from companion.given_files import LONGEST_LINE, raw_lines
from companion.language import mark
from companion.plain_json import DoubledKeyError, loads, utf8

_SEAL = re.compile(rb', "crc": "([0-9a-f]{8})"\}$')


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a file.

    Attributes:
        number: From 1.
        value: What it says; None where it is damaged.
        fault: What is wrong with it; None for nothing.
    """

    number: int
    value: dict[str, Any] | None
    fault: UnusableError | None = None


def sealed(value: Mapping[str, Any]) -> bytes:
    """Return a JSON object as a line with its checksum under the key `crc`, line feed included."""
    text = utf8(json.dumps(value, ensure_ascii=False))[:-1]
    return text + b', "crc": "%08x"}\n' % zlib.crc32(text)


def read_lines(path: Path) -> Iterator[Line]:
    """Yield the lines of a file, damaged ones too. A line without a checksum is believed.

    Raises:
        OSError: The file cannot be read.
    """
    with path.open("rb") as file:
        for number, raw in enumerate(raw_lines(file), 1):
            if raw.strip():
                yield _line(number, raw)


def parsed(raw: bytes) -> dict[str, Any] | None:
    """Return what one line says, None where it is damaged."""
    return _line(1, raw).value


def seal_holds(raw: bytes) -> bool | None:
    """Return whether the checksum of a line is right; None where it has none."""
    text = raw.rstrip(b"\r\n")
    seal = _SEAL.search(text)
    return None if seal is None else int(seal[1], 16) == zlib.crc32(text[: seal.start()])


def _line(number: int, raw: bytes) -> Line:
    if len(raw) >= LONGEST_LINE:
        return Line(number, None, UnusableError(mark("line {number} is damaged"), number=number))
    whole = raw.endswith(b"\n")
    text = raw.rstrip(b"\r\n")
    if seal_holds(raw) is False:
        return Line(number, None, UnusableError(mark("line {number} was changed or damaged"), number=number))
    try:
        value = loads(text)
    except DoubledKeyError as error:
        return Line(number, None, UnusableError(mark("line {number}: {reason}"), number=number, reason=error))
    except ValueError:
        short = UnusableError(mark("the last line was cut short"))
        return Line(number, None, UnusableError(mark("line {number} is damaged"), number=number) if whole else short)
    if not isinstance(value, dict):
        return Line(number, None, UnusableError(mark("line {number} is no object"), number=number))
    value.pop("crc", None)
    return Line(number, value)
