"""The simulated camera: a pinhole over the table that also sees things above the table plane."""

from dataclasses import dataclass, replace
from functools import cached_property
from math import cos, sin

import numpy as np
import numpy.typing as npt

from companion.simulation.script import Script
from companion.synth.view import View, look_at_table

PICTURE_SIZE = (1280, 720)
"""Width and height of the pictures of simulated cameras, pixels, where nothing else is said."""
TILT = 0.2
"""How far a camera hangs off the vertical where nothing is said, radians."""

Points = npt.NDArray[np.float64]

_CORNERS = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
"""Of a card, in its own widths and heights."""


@dataclass(frozen=True)
class Camera:
    """A camera over the table.

    Attributes:
        view: The table plane in the picture; millimetres as in `companion.synth.view`.
        eye: Millimetres (x, y, height) of the camera.
    """

    view: View
    eye: tuple[float, float, float]

    def project(self, points: Points, height: float = 0.0) -> Points:
        """Map (N, 2) millimetres, `height` millimetres above the table, to (N, 2) pixels."""
        view = replace(self.view, matrix=self.level(height)) if height else self.view
        return view.project(points)

    def level(self, height: float) -> Points:
        """Return the (3, 3) homography that `project` is at a height."""
        # To the point of the table plane that hides behind the raised one.
        (x, y), larger = self.eye[:2], self.eye[2] / (self.eye[2] - height)
        raised = np.array([[larger, 0, x * (1 - larger)], [0, larger, y * (1 - larger)], [0, 0, 1]])
        return np.asarray(self.view.matrix @ raised)

    def card(self, x: float, y: float, height: float, angle: float, size: tuple[float, float]) -> Points:
        """Return the (4, 2) pixels of a card's corners, clockwise from its own top left.

        Args:
            x: Of its middle, millimetres.
            y: Of its middle, millimetres.
            height: Above the table, millimetres.
            angle: Clockwise turn, radians.
            size: Width and height of the card, millimetres.
        """
        # Every card of every picture, so not by arrays: they would take several times as long for four points.
        c, s = cos(angle), sin(angle)
        foot_x, foot_y, eye = self.eye
        up = eye / (eye - height)
        (a, b, e), (d, f, g), (h, i, j) = self._rows
        corners = []
        for across, down in _CORNERS:
            right, below = across * size[0], down * size[1]
            px = foot_x + (x + right * c - below * s - foot_x) * up
            py = foot_y + (y + right * s + below * c - foot_y) * up
            depth = h * px + i * py + j
            corners.append(((a * px + b * py + e) / depth, (d * px + f * py + g) / depth))
        return np.array(corners)

    @cached_property
    def _rows(self) -> list[list[float]]:
        rows: list[list[float]] = self.view.matrix.tolist()
        return rows


def camera_of(script: Script, width: int, height: int) -> Camera:
    """Return the camera that looks at a script; the size of its picture is pixels."""
    return camera_over_table(width, height, script.span_mm, script.tilt)


def camera_over_table(
    width: int, height: int, span_mm: float = 1060.0, tilt: float = TILT, turn: float = 0.0, focal: float = 1.0
) -> Camera:
    """Hang a camera over the table, its middle in the middle of the picture.

    Args:
        width: Of the picture, pixels.
        height: Of the picture, pixels.
        span_mm: Width of the table that the middle row of the picture shows, millimetres.
        tilt: Angle from the vertical, radians; the camera hangs on seat 0's side.
        turn: Clockwise turn of the table in the picture, radians.
        focal: Focal length as a part of the picture's width; webcams have about 0.8 to 1.1.
    """
    view = look_at_table(width, height, width / span_mm, tilt, turn, focal)
    distance = focal * span_mm
    eye = (
        float(distance * np.sin(tilt) * np.sin(turn)),
        float(distance * np.sin(tilt) * np.cos(turn)),
        float(distance * np.cos(tilt)),
    )
    return Camera(view, eye)
