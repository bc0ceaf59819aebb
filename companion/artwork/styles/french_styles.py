"""French decks by lot."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from companion.artwork.indices import extent
from companion.artwork.pips import PIPS
from companion.artwork.style import DeckStyle, FrameStyle, IndexStyle, PipStyle
from companion.artwork.styles.courts import random_courts
from companion.artwork.styles.faces import random_face
from companion.artwork.styles.grounds import random_ground
from companion.artwork.styles.inks import random_inks
from companion.artwork.styles.lots import Chances, between, chance, pick
from companion.artwork.styles.pictures import random_pictures
from companion.cards import FRENCH52

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
_ROLES = ("knave", "queen", "king")
_SIZES = ((63.0, 88.0), (57.0, 88.0), (58.5, 89.0), (62.0, 87.0), (64.0, 89.0), (59.0, 91.0))


def _fitted(style: DeckStyle) -> PipStyle:
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


def _index(rng: np.random.Generator, paper: str) -> IndexStyle:
    height = {"small": between(rng, 4.6, 8.0), "usual": between(rng, 8.0, 11.0), "jumbo": between(rng, 12.0, 19.0)}[
        pick(rng, {"small": 0.3, "usual": 0.48, "jumbo": 0.22})
    ]
    beside = height < 9 and chance(rng, 0.1)
    return IndexStyle(
        face=random_face(rng, paper),
        height=height,
        width=round(height * between(rng, 0.62, 0.95), 2),
        suit=round(height * between(rng, 0.55, 0.95), 2),
        beside=beside,
        place=pick(rng, {"two": 0.7, "four": 0.17, "upright": 0.05, "upper": 0.03, "one": 0.05}),
        inset=(between(rng, 1.6, 4.2), between(rng, 2.4, 5.5)),
    )


def random_french(rng: np.random.Generator) -> DeckStyle:
    """Return the style of a French deck."""
    size = _SIZES[int(rng.integers(len(_SIZES)))]
    inks = random_inks(FRENCH52, rng)
    index = _index(rng, inks.paper)
    nation = pick(rng, _NATIONS)
    layout = pick(rng, {"pips": 0.83, "one": 0.07, "giant": 0.05, "picture": 0.05})
    if layout in ("one", "picture"):  # nothing but the index tells the rank
        index = replace(index, height=max(index.height, 8.0), width=max(index.width, 6.5))
    right = index.inset[0] + extent(index)[0]
    # A wide index would leave no room for the court: then the picture runs under it.
    squeezed = right > 0.23 * size[0]
    field = (
        between(rng, 5.0, 9.0) if squeezed else round(right + between(rng, 0.3, 2.5), 2),
        between(rng, 5.0, 11.0),
    )
    kinds = {"bust": 0.54, "figure": 0.17, "portrait": 0.07, "letter": 0.08, "emblem": 0.08, "symbol": 0.06}
    if nation == "dutch":  # it may be told by its pictures alone
        del kinds["portrait"]
    if layout == "giant":
        kinds = {"letter": 1.0}
        index = replace(index, height=0.0) if chance(rng, 0.5) else replace(index, height=6.0, width=5.0, suit=4.5)
    courts = random_courts(rng, kinds, inks, field, () if nation == "dutch" else _ROLES)
    if nation == "dutch" and (layout == "picture" or courts.kind in ("letter", "emblem", "symbol")):
        nation = "english"  # only the picture tells the Dutch queen (V) from the French jack (V)
    frame = {
        "none": FrameStyle(),
        "outer": FrameStyle((between(rng, 1.2, 2.4),) * 2, between(rng, 0.2, 0.6), radius=between(rng, 0.0, 3.0)),
        "inner": FrameStyle(
            (round(right + 0.8, 2), between(rng, 6.0, 12.0)),
            between(rng, 0.2, 0.5),
            between(rng, 0.8, 1.4) * chance(rng, 0.3),
            radius=1.0,
        ),
    }[pick(rng, {"none": 0.82, "outer": 0.09, "inner": 0.09 if not squeezed and layout == "pips" else 0.0})]
    pips = PipStyle(
        shapes=(int(rng.choice(len(PIPS["S"]), p=(0.34, 0.22, 0.26, 0.09, 0.09))),) * 4,
        size=between(rng, 9.5, 14.0),
        field=(0.0, between(rng, 10.0, 16.0)),
        layout=layout,
        stretch=between(rng, 0.88, 1.14),
        turned=chance(rng, 0.88),
        ace=between(rng, 0.55, 1.35),
        ornate=chance(rng, 0.3),
        pictures=random_pictures(rng, FRENCH52, inks) if layout == "picture" else {},
    )
    corner, ground = between(rng, 2.0, 5.5), random_ground(rng, inks, 0.16)
    if layout == "picture":
        courts = replace(courts, field=(between(rng, 1.5, 9.0), between(rng, 1.5, 9.0)))
    index = replace(index, plate=squeezed or layout == "picture")
    style = DeckStyle(size, corner, inks, index, frame, pips, courts, _LABELS[nation], ground)
    return replace(style, pips=_fitted(style)) if layout == "pips" else style
