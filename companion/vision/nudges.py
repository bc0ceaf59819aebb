"""Boxes a little off on purpose: what a card looks like through several of them tells more than through one."""

import numpy as np
import numpy.typing as npt

from companion.vision.types import FloatArray

_SHIFT, _SMALLER, _LARGER = 0.03, 0.95, 1.06
"""As parts of the card: about as far as boxes are off."""
_NUDGES = (
    (_SMALLER, 0.0, 0.0),
    (_LARGER, 0.0, 0.0),
    (1.0, _SHIFT, 0.0),
    (1.0, -_SHIFT, 0.0),
    (1.0, 0.0, _SHIFT),
    (1.0, 0.0, -_SHIFT),
)
"""Scale, and move along the first edge and across it."""


def nudged(corners: npt.NDArray[np.floating]) -> FloatArray:
    """Return the (6 N, 4, 2) boxes around N boxes, those of the first box first.

    Args:
        corners: (N, 4, 2) pixels, clockwise.
    """
    middles = corners.mean(axis=1, keepdims=True)
    across = (corners[:, 1] - corners[:, 0] + corners[:, 2] - corners[:, 3])[:, None] / 2
    down = (corners[:, 3] - corners[:, 0] + corners[:, 2] - corners[:, 1])[:, None] / 2
    moved = [middles + (corners - middles) * scale + x * across + y * down for scale, x, y in _NUDGES]
    return np.stack(moved, axis=1).reshape(-1, 4, 2).astype(np.float32)
