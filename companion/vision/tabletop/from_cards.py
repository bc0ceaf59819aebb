"""The plane of the table by nothing but the cards that lie on it, whose size is known."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import cv2
import numpy as np
import numpy.typing as npt

from companion.errors import WrongInputError
from companion.vision.tabletop.board import Points
from companion.vision.tabletop.lens import Lens
from companion.vision.tabletop.plane import Matrix, TablePlane, inverse, levelled, transform
from companion.vision.types import FloatArray

CARD_SIZES_MM: Mapping[str, tuple[tuple[float, float], ...]] = MappingProxyType(
    {
        "spanish48": ((61.0, 95.0),),
        "french52": ((63.0, 88.0), (57.0, 88.0)),
        "seven-suitors": ((63.0, 88.0),),
    }
)
"""Width and height of the cards of a deck; of several, the one that fits best is taken."""

FEWEST_CARDS = 4

MOST_CARDS = 14
"""More cards than that make the result hardly better."""

_FOCAL, _FOCAL_SPREAD = 0.9, 0.2
"""Focal length of a webcam as a part of the picture's width, and how much cameras differ in its logarithm."""

_TILT_SPREAD = 0.8
"""Radians by which cameras over tables are tilted, either way."""

_CORNER_ERROR = 0.02
"""How exact corners are known, as a part of a card's height."""

_STRAY = 3.0
"""Errors beyond so many times that count less: a box of a half covered card."""

_MOST_ERROR = 0.06
"""Mean error of the corners, as a part of a card's height, above which cards do not lie on one plane."""

_LEFT_OUT = 2.5
"""Cards whose corners are so many times further off than usual are left out: they are held, or half covered."""

_ROUNDS = 25
_STEP = 1e-5
_STARTS = ((0.0, 0.0), (0.45, 0.0), (0.9, 0.0), (0.3, 0.3), (0.3, -0.3))
"""Tilts, radians, at which the search begins: away from seat 0, and to the side."""

_Vector = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class _Problem:
    """What is looked for: values of the camera (4) and a place of each card (N, 3).

    Attributes:
        quads: (N, 4, 2) what is seen.
        card: Width and height of a card, millimetres.
        size: Width and height of the picture, pixels.
        camera: (3, 3) camera matrix where the lens is known.
    """

    quads: npt.NDArray[np.float64]
    card: tuple[float, float]
    size: tuple[int, int]
    camera: Matrix | None

    def plane(self, values: _Vector) -> Matrix:
        """Return the (3, 3) map from millimetres to pixels; values are log distance, two tilts, log focal length."""
        distance, tilt, lean, focal = values
        if self.camera is not None:
            camera = self.camera
        else:
            f = float(np.exp(focal)) * self.size[0]
            camera = np.array([[f, 0, self.size[0] / 2], [0, f, self.size[1] / 2], [0, 0, 1]])
        # Positive tilt: what is high in the picture is further away.
        turn = _turn((1, 0, 0), -tilt) @ _turn((0, 1, 0), lean)
        return np.asarray(camera @ np.column_stack([turn[:, 0], turn[:, 1], [0, 0, np.exp(distance)]]), np.float64)

    def seen(self, plane: Matrix, place: _Vector) -> npt.NDArray[np.float64]:
        """Return the (4, 2) pixels of the corners of a card at (x, y, angle)."""
        x, y, angle = place
        half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array(self.card) / 2
        cos, sin = np.cos(angle), np.sin(angle)
        return transform(plane, half @ np.array([[cos, sin], [-sin, cos]]) + (x, y))


def _turn(axis: tuple[float, float, float], angle: float) -> Matrix:
    return np.asarray(cv2.Rodrigues(np.array(axis, np.float64) * angle)[0], np.float64)


def plane_from_cards(
    corners: FloatArray,
    deck: str,
    size: tuple[int, int],
    *,
    lens: Lens | None = None,
    middle: Points | None = None,
) -> TablePlane:
    """Measure by cards that lie flat on the table, anywhere and at any angle.

    Args:
        corners: (N, 4, 2) pixels, those of the cards themselves (not of boxes round them), clockwise, the first edge a
            short one.
        deck: Id of the deck, which tells the cards' size.
        size: Width and height of the picture, pixels.
        lens: The lens where it was measured; otherwise it is taken for that of a common webcam.
        middle: (2,) pixel that shows the middle of play; the middle of the picture when None.

    Raises:
        WrongInputError: There are too few cards, or they do not fit on one plane.
    """
    if len(corners) < FEWEST_CARDS:
        raise WrongInputError(
            f"the table needs {FEWEST_CARDS} cards that lie face up and apart, there are {len(corners)}; "
            "spread some over the whole table"
        )
    quads = np.asarray(corners, np.float64)
    straight = quads if lens is None else lens.straighten(quads.reshape(-1, 2)).reshape(quads.shape)
    camera = lens.matrix if lens is not None else None
    cards = straight
    while True:
        problems = [_Problem(cards, card, size, camera) for card in CARD_SIZES_MM[deck]]
        _, values, places, problem = min((_solve(problem) for problem in problems), key=lambda solved: solved[0])
        plane = problem.plane(values)
        distances = np.linalg.norm(np.stack([problem.seen(plane, place) for place in places]) - cards, axis=2)
        off = distances.mean(axis=1) / np.linalg.norm(cards[:, 3] - cards[:, 0], axis=1)
        fitting = off <= _LEFT_OUT * float(np.median(off))
        if fitting.all() or fitting.sum() < FEWEST_CARDS:
            break
        cards = cards[fitting]
    if float(np.median(off)) > _MOST_ERROR:
        raise WrongInputError(
            "the cards do not fit on one table: lay them flat, whole and apart, and say which deck it is"
        )
    centre = middle if middle is not None else np.array(size, np.float64) / 2
    return TablePlane(levelled(inverse(plane), centre), "cards", float(np.sqrt(np.mean(distances**2))))


