"""Cutting one card out of a picture, straightened, at the camera's own resolution."""

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.types import FloatArray, Image

CROP_WIDTH, CROP_HEIGHT = 112, 160
"""Pixels of a rectified card: what the reader is trained on."""
MARGIN = 0.03
"""Strip of surroundings kept on every side, as a part of the card: room for a box that is a little off."""


def rectify(image: Image, corners: npt.NDArray[np.floating]) -> Image:
    """Cut out one card.

    Args:
        image: (H, W, 3) uint8 BGR.
        corners: (4, 2) pixels, clockwise; the first becomes the crop's top left, the first edge its top.

    Returns:
        (CROP_HEIGHT, CROP_WIDTH, 3) uint8; what lies outside the picture is black.
    """
    quad = corners.astype(np.float64)
    quad = quad.mean(axis=0) + (quad - quad.mean(axis=0)) * (1 + 2 * MARGIN)
    # A card much larger than the crop is cut out at a multiple of its size: thin strokes are averaged, not skipped.
    seen = max(float(np.linalg.norm(quad[3] - quad[0])), float(np.linalg.norm(quad[2] - quad[1])))
    multiple = int(np.clip(seen / CROP_HEIGHT, 1, 4))
    width, height = CROP_WIDTH * multiple, CROP_HEIGHT * multiple
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), target)
    crop = cv2.warpPerspective(image, matrix, (width, height), flags=cv2.INTER_LINEAR)
    if multiple > 1:
        crop = cv2.resize(crop, (CROP_WIDTH, CROP_HEIGHT), interpolation=cv2.INTER_AREA)
    return np.asarray(crop, np.uint8)


def oriented_box(points: npt.NDArray[np.floating]) -> FloatArray:
    """Return the (4, 2) corners, clockwise from a short edge, of the smallest rectangle around (N, 2) points."""
    box = cv2.boxPoints(cv2.minAreaRect(points.astype(np.float32)))
    return short_edge_first(np.asarray(box, np.float32))


def short_edge_first(corners: npt.NDArray[np.floating]) -> FloatArray:
    """Order (4, 2) corners clockwise as seen, so that the first edge is a short one."""
    ordered = corners
    edges = np.roll(ordered, -1, axis=0) - ordered
    if edges[0, 0] * edges[1, 1] - edges[0, 1] * edges[1, 0] < 0:
        ordered = ordered[::-1]
    if np.linalg.norm(ordered[1] - ordered[0]) > np.linalg.norm(ordered[2] - ordered[1]):
        ordered = np.roll(ordered, -1, axis=0)
    return np.ascontiguousarray(ordered, np.float32)
