"""Laying flat pictures and shadows over a picture, seen through a homography."""

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.types import Image

Bgra = npt.NDArray[np.uint8]
Matrix = npt.NDArray[np.float64]
Window = tuple[slice, slice]


def _window(image: Image, shape: tuple[int, ...], matrices: Sequence[Matrix]) -> tuple[Window, list[Matrix]] | None:
    """Return the part of the picture that a sheet touches, and its homographies into that part."""
    height, width = shape[:2]
    corners = np.array([[0, 0, 1], [width, 0, 1], [width, height, 1], [0, height, 1]], np.float64)
    projected = np.concatenate([corners @ matrix.T for matrix in matrices])
    points = projected[:, :2] / projected[:, 2:]
    low = np.maximum(np.floor(points.min(axis=0)).astype(int) - 1, 0)
    high = np.minimum(np.ceil(points.max(axis=0)).astype(int) + 1, (image.shape[1], image.shape[0]))
    if (high <= low).any():
        return None
    moving = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1]])
    window = (slice(int(low[1]), int(high[1])), slice(int(low[0]), int(high[0])))
    return window, [moving @ matrix for matrix in matrices]


def lay_sheet(image: Image, sheet: Bgra, matrices: Sequence[Matrix]) -> None:
    """Lay a picture over another in place.

    Args:
        image: (H, W, 3) uint8 BGR.
        sheet: (h, w, 4) uint8, colours premultiplied by alpha.
        matrices: (3, 3) homographies from pixels of the sheet to pixels of the image; of several, each shows the sheet
            for an equal part of the time that the shutter is open.
    """
    found = _window(image, sheet.shape, matrices)
    if found is None:
        return
    region = image[found[0]]
    size = region.shape[1::-1]
    smear = cv2.warpPerspective(sheet, found[1][0], size, flags=cv2.INTER_LINEAR)
    for number, matrix in enumerate(found[1][1:], start=2):
        step = cv2.warpPerspective(sheet, matrix, size, flags=cv2.INTER_LINEAR)
        smear = cv2.addWeighted(smear, 1 - 1 / number, step, 1 / number, 0)
    clear = cv2.cvtColor(255 - smear[..., 3], cv2.COLOR_GRAY2BGR)
    cv2.add(cv2.multiply(region, clear, scale=1 / 255), smear[..., :3], dst=region)


def cast_shadow(image: Image, shadow: npt.NDArray[np.uint8], matrix: Matrix, depth: float) -> None:
    """Darken a picture in place where a shadow falls.

    Args:
        image: (H, W, 3) uint8 BGR.
        shadow: (h, w) uint8, 255 where the thing that casts it takes all light.
        matrix: (3, 3) homography from pixels of the shadow to pixels of the image.
        depth: Part of the light that the thing takes.
    """
    found = _window(image, shadow.shape, [matrix])
    if found is None:
        return
    region = image[found[0]]
    warped = cv2.warpPerspective(shadow, found[1][0], region.shape[1::-1], flags=cv2.INTER_LINEAR)
    left = cv2.cvtColor(255 - cv2.convertScaleAbs(warped, alpha=depth), cv2.COLOR_GRAY2BGR)
    cv2.multiply(region, left, dst=region, scale=1 / 255)


def shine(image: Image, quad: Matrix, middle: npt.NDArray[np.float64], radius: float, strength: float) -> None:
    """Brighten a flat thing in place where it mirrors a lamp.

    Args:
        image: (H, W, 3) uint8 BGR.
        quad: (4, 2) pixels of its corners.
        middle: (2,) pixels of where it mirrors the lamp, on it or beside it.
        radius: Standard deviation of how the light spreads, pixels.
        strength: How much is added in the middle, of 255 levels.
    """
    low = np.maximum(np.floor(np.maximum(quad.min(axis=0), middle - 3 * radius)).astype(int), 0)
    high = np.minimum(np.ceil(np.minimum(quad.max(axis=0), middle + 3 * radius)).astype(int), image.shape[1::-1])
    if (high <= low).any():
        return
    region = image[low[1] : high[1], low[0] : high[0]]
    across, down = (np.arange(low[axis], high[axis]) - middle[axis] for axis in (0, 1))
    spread = np.exp(-(across[None] ** 2 + down[:, None] ** 2) / (2 * radius**2)) * strength
    inside = np.zeros(region.shape[:2], np.uint8)
    cv2.fillConvexPoly(inside, np.rint((quad - low) * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    cv2.add(region, cv2.merge([np.asarray(spread, np.uint8) * inside] * 3), dst=region)
