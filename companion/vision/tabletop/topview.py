"""The table as seen from straight above, in true proportions."""

from dataclasses import dataclass

import cv2
import numpy as np

from companion.vision.tabletop.board import Points
from companion.vision.tabletop.calibration import Calibration
from companion.vision.tabletop.plane import Matrix
from companion.vision.types import Image

_MOST_MM = 3000.0
"""No table is larger; a camera that looks along it shows its horizon."""

_MARGIN_MM = 60.0


@dataclass(frozen=True, slots=True)
class Area:
    """A part of the table, millimetres from the middle of play; y towards seat 0.

    Attributes:
        left: Smallest x.
        far: Smallest y.
        right: Greatest x.
        near: Greatest y.
    """

    left: float
    far: float
    right: float
    near: float

    @property
    def width(self) -> float:
        """From left to right."""
        return self.right - self.left

    @property
    def depth(self) -> float:
        """From far to near."""
        return self.near - self.far


def area_around(places: Points, margin: float = _MARGIN_MM) -> Area:
    """Return the part of the table round (N, 2) millimetres, N at least 1."""
    (left, far), (right, near) = places.min(axis=0) - margin, places.max(axis=0) + margin
    return Area(float(left), float(far), float(right), float(near))


def visible_area(calibration: Calibration) -> Area:
    """Return the largest part of the table with the middle of play in its middle that the whole picture shows of it.

    Raises:
        UnusableError: The plane of the table is not known.
    """
    width, height = calibration.size
    # Points along the rim, not only corners: a lens bends the rim.
    steps = np.linspace(0.02, 0.98, 9)
    rims = [(x, y) for x in (0.02, 0.98) for y in steps] + [(x, y) for y in (0.02, 0.98) for x in steps]
    pixels = np.array(rims) * (width, height)
    middle = calibration.to_pixels(np.zeros((1, 2)))[0]
    places = calibration.to_table(pixels)
    # Beyond the horizon lines come back on the other side: what is further than any table does not count.
    seen = np.abs(places).max(axis=1) < _MOST_MM
    if not seen.any() or not ((middle >= 0) & (middle <= (width, height))).all():
        return Area(-_MOST_MM / 4, -_MOST_MM / 4, _MOST_MM / 4, _MOST_MM / 4)
    (left, far), (right, near) = places[seen].min(axis=0), places[seen].max(axis=0)
    return Area(float(left), float(far), float(right), float(near))


def placing(area: Area, size: tuple[int, int]) -> Matrix:
    """Return the (3, 3) map from millimetres to pixels of a top view of an area, (width, height) pixels large."""
    scale = min(size[0] / area.width, size[1] / area.depth)
    left = (size[0] - scale * area.width) / 2 - scale * area.left
    top = (size[1] - scale * area.depth) / 2 - scale * area.far
    return np.array([[scale, 0, left], [0, scale, top], [0, 0, 1]])


def top_view(image: Image, calibration: Calibration, area: Area, size: tuple[int, int]) -> Image:
    """Return an area of the table from straight above, seat 0 below; what the camera does not see is black.

    Args:
        image: (H, W, 3) uint8 BGR, set right.
        calibration: For pictures of this shape.
        area: What to show; it keeps its proportions and is put in the middle.
        size: Width and height of the view, pixels.

    Raises:
        UnusableError: The calibration does not fit the picture, or does not know the table.
    """
    fitting = calibration.for_size(image.shape[1], image.shape[0])
    to_table = np.linalg.inv(placing(area, size))
    if fitting.lens is None:
        half = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1]])
        matrix = np.linalg.inv(half) @ np.linalg.inv(to_table) @ fitting.homography @ half
        return np.asarray(cv2.warpPerspective(image, matrix, size, flags=cv2.INTER_LINEAR), np.uint8)
    ys, xs = np.mgrid[: size[1], : size[0]] + 0.5
    places = np.column_stack([xs.ravel(), ys.ravel(), np.ones(xs.size)]) @ to_table.T
    pixels = fitting.to_pixels(places[:, :2]).reshape(size[1], size[0], 2).astype(np.float32) - np.float32(0.5)
    return np.asarray(cv2.remap(image, pixels[..., 0], pixels[..., 1], cv2.INTER_LINEAR), np.uint8)
