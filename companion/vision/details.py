"""Telling cards of a taught deck apart by what differs between them: a letter in a corner, one symbol more.

A network's embedding says which cards a picture is most like; between the last few candidates a small part of the card
decides. There the picture is compared with the looks at them patch by patch (normalised cross-correlation, each patch
moved a few pixels: corners are never exact), and patches in which the candidates differ more count more.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations, product

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.onnx_model import FloatTensor
from companion.vision.rectify import CROP_HEIGHT, CROP_WIDTH
from companion.vision.types import Image

# Chosen on decks in styles that the reader was not trained on (docs/decisions/0009-teaching.md).
_PATCH, _STEP, _REACH = 24, 12, 6
"""Side of a patch, from one to the next, and how far it is moved; pixels of a crop."""
_DIFFERS = 3
"""Power of how much the candidates differ in a patch."""
_LEAST_CONTRAST = 5.0
_FLAT = 3.0
"""Standard deviation below which a patch shows nothing."""
_PLACES = tuple(
    product(
        range(_REACH, CROP_HEIGHT - _PATCH - _REACH + 1, _STEP),
        range(_REACH, CROP_WIDTH - _PATCH - _REACH + 1, _STEP),
    )
)
"""Top and left of every patch."""


class Details:
    """The looks at a deck's cards, ready to be compared with in detail."""

    def __init__(self, looks: Mapping[int, Image]) -> None:
        """Prepare the looks.

        Args:
            looks: By the card's number, (CROP_HEIGHT, CROP_WIDTH, 3) uint8 BGR, the right way up.
        """
        self._looks = {card: _evened(look) for card, look in looks.items()}
        self._differences: dict[tuple[int, int], FloatTensor] = {}

    def likeness(self, crop: Image, candidates: Sequence[int]) -> FloatTensor:
        """Return (K,) how like the crop is to each of K candidates where they differ, -1..1.

        Args:
            crop: (CROP_HEIGHT, CROP_WIDTH, 3) uint8 BGR, the right way up.
            candidates: Numbers of cards, two or more, each once.
        """
        pairs = [self._difference(one, other) for one, other in combinations(sorted(candidates), 2)]
        weights = np.mean(pairs, axis=0) ** _DIFFERS
        weights /= max(float(weights.sum()), 1e-9)
        seen = _evened(crop)
        return np.array([float(_correlations(self._looks[card], seen) @ weights) for card in candidates], np.float32)

    def _difference(self, one: int, other: int) -> FloatTensor:
        """Return by how much two looks differ in every patch: the mean square, the patch moved to where it is least."""
        if (one, other) not in self._differences:
            self._differences[one, other] = np.array(
                [
                    cv2.matchTemplate(around, patch, cv2.TM_SQDIFF).min() / patch.size
                    for patch, around in _patches(self._looks[one], self._looks[other])
                ],
                np.float32,
            )
        return self._differences[one, other]


def _evened(crop: Image) -> Image:
    """Return a crop with the same mean and spread in every channel, whatever the light was."""
    values = crop.astype(np.float32)
    spread = np.maximum(values.std(axis=(0, 1)), _LEAST_CONTRAST)
    return np.asarray(np.clip((values - values.mean(axis=(0, 1))) / spread * 50 + 128, 0, 255), np.uint8)


def _patches(look: Image, seen: Image) -> list[tuple[Image, Image]]:
    """Return the patches of a look, each with the part of the picture in which it may be found."""
    return [
        (
            look[y : y + _PATCH, x : x + _PATCH],
            seen[y - _REACH : y + _PATCH + _REACH, x - _REACH : x + _PATCH + _REACH],
        )
        for y, x in _PLACES
    ]


def _correlations(look: Image, seen: Image) -> npt.NDArray[np.float32]:
    """Return for every patch of a look how well it is found in the picture, -1..1; 0 where it shows nothing."""
    found = [
        cv2.matchTemplate(around, patch, cv2.TM_CCOEFF_NORMED).max() if patch.std() > _FLAT else 0.0
        for patch, around in _patches(look, seen)
    ]
    return np.clip(np.nan_to_num(np.array(found, np.float32), posinf=0.0, neginf=0.0), -1, 1)
