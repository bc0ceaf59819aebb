"""Shapes and looks of the hands at the simulated table, in millimetres.

Frame of a hand: u to the right, v forward along the fingers, the origin at the fingertips; the arm lies towards
negative v. Shapes are those of a right hand; the left is its mirror image.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from companion.simulation.script import Grip

Rng = np.random.Generator
Colour = npt.NDArray[np.float64]

Limb = Sequence[tuple[float, float, float]]
"""A rounded limb: points (u, v, radius) from its root to its tip, millimetres."""

Outline = Sequence[tuple[float, float]]


@dataclass(frozen=True)
class Look:
    """What one player's arms look like.

    Attributes:
        skin: (3,) BGR.
        sleeve: (3,) BGR; None for a bare arm.
        breadth: 1 for a hand of average breadth.
        seed: Of the folds and creases.
    """

    skin: Colour
    sleeve: Colour | None
    breadth: float
    seed: int


_SKINS = np.array(
    [[168, 194, 232], [140, 170, 216], [112, 142, 196], [76, 104, 158], [50, 70, 112], [40, 52, 84]], float
)
_SLEEVES = np.array(
    [
        [60, 48, 40],
        [120, 84, 44],
        [48, 44, 130],
        [70, 96, 52],
        [196, 190, 182],
        [40, 100, 150],
        [110, 60, 92],
        [52, 52, 58],
    ],
    float,
)


def random_look(rng: Rng) -> Look:
    """Draw one player's skin and sleeves."""
    skin = np.clip(_SKINS[int(rng.integers(len(_SKINS)))] * rng.uniform(0.92, 1.05), 0, 255)
    sleeve = np.clip(_SLEEVES[int(rng.integers(len(_SLEEVES)))] + rng.normal(0, 10, 3), 10, 240)
    bare = rng.random() < 0.2
    return Look(skin, None if bare else sleeve, float(rng.uniform(0.92, 1.06)), int(rng.integers(1 << 30)))


@dataclass(frozen=True)
class HandShape:
    """A hand in one position.

    Attributes:
        fingers: The limbs, from the lowest to the highest.
        thumb: The thumb.
        palm: Outline of the palm.
        thumb_above: The thumb lies over the card that the fingers hold.
    """

    fingers: Sequence[Limb]
    thumb: Limb
    palm: Outline
    thumb_above: bool


ARM_WIDTHS: Outline = ((25, -180), (27, -230), (36, -340), (48, -800))
"""Half widths of a bare arm and where it has them, from the wrist towards the shoulder; millimetres."""

_BACK_OF_HAND: Outline = (
    (-25, -200), (-27, -160), (-38, -134), (-40, -108), (-37, -88), (-24, -80), (-8, -76), (12, -79), (28, -87),
    (40, -98), (40, -118), (33, -146), (27, -164), (25, -200),
)  # fmt: skip
_SIDE_OF_HAND: Outline = (
    (-24, -200), (-26, -150), (-22, -118), (-14, -88), (0, -58), (18, -52), (36, -58),
    (44, -76), (42, -104), (34, -136), (27, -160), (24, -200),
)  # fmt: skip

SHAPES: Mapping[Grip, HandShape] = MappingProxyType(
    {
        "sweep": HandShape(
            fingers=(
                ((30, -100, 9.5), (38, -68, 8.4), (42, -44, 7.4), (43, -28, 6.6)),
                ((13, -92, 10.2), (18, -50, 9.0), (20, -24, 8.2), (20, -8, 7.2)),
                ((-8, -90, 10.4), (-7, -44, 9.2), (-6, -15, 8.4), (-5, 1, 7.4)),
                ((-27, -96, 10.2), (-31, -54, 9.0), (-31, -29, 8.2), (-29, -13, 7.2)),
            ),
            thumb=((-20, -148, 14.0), (-44, -116, 12.0), (-57, -90, 10.2), (-60, -72, 8.8)),
            palm=_BACK_OF_HAND,
            thumb_above=False,
        ),
        "slide": HandShape(
            fingers=(
                ((29, -100, 9.5), (35, -78, 9.2), (33, -66, 8.8)),
                ((13, -92, 10.2), (19, -62, 9.8), (17, -49, 9.4)),
                ((-7, -90, 10.4), (3, -46, 9.2), (7, -15, 8.4), (8, 1, 7.4)),
                ((-26, -96, 10.2), (-20, -54, 9.0), (-13, -25, 8.2), (-9, -5, 7.2)),
            ),
            thumb=((-18, -146, 14.0), (-36, -108, 12.0), (-36, -80, 10.2), (-29, -62, 8.8)),
            palm=_BACK_OF_HAND,
            thumb_above=False,
        ),
        "pinch": HandShape(
            fingers=(
                ((34, -84, 9.5), (48, -46, 8.8), (46, -20, 7.8), (36, -2, 6.8)),
                ((26, -78, 10.2), (40, -34, 9.0), (38, 0, 8.0), (28, 20, 7.0)),
                ((14, -72, 10.4), (26, -26, 9.2), (24, 8, 8.2), (14, 27, 7.2)),
                ((2, -70, 10.4), (8, -24, 9.4), (6, 9, 8.4), (0, 27, 7.2)),
            ),
            thumb=((3, -126, 9.0), (-11, -94, 13.0), (-15, -56, 12.0), (-10, -16, 10.4), (-4, 12, 9.2), (-2, 21, 8.2)),
            palm=_SIDE_OF_HAND,
            thumb_above=True,
        ),
    }
)
