"""The simulated table without pixels: what finder and reader would say of each frame, with faults at will."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import cos, hypot, sin

import numpy as np
import numpy.typing as npt

from companion.simulation.camera import Camera, camera_over_table
from companion.simulation.motion import Pose
from companion.simulation.script import MovingHand, Script
from companion.simulation.table import CardState, Table
from companion.vision.types import FloatArray, SeenCard

Points = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]

_LEAST_VISIBLE = 0.3
"""Part of a card that must be seen for it to be found."""
_READABLE = 0.55
"""Part of a card below which its reading is no better than a guess."""
_MOVING_VISIBLE = 0.8
"""What movement leaves of a card's visibility."""
_CORNER_NOISE = 0.4
"""Standard deviation of a corner of a card at rest, pixels."""


@dataclass(frozen=True, slots=True)
class Faults:
    """How often finder and reader are wrong. All are chances, 0..1.

    Attributes:
        misread: One look at a card is taken for another card.
        stubborn: A card is taken for one and the same other card as long as it lies where it was laid.
        miss: One look does not find a card.
        ghost: A frame shows a card where there is none.
    """

    misread: float = 0.0
    stubborn: float = 0.0
    miss: float = 0.0
    ghost: float = 0.0


def ideal_observations(
    script: Script,
    *,
    rate: float = 10.0,
    faults: Faults | None = None,
    camera: Camera | None = None,
    seed: int = 0,
) -> Iterator[tuple[float, list[SeenCard]]]:
    """Play a script without drawing it.

    Args:
        script: What happens.
        rate: Analysed frames a second.
        faults: What goes wrong; nothing where None (cards in movement or under hands are read badly all the same).
        camera: Who looks; None hangs a camera of 1280 x 720 pixels over the table.
        seed: Of the faults; the same seed gives the same faults.

    Yields:
        Seconds, and the cards seen then.
    """
    observer = Observer(script, faults if faults is not None else Faults(), camera, seed)
    for index in range(int(script.duration * rate) + 1):
        time = index / rate
        yield time, observer.look(time)


