"""Decks drawn by the project as designs for synthetic pictures."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial

import numpy as np

from companion.artwork import BACK, DeckArt, deck_art
from companion.artwork.styles import random_style
from companion.synth.designs import CardPicture, Design, DesignFolder, picture_from
from companion.synth.lending import lend

_HEIGHT = 320
_RANDOM_HEIGHT = 260
_NEIGHBOURS = 6
"""Faces of a drawn deck that lie beside others: drawing one takes as long as laying three."""


@dataclass(frozen=True)
class ProductDesign:
    """The plain deck that the project draws and prints."""

    deck: str

    def load(self) -> Design:
        """Return the design, from memory the second time."""
        return _load_product(self.deck)


@dataclass(frozen=True)
class RandomDesign:
    """A deck in a style drawn by lot: type, pips, courts, frames, inks and paper.

    Attributes:
        deck: Id of the deck.
        seed: Of the style.
        height: Of its pictures, pixels; half the height takes a third of the time to draw.
        lenders: Real decks whose symbols and courts it may borrow.
    """

    deck: str
    seed: int
    height: int = _RANDOM_HEIGHT
    lenders: tuple[DesignFolder, ...] = ()

    def load(self) -> Design:
        """Return the design, from memory the second time."""
        return _load_random(self.deck, self.seed, self.height, self.lenders)

    def another(self, number: int) -> "RandomDesign":
        """Return the deck that takes this one's place in the pictures with a number: every number has its own."""
        return replace(self, seed=10_000 * number + self.seed)


class _DrawnFaces(Mapping[str, CardPicture]):
    """Faces of drawn artwork, each drawn when it is first needed."""

    def __init__(self, art: DeckArt, height: int) -> None:
        self._art = art
        self._height = height
        self._pictures: dict[str, CardPicture] = {}

    def __getitem__(self, code: str) -> CardPicture:
        if code not in self._pictures:
            self._pictures[code] = picture_from(self._art.image(code, self._height))
        return self._pictures[code]

    def __iter__(self) -> Iterator[str]:
        return iter(self._art.codes)

    def __len__(self) -> int:
        return len(self._art.codes)


@lru_cache(maxsize=8)
def _load_product(deck: str) -> Design:
    art = deck_art(deck)
    return _design(f"companion-{deck}", art, _HEIGHT, art.codes)


@lru_cache(maxsize=120)
def _load_random(deck: str, seed: int, height: int, lenders: tuple[DesignFolder, ...]) -> Design:
    rng = np.random.default_rng(seed)
    # What is borrowed is drawn by lots of its own: without lenders the same seed gives the same deck.
    borrow = partial(lend, rng=np.random.default_rng([seed, 1]), deck_id=deck, lenders=lenders) if lenders else None
    art = random_style(deck, rng, change=borrow)
    beside = [art.codes[int(index)] for index in rng.choice(len(art.codes), _NEIGHBOURS, replace=False)]
    return _design(f"random-{deck}-{seed}", art, height, beside)


def _design(name: str, art: DeckArt, height: int, neighbours: Sequence[str]) -> Design:
    return Design(name, art.deck_id, _DrawnFaces(art, height), partial(_picture_of_back, art, height), neighbours)


def _picture_of_back(art: DeckArt, height: int) -> CardPicture:
    return picture_from(art.image(BACK, height))
