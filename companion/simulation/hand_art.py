"""Drawn hands with their sleeves, as seen from above: shapes in millimetres, shaded like rounded bodies.

Frame of a hand: u to the right, v forward along the fingers, the origin at the fingertips; the arm lies towards
negative v. Shapes are those of a right hand; the left is its mirror image.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.simulation.script import Grip

Rng = np.random.Generator
Bgra = npt.NDArray[np.uint8]

SCALE = 2.0
"""Pixels of a hand's picture per millimetre."""
_HALF_WIDTH, _FRONT, _ARM = 150.0, 60.0, 900.0

Limb = Sequence[tuple[float, float, float]]
"""A rounded limb: points (u, v, radius) from its root to its tip, millimetres."""


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


@dataclass(frozen=True)
class Look:
    """What one player's arms look like.

    Attributes:
        skin: (3,) BGR.
        sleeve: (3,) BGR; None for a bare arm.
        cuff: (3,) BGR of the sleeve's edge.
        breadth: 1 for a hand of average breadth.
    """

    skin: npt.NDArray[np.float64]
    sleeve: npt.NDArray[np.float64] | None
    cuff: npt.NDArray[np.float64]
    breadth: float


_SKINS = np.array(
    [[168, 194, 232], [140, 170, 216], [112, 142, 196], [76, 104, 158], [50, 70, 112], [36, 48, 78]], float
)
_SLEEVES = np.array(
    [
        [60, 48, 40],
        [120, 84, 44],
        [48, 44, 130],
        [70, 96, 52],
        [196, 190, 182],
        [40, 100, 150],
        [110, 60, 92],
        [52, 52, 58],
    ],
    float,
)


def random_look(rng: Rng) -> Look:
    """Draw one player's skin and sleeves."""
    skin = np.clip(_SKINS[int(rng.integers(len(_SKINS)))] * rng.uniform(0.9, 1.06), 0, 255)
    sleeve = np.clip(_SLEEVES[int(rng.integers(len(_SLEEVES)))] + rng.normal(0, 10, 3), 10, 240)
    bare = rng.random() < 0.2
    return Look(skin, None if bare else sleeve, sleeve * rng.uniform(0.75, 1.15), float(rng.uniform(0.9, 1.08)))


_FLAT_FINGERS: Sequence[Limb] = (
    ((31, -92, 9.0), (39, -66, 8.2), (43, -42, 7.2), (45, -28, 6.4)),
    ((12, -84, 10.0), (17, -48, 9.0), (19, -22, 8.2), (20, -7, 7.2)),
    ((-8, -82, 10.2), (-7, -42, 9.2), (-6, -14, 8.4), (-5, 2, 7.4)),
    ((-28, -88, 10.0), (-31, -52, 9.0), (-31, -28, 8.2), (-30, -12, 7.2)),
)
_FLAT_THUMB: Limb = ((-26, -142, 15.0), (-46, -112, 12.0), (-58, -88, 10.0), (-63, -70, 8.4))
_SLIDE_FINGERS: Sequence[Limb] = (
    ((30, -92, 9.0), (35, -74, 9.0), (33, -62, 8.6)),
    ((13, -84, 10.0), (19, -58, 9.8), (17, -46, 9.2)),
    ((-6, -82, 10.2), (3, -44, 9.2), (7, -14, 8.4), (8, 2, 7.4)),
    ((-26, -88, 10.0), (-20, -52, 9.0), (-13, -24, 8.2), (-9, -4, 7.2)),
)
_SLIDE_THUMB: Limb = ((-24, -138, 15.0), (-38, -104, 12.0), (-38, -78, 10.0), (-32, -60, 8.4))
_PINCH_FINGERS: Sequence[Limb] = (
    ((34, -70, 9.0), (46, -42, 8.6), (44, -16, 7.8), (34, 2, 6.8)),
    ((26, -68, 10.0), (38, -30, 9.0), (36, 2, 8.0), (26, 22, 7.0)),
    ((14, -64, 10.2), (24, -24, 9.2), (22, 8, 8.2), (12, 28, 7.2)),
    ((0, -62, 10.2), (6, -22, 9.4), (4, 10, 8.4), (-2, 28, 7.2)),
)
_PINCH_THUMB: Limb = ((2, -112, 16.0), (-10, -62, 12.0), (-8, -20, 10.4), (-3, 12, 9.0), (-1, 22, 8.0))
_PALM: Limb = ((0, -170, 27.0), (0, -150, 31.0), (2, -118, 37.0), (1, -98, 36.0))
_PINCH_PALM: Limb = ((0, -170, 26.0), (6, -140, 30.0), (12, -104, 32.0), (14, -76, 26.0))


