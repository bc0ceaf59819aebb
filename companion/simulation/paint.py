"""Laying flat pictures and shadows over a picture, seen through a homography."""

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.types import Image

Bgra = npt.NDArray[np.uint8]
Matrix = npt.NDArray[np.float64]
Window = tuple[slice, slice]


def _window(image: Image, shape: tuple[int, ...], matrix: Matrix) -> tuple[Window, Matrix] | None:
    """Return the part of the picture that a warped sheet touches, and the homography into that part."""
    height, width = shape[:2]
    corners = np.array([[0, 0, 1], [width, 0, 1], [width, height, 1], [0, height, 1]], np.float64) @ matrix.T
    points = corners[:, :2] / corners[:, 2:]
    low = np.maximum(np.floor(points.min(axis=0)).astype(int) - 1, 0)
    high = np.minimum(np.ceil(points.max(axis=0)).astype(int) + 1, (image.shape[1], image.shape[0]))
    if (high <= low).any():
        return None
    moved = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1]]) @ matrix
    return (slice(int(low[1]), int(high[1])), slice(int(low[0]), int(high[0]))), moved


def _size(image: Image) -> tuple[int, int]:
    return image.shape[1], image.shape[0]


def lay_sheet(image: Image, sheet: Bgra, matrix: Matrix) -> None:
    """Lay a picture over another in place.

    Args:
        image: (H, W, 3) uint8 BGR.
        sheet: (h, w, 4) uint8, colours premultiplied by alpha.
        matrix: (3, 3) homography from pixels of the sheet to pixels of the image.
    """
    window = _window(image, sheet.shape, matrix)
    if window is None:
        return
    region = image[window[0]]
    warped = cv2.warpPerspective(sheet, window[1], _size(region), flags=cv2.INTER_LINEAR)
    clear = cv2.cvtColor(255 - warped[..., 3], cv2.COLOR_GRAY2BGR)
    cv2.add(cv2.multiply(region, clear, scale=1 / 255), warped[..., :3], dst=region)


def cast_shadow(image: Image, shadow: npt.NDArray[np.uint8], matrix: Matrix, depth: float) -> None:
    """Darken a picture in place where a shadow falls.

    Args:
        image: (H, W, 3) uint8 BGR.
        shadow: (h, w) uint8, 255 where the thing that casts it takes all light.
        matrix: (3, 3) homography from pixels of the shadow to pixels of the image.
        depth: Part of the light that the thing takes.
    """
    window = _window(image, shadow.shape, matrix)
    if window is None:
        return
    region = image[window[0]]
    warped = cv2.warpPerspective(shadow, window[1], _size(region), flags=cv2.INTER_LINEAR)
    left = cv2.cvtColor(255 - cv2.convertScaleAbs(warped, alpha=depth), cv2.COLOR_GRAY2BGR)
    cv2.multiply(region, left, dst=region, scale=1 / 255)
