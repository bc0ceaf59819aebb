"""What was said in a recorded session, said again in another language."""

from collections.abc import Mapping
from dataclasses import fields
from types import MappingProxyType
from typing import Any

from companion.errors import CompanionError
from companion.language import capital
from companion.rules.reason_json import reason_from_json
from companion.table.events import Correction, DealtAnew, Desynchronised, Event, Irregularity, Needed, Question
from companion.table.sentences import Speaker

_KINDS: Mapping[str, type[Event]] = MappingProxyType(
    {kind.event: kind for kind in (Question, Needed, Correction, DealtAnew, Desynchronised, Irregularity)}
)
_LEFT_OUT = ("withdrawn",)
"""Keys that no sentence needs."""


def retold(line: Mapping[str, Any], speaker: Speaker) -> str:
    """Return what a line of a session's log says, in the speaker's language; else as it was said then.

    Args:
        line: An event as `companion.table.event_json.to_json` wrote it, with its `text`.
        speaker: Puts events into words.
    """
    said = capital(str(line["text"]))
    if line["event"] not in _KINDS:
        return said
    try:
        return capital(speaker.sentence(_event(line)))
    except (AttributeError, CompanionError, LookupError, TypeError, ValueError):
        # A log that somebody edited, or of another version.
        return said


def _event(line: Mapping[str, Any]) -> Event:
    kind = _KINDS[line["event"]]
    known = {known.name for known in fields(kind)} - set(_LEFT_OUT)
    values: dict[str, Any] = {name: _value(value) for name, value in line.items() if name in known}
    return kind(**values)


def _value(value: object) -> object:
    if isinstance(value, list):
        return tuple(_value(item) for item in value)
    if isinstance(value, dict):
        return _event(value) if "event" in value else reason_from_json(value)
    return value
