"""Spanish number cards whose symbols lie about as chance has it.

On all other decks something beside their number tells how many symbols there are: rows, columns, how large they are,
how near they stand. Here nothing does.
"""

from dataclasses import replace

import numpy as np

from companion.artwork.spanish_layouts import LONG
from companion.artwork.style import DeckStyle, Layout, PipStyle, Spot
from companion.artwork.styles.lots import between, chance, pick
from companion.artwork.styles.spanish_room import fits
from companion.cards import SPANISH48

KINDS = (("cups", "coins"), ("swords", "clubs"))
"""Suits whose cards mostly are arranged alike."""
_RANKS = SPANISH48.ranks[1:9]
_LARGEST = {False: 46.0, True: 76.0}
"""Height of compact and of long symbols on the plain deck's card, millimetres; less the more there are."""
_LEAST = 0.25
"""Part of that which a symbol is high at least, to begin with."""
_SMALLER = 0.88
"""Where not all find a place."""
_TRIES = 24
_TURNS = {"upright": 0.4, "either way": 0.15, "any": 0.3, "alike": 0.15}
"""How the symbols of a deck are turned."""
_MIRRORED = 0.5
"""Decks whose cards are the same left and right."""


def scattered(rng: np.random.Generator, style: DeckStyle) -> PipStyle:
    """Return the symbols of a deck with cards from 2 to 9 that have them lying about, clear of indices and edges.

    Args:
        rng: Source of chance.
        style: The deck's style.
    """
    mirrored, turns = chance(rng, _MIRRORED), pick(rng, _TURNS)
    placed = {}
    for suits in KINDS:
        for rank in _RANKS:
            together = _lie(rng, style, suits[0], int(rank), mirrored, turns)
            for suit in suits:
                apart = chance(rng, 0.2) or not fits(style, suit, together, style.pips.size)
                placed[suit, rank] = _lie(rng, style, suit, int(rank), mirrored, turns) if apart else together
    return replace(style.pips, layouts=placed, sizes={}, pointing="in", tilt=0.0)


def _lie(rng: np.random.Generator, style: DeckStyle, suit: str, count: int, mirrored: bool, turns: str) -> Layout:
    """Return a card's layout: symbols get smaller until all of them find a place."""
    long = suit in LONG
    size = _LARGEST[long] / np.sqrt(count / 2) * between(rng, _LEAST, 1.0)
    alike = between(rng, -60.0, 60.0)
    while True:
        spots: list[Spot] = []
        for _ in range(_TRIES * count):
            more = _spots(rng, count - len(spots), mirrored, turns, alike)
            layout = Layout(round(size, 1), (*spots, *more))
            if fits(style, suit, layout, style.pips.size):
                spots += more
            if len(spots) == count:
                return layout
        size *= _SMALLER


def _spots(rng: np.random.Generator, left: int, mirrored: bool, turns: str, alike: float) -> tuple[Spot, ...]:
    """Return a place for the next symbol, or for two of which each is the other's mirror image."""
    x, y = between(rng, -0.2, 1.2), between(rng, 0.0, 1.0)
    turn = {
        "upright": 0.0,
        "either way": 180.0 * chance(rng, 0.5),
        "any": between(rng, -180.0, 180.0),
        "alike": alike,
    }[turns]
    if not mirrored:
        return ((x, y, turn),)
    if left == 1 or chance(rng, 0.1):
        return ((0.5, y, turn if turns in ("upright", "either way") else 0.0),)
    return (x, y, turn), (round(1 - x, 2), y, -turn)
