"""What is printed behind everything else, by lot."""

import numpy as np

from companion.artwork.colours import mix
from companion.artwork.glyphs import GLYPHS
from companion.artwork.palette import Palette
from companion.artwork.style import GroundStyle
from companion.artwork.styles.lots import between, chance, pick

_LETTERS = tuple(sign for sign in GLYPHS if "A" <= sign <= "Z")
_KINDS = {"letter": 0.5, "rings": 0.15, "lozenge": 0.15, "stripes": 0.2}


def random_ground(rng: np.random.Generator, inks: Palette, part: float) -> GroundStyle | None:
    """Return what is printed behind the symbols in the given part of all decks, None for plain paper."""
    if not chance(rng, part):
        return None
    colour = mix(inks.paper, inks.cloth[int(rng.integers(4))], between(rng, 0.06, 0.35))
    return GroundStyle(pick(rng, _KINDS), colour, str(rng.choice(_LETTERS)))
