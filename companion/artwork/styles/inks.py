"""Colours of decks at random: near those of real decks, and now and then far from them."""

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from types import MappingProxyType

import numpy as np

from companion.artwork.colours import darker, lighter, lightness, mix, shifted
from companion.artwork.palette import FRENCH_INKS, SPANISH_INKS, Palette, SuitColours
from companion.cards import FRENCH52, Deck

_PAPERS = ("#ffffff", "#fffef9", "#fbf8ee", "#f6f0dd", "#efe6cb", "#f4f5f6", "#e9edf2", "#f9e9dc", "#e7f0e4", "#f6e9f0")
_DARK_PAPERS = ("#1d2026", "#23303f", "#2f2420")
_INKS = ("#14161b", "#1f2233", "#2b1d16", "#20304a", "#3a1714")
_CLOTHS = (
    "#c8322b", "#9e1b32", "#e2603a", "#2b6cb0", "#1d3f7d", "#5aa6cf", "#3d8b40", "#1f5a3c", "#8fb339", "#f2bb3a",
    "#e09b1f", "#6d3b8c", "#b04a8a", "#1d1f26", "#8c5a2b", "#e8d5b0", "#b9c2cc",
)  # fmt: skip
_SKINS = ("#fbe3c8", "#f7d5b5", "#edbd94", "#d79a6c", "#a86d43", "#7a4a2c", "#fff6ec")
_HAIRS = ("#e9c46a", "#c98b3a", "#8c5a2b", "#5a3820", "#2b211c", "#b9b9b4", "#ededea", "#a3431f")
_HORSES = ("#b0713a", "#e9dfcf", "#8a8f99", "#6d4426", "#3b332f", "#d9b98a")

_REDS, _BLACKS = (
    ("#c8201f", "#e02020", "#b3122d", "#d8402c", "#c2185b"),
    ("#16181d", "#000000", "#1a2340", "#22301f", "#3a2a22"),
)
_ODD_SUITS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "S": ("#16181d", "#2d3a8c", "#6a2c8f", "#37474f"),
        "H": ("#c8201f", "#d81b60", "#e0561f"),
        "D": ("#1f5fbf", "#e07b16", "#b58a1a", "#0f8f9c", "#d8402c"),
        "C": ("#1f7a34", "#16181d", "#7a4a1e", "#1f6f7a"),
    }
)
_SPANISH_SUITS: Mapping[str, tuple[tuple[str, str], ...]] = MappingProxyType(
    {
        "coins": (
            ("#f2bb3a", "#c8322b"), ("#f2bb3a", "#b6791a"), ("#f7d24a", "#2b6cb0"), ("#e59a1c", "#7a3b12"),
            ("#f2bb3a", "#3d8b40"), ("#d9b25a", "#1f2233"),
        ),
        "cups": (
            ("#c8322b", "#f2bb3a"), ("#f2bb3a", "#c8322b"), ("#c8322b", "#2b6cb0"), ("#e09b1f", "#2b6cb0"),
            ("#b3402b", "#3d8b40"), ("#8f2138", "#e8d5b0"), ("#d9622b", "#f7e08a"),
        ),
        "swords": (
            ("#7db4dc", "#f2bb3a"), ("#b9d3e6", "#c8322b"), ("#2b6cb0", "#f2bb3a"), ("#b5bcc6", "#8c5a2b"),
            ("#4aa3c7", "#c8322b"), ("#8fa8b8", "#1f2233"),
        ),
        "clubs": (
            ("#3d8b40", "#b5522b"), ("#6aa83a", "#c8322b"), ("#8c5a2b", "#3d8b40"), ("#c8322b", "#3d8b40"),
            ("#2f6e4f", "#f2bb3a"), ("#a6b83a", "#c8322b"), ("#b5793a", "#5a3820"),
        ),
    }
)  # fmt: skip


def _one(rng: np.random.Generator, choices: tuple[str, ...]) -> str:
    return str(choices[int(rng.integers(len(choices)))])


