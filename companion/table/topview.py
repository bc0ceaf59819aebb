"""The table as seen from straight above, in true proportions."""

from dataclasses import dataclass

import numpy as np

from companion.table.tabletop import Tabletop
from companion.vision.tabletop.plane import Matrix

_MOST_MM = 3000.0
"""No table is larger; a camera that looks along it shows its horizon."""

_LEAST_MM = 300.0
"""No table is smaller; of one that is looked along hardly more than a line may be seen."""


@dataclass(frozen=True, slots=True)
class Area:
    """A part of the table, millimetres of its own frame; y towards seat 0.

    Attributes:
        left: Smallest x.
        far: Smallest y.
        right: Greatest x.
        near: Greatest y.
    """

    left: float
    far: float
    right: float
    near: float

    @property
    def width(self) -> float:
        """From left to right."""
        return self.right - self.left

    @property
    def depth(self) -> float:
        """From far to near."""
        return self.near - self.far


def visible_area(tabletop: Tabletop, width: int, height: int) -> Area:
    """Return the smallest upright rectangle that holds what pictures show of the table, but for their outermost rim.

    Where that is no part of a table, or without the middle of play, it is a square around that.

    Args:
        tabletop: The table in the pictures.
        width: Of the pictures, pixels.
        height: Of the pictures, pixels.
    """
    # Points along the rim, not only corners: a lens bends the rim.
    steps = np.linspace(0.02, 0.98, 9)
    rims = [(x, y) for x in (0.02, 0.98) for y in steps] + [(x, y) for y in (0.02, 0.98) for x in steps]
    places = tabletop.all_to_table(np.array(rims) * (width, height))
    middle = tabletop.to_pixels(tabletop.centre[None])[0]
    # Beyond the horizon lines come back on the other side: what is further than any table does not count.
    seen = np.abs(places - tabletop.centre).max(axis=1) < _MOST_MM
    if seen.any() and ((middle >= 0) & (middle <= (width, height))).all():
        (left, far), (right, near) = places[seen].min(axis=0), places[seen].max(axis=0)
        area = Area(float(left), float(far), float(right), float(near))
        if min(area.width, area.depth) >= _LEAST_MM:
            return area
    x, y = tabletop.centre.tolist()
    return Area(x - _MOST_MM / 4, y - _MOST_MM / 4, x + _MOST_MM / 4, y + _MOST_MM / 4)


def placing(area: Area, size: tuple[int, int]) -> Matrix:
    """Return the (3, 3) map from millimetres to pixels of a top view of an area, (width, height) pixels large."""
    scale = min(size[0] / area.width, size[1] / area.depth)
    left = (size[0] - scale * area.width) / 2 - scale * area.left
    top = (size[1] - scale * area.depth) / 2 - scale * area.far
    return np.array([[scale, 0, left], [0, scale, top], [0, 0, 1]])
