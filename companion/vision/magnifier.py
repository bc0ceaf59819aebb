"""What the corners of a card say, seen larger than the reader sees them: a second opinion on what may be another."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from companion.cards import deck
from companion.resources import models_directory
from companion.vision.onnx_model import FloatTensor, OnnxModel
from companion.vision.opinions import places_by_deck
from companion.vision.rectify import MARGIN, as_batch, window
from companion.vision.types import Image

CUT_WIDTH, CUT_HEIGHT = 168, 240
"""Pixels of a card that corners are cut out of: half as large again as the reader's crops."""
WIDTH, HEIGHT = 54, 72
"""Pixels of a corner."""
INSET = 4
"""So many pixels along the edges of what is cut out show the table."""
NO_SUIT = "nothing"
_RANKS, _SUITS = 0.3, 0.5
"""What a rank and a suit that a corner shows count beside what the whole card says, to which it belongs."""
_LEAST = -14.0
"""A logarithm of a chance below which corners do not speak any louder against a rank or a suit."""


class Magnifier:
    """Reads the corners of cards with a convolutional network."""

    def __init__(self, path: Path, threads: int | None = None) -> None:
        """Load the model.

        Raises:
            UnusableError: The file is missing or no magnifier.
        """
        self._model = OnnxModel(path, "magnifier", threads, side_by_side=True)
        self._ranks, self._suits = (tuple(self._model.about[what]) for what in ("ranks", "suits"))

    @classmethod
    def shipped(cls) -> "Magnifier":
        """Load the model that travels with the program."""
        return cls(models_directory() / "magnifier.onnx")

    def factors(self, pairs: Sequence[tuple[Image, Image]], classes: tuple[str, ...]) -> FloatTensor:
        """Return (N, C): how likely what the corners of N cards show is for each class of a reader.

        Only classes of one deck can be compared with each other. Which way up a card lies does not matter.

        Args:
            pairs: N times the two corners of a card, from `index_corners`.
            classes: Names of the reader's classes.
        """
        ranks, suits = self._look(pairs)
        cards, of_rank, of_suit = _answers(classes, self._ranks, self._suits)
        factors = np.ones((len(pairs), len(classes)), np.float32)
        factors[:, cards] = np.exp(_RANKS * ranks[:, of_rank] + _SUITS * suits[:, of_suit])
        return factors

    def agreement(
        self, pairs: Sequence[tuple[Image, Image]], chances: FloatTensor, classes: tuple[str, ...]
    ) -> FloatTensor:
        """Return (N,) the chance, by what the corners show, of the likeliest card's rank or of its suit, whichever is
        less, among those of its deck; 1 where the likeliest is no card.

        Args:
            pairs: N times the two corners of a card, from `index_corners`.
            chances: (N, C) of a reader's classes.
            classes: Names of the reader's classes.
        """
        ranks, suits = self._look(pairs)
        for said, names in ((ranks, self._ranks), (suits, self._suits)):
            _normalise(said, names)
        cards, of_rank, of_suit = _answers(classes, self._ranks, self._suits)
        agreed = np.ones((len(pairs), len(classes)), np.float32)
        agreed[:, cards] = np.exp(np.minimum(ranks[:, of_rank], suits[:, of_suit]))
        return np.asarray(agreed[np.arange(len(pairs)), chances.argmax(axis=1)], np.float32)

    def _look(self, pairs: Sequence[tuple[Image, Image]]) -> tuple[FloatTensor, FloatTensor]:
        """Return (N, R) and (N, S): for each rank and suit the sum of what both corners say, logarithms."""
        near, far = zip(*pairs, strict=True)
        ranks, suits = self._model.run(as_batch([*near, *far]))
        return _together(ranks, self._ranks), _together(suits, self._suits)


def index_corners(image: Image, corners: npt.NDArray[np.floating], room: int = 0) -> tuple[Image, Image]:
    """Cut out the two corners of a card in which an index stands upright, the second one turned round.

    Args:
        image: (H, W, 3) uint8 BGR.
        corners: (4, 2) pixels, clockwise, the first edge a short one.
        room: So many pixels more on every side; at most `INSET`.

    Returns:
        Two (HEIGHT + 2 room, WIDTH + 2 room, 3) uint8.
    """
    cut, _ = window(image, corners, (CUT_WIDTH, CUT_HEIGHT), MARGIN)
    rows, columns = (slice(INSET - room, INSET + size + room) for size in (HEIGHT, WIDTH))
    return cut[rows, columns], cut[::-1, ::-1][rows, columns]


def _together(logits: FloatTensor, names: tuple[str, ...]) -> FloatTensor:
    """Return (N, R) logarithms of chances within each deck of what both corners show, of (2N, R) logits."""
    said = logits.copy()
    _normalise(said, names)
    return np.asarray(np.maximum(said.reshape(2, -1, len(names)).sum(axis=0), _LEAST), np.float32)


def _normalise(said: FloatTensor, names: tuple[str, ...]) -> None:
    """Shift (N, R) logarithms, in place, so that the chances of each deck's names sum to 1."""
    for places in places_by_deck(names).values():
        said[:, places] -= np.logaddexp.reduce(said[:, places], axis=1, keepdims=True)


@lru_cache(maxsize=4)
def _answers(
    classes: tuple[str, ...], ranks: tuple[str, ...], suits: tuple[str, ...]
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Return the places of a reader's cards among its classes, and of their ranks and suits among these names."""
    cards, of_rank, of_suit = [], [], []
    for place, name in enumerate(classes):
        if " " in name:
            deck_id, code, *_ = name.split()
            card = deck(deck_id).parse(code)
            cards.append(place)
            of_rank.append(ranks.index(f"{deck_id} {card.rank}"))
            of_suit.append(suits.index(f"{deck_id} {card.suit or NO_SUIT}"))
    return np.array(cards, np.intp), np.array(of_rank, np.intp), np.array(of_suit, np.intp)
