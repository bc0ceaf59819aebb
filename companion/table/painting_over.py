"""Pictures without what is on the table and is no play: finder and reader would take longest for it."""

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.types import Image

_MARGIN, _AROUND = 0.06, 0.2
"""How far around it is painted, and how far around that the table shows, in heights of a card."""


def painted_over(image: Image, outlines: Sequence[npt.NDArray[np.floating]], height: float) -> Image:
    """Return a picture in which some things have the colour of what lies around them.

    Args:
        image: (H, W, 3) uint8 BGR.
        outlines: (N, 2) pixels each, convex.
        height: Of a card, pixels.
    """
    things = np.zeros(image.shape[:2], np.uint8)
    for outline in outlines:
        cv2.fillConvexPoly(things, np.round(outline).astype(np.int32), 255)
    inner, wider = (cv2.dilate(things, _disc(height * reach)) for reach in (_MARGIN, _MARGIN + _AROUND))
    around = image[(wider > 0) & (inner == 0)]
    if not len(around):
        return image
    painted = image.copy()
    painted[inner > 0] = np.median(around, axis=0).astype(np.uint8)
    return painted


def _disc(radius: float) -> npt.NDArray[np.uint8]:
    width = 2 * max(round(radius), 1) + 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (width, width)), np.uint8)