def _some(rng: np.random.Generator, choices: tuple[str, ...], count: int) -> tuple[str, ...]:
    order = rng.permutation(len(choices))[:count]
    return tuple(shifted(choices[int(index)], rng) for index in order)


def inks_of(main: str, trim: str) -> SuitColours:
    """Return a suit's colours from its own and its ornaments' colour."""
    return SuitColours(main, darker(main, 0.4), lighter(main, 0.45), trim)


def spanish_suit(suit: str, rng: np.random.Generator) -> SuitColours:
    """Return colours that a Spanish suit may have."""
    choices = _SPANISH_SUITS[suit]
    main, trim = choices[int(rng.integers(len(choices)))]
    return inks_of(shifted(main, rng, 0.02, 0.12), shifted(trim, rng, 0.02, 0.12))


def _french_suits(rng: np.random.Generator, paper: str, *, dark: bool) -> dict[str, SuitColours]:
    if rng.random() < 0.78:
        red, black = _one(rng, _REDS), _one(rng, _BLACKS)
        mains = {"S": black, "H": red, "D": red, "C": black}
    else:
        mains = {suit: shifted(_one(rng, choices), rng) for suit, choices in _ODD_SUITS.items()}
    if dark:
        mains = {suit: mix(main, "#ffffff", 0.85 if lightness(main) < 0.2 else 0.35) for suit, main in mains.items()}
    return {suit: inks_of(main, paper) for suit, main in mains.items()}


def _each_colour(inks: Palette, change: Callable[[str], str]) -> Palette:
    """Return the palette with every printed colour changed; the paper stays."""

    def one_suit(colours: SuitColours) -> SuitColours:
        return SuitColours(*(change(getattr(colours, item.name)) for item in fields(colours)))

    return replace(
        inks,
        ink=change(inks.ink),
        skin=change(inks.skin),
        hair=tuple(map(change, inks.hair)),
        cloth=tuple(map(change, inks.cloth)),
        gold=change(inks.gold),
        silver=change(inks.silver),
        horse=tuple(map(change, inks.horse)),
        ground=change(inks.ground),
        suits={suit: one_suit(colours) for suit, colours in inks.suits.items()},
    )


def random_inks(deck: Deck, rng: np.random.Generator) -> Palette:
    """Return the colours of a deck of this kind.

    About one French deck in five has four colours, a few are dark, some are faded or drawn in lines only.
    """
    french = deck is FRENCH52
    dark = french and rng.random() < 0.03
    paper = _one(rng, _DARK_PAPERS if dark else _PAPERS) if rng.random() < 0.55 else FRENCH_INKS.paper
    ink = lighter(_one(rng, _INKS), 0.8) if dark else _one(rng, _INKS)
    usual = FRENCH_INKS if french else SPANISH_INKS
    lines_only = rng.random() < 0.08
    inks = Palette(
        paper=paper,
        ink=ink,
        skin=paper if lines_only else shifted(_one(rng, _SKINS), rng, 0.01, 0.05),
        hair=_some(rng, _HAIRS, 4),
        cloth=(paper,) * 4 if lines_only else (usual.cloth if rng.random() < 0.25 else _some(rng, _CLOTHS, 4)),
        gold=paper if lines_only else shifted("#f2bb3a", rng, 0.03, 0.12),
        silver=shifted(usual.silver, rng),
        horse=_some(rng, _HORSES, 4),
        ground=shifted(_one(rng, ("#b9c98a", "#d8c79a", "#9fb3c4", "#c99f6a")), rng),
        suits=_french_suits(rng, paper, dark=lightness(paper) < 0.5)
        if french
        else {suit: spanish_suit(suit, rng) for suit in SPANISH_INKS.suits},
        edge=None if rng.random() < 0.4 else mix(paper, ink, float(rng.uniform(0.15, 1.0))),
    )
    faded = float(rng.uniform(0.05, 0.28)) if rng.random() < 0.3 else 0.0
    return _each_colour(inks, lambda colour: mix(colour, paper, faded)) if faded else inks