def draw_hand(grip: Grip, right: bool, look: Look, rng: Rng) -> HandPicture:
    """Draw a hand that holds cards in one of the ways."""
    width, height = int(2 * _HALF_WIDTH * SCALE), int((_FRONT + _ARM) * SCALE)
    canvas = _Canvas(width, height)
    _draw_arm(canvas, look)
    above: _Canvas | None = None
    if grip == "pinch":
        for limb in _PINCH_FINGERS:
            canvas.add_limb(_varied(limb, look, rng), look.skin * 0.95, nail=False)
        canvas.add_limb(_varied(_PINCH_PALM, look, rng, 0.5), look.skin, nail=False)
        above = _Canvas(width, height)
        above.add_limb(_varied(_PINCH_THUMB, look, rng, 0.5), look.skin, nail=True)
        # The thumb grows out of the hand: its root is drawn with the hand below, too.
        canvas.add_limb(_PINCH_THUMB[:3], look.skin, nail=False)
    else:
        fingers, thumb = (_FLAT_FINGERS, _FLAT_THUMB) if grip == "sweep" else (_SLIDE_FINGERS, _SLIDE_THUMB)
        canvas.add_limb(_varied(thumb, look, rng), look.skin * 0.97, nail=True)
        for limb in fingers:
            canvas.add_limb(_varied(limb, look, rng), look.skin, nail=True)
        canvas.add_limb(_varied(_PALM, look, rng, 0.5), look.skin, nail=False, soft=True)
        canvas.add_knuckles([(limb[0][0], limb[0][1]) for limb in fingers], look.skin)
    _draw_sleeve(canvas, look, rng)
    coverage = canvas.image[..., 3] if above is None else np.maximum(canvas.image[..., 3], above.image[..., 3])
    shadow = cv2.blur(cv2.blur(coverage, (25, 25)), (25, 25))
    to_mm = np.array([[1 / SCALE, 0, -_HALF_WIDTH], [0, 1 / SCALE, -_FRONT], [0, 0, 1]])
    if not right:
        to_mm = np.diag([-1.0, 1.0, 1.0]) @ to_mm
    return HandPicture(canvas.image, above.image if above else None, np.asarray(shadow, np.uint8), to_mm)


def _varied(limb: Limb, look: Look, rng: Rng, amount: float = 1.5) -> Limb:
    return [(u + rng.normal(0, amount), v + rng.normal(0, amount), radius * look.breadth) for u, v, radius in limb]


def _draw_arm(canvas: "_Canvas", look: Look) -> None:
    canvas.add_limb([(0, -164, 26.0), (0, -230, 28.0), (0, -340, 38.0), (0, -900, 52.0)], look.skin, nail=False)


def _draw_sleeve(canvas: "_Canvas", look: Look, rng: Rng) -> None:
    if look.sleeve is None:
        return
    start = float(rng.uniform(-205, -178))
    canvas.add_limb([(0, start - 32, 36.0), (0, -340, 47.0), (0, -900, 66.0)], look.sleeve, nail=False, folds=rng)
    canvas.add_limb([(-6, start - 36, 34.0), (6, start - 36, 34.0)], look.cuff, nail=False)


