"""A knock against the camera or the table: everything in the picture moves together, and nothing was played."""

from collections.abc import Sequence
from math import hypot
from statistics import median

import cv2
import numpy as np
import numpy.typing as npt

from companion.table.geometry import Box

Shift = npt.NDArray[np.float64]
"""(3, 3) from pixels before the knock to pixels after it: moved and turned, as rigid as a table is."""

Pair = tuple[Box, Box]
"""Where a card lay, and where a card lies that reads the same."""

_MOVED = 0.1
"""Cards that moved less, in heights, are followed without this."""

_TOGETHER = 0.08
"""How far, in heights, a card may be from where the common movement would have it."""

_SHARE = 0.7
"""Share of the cards that must have moved together."""

_FEWEST = 2
"""So few cards that moved by the same way are no chance, where they lie apart and did not move far."""

_APART = 1.4
_NOT_FAR = 0.45
"""How far apart such few cards must lie, and how far they may move at most, in heights: a hand moves a fan together."""

_STRETCH = 0.04
"""How much larger or smaller everything may seem."""


def common_shift(pairs: Sequence[Pair]) -> Shift | None:
    """Return how all cards moved together, None where they did not.

    Args:
        pairs: For each card that lay still, where it lay and where it, or one like it, lies now.
    """
    if len(pairs) < _FEWEST:
        return None
    height = median(box.height for box, _ in pairs)
    if median(hypot(now.x - was.x, now.y - was.y) for was, now in pairs) < _MOVED * height:
        return None
    before = np.array([box.middle for box, _ in pairs])
    after = np.array([box.middle for _, box in pairs])
    shift = _fitted(before, after, height)
    if shift is None:
        return None
    moved = cv2.perspectiveTransform(before[None].astype(np.float64), shift)[0]
    together = np.linalg.norm(moved - after, axis=1) < _TOGETHER * height
    return shift if together.sum() >= max(_FEWEST, _SHARE * len(pairs)) else None


def shifted(box: Box, shift: Shift) -> Box:
    """Return a box as it lies after the common movement."""
    corners = cv2.perspectiveTransform(box.corners[None].astype(np.float64), shift)[0]
    # In a mirror image they would go round the other way.
    flipped = np.linalg.det(shift[:2, :2]) < 0
    return Box.of(np.asarray(corners[[1, 0, 3, 2]] if flipped else corners, np.float32))


def _fitted(before: npt.NDArray[np.float64], after: npt.NDArray[np.float64], height: float) -> Shift | None:
    if len(before) == _FEWEST:
        # Two cards that moved the same way: a turn would fit any two.
        moved = after - before
        apart = float(np.linalg.norm(before[0] - before[1])) > _APART * height
        far = float(np.linalg.norm(moved, axis=1).max()) > _NOT_FAR * height
        if not apart or far or float(np.linalg.norm(moved[0] - moved[1])) > _TOGETHER * height:
            return None
        return _affine(np.array([[1.0, 0.0, moved[:, 0].mean()], [0.0, 1.0, moved[:, 1].mean()]]))
    fitted, _ = cv2.estimateAffinePartial2D(before, after, method=cv2.RANSAC, ransacReprojThreshold=_TOGETHER * height)
    if fitted is None or abs(float(np.hypot(fitted[0, 0], fitted[1, 0])) - 1.0) > _STRETCH:
        return None
    return _affine(np.asarray(fitted, np.float64))


def _affine(rows: npt.NDArray[np.float64]) -> Shift:
    return np.vstack([rows, [0.0, 0.0, 1.0]])
