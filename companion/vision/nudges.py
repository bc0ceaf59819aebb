"""Boxes a little off on purpose, some upside down: through several of them a card tells more than through one."""

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
UPSIDE_DOWN = np.array([False, True, False, True, False, True])
"""Which of them begin at the opposite corner: to a reader of cards that lie either way round that is another look."""


def nudged(corners: npt.NDArray[np.floating]) -> FloatArray:
    """Return the (N, 6, 4, 2) boxes around each of N boxes, half of them `UPSIDE_DOWN`.

    Args:
        corners: (N, 4, 2) pixels, clockwise.
    """
    middles = corners.mean(axis=1, keepdims=True)
    across = (corners[:, 1] - corners[:, 0] + corners[:, 2] - corners[:, 3])[:, None] / 2
    down = (corners[:, 3] - corners[:, 0] + corners[:, 2] - corners[:, 1])[:, None] / 2
    moved = [middles + (corners - middles) * scale + x * across + y * down for scale, x, y in _NUDGES]
    boxes = np.stack(moved, axis=1).astype(np.float32)
    boxes[:, UPSIDE_DOWN] = np.roll(boxes[:, UPSIDE_DOWN], 2, axis=2)
    return boxes
