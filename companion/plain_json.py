"""Text from and for files: what JSON cannot say, and what nothing could work with, is refused where it is read."""

import json
import math
import re
from typing import Any

_ESCAPED_HALF = re.compile(r"\\u[dD][89a-fA-F]")
_MOST_DIGITS = 300
"""A whole number of more is no measure of anything, and has no floating-point number beside it."""


def utf8(text: str) -> bytes:
    """Return a text as it is written to files, with a question mark for each half character.

    Names of files that are no UTF-8 hold such halves (lone surrogates), and no game may be lost for one.
    """
    return text.encode(errors="replace")


def loads(text: str | bytes) -> Any:
    """Return what a JSON text says; bytes are UTF-8.

    Raises:
        ValueError: It is no JSON, is nested too deep, or holds NaN, an infinite or enormous number or half a character
            (a lone surrogate), which could be neither computed with nor written again.
    """
    if isinstance(text, bytes):
        text = text.decode()
    try:
        value = json.loads(text, parse_constant=_refuse, parse_int=_whole, parse_float=_finite)
    except RecursionError:
        raise ValueError("nested too deep") from None
    if _ESCAPED_HALF.search(text):
        json.dumps(value, ensure_ascii=False).encode()  # A UnicodeEncodeError is a ValueError.
    return value


def _refuse(word: str) -> float:
    raise ValueError(f"{word} is no number")


def _whole(digits: str) -> int:
    if len(digits.lstrip("-")) > _MOST_DIGITS:
        raise ValueError(f"a number of {len(digits)} digits")
    return int(digits)


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError(f"{digits[:20]} is too large")
    return number
