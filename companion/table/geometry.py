"""Oriented boxes of cards: size, distance and overlap."""

from dataclasses import dataclass
from math import hypot

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.types import FloatArray

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
    """

    corners: FloatArray
    x: float
    y: float
    height: float
    width: float

    @classmethod
    def of(cls, corners: FloatArray) -> "Box":
        """Measure a card."""
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners.tolist()
        long = (hypot(cx - bx, cy - by) + hypot(dx - ax, dy - ay)) / 2
        short = (hypot(bx - ax, by - ay) + hypot(dx - cx, dy - cy)) / 2
        return cls(corners, (ax + bx + cx + dx) / 4, (ay + by + cy + dy) / 4, max(long, 1.0), max(short, 1.0))

    @property
    def middle(self) -> Point:
        """Return the middle as an array."""
        return np.array([self.x, self.y])

    def distance(self, other: "Box") -> float:
        """Return how far apart two middles are, in heights of this card."""
        return hypot(self.x - other.x, self.y - other.y) / self.height

    def displacement(self, other: "Box") -> float:
        """Return how far the corner that moved most has moved, in heights; which end is up does not count."""
        these, those = self.corners.tolist(), other.corners.tolist()
        moved = (
            max(hypot(x - u, y - v) for (x, y), (u, v) in zip(these, those[turn:] + those[:turn], strict=True))
            for turn in (0, 2)
        )
        return min(moved) / self.height

    def overlap(self, other: "Box") -> float:
        """Return the share of the smaller box that lies under the other, 0..1."""
        reach = (hypot(self.height, self.width) + hypot(other.height, other.width)) / 2
        if hypot(self.x - other.x, self.y - other.y) > reach:
            return 0.0
        area, _ = cv2.intersectConvexConvex(self.corners, other.corners)
        return min(float(area) / min(self.height * self.width, other.height * other.width), 1.0)
