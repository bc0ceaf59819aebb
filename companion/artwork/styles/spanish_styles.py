"""Spanish decks by lot."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from companion.artwork.jewels import JEWELS
from companion.artwork.pips import PIPS
from companion.artwork.spanish_layouts import layouts
from companion.artwork.style import DeckStyle, FrameStyle, IndexStyle, Layout, PipStyle
from companion.artwork.styles.courts import random_courts
from companion.artwork.styles.faces import random_face
from companion.artwork.styles.grounds import random_ground
from companion.artwork.styles.inks import random_inks, spanish_suit
from companion.artwork.styles.lots import between, chance, pick
from companion.artwork.styles.pictures import random_pictures
from companion.artwork.styles.scattered import KINDS, scattered
from companion.artwork.styles.spanish_room import clear, room
from companion.cards import SPANISH48

_NUMBERS = SPANISH48.ranks[:9]
_ROLES = ("knave", "knight", "king")
_LEAST = 0.45
"""Factor on a layout's size."""
_SIZES = ((61.5, 95.0), (61.0, 95.0), (57.0, 87.0), (63.0, 88.0), (58.0, 89.0), (60.0, 92.0))


def _shapes(rng: np.random.Generator) -> tuple[int, ...]:
    if chance(rng, 0.12):  # the plain silhouettes are the last of each suit and go together
        return tuple(len(PIPS[suit]) - 1 for suit in SPANISH48.suits)
    return tuple(int(rng.integers(len(PIPS[suit]) - 1)) for suit in SPANISH48.suits)


def _layouts(rng: np.random.Generator) -> Mapping[tuple[str, str], Layout]:
    """Return the unusual layouts of a deck: none in two of five, in the others those of every second rank."""
    if chance(rng, 0.4):
        return {}
    chosen = {}
    for suits in KINDS:
        for rank in _NUMBERS:
            known = layouts(rank, suits[0])
            number = int(rng.integers(len(known))) if chance(rng, 0.5) else 0
            # Suits of a kind mostly go together.
            others = {suit: int(rng.integers(len(known))) if chance(rng, 0.1) else number for suit in suits}
            chosen.update({(suit, rank): known[other] for suit, other in others.items() if other})
    return chosen


def _jewels(rng: np.random.Generator) -> Mapping[str, str]:
    """Return the stones of a deck's symbols: none in three decks of four."""
    if chance(rng, 0.75):
        return {}
    return {suit: str(rng.choice(list(JEWELS[suit]))) for suit in SPANISH48.suits if chance(rng, 0.5)}


def _fitted(style: DeckStyle) -> PipStyle:
    """Return symbols made small enough to keep clear of the indices, without unusual layouts that still do not."""
    size = style.pips.size
    usual = [(suit, layouts(rank, suit)[0]) for suit in SPANISH48.suits for rank in _NUMBERS[1:]]
    while size > 0.78 and not all(clear(style, suit, layout, size) for suit, layout in usual):
        size *= 0.96
    kept = {
        (suit, rank): layout for (suit, rank), layout in style.pips.layouts.items() if clear(style, suit, layout, size)
    }
    return replace(style.pips, size=round(size, 3), layouts=kept)


def _sized(rng: np.random.Generator, style: DeckStyle) -> PipStyle:
    """Return symbols that in two decks of five are as large or small on every rank as chance will have it.

    Where few symbols are large and many small, size tells the rank, and nothing has to be counted.
    """
    if not chance(rng, 0.4):
        return style.pips
    sizes = {}
    for suits in KINDS:
        for rank in _NUMBERS[1:]:
            part = between(rng, 0.0, 1.0)
            for suit in suits:
                sizes[suit, rank] = round(_LEAST + part * (room(style, suit, rank) - _LEAST), 2)
    return replace(style.pips, sizes=sizes)


_SCATTERED = 0.2
"""Decks whose symbols lie about as chance has it: whatever tells the rank of others, theirs have to be counted."""
_STRETCHED = 0.25
"""Decks whose drawn symbols are much wider or narrower than usual."""
_INDEX_SIZES = {"large": 0.15, "usual": 0.63, "tiny": 0.22}
"""How often the numbers are how high; in old decks, and some drawn for fun, hardly higher than a printed letter."""


