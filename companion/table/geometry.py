"""Oriented boxes of cards: size, distance and overlap. Boxes are (4, 2) corners that start with a short edge."""

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.types import FloatArray

Point = npt.NDArray[np.float64]
"""(2,) x and y."""


def centre(corners: FloatArray) -> Point:
    """Return the middle of a box."""
    return np.asarray(corners.mean(axis=0), np.float64)


def height(corners: FloatArray) -> float:
    """Return the length of the long edges."""
    return float((np.linalg.norm(corners[2] - corners[1]) + np.linalg.norm(corners[0] - corners[3])) / 2)


def displacement(one: FloatArray, other: FloatArray) -> float:
    """Return how far the corner that moved most has moved, in heights of the card; which end is up does not count."""
    moved = (float(np.linalg.norm(one - np.roll(other, turn, axis=0), axis=1).max()) for turn in (0, 2))
    return min(moved) / max(height(one), 1.0)


def overlap(one: FloatArray, other: FloatArray) -> float:
    """Return the share of the smaller box that lies under the other, 0..1."""
    reach = height(one) + height(other)
    if float(np.linalg.norm(centre(one) - centre(other))) > reach:
        return 0.0
    area, _ = cv2.intersectConvexConvex(one.astype(np.float32), other.astype(np.float32))
    smaller = min(cv2.contourArea(one.astype(np.float32)), cv2.contourArea(other.astype(np.float32)))
    return float(min(area / smaller, 1.0)) if smaller > 0 else 0.0
