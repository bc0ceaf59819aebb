"""Oriented boxes of cards: size, distance and overlap."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import atan2, hypot, pi
from typing import Any

import numpy as np
import numpy.typing as npt

from companion.vision.boxes import shared_area
from companion.vision.types import FloatArray

_ONE_PLACE = 0.06
"""How far apart, in heights, and how much beside each other, two boxes of one card at rest are at most."""

Point = npt.NDArray[np.float64]
"""(2,) x and y."""


@dataclass(frozen=True, slots=True, eq=False)
class Box:
    """Where one card lies, measured once: a look compares every card with every other.

    Attributes:
        corners: (4, 2) float32 pixels; the first edge is a short one.
        x: Of the middle.
        y: Of the middle.
        height: Length of the long edges.
        width: Length of the short edges.
        angle: Direction of the long edges, radians; half a turn more is the same.
        radius: Half its diagonal.
    """

    corners: FloatArray
    x: float
    y: float
    height: float
    width: float
    angle: float
    radius: float

    @classmethod
    def of(cls, corners: FloatArray) -> "Box":
        """Measure a card."""
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners.tolist()
        long = (hypot(cx - bx, cy - by) + hypot(dx - ax, dy - ay)) / 2
        short = (hypot(bx - ax, by - ay) + hypot(dx - cx, dy - cy)) / 2
        height, width = max(long, 1.0), max(short, 1.0)
        angle = atan2(cy + dy - ay - by, cx + dx - ax - bx)
        x, y = (ax + bx + cx + dx) / 4, (ay + by + cy + dy) / 4
        return cls(corners, x, y, height, width, angle, hypot(height, width) / 2)

    @property
    def middle(self) -> Point:
        """Return the middle as an array."""
        return np.array([self.x, self.y])

    def distance(self, other: "Box") -> float:
        """Return how far apart two middles are, in heights of this card."""
        return hypot(self.x - other.x, self.y - other.y) / self.height

    def displacement(self, other: "Box") -> float:
        """Return how far a card was moved and turned, in heights: a turn by 20 degrees counts like a tenth of a height.

        Which end is up does not count. Corners alone would not do: where a hand covers half of a card, its box wavers.
        """
        return self.distance(other) + 0.3 * self.turn(other)

    def turn(self, other: "Box") -> float:
        """Return by how much two cards are turned against each other, 0 to pi / 2; which end is up does not count."""
        return abs((self.angle - other.angle + pi / 2) % pi - pi / 2)

    def mapped(self, to: "Callable[[Point], Point]") -> "Box":
        """Return the box whose corners are what these are mapped to."""
        return Box.of(np.array([to(corner) for corner in self.corners.astype(np.float64)], np.float32))

    def turned_as(self, other: "Box") -> "Box":
        """Return this box with the edge on top that another's has, where both are one place looked at crosswise.

        A card that is seen nearly as wide as high may be read with the wrong edge on top, from look to look another.
        """
        if self.turn(other) > pi / 4 and self.distance(other) < _ONE_PLACE and self.overlap(other) > 1 - _ONE_PLACE:
            return Box.of(np.roll(self.corners, 1, axis=0))
        return self

    def overlap(self, other: "Box") -> float:
        """Return the share of the smaller box that lies under the other, 0..1."""
        reach = self.radius + other.radius
        if abs(self.x - other.x) > reach or hypot(self.x - other.x, self.y - other.y) > reach:
            return 0.0
        area = shared_area(self.corners, other.corners)
        return min(area / min(self.height * self.width, other.height * other.width), 1.0)


def gap_to_edge(points: npt.NDArray[np.floating[Any]], size: tuple[int, int]) -> float:
    """Return how far the outermost of some points is from the edge of a picture; below zero, beyond it.

    Args:
        points: (..., 2) pixels.
        size: Width and height of the picture, pixels.
    """
    return float(min(points.min(), (np.array(size) - points).min()))


class Around:
    """Boxes, sorted so that those near another are found without looking at all."""

    def __init__(self, boxes: Sequence[Box]) -> None:
        self._boxes = sorted(enumerate(boxes), key=lambda placed: placed[1].x)
        self._xs = [box.x for _, box in self._boxes]

    def near(self, box: Box, reach: float) -> list[tuple[float, int]]:
        """Return how far those within a reach, in heights of the box, lie from it, and their places in what was given.

        Distances as by `Box.distance`; in no particular order.
        """
        pixels = reach * box.height + 1.0
        among = self._boxes[bisect_left(self._xs, box.x - pixels) : bisect_right(self._xs, box.x + pixels)]
        placed = ((box.distance(other), place) for place, other in among)
        return [(distance, place) for distance, place in placed if distance <= reach]
