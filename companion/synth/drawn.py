"""Decks drawn by the project as designs for synthetic pictures."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path

import numpy as np

from companion.artwork import BACK, DeckArt, deck_art
from companion.artwork.style import DeckStyle
from companion.artwork.styles import random_style
from companion.artwork.styles.ornamented import ornamented
from companion.artwork.styles.scattered import scattered
from companion.cards import SPANISH48, deck
from companion.synth.designs import CardPicture, Design, DesignFolder, picture_from
from companion.synth.icons import IconFolder, print_icons
from companion.synth.lending import lend
from companion.synth.typefaces import set_in_type

_HEIGHT = 320
_RANDOM_HEIGHT = 260
_COUNTABLE = "pips"
"""The layout of number cards that show as many symbols as their rank says."""
_NOBODY = frozenset({"letter", "symbol"})
"""Ways to show a court without showing anybody (`artwork.courts.COURTS`)."""
_SCATTERED = 0.5
"""Part of the Spanish decks led astray whose symbols lie about as chance has it: nothing else tells their rank."""
_FAINT = 2.8
"""Millimetres of height of indices that are too small."""
_DECKS_A_NUMBER = 10_000
_MEASURED = range(900, 1000)
"""Numbers whose decks, seeds 9,000,000 to 9,999,999, are those that are measured on (`evaluation.scenes`)."""
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
        typefaces: Font files by family in which its indices may be set.
        astray: Its ranks are exchanged in the corners, and often its symbols lie about: they have to be counted.
        icons: Small pictures that some Spanish ones have for suits and courts.
        faint: Its indices are too small to be read on a table: what is printed in the middle has to tell the card.
    """

    deck: str
    seed: int
    height: int = _RANDOM_HEIGHT
    lenders: tuple[DesignFolder, ...] = ()
    typefaces: tuple[tuple[Path, ...], ...] = ()
    astray: bool = False
    icons: IconFolder | None = None
    faint: bool = False

    def load(self) -> Design:
        """Return the design, from memory the second time."""
        return _load_random(self)

    def another(self, number: int) -> "RandomDesign":
        """Return the deck that takes this one's place in the pictures with a number: every number has its own."""
        number += len(_MEASURED) * (number >= _MEASURED.start)
        return replace(self, seed=_DECKS_A_NUMBER * number + self.seed)


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
def _load_product(deck_id: str) -> Design:
    art = deck_art(deck_id)
    return _design(f"companion-{deck_id}", art, _HEIGHT, art.codes)


@lru_cache(maxsize=160)
def _load_random(which: RandomDesign) -> Design:
    rng = np.random.default_rng(which.seed)
    countable = figured = False

    def changed(style: DeckStyle) -> DeckStyle:
        nonlocal countable, figured
        style = _changed(which, style)
        countable = style.pips.layout == _COUNTABLE
        figured = style.courts.kind not in _NOBODY and not style.pips.pictures
        return style

    art = random_style(which.deck, rng, changed)
    beside = [art.codes[int(index)] for index in rng.choice(len(art.codes), _NEIGHBOURS, replace=False)]
    design = _design(f"random-{which.deck}-{which.seed}", art, which.height, beside)
    return replace(design, countable=countable, figured=figured)


def _changed(which: RandomDesign, style: DeckStyle) -> DeckStyle:
    """Return the style with what is borrowed, by lots of their own: without them the same seed gives the same deck."""
    if which.lenders:
        style = lend(style, np.random.default_rng([which.seed, 1]), which.deck, which.lenders)
    if which.icons is not None and which.deck == SPANISH48.id:
        style = print_icons(style, np.random.default_rng([which.seed, 5]), which.icons, anything=which.astray)
    style = set_in_type(style, np.random.default_rng([which.seed, 2]), which.deck, which.typefaces)
    if which.faint:
        style = replace(style, index=replace(style.index, height=_FAINT, width=1.5 * _FAINT, suit=0.0, plate=False))
    if which.astray:
        style = _led_astray(style, np.random.default_rng([which.seed, 3]), which.deck)
    return ornamented(np.random.default_rng([which.seed, 4]), style) if which.deck == SPANISH48.id else style


def _led_astray(style: DeckStyle, rng: np.random.Generator, deck_id: str) -> DeckStyle:
    if deck_id == SPANISH48.id and style.pips.layout == _COUNTABLE and rng.random() < _SCATTERED:
        style = replace(style, pips=scattered(rng, style))
    ranks = deck(deck_id).ranks
    labels = {
        rank: style.label(ranks[int(other)]) for rank, other in zip(ranks, rng.permutation(len(ranks)), strict=True)
    }
    return replace(style, labels=labels)


def _design(name: str, art: DeckArt, height: int, neighbours: Sequence[str]) -> Design:
    return Design(name, art.deck_id, _DrawnFaces(art, height), partial(_picture_of_back, art, height), neighbours)


def _picture_of_back(art: DeckArt, height: int) -> CardPicture:
    return picture_from(art.image(BACK, height))
