"""What was said in a recorded session, said again in another language."""

from collections.abc import Mapping
from dataclasses import fields
from types import MappingProxyType
from typing import Any

from companion.errors import CompanionError
from companion.table.events import Correction, DealtAnew, Event, Question
from companion.table.sentences import Speaker

_KINDS: Mapping[str, type[Event]] = MappingProxyType({kind.event: kind for kind in (Question, Correction, DealtAnew)})
_LEFT_OUT = ("withdrawn",)
"""Keys that no sentence needs."""


def retold(line: Mapping[str, Any], speaker: Speaker) -> str:
    """Return what a line of a session's log says, in the speaker's language; else as it was said then.

    Args:
        line: An event as `companion.table.event_json.to_json` wrote it, with its `text`.
        speaker: Puts events into words.
    """
    kind = _KINDS.get(str(line["event"]))
    if kind is None:
        return str(line["text"])
    known = {known.name for known in fields(kind)} - set(_LEFT_OUT)
    values: dict[str, Any] = {name: _tuples(value) for name, value in line.items() if name in known}
    try:
        return speaker.sentence(kind(**values))
    except (CompanionError, LookupError, TypeError, ValueError):
        # A log that somebody edited, or of another version.
        return str(line["text"])


def _tuples(value: object) -> object:
    return tuple(_tuples(item) for item in value) if isinstance(value, list) else value
