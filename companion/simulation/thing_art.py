"""Draws what else lies and stands on the simulated table."""

from collections.abc import Sequence
from functools import lru_cache
from math import cos, pi, sin

import cv2
import numpy as np
import numpy.typing as npt

from companion.simulation.camera import Camera
from companion.simulation.motion import Pose
from companion.simulation.paint import cast_shadow, lay_sheet
from companion.simulation.things import KINDS, Thing
from companion.synth.oddments import FINE, Colour, any_colour, picture_of
from companion.vision.types import Image

Rng = np.random.Generator

_ROUND = 40
"""Corners of a drawn circle."""
_SHADOW = 0.36
_SHIFT = 3
_PART = 2**_SHIFT
"""Outlines are drawn to such parts of a pixel: so many bits behind the point."""

_Rings = Sequence[tuple[float, float]]
"""Radius and height of circles, from the table upwards."""


def lay_thing(image: Image, thing: Thing, pose: Pose, camera: Camera, shadow_mm: npt.NDArray[np.float64]) -> None:
    """Draw a thing over a picture in place.

    Args:
        image: (H, W, 3) uint8 BGR.
        thing: What.
        pose: Where.
        camera: Who looks.
        shadow_mm: (2,) by which a shadow is moved for each millimetre of height.
    """
    if KINDS[thing.kind].height:
        _STANDING[thing.kind](image, np.random.default_rng(thing.look), _Seen(camera, pose, shadow_mm))
        return
    sheet, shadow = _sheet(thing.kind, thing.look)
    height, width = sheet.shape[:2]
    c, s = cos(pose.angle), sin(pose.angle)
    placing = np.array([[c, -s, pose.x], [s, c, pose.y], [0, 0, 1]])
    to_mm = np.array([[1 / FINE, 0, -width / 2 / FINE], [0, 1 / FINE, -height / 2 / FINE], [0, 0, 1]])
    over = pose.z + 6
    shifted = np.array([[1, 0, shadow_mm[0] * over], [0, 1, shadow_mm[1] * over], [0, 0, 1]])
    cast_shadow(image, shadow, camera.view.matrix @ shifted @ placing @ to_mm, _SHADOW)
    lay_sheet(image, sheet, [camera.level(pose.z) @ placing @ to_mm])


@lru_cache(maxsize=64)
def _sheet(kind: str, look: int) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """Return the picture of something flat, and its shadow."""
    sheet = picture_of(kind, np.random.default_rng(look))
    return sheet, np.asarray(cv2.GaussianBlur(sheet[..., 3], (0, 0), 4), np.uint8)


class _Seen:
    """Circles over a place on the table, as the camera sees them: pixels, in parts of `_PART`."""

    def __init__(self, camera: Camera, pose: Pose, shadow_mm: npt.NDArray[np.float64]) -> None:
        self._camera, self.pose, self._shadow_mm = camera, pose, shadow_mm
        angles = np.arange(_ROUND) * 2 * pi / _ROUND
        self._unit = np.column_stack([np.cos(angles), np.sin(angles)])

    def ring(self, radius: float, height: float, off: tuple[float, float] = (0.0, 0.0)) -> npt.NDArray[np.int32]:
        """Return the (N, 2) outline of a circle at a height, millimetres, its middle so far off that of the thing."""
        points = self._unit * radius + [self.pose.x + off[0], self.pose.y + off[1]]
        seen = self._camera.project(points, self.pose.z + height)
        return np.asarray(np.rint(seen * _PART), np.int32)

    def body(self, rings: _Rings) -> npt.NDArray[np.int32]:
        """Return the outline of what is between circles above each other."""
        return np.asarray(cv2.convexHull(np.concatenate([self.ring(*ring) for ring in rings])), np.int32)

    def shade(self, image: Image, rings: _Rings) -> None:
        """Let their shadow fall on a picture in place."""
        foot = np.array([self.pose.x, self.pose.y])
        points = [
            self._camera.project(self._unit * radius + foot + self._shadow_mm * (height + self.pose.z))
            for radius, height in rings
        ]
        hull = cv2.convexHull(np.rint(np.concatenate(points) * _PART).astype(np.int32))
        _darken(image, np.asarray(hull, np.int32), _SHADOW)


