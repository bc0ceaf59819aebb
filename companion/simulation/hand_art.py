"""Drawn hands with their sleeves, as seen from above: shapes in millimetres, shaded like rounded bodies.

Frame of a hand: u to the right, v forward along the fingers, the origin at the fingertips; the arm lies towards
negative v. Shapes are those of a right hand; the left is its mirror image.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from companion.simulation.hand_shapes import ARM_WIDTHS, SHAPES, Colour, Limb, Look, Outline
from companion.simulation.script import Grip

Rng = np.random.Generator
Bgra = npt.NDArray[np.uint8]
Field = npt.NDArray[np.float32]

SCALE = 1.7
"""Pixels of a hand's picture per millimetre."""
_HALF_WIDTH, _FRONT, _ARM = 100.0, 50.0, 800.0
"""Millimetres around the fingertips that the picture covers: to each side, in front, and behind."""


@dataclass(frozen=True)
class HandPicture:
    """A hand, ready to be laid over the table.

    Attributes:
        below: (H, W, 4) uint8 premultiplied: what lies below the card it holds, or the whole hand.
        above: The thumb over the card it holds, in the same frame; None where all of the hand is above.
        shadow: (H, W) uint8, how much of the light the hand takes, soft at the edges.
        to_mm: (3, 3) from pixels of the picture to (x, y) millimetres with the fingertips at the origin, pointing
            away from seat 0.
    """

    below: Bgra
    above: Bgra | None
    shadow: npt.NDArray[np.uint8]
    to_mm: npt.NDArray[np.float64]


def draw_hand(grip: Grip, right: bool, look: Look) -> HandPicture:
    """Draw a hand that holds cards in one of the ways."""
    rng = np.random.default_rng([look.seed, len(grip)])
    shape = SHAPES[grip]
    below = _Body()
    below.add_arm(ARM_WIDTHS)
    fingers = [_varied(limb, look, rng) for limb in shape.fingers]
    thumb = _varied(shape.thumb, look, rng)
    for limb in fingers:
        below.add_limb(limb, 0.0)
    below.add_plate([(u * look.breadth, v) for u, v in shape.palm], 13.0)
    # The thumb that lies over a card grows out of the hand below the card: its root belongs to both.
    below.add_limb(thumb[:3] if shape.thumb_above else thumb, 6.0 if shape.thumb_above else -2.0)
    image = below.paint(look.skin, rng, nails=[] if shape.thumb_above else [*fingers, thumb], joints=fingers)
    above = None
    if shape.thumb_above:
        over = _Body()
        over.add_limb(thumb, 6.0)
        above = over.paint(look.skin, rng, nails=[thumb], joints=[thumb])
        _fade_root(above, thumb)
    if look.sleeve is not None:
        _put_on_sleeve(image, look.sleeve, rng)
    coverage = image[..., 3] if above is None else np.maximum(image[..., 3], above[..., 3])
    shadow = cv2.blur(cv2.blur(coverage, (23, 23)), (23, 23))
    to_mm = np.array([[1 / SCALE, 0, -_HALF_WIDTH], [0, 1 / SCALE, -_FRONT], [0, 0, 1]])
    if not right:
        to_mm = np.diag([-1.0, 1.0, 1.0]) @ to_mm
    return HandPicture(image, above, np.asarray(shadow, np.uint8), to_mm)


def _varied(limb: Limb, look: Look, rng: Rng) -> list[tuple[float, float, float]]:
    """Return a limb as it is for one player, never twice quite the same; its root stays where the palm is."""
    root, *rest = limb
    bent = [(u + rng.normal(0, 1.2), v + rng.normal(0, 1.2), radius) for u, v, radius in rest]
    return [(u * look.breadth, v, radius * look.breadth) for u, v, radius in (root, *bent)]


