"""Cutting one card out of a picture, straightened, at the camera's own resolution."""

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.types import FloatArray, Image

CROP_WIDTH, CROP_HEIGHT = 112, 160
"""Pixels of a rectified card: what the reader is trained on."""
MARGIN = 0.03
"""Strip of surroundings kept on every side, as a part of the card: room for a box that is a little off."""


def window(
    image: Image, corners: npt.NDArray[np.floating], size: tuple[int, int], margin: float
) -> tuple[Image, npt.NDArray[np.float64]]:
    """Cut a quadrilateral and a strip around it out of a picture, straightened.

    Args:
        image: (H, W, 3) uint8 BGR.
        corners: (4, 2) pixels, clockwise; the first becomes the top left, the first edge the top.
        size: Width and height of the cut-out, pixels.
        margin: Width of the strip, as a part of the quadrilateral.

    Returns:
        (height, width, 3) uint8, black where it lies outside the picture; and the (3, 3) homography from pixels of
        the picture to pixels of the cut-out.
    """
    quad = corners.astype(np.float64)
    quad = quad.mean(axis=0) + (quad - quad.mean(axis=0)) * (1 + 2 * margin)
    # A card much larger than the cut-out is taken at a multiple of its size: thin strokes are averaged, not skipped.
    seen = max(float(np.linalg.norm(quad[3] - quad[0])), float(np.linalg.norm(quad[2] - quad[1])))
    multiple = int(np.clip(seen / size[1], 1, 4))
    width, height = size[0] * multiple, size[1] * multiple
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = np.asarray(cv2.getPerspectiveTransform(quad.astype(np.float32), target), np.float64)
    cut = cv2.warpPerspective(image, matrix, (width, height), flags=cv2.INTER_LINEAR)
    if multiple > 1:
        cut = cv2.resize(cut, size, interpolation=cv2.INTER_AREA)
        matrix = np.diag([1 / multiple, 1 / multiple, 1]) @ matrix
    return np.asarray(cut, np.uint8), matrix


def rectify(image: Image, corners: npt.NDArray[np.floating]) -> Image:
    """Cut out one card for the reader.

    Args:
        image: (H, W, 3) uint8 BGR.
        corners: (4, 2) pixels, clockwise; the first becomes the crop's top left, the first edge its top.

    Returns:
        (CROP_HEIGHT, CROP_WIDTH, 3) uint8; what lies outside the picture is black.
    """
    return window(image, corners, (CROP_WIDTH, CROP_HEIGHT), MARGIN)[0]


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
