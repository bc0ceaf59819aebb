"""Light over the simulated table and the sensor of its camera. A picture depends on its time alone."""

import cv2
import numpy as np
import numpy.typing as npt

from companion.simulation.camera import Camera
from companion.simulation.lights import Light
from companion.synth.light import compress
from companion.vision.types import Image

Rng = np.random.Generator

_UNIT = 160
"""The value of the fall-off map that leaves a pixel as it is."""
_NOISES, _SLACK = 4, 48
"""Pictures of noise, and by how many pixels they are larger than those of the table."""
_SOFTNESS = 0.55
"""Standard deviation of a webcam's softness, pixels."""
_MIRRORED_MM = 70.0
"""How far from the middle of the table flat cards mirror the lamp, at most, to each side."""
_BENT_MM = 45.0
"""How far from where a flat card would mirror the lamp a real one does: none is quite flat. Standard deviation."""
_PANE_MM, _BAR_MM, _MULLION_MM = (150.0, 230.0), (180.0, 280.0), 30.0
"""Width and height of a window's pane as the sun throws it on the table, and the bars between panes."""
_TRAVEL_MM = 0.12
"""How far such a pane moves a second."""
_HUNT, _UNSHARP = 0.9, 2.6
"""Seconds that a camera looks for its focus, and how unsharp its pictures are in the middle of it, pixels of 1280."""


