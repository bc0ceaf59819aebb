"""The camera's lens: focal length and distortion, measured from pictures of the calibration board."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.errors import WrongInputError
from companion.vision.tabletop.board import BoardSighting, Points

FEWEST_PICTURES = 5
"""Fewer poses of the board leave focal length and distortion undetermined."""

_FEWEST_CORNERS = 8
_STRAY = 2.5
"""A picture whose error is so many times the median is left out: the board was moving, or bent."""

_LEAST_TILT = 0.12
"""Spread of the board's directions, radians: pictures that all look straight at it do not tell the focal length."""

_MOST_ERROR = 2.0
"""Reprojection error in pixels above which a calibration is refused: the board is bent, or was moving."""

_LEAST_FOCAL = 1e-3
"""Pixels: a lens of less shows the whole world in one of them."""

_FLAGS = cv2.CALIB_FIX_K3 | cv2.CALIB_FIX_ASPECT_RATIO


@dataclass(frozen=True, slots=True, eq=False)
class Lens:
    """A pinhole with radial and tangential distortion (OpenCV's model).

    Attributes:
        matrix: (3, 3) camera matrix, pixels.
        distortion: (5,) k1, k2, p1, p2, k3.
        error: Reprojection error over the pictures it was measured with, pixels (root mean square).
        pictures: How many pictures those were.
    """

    matrix: npt.NDArray[np.float64]
    distortion: npt.NDArray[np.float64]
    error: float
    pictures: int

    def __post_init__(self) -> None:
        if self.matrix.shape != (3, 3) or self.distortion.shape != (5,):
            raise ValueError(f"expected shapes (3, 3) and (5,), got {self.matrix.shape} and {self.distortion.shape}")
        if not (np.isfinite(self.matrix).all() and np.isfinite(self.distortion).all()):
            raise ValueError("expected a camera matrix and distortion of finite numbers")
        if min(self.matrix[0, 0], self.matrix[1, 1], np.linalg.det(self.matrix)) < _LEAST_FOCAL:
            raise ValueError(f"expected a camera matrix with focal lengths, got {self.matrix.tolist()}")

    def straighten(self, points: Points) -> Points:
        """Return where a lens without distortion would show (N, 2) pixels."""
        pixels = points.reshape(-1, 1, 2).astype(np.float64)
        straight = cv2.undistortPoints(pixels, self.matrix, self.distortion, P=self.matrix)
        return np.asarray(straight, np.float64).reshape(-1, 2)

    def bend(self, points: Points) -> Points:
        """Return where this lens shows (N, 2) pixels of a lens without distortion."""
        rays = np.column_stack([points, np.ones(len(points))]) @ np.linalg.inv(self.matrix).T
        x, y = rays[:, 0], rays[:, 1]
        k1, k2, p1, p2, k3 = self.distortion
        # Written out: cv2.projectPoints also works out all derivatives, which takes a hundred times as long.
        square = x * x + y * y
        radial = 1 + square * (k1 + square * (k2 + square * k3))
        bent_x = x * radial + 2 * p1 * x * y + p2 * (square + 2 * x * x)
        bent_y = y * radial + p1 * (square + 2 * y * y) + 2 * p2 * x * y
        return np.asarray((np.column_stack([bent_x, bent_y, np.ones(len(points))]) @ self.matrix.T)[:, :2], np.float64)

    def scaled(self, factor: float) -> "Lens":
        """Return the lens for pictures of another size and the same shape."""
        return Lens(np.diag([factor, factor, 1.0]) @ self.matrix, self.distortion, self.error * factor, self.pictures)

    def field_of_view(self, width: int) -> float:
        """Return the angle that a picture so many pixels wide shows from left to right, degrees."""
        return float(np.degrees(2 * np.arctan(width / (2 * self.matrix[0, 0]))))


def measure_lens(sightings: Sequence[BoardSighting]) -> Lens:
    """Measure the lens by pictures of the board in several poses.

    Raises:
        WrongInputError: There are too few pictures, they are too much alike, or they contradict each other.
    """
    usable = [sighting for sighting in sightings if len(sighting) >= _FEWEST_CORNERS]
    if len({sighting.size for sighting in usable}) > 1:
        raise WrongInputError("the pictures of the board have different sizes; take all of them with one camera")
    if len(usable) < FEWEST_PICTURES:
        raise WrongInputError(
            f"the lens needs {FEWEST_PICTURES} pictures that show most of the board, there are {len(usable)}; "
            "show it near and far, in the corners, and tilted to every side"
        )
    lens, errors, tilts = _fit(usable)
    kept = [s for s, error in zip(usable, errors, strict=True) if error <= _STRAY * float(np.median(errors))]
    if FEWEST_PICTURES <= len(kept) < len(usable):
        lens, errors, tilts = _fit(kept)
    if tilts < _LEAST_TILT:
        raise WrongInputError(
            "the board looks the same way in all pictures, which does not tell the focal length; "
            "tilt it to every side, by about 30 degrees"
        )
    if lens.error > _MOST_ERROR:
        raise WrongInputError(
            f"the pictures of the board contradict each other by {lens.error:.1f} pixels; "
            "glue the board to something flat and hold it still"
        )
    return lens


def _fit(sightings: Sequence[BoardSighting]) -> tuple[Lens, npt.NDArray[np.float64], float]:
    """Return the lens, the error of each picture and how much the board's directions differ, radians."""
    solid = [np.column_stack([s.millimetres, np.zeros(len(s))]).astype(np.float32) for s in sightings]
    flat = [s.pixels.astype(np.float32) for s in sightings]
    width, height = sightings[0].size
    guess = np.array([[width, 0, width / 2], [0, width, height / 2], [0, 0, 1]], np.float64)
    error, matrix, distortion, turns, _, _, _, errors = cv2.calibrateCameraExtended(
        solid, flat, (width, height), guess, np.zeros(5), flags=_FLAGS
    )
    normals = np.array([cv2.Rodrigues(np.asarray(turn))[0][:, 2] for turn in turns])
    mean = normals.mean(axis=0)
    cosines = np.clip(normals @ mean / np.linalg.norm(mean), -1, 1)
    lens = Lens(np.asarray(matrix, np.float64), np.ravel(distortion)[:5].astype(np.float64), float(error), len(solid))
    return lens, np.ravel(errors).astype(np.float64), float(np.sqrt(np.mean(np.arccos(cosines) ** 2)))
