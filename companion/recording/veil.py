"""Privacy: everything outside the part of the picture where cards lie is blurred beyond recognition."""

from collections.abc import Iterable

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.types import Image

_ROOM = 0.9
"""How far the clear part reaches beyond where cards were seen, in heights of a card: room for hands that lay them."""

_COARSE = 24
"""Pixels of the blurred part along the picture's shorter side: nobody can be told from so few."""


class Veil:
    """Knows where cards were seen and blurs all else; before the first card, the whole picture."""

    def __init__(self, corners: Iterable[npt.NDArray[np.floating]] = ()) -> None:
        """Begin.

        Args:
            corners: (4, 2) pixels of cards that were seen.
        """
        self._hull = np.zeros((0, 2), np.float32)
        self._height = 0.0
        self._mask: npt.NDArray[np.uint8] | None = None
        for quad in corners:
            self.note(quad)

    def note(self, corners: npt.NDArray[np.floating]) -> None:
        """Take note that a card was seen there; (4, 2) pixels."""
        quad = corners.astype(np.float32)
        if len(self._hull) and all(cv2.pointPolygonTest(self._hull, (float(x), float(y)), False) >= 0 for x, y in quad):
            return
        self._height = max(self._height, float(np.linalg.norm(quad[3] - quad[0])))
        points = np.concatenate([self._hull, quad])
        self._hull = np.asarray(cv2.convexHull(points)[:, 0], np.float32)
        self._mask = None

    def over(self, image: Image) -> Image:
        """Return a copy of a picture with everything blurred but where cards lie."""
        height, width = image.shape[:2]
        scale = _COARSE / min(height, width)
        few = (max(1, round(width * scale)), max(1, round(height * scale)))
        small = cv2.resize(image, few, interpolation=cv2.INTER_AREA)
        blurred = np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)
        if len(self._hull):
            if self._mask is None or self._mask.shape != (height, width):
                self._mask = self._clear(height, width)
            cv2.copyTo(image, self._mask, blurred)
        return blurred

    def _clear(self, height: int, width: int) -> npt.NDArray[np.uint8]:
        mask = np.zeros((height, width), np.uint8)
        points = np.round(self._hull).astype(np.int32)
        reach = max(1, round(2 * _ROOM * self._height))
        cv2.fillConvexPoly(mask, points, 255)
        cv2.polylines(mask, [points], True, 255, reach)
        return mask
