"""Decks by lot whose indices are set in typefaces that others have drawn, as those of real decks are."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from companion.artwork.fonts import load_face
from companion.artwork.style import DeckStyle
from companion.cards import deck

_SET_IN_TYPE = 0.6
"""Part of the decks whose indices are; the others are written by the project's own pens."""
_TRIES = 4


def set_in_type(
    style: DeckStyle, rng: np.random.Generator, deck_id: str, families: Sequence[Sequence[Path]]
) -> DeckStyle:
    """Return the style of a deck, three in five with indices in a typeface of font files.

    Args:
        style: The deck's style.
        rng: Source of chance.
        deck_id: The deck.
        families: Font files by family; families are drawn evenly, then one of their files.
    """
    if not families or rng.random() > _SET_IN_TYPE:
        return style
    texts = "".join(style.label(rank) for rank in deck(deck_id).ranks)
    for _ in range(_TRIES):
        family = families[int(rng.integers(len(families)))]
        face = load_face(family[int(rng.integers(len(family)))])
        if face is not None and face.can_write(texts):
            return replace(style, index=replace(style.index, face=face))
    return style
