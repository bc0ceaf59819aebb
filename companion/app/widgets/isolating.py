"""Names written from right to left, in sentences written from left to right."""

import re

_LETTER = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]"
"""Letters of Hebrew, Arabic and the scripts beside them."""

_NAME = re.compile(f"{_LETTER}+(?:[ '’-]{_LETTER}+)*")


def isolated(text: str) -> str:
    """Return a text in which names written from right to left stand by themselves.

    Without that, a number behind such a name is taken to be part of it, and stands on its other side.
    """
    return _NAME.sub("\u2068\\g<0>\u2069", text)
