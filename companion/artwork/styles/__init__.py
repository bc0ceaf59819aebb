"""Decks by lot, to learn reading from: as varied as real decks, and every card still readable by a person.

Print wear and dirt are no part of a deck; whoever lays the cards on a table adds them.
"""

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType

import numpy as np

from companion.artwork import french, spanish, suitors
from companion.artwork.backs import random_back
from companion.artwork.deck import DeckArt
from companion.artwork.style import DeckStyle
from companion.artwork.styles.french_styles import random_french
from companion.artwork.styles.spanish_styles import random_spanish
from companion.artwork.styles.suitor_styles import random_suitors
from companion.cards import FRENCH52, SEVEN_SUITORS, SPANISH48, Card, deck
from companion.errors import UnusableError

__all__ = ["random_back", "random_style"]

_Maker = Callable[[np.random.Generator], DeckStyle]
_Painter = Callable[[DeckStyle, Card], str]

_DECKS: Mapping[str, tuple[_Maker, _Painter]] = MappingProxyType(
    {
        FRENCH52.id: (random_french, french.face_svg),
        SPANISH48.id: (random_spanish, spanish.face_svg),
        SEVEN_SUITORS.id: (random_suitors, suitors.face_svg),
    }
)


def random_style(
    deck_id: str,
    rng: np.random.Generator,
    change: Callable[[DeckStyle], DeckStyle] | None = None,
) -> DeckArt:
    """Return a deck in a style made up by chance.

    Args:
        deck_id: ``french52``, ``spanish48`` or ``seven-suitors``.
        rng: Source of chance; the same state gives the same deck.
        change: Changes the style before the deck is drawn.

    Raises:
        UnusableError: There are no random styles of this deck.
    """
    if deck_id not in _DECKS:
        raise UnusableError(f"there are no random styles of the deck {deck_id!r}; known decks: {', '.join(_DECKS)}")
    make, draw = _DECKS[deck_id]
    style = make(rng)
    if change is not None:
        style = change(style)
    return DeckArt(deck(deck_id), style.size_mm, partial(draw, style), random_back(rng, style.size_mm, style.corner))
