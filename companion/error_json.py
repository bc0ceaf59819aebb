"""Failures as JSON and back: what was said is kept as data, so that it can be said in another language later."""

import re
from typing import Any

from companion.errors import CompanionError, UnusableError

_BLANK = re.compile(r"\{[a-z_]+\}")


def error_to_json(error: CompanionError) -> list[Any]:
    """Return a failure as a JSON array: its English message, and what fills its blanks, failures among that, too."""
    message, blanks = error.parts
    return [message, {k: error_to_json(v) if isinstance(v, CompanionError) else str(v) for k, v in blanks.items()}]


def error_from_json(value: object) -> CompanionError:
    """Return the failure that a JSON array stands for.

    Raises:
        ValueError: It stands for none.
    """
    match value:
        case [str(message), dict(written)]:
            blanks = {k: error_from_json(v) if isinstance(v, list) else str(v) for k, v in written.items()}
        case _:
            raise ValueError(f"no failure {value!r}: it needs its message and what fills the blanks of that")
    wanted = {blank[1:-1] for blank in _BLANK.findall(message)}
    if blanks and (wanted - blanks.keys() or set("{}") & set(_BLANK.sub("", message))):
        raise ValueError(f"no failure {value!r}: the blanks of its message are others")
    return UnusableError(message, **blanks)
