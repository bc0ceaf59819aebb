"""The calibration board: a chessboard with markers (ChArUco), so that parts of it are enough to know where one is.

Board frame: millimetres from the upper left corner of the pattern as it is printed, x to the right, y down.
"""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.types import Image

Points = npt.NDArray[np.float64]
"""(N, 2) x and y."""

_MODULES = 8
"""A square is so many modules wide, a marker two less: the whole pattern lies on one grid."""

_AGREEMENT = 0.25
"""How far, in squares, a corner may be from where the others put it: the lens bends lines by less."""

_FEWEST = 6
"""So many corners must agree: those round a single marker, of which the mirror image may be another, do not do."""

_LEAST_SHARE = 0.6
"""Share of the corners that must agree."""

_SHARPEN_AROUND = 0.15
"""Corners are located within this part of a square around them; more would reach into the markers."""


@dataclass(frozen=True, slots=True)
class BoardSighting:
    """What of the board is seen in one picture.

    Attributes:
        millimetres: (N, 2) corners in the board frame.
        pixels: (N, 2) where the picture shows them.
        size: Width and height of the picture, pixels.
    """

    millimetres: Points
    pixels: Points
    size: tuple[int, int]

    def __post_init__(self) -> None:
        if self.millimetres.shape != self.pixels.shape or self.pixels.shape[1:] != (2,):
            raise ValueError(f"expected (N, 2) twice, got {self.millimetres.shape} and {self.pixels.shape}")

    def __len__(self) -> int:
        return len(self.pixels)


@dataclass(frozen=True)
class Board:
    """A chessboard whose white squares hold markers.

    Attributes:
        columns: Squares from left to right.
        rows: Squares from top to bottom. An odd number: versions of OpenCV differ on where even ones begin.
        square_mm: Side of a square as it lies on the table.
    """

    columns: int = 5
    rows: int = 7
    square_mm: float = 32.0

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height of the pattern."""
        return self.columns * self.square_mm, self.rows * self.square_mm

    @property
    def module_mm(self) -> float:
        """Side of a module."""
        return self.square_mm / _MODULES

    @property
    def middle(self) -> Points:
        """(2,) The middle of the pattern, board frame."""
        return np.array(self.size_mm) / 2

    def modules(self) -> npt.NDArray[np.bool_]:
        """Return the pattern, (rows * 8, columns * 8): where a module is black."""
        size = (self.columns * _MODULES, self.rows * _MODULES)
        drawn = self._charuco.generateImage(size, marginSize=0, borderBits=1)
        return np.asarray(np.asarray(drawn) == 0, np.bool_)

    def find(self, image: Image) -> BoardSighting | None:
        """Look for the board in a picture.

        Args:
            image: (H, W, 3) uint8 BGR.

        Returns:
            Its corners, six at least and not all in one line; None where it is not seen well enough.
        """
        grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
        found, numbers, _, _ = self._detector.detectBoard(grey)
        if found is None or numbers is None or len(numbers) < _FEWEST:
            return None
        rows = np.asarray(numbers).reshape(-1)
        millimetres = np.asarray(self._charuco.getChessboardCorners(), np.float64)[rows, :2]
        pixels = np.asarray(found, np.float32).reshape(-1, 2)
        fitting = self._on_one_plane(millimetres, pixels)
        if fitting is None:
            return None
        millimetres = millimetres[fitting]
        height, width = grey.shape
        return BoardSighting(millimetres, self._sharpened(grey, pixels[fitting], millimetres), (width, height))

    def _on_one_plane(self, millimetres: Points, pixels: npt.NDArray[np.float32]) -> npt.NDArray[np.bool_] | None:
        """Return which corners agree on where the board lies, None where they do not: other things look like markers.

        A board in a mirror is none: nothing that lies on a table can be seen from below.
        """
        if np.linalg.matrix_rank(millimetres - millimetres.mean(axis=0), tol=self.square_mm / 2) < 2:
            return None
        matrix, agreeing = cv2.findHomography(pixels, millimetres, cv2.RANSAC, _AGREEMENT * self.square_mm)
        if matrix is None:
            return None
        depth = float(matrix[2] @ np.array([*pixels.mean(axis=0), 1.0]))
        fitting: npt.NDArray[np.bool_] = np.asarray(np.ravel(agreeing) > 0, np.bool_)
        enough = fitting.sum() >= max(_FEWEST, _LEAST_SHARE * len(fitting))
        return fitting if enough and np.linalg.det(matrix) * depth > 0 else None

    def _sharpened(self, grey: "cv2.typing.MatLike", pixels: npt.NDArray[np.float32], millimetres: Points) -> Points:
        spread = np.linalg.norm(pixels - pixels.mean(axis=0), axis=1).mean()
        square = self.square_mm * spread / np.linalg.norm(millimetres - millimetres.mean(axis=0), axis=1).mean()
        reach = max(2, round(_SHARPEN_AROUND * float(square)))
        stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 40, 0.001)
        corners = cv2.cornerSubPix(grey, pixels.reshape(-1, 1, 2).copy(), (reach, reach), (-1, -1), stop)
        # OpenCV's pixel (0, 0) has its middle at the origin; everywhere else here that is its outer corner.
        return np.asarray(corners, np.float64).reshape(-1, 2) + 0.5

    @cached_property
    def _charuco(self) -> cv2.aruco.CharucoBoard:
        dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
        marker = self.square_mm * (_MODULES - 2) / _MODULES
        return cv2.aruco.CharucoBoard((self.columns, self.rows), self.square_mm, marker, dictionary)

    @cached_property
    def _detector(self) -> cv2.aruco.CharucoDetector:
        parameters = cv2.aruco.CharucoParameters()
        # Where a hand covers a part, corners that have one of their two markers left are worth keeping.
        parameters.minMarkers = 1
        return cv2.aruco.CharucoDetector(self._charuco, parameters)
