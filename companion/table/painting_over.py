"""Pictures without what is on the table and is no play: finder and reader would take longest for it."""

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.types import Image

_MARGIN, _AROUND = 0.06, 0.2
"""How far around it is painted, and how far around that the table shows, in heights of a card."""


Outline = npt.NDArray[np.floating]
"""(N, 2) pixels, convex."""


def painted_over(image: Image, groups: Sequence[Sequence[Outline]], height: float) -> Image:
    """Return a picture in which some things have the colour of what lies around them; the picture itself without any.

    Args:
        image: (H, W, 3) uint8 BGR.
        groups: Outlines of the things; those of a group get one colour.
        height: Of a card, pixels.
    """
    if not groups:
        return image
    painted = image.copy()
    for outlines in groups:
        _paint(painted, outlines, height)
    return painted


def _paint(image: Image, outlines: Sequence[Outline], height: float) -> None:
    """Paint over some things in place."""
    reach = (_MARGIN + _AROUND) * height + 2
    points = np.concatenate(outlines)
    left, top = np.maximum(np.floor(points.min(axis=0) - reach), 0).astype(int)
    right, bottom = np.maximum(np.ceil(points.max(axis=0) + reach), 0).astype(int)
    region = image[top:bottom, left:right]
    things = np.zeros(region.shape[:2], np.uint8)
    if not things.size:
        return
    for outline in outlines:
        cv2.fillConvexPoly(things, np.round(outline - (left, top)).astype(np.int32), 255)
    inner, wider = (cv2.dilate(things, _disc(height * reach)) for reach in (_MARGIN, _MARGIN + _AROUND))
    around = region[(wider > 0) & (inner == 0)]
    if len(around):
        region[inner > 0] = np.median(around, axis=0).astype(np.uint8)


def _disc(radius: float) -> npt.NDArray[np.uint8]:
    width = 2 * max(round(radius), 1) + 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (width, width)), np.uint8)
