"""What is printed behind everything else, by lot."""

import numpy as np

from companion.artwork.colours import lively, mix
from companion.artwork.glyphs import GLYPHS
from companion.artwork.palette import Palette
from companion.artwork.style import GroundStyle
from companion.artwork.styles.faces import random_face
from companion.artwork.styles.lots import between, chance, pick

_LETTERS = tuple(sign for sign in GLYPHS if "A" <= sign <= "Z")
_KINDS = {
    "written": 0.42,
    "rings": 0.07,
    "disc": 0.07,
    "lozenge": 0.06,
    "panel": 0.05,
    "stripes": 0.08,
    "grid": 0.04,
    "star": 0.06,
    "cross": 0.05,
    "shield": 0.06,
    "rays": 0.04,
}
_LENGTHS = {"1": 0.7, "2": 0.2, "3": 0.1}
_TURNED = 0.12
"""How often a ground stands aslant."""
_LIVELY = 0.5
"""How often its colour is any, not one of the courts' clothes."""


def random_ground(rng: np.random.Generator, inks: Palette, part: float) -> GroundStyle | None:
    """Return what is printed behind the symbols in the given part of all decks, None for plain paper."""
    if not chance(rng, part):
        return None
    ink = lively(rng) if chance(rng, _LIVELY) else inks.cloth[int(rng.integers(4))]
    return GroundStyle(
        kind=pick(rng, _KINDS),
        colour=mix(inks.paper, ink, between(rng, 0.06, 0.45)),
        letters="".join(rng.choice(_LETTERS, int(pick(rng, _LENGTHS))).tolist()),
        face=random_face(rng, inks.paper),
        size=(between(rng, 0.5, 0.86), between(rng, 0.45, 0.86)),
        line=between(rng, 0.03, 0.16),
        turn=between(rng, -90.0, 90.0) if chance(rng, _TURNED) else 0.0,
    )
