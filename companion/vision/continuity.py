"""What goes on when a source is opened again: its time, its numbering, and the watch for pictures that show nothing."""

import time
from dataclasses import replace

import numpy as np

from companion.vision.types import Frame, Image


class Clock:
    """One never-decreasing time and one numbering for the frames of a source that is opened several times."""

    def __init__(self, is_live: bool, time_before: float = 0.0, index_before: int = 0) -> None:
        self._is_live = is_live
        self._time_before = time_before
        self._index_before = index_before
        self._last = time_before
        self._last_at = time.monotonic()
        self._told = time_before
        self._next_index = index_before

    def place(self, frame: Frame) -> Frame:
        """Return the frame with its time and number counted from the first opening."""
        placed = replace(
            frame,
            time=max(self._told, self._time_before + frame.time),
            index=self._index_before + frame.index,
        )
        self._last, self._last_at = placed.time, time.monotonic()
        self._told = placed.time
        self._next_index = placed.index + 1
        return placed

    def now(self) -> float:
        """Return the source's time: that of the last frame, and for a live source what has passed since."""
        passed = time.monotonic() - self._last_at if self._is_live else 0.0
        self._told = max(self._told, self._last + passed)
        return self._told

    def opened_again(self) -> "Clock":
        """Return the clock for the source as it is opened again now."""
        return Clock(self._is_live, self.now(), self._next_index)


class StillWatch:
    """Measures for how long a camera has handed out the very same picture."""

    def __init__(self) -> None:
        self._picture: Image | None = None
        self._since = 0.0

    def look(self, image: Image) -> bool:
        """Look at the next picture; return whether it differs from the one before."""
        if self._picture is not None and _same(self._picture, image):
            return False
        self._picture = image
        self.restart()
        return True

    def seconds(self) -> float:
        """Return the seconds since the picture last changed, or since `restart`."""
        return time.monotonic() - self._since

    def restart(self) -> None:
        """Measure from now on."""
        self._since = time.monotonic()


class DarkWatch:
    """Measures for how long a camera has shown nothing but black: something is over its lens, or it is another's."""

    def __init__(self) -> None:
        self._since: float | None = None

    def look(self, image: Image) -> float:
        """Look at the next picture; return for how many seconds all of them have been black, 0 where it is not."""
        if not _is_black(image):
            self._since = None
            return 0.0
        now = time.monotonic()
        self._since = self._since or now
        return now - self._since


_BLACK = 24
"""Brightest value of what is taken for black: a covered sensor's noise stays below, a card in the dusk above."""

_GLINTS = 99.0
"""Percent of the pixels that have to be so dark: a sensor has hot ones, and a cover lets in a little light."""


def _is_black(image: Image) -> bool:
    return float(np.percentile(image[::16, ::16], _GLINTS)) <= _BLACK


def _same(one: Image, other: Image) -> bool:
    # Most pairs differ: a few rows tell, and only pairs that agree there are compared as a whole.
    return one.shape == other.shape and np.array_equal(one[::64], other[::64]) and np.array_equal(one, other)
