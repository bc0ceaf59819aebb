"""Spanish decks by lot, each drawn once for all tests that look at many."""

from functools import cache

import numpy as np

from companion.artwork.style import DeckStyle
from companion.artwork.styles.spanish_styles import random_spanish


@cache
def spanish_by_lot(seed: int) -> DeckStyle:
    """Return the style that a seed gives."""
    return random_spanish(np.random.default_rng(seed))