class _Canvas:
    """A picture on which rounded bodies are laid over one another."""

    def __init__(self, width: int, height: int) -> None:
        self.image = np.zeros((height, width, 4), np.uint8)

    def _pixels(self, points: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        return (points * [1, -1] + [_HALF_WIDTH, _FRONT]) * SCALE

    def add_limb(
        self,
        limb: Limb,
        colour: npt.NDArray[np.float64],
        *,
        nail: bool,
        soft: bool = False,
        folds: Rng | None = None,
    ) -> None:
        """Lay a limb over what is there.

        Args:
            limb: Its shape.
            colour: (3,) BGR under even light.
            nail: Draw a fingernail at the tip.
            soft: Let it grow out of what lies below instead of covering it with an edge.
            folds: Draw the folds of cloth.
        """
        outline = np.array(limb, float)
        middles, radii = self._pixels(outline[:, :2]), outline[:, 2] * SCALE
        pad = int(radii.max()) + 8
        low = np.maximum(np.floor(middles.min(axis=0)).astype(int) - pad, 0)
        high = np.minimum(np.ceil(middles.max(axis=0)).astype(int) + pad, self.image.shape[1::-1])
        if (high <= low).any():
            return
        mask = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
        _fill_limb(mask, middles - low, radii)
        shade = _rounded(mask, float(radii.max()))
        if folds is not None:
            shade = shade * _cloth(mask.shape, folds)
        body = np.clip(colour * shade[..., None], 0, 255)
        if nail:
            _paint_nail(body, middles - low, radii, colour)
        edge = 5.0 if soft else 1.2
        alpha = cv2.GaussianBlur(mask, (0, 0), edge).astype(np.float32)[..., None] / 255
        region = self.image[low[1] : high[1], low[0] : high[0]]
        if soft:
            alpha = alpha * (region[..., 3:] > 0) + (alpha > 0.5) * alpha * (region[..., 3:] == 0)
        else:
            # A thin dark line parts a finger from its neighbour.
            rim = cv2.GaussianBlur(mask, (0, 0), 2.5).astype(np.float32)[..., None] / 255
            region[..., :3] = (region[..., :3] * (1 - 0.35 * rim)).astype(np.uint8)
        painted = np.concatenate([body, np.full((*mask.shape, 1), 255.0)], axis=2) * alpha
        region[:] = np.clip(region * (1 - alpha) + painted, 0, 255).astype(np.uint8)

    def add_knuckles(self, places: Sequence[tuple[float, float]], skin: npt.NDArray[np.float64]) -> None:
        """Hint at the knuckles on the back of a hand."""
        tone = np.zeros(self.image.shape[:2], np.float32)
        for u, v in places:
            x, y = self._pixels(np.array([[u, v - 3.0]]))[0]
            cv2.ellipse(tone, (int(x), int(y)), (int(7 * SCALE), int(5 * SCALE)), 0, 0, 360, 0.09, -1)
            cv2.ellipse(tone, (int(x), int(y + 10 * SCALE)), (int(5 * SCALE), int(12 * SCALE)), 0, 0, 360, -0.06, -1)
        tone = cv2.GaussianBlur(tone, (0, 0), 4 * SCALE)
        lit = self.image[..., :3] + tone[..., None] * skin * (self.image[..., 3:] > 0)
        self.image[..., :3] = np.clip(lit, 0, 255).astype(np.uint8)


def _fill_limb(mask: npt.NDArray[np.uint8], middles: npt.NDArray[np.float64], radii: npt.NDArray[np.float64]) -> None:
    circle = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    unit = np.column_stack([np.cos(circle), np.sin(circle)])
    for index in range(len(middles) - 1):
        rims = [middles[i] + unit * radii[i] for i in (index, index + 1)]
        hull = cv2.convexHull(np.concatenate(rims).astype(np.float32))
        cv2.fillConvexPoly(mask, np.round(hull * 16).astype(np.int32), 255, cv2.LINE_AA, 4)


def _rounded(mask: npt.NDArray[np.uint8], radius: float) -> npt.NDArray[np.float32]:
    """Return how light falls on a body of this outline: full on its ridge, less towards its sides."""
    solid = (mask > 127).astype(np.uint8)
    inside = cv2.distanceTransform(cv2.copyMakeBorder(solid, 1, 1, 1, 1, cv2.BORDER_REPLICATE), cv2.DIST_L2, 5)
    depth = np.clip(inside[1:-1, 1:-1] / radius, 0, 1)
    height = cv2.GaussianBlur(np.sqrt(1 - (1 - depth) ** 2), (0, 0), 3.0)
    slope_x = cv2.Sobel(height, cv2.CV_32F, 1, 0, ksize=3, scale=radius / 8)
    slope_y = cv2.Sobel(height, cv2.CV_32F, 0, 1, ksize=3, scale=radius / 8)
    facing = 1 / np.sqrt(1 + slope_x**2 + slope_y**2)
    shade: npt.NDArray[np.float32] = 0.5 + 0.5 * facing + 0.07 * (slope_x - slope_y) * facing
    return shade


def _cloth(shape: tuple[int, ...], rng: Rng) -> npt.NDArray[np.float32]:
    coarse = rng.normal(0, 1, (max(shape[0] // 40, 2), max(shape[1] // 90, 2))).astype(np.float32)
    fine = rng.normal(0, 1, shape[:2]).astype(np.float32)
    folds = cv2.resize(coarse, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)
    return np.asarray(1 + 0.09 * np.tanh(folds) + 0.025 * cv2.GaussianBlur(fine, (0, 0), 1.0), np.float32)


def _paint_nail(
    body: npt.NDArray[np.float64],
    middles: npt.NDArray[np.float64],
    radii: npt.NDArray[np.float64],
    colour: npt.NDArray[np.float64],
) -> None:
    ahead = middles[-1] - middles[-2]
    ahead = ahead / max(float(np.linalg.norm(ahead)), 1e-6)
    x, y = middles[-1] + ahead * radii[-1] * 0.1
    angle = float(np.degrees(np.arctan2(ahead[1], ahead[0])))
    axes = (max(int(radii[-1] * 0.72), 1), max(int(radii[-1] * 0.58), 1))
    tone = np.clip(colour * 0.9 + [24, 24, 30], 0, 255)
    cv2.ellipse(body, (int(x), int(y)), axes, angle, 0, 360, tone.tolist(), -1, cv2.LINE_AA)
    cv2.ellipse(body, (int(x), int(y)), axes, angle, 100, 260, (tone * 0.82).tolist(), 1, cv2.LINE_AA)
