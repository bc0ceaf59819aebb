"""The live loop: a source's frames and events go to a session until the source ends."""

from collections.abc import Callable, Iterator
from typing import Protocol

from companion.table.dictation import Dictation
from companion.table.session import TableSession
from companion.vision.handover import SourceEvent, SourceState
from companion.vision.types import Frame

_LOOK_EVERY = 0.08
"""Seconds of the source between two frames that are looked at; more looks a second tell nothing new."""

_ROUNDING = 0.005


class Feed(Protocol):
    """Frames and events of a source, in order, such as a started `companion.vision.capture.Capture`."""

    @property
    def dropped(self) -> int:
        """How many frames nobody looked at because a newer one came."""

    @property
    def damaged(self) -> int:
        """How many pictures could not be decoded."""

    def __iter__(self) -> Iterator[Frame | SourceEvent]: ...


def watch(
    session: TableSession,
    feed: Feed,
    dictation: Dictation | None = None,
    refuse: Callable[[str], None] | None = None,
) -> SourceState | None:
    """Let a session watch a source to its end.

    Args:
        session: The table; its subscribers get the events.
        feed: The started source.
        dictation: What people tell the table meanwhile.
        refuse: Takes a message about each of their lines that could not be.

    Returns:
        The last state of the source before its end: `lost` where it broke off.
    """
    state: SourceState | None = None
    due = 0.0
    for item in feed:
        session.count_lost(feed.dropped, feed.damaged)
        if dictation is not None:
            for message in dictation.tell(session, item.time):
                if refuse is not None:
                    refuse(message)
        if isinstance(item, SourceEvent):
            state = item.state if item.state != "ended" else state
            session.source_changed(item)
        elif item.time < due - _ROUNDING:
            session.skip(item)
        else:
            due = max(item.time, due + _LOOK_EVERY)
            session.observe(item)
    return state
