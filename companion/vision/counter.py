"""How many symbols the middle of a card shows: a second opinion on cards that the reader is in doubt about."""

from collections.abc import Sequence
from dataclasses import dataclass
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
_TEMPERED = 0.5
"""How much of its power the reader's word on a suit's ranks loses where all there is can be counted."""
_TINIEST = 1e-12
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

    The more there is to count, the less the reader's own word counts between the ranks of a suit: on decks that it has
    never seen it is too sure of them.

    Args:
        chances: (N, C), of the classes.
        shown: (N, len(SHOWN)) chances of what is in the middle.
        classes: Names of a reader's classes.
    """
    tempered, factors = chances.copy(), np.ones_like(chances)
    power = 1 - _TEMPERED * (1 - shown[:, [SHOWN.index(OTHER)]])
    for countable in _by_deck(classes):
        tempered[:, countable.places] = _flattened(chances[:, countable.places], countable, power)
        factors[:, countable.places] = np.maximum(shown @ countable.shares.T, _LEAST)
    return within_decks(tempered, factors, classes)


def agreement(chances: FloatTensor, shown: FloatTensor, classes: tuple[str, ...]) -> FloatTensor:
    """Return (N,) how much of what was counted falls to the likeliest card, among the cards of its suit; 1 where there
    is nothing to count.

    Args:
        chances: (N, C), of the classes.
        shown: (N, len(SHOWN)) chances of what is in the middle.
        classes: Names of a reader's classes.
    """
    agreed = np.ones(len(chances), np.float32)
    likeliest = chances.argmax(axis=1)
    for countable in _by_deck(classes):
        factors = np.maximum(shown @ countable.shares.T, _LEAST)
        row_of = {place: row for row, place in enumerate(countable.places.tolist())}
        for card, place in enumerate(likeliest.tolist()):
            if place in row_of:
                row = row_of[place]
                suit = countable.suits == countable.suits[row]
                # Either way round is one card.
                of_suit = np.unique(countable.cards[suit], return_index=True)[1]
                agreed[card] = factors[card, row] / factors[card, suit][of_suit].sum()
    return agreed


@dataclass(frozen=True)
class _Countable:
    """The classes of one deck whose symbols can be counted.

    Attributes:
        places: (K,) among a reader's classes.
        cards: (K,) numbers: either way round is the same card.
        suits: (K,) numbers of their suits.
        shares: (K, len(SHOWN)); see `_shares`.
    """

    places: npt.NDArray[np.intp]
    cards: npt.NDArray[np.intp]
    suits: npt.NDArray[np.intp]
    shares: FloatTensor


@lru_cache(maxsize=4)
def _by_deck(classes: tuple[str, ...]) -> tuple[_Countable, ...]:
    found = []
    for deck_id, places in places_by_deck(classes).items():
        if deck_id in SHOWN_BY_RANK:
            codes = [classes[place].split()[1] for place in places]
            cards = [deck(deck_id).parse(code) for code in codes]
            cards_of, suits = _numbers(codes), _numbers([card.suit for card in cards])
            found.append(_Countable(places, cards_of, suits, _shares(deck_id, [card.rank for card in cards])))
    return tuple(found)


def _numbers(names: Sequence[str | None]) -> npt.NDArray[np.intp]:
    """Return (N,) a number for every name, the same for the same."""
    numbers: dict[str | None, int] = {}
    return np.array([numbers.setdefault(name, len(numbers)) for name in names], np.intp)


def _flattened(chances: FloatTensor, countable: _Countable, power: FloatTensor) -> FloatTensor:
    """Return (N, K) chances with those of a suit's cards raised to a power; suits keep what they had, and so does, of
    each card, either way round.

    Args:
        chances: (N, K), of the deck's classes.
        countable: The deck.
        power: (N, 1).
    """
    card = np.eye(countable.cards.max() + 1, dtype=np.float32)[countable.cards]
    suit = np.eye(countable.suits.max() + 1, dtype=np.float32)[countable.suits]
    of_suit = card.T @ suit > 0
    same_suit = (of_suit @ of_suit.T).astype(np.float32)
    before = np.maximum(chances @ card, _TINIEST)
    together = before @ same_suit
    raised = (before / together) ** power
    after = raised / (raised @ same_suit) * together
    return np.asarray(chances * ((after / before) @ card.T), np.float32)


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
