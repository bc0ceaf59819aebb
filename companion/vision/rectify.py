"""Cutting one card out of a picture, straightened, at the camera's own resolution."""

import math
from collections.abc import Sequence

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
    middle = quad.mean(axis=0)
    quad = middle + (quad - middle) * (1 + 2 * margin)
    width, height = size
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = np.asarray(cv2.getPerspectiveTransform(quad.astype(np.float32), target), np.float64)
    # A card much larger than the cut-out is shrunk first: thin strokes are averaged, not skipped.
    seen = max(math.dist(quad[3], quad[0]), math.dist(quad[2], quad[1]))
    near, out_of = _halved(image, quad, min(int(math.log2(max(seen / height, 1.0))), _MOST_HALVINGS))
    cut = cv2.warpPerspective(near, matrix @ out_of, (width, height), flags=cv2.INTER_LINEAR)
    return np.asarray(cut, np.uint8), matrix


def own_corners(margin: float) -> FloatArray:
    """Return where the corners of a cut-out's own box lie in it: (8,) x and y in turn, parts of its width and height.

    Args:
        margin: As `window` was given it.
    """
    low, high = margin / (1 + 2 * margin), (1 + margin) / (1 + 2 * margin)
    return np.array([low, low, high, low, high, high, low, high], np.float32)


def to_window(corners: npt.NDArray[np.floating], matrix: npt.NDArray[np.float64], size: tuple[int, int]) -> FloatArray:
    """Turn (4, 2) pixels of a picture into parts of a cut-out's width and height.

    Args:
        corners: What to turn.
        matrix: From the picture to the cut-out's pixels, as `window` returns it.
        size: Width and height of the cut-out, pixels.
    """
    points = cv2.perspectiveTransform(corners.astype(np.float64)[None], matrix)[0]
    return np.asarray(points / size, np.float32)


def from_window(
    corners: npt.NDArray[np.floating], matrix: npt.NDArray[np.float64], size: tuple[int, int]
) -> FloatArray:
    """Turn parts of a cut-out's width and height back into pixels of the picture; see `to_window`."""
    points = corners.astype(np.float64).reshape(1, 4, 2) * size
    return np.asarray(cv2.perspectiveTransform(points, np.linalg.inv(matrix))[0], np.float32)


_MOST_HALVINGS = 4


def _halved(image: Image, quad: npt.NDArray[np.float64], times: int) -> tuple[Image, npt.NDArray[np.float64]]:
    """Return a picture, or what lies around a quadrilateral in it halved some times, and the homography out of it."""
    if not times:
        return image, np.eye(3)
    step = 2**times
    (left, top), (right, bottom) = quad.min(axis=0).tolist(), quad.max(axis=0).tolist()
    rows, left_out_above = _whole_steps(top, bottom, image.shape[0], step)
    columns, left_out_beside = _whole_steps(left, right, image.shape[1], step)
    region = image[rows, columns]
    if not region.size:
        return image, np.eye(3)
    for _ in range(times):
        # Halves are exact and many times faster than other fractions; what is odd at the picture's edge is cut off.
        region = region[: region.shape[0] // 2 * 2, : region.shape[1] // 2 * 2]
        region = np.asarray(cv2.resize(region, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
    middle = (step - 1) / 2
    return region, np.array([[step, 0.0, left_out_beside + middle], [0.0, step, left_out_above + middle], [0, 0, 1]])


def _whole_steps(low: float, high: float, side: int, step: int) -> tuple[slice, int]:
    """Return which of so many pixels lie between two places, in whole steps and one step more, and the first."""
    first = int(min(max(low - step, 0), side)) // step * step
    return slice(first, -(-math.ceil(min(max(high + step, 0), side)) // step) * step), first


def rectify(image: Image, corners: npt.NDArray[np.floating]) -> Image:
    """Cut out one card for the reader.

    Args:
        image: (H, W, 3) uint8 BGR.
        corners: (4, 2) pixels, clockwise; the first becomes the crop's top left, the first edge its top.

    Returns:
        (CROP_HEIGHT, CROP_WIDTH, 3) uint8; what lies outside the picture is black.
    """
    return window(image, corners, (CROP_WIDTH, CROP_HEIGHT), MARGIN)[0]


def looked_at_again(
    crop: Image, angle: float, shape: npt.NDArray[np.floating], shift: npt.NDArray[np.floating]
) -> Image:
    """Return a crop as a box that lies a little otherwise would have shown it.

    Args:
        crop: (H, W, 3) uint8.
        angle: How far it is turned about its middle, radians.
        shape: (2, 2), what is done to it before it is turned: stretched, mirrored, sheared.
        shift: (2,) pixels to the right and down.

    Returns:
        The same shape; beyond the crop's edge its last pixels go on.
    """
    height, width = crop.shape[:2]
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    linear = turn @ shape
    middle = np.array([width, height]) / 2
    matrix = np.column_stack([linear, middle - linear @ middle + shift])
    return np.asarray(cv2.warpAffine(crop, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE), np.uint8)


def in_patches(picture: Image | FloatArray, corners: npt.NDArray[np.floating], count: tuple[int, int]) -> FloatArray:
    """Return a card in coarse patches: enough to tell whether anything has changed on it.

    Args:
        picture: (H, W, 3) BGR.
        corners: (4, 2) pixels, clockwise.
        count: Patches beside and above each other.

    Returns:
        (rows, columns, 3) float32, the mean colour of each patch.
    """
    width, height = _SAMPLES
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), target)
    straight = cv2.warpPerspective(picture, matrix, _SAMPLES, flags=cv2.INTER_LINEAR)
    return np.asarray(cv2.resize(straight, count, interpolation=cv2.INTER_AREA), np.float32)


_WELL_LIT = 110.0
"""Level of a card's paper from which differences are as large as they get."""


def in_this_light(difference: float, patches: FloatArray, least: float) -> float:
    """Return what a difference on a well lit card is on this one: in the dark print differs less from paper.

    Args:
        difference: Levels, of 255.
        patches: (rows, columns, 3) of a card; the lightest are its paper.
        least: Never less than so many levels: noise differs, too.
    """
    light = float(np.percentile(patches, 90)) / _WELL_LIT
    return max(difference * min(light, 1.0), least)


_SAMPLES = (96, 144)
"""Places beside and above each other that the colours of patches are taken from."""


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


def as_batch(crops: Sequence[Image]) -> FloatArray:
    """Return N crops, (H, W, 3) uint8 BGR, as a network gets to see them: (N, 3, H, W) RGB in 0..1."""
    return np.ascontiguousarray(np.stack(crops)[..., ::-1].transpose(0, 3, 1, 2), np.float32) / np.float32(255)
