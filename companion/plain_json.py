"""Text from and for files: what JSON cannot say, and what nothing could work with, is refused where it is read."""

import json
import math
import re
from collections.abc import Sequence
from typing import Any

from companion.errors import UnusableError
from companion.language import in_one_line, mark

_MARK = "\ufeff"
"""That editors on Windows begin a text with."""

_SIGNIFICANT = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}:]')
"""The parts of a JSON text that tell where its keys are: texts, brackets and colons."""

_ESCAPED_HALF = re.compile(r"\\u[dD][89a-fA-F]")
_MOST_DIGITS = 300
"""A whole number of more is no measure of anything, and has no floating-point number beside it."""
_LONGEST_SHOWN = 60
"""Signs of a key that are shown."""


class DoubledKeyError(UnusableError, ValueError):
    """An object has a key twice; which of the two was meant nobody can tell.

    Attributes:
        key: As the text writes it, quotation marks included.
        line: Where it is the second time, from 1; None in a text of one line.
    """

    def __init__(self, key: str, line: int | None = None) -> None:
        self.key, self.line = key, line
        if line is None:
            super().__init__(mark("the key {key} is there twice; leave one of them out"), key=key)
        else:
            super().__init__(
                mark("the key {key} is there again in line {line}; leave one of them out"), key=key, line=line
            )


def utf8(text: str) -> bytes:
    """Return a text as it is written to files, with a question mark for each half character.

    Names of files that are no UTF-8 hold such halves (lone surrogates), and no game may be lost for one.
    """
    return text.encode(errors="replace")


def loads(text: str | bytes) -> Any:
    """Return what a JSON text says; bytes are UTF-8, and may begin with the mark that editors write.

    Raises:
        DoubledKeyError: An object has a key twice.
        ValueError: It is no JSON, is nested too deep, or holds NaN, an infinite or enormous number or half a character
            (a lone surrogate), which could be neither computed with nor written again.
    """
    if isinstance(text, bytes):
        try:
            text = text.decode()
        except UnicodeDecodeError as error:
            raise ValueError(f"not UTF-8 text ({error.reason})") from None
    text = text.removeprefix(_MARK)
    try:
        value = json.loads(
            text, parse_constant=_refuse, parse_int=_whole, parse_float=_finite, object_pairs_hook=_single
        )
    except RecursionError:
        raise ValueError("lists or objects are nested too deeply") from None
    except _DoubledError:
        raise _doubled(text) from None
    if _ESCAPED_HALF.search(text):
        json.dumps(value, ensure_ascii=False).encode()  # A UnicodeEncodeError is a ValueError.
    return value


class _DoubledError(Exception):
    """Some object has a key twice."""


def _single(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise _DoubledError
    return value


def _doubled(text: str) -> DoubledKeyError:
    """Return the failure that names the first key of a text that its object has already."""
    known: list[set[str]] = []
    last = ""
    for part in _SIGNIFICANT.finditer(text):
        match part[0]:
            case "{" | "[":
                known.append(set())
            case "}" | "]":
                known.pop()
            case ":" if (key := json.loads(last)) in known[-1]:
                line = text.count("\n", 0, part.start()) + 1
                return DoubledKeyError(in_one_line(last)[:_LONGEST_SHOWN], line if "\n" in text.strip() else None)
            case ":":
                known[-1].add(key)
            case sign:
                last = sign
    raise AssertionError("no key is there twice")


def _refuse(word: str) -> float:
    raise ValueError(f"{word} is no number")


def _whole(digits: str) -> int:
    if len(digits.lstrip("-")) > _MOST_DIGITS:
        raise ValueError("a number has too many digits")
    return int(digits)


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError(f"{digits[:20]} is too large")
    return number
