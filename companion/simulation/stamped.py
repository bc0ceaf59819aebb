"""Frames that only carry a stamp, and eyes that read it: the whole path from source to rulings without drawing.

A picture holds the number of its frame as a row of black and white fields, a mark at its lower end that tells whether
all of it arrived, and fields that change whenever the simulated table would look different, for the motion gate.
"""

from collections.abc import Iterator

import cv2
import numpy as np
import numpy.typing as npt

from companion.simulation.observations import Observer
from companion.simulation.people import People
from companion.simulation.script import Script
from companion.vision.sources.base import Source
from companion.vision.types import Frame, Image, SeenCard

_WIDTH, _HEIGHT = 256, 144
_BITS = 24
_STAMP, _LOOKS, _MARK = (0.0, 0.25), (0.25, 0.45), (0.8, 1.0)
"""Where, as parts of the height, the number, the changing fields and the mark lie."""


class StampedSource(Source):
    """Hands out stamped frames of one script after the other, as fast as they are asked for.

    Attributes:
        name: What a person calls it.
        is_live: False: nothing is missed by reading slowly.
        eyes: What reads the stamps.
        people: Who attends to the companion; None for nobody.
    """

    is_live = False

    def __init__(self, observer: Observer, script: Script, rate: float = 8.0) -> None:
        """Set up.

        Args:
            observer: Finder and reader of the script.
            script: What happens.
            rate: Frames a second.
        """
        self.name = f"simulated {script.game.id}, seed {script.seed}, without pictures"
        self.eyes = StampEyes(observer, rate)
        self.people: People | None = None
        self._observer = observer
        self._rate = rate
        self._frames = self._stamped(script)
        self._rng = np.random.default_rng(script.seed)
        self._looks = self._noise()

    def read(self) -> Frame | None:
        """Return the next frame, None after the last or when closed."""
        return next(self._frames, None)

    def close(self) -> None:
        """End the simulation; later reads return None."""
        self._frames = iter(())

    def _stamped(self, script: Script) -> Iterator[Frame]:
        for index in range(int(script.duration * self._rate) + 1):
            time = index / self._rate
            if script.disturbances.lost(time):
                continue
            if self.people is not None:
                self.people.attend(time)
            if self._observer.has_changed(time):
                self._looks = self._noise()
            yield Frame(self._picture(index), time, index)

    def _noise(self) -> npt.NDArray[np.uint8]:
        return self._rng.integers(0, 256, (4, 16), np.uint8)

    def _picture(self, index: int) -> Image:
        picture = np.full((_HEIGHT, _WIDTH, 3), 40, np.uint8)
        bits = np.array([index >> bit & 1 for bit in range(_BITS)], np.uint8) * 255
        for (top, bottom), fields in (
            (_STAMP, bits[None]),
            (_LOOKS, self._looks),
            (_MARK, np.array([[255]], np.uint8)),
        ):
            band = slice(int(top * _HEIGHT), int(bottom * _HEIGHT))
            size = (_WIDTH, band.stop - band.start)
            picture[band] = cv2.resize(fields, size, interpolation=cv2.INTER_NEAREST)[..., None]
        return picture


class StampEyes:
    """Eyes that see in a stamped picture what the observer sees at its time."""

    waits = False

    def __init__(self, observer: Observer, rate: float) -> None:
        self._observer = observer
        self._rate = rate

    def look(self, image: Image, deck: str, card_height: float | None = None) -> list[SeenCard]:  # noqa: ARG002
        """See `companion.vision.eyes.Eyes.look`."""
        height, width = image.shape[:2]
        index = _stamp(image)
        if index is None:
            return []
        scale = np.array([width, height], np.float32) / np.array(self._observer.size, np.float32)
        cards = [
            SeenCard(np.asarray(card.corners * scale, np.float32), card.face_up, card.found, card.probabilities)
            for card in self._observer.look(index / self._rate)
        ]
        if not _is_whole(image):
            cards = [card for card in cards if card.corners[:, 1].max() < height / 2]
        return cards


def _stamp(image: Image) -> int | None:
    """Return the number of a frame; None where the picture shows none."""
    if image.max() < 30:
        return None
    height, width = image.shape[:2]
    row = image[int((_STAMP[0] + _STAMP[1]) / 2 * height), :, 0]
    bits = row[((np.arange(_BITS) + 0.5) * width / _BITS).astype(int)] > 127
    return int(sum(1 << bit for bit in range(_BITS) if bits[bit]))


def _is_whole(image: Image) -> bool:
    """Whether the lower half of a picture arrived."""
    height, width = image.shape[:2]
    return bool(image[int((_MARK[0] + _MARK[1]) / 2 * height), width // 2, 0] > 200)
