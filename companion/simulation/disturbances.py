"""What happens to the camera and the light of a simulated table."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, degrees, exp, sin

import cv2
import numpy as np

from companion.vision.types import FloatArray, Image

_WOBBLE = 0.012
"""How far, as a part of the picture's width, the picture swings when the camera is knocked."""
_SETTLES, _SWINGS = 9.0, 34.0
"""How fast that dies away (1/s), and its angular frequency."""
_BLIND_FOR = 0.35
"""Seconds that the camera's exposure takes to follow a lamp."""
_MADE_UP = 0.7
"""How much of a change of light the exposure makes up for, as an exponent."""


@dataclass(frozen=True, slots=True)
class Knock:
    """The camera is knocked and looks somewhere else from then on.

    Attributes:
        time: Seconds.
        x: How far everything in the picture moves to the right, as a part of its width.
        y: The same downwards.
        turn: How far it turns clockwise about the middle of the picture, radians.
    """

    time: float
    x: float
    y: float
    turn: float


@dataclass(frozen=True, slots=True)
class Disturbances:
    """All that happens to camera and light in a script, each in the order of time.

    Attributes:
        knocks: Of the camera.
        lights: Times at which a lamp is switched, and how bright it is from then on (1 is as at the beginning).
        losses: Beginning and end of times in which no frame arrives.
    """

    knocks: Sequence[Knock] = ()
    lights: Sequence[tuple[float, float]] = ()
    losses: Sequence[tuple[float, float]] = ()

    def shift(self, time: float) -> tuple[float, float, float]:
        """Return how far the picture has moved by a time: right and down in parts of its width, and turned."""
        x = y = turn = 0.0
        for knock in self.knocks:
            if knock.time > time:
                break
            since = time - knock.time
            swing = _WOBBLE * exp(-_SETTLES * since) * sin(_SWINGS * since)
            x, y, turn = x + knock.x + swing, y + knock.y + swing / 2, turn + knock.turn
        return x, y, turn

    def moved(self, corners: FloatArray, time: float, size: tuple[int, int]) -> FloatArray:
        """Return where pixels lie in the picture once the camera has been knocked.

        Args:
            corners: (..., 2) pixels as they would be.
            time: Seconds.
            size: Width and height of the picture.
        """
        x, y, turn = self.shift(time)
        if not (x or y or turn):
            return corners
        middle = np.array(size) / 2
        c, s = cos(turn), sin(turn)
        about = (corners - middle) @ np.array([[c, s], [-s, c]])
        return np.asarray(about + middle + np.array([x, y]) * size[0], np.float32)

    def light(self, time: float) -> float:
        """Return how bright the lamps are, 1 as at the beginning."""
        after = bisect_right(self.lights, time, key=lambda light: light[0])
        return self.lights[after - 1][1] if after else 1.0

    def exposed(self, time: float) -> float:
        """Return how bright the picture is: the camera makes up for most of a lamp, a little later."""
        after = bisect_right(self.lights, time, key=lambda light: light[0])
        if not after:
            return 1.0
        switched, level = self.lights[after - 1]
        before = self.lights[after - 2][1] if after > 1 else 1.0
        settled = min((time - switched) / _BLIND_FOR, 1.0)
        made_up = before * (1 - settled) + level * settled
        brightness: float = level / made_up**_MADE_UP
        return brightness

    def move_picture(self, image: Image, time: float) -> Image:
        """Return the picture of a camera that has been knocked."""
        x, y, turn = self.shift(time)
        if not (x or y or turn):
            return image
        height, width = image.shape[:2]
        matrix = cv2.getRotationMatrix2D((width / 2, height / 2), -degrees(turn), 1.0)
        matrix[:, 2] += np.array([x, y]) * width
        moved = cv2.warpAffine(image, matrix, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
        return np.asarray(moved, np.uint8)

    def blinded(self, time: float) -> bool:
        """Whether a lamp was switched so shortly ago that the camera has not got used to it."""
        return any(0 <= time - switched < _BLIND_FOR for switched, _ in self.lights)

    def lost(self, time: float) -> bool:
        """Whether no frame arrives."""
        return any(start <= time < end for start, end in self.losses)