def _box_of(image: Image, hull: npt.NDArray[np.int32], margin: int = 6) -> tuple[slice, slice] | None:
    points = hull.reshape(-1, 2) / _PART
    low = np.maximum(np.floor(points.min(axis=0)).astype(int) - margin, 0)
    high = np.minimum(np.ceil(points.max(axis=0)).astype(int) + margin, image.shape[1::-1])
    return None if (high <= low).any() else (slice(int(low[1]), int(high[1])), slice(int(low[0]), int(high[0])))


def _share(hull: npt.NDArray[np.int32], window: tuple[slice, slice], soft: float = 0.0) -> npt.NDArray[np.float32]:
    rows, columns = window
    mask = np.zeros((rows.stop - rows.start, columns.stop - columns.start), np.uint8)
    moved = hull.reshape(-1, 2) - np.array([columns.start, rows.start]) * _PART
    cv2.fillPoly(mask, [moved.astype(np.int32)], 255, cv2.LINE_AA, _SHIFT)
    if soft:
        mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), soft), np.uint8)
    return np.asarray(mask[..., None] / 255, np.float32)


def _darken(image: Image, hull: npt.NDArray[np.int32], depth: float) -> None:
    window = _box_of(image, hull, 14)
    if window is not None:
        region = image[window]
        region[:] = region * (1 - depth * _share(hull, window, 4.0))


def _fill(
    image: Image, hull: npt.NDArray[np.int32], colour: Colour, opacity: float = 1.0, rounded: float = 0.0
) -> None:
    """Fill an outline; `rounded` says how much darker it is at its left and right edges than in its middle."""
    window = _box_of(image, hull)
    if window is None:
        return
    region, share = image[window], _share(hull, window) * opacity
    across = np.linspace(-1, 1, region.shape[1], dtype=np.float32)[None, :, None]
    body = colour * (1 - rounded * (across + 0.25) ** 2)
    region[:] = np.clip(region * (1 - share) + body * share, 0, 255)


def _line(image: Image, ring: npt.NDArray[np.int32], colour: Colour, width: int = 1) -> None:
    cv2.polylines(image, [ring], True, colour.tolist(), width, cv2.LINE_AA, _SHIFT)


def _glass(image: Image, rng: Rng, seen: _Seen) -> None:
    wide, high = float(rng.uniform(30, 36)), float(rng.uniform(85, 125))
    foot = wide * float(rng.uniform(0.7, 1.0))
    full = float(rng.uniform(0.3, 0.85))
    drink = [
        np.array([60, 140, 235.0]),
        np.array([30, 20, 110.0]),
        np.array([150, 190, 225.0]),
        np.array([25, 35, 60.0]),
    ]
    colour = drink[int(rng.integers(4))]
    seen.shade(image, [(foot, 0), (wide, high)])
    level = foot + (wide - foot) * full
    _fill(image, seen.body([(foot, 4), (level, high * full)]), colour, 0.6, 0.2)
    _fill(image, seen.ring(level, high * full), colour * 1.15, 0.6)
    _fill(image, seen.body([(foot, 0), (wide, high)]), np.array([230, 235, 238.0]), 0.14, 0.3)
    _line(image, seen.ring(wide, high), np.array([235, 238, 240.0]))
    _line(image, seen.ring(foot, 0), np.array([190, 195, 200.0]))
    x, y = seen.ring(wide * 0.8, high * 0.8)[int(rng.integers(_ROUND))] / _PART
    cv2.ellipse(
        image, (round(x), round(y)), (3, 6), float(rng.uniform(0, 180)), 0, 360, (250, 250, 250), -1, cv2.LINE_AA
    )


