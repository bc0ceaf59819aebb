"""Frames to two takers: the window, which wants every picture small, and the session, which takes one when it can."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from companion.app.model.rate import Rate
from companion.app.model.topview import TopView
from companion.language import Language, mark
from companion.table.tabletop import Tabletop
from companion.vision.capture import Capture
from companion.vision.handover import HandOver, SourceEvent, SourceState
from companion.vision.tabletop.calibration import Calibration
from companion.vision.types import Frame, Image

_PATIENCE = 0.2
"""Seconds after which a waiting thread looks whether it should end."""


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


class Pump:
    """Takes every frame of a capture as it comes. Iterating hands out the newest frame and every event, in order.

    Attributes:
        top: What shows the table from above; None while it is shown as the camera sees it.
        calibration: How the camera sees the table; None where that was not measured.

    `run` is the work of one thread, iterating that of another; any thread may ask for the picture and the counts.
    """

    def __init__(self, capture: Capture, *, keep_all: bool) -> None:
        """Set up; nothing runs yet.

        Args:
            capture: An opened source, not started; it is closed with the pump.
            keep_all: Hand out every frame, and let the source wait for it.
        """
        self._capture = capture
        self._waiting = HandOver(keep_all)
        self._picture: tuple[int, Picture] | None = None
        self._room = (640, 360)
        self._shown = Rate()
        self._closing = threading.Event()
        self.calibration: Calibration | None = None
        self._newest: tuple[int, int] | None = None
        self._tabletop: Tabletop | None = None
        self.top: TopView | None = None

    def start(self) -> None:
        """Let the source begin."""
        self._waiting.accept_only(self)
        self._capture.start()

    def run(self) -> None:
        """Take frames until the source ends or the pump is closed."""
        number = 0
        while not self._closing.is_set() and not self._capture.finished:
            item = self._capture.take(_PATIENCE)
            if isinstance(item, SourceEvent):
                self._waiting.put_event(item, self)
            elif item is not None:
                number += 1
                self._shown.count()
                self._picture = (number, self._view(item.image))
                self._waiting.put_frame(item, self)

    def __iter__(self) -> Iterator[Frame | SourceEvent]:
        return (item for item in self.patiently() if item is not None)

    def patiently(self) -> Iterator[Frame | SourceEvent | None]:
        """Hand out the same, and None whenever nothing came for a moment."""
        while not self._closing.is_set() and not self._waiting.finished:
            yield self._waiting.get(_PATIENCE)

    def close(self) -> None:
        """Let both threads go and the source with them. Closing twice is fine."""
        self._closing.set()
        self._waiting.close()
        self._capture.close()

    def tap(self, listener: Callable[[Frame], None] | None) -> None:
        """Show every frame from now on to a listener, in the source's thread; None: no more."""
        self._capture.tap(listener)

    def turn_round(self) -> None:
        """Mirror every picture from now on: the source was found to mirror."""
        self._capture.turn_round()

    def see(self, tabletop: Tabletop | None) -> None:
        """Say how the pictures show the table, None where nothing tells; a view from above follows."""
        moved = tabletop is not self._tabletop
        self._tabletop = tabletop
        if moved and self.top is not None:
            self.straighten(True)

    def straighten(self, straight: bool) -> bool:
        """Show the table from above, or as the camera sees it; return whether the first is so from now on."""
        tabletop, frame, top = self._tabletop, self._newest, None
        if straight and tabletop is not None and tabletop.is_aslant and frame is not None:
            top = TopView(tabletop, frame)
        self.top = top
        return top is not None

    @property
    def can_straighten(self) -> bool:
        """Whether it is known how the camera looks at the table, by a calibration or by the cards that were laid."""
        return self._tabletop is not None and self._tabletop.is_aslant

    def show_at(self, width: int, height: int) -> None:
        """Say how much room the live picture has, in device pixels."""
        self._room = (max(1, width), max(1, height))

    def picture(self, after: int) -> tuple[int, Picture] | None:
        """Return the newest live picture with its number; None where it is not newer than the one of that number."""
        newest = self._picture
        return newest if newest is not None and newest[0] > after else None

    def _view(self, image: Image) -> Picture:
        """Return a frame as the window shows it."""
        self._newest = (image.shape[1], image.shape[0])
        top = self.top
        if top is None:
            return small(image, *self._room)
        return Picture(np.ascontiguousarray(top.picture(image, self._room)), *top.size)

    @property
    def name(self) -> str:
        """The name of the source."""
        return self._capture.name

    @property
    def is_live(self) -> bool:
        """Whether it is a camera or a stream, which goes on whether or not anybody looks."""
        return self._capture.is_live

    @property
    def size(self) -> tuple[int, int] | None:
        """Width and height of its pictures, pixels; None before there was one."""
        return self._newest

    @property
    def state(self) -> SourceState | None:
        """The state of the source; None before the first event."""
        return self._capture.state

    def missing(self, language: Language) -> str:
        """Return why there is no picture at present, in words; empty where there is one."""
        if self.state != "lost":
            return ""
        dark = mark(
            "The picture from {source} is black. "
            "Look whether something is over the lens, or another program uses the camera"
        )
        message = dark if self._capture.is_dark else mark("There is no picture from {source}")
        return language.text(message).format(source=self.name)

    @property
    def rate(self) -> float:
        """Frames a second that come from the source."""
        return self._shown.a_second

    @property
    def dropped(self) -> int:
        """How many frames were not handed out because a newer one came."""
        return self._capture.dropped + self._waiting.dropped

    @property
    def damaged(self) -> int:
        """How many pictures could not be decoded."""
        return self._capture.damaged

    @property
    def finished(self) -> bool:
        """Whether the source has ended and everything in it was handed out."""
        return self._capture.finished and self._waiting.finished


def small(image: Image, width: int, height: int) -> Picture:
    """Return the picture no larger than the room it has."""
    full_height, full_width = image.shape[:2]
    scale = min(1.0, width / full_width, height / full_height)
    if scale < 1.0:
        size = (max(1, round(full_width * scale)), max(1, round(full_height * scale)))
        image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    return Picture(np.ascontiguousarray(image), full_width, full_height)
