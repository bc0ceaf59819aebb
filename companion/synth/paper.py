"""What cards are printed on: white, cream or grey board, new, or worn and dirty from years of play."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

Rng = np.random.Generator

_SHARE_DARK = 0.2
"""Decks that are grey or brown all over: old, dirty, or on boards that never were white."""
_SHARE_WORN = 0.3
_WEAR_SIZE = (16, 24)
"""Width and height of a map of the wear: stains and rubbed places, no scratches."""


@dataclass(frozen=True)
class Paper:
    """Board of one deck.

    Attributes:
        tint: (3,) float32 factors for blue, green and red.
        wear: How uneven the cards of the deck have become, 0 for new ones.
    """

    tint: npt.NDArray[np.float32]
    wear: float

    def stains(self, rng: Rng, width: int, height: int) -> npt.NDArray[np.float32] | None:
        """Draw the wear of one card: (height, width, 1) factors, darkest at the edges; None for a new card."""
        if not self.wear:
            return None
        coarse = rng.normal(0, self.wear, _WEAR_SIZE[::-1]).astype(np.float32)
        coarse[[0, -1]] -= self.wear
        coarse[:, [0, -1]] -= self.wear
        full = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
        return np.clip(1 + full, 0.4, 1.1)[..., None].astype(np.float32)


def random_paper(rng: Rng) -> Paper:
    """Draw the board of a deck."""
    tint = np.clip(1 - np.abs(rng.normal(0, 0.05, 3)) - [0.06 * rng.random(), 0, 0], 0.7, 1)
    if rng.random() < _SHARE_DARK:
        tint = tint * rng.uniform(0.4, 0.9) * (1 - np.array([0.15, 0.05, 0.0]) * rng.random())
    wear = float(rng.uniform(0.02, 0.12)) if rng.random() < _SHARE_WORN else 0.0
    return Paper(tint.astype(np.float32), wear)
