"""Typefaces for indices at random."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from companion.artwork.glyphs import Face, Pen

Range = tuple[float, float]

# By family: ranges of the pen's attributes; what is not named keeps the pen's own value.
_FAMILIES: Mapping[str, Mapping[str, Range]] = MappingProxyType(
    {
        "sans": {"upright": (0.1, 0.18), "width": (0.75, 1.0)},
        "bold": {"upright": (0.2, 0.28), "width": (0.8, 1.05)},
        "thin": {"upright": (0.06, 0.09), "width": (0.7, 1.0)},
        "roman": {
            "upright": (0.13, 0.22),
            "level": (0.05, 0.09),
            "serif": (0.06, 0.1),
            "slab": (0.04, 0.06),
            "width": (0.7, 0.95),
        },
        "slab": {"upright": (0.1, 0.18), "serif": (0.07, 0.12), "slab": (0.08, 0.13), "width": (0.7, 0.95)},
        "condensed": {"upright": (0.12, 0.2), "level": (0.08, 0.14), "width": (0.45, 0.65)},
        "card": {
            "upright": (0.13, 0.19),
            "level": (0.08, 0.12),
            "serif": (0.06, 0.09),
            "slab": (0.06, 0.09),
            "width": (0.55, 0.8),
        },
        "italic": {
            "upright": (0.12, 0.2),
            "level": (0.05, 0.1),
            "serif": (0.05, 0.08),
            "slab": (0.04, 0.06),
            "slant": (0.1, 0.25),
        },
        "hollow": {"upright": (0.2, 0.28), "hollow": (0.35, 0.6), "width": (0.8, 1.0)},
    }
)


def random_face(rng: np.random.Generator, paper: str) -> Face:
    """Return a typeface of the project's own pens.

    Args:
        rng: Source of chance.
        paper: Colour of the card, for hollow letters.
    """
    family = list(_FAMILIES)[int(rng.integers(len(_FAMILIES)))]
    values = {name: round(float(rng.uniform(*bounds)), 3) for name, bounds in _FAMILIES[family].items()}
    values.setdefault("level", values["upright"])
    pen = Pen(**values, gap=round(float(rng.uniform(0.04, 0.14)), 3), paper=paper)  # type: ignore[arg-type]
    return replace(pen, open_forms=bool(rng.random() < 0.5), round_ends=not pen.serif and bool(rng.random() < 0.4))
