"""How many symbols the middle of a card shows: a second opinion on cards that the reader is in doubt about."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from companion.cards import FRENCH52, SPANISH48, deck
from companion.resources import models_directory
from companion.vision.onnx_model import FloatTensor, OnnxModel, as_chances
from companion.vision.opinions import places_by_deck, within_decks
from companion.vision.rectify import as_batch
from companion.vision.types import Image

COURT, OTHER = "court", "other"
SHOWN = (*(str(number) for number in range(1, 11)), COURT, OTHER)
"""What the middle of a card may show: so many symbols, a figure, or anything else that does not tell a number."""
SHOWN_BY_RANK = MappingProxyType(
    {
        SPANISH48.id: MappingProxyType({rank: rank if int(rank) < 10 else COURT for rank in SPANISH48.ranks}),
        FRENCH52.id: MappingProxyType(
            {rank: "1" if rank == "A" else rank if rank.isdigit() else COURT for rank in FRENCH52.ranks}
        ),
    }
)
"""By deck and rank, what is in the middle of the card. Decks that are not here have no symbols to count."""
_LEAST = 0.001
"""A chance below which the count does not speak any louder against a rank."""
_MISLEADING = 0.2
"""Part of the chance of one symbol, or of a figure, that is taken for one of nothing countable: some decks show either
on all their cards."""


class Counter:
    """Counts the symbols of cards with a convolutional network."""

    def __init__(self, path: Path, threads: int | None = None) -> None:
        """Load the model.

        Raises:
            UnusableError: The file is missing or no counter.
        """
        self._model = OnnxModel(path, "counter", threads, side_by_side=True)

    @classmethod
    def shipped(cls) -> "Counter":
        """Load the model that travels with the program."""
        return cls(models_directory() / "counter.onnx")

    def count(self, crops: Sequence[Image]) -> FloatTensor:
        """Return (N, len(SHOWN)) chances of what is in the middle of cards, whichever way up they lie.

        Args:
            crops: N rectified cards, each (CROP_HEIGHT, CROP_WIDTH, 3) uint8 BGR.
        """
        return as_chances(self._model.run(as_batch(crops))[0])


def weighed(chances: FloatTensor, shown: FloatTensor, classes: tuple[str, ...]) -> FloatTensor:
    """Return a reader's chances with what was counted; see `opinions.within_decks`.

    Args:
        chances: (N, C), of the classes.
        shown: (N, len(SHOWN)) chances of what is in the middle.
        classes: Names of a reader's classes.
    """
    factors = np.ones_like(chances)
    for places, shares in _by_deck(classes):
        factors[:, places] = np.maximum(shown @ shares.T, _LEAST)
    return within_decks(chances, factors, classes)


@lru_cache(maxsize=4)
def _by_deck(classes: tuple[str, ...]) -> tuple[tuple[npt.NDArray[np.intp], FloatTensor], ...]:
    """Return for each deck the places of its cards among the classes, and for each of them its `_shares`."""
    found = []
    for deck_id, places in places_by_deck(classes).items():
        if deck_id in SHOWN_BY_RANK:
            ranks = [deck(deck_id).parse(classes[place].split()[1]).rank for place in places]
            found.append((places, _shares(deck_id, ranks)))
    return tuple(found)


def _shares(deck_id: str, ranks: Sequence[str]) -> FloatTensor:
    """Return (N, len(SHOWN)): which part of a chance of what is shown falls to each of these ranks of a deck.

    Figures are those of every court alike, and what tells no number may be any number card; a part of what is one
    symbol or a figure tells none either.
    """
    by_rank = SHOWN_BY_RANK[deck_id]
    courts = sum(what == COURT for what in by_rank.values())
    shares = np.zeros((len(ranks), len(SHOWN)), np.float32)
    for row, rank in enumerate(ranks):
        court = by_rank[rank] == COURT
        shares[row, SHOWN.index(by_rank[rank])] = 1 / courts if court else 1
        shares[row, SHOWN.index(OTHER)] = 0 if court else 1 / (len(by_rank) - courts)
    misleading = [SHOWN.index("1"), SHOWN.index(COURT)]
    shares[:, misleading] *= 1 - _MISLEADING
    shares[:, misleading] += _MISLEADING * shares[:, [SHOWN.index(OTHER)]]
    return shares
