"""A table being watched: the source, the eyes and the session at work in threads of their own, without Qt.

The pump takes every frame from the capture, makes the small live picture of it and offers it to the looker; the looker
gives the session one frame after the other. Windows ask for what is new whenever they can paint.
"""

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from companion.errors import CompanionError, WrongInputError
from companion.rules.errors import ImpossibleFactError
from companion.table.events import Event
from companion.table.session import TableSession
from companion.table.snapshot import Snapshot
from companion.vision.capture import Capture
from companion.vision.handover import HandOver, SourceEvent
from companion.vision.types import Frame, Image

_PATIENCE = 0.2
"""Seconds after which a waiting thread looks whether it should end."""

_RATE_OVER = 2.0
"""Seconds over which rates are measured."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A frame made small for the window.

    Attributes:
        image: (h, w, 3) uint8 BGR, contiguous.
        width: Of the frame it comes from, pixels: what corners of cards are measured in.
        height: Of the frame it comes from, pixels.
    """

    image: Image
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Pulse:
    """How the watching goes.

    Attributes:
        shown: Frames a second that come from the source.
        looked: Frames a second that the session takes.
        dropped: Frames that nobody looked at because a newer one came.
        damaged: Pictures that could not be decoded.
        source: Name of the source.
        state: Of the source: `opened`, `lost`, `resumed`, `ended`; empty before the first.
    """

    shown: float
    looked: float
    dropped: int
    damaged: int
    source: str
    state: str


class _Rate:
    """Counts how often something happens a second."""

    def __init__(self) -> None:
        self._times: deque[float] = deque(maxlen=240)

    def count(self) -> None:
        self._times.append(time.monotonic())

    def a_second(self) -> float:
        since = time.monotonic() - _RATE_OVER
        return sum(moment >= since for moment in tuple(self._times)) / _RATE_OVER


class Watch:
    """A session and the source it watches.

    Start it, ask it for what is new as often as there is time, close it. A failure of a thread is kept in `failure`.

    Attributes:
        session: The table; commands of a person go to it.
        failure: What ended the watching, in words; None while all is well.
    """

    def __init__(self, session: TableSession, capture: Capture, *, keep_all: bool = False) -> None:
        """Set up; nothing runs yet.

        Args:
            session: The table.
            capture: An opened source, not started; it is closed with the watch.
            keep_all: Look at every frame, and let the source wait for it.
        """
        self.session = session
        self.failure: str | None = None
        self._capture = capture
        self._waiting = HandOver(keep_all)
        self._picture: Picture | None = None
        self._picture_number = 0
        self._room = (640, 360)
        self._news = 0
        self._news_lock = threading.Lock()
        self._events: deque[Event] = deque()
        self._closing = threading.Event()
        self._shown, self._looked = _Rate(), _Rate()
        self._unsubscribe = session.subscribe(self._heard)
        self._threads = (
            threading.Thread(target=self._run, args=(self._pump,), name="pump"),
            threading.Thread(target=self._run, args=(self._look,), name="looker"),
        )

    def start(self) -> None:
        """Begin to watch."""
        self._waiting.accept_only(self)
        self._capture.start()
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """End all threads and let go of the source. Closing twice is fine."""
        self._closing.set()
        self._waiting.close()
        self._capture.close()
        for thread in self._threads:
            if thread.ident is not None:
                thread.join()
        self._unsubscribe()
        self._unsubscribe = _nothing

    def show_at(self, width: int, height: int) -> None:
        """Say how much room the live picture has, in device pixels."""
        self._room = (max(1, width), max(1, height))

    def picture(self, after: int) -> tuple[int, Picture] | None:
        """Return the newest live picture with its number; None where it is not newer than the one of that number."""
        number, picture = self._picture_number, self._picture
        return None if picture is None or number <= after else (number, picture)

    def events(self) -> list[Event]:
        """Return the events since the last call, in order."""
        return [self._events.popleft() for _ in range(len(self._events))]

    def snapshot(self, after: int) -> tuple[int, Snapshot] | None:
        """Return the table with its number; None where nothing has changed since the one of that number."""
        number = self._news
        return None if number <= after else (number, self.session.snapshot())

    def change(self, command: Callable[[TableSession], object]) -> str:
        """Do what a person wants of the session; every change of the game by a person comes this way.

        Returns:
            Why it cannot be, in words; empty where it was done.
        """
        try:
            command(self.session)
        except ImpossibleFactError as error:
            return error.reason.text(self.session.snapshot().names)
        except WrongInputError as error:
            return str(error)
        self._changed()
        return ""

    @property
    def pulse(self) -> Pulse:
        """How the watching goes."""
        return Pulse(
            shown=self._shown.a_second(),
            looked=self._looked.a_second(),
            dropped=self._dropped,
            damaged=self._capture.damaged,
            source=self._capture.name,
            state=self._capture.state or "",
        )

    @property
    def _dropped(self) -> int:
        return self._capture.dropped + self._waiting.dropped

    @property
    def finished(self) -> bool:
        """Whether the source has ended and everything in it was looked at."""
        return self._capture.finished and self._waiting.finished

    def _heard(self, event: Event) -> None:
        self._events.append(event)
        self._changed()

    def _changed(self) -> None:
        with self._news_lock:
            self._news += 1

    def _run(self, work: Callable[[], None]) -> None:
        try:
            work()
        except CompanionError as error:
            self.failure = str(error)
        except Exception as error:  # A thread must not die unnoticed: the window says so, and the person can go on.
            self.failure = f"the watching stopped: {type(error).__name__}: {error}"
            raise

    def _pump(self) -> None:
        while not self._closing.is_set() and not self._capture.finished:
            item = self._capture.take(_PATIENCE)
            if isinstance(item, SourceEvent):
                self._waiting.put_event(item, self)
            elif item is not None:
                self._shown.count()
                self._picture = _small(item.image, *self._room)
                self._picture_number += 1
                self._waiting.put_frame(item, self)

    def _look(self) -> None:
        while not self._closing.is_set() and not self._waiting.finished:
            item = self._waiting.get(_PATIENCE)
            if isinstance(item, Frame):
                self.session.observe(item)
                self.session.count_lost(self._dropped, self._capture.damaged)
                self._looked.count()
                self._changed()
            elif item is not None:
                self.session.source_changed(item)


def _small(image: Image, width: int, height: int) -> Picture:
    """Return the picture no larger than the room it has."""
    full_height, full_width = image.shape[:2]
    scale = min(1.0, width / full_width, height / full_height)
    if scale < 1.0:
        size = (max(1, round(full_width * scale)), max(1, round(full_height * scale)))
        image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    return Picture(np.ascontiguousarray(image), full_width, full_height)


def _nothing() -> None:
    pass
