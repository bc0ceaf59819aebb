"""Events as `companion watch --json` and the log of a recording write them."""

from dataclasses import fields
from typing import Any

from companion.error_json import error_to_json
from companion.errors import CompanionError
from companion.rules.reason_json import reason_to_json
from companion.rules.reasons import Reason
from companion.table.events import Event


def to_json(event: Event) -> dict[str, Any]:
    """Return the event as a JSON object: `event`, `time`, then its own keys."""
    return {"event": event.event} | {
        known.name: _plain(getattr(event, known.name)) for known in fields(event) if known.metadata.get("written", True)
    }


def _plain(value: object) -> object:
    if isinstance(value, Event):
        return to_json(value)
    if isinstance(value, Reason):
        return reason_to_json(value)
    if isinstance(value, CompanionError):
        return error_to_json(value)
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return round(value, 4) if isinstance(value, float) else value
