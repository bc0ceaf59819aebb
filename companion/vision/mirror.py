"""Notices a mirrored picture: a mirrored card reads worse than its mirror image, its indices are in the wrong corners.

Both signs are weak for a single card (an ace of spades looks almost the same in a mirror, some decks have indices in
all four corners), so evidence is summed over cards.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from companion.vision.eyes import Eyes
from companion.vision.rectify import rectify
from companion.vision.types import Image, Readings, SeenCard

_MIRRORED_CORNERS = [1, 0, 3, 2]
"""Taken in this order, the corners of a card cut out its mirror image."""

_READING_WEIGHT, _MOST_READING = 0.5, 5.0
"""What a unit of log likelihood that the readings differ by is worth, and up to which difference: readings of one
camera err together, so less than it says."""

_INDEX_WEIGHT, _MOST_INDEX = 0.8, 1.5
"""The same for the logarithm of the ink in the corners where indices belong over that in the others."""

_BELIEF_BEFORE = 3.0
"""Most cameras do not mirror."""

_TRUE, _MIRRORED = 6.0, -8.0
"""Sums of evidence at which the matter is settled. A true picture that is turned round spoils a game at once."""

_ENOUGH_CARDS = 32
"""A picture that so many different cards do not show to be mirrored is taken to be true: some designs do not tell."""

_CARDS_A_LOOK = 3
_LEAST_FOUND = 0.5
_UNCERTAIN = 1e-4
_INK_FLOOR = 0.02

_INDEX_LEFT, _INDEX_RIGHT, _INDEX_TOP, _INDEX_BOTTOM = 0.05, 0.24, 0.04, 0.26
"""Where in a crop an index is, as parts of its width and height."""


class Reading(Protocol):
    """Reads cards; see `companion.vision.reader.Reader`."""

    def read(self, image: Image, corners: npt.NDArray[np.floating], deck: str) -> Readings:
        """Read N cards of one picture."""
        ...


@dataclass(slots=True)
class _Card:
    """What one card of the deck has said so far: the mean over its looks, since looks at one card err together."""

    total: float = 0.0
    looks: int = 0


class MirrorWatch:
    """Sums the evidence of the cards that one source shows.

    Attributes:
        mirrored: The verdict: the picture is mirrored (True) or not (False); None while that is open. It stands until
            `restart`.
    """

    def __init__(self, reader: Reading) -> None:
        """Begin.

        Args:
            reader: Reads cards and their mirror images.
        """
        self._reader = reader
        self.mirrored: bool | None = None
        self._cards: dict[str, _Card] = {}

    @property
    def evidence(self) -> float:
        """Return how much speaks for a true picture (positive) or a mirrored one, as a sum of log likelihood ratios."""
        return _BELIEF_BEFORE + sum(card.total / card.looks for card in self._cards.values())

    def restart(self) -> None:
        """Begin anew, for instance when another camera is used."""
        self.mirrored = None
        self._cards.clear()

    def look(self, image: Image, seen: Sequence[SeenCard], deck: str) -> bool | None:
        """Weigh the cards in one picture; return the verdict, None while it is open.

        Args:
            image: (H, W, 3) uint8 BGR.
            seen: The cards in it, the surest found first.
            deck: Id of the deck in play.
        """
        faces = [card.corners for card in seen if card.face_up and card.found >= _LEAST_FOUND][:_CARDS_A_LOOK]
        if self.mirrored is not None or not faces:
            return self.mirrored
        corners = np.stack(faces)
        direct = self._reader.read(image, corners, deck)
        mirrored = self._reader.read(image, corners[:, _MIRRORED_CORNERS], deck)
        for row, quad in enumerate(corners):
            better = direct if direct.probabilities[row].max() >= mirrored.probabilities[row].max() else mirrored
            card = self._cards.setdefault(better.codes[int(better.probabilities[row].argmax())], _Card())
            card.total += _evidence(direct.probabilities[row], mirrored.probabilities[row], rectify(image, quad))
            card.looks += 1
        if self.evidence <= _MIRRORED:
            self.mirrored = True
        elif self.evidence >= _TRUE or len(self._cards) >= _ENOUGH_CARDS:
            self.mirrored = False
        return self.mirrored


def _evidence(direct: npt.NDArray[np.floating], mirrored: npt.NDArray[np.floating], crop: Image) -> float:
    """Return how much one look at one card speaks for a true picture."""
    doubts = [np.log(np.clip(1 - chances.max(), _UNCERTAIN, 1)) for chances in (mirrored, direct)]
    reading = float(np.clip(doubts[0] - doubts[1], -_MOST_READING, _MOST_READING))
    index = float(np.clip(_index_sign(crop), -_MOST_INDEX, _MOST_INDEX))
    return _READING_WEIGHT * reading + _INDEX_WEIGHT * index


def _index_sign(crop: Image) -> float:
    """Return the logarithm of the ink in the top left and bottom right corners over that in the other two."""
    darkest = crop.min(axis=2).astype(np.float32)
    paper = max(float(np.percentile(darkest, 85)), 1.0)
    ink = np.clip((paper - darkest) / paper, 0, 1)
    height, width = ink.shape
    rows = slice(round(_INDEX_TOP * height), round(_INDEX_BOTTOM * height))
    columns = slice(round(_INDEX_LEFT * width), round(_INDEX_RIGHT * width))
    at = [turned[rows, columns].mean() for turned in (ink, ink[::-1, ::-1], ink[:, ::-1], ink[::-1])]
    return float(np.log((at[0] + at[1] + _INK_FLOOR) / (at[2] + at[3] + _INK_FLOOR)))


class TrueEyes:
    """Eyes that notice when the picture is mirrored, and have it turned round where it comes from."""

    def __init__(self, eyes: Eyes, reader: Reading, turn_round: Callable[[], None]) -> None:
        """Look through other eyes.

        Args:
            eyes: What finds and reads.
            reader: Reads cards and their mirror images.
            turn_round: Has all further pictures turned round, and tells people.
        """
        self._eyes = eyes
        self._watch = MirrorWatch(reader)
        self._turn_round = turn_round

    @property
    def waits(self) -> bool:
        """See `Eyes.waits`."""
        return self._eyes.waits

    def look(self, image: Image, deck: str, card_height: float | None = None) -> list[SeenCard]:
        """See `Eyes.look`. Where this picture settles that the source mirrors, its mirror image is looked at."""
        seen = self._eyes.look(image, deck, card_height)
        if self._watch.mirrored is None and self._watch.look(image, seen, deck):
            self._turn_round()
            return self._eyes.look(np.ascontiguousarray(image[:, ::-1]), deck, card_height)
        return seen
