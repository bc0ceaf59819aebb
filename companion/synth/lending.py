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
import numpy.typing as npt

from companion.artwork.style import Clipping, DeckStyle
from companion.cards import deck
from companion.synth.clippings import Clippings, as_text, clippings
from companion.synth.designs import BgraImage, DesignFolder

_BORROW = 0.6
"""Part of the decks that borrow at all."""
_SYMBOLS, _COURTS = 0.85, 0.6
"""Of those, how often a suit's symbols and the courts are borrowed."""
_OF_ONE_DECK = 0.5
"""How often all suits borrow from the same deck."""
_DYED = 0.4
"""How often a suit's symbols have colours of their own."""
_OF_ANOTHER_HAND = 0.4
"""How often a suit's symbols, and the courts, are drawn out of shape, as if by another hand."""
_WIDER, _TAPER, _BEND, _UNEVEN = 0.3, 0.25, 0.08, 0.35
"""How far at most: width (a logarithm), difference in width between top and bottom, sideways wave (both parts of the
width), and how much more room the upper or lower part takes (a power's logarithm)."""
_COURTS_LESS = 0.6
"""Courts are put out of shape less, by this factor."""
_HUES: Mapping[str, float] = {"coins": 9.0, "cups": 40.0, "swords": 40.0, "clubs": 40.0}
"""How far hues are turned at most (of 180) where they may be: coins stay coins, French suits have their colours."""


def _opened(piece: Clipping) -> BgraImage:
    data = np.frombuffer(base64.b64decode(piece.data), np.uint8)
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_UNCHANGED), np.uint8)


def dyed(picture: BgraImage, hue: float, strength: float, light: float) -> BgraImage:
    """Return a picture with its hues turned (of 180), its colours stronger and lighter by factors."""
    colours = cv2.cvtColor(picture[..., :3], cv2.COLOR_BGR2HSV).astype(np.float32)
    colours[..., 0] = (colours[..., 0] + hue) % 180
    colours[..., 1:] = np.clip(colours[..., 1:] * (strength, light), 0, 255)
    return np.dstack([cv2.cvtColor(colours.astype(np.uint8), cv2.COLOR_HSV2BGR), picture[..., 3]])


def another_hand(rng: np.random.Generator, pieces: tuple[Clipping, ...]) -> tuple[Clipping, ...]:
    """Return a suit's symbols, sometimes drawn out of shape, as if by another hand."""
    return _of_another_hand(rng, pieces, 1.0) if rng.random() < _OF_ANOTHER_HAND else pieces


def _of_another_hand(rng: np.random.Generator, pieces: Sequence[Clipping], part: float) -> tuple[Clipping, ...]:
    """Return pieces all put out of shape in the same way, by a part of what is possible."""
    lots = rng.uniform(-part, part, 5)
    return tuple(_reshaped(piece, lots) for piece in pieces)


def _reshaped(piece: Clipping, lots: npt.NDArray[np.float64]) -> Clipping:
    """Return a piece put out of shape: five numbers from -1 to 1 say how."""
    wider, taper, bend, uneven, phase = lots * (_WIDER, _TAPER, _BEND, _UNEVEN, np.pi)
    picture = _opened(piece)
    height, width = picture.shape[:2]
    stretched = float(np.exp(wider))
    new_width = max(round(width * stretched), 1)
    down = (np.arange(height) + 0.5) / height
    narrower = 1 - np.abs(taper) / 2 + taper * (down - 0.5)
    aside = bend * np.sin(2 * np.pi * down + phase)
    across = (np.arange(new_width) + 0.5) / new_width - 0.5
    room = 1 + 2 * abs(bend)
    map_x = ((across[None] * room - aside[:, None]) / narrower[:, None] + 0.5) * width - 0.5
    map_y = np.broadcast_to((down ** np.exp(uneven) * height - 0.5)[:, None], map_x.shape)
    opaque = picture[..., 3:].astype(np.float32) / 255
    layers = np.dstack([picture[..., :3] * opaque, opaque])
    moved = cv2.remap(layers, map_x.astype(np.float32), map_y.astype(np.float32), cv2.INTER_LINEAR)
    shown = np.maximum(moved[..., 3:], 1e-3)
    drawn = np.dstack([moved[..., :3] / shown, moved[..., 3] * 255])
    return replace(
        piece,
        data=as_text(np.clip(drawn, 0, 255).astype(np.uint8)),
        aspect=round(piece.aspect * stretched * room, 3),
        height=min(piece.height, piece.height / stretched),
    )


def _symbols(rng: np.random.Generator, lender: Clippings, suit: str) -> tuple[Clipping, ...]:
    sets = lender.symbols.get(suit, ())
    if not sets:
        return ()
    pieces = sets[int(rng.integers(len(sets)))]
    if suit in _HUES and rng.random() < _DYED:
        hue = float(rng.uniform(-1, 1)) * _HUES[suit]
        strength, light = float(rng.uniform(0.6, 1.3)), float(rng.uniform(0.8, 1.15))
        pieces = tuple(replace(piece, data=as_text(dyed(_opened(piece), hue, strength, light))) for piece in pieces)
    return another_hand(rng, pieces)


def _courts(rng: np.random.Generator, lender: Clippings) -> Mapping[tuple[str, str], Clipping]:
    if not lender.courts or rng.random() >= _OF_ANOTHER_HAND:
        return lender.courts
    return dict(zip(lender.courts, _of_another_hand(rng, tuple(lender.courts.values()), _COURTS_LESS), strict=True))


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
    courts = _courts(rng, only or lender()) if rng.random() < _COURTS else {}
    return replace(
        style,
        pips=replace(style.pips, clippings={suit: pieces for suit, pieces in symbols.items() if pieces}),
        courts=replace(style.courts, clippings=courts),
    )
