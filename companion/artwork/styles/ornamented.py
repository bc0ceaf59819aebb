"""What stands between the symbols of a Spanish deck's number cards, by lot."""

from dataclasses import replace

import numpy as np

from companion.artwork.colours import lively, mix
from companion.artwork.glyphs import GLYPHS
from companion.artwork.ornaments import ORNAMENTS, RIBBON
from companion.artwork.style import DeckStyle, Ornament
from companion.artwork.styles.faces import random_face
from companion.artwork.styles.lots import between, chance, pick
from companion.cards import SPANISH48

_ORNAMENTED = 0.5
"""Part of the decks that have anything between their symbols."""
_OFTEN = (0.2, 0.9)
"""Part of the cards of such a deck that have, up to the fives; of those with more symbols a third as many."""
_ROOMY = SPANISH48.ranks[:5]
_NUMBERS = SPANISH48.ranks[:9]
_HOUSE = 0.5
"""How often it is the maker's mark, the same on all cards of the deck."""
_LIKE_COINS = frozenset({"flower", "medal"})
"""What people might count as a coin as well."""
_LETTERS = tuple(sign for sign in GLYPHS if "A" <= sign <= "Z")
_KINDS = dict.fromkeys(ORNAMENTS, 1.0) | {"words": 3.0, "scroll": 2.0, RIBBON: 2.0}


def _ornament(rng: np.random.Generator, style: DeckStyle) -> Ornament:
    inks = style.inks
    cloth = inks.cloth[int(rng.integers(len(inks.cloth)))]
    main = pick(rng, {inks.ink: 0.35, cloth: 0.3, lively(rng): 0.35})
    light = pick(rng, {inks.paper: 0.4, inks.gold: 0.3, mix(inks.paper, main, 0.3): 0.3})
    return Ornament(
        kind=pick(rng, _KINDS),
        colours=(main, inks.ink if chance(rng, 0.7) else main, light),
        letters="".join(rng.choice(_LETTERS, int(rng.integers(2, 15))).tolist()),
        face=random_face(rng, inks.paper),
        size=between(rng, 0.4, 1.0),
        turn=between(rng, -90.0, 90.0) if chance(rng, 0.1) else 0.0,
    )


def ornamented(rng: np.random.Generator, style: DeckStyle) -> DeckStyle:
    """Return the style of a Spanish deck, half of them with something between the symbols of some cards.

    Args:
        rng: Source of chance.
        style: The deck's style.
    """
    if not chance(rng, _ORNAMENTED):
        return style
    house, often = _ornament(rng, style), between(rng, *_OFTEN)
    chosen = {}
    for suit in SPANISH48.suits:
        for rank in _NUMBERS:
            ornament = house if chance(rng, _HOUSE) else _ornament(rng, style)
            has = chance(rng, often if rank in _ROOMY else often / 3)
            if has and not (suit == "coins" and ornament.kind in _LIKE_COINS):
                chosen[suit, rank] = ornament
    return replace(style, ornaments=chosen)
