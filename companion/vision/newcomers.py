"""What has just come: a card that a hand carries lies nowhere twice, and no look at it tells what the next will."""

from collections import deque

import numpy as np
import numpy.typing as npt

from companion.vision.boxes import card_heights
from companion.vision.types import FloatArray

_LEGIBLE = 0.5
"""A newcomer read with less by the first glance is not looked at more closely before it stays where it is."""
_STAYED = 0.15
"""Greatest move of a box's middle between two looks, as a part of its height, of a card that lies still: a camera held
by hand sways."""
_LOOKS = 4
"""So many looks it is remembered where boxes were: those in doubt are not found every time."""


def left_for_later(
    newcomers: npt.NDArray[np.bool_] | None, likeliest: npt.NDArray[np.floating]
) -> npt.NDArray[np.bool_]:
    """Tell which of N faces are looked at closely only when they stay.

    Args:
        newcomers: (N,) which of them have just come where they are; None for none.
        likeliest: (N,) the chance of each one's likeliest card, by one glance.
    """
    if newcomers is None:
        return np.zeros(len(likeliest), np.bool_)
    return newcomers & (likeliest < _LEGIBLE)


class Newcomers:
    """Remembers where boxes were in the last pictures; for one thread."""

    def __init__(self) -> None:
        self._middles: deque[FloatArray] = deque([np.zeros((0, 2), np.float32)], maxlen=_LOOKS)

    def among(self, corners: FloatArray) -> npt.NDArray[np.bool_]:
        """Tell which of the (N, 4, 2) boxes of the next picture, pixels, are where none was in the last ones."""
        middles, before = corners.mean(axis=1), np.concatenate(self._middles)
        away = np.linalg.norm(middles[:, None] - before[None], axis=2).min(axis=1, initial=np.inf)
        self._middles.append(middles)
        return np.asarray(away > _STAYED * card_heights(corners), np.bool_)
