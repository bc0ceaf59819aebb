"""The cards that are shown while a deck is taught: each physical card once, recognised from picture to picture."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from companion.vision.boxes import overlap
from companion.vision.onnx_model import FloatTensor
from companion.vision.types import Image

_SAME_PLACE, _SAME_THERE = 0.5, 0.85
"""Overlap with a card of the picture before, and likeness to it, from which it is the same card lying still."""
_READ_APART = 0.8
"""Unless both are read with such a chance, and as two cards: one was exchanged for another of those that look alike.
Of 2,800 pairs of looks at one card none is (docs/decisions/0009-teaching.md)."""
_SAME_ELSEWHERE, _AGREED = 0.94, 0.6
"""Likeness from which cards of two pictures are one card where both are read alike with such a chance: on some decks
the cards of one suit look that much alike."""
_LOOKS = 3
"""Looks that are kept of one card, the sharpest."""


@dataclass(slots=True, eq=False)
class View:
    """One face in one picture, one way round.

    Attributes:
        crop: (CROP_HEIGHT, CROP_WIDTH, 3) uint8 BGR.
        embedding: Of length 1.
        evidence: Log chances of every code.
        explained: How well each deck of the reader explains it.
    """

    crop: Image
    embedding: FloatTensor
    evidence: FloatTensor
    explained: FloatTensor

    @property
    def surest(self) -> tuple[int, float]:
        """The likeliest code and how likely it is, among the codes."""
        powers = np.exp(self.evidence - self.evidence.max())
        return int(self.evidence.argmax()), float(1 / powers.sum())


@dataclass(frozen=True, slots=True, eq=False)
class ShownBefore:
    """A physical card that was shown in a lesson, as it is kept.

    Attributes:
        crops: One or more, (CROP_HEIGHT, CROP_WIDTH, 3) uint8 BGR, the sharpest looks at it, all the same way round.
        said: What a person said it is.
        foreign: A person said that it is no card of the deck.
    """

    crops: tuple[Image, ...]
    said: str | None
    foreign: bool


@dataclass(slots=True, eq=False)
class Shown:
    """A physical card and what is known of it.

    Attributes:
        number: Names it.
        views: The sharpest looks at it, the very sharpest first.
        said: What a person said it is.
        foreign: A person said that it is no card of the deck.
        corners: (4, 2) pixels of the last picture; None where it is not in that.
    """

    number: int
    views: list[View]
    said: str | None = None
    foreign: bool = False
    corners: npt.NDArray[np.float32] | None = None

    @property
    def evidence(self) -> npt.NDArray[np.float64]:
        """The mean log chances over all looks: looks at one card err together."""
        return np.asarray(np.mean([view.evidence for view in self.views], axis=0), np.float64)

    def likeness(self, view: View) -> float:
        """Return the cosine between a view and the nearest look."""
        return max(float(own.embedding @ view.embedding) for own in self.views)

    def keep(self, view: View) -> None:
        """Add a look."""
        self.views = sorted([*self.views, view], key=lambda own: -_sharpness(own.crop))[:_LOOKS]


def match(
    views: tuple[View, View], corners: npt.NDArray[np.float32], code: str | None, earlier: Sequence[Shown]
) -> tuple[Shown, View] | None:
    """Return the card of an earlier picture that a face is, with the view that fits; None for a new card.

    Where a person says which card it is, only what the same was said of, or nothing yet, can be it.
    """
    fits = []
    for card in earlier:
        how, way = max((card.likeness(view), -way) for way, view in enumerate(views))
        alike, sure = _read(card, views[0])
        if code is not None and card.said is not None:
            same = card.said == code
        elif code is None and lies_at(card, corners):
            same = how >= _SAME_THERE and (alike or sure < _READ_APART)
        else:
            same = _is_one_elsewhere(how, alike, sure)
        if same:
            fits.append((how, -way, card.number, card))
    if not fits:
        return None
    _, way, _, card = max(fits)
    return card, views[way]


def shown_elsewhere(card: Shown, faces: Sequence[tuple[View, View]]) -> npt.NDArray[np.bool_]:
    """Tell of N faces of other pictures, each both ways round, which are surely a card.

    Of 16 decks, photographed twice, in four sizes, nine in ten pairs of looks at one card are, and none of 128,000
    pairs of looks at two (docs/decisions/0009-teaching.md).
    """
    rows = np.stack([[view.embedding for view in both] for both in faces])
    own = np.stack([view.embedding for view in card.views])
    likeness = (rows @ own.T).max(axis=(1, 2))
    return np.array([_is_one_elsewhere(how, *_read(card, both[0])) for how, both in zip(likeness, faces, strict=True)])


def _is_one_elsewhere(how: float, alike: bool, sure: float) -> bool:
    return how >= _SAME_ELSEWHERE and alike and sure >= _AGREED


def lies_at(card: Shown, corners: npt.NDArray[np.float32]) -> bool:
    """Tell whether a card lay in a place in the picture before."""
    return card.corners is not None and overlap(card.corners, corners) >= _SAME_PLACE


def _read(card: Shown, view: View) -> tuple[bool, float]:
    """Return whether a card and a view are read as the same, and the chance of the one read less surely."""
    (first, sure), (second, as_sure) = card.views[0].surest, view.surest
    return first == second, min(sure, as_sure)


def turned(crop: Image) -> Image:
    """Return a crop the other way round."""
    return np.ascontiguousarray(crop[::-1, ::-1])


def _sharpness(crop: Image) -> float:
    return float(np.abs(np.diff(crop.astype(np.int16), axis=0)).mean())
