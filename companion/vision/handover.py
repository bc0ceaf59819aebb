"""Where the thread that reads a source and the one that looks at the frames meet."""

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from companion.vision.orientation import Orientation
from companion.vision.types import Frame

SourceState = Literal["opened", "lost", "resumed", "ended"]


@dataclass(frozen=True, slots=True)
class SourceEvent:
    """Something that happened to a source.

    Attributes:
        state: `opened`: the first event. `lost`: pictures are missing, for one moment or until `resumed`. `resumed`:
            there are pictures again. `ended`: the last event.
        message: What a person is told: which source, what happened, how much was lost.
        time: Seconds on the source's clock, in order with the times of the frames.
    """

    state: SourceState
    message: str
    time: float


class HandOver:
    """Holds the newest frame for a consumer, and every event in its place before or behind it.

    A frame that comes while the last still waits takes its place, or, with `keep_all`, waits until it was taken.
    """

    def __init__(self, keep_all: bool) -> None:
        self._keep_all = keep_all
        self._changed = threading.Condition()
        self._items: deque[Frame | SourceEvent] = deque()
        self._producer: object = None
        self._closed = False
        self._failure: Exception | None = None
        self.dropped = 0
        self.state: SourceState | None = None
        self.tap: Callable[[Frame], None] | None = None
        """Is shown every frame in the producer's thread, also those that nobody will look at; must return at once."""
        self.orientation = Orientation()
        """How frames are set right before anybody sees them; may change at any time."""

    def accept_only(self, producer: object) -> None:
        """Take items from this producer from now on; what another still delivers is counted as dropped."""
        with self._changed:
            self._producer = producer
            self._changed.notify_all()

    def put_event(self, event: SourceEvent, producer: object) -> None:
        """Add an event; never waits, never displaces anything."""
        with self._changed:
            if not self._refuses(producer):
                self._items.append(event)
                self.state = event.state
                self._changed.notify_all()

    def put_frame(self, frame: Frame, producer: object) -> None:
        """Add a frame, which takes the place of one not looked at or waits for it."""
        if self.tap is not None and not self._refuses(producer):
            self.tap(self._set_right(frame))
        with self._changed:
            if self._keep_all:
                self._changed.wait_for(lambda: self._refuses(producer) or not self._frame_waits())
            if self._refuses(producer):
                self.dropped += 1
                return
            events = [item for item in self._items if isinstance(item, SourceEvent)]
            self.dropped += len(self._items) - len(events)
            self._items = deque([*events, frame])
            self._changed.notify_all()

    def pass_over(self, count: int, producer: object) -> None:
        """Count frames as dropped that never came here because newer ones were there already."""
        with self._changed:
            if not self._refuses(producer):
                self.dropped += count

    def fail(self, failure: Exception, producer: object) -> None:
        """Make the consumer's next `get` raise what went wrong on the other side."""
        with self._changed:
            if not self._refuses(producer):
                self._failure = failure
                self._changed.notify_all()

    def get(self, timeout: float) -> Frame | SourceEvent | None:
        """Return the next item, waiting for it up to `timeout` seconds; None when there is none.

        Raises:
            Exception: What was handed to `fail`, behind the items before it.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._items or self._failure or self._over(), timeout)
            if self._items:
                item = self._items.popleft()
                self._changed.notify_all()
                return self._set_right(item) if isinstance(item, Frame) else item
            if self._failure:
                failure, self._failure = self._failure, None
                self._closed = True
                raise failure
            return None

    def close(self) -> None:
        """Let everybody go who waits; what is there or comes later is not wanted any more."""
        with self._changed:
            self._closed = True
            self._items.clear()
            self._changed.notify_all()

    @property
    def finished(self) -> bool:
        """Nothing is left to get, and nothing will come."""
        with self._changed:
            return not self._items and not self._failure and self._over()

    def _set_right(self, frame: Frame) -> Frame:
        return replace(frame, image=self.orientation.apply(frame.image)) if self.orientation else frame

    def _over(self) -> bool:
        return self._closed or self.state == "ended"

    def _refuses(self, producer: object) -> bool:
        return self._closed or producer is not self._producer

    def _frame_waits(self) -> bool:
        return any(isinstance(item, Frame) for item in self._items)
