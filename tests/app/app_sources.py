"""Sources that show one picture, for what looks at a camera."""

import threading
import time
from collections.abc import Callable

import numpy as np

from companion.vision.capture import Capture
from companion.vision.sources.base import Source
from companion.vision.types import Frame, Image

GREY = np.full((480, 640, 3), 128, np.uint8)

PATIENCE = 120_000
"""Milliseconds that something may take to be seen."""


class Still(Source):
    """A live source that shows one picture all the time, or a source of so many pictures."""

    name = "still"

    def __init__(self, image: np.ndarray, pictures: int | None = None) -> None:
        self.is_live = pictures is None
        self._image, self._pictures = image, pictures
        self._count = 0
        self._ended = threading.Event()

    def read(self) -> Frame | None:
        if self._ended.wait(0.01) or self._count == self._pictures:
            return None
        self._count += 1
        image = self._image.copy()
        image[0, 0] = self._count % 255  # A camera never hands out the very same picture twice.
        return Frame(image, time.monotonic(), self._count)

    def close(self) -> None:
        self._ended.set()


def shows(image: Image) -> Callable[[str], Capture]:
    """Return what opens a live source that shows one picture."""
    return lambda _source: Capture(Still(image))


def wait_until(condition: Callable[[], bool]) -> None:
    """Wait for something to happen in another thread."""
    until = time.monotonic() + PATIENCE / 1000
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.01)