def _mug(image: Image, rng: Rng, seen: _Seen) -> None:
    wide, high = float(rng.uniform(37, 43)), float(rng.uniform(80, 100))
    colour = any_colour(rng) if rng.random() < 0.6 else np.full(3, 230.0)
    seen.shade(image, [(wide, 0), (wide, high)])
    out = (cos(seen.pose.angle) * (wide + 8), sin(seen.pose.angle) * (wide + 8))
    for height in (high * 0.25, high * 0.75):
        _line(image, seen.ring(14, height, out), colour * 0.8, 4)
    _fill(image, seen.body([(wide * 0.95, 0), (wide, high)]), colour, 1.0, 0.45)
    _fill(image, seen.ring(wide, high), np.minimum(colour * 1.1, 255))
    _fill(image, seen.ring(wide * 0.88, high), colour * 0.6)
    coffee = np.array([[25, 40, 70.0], [70, 110, 160.0], [90, 150, 190.0]])[int(rng.integers(3))]
    _fill(image, seen.ring(wide * 0.85, high * 0.8), coffee)


def _bottle(image: Image, rng: Rng, seen: _Seen) -> None:
    colour = np.array([[40, 70, 30.0], [30, 60, 110.0], [200, 205, 210.0]])[int(rng.integers(3))]
    wide = float(rng.uniform(31, 38))
    seen.shade(image, [(wide, 0), (wide, 150), (14, 250)])
    _fill(image, seen.body([(wide, 0), (wide, 160)]), colour, 0.9, 0.5)
    _fill(image, seen.body([(wide, 40), (wide, 120)]), any_colour(rng, 90, 245), 1.0, 0.4)
    _fill(image, seen.body([(wide, 160), (15, 205)]), colour, 0.9, 0.5)
    _fill(image, seen.body([(15, 205), (14, 260)]), colour, 0.95, 0.5)
    _fill(image, seen.ring(14, 260), any_colour(rng))


def _bowl(image: Image, rng: Rng, seen: _Seen) -> None:
    wide = float(rng.uniform(60, 85))
    colour = any_colour(rng) if rng.random() < 0.5 else np.full(3, 235.0)
    seen.shade(image, [(wide * 0.55, 0), (wide, 55)])
    _fill(image, seen.body([(wide * 0.5, 0), (wide, 55)]), colour, 1.0, 0.35)
    _fill(image, seen.ring(wide, 55), np.minimum(colour * 1.08, 255))
    _fill(image, seen.ring(wide * 0.94, 54), colour * 0.7)
    food = np.array([[80, 190, 235.0], [60, 110, 170.0], [40, 60, 200.0], [70, 170, 90.0]])[int(rng.integers(4))]
    size = float(rng.uniform(8, 16))
    for _ in range(90):
        around, out = rng.uniform(0, 2 * pi), wide * 0.82 * np.sqrt(rng.random())
        bit = seen.ring(size * rng.uniform(0.7, 1.2), 45 + rng.uniform(0, 12), (cos(around) * out, sin(around) * out))
        _fill(image, bit, np.clip(food * rng.uniform(0.75, 1.15), 0, 255))


def _plate(image: Image, rng: Rng, seen: _Seen) -> None:
    wide = float(rng.uniform(75, 95))
    seen.shade(image, [(wide, 10)])
    _fill(image, seen.body([(wide * 0.6, 0), (wide, 14)]), np.full(3, 225.0), 1.0, 0.15)
    _fill(image, seen.ring(wide, 14), np.full(3, 238.0))
    _line(image, seen.ring(wide * 0.93, 14), any_colour(rng), 2)
    _fill(image, seen.ring(wide * 0.66, 8), np.full(3, 228.0))
    for _ in range(int(rng.integers(2, 8))):
        around, out = rng.uniform(0, 2 * pi), wide * 0.45 * rng.random()
        _fill(
            image, seen.ring(rng.uniform(8, 22), 14, (cos(around) * out, sin(around) * out)), any_colour(rng, 40, 200)
        )


_STANDING = {"glass": _glass, "mug": _mug, "bottle": _bottle, "bowl": _bowl, "plate": _plate}
