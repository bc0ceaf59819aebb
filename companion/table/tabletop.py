"""From pixels of the camera to millimetres of the table, with as much calibration as there is."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.errors import UnusableError
from companion.table.geometry import Point
from companion.table.tracker import Track

CARD_HEIGHT_MM = 95.0
"""Height of a Spanish card; other decks differ by less than a guess from the picture can tell."""


@dataclass(frozen=True)
class Tabletop:
    """The plane of the table.

    Attributes:
        homography: (3, 3) from pixels to millimetres; x to the right and y towards seat 0 as the camera sees it.
        centre: The middle of play, millimetres.
    """

    homography: npt.NDArray[np.float64]
    centre: Point

    def to_table(self, point: Point) -> Point:
        """Return where on the table a pixel lies, in millimetres from the table's own origin."""
        x, y, w = self.homography @ np.array([point[0], point[1], 1.0])
        return np.array([x / w, y / w])

    @classmethod
    def from_corners(cls, corners: Sequence[Sequence[float]], width: float, depth: float) -> "Tabletop":
        """Measure by the four corners of the table (or of a mat on it).

        Args:
            corners: (4, 2) pixels: far left, far right, near right, near left, as seat 0 sees them.
            width: Millimetres from left to right.
            depth: Millimetres from far to near.

        Raises:
            UnusableError: The corners do not span a convex area in this order.
        """
        pixels = np.asarray(corners, np.float32)
        if pixels.shape != (4, 2) or not cv2.isContourConvex(pixels) or cv2.contourArea(pixels, oriented=True) < 0:
            raise UnusableError(
                "the four corners of the table must be given far left, far right, near right, near left"
            )
        target = np.array([[0, 0], [width, 0], [width, depth], [0, depth]], np.float32)
        homography = cv2.getPerspectiveTransform(pixels, target)
        return cls(np.asarray(homography, np.float64), np.array([width / 2, depth / 2]))

    @classmethod
    def guessed(cls, width: int, height: int, card_height: float) -> "Tabletop":
        """Take the camera to look straight down on the middle of the table.

        Args:
            width: Of the picture, pixels.
            height: Of the picture, pixels.
            card_height: How high a card is in it, pixels.
        """
        scale = CARD_HEIGHT_MM / card_height
        return cls(np.diag([scale, scale, 1.0]), np.array([width, height]) * scale / 2)


def card_height(tracks: Sequence[Track]) -> float | None:
    """Return how high a card on the table is in the picture (median), None where none is seen; pixels."""
    heights = [track.box.height for track in tracks]
    return float(np.median(heights)) if heights else None
