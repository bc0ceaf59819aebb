"""What was said in a recorded session, said again in another language."""

from collections.abc import Mapping
from dataclasses import fields
from types import MappingProxyType
from typing import Any

from companion.error_json import error_from_json
from companion.errors import CompanionError
from companion.language import capital, mark
from companion.rules.reason_json import reason_from_json
from companion.table.events import (
    Correction,
    DealtAnew,
    Desynchronised,
    Event,
    Irregularity,
    Needed,
    Question,
    RecordingChanged,
)
from companion.table.sentences import Speaker

_KINDS: Mapping[str, type[Event]] = MappingProxyType(
    {kind.event: kind for kind in (Question, Needed, Correction, DealtAnew, Desynchronised, Irregularity)}
)
_LEFT_OUT = ("withdrawn",)
"""Keys that no sentence needs."""

NOT_ALL_RECORDED = mark("Not everything is recorded: {reason}")
_RECORDED_AGAIN = mark("Everything is recorded again")


def retold(line: Mapping[str, Any], speaker: Speaker) -> str:
    """Return what a line of a session's log says, in the speaker's language; else as it was said then.

    Args:
        line: An event as `companion.table.event_json.to_json` wrote it, with its `text`.
        speaker: Puts events into words.
    """
    said = capital(str(line["text"]))
    try:
        if line["event"] == RecordingChanged.event:
            return _recording(line, speaker)
        return capital(speaker.sentence(_event(line))) if line["event"] in _KINDS else said
    except (AttributeError, CompanionError, LookupError, TypeError, ValueError):
        # A log that somebody edited, or of another version.
        return said


def _recording(line: Mapping[str, Any], speaker: Speaker) -> str:
    """Return what happened to the recording, without what was to be done about it: that is over."""
    if line["state"] == "resumed":
        return speaker.say(_RECORDED_AGAIN)
    return speaker.say(NOT_ALL_RECORDED, reason=error_from_json(line["problem"]).told(speaker.language))


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