def spread_cards(corners: FloatArray, most: int = MOST_CARDS) -> FloatArray:
    """Return those of (N, 4, 2) cards that lie furthest from each other, (M, 4, 2), M at most `most`."""
    if len(corners) <= most:
        return corners
    middles = corners.mean(axis=1)
    chosen = [int(np.argmax(np.linalg.norm(middles - middles.mean(axis=0), axis=1)))]
    while len(chosen) < most:
        gaps = np.linalg.norm(middles[:, None] - middles[chosen][None], axis=2).min(axis=1)
        chosen.append(int(np.argmax(gaps)))
    return corners[chosen]


def _solve(problem: _Problem) -> tuple[float, _Vector, _Vector, _Problem]:
    """Return cost, camera values and places of the best solution."""
    best: tuple[float, _Vector, _Vector, _Problem] | None = None
    for tilt, lean in _STARTS:
        values, places = _start(problem, tilt, lean)
        cost, values, places = _descend(problem, values, places)
        if best is None or cost < best[0]:
            best = cost, values, places, problem
    assert best is not None
    return best


def _start(problem: _Problem, tilt: float, lean: float) -> tuple[_Vector, _Vector]:
    edges = np.linalg.norm(problem.quads - np.roll(problem.quads, -1, axis=1), axis=2)
    scale = float(np.median(edges.max(axis=1))) / problem.card[1]
    focal = problem.camera[0, 0] / problem.size[0] if problem.camera is not None else _FOCAL
    values = np.array([np.log(focal * problem.size[0] / scale), tilt, lean, np.log(focal)])
    flat = inverse(problem.plane(values))
    places = []
    for quad in problem.quads:
        table = transform(flat, quad)
        down = (table[2] + table[3] - table[0] - table[1]) / 2
        places.append([*table.mean(axis=0), np.arctan2(-down[0], down[1])])
    return values, np.array(places)


def _descend(problem: _Problem, values: _Vector, places: _Vector) -> tuple[float, _Vector, _Vector]:
    """Levenberg-Marquardt over camera and places; each card's place touches its own corners alone."""
    count, damping = len(places), 1e-3
    cost, slope, curve = _normal_equations(problem, values, places)
    for _ in range(_ROUNDS):
        step = np.linalg.solve(curve + damping * np.diag(np.diag(curve) + 1e-9), slope)
        tried_values = values + step[:4]
        tried_places = places + step[4:].reshape(count, 3)
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
    return cost, values, places


def _normal_equations(problem: _Problem, values: _Vector, places: _Vector) -> tuple[float, _Vector, Matrix]:
    count = len(places)
    curve, slope = np.zeros((4 + 3 * count, 4 + 3 * count)), np.zeros(4 + 3 * count)
    spreads = np.array([np.inf, _TILT_SPREAD, _TILT_SPREAD, _FOCAL_SPREAD])
    before = np.array([0.0, 0.0, 0.0, np.log(_FOCAL)]) if problem.camera is None else values * (0, 0, 0, 1)
    cost = float((((values - before) / spreads) ** 2).sum())
    slope[:4] = (before - values) / spreads**2
    curve[np.arange(4), np.arange(4)] = 1 / spreads**2
    planes = [problem.plane(values + change) for change in _STEP * np.eye(4)]
    plane = problem.plane(values)
    for number, quad in enumerate(problem.quads):
        place = places[number]
        unit = _CORNER_ERROR * float(np.linalg.norm(quad[3] - quad[0]))
        now = problem.seen(plane, place)
        moved: list[npt.NDArray[np.float64]] = [problem.seen(changed, place) for changed in planes]
        moved += [problem.seen(plane, place + change) for change in np.diag([0.01, 0.01, 1e-4])]
        steps = np.array([_STEP] * 4 + [0.01, 0.01, 1e-4])
        slopes = ((np.array(moved) - now) / steps[:, None, None]).reshape(7, 8) / unit
        error = (quad - now).ravel() / unit
        size = float(np.sqrt((error**2).mean()))
        # Beyond a few times the usual error a card's weight falls: its box may be that of a half covered card.
        weight = 1.0 if size <= _STRAY else _STRAY / size
        cost += 8 * (size**2 if size <= _STRAY else 2 * _STRAY * size - _STRAY**2)
        where = np.r_[0:4, 4 + 3 * number : 7 + 3 * number]
        curve[np.ix_(where, where)] += weight * slopes @ slopes.T
        slope[where] += weight * slopes @ error
    return cost, slope, curve
