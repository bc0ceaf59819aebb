"""When something was, as the clock here showed it."""

from collections.abc import Callable
from datetime import datetime

TellTime = Callable[[datetime], str]
"""Writes a day, or a day and its time, as people do in the language of the window."""


def told(started: str, tell: TellTime) -> str:
    """Return a time that a recording keeps as people write it; as it is kept where it is none."""
    try:
        return tell(datetime.fromisoformat(started).astimezone())
    except ValueError:
        return started[:16]
