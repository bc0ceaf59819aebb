"""The plane of the table: the homography from pixels to millimetres, by four corners or by the calibration board.

Table frame: millimetres from the middle of play, x to the right and y towards the lower edge of the picture.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
import numpy.typing as npt

from companion.errors import WrongInputError
from companion.language import mark
from companion.vision.tabletop.board import Board, BoardSighting, Points

Matrix = npt.NDArray[np.float64]

Method = Literal["corners", "board", "cards"]

_STRAY_PIXELS = 3.0

_LENGTHS = 200, 10_000
"""Millimetres that a table, or a mat on it, measures: whoever gives metres or centimetres is told so."""


@dataclass(frozen=True, slots=True, eq=False)
class TablePlane:
    """Where the table lies.

    Attributes:
        homography: (3, 3) from pixels of a lens without distortion to millimetres of the table frame.
        method: What it was measured by.
        error: Root mean square distance, in pixels, between what was seen and what this plane predicts; 0 for four
            corners, which fit exactly.
    """

    homography: Matrix
    method: Method
    error: float = 0.0

    def __post_init__(self) -> None:
        if self.homography.shape != (3, 3) or not np.isfinite(self.homography).all():
            raise ValueError(f"expected a homography of shape (3, 3), got {self.homography.tolist()}")
        if abs(float(np.linalg.det(self.homography))) < 1e-12:
            raise ValueError("expected a homography that can be inverted")

    def to_table(self, pixels: Points) -> Points:
        """Map (N, 2) pixels to millimetres."""
        return transform(self.homography, pixels)

    def to_pixels(self, millimetres: Points) -> Points:
        """Map (N, 2) millimetres to pixels."""
        return transform(inverse(self.homography), millimetres)


def transform(matrix: Matrix, points: Points) -> Points:
    """Map (N, 2) points by a (3, 3) homography."""
    homogeneous = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return np.asarray(homogeneous[:, :2] / homogeneous[:, 2:], np.float64)


def inverse(matrix: Matrix) -> Matrix:
    """Return the (3, 3) homography back."""
    return np.asarray(np.linalg.inv(matrix), np.float64)


def plane_from_corners(corners: Sequence[Sequence[float]], width: float, depth: float) -> TablePlane:
    """Measure by the four corners of the table, or of a mat on it; the middle of play is its middle.

    Args:
        corners: (4, 2) pixels, clockwise in the picture: far left, far right, near right, near left.
        width: Millimetres from left to right.
        depth: Millimetres from far to near.

    Raises:
        WrongInputError: The corners do not span a convex area in this order, or no table is so wide or deep.
    """
    pixels = np.asarray(corners, np.float32)
    if pixels.shape != (4, 2) or not cv2.isContourConvex(pixels) or cv2.contourArea(pixels, oriented=True) <= 0:
        raise WrongInputError("the four corners of the table must be given far left, far right, near right, near left")
    least, most = _LENGTHS
    if not (least <= width <= most and least <= depth <= most):
        raise WrongInputError(
            f"a table of {width:g} x {depth:g} mm does not exist; give width and depth in millimetres, "
            f"each between {least} and {most}"
        )
    right, near = width / 2, depth / 2
    target = np.array([[-right, -near], [right, -near], [right, near], [-right, near]], np.float32)
    return TablePlane(np.asarray(cv2.getPerspectiveTransform(pixels, target), np.float64), "corners")


def plane_from_board(sighting: BoardSighting, board: Board) -> TablePlane:
    """Measure by the calibration board lying in the middle of play.

    Args:
        sighting: The board, in pixels of a lens without distortion.
        board: What lies there, in its real size.

    Raises:
        WrongInputError: The corners contradict each other: the board is bent, or was moving.
    """
    matrix, _ = cv2.findHomography(sighting.pixels, sighting.millimetres, cv2.RANSAC, board.square_mm / 8)
    if matrix is None or np.linalg.det(matrix) <= 0:
        raise WrongInputError(mark("the board cannot be made out; lay it flat, in full view and good light"))
    placed = np.asarray(matrix, np.float64)
    centre = transform(inverse(placed), board.middle[None])[0]
    plane = levelled(placed, centre)
    predicted = transform(inverse(placed), sighting.millimetres)
    error = float(np.sqrt(np.mean(np.sum((predicted - sighting.pixels) ** 2, axis=1))))
    if error > _STRAY_PIXELS:
        raise WrongInputError(
            mark("the board's corners are {error} pixels from where a flat board has them; glue it to something flat"),
            error=f"{error:.1f}",
        )
    return TablePlane(plane, "board", error)


def levelled(homography: Matrix, centre: Points) -> Matrix:
    """Return a homography turned and shifted to the table frame.

    Args:
        homography: (3, 3) from pixels to millimetres of any frame on the table.
        centre: (2,) pixel that shows the middle of play; "down" in the picture there is towards seat 0.
    """
    step = np.array([[0.0, 0.0], [0.0, 1.0]])
    origin, below = transform(homography, centre + step)
    towards = (below - origin) / np.linalg.norm(below - origin)
    across = np.array([towards[1], -towards[0]])
    turn = np.eye(3)
    turn[0, :2], turn[1, :2] = across, towards
    shift = np.eye(3)
    shift[:2, 2] = -origin
    matrix = turn @ shift @ homography
    return np.asarray(matrix / matrix[2, 2], np.float64)