def random_spanish(rng: np.random.Generator) -> DeckStyle:
    """Return the style of a Spanish deck."""
    size = _SIZES[int(rng.integers(len(_SIZES)))]
    inks = random_inks(SPANISH48, rng)
    layout = pick(rng, {"pips": 0.86, "one": 0.04, "giant": 0.06, "picture": 0.04})
    margin = (between(rng, 2.8, 6.0), between(rng, 2.8, 6.0))
    line = between(rng, 0.25, 0.9)
    frame = {
        "broken": FrameStyle(margin, line, broken=True),
        "double": FrameStyle(margin, line * 0.7, between(rng, 0.9, 1.6), broken=True),
        "closed": FrameStyle(margin, line, radius=between(rng, 0.0, 3.0)),
        "none": FrameStyle(margin),
    }[pick(rng, {"broken": 0.62, "double": 0.08, "closed": 0.1, "none": 0.2})]
    # Where nothing but the index tells the rank it is not small.
    sizes = {"large": (10.0, 14.0), "usual": (4.6 if layout == "pips" else 7.0, 9.0)}
    sizes |= {"tiny": (3.0, 4.6)} if layout == "pips" else {}
    height = between(rng, *sizes[pick(rng, {name: _INDEX_SIZES[name] for name in sizes})])
    inset = (margin[0] + frame.second + between(rng, 0.9, 2.0), margin[1] + frame.second + between(rng, 0.9, 2.4))
    index = IndexStyle(
        face=random_face(rng, inks.paper),
        height=height,
        width=round(height * between(rng, 1.05, 1.3), 2),
        suit=round(height * (1.15 if layout == "picture" else 0.8), 2) * (layout == "picture" or chance(rng, 0.08)),
        place=pick(rng, {"two": 0.82, "four": 0.05, "upright": 0.05, "upper": 0.03, "one": 0.05}),
        inset=inset,
        at_edge=True,
        in_ink=chance(rng, 0.75),
        plate=layout == "picture" or height > 7.5 or chance(rng, 0.15),
    )
    kinds = {"figure": 0.58, "portrait": 0.14, "bust": 0.12, "letter": 0.04, "emblem": 0.07, "symbol": 0.05}
    if layout == "giant":
        kinds = {"letter": 1.0}
        index = replace(index, height=0.0) if chance(rng, 0.5) else replace(index, height=5.5, width=6.5, suit=0.0)
    courts = random_courts(rng, kinds, inks, (margin[0] + frame.second + 0.8, margin[1] + frame.second + 1.2), _ROLES)
    single_digit = inset[0] + 0.62 * index.width
    field = (max(12.4 * size[0] / 61.5, single_digit + 1.2), between(rng, 6.5, 9.5) * size[1] / 95.0)
    pips = PipStyle(
        shapes=_shapes(rng),
        size=between(rng, 0.88, 1.08),
        field=(round(field[0], 2), round(field[1], 2)),
        layout=layout,
        stretch=between(rng, 0.95, 1.08),
        ace=between(rng, 0.7, 1.1),
        mixed={
            suit: tuple(spanish_suit(suit, rng) for _ in range(int(rng.integers(1, 3))))
            for suit, part in (("clubs", 0.4), ("cups", 0.12), ("coins", 0.06), ("swords", 0.1))
            if chance(rng, part)
        },
        leaning=chance(rng, 0.4),
        layouts=_layouts(rng),
        pointing=pick(rng, {"in": 0.68, "up": 0.12, "out": 0.08, "by turns": 0.12}),
        tilt=between(rng, 12.0, 40.0) * (1 if chance(rng, 0.5) else -1) if chance(rng, 0.14) else 0.0,
        capsized=chance(rng, 0.06),
        jewels=_jewels(rng),
        pictures=random_pictures(rng, SPANISH48, inks) if layout == "picture" else {},
    )
    labels = {"10": "S", "11": "C", "12": "R"} if chance(rng, 0.06) else {}
    courts = replace(courts, symbols="two" if courts.kind == "bust" else "none")
    style = DeckStyle(
        size, between(rng, 2.5, 6.0), inks, index, frame, pips, courts, labels, random_ground(rng, inks, 0.36)
    )
    if layout != "pips":
        return style
    style = replace(style, pips=_fitted(style))
    style = replace(style, pips=_sized(rng, style))
    if chance(rng, _SCATTERED):
        style = replace(style, pips=scattered(rng, style))
    if chance(rng, _STRETCHED):
        style = replace(style, pips=replace(style.pips, stretch=between(rng, 0.75, 1.25)))
    return style
