"""Light over the simulated table and the sensor of its camera. A picture depends on its time alone."""

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.types import Image

Rng = np.random.Generator

_UNIT = 160
"""The value of the fall-off map that leaves a pixel as it is."""
_NOISES, _SLACK = 4, 48
"""Pictures of noise, and by how many pixels they are larger than those of the table."""
_NOISE, _SOFTNESS = 2.2, 0.55
"""Standard deviation of a webcam's noise, of 255 levels, and of its softness, pixels."""
_DUSK_LIGHT, _DUSK_NOISE, _DUSK_GRAIN = 0.4, 21.0, 2
"""In a dark room: the part of the light that is left, the noise, and how many pixels its grains are wide."""


class Lamp:
    """A lamp that stands to one side, whose brightness and colour drift slowly and which flickers a little."""

    def __init__(self, rng: Rng, width: int, height: int) -> None:
        bearing = rng.uniform(0, 2 * np.pi)
        strength = rng.uniform(0.08, 0.2)
        ys = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
        xs = np.linspace(-1, 1, width, dtype=np.float32)[None, :]
        gain = 1 + (np.cos(bearing) * xs + np.sin(bearing) * ys) * strength - 0.1 * (xs * xs + ys * ys)
        fall_off = np.clip(gain * _UNIT, 0, 255).astype(np.uint8)
        self._fall_off = np.dstack([fall_off] * 3)
        self.shadow_mm = np.array([-np.cos(bearing), -np.sin(bearing)]) * rng.uniform(0.3, 0.6)
        """(2,) millimetres by which a shadow is moved for each millimetre of height."""
        self._warmth = float(rng.normal(0, 0.05))
        self._exposure = float(rng.uniform(0.94, 1.08))
        self._periods = rng.uniform(17, 60, 3)
        self._phases = rng.uniform(0, 2 * np.pi, 3)

    def light(self, image: Image, time: float, exposed: float = 1.0) -> Image:
        """Return the picture as the lamp lights it at a time.

        Args:
            image: (H, W, 3) uint8 BGR under even light.
            time: Seconds.
            exposed: How much brighter than usual the picture is, where lamps have been switched.
        """
        slow = np.sin(2 * np.pi * time / self._periods + self._phases)
        flicker = 0.006 * np.sin(2 * np.pi * 0.37 * round(time * 30))
        brightness = self._exposure * exposed * (1 + 0.05 * slow[0] + 0.02 * slow[1] + flicker)
        warmth = self._warmth + 0.02 * slow[2]
        tint = np.array([1 - warmth, 1.0, 1 + warmth]) * brightness
        table = np.clip(np.arange(256)[:, None] * tint, 0, 255).astype(np.uint8)[None]
        lit = cv2.multiply(image, self._fall_off, scale=1 / _UNIT)
        return np.asarray(cv2.LUT(lit, table), np.uint8)


class Sensor:
    """A webcam's softness and noise."""

    def __init__(self, rng: Rng, width: int, height: int, *, dusk: bool = False) -> None:
        """Set up.

        Args:
            rng: Source of chance.
            width: Of the pictures, pixels.
            height: Of the pictures, pixels.
            dusk: The room is dark: dim pictures with much and coarse noise.
        """
        self._dim = _DUSK_LIGHT if dusk else 1.0
        self._size = (width, height)
        rows, columns = height + _SLACK, width + _SLACK
        grain, noise = (_DUSK_GRAIN, _DUSK_NOISE) if dusk else (1, _NOISE)
        shape = (_NOISES, rows // grain, columns // grain)
        grey = rng.standard_normal((*shape, 1), np.float32) * np.float32(noise)
        coloured = rng.standard_normal((*shape, 3), np.float32) * np.float32(noise * 0.5)
        whole = [np.asarray(cv2.resize(picture, (columns, rows)), np.float32) for picture in grey + coloured]
        rounded = np.rint(np.clip(np.stack(whole), -127, 127)).astype(np.int8)
        self._lighter: npt.NDArray[np.uint8] = np.maximum(rounded, 0).astype(np.uint8)
        self._darker: npt.NDArray[np.uint8] = np.maximum(-rounded, 0).astype(np.uint8)

    def expose(self, image: Image, time: float) -> Image:
        """Return the picture as the sensor gives it at a time."""
        soft = cv2.GaussianBlur(image, (3, 3), _SOFTNESS)
        if self._dim != 1.0:
            soft = cv2.convertScaleAbs(soft, alpha=self._dim)
        # Where in the noise a picture begins differs, so that hardly two pictures have the same.
        lots = np.random.default_rng(round(time * 1000))
        lighter, darker = (self._part(noise, lots) for noise in (self._lighter, self._darker))
        return np.asarray(cv2.subtract(cv2.add(soft, lighter), darker), np.uint8)

    def _part(self, noise: npt.NDArray[np.uint8], lots: Rng) -> npt.NDArray[np.uint8]:
        number, top, left = (int(lots.integers(most)) for most in (_NOISES, _SLACK, _SLACK))
        width, height = self._size
        return noise[number, top : top + height, left : left + width]
