"""Decks at random, to learn reading from: as varied as real decks, and every card still readable by a person.

Print wear and dirt are no part of a deck; whoever lays the cards on a table adds them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType

import numpy as np

from companion.artwork import french, spanish
from companion.artwork.backs import random_back
from companion.artwork.busts import THINGS
from companion.artwork.colours import mix
from companion.artwork.deck import DeckArt
from companion.artwork.fabrics import FABRICS
from companion.artwork.glyphs import Face
from companion.artwork.indices import extent
from companion.artwork.palette import Palette
from companion.artwork.pips import PIPS
from companion.artwork.random_faces import random_face
from companion.artwork.random_inks import random_inks, spanish_suit
from companion.artwork.style import CourtStyle, DeckStyle, FrameStyle, IndexStyle, PipStyle
from companion.errors import UnusableError

Chances = Mapping[str, float]

_LABELS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "english": {},
        "one": {"A": "1"},
        "french": {"A": "1", "J": "V", "Q": "D", "K": "R"},
        "german": {"J": "B", "Q": "D"},
        "dutch": {"J": "B", "Q": "V", "K": "H"},
        "swedish": {"A": "E", "J": "Kn", "Q": "D"},
        "danish": {"J": "Kn", "Q": "D"},
        "polish": {"J": "W", "Q": "D"},
        "italian": {"J": "F", "Q": "D", "K": "R"},
        "russian": {"A": "T", "J": "B", "Q": "Д"},
    }
)
_NATIONS: Chances = MappingProxyType(
    {
        "english": 0.62, "one": 0.02, "french": 0.08, "german": 0.08, "dutch": 0.03, "swedish": 0.03, "danish": 0.04,
        "polish": 0.03, "italian": 0.03, "russian": 0.04,
    }
)  # fmt: skip
_FRENCH_SIZES = ((63.0, 88.0), (57.0, 88.0), (58.5, 89.0), (62.0, 87.0), (64.0, 89.0), (59.0, 91.0))
_SPANISH_SIZES = ((61.5, 95.0), (61.0, 95.0), (57.0, 87.0), (63.0, 88.0), (58.0, 89.0), (60.0, 92.0))
_HAT_CHOICES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "knave": ("cap", "hat", "wreath"),
        "knight": ("hat", "helmet", "cap"),
        "queen": ("diadem", "tall crown", "crown"),
        "king": ("crown", "tall crown", "imperial crown"),
    }
)


def _pick(rng: np.random.Generator, chances: Chances) -> str:
    weights = np.array(list(chances.values()))
    return list(chances)[int(rng.choice(len(weights), p=weights / weights.sum()))]


def _between(rng: np.random.Generator, low: float, high: float) -> float:
    return round(float(rng.uniform(low, high)), 2)


def _chance(rng: np.random.Generator, part: float) -> bool:
    return bool(rng.random() < part)


def _shapes(rng: np.random.Generator, suits: Sequence[str]) -> tuple[int, ...]:
    """Return shapes for the suits: one family in a French deck, any in a Spanish one."""
    if suits == french.SUITS:
        return (int(rng.choice(len(PIPS["S"]), p=(0.34, 0.22, 0.26, 0.09, 0.09))),) * 4
    if _chance(rng, 0.12):  # the plain silhouettes are the last of each suit and go together
        return tuple(len(PIPS[suit]) - 1 for suit in suits)
    return tuple(int(rng.integers(len(PIPS[suit]) - 1)) for suit in suits)


def _courts(rng: np.random.Generator, kinds: Chances, inks: Palette, field: tuple[float, float]) -> CourtStyle:
    kind = _pick(rng, kinds)
    fabrics = [_pick(rng, {"": 0.6, **{name: 0.4 / len(FABRICS) for name in FABRICS}}) for _ in range(3)]
    things = list(THINGS)
    return CourtStyle(
        kind=kind,
        field=field,
        framed=_chance(rng, 0.6 if kind == "bust" else 0.2),
        fill=mix(inks.paper, inks.cloth[int(rng.integers(4))], _between(rng, 0.08, 0.4))
        if _chance(rng, 0.15)
        else None,
        mirrored=_chance(rng, 0.4),
        symbols={"bust": _pick(rng, {"two": 0.85, "none": 0.15}), "figure": "one"}.get(kind, "none"),
        symbol=_between(rng, 6.0, 11.0),
        hats={role: str(rng.choice(names)) for role, names in _HAT_CHOICES.items()},
        things={role: str(rng.choice(things)) for role in _HAT_CHOICES} if _chance(rng, 0.7) else {},
        fabrics=(fabrics[0], fabrics[1], fabrics[2]),
        sash=_pick(rng, {"falling": 0.4, "rising": 0.2, "level": 0.2, "line": 0.2}),
    )


def _fitted_pips(style: DeckStyle) -> PipStyle:
    """Return French pips that keep clear of the indices, of the frame and of each other."""
    (width, height), stretch = style.size_mm, style.pips.stretch
    edge = style.index.inset[0] + extent(style.index)[0]
    if style.frame.line and style.frame.margin[0] > 4.0:
        edge = max(edge, style.frame.margin[0] + style.frame.second + 1.0)
    size = style.pips.size
    while size > 5.0:
        left = max(edge + size * stretch * 0.5 + 0.4, width * 0.26)
        top = max(style.frame.margin[1] + style.frame.second + size * 0.5 + 1.5, style.pips.field[1])
        wide_enough = (width - 2 * left) / 2 > 0.62 * size * stretch
        if wide_enough and (height - 2 * top) / 3 > 0.96 * size:
            return replace(style.pips, size=round(size, 2), field=(round(left, 2), round(top, 2)))
        size *= 0.94
    return replace(style.pips, layout="one", ace=min(style.pips.ace, 0.9))


def _french_index(rng: np.random.Generator, paper: str, faces: Sequence[Face]) -> IndexStyle:
    height = {"small": _between(rng, 5.5, 8.0), "usual": _between(rng, 8.0, 11.0), "jumbo": _between(rng, 12.0, 19.0)}[
        _pick(rng, {"small": 0.3, "usual": 0.48, "jumbo": 0.22})
    ]
    beside = height < 9 and _chance(rng, 0.1)
    return IndexStyle(
        face=random_face(rng, paper, faces),
        height=height,
        width=round(height * _between(rng, 0.62, 0.95), 2),
        suit=round(height * _between(rng, 0.55, 0.95), 2),
        beside=beside,
        place=_pick(rng, {"two": 0.7, "four": 0.17, "upright": 0.05, "upper": 0.03, "one": 0.05}),
        inset=(_between(rng, 1.6, 4.2), _between(rng, 2.4, 5.5)),
    )


def random_french(rng: np.random.Generator, faces: Sequence[Face]) -> DeckStyle:
    """Return the style of a French deck."""
    size = _FRENCH_SIZES[int(rng.integers(len(_FRENCH_SIZES)))]
    inks = random_inks(french.DECK_ID, rng)
    index = _french_index(rng, inks.paper, faces)
    right = index.inset[0] + extent(index)[0]
    nation = _pick(rng, _NATIONS)
    layout = _pick(rng, {"pips": 0.88, "one": 0.07, "giant": 0.05})
    # A wide index would leave no room for the court: then the picture runs under it.
    squeezed = right > 0.23 * size[0]
    field = (
        _between(rng, 5.0, 9.0) if squeezed else round(right + _between(rng, 0.3, 2.5), 2),
        _between(rng, 5.0, 11.0),
    )
    kinds = {"bust": 0.6, "figure": 0.17, "letter": 0.08, "emblem": 0.09, "symbol": 0.06}
    if layout == "giant":
        kinds = {"letter": 1.0}
        index = replace(index, height=0.0) if _chance(rng, 0.5) else replace(index, height=6.0, width=5.0, suit=4.5)
    courts = _courts(rng, kinds, inks, field)
    if nation == "dutch" and courts.kind in ("letter", "emblem", "symbol"):
        nation = "english"  # only the picture tells the Dutch queen (V) from the French jack (V)
    frame = {
        "none": FrameStyle(),
        "outer": FrameStyle((_between(rng, 1.2, 2.4),) * 2, _between(rng, 0.2, 0.6), radius=_between(rng, 0.0, 3.0)),
        "inner": FrameStyle(
            (round(right + 0.8, 2), _between(rng, 6.0, 12.0)),
            _between(rng, 0.2, 0.5),
            _between(rng, 0.8, 1.4) * _chance(rng, 0.3),
            radius=1.0,
        ),
    }[_pick(rng, {"none": 0.82, "outer": 0.09, "inner": 0.09 if not squeezed and layout == "pips" else 0.0})]
    pips = PipStyle(
        shapes=_shapes(rng, french.SUITS),
        size=_between(rng, 9.5, 14.0),
        field=(0.0, _between(rng, 10.0, 16.0)),
        layout=layout,
        stretch=_between(rng, 0.88, 1.14),
        turned=_chance(rng, 0.88),
        ace=_between(rng, 0.55, 1.35),
        ornate=_chance(rng, 0.3),
    )
    style = DeckStyle(
        size, _between(rng, 2.0, 5.5), inks, replace(index, plate=squeezed), frame, pips, courts, _LABELS[nation]
    )
    return replace(style, pips=_fitted_pips(style)) if layout == "pips" else style


def random_spanish(rng: np.random.Generator, faces: Sequence[Face]) -> DeckStyle:
    """Return the style of a Spanish deck."""
    size = _SPANISH_SIZES[int(rng.integers(len(_SPANISH_SIZES)))]
    inks = random_inks(spanish.DECK_ID, rng)
    layout = _pick(rng, {"pips": 0.9, "one": 0.04, "giant": 0.06})
    margin = (_between(rng, 2.8, 6.0), _between(rng, 2.8, 6.0))
    line = _between(rng, 0.25, 0.9)
    frame = {
        "broken": FrameStyle(margin, line, broken=True),
        "double": FrameStyle(margin, line * 0.7, _between(rng, 0.9, 1.6), broken=True),
        "closed": FrameStyle(margin, line, radius=_between(rng, 0.0, 3.0)),
        "none": FrameStyle(margin),
    }[_pick(rng, {"broken": 0.62, "double": 0.08, "closed": 0.1, "none": 0.2})]
    height = _between(rng, 10.0, 14.0) if _chance(rng, 0.15) else _between(rng, 4.6, 9.0)
    inset = (margin[0] + frame.second + _between(rng, 0.9, 2.0), margin[1] + frame.second + _between(rng, 0.9, 2.4))
    index = IndexStyle(
        face=random_face(rng, inks.paper, faces),
        height=height,
        width=round(height * _between(rng, 1.05, 1.3), 2),
        suit=round(height * 0.8, 2) if _chance(rng, 0.08) else 0.0,
        place=_pick(rng, {"two": 0.82, "four": 0.05, "upright": 0.05, "upper": 0.03, "one": 0.05}),
        inset=inset,
        at_edge=True,
        in_ink=_chance(rng, 0.75),
        plate=height > 7.5 or _chance(rng, 0.15),
    )
    kinds = {"figure": 0.66, "bust": 0.14, "letter": 0.05, "emblem": 0.09, "symbol": 0.06}
    if layout == "giant":
        kinds = {"letter": 1.0}
        index = replace(index, height=0.0) if _chance(rng, 0.5) else replace(index, height=5.5, width=6.5, suit=0.0)
    courts = _courts(rng, kinds, inks, (margin[0] + frame.second + 0.8, margin[1] + frame.second + 1.2))
    single_digit = inset[0] + 0.62 * index.width
    field = (max(12.4 * size[0] / 61.5, single_digit + 1.2), _between(rng, 6.5, 9.5) * size[1] / 95.0)
    shrunk = min(1.0, (size[0] - 2 * field[0]) / (size[0] * 0.6))  # a wide index leaves less room for the symbols
    pips = PipStyle(
        shapes=_shapes(rng, spanish.SUITS),
        size=round(_between(rng, 0.85, 1.04) * shrunk, 2),
        field=(round(field[0], 2), round(field[1], 2)),
        layout=layout,
        stretch=_between(rng, 0.95, 1.08),
        turned=_chance(rng, 0.9),
        ace=_between(rng, 0.7, 1.1),
        mixed={
            suit: tuple(spanish_suit(suit, rng) for _ in range(int(rng.integers(1, 3))))
            for suit, part in (("clubs", 0.4), ("cups", 0.12), ("coins", 0.06), ("swords", 0.1))
            if _chance(rng, part)
        },
        leaning=_chance(rng, 0.4),
    )
    labels = {"10": "S", "11": "C", "12": "R"} if _chance(rng, 0.06) else {}
    courts = replace(courts, symbols="two" if courts.kind == "bust" else "none")
    return DeckStyle(size, _between(rng, 2.5, 6.0), inks, index, frame, pips, courts, labels)


_DECKS: Mapping[
    str,
    tuple[Callable[[np.random.Generator, Sequence[Face]], DeckStyle], Callable[[DeckStyle, str], str], tuple[str, ...]],
]
_DECKS = MappingProxyType(
    {
        french.DECK_ID: (random_french, french.face_svg, french.CODES),
        spanish.DECK_ID: (random_spanish, spanish.face_svg, spanish.CODES),
    }
)


def random_style(deck_id: str, rng: np.random.Generator, faces: Sequence[Face] = ()) -> DeckArt:
    """Return a deck in a style made up by chance.

    Args:
        deck_id: ``french52`` or ``spanish48``.
        rng: Source of chance; the same state gives the same deck.
        faces: More typefaces for the indices, such as `fonts.installed_faces` finds. Without them the deck is the same
            on every machine.

    Raises:
        UnusableError: There are no random styles of this deck.
    """
    if deck_id not in _DECKS:
        raise UnusableError(f"there are no random styles of the deck {deck_id!r}; known decks: {', '.join(_DECKS)}")
    make, draw, codes = _DECKS[deck_id]
    style = make(rng, faces)
    return DeckArt(deck_id, codes, style.size_mm, partial(draw, style), random_back(rng, style.size_mm, style.corner))