class Observer:
    """Finder and reader of a script, without pixels."""

    def __init__(self, script: Script, faults: Faults, camera: Camera | None = None, seed: int = 0) -> None:
        self._table = Table(script)
        self._faults = faults
        self._camera = camera if camera is not None else camera_over_table(1280, 720, script.span_mm)
        self._size = script.card_size
        self._codes = script.game.deck.codes
        # Python's own generator: single numbers cost a fraction of what they cost with numpy's.
        self._rng = random.Random(f"{seed} of {script.seed}")
        self._noise = np.random.default_rng([seed, script.seed, 17]).normal(0, _CORNER_NOISE, (97, 4, 2)).astype("f4")
        self._span = script.span_mm
        self._stubborn = {
            card.serial: self._other(card.code) for card in script.cards if self._rng.random() < faults.stubborn
        }
        grid = np.stack(np.meshgrid(np.linspace(-0.46, 0.46, 5), np.linspace(-0.46, 0.46, 7)), axis=-1).reshape(-1, 2)
        self._grid: Points = grid * self._size
        self._reach = float(np.hypot(*self._size)) / 2
        self._still: tuple[int, ...] = ()
        self._resting: list[_Resting] = []

    def look(self, time: float) -> list[SeenCard]:
        """Return the cards seen at a time in seconds."""
        moment = self._table.at(time)
        moving = [card for card in moment.cards if card.moving]
        self._settle([card for card in moment.cards if not card.moving])
        seen: list[SeenCard] = []
        for resting in self._resting:
            visible = self._visible(resting, moving, moment.hands)
            self._see(seen, resting.card, resting.corners, visible)
        for place, card in enumerate(moving):
            loose = self._rest(card)
            visible = self._visible(loose, moving[place + 1 :], moment.hands) * _MOVING_VISIBLE
            self._see(seen, card, loose.corners, visible)
        if self._rng.random() < self._faults.ghost:
            seen.append(self._ghost())
        return seen

    def _settle(self, still: Sequence[CardState]) -> None:
        """Work out which parts of the resting cards other resting cards leave free, when they have changed."""
        serials = tuple(card.card.serial for card in still)
        if serials == self._still:
            return
        self._still = serials
        self._resting = []
        for place, card in enumerate(still):
            resting = self._rest(card)
            for upper in reversed(still[place + 1 :]):
                if hypot(upper.pose.x - card.pose.x, upper.pose.y - card.pose.y) < 2 * self._reach:
                    resting.free &= ~self._covers(upper.pose, resting.points)
                    if resting.share < _LEAST_VISIBLE:
                        break
            else:
                self._resting.append(resting)

    def _rest(self, card: CardState) -> "_Resting":
        pose = card.pose
        c, s = cos(pose.angle), sin(pose.angle)
        points: Points = self._grid @ np.array([[c, s], [-s, c]]) + (pose.x, pose.y)
        corners = self._camera.card(pose.x, pose.y, pose.z, pose.angle, self._size).astype(np.float32)
        return _Resting(card, points, np.ones(len(points), np.bool_), corners)

    def _visible(
        self, resting: "_Resting", upper: Sequence[CardState], hands: Sequence[tuple[MovingHand, Pose]]
    ) -> float:
        """Return the part of a card that moving cards and hands leave free."""
        pose, free = resting.card.pose, resting.free
        for other in upper:
            if hypot(other.pose.x - pose.x, other.pose.y - pose.y) < 2 * self._reach:
                free = free & ~self._covers(other.pose, resting.points)
        for hand, at in hands:
            shape = _THUMB if resting.card.card.serial in hand.holds and hand.grip == "pinch" else _HAND
            away, along = _across(pose.x - at.x, pose.y - at.y, at.angle)
            if abs(away) < _BROADEST + self._reach and along > shape[0][0] - self._reach:
                free = free & ~_within(shape, _local(resting.points, at))
        return float(np.count_nonzero(free)) / len(free)

    def _covers(self, pose: Pose, points: Points) -> Mask:
        away = np.abs(_local(points, pose))
        covered: Mask = (away[:, 0] < self._size[0] / 2) & (away[:, 1] < self._size[1] / 2)
        return covered

    def _see(self, seen: list[SeenCard], card: CardState, corners: FloatArray, visible: float) -> None:
        rng = self._rng
        x, y = corners[0] + (corners[2] - corners[0]) / 2
        view = self._camera.view
        inside = 0 < x < view.width and 0 < y < view.height
        if not inside or visible < _LEAST_VISIBLE or rng.random() < self._faults.miss:
            return
        noise = self._noise[rng.randrange(len(self._noise))] * (3 if card.moving else 1)
        reading = self._read(card, visible, rng.random()) if card.face_up else ()
        seen.append(SeenCard(corners + noise, card.face_up, 0.55 + 0.4 * visible, reading))

    def _read(self, card: CardState, visible: float, doubt: float) -> tuple[tuple[str, float], ...]:
        code, rng = card.card.code, self._rng
        if visible < _READABLE:
            guess = self._other(code)
            return ((guess, 0.3), (code, 0.25)) if doubt < 0.5 else ((code, 0.35), (guess, 0.2))
        if card.card.serial in self._stubborn:
            sure = 0.5 + 0.45 * doubt
            return (self._stubborn[card.card.serial], sure), (code, (1 - sure) * 0.7)
        if rng.random() < self._faults.misread:
            sure = 0.35 + 0.5 * doubt
            return (self._other(code), sure), (code, (1 - sure) * 0.7)
        sure = 0.9 + 0.095 * doubt
        return (code, sure), (self._other(code), (1 - sure) * 0.6)

    def _other(self, code: str) -> str:
        place = self._codes.index(code)
        return self._codes[(place + 1 + self._rng.randrange(len(self._codes) - 1)) % len(self._codes)]

    def _ghost(self) -> SeenCard:
        rng = self._rng
        x, y = (rng.uniform(-0.45, 0.45) * self._span for _ in range(2))
        corners = self._camera.card(x, y / 2, 0.0, rng.uniform(0, 6.28), self._size)
        code = self._codes[rng.randrange(len(self._codes))]
        return SeenCard(corners.astype(np.float32), True, 0.35, ((code, rng.uniform(0.2, 0.6)),))


@dataclass(slots=True)
class _Resting:
    """A card that lies still.

    Attributes:
        card: The card.
        points: (N, 2) millimetres, spread over it.
        free: (N,) which of them no other card at rest covers.
        corners: (4, 2) pixels.
    """

    card: CardState
    points: Points
    free: Mask
    corners: FloatArray

    @property
    def share(self) -> float:
        """The part of it that is free."""
        return float(np.count_nonzero(self.free)) / len(self.free)


def _across(x: float, y: float, angle: float) -> tuple[float, float]:
    """Return how far a point lies across and along a thing that is turned by an angle."""
    c, s = cos(angle), sin(angle)
    return x * c + y * s, y * c - x * s


def _local(points: Points, pose: Pose) -> Points:
    """Return points of the table in the frame of a thing that lies in a pose."""
    c, s = cos(pose.angle), sin(pose.angle)
    moved: Points = (points - (pose.x, pose.y)) @ np.array([[c, -s], [s, c]])
    return moved


Trapezoids = Sequence[tuple[float, float, float, float]]
"""Bands across a hand: front and back along the arm (y, growing towards the elbow), half widths there; millimetres."""

_HAND: Trapezoids = ((-5, 60, 30, 45), (60, 170, 45, 30), (170, 900, 40, 66))
_THUMB: Trapezoids = ((-26, 110, 10, 14),)
_BROADEST = 66.0


def _within(shape: Trapezoids, points: Points) -> Mask:
    inside = np.zeros(len(points), np.bool_)
    for front, back, half_front, half_back in shape:
        share = (points[:, 1] - front) / (back - front)
        half = half_front + (half_back - half_front) * share
        inside |= (share >= 0) & (share < 1) & (np.abs(points[:, 0]) < half)
    return inside
