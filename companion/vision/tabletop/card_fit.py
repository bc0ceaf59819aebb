"""The camera over a table that makes cards of known size look as they are seen, by least squares over all of them."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from companion.vision.tabletop.plane import Matrix, inverse, transform

FOCAL, _FOCAL_SPREAD = 0.9, 0.2
"""Focal length of a webcam as a part of the picture's width, and how much cameras differ in its logarithm."""

_TILT_SPREAD = 0.8
"""Radians by which cameras over tables are tilted, either way."""

_CORNER_ERROR = 0.02
"""How exact corners are known, as a part of a card's height."""

_STRAY = 3.0
"""Errors beyond so many times that count less: a box of a half covered card."""

_LEFT_OUT = 2.5
"""Cards whose corners are so many times further off than usual are left out: they are held, or half covered."""

FEWEST_CARDS = 4
"""So many must be left then."""

_ROUNDS = 25
_STEP, _STEP_MM, _STEP_TURN = 1e-5, 0.01, 1e-4

_HALF = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])

_STARTS = ((0.0, 0.0), (0.45, 0.0), (0.9, 0.0), (0.3, 0.3), (0.3, -0.3))
"""Tilts, radians, at which the search begins: away from seat 0, and to the side."""

Vector = npt.NDArray[np.float64]
Quads = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Problem:
    """What is looked for: five values of the camera, and a place of each card (N, 3).

    The values are the logarithm of its distance, two tilts, the logarithm of its focal length, and that of how much
    wider for their height the cards are than they are said to be.

    Attributes:
        quads: (N, 4, 2) what is seen.
        card: Width and height of a card, millimetres.
        size: Width and height of the picture, pixels.
        camera: (3, 3) camera matrix where the lens is known.
        shape_spread: How much the cards' shape may differ, as a logarithm; 0 where it is known.
        is_level: The camera looks straight down.
    """

    quads: npt.NDArray[np.float64]
    card: tuple[float, float]
    size: tuple[int, int]
    camera: Matrix | None = None
    shape_spread: float = 0.0
    is_level: bool = False

    def planes(self, values: Vector) -> npt.NDArray[np.float64]:
        """Return the (K, 3, 3) maps from millimetres to pixels of cameras with (K, 5) values."""
        distance, focal = np.exp(values[:, 0]), np.exp(values[:, 3]) * self.size[0]
        (cos, sin), (cos_lean, sin_lean) = ((np.cos(values[:, axis]), np.sin(values[:, axis])) for axis in (1, 2))
        none = np.zeros(len(values))
        # Positive tilt: what is high in the picture is further away.
        right = [cos_lean, -sin * sin_lean, -cos * sin_lean]
        down = [none, cos, -sin]
        poses = np.stack([np.stack(column, 1) for column in (right, down, [none, none, distance])], 2)
        if self.camera is not None:
            return np.asarray(self.camera @ poses, np.float64)
        middle = np.array(self.size)[:, None] / 2
        poses[:, :2] = poses[:, :2] * focal[:, None, None] + middle * poses[:, 2:]
        return poses

    def seen(self, values: Vector, places: Vector) -> npt.NDArray[np.float64]:
        """Return the (K, N, 4, 2) pixels of the corners of cards at (K, N, 3) x, y and angle, to (K, 5) cameras."""
        widths = np.exp(values[:, 4])[:, None, None] * (_HALF[:, 0] * self.card[0])
        heights = _HALF[:, 1] * self.card[1]
        cos, sin = np.cos(places[..., 2:]), np.sin(places[..., 2:])
        x = widths * cos - heights * sin + places[..., :1]
        y = widths * sin + heights * cos + places[..., 1:2]
        (a, b, c), (d, e, f), (g, h, i) = np.moveaxis(self.planes(values), 0, -1)[..., None, None]
        depth = g * x + h * y + i
        return np.stack([(a * x + b * y + c) / depth, (d * x + e * y + f) / depth], -1)

    @cached_property
    def before(self) -> Vector:
        """The values that are likeliest before anything is seen."""
        return np.array([0.0, 0.0, 0.0, np.log(FOCAL), 0.0])

    @cached_property
    def certainty(self) -> Vector:
        """One through the variance of each of them; nothing is known of the distance."""
        spreads = np.array([np.inf, _TILT_SPREAD, _TILT_SPREAD, _FOCAL_SPREAD, self.shape_spread or 1.0])
        return np.asarray(self.free / spreads**2, np.float64)

    @cached_property
    def free(self) -> npt.NDArray[np.bool_]:
        """Which of them are looked for."""
        tilted = not self.is_level
        return np.array([True, tilted, tilted, self.camera is None, self.shape_spread > 0.0])

    @cached_property
    def heights(self) -> Vector:
        """(N,) how high the cards are in the picture, pixels; 1 where they are no cards at all."""
        edges = np.linalg.norm(self.quads[:, [3, 2]] - self.quads[:, [0, 1]], axis=2)
        return np.asarray(np.maximum(edges.mean(axis=1), 1.0), np.float64)


@dataclass(frozen=True)
class Fit:
    """The camera that fits best.

    Attributes:
        problem: What was asked.
        cost: Twice the negative logarithm of how likely it is, but for a constant.
        values: Of the camera.
        places: (N, 3) x, y (millimetres) and angle of the cards.
    """

    problem: Problem
    cost: float
    values: Vector
    places: Vector

    @property
    def plane(self) -> Matrix:
        """The (3, 3) map from millimetres to pixels."""
        return np.asarray(self.problem.planes(self.values[None])[0], np.float64)

    @property
    def distances(self) -> npt.NDArray[np.float64]:
        """(N, 4) pixels by which the corners are off."""
        off = self.problem.seen(self.values[None], self.places[None])[0] - self.problem.quads
        return np.asarray(np.linalg.norm(off, axis=2), np.float64)

    @property
    def off(self) -> Vector:
        """(N,) the mean of them, as parts of the cards' heights."""
        return np.asarray(self.distances.mean(axis=1) / self.problem.heights)


