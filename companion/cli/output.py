"""What the commands say: JSON for machines on standard output, everything for people on standard error (design.md)."""

import json
import sys
from collections.abc import Mapping
from typing import Any
from unicodedata import category


def put(text: str) -> None:
    """Write a line for machines, at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def put_json(value: Mapping[str, Any]) -> None:
    """Write an object as one line of JSON, in ASCII: every pipe and terminal carries it."""
    put(json.dumps(value))


class Unsaid:
    """Whether people missed something.

    Attributes:
        any: Whether a line for people could not be written since the program began.
    """

    any = False


def tell(text: str) -> None:
    """Write a line, or several, for people, at once.

    Where that cannot be, as in a file on a full disk, `Unsaid` notes it and the work goes on: a game that is refereed
    and recorded must not end because of words about it.

    Raises:
        BrokenPipeError: Nobody reads any more.
    """
    try:
        sys.stderr.write(f"{text}\n")
        sys.stderr.flush()
    except BrokenPipeError:
        raise
    except OSError:
        Unsaid.any = True


def answer(value: Mapping[str, Any], text: str, *, as_json: bool) -> None:
    """Give a result in one of its forms: as JSON for machines, or in words for people; nothing where there are none."""
    if as_json:
        put_json(value)
    elif text:
        tell(text)


def complain(problem: object) -> None:
    """Tell what is wrong, in one line, whatever signs the names of files hold."""
    text = "".join("?" if category(sign) == "Cc" else sign for sign in str(problem))
    tell(f"companion: {text}")


def counted(count: int, noun: str) -> str:
    """Return how many there are of something whose plural ends in s: "1 line", "2 lines"."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def clock(seconds: float) -> str:
    """Return a time as minutes and seconds: "1:02.5"."""
    minutes, rest = divmod(round(seconds, 1), 60)
    return f"{minutes:.0f}:{rest:04.1f}"
