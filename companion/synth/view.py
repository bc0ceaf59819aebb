"""The synthetic camera: table millimetres to pixels."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

FloatMatrix = npt.NDArray[np.float64]


@dataclass(frozen=True)
class View:
    """A pinhole camera over the table plane.

    Attributes:
        matrix: (3, 3) homography from table millimetres (x right, y towards the viewer) to pixels.
        width: Of the picture, pixels.
        height: Of the picture, pixels.
    """

    matrix: FloatMatrix
    width: int
    height: int

    def project(self, points: npt.NDArray[np.floating]) -> npt.NDArray[np.float64]:
        """Map (N, 2) millimetres to (N, 2) pixels."""
        homogeneous = np.column_stack([points, np.ones(len(points))]) @ self.matrix.T
        projected: npt.NDArray[np.float64] = homogeneous[:, :2] / homogeneous[:, 2:]
        return projected


def look_at_table(
    width: int,
    height: int,
    pixels_per_mm: float,
    tilt: float = 0.0,
    turn: float = 0.0,
    focal: float = 1.0,
    centre: tuple[float, float] = (0.5, 0.5),
) -> View:
    """Build a view whose middle shows the table's origin.

    Args:
        width: Of the picture, pixels.
        height: Of the picture, pixels.
        pixels_per_mm: Scale at the origin, across the line of sight.
        tilt: Angle between the line of sight and the table's normal, radians.
        turn: Rotation of the table in its plane, radians.
        focal: Focal length as a part of the picture's width.
        centre: Where the origin appears, as parts of width and height.
    """
    f = focal * width
    distance = f / pixels_per_mm
    cos_tilt, sin_tilt = np.cos(tilt), np.sin(tilt)
    cos_turn, sin_turn = np.cos(turn), np.sin(turn)
    tilting = np.array([[1, 0, 0], [0, cos_tilt, -sin_tilt], [0, -sin_tilt, -cos_tilt]])
    turning = np.array([[cos_turn, -sin_turn, 0], [sin_turn, cos_turn, 0], [0, 0, 1]])
    rotation = tilting @ turning
    camera = np.array([[f, 0, centre[0] * width], [0, f, centre[1] * height], [0, 0, 1]], np.float64)
    plane = np.column_stack([rotation[:, 0], rotation[:, 1], [0.0, 0.0, distance]])
    # Lower parts of the picture are nearer: depth falls as y grows.
    return View(camera @ plane, width, height)


def card_corners(x: float, y: float, angle: float, width: float, height: float) -> npt.NDArray[np.float64]:
    """Return the (4, 2) corners of a card in millimetres, clockwise from its own top left.

    Args:
        x: Centre of the card, millimetres.
        y: Centre of the card, millimetres.
        angle: Clockwise turn of the card, radians; 0 is upright for the viewer.
        width: Of the card, millimetres.
        height: Of the card, millimetres.
    """
    half = np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2
    cos, sin = np.cos(angle), np.sin(angle)
    corners: npt.NDArray[np.float64] = half @ np.array([[cos, sin], [-sin, cos]]) + (x, y)
    return corners


def outline(width: int, height: int) -> npt.NDArray[np.float32]:
    """Return the (4, 2) corners of a flat picture, pixels: half a pixel beyond the middles of those at its edges."""
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - np.float32(0.5)
