"""Decks by lot that are printed with the symbols and courts of real ones.

Nothing of a real card but its symbol or figure is kept: how many symbols a card has, where they stand and how large
they are, its index, frame, paper and ground are the deck's own. So what is learned from them is to count, to read any
index, and what symbols and courts look like, not what one maker's cards do.
"""

import base64
from collections.abc import Mapping, Sequence
from dataclasses import replace

import cv2
import numpy as np

from companion.artwork.style import Clipping, DeckStyle
from companion.cards import deck
from companion.synth.clippings import Clippings, as_text, clippings
from companion.synth.designs import DesignFolder

_BORROW = 0.6
"""Part of the decks that borrow at all."""
_SYMBOLS, _COURTS = 0.85, 0.6
"""Of those, how often a suit's symbols and the courts are borrowed."""
_OF_ONE_DECK = 0.5
"""How often all suits borrow from the same deck."""
_DYED = 0.4
"""How often a suit's symbols have colours of their own."""
_HUES: Mapping[str, float] = {"coins": 9.0, "cups": 40.0, "swords": 40.0, "clubs": 40.0}
"""How far hues are turned at most (of 180) where they may be: coins stay coins, French suits have their colours."""


def _dyed(piece: Clipping, hue: float, strength: float, light: float) -> Clipping:
    """Return a piece with its hues turned (of 180), its colours stronger and lighter by factors."""
    data = np.frombuffer(base64.b64decode(piece.data), np.uint8)
    picture = np.asarray(cv2.imdecode(data, cv2.IMREAD_UNCHANGED), np.uint8)
    colours = cv2.cvtColor(picture[..., :3], cv2.COLOR_BGR2HSV).astype(np.float32)
    colours[..., 0] = (colours[..., 0] + hue) % 180
    colours[..., 1:] = np.clip(colours[..., 1:] * (strength, light), 0, 255)
    picture[..., :3] = cv2.cvtColor(colours.astype(np.uint8), cv2.COLOR_HSV2BGR)
    return replace(piece, data=as_text(picture))


def _symbols(rng: np.random.Generator, lender: Clippings, suit: str) -> tuple[Clipping, ...]:
    sets = lender.symbols.get(suit, ())
    if not sets:
        return ()
    pieces = sets[int(rng.integers(len(sets)))]
    if suit in _HUES and rng.random() < _DYED:
        hue = float(rng.uniform(-1, 1)) * _HUES[suit]
        strength, light = float(rng.uniform(0.6, 1.3)), float(rng.uniform(0.8, 1.15))
        pieces = tuple(_dyed(piece, hue, strength, light) for piece in pieces)
    return pieces


def lend(style: DeckStyle, rng: np.random.Generator, deck_id: str, lenders: Sequence[DesignFolder]) -> DeckStyle:
    """Return the style of a deck, three in five with symbols and courts of real decks.

    Args:
        style: The deck's style.
        rng: Source of chance.
        deck_id: The deck: one of `clippings.LENDING`.
        lenders: Real decks with the same suits.

    Raises:
        UnusableError: A lender's folder holds no card pictures.
    """
    if rng.random() > _BORROW or style.pips.pictures:
        return style

    def lender() -> Clippings:
        return clippings(lenders[int(rng.integers(len(lenders)))], deck_id)

    only = lender() if rng.random() < _OF_ONE_DECK else None
    symbols = {suit: _symbols(rng, only or lender(), suit) for suit in deck(deck_id).suits if rng.random() < _SYMBOLS}
    courts = (only or lender()).courts if rng.random() < _COURTS else {}
    return replace(
        style,
        pips=replace(style.pips, clippings={suit: pieces for suit, pieces in symbols.items() if pieces}),
        courts=replace(style.courts, clippings=courts),
    )