def fit_most(quads: Quads, fitted: Callable[[Quads], Fit]) -> Fit:
    """Return the fit of cards without those that are many times further off than usual.

    Args:
        quads: (N, 4, 2) what is seen.
        fitted: Fits all of some cards.
    """
    while True:
        fit = fitted(quads)
        fitting = fit.off <= _LEFT_OUT * float(np.median(fit.off))
        if fitting.all() or fitting.sum() < FEWEST_CARDS:
            return fit
        quads = quads[fitting]


def best_fit(problem: Problem) -> Fit:
    """Return the best of the cameras that are found from some tilts on; one of any cost fits what are no cards."""
    starts = _STARTS[:1] if problem.is_level else _STARTS
    with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
        fits = [_descend(problem, *_start(problem, *tilts)) for tilts in starts]
    return min(fits, key=lambda fit: fit.cost)


def _start(problem: Problem, tilt: float, lean: float) -> tuple[Vector, Vector]:
    edges = np.linalg.norm(problem.quads - np.roll(problem.quads, -1, axis=1), axis=2)
    scale = max(float(np.median(edges.max(axis=1))), 1.0) / problem.card[1]
    focal = problem.camera[0, 0] / problem.size[0] if problem.camera is not None else FOCAL
    values = np.array([np.log(focal * problem.size[0] / scale), tilt, lean, np.log(focal), 0.0])
    flat = inverse(problem.planes(values[None])[0])
    corners = transform(flat, problem.quads.reshape(-1, 2)).reshape(problem.quads.shape)
    down = (corners[:, 2] + corners[:, 3] - corners[:, 0] - corners[:, 1]) / 2
    return values, np.column_stack([corners.mean(axis=1), np.arctan2(-down[:, 0], down[:, 1])])


def _descend(problem: Problem, values: Vector, places: Vector) -> Fit:
    """Levenberg-Marquardt over camera and places; each card's place touches its own corners alone."""
    count, damping = len(places), 1e-3
    cost, slope, curve = _normal_equations(problem, values, places)
    for _ in range(_ROUNDS):
        step = np.linalg.solve(curve + damping * np.diag(np.diag(curve) + 1e-9), slope)
        tried_values = values + step[:5]
        tried_places = places + step[5:].reshape(count, 3)
        tried = _normal_equations(problem, tried_values, tried_places)
        if tried[0] < cost:
            done = cost - tried[0] < 1e-6 * cost
            values, places = tried_values, tried_places
            (cost, slope, curve), damping = tried, damping / 5
            if done:
                break
        else:
            damping *= 8
            if damping > 1e6:
                break
    return Fit(problem, cost if np.isfinite(cost) else np.inf, values, places)


def _normal_equations(problem: Problem, values: Vector, places: Vector) -> tuple[float, Vector, Matrix]:
    count = len(places)
    before = np.where(problem.free, problem.before, values)
    # As it is, and with each of the camera's values, and of every card's, a little greater.
    tried_values = values + np.concatenate([np.zeros((1, 5)), _STEP * np.eye(5), np.zeros((3, 5))])
    steps_of_cards = np.diag([_STEP_MM, _STEP_MM, _STEP_TURN])
    tried_places = places + np.concatenate([np.zeros((6, 3)), steps_of_cards])[:, None]
    now, *moved = problem.seen(tried_values, tried_places)
    steps = np.array([_STEP] * 5 + [_STEP_MM, _STEP_MM, _STEP_TURN])
    units = _CORNER_ERROR * problem.heights[:, None]
    slopes = ((np.array(moved) - now) / steps[:, None, None, None]).reshape(8, count, 8).transpose(1, 0, 2)
    slopes = slopes / units[..., None]
    slopes[:, :5] *= problem.free[:, None]
    errors = (problem.quads - now).reshape(count, 8) / units
    sizes = np.sqrt((errors**2).mean(axis=1))
    # Beyond a few times the usual error a card's weight falls: its box may be that of a half covered card.
    weights = np.where(sizes <= _STRAY, 1.0, _STRAY / np.maximum(sizes, _STRAY))
    cost = 8 * float(np.where(sizes <= _STRAY, sizes**2, 2 * _STRAY * sizes - _STRAY**2).sum())
    cost += float(((values - before) ** 2 * problem.certainty).sum())
    curves = weights[:, None, None] * slopes @ slopes.transpose(0, 2, 1)
    pulls = weights[:, None] * (slopes @ errors[..., None])[..., 0]
    curve, slope = np.zeros((5 + 3 * count, 5 + 3 * count)), np.zeros(5 + 3 * count)
    curve[:5, :5] = curves[:, :5, :5].sum(axis=0) + np.diag(np.where(problem.free, problem.certainty, 1.0))
    slope[:5] = pulls[:, :5].sum(axis=0) + (before - values) * problem.certainty
    for number in range(count):
        own = slice(5 + 3 * number, 8 + 3 * number)
        curve[:5, own], curve[own, :5] = curves[number, :5, 5:], curves[number, 5:, :5]
        curve[own, own], slope[own] = curves[number, 5:, 5:], pulls[number, 5:]
    return cost, slope, curve