class Lamp:
    """A lamp that stands to one side, whose brightness and colour drift slowly and which flickers a little."""

    def __init__(self, rng: Rng, camera: Camera, light: Light) -> None:
        """Set up.

        Args:
            rng: Source of chance.
            camera: Who looks.
            light: What kind of light it is.
        """
        self._camera = camera
        width, height = camera.view.width, camera.view.height
        bearing = rng.uniform(0, 2 * np.pi)
        strength = rng.uniform(0.08, 0.2)
        ys = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
        xs = np.linspace(-1, 1, width, dtype=np.float32)[None, :]
        gain = 1 + (np.cos(bearing) * xs + np.sin(bearing) * ys) * strength - 0.1 * (xs * xs + ys * ys)
        gain *= 1 - light.edge * np.clip((xs * xs + ys * ys) / 2, 0, 1)
        fall_off = np.clip(gain * _UNIT, 0, 255).astype(np.uint8)
        self._fall_off = np.dstack([fall_off] * 3)
        self.shadow_mm = np.array([-np.cos(bearing), -np.sin(bearing)]) * rng.uniform(0.3, 0.6)
        """(2,) millimetres by which a shadow is moved for each millimetre of height."""
        self._warmth = float(rng.normal(0, 0.05))
        self._exposure = float(rng.uniform(0.94, 1.08))
        self._periods = rng.uniform(17, 60, 3)
        self._phases = rng.uniform(0, 2 * np.pi, 3)
        self._tint = np.array(light.tint)
        self._sun = light.sun
        # What not every light has, out of a chance of its own: the rest of a seed's table is the same in any light.
        lots = rng.spawn(1)[0]
        self._panes = _panes(lots) if light.sun != 1.0 else []
        self.kind = light
        self._mirrored = lots.uniform(-_MIRRORED_MM, _MIRRORED_MM, 2)
        self._bent_by = int(lots.integers(2**32))

    def shines_at(self, card: int) -> npt.NDArray[np.float64]:
        """Return (2,) millimetres: where on the table's plane a card mirrors the lamp.

        Args:
            card: Tells cards apart; each is bent its own way.
        """
        bent = np.random.default_rng([self._bent_by, card]).normal(0, _BENT_MM, 2)
        return np.asarray(self._mirrored + bent, np.float64)

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
        tint = np.array([1 - warmth, 1.0, 1 + warmth]) * brightness * self._tint
        lit = np.asarray(cv2.multiply(image, self._fall_off, scale=1 / _UNIT), np.uint8)
        shaded = np.asarray(cv2.LUT(lit, _levels(tint)), np.uint8)
        return self._with_sun(lit, shaded, tint, time) if self._panes else shaded

    def _with_sun(self, lit: Image, shaded: Image, tint: npt.NDArray[np.float64], time: float) -> Image:
        """Return the picture with the sun on a part of the table."""
        mask = np.zeros(lit.shape[:2], np.uint8)
        for pane in self._panes:
            corners = self._camera.project(pane + [time * _TRAVEL_MM, 0.0])
            cv2.fillConvexPoly(mask, np.rint(corners * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
        share = cv2.merge([cv2.GaussianBlur(mask, (0, 0), 1.5)] * 3)
        sunny = cv2.LUT(lit, _levels(tint * self._sun))
        mixed = cv2.add(cv2.multiply(sunny, share, scale=1 / 255), cv2.multiply(shaded, 255 - share, scale=1 / 255))
        return np.asarray(mixed, np.uint8)


def _levels(tint: npt.NDArray[np.float64]) -> npt.NDArray[np.uint8]:
    return np.asarray(np.clip(np.arange(256)[:, None] * tint, 0, 255).astype(np.uint8)[None], np.uint8)


def _panes(rng: Rng) -> list[npt.NDArray[np.float64]]:
    """Return the (4, 2) corners, millimetres, of the panes of a window as the sun throws them on the table."""
    bearing, slant = rng.uniform(0, 2 * np.pi), rng.uniform(-0.4, 0.4)
    wide, high = rng.uniform(*_PANE_MM), rng.uniform(*_BAR_MM)
    middle = rng.normal(0, 70, 2)
    across = np.array([np.cos(bearing), np.sin(bearing)])
    along = np.array([-np.sin(bearing + slant), np.cos(bearing + slant)])
    half_wide, half_high = ((side - _MULLION_MM) / 2 for side in (wide, high))
    corners = [(-half_wide, -half_high), (half_wide, -half_high), (half_wide, half_high), (-half_wide, half_high)]
    panes = []
    for column in (-1, 1):
        for row in (-1, 1):
            centre = middle + (across * column * wide + along * row * high) / 2
            panes.append(np.array([centre + across * x + along * y for x, y in corners]))
    return panes


class Sensor:
    """A webcam's softness and noise, its focus, and what it makes of pictures before it hands them out."""

    def __init__(self, rng: Rng, width: int, height: int, light: Light) -> None:
        """Set up.

        Args:
            rng: Source of chance.
            width: Of the pictures, pixels.
            height: Of the pictures, pixels.
            light: What kind of light it works in.
        """
        self._light = light
        self._size = (width, height)
        rows, columns = height + _SLACK, width + _SLACK
        # As many numbers in any light: what is drawn by chance after them is the same.
        grey = rng.standard_normal((_NOISES, rows, columns, 1), np.float32) * np.float32(light.noise)
        coloured = rng.standard_normal((_NOISES, rows, columns, 3), np.float32) * np.float32(light.noise * 0.5)
        grains = (grey + coloured)[:, :: light.grain, :: light.grain]
        whole = [np.asarray(cv2.resize(picture, (columns, rows)), np.float32) for picture in grains]
        rounded = np.rint(np.clip(np.stack(whole), -127, 127)).astype(np.int8)
        self._lighter: npt.NDArray[np.uint8] = np.maximum(rounded, 0).astype(np.uint8)
        self._darker: npt.NDArray[np.uint8] = np.maximum(-rounded, 0).astype(np.uint8)
        self._hunts_after = float(rng.spawn(1)[0].uniform(0, max(light.hunts, 1.0)))

    def expose(self, image: Image, time: float) -> Image:
        """Return the picture as the sensor gives it at a time."""
        soft = cv2.GaussianBlur(image, (0, 0) if self._unsharp(time) else (3, 3), self._unsharp(time) or _SOFTNESS)
        if self._light.level != 1.0:
            soft = cv2.convertScaleAbs(soft, alpha=self._light.level)
        # Where in the noise a picture begins differs, so that hardly two pictures have the same.
        lots = np.random.default_rng(round(time * 1000))
        lighter, darker = (self._part(noise, lots) for noise in (self._lighter, self._darker))
        noisy = np.asarray(cv2.subtract(cv2.add(soft, lighter), darker), np.uint8)
        return noisy if self._light.quality is None else compress(noisy, self._light.quality)

    def _unsharp(self, time: float) -> float:
        """Return by how many pixels the picture is out of focus; 0 where it is not."""
        if not self._light.hunts:
            return 0.0
        since = (time + self._hunts_after) % self._light.hunts
        swing = np.sin(np.pi * since / _HUNT) if since < _HUNT else 0.0
        unsharp: float = swing * _UNSHARP * self._size[0] / 1280
        return unsharp if unsharp > _SOFTNESS else 0.0

    def _part(self, noise: npt.NDArray[np.uint8], lots: Rng) -> npt.NDArray[np.uint8]:
        number, top, left = (int(lots.integers(most)) for most in (_NOISES, _SLACK, _SLACK))
        width, height = self._size
        return noise[number, top : top + height, left : left + width]
