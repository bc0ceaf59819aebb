"""The live loop without a window: a source's frames and events go to a session until the source ends."""

from companion.table.session import TableSession
from companion.vision.capture import Capture
from companion.vision.handover import SourceEvent, SourceState

_LOOK_EVERY = 0.08
"""Seconds of the source between two frames that are looked at; more looks a second tell nothing new."""

_ROUNDING = 0.005


def watch(session: TableSession, capture: Capture) -> SourceState | None:
    """Let a session watch a source to its end.

    Args:
        session: The table; its subscribers get the events.
        capture: The started source.

    Returns:
        The last state of the source before its end: `lost` where it broke off.
    """
    state: SourceState | None = None
    due = 0.0
    for item in capture:
        session.count_lost(capture.dropped, capture.damaged)
        if isinstance(item, SourceEvent):
            state = item.state if item.state != "ended" else state
            session.source_changed(item)
        elif item.time < due - _ROUNDING:
            session.skip(item)
        else:
            due = max(item.time, due + _LOOK_EVERY)
            session.observe(item)
    return state
