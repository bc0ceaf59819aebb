"""Text from and for files: what JSON cannot say, and what nothing could work with, is refused where it is read."""

import json
import math
import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
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
"""Signs of a key or a value that are shown."""


_WRONG: Mapping[str, str] = MappingProxyType(
    {
        "Expecting value": mark("a value is missing"),
        "Expecting property name enclosed in double quotes": mark("a key in double quotation marks is missing"),
        "Expecting ',' delimiter": mark("a comma is missing"),
        "Expecting ':' delimiter": mark("a colon is missing"),
        "Unterminated string starting at": mark("a text has no second quotation mark"),
        "Invalid control character at": mark("a text holds a sign that cannot be seen"),
        "Extra data": mark("more follows behind its end"),
    }
)
"""What Python's reader finds wrong, in words of the catalogues."""

_OTHERWISE_WRONG = mark("a text holds a backslash that means nothing")
"""Of all that the reader finds wrong beside that: it names what stands behind the backslash."""


class NoJsonError(UnusableError, ValueError):
    """A text is no JSON, or holds what nothing could work with."""


class MisspeltJsonError(NoJsonError):
    """A text breaks the grammar of JSON.

    Attributes:
        what: What is wrong, without the place.
        line: Where, from 1.
        column: Where in that line, from 1.
        breaks_off: The text ends too early: more of it could complete it.
    """

    def __init__(self, error: json.JSONDecodeError) -> None:
        self.line, self.column = error.lineno, error.colno
        self.breaks_off = error.pos >= len(error.doc.rstrip())
        self.what = mark("it breaks off") if self.breaks_off else _WRONG.get(error.msg, _OTHERWISE_WRONG)
        place: dict[str, object] = {"what": UnusableError(self.what), "column": self.column}
        if "\n" in error.doc.strip():
            super().__init__(mark("{what}, line {line}, column {column}"), **place, line=self.line)
        else:
            super().__init__(mark("{what}, column {column}"), **place)


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


def shown(value: object) -> str:
    """Return a value as JSON writes it, in one line, cut where it is long: to tell people what was not expected."""
    text = in_one_line(json.dumps(value, ensure_ascii=False, default=repr))
    return text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 3]}..."


def loads(text: str | bytes) -> Any:
    """Return what a JSON text says; bytes are UTF-8, and may begin with the mark that editors write.

    Raises:
        DoubledKeyError: An object has a key twice.
        MisspeltJsonError: It breaks the grammar of JSON.
        NoJsonError: It is no UTF-8, is nested too deep, or holds NaN, an infinite or enormous number or half a
            character (a lone surrogate), which could be neither computed with nor written again.
    """
    if isinstance(text, bytes):
        try:
            text = text.decode()
        except UnicodeDecodeError:
            raise NoJsonError(mark("it is no UTF-8 text; save it as UTF-8")) from None
    text = text.removeprefix(_MARK)
    try:
        value = json.loads(
            text, parse_constant=_refuse, parse_int=_whole, parse_float=_finite, object_pairs_hook=_single
        )
    except json.JSONDecodeError as error:
        raise MisspeltJsonError(error) from None
    except RecursionError:
        raise NoJsonError(mark("lists or objects are nested too deeply")) from None
    except _DoubledError:
        raise _doubled(text) from None
    if _ESCAPED_HALF.search(text):
        try:
            json.dumps(value, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            raise NoJsonError(mark("a text holds half a character")) from None
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
    raise NoJsonError(mark("{word} is no number"), word=word)


def _whole(digits: str) -> int:
    if len(digits.lstrip("-")) > _MOST_DIGITS:
        raise NoJsonError(mark("a number has too many digits"))
    return int(digits)


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise NoJsonError(mark("the number {number} is too large"), number=digits[:20])
    return number