def _pixels(points: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    return (points * [1, -1] + [_HALF_WIDTH, _FRONT]) * SCALE


def _canvas_shape() -> tuple[int, int]:
    return round((_FRONT + _ARM) * SCALE), round(2 * _HALF_WIDTH * SCALE)


class _Body:
    """Limbs that grow into one another: one surface, shaded as a whole."""

    def __init__(self) -> None:
        self._height: Field = np.full(_canvas_shape(), -99.0, np.float32)
        self._mask = np.zeros(_canvas_shape(), np.uint8)

    def add_limb(self, limb: Limb, lift: float) -> None:
        """Add a round limb whose underside is `lift` millimetres above the table."""
        outline = np.array(limb, float)
        middles, radii = _pixels(outline[:, :2]), outline[:, 2] * SCALE
        mask = np.zeros(_canvas_shape(), np.uint8)
        circle = np.linspace(0, 2 * np.pi, 32, endpoint=False)
        unit = np.column_stack([np.cos(circle), np.sin(circle)])
        for index in range(len(middles) - 1):
            rims = [middles[i] + unit * radii[i] for i in (index, index + 1)]
            _fill(mask, cv2.convexHull(np.concatenate(rims).astype(np.float32))[:, 0])
        self._merge(mask, float(radii.max()), lift)

    def add_arm(self, widths: Outline) -> None:
        """Add a straight arm that grows broader towards the shoulder."""
        right = [(u, v) for u, v in widths]
        mask = np.zeros(_canvas_shape(), np.uint8)
        _fill(mask, _pixels(np.array(right + [(-u, v) for u, v in reversed(right)], float)))
        rows = _FRONT - np.arange(mask.shape[0]) / SCALE
        half = np.interp(-rows, [-v for _, v in widths], [u for u, _ in widths])[:, None]
        across = (np.arange(mask.shape[1])[None, :] / SCALE - _HALF_WIDTH) / half
        # An arm is flatter than it is broad, and at the wrist as high as the hand.
        height = np.sqrt(np.clip(1 - across**2, 0, 1)) * (14 + (half - widths[0][0]) * 0.7) * SCALE
        self._height = np.where(mask > 0, np.maximum(self._height, height.astype(np.float32)), self._height)
        self._mask = np.maximum(self._mask, mask)

    def add_plate(self, outline: Outline, thickness: float) -> None:
        """Add a flat part with round edges, so many millimetres thick."""
        mask = np.zeros(_canvas_shape(), np.uint8)
        _fill(mask, _pixels(np.array(outline, float)))
        soft = cv2.GaussianBlur(mask, (0, 0), 3 * SCALE)
        self._merge(np.where(soft > 110, 255, 0).astype(np.uint8), thickness * SCALE, 1.0)

    def _merge(self, mask: npt.NDArray[np.uint8], radius: float, lift: float) -> None:
        x, y, w, h = cv2.boundingRect(mask)
        box = (slice(y, y + h), slice(x, x + w))
        framed = cv2.copyMakeBorder((mask[box] > 127).astype(np.uint8), 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0)
        depth = np.clip(cv2.distanceTransform(framed, cv2.DIST_L2, 5)[1:-1, 1:-1], 0, radius)
        height = np.sqrt(depth * (2 * radius - depth)) + lift * SCALE
        self._height[box] = np.where(mask[box] > 0, np.maximum(self._height[box], height), self._height[box])
        self._mask = np.maximum(self._mask, mask)

    def paint(self, skin: Colour, rng: Rng, nails: Sequence[Limb], joints: Sequence[Limb]) -> Bgra:
        """Return the body as a picture, (H, W, 4) uint8 premultiplied."""
        floor = np.where(self._mask > 0, self._height, 0)
        smooth = cv2.GaussianBlur(floor, (0, 0), 1.5 * SCALE)
        slope_x, slope_y = (cv2.Sobel(smooth, cv2.CV_32F, *axis, ksize=3, scale=1 / 8) for axis in ((1, 0), (0, 1)))
        upright = 1 / np.sqrt(1 + slope_x**2 + slope_y**2)
        hollow = np.clip(cv2.GaussianBlur(floor, (0, 0), 5 * SCALE) - smooth, 0, 8 * SCALE) / SCALE
        shade = 0.42 + 0.58 * upright + 0.10 * (slope_x + slope_y) * upright - 0.035 * hollow
        shade += cv2.resize(
            rng.normal(0, 0.022, (60, 14)).astype(np.float32), shade.shape[::-1], interpolation=cv2.INTER_CUBIC
        )
        shade -= _creases(shade.shape, joints)
        tone = np.clip(shade, 0.2, 1.15)[..., None]
        # Skin in the shade is redder than skin in the light.
        colours = skin * np.concatenate([tone**1.18, tone**1.1, tone**0.92], axis=2)
        _paint_nails(colours, nails, skin)
        alpha = cv2.GaussianBlur(self._mask, (0, 0), 0.7).astype(np.float32)[..., None] / 255
        painted = np.concatenate([np.clip(colours, 0, 255), np.full((*self._mask.shape, 1), 255.0)], axis=2)
        return np.asarray(painted * alpha, np.uint8)


def _fill(mask: npt.NDArray[np.uint8], outline: npt.NDArray[Any]) -> None:
    cv2.fillPoly(mask, [np.round(outline * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)


def _along(limb: Limb, place: int) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64], float]:
    """Return a point of a limb in pixels, the direction towards its tip, and its radius there in pixels."""
    points = _pixels(np.array(limb, float)[:, :2])
    ahead = points[place] - points[place - 1]
    return points[place], ahead / max(float(np.linalg.norm(ahead)), 1e-6), limb[place][2] * SCALE


def _creases(shape: tuple[int, ...], limbs: Sequence[Limb]) -> Field:
    """Return how much darker the folds over the limbs' inner joints are."""
    marks = np.zeros(shape, np.float32)
    for limb in limbs:
        for place in range(1, len(limb) - 1):
            middle, ahead, radius = _along(limb, place)
            angle = float(np.degrees(np.arctan2(ahead[1], ahead[0])))
            axes = (round(radius * 0.16), round(radius * 0.62))
            for shift in (-0.16, 0.16):
                x, y = middle + ahead * radius * shift
                cv2.ellipse(marks, (round(x), round(y)), axes, angle, 0, 360, 0.11, -1)
    return np.asarray(cv2.GaussianBlur(marks, (0, 0), 1.1), np.float32)


def _paint_nails(colours: npt.NDArray[np.float64], limbs: Sequence[Limb], skin: Colour) -> None:
    tone = np.clip(skin * 0.9 + [26, 26, 30], 0, 255)
    for limb in limbs:
        tip, ahead, radius = _along(limb, len(limb) - 1)
        x, y = tip + ahead * radius * 0.22
        angle = float(np.degrees(np.arctan2(ahead[1], ahead[0])))
        axes = (round(radius * 0.66), round(radius * 0.56))
        for shrunk, colour in ((0, tone * 0.84), (1, tone)):
            at = (axes[0] - shrunk, axes[1] - shrunk)
            cv2.ellipse(colours, (round(x), round(y)), at, angle, 0, 360, colour.tolist(), -1, cv2.LINE_AA)


def _fade_root(image: Bgra, thumb: Limb) -> None:
    """Let the thumb above a card fade into the hand from which it grows."""
    first, last = _pixels(np.array(thumb, float)[:3, :2])[[0, 2]]
    rows = np.arange(image.shape[0], dtype=np.float32)
    share = np.clip((first[1] - rows) / max(first[1] - last[1], 1.0), 0, 1)[:, None, None]
    image[:] = (image * share).astype(np.uint8)


def _put_on_sleeve(image: Bgra, colour: Colour, rng: Rng) -> None:
    """Pull a sleeve over the arm."""
    edge, wide = float(rng.uniform(-200, -172)), float(rng.uniform(1.0, 1.15))
    bow = [(u, edge - 5 * (1 - (u / 33) ** 2) * -1) for u in np.linspace(-33, 33, 9)]
    sides = [(39.0, -300.0), (62.0, -800.0), (-62.0, -800.0), (-39.0, -300.0)]
    outline = _pixels(np.array([*bow, *sides]) * [wide, 1])
    mask = np.zeros(image.shape[:2], np.uint8)
    _fill(mask, outline)
    rows = np.arange(image.shape[0], dtype=np.float32)[:, None]
    v = _FRONT - rows / SCALE
    half = np.interp(-v, [-edge, 300, 800], [33, 39, 62]).astype(np.float32) * wide
    across = (np.arange(image.shape[1], dtype=np.float32)[None, :] / SCALE - _HALF_WIDTH) / half
    shade = 0.5 + 0.5 * np.sqrt(np.clip(1 - across**2, 0, 1)) - 0.06 * across
    folds = cv2.resize(rng.normal(0, 1, (26, 3)).astype(np.float32), image.shape[1::-1], interpolation=cv2.INTER_CUBIC)
    weave = cv2.GaussianBlur(rng.normal(0, 1, image.shape[:2]).astype(np.float32), (0, 0), 0.8)
    shade = shade * (1 + 0.13 * np.tanh(folds) + 0.03 * weave)
    cuff = np.exp(-(((v - (edge - 17)) / 0.9) ** 2))
    shade = shade * (1 - 0.3 * cuff)
    # The sleeve's edge shades the wrist.
    rim = cv2.GaussianBlur(mask, (0, 0), 3 * SCALE).astype(np.float32)[..., None] / 255
    image[..., :3] = (image[..., :3] * (1 - 0.5 * rim)).astype(np.uint8)
    alpha = cv2.GaussianBlur(mask, (0, 0), 0.7).astype(np.float32)[..., None] / 255
    cloth = np.concatenate([np.clip(colour * shade[..., None], 0, 255), np.full((*mask.shape, 1), 255.0)], axis=2)
    image[:] = np.clip(image * (1 - alpha) + cloth * alpha, 0, 255).astype(np.uint8)
