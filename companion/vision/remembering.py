"""Nothing is read twice: a card that has not moved keeps its reading while that was sure.

Where it was not, the next frame may show more, and all frames together do (`companion.vision.exposure`).
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from companion.vision.exposure import Exposure
from companion.vision.reader import CardReader
from companion.vision.rectify import in_patches, in_this_light
from companion.vision.types import FloatArray, Image, Readings

_SURE = 0.98
"""Readings less sure than this are made anew every time, in the mean of the frames in which the card lay still."""
_MOVED = 0.03
"""Greatest move of a corner, as a part of the card's height, of a card that lies still."""
_CHANGED = 14.0
"""Greatest difference, of 255 levels, of a patch of a card's picture that has not changed."""
_CHANGED_IN_THE_DARK = 4.0
"""On a dark card so much less, but never less than this."""
_REUSED = 20
"""Times a reading is given again before the card is looked at anew."""
_KEPT = 64
_PATCHES = (16, 24)


@dataclass(slots=True)
class _Known:
    """A card as it was read."""

    corners: FloatArray
    patches: FloatArray
    deck: str
    chances: FloatArray
    turned: float
    nothing: float
    reused: int = 0


class RememberingReader:
    """Reads with another reader, and only what has changed since it was last read; for one thread."""

    def __init__(self, reader: CardReader) -> None:
        """Begin with nothing remembered.

        Args:
            reader: Reads what is new.
        """
        self._reader = reader
        self._exposure = Exposure()
        self._known: list[_Known] = []

    def read(
        self,
        image: Image,
        corners: npt.NDArray[np.floating],
        deck: str,
        newcomers: npt.NDArray[np.bool_] | None = None,
    ) -> Readings:
        """Read N cards of one picture; see `companion.vision.reader.Reader.read`."""
        known = [self._find(image, quad, deck) for quad in corners]
        new = np.array([row for row, card in enumerate(known) if card is None], np.intp)
        come = None if newcomers is None else newcomers[new]
        read = self._reader.read(self._exposure.develop(image, corners[new]), corners[new], deck, come)
        if len(new):
            self._exposure.keep(image, corners[new[read.probabilities.max(axis=1) < _SURE]])
        chances = np.zeros((len(corners), len(read.codes)), np.float32)
        turned, nothing = np.zeros(len(corners), np.float32), np.zeros(len(corners), np.float32)
        chances[new], turned[new], nothing[new] = read.probabilities, read.turned, read.nothing
        for row, card in enumerate(known):
            if card is None:
                self._remember(image, corners[row], deck, chances[row], float(turned[row]), float(nothing[row]))
            else:
                chances[row], turned[row], nothing[row] = card.chances, card.turned, card.nothing
        return Readings(read.codes, chances, turned, nothing)

    def deck_chances(self, image: Image, corners: npt.NDArray[np.floating]) -> dict[str, float]:
        """Tell which deck N cards belong to; see `companion.vision.reader.Reader.deck_chances`."""
        return self._reader.deck_chances(image, corners)

    def _find(self, image: Image, corners: npt.NDArray[np.floating], deck: str) -> _Known | None:
        height = float(np.linalg.norm(corners[3] - corners[0]))
        for place, card in enumerate(self._known):
            if card.deck != deck or float(np.abs(card.corners - corners).max()) > _MOVED * height:
                continue
            del self._known[place]
            # Compared where the card was: boxes are never found in quite the same place again.
            if card.reused >= _REUSED or _has_changed(card.patches, in_patches(image, card.corners, _PATCHES)):
                return None
            card.reused += 1
            self._known.append(card)
            return card
        return None

    def _remember(
        self,
        image: Image,
        corners: npt.NDArray[np.floating],
        deck: str,
        chances: FloatArray,
        turned: float,
        nothing: float,
    ) -> None:
        if not chances.size or chances.max() < _SURE:
            return
        quad = np.array(corners, np.float32)
        patches = in_patches(image, quad, _PATCHES)
        self._known.append(_Known(quad, patches, deck, chances.copy(), turned, nothing))
        del self._known[:-_KEPT]


def _has_changed(before: FloatArray, now: FloatArray) -> bool:
    """Whether a card's picture is another one, by the patch that differs most: a finger on a corner is a change."""
    most = in_this_light(_CHANGED, before, _CHANGED_IN_THE_DARK)
    return float(np.abs(before - now).mean(axis=2).max()) > most
