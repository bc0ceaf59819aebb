"""What else lies and stands on a table where people play: drinks, bowls, phones, paper.

People drink, write the score down and look at their phones: some of it is taken up and put down again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import cos, hypot, pi, sin

import numpy as np
import numpy.typing as npt

from companion.simulation.camera import Camera
from companion.simulation.motion import Motion, Pose
from companion.simulation.places import Place, places_around
from companion.simulation.script import MovingHand, Script

Rng = np.random.Generator
Point = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of thing.

    Attributes:
        reach: From its middle to its outermost point, millimetres.
        height: Millimetres; 0 for what lies flat (`companion.synth.oddments`).
        each: Everybody has one; otherwise there may be one on the table.
        chance: That there is one, for everybody or at all.
        often: Seconds in the mean until whoever has it takes it up and puts it down again: what stands where it stood,
            what lies flat elsewhere. 0 where nobody does.
    """

    reach: float
    height: float = 0.0
    each: bool = False
    chance: float = 1.0
    often: float = 0.0


KINDS: Mapping[str, Kind] = {
    "glass": Kind(36.0, 120.0, each=True, chance=0.5, often=45.0),
    "mug": Kind(43.0, 95.0, each=True, chance=0.5, often=45.0),
    "phone": Kind(84.0, each=True, chance=0.4, often=90.0),
    "bottle": Kind(38.0, 260.0, chance=0.6),
    "bowl": Kind(85.0, 60.0, chance=0.7),
    "plate": Kind(95.0, 14.0, chance=0.3),
    "napkin": Kind(100.0, each=True, chance=0.25, often=120.0),
    "coaster": Kind(66.0, each=True, chance=0.3),
    "pad": Kind(92.0, chance=0.8, often=60.0),
    "box": Kind(57.0, chance=0.6),
    "receipt": Kind(70.0, chance=0.3),
}
"""What there may be, by name."""

_NEAREST_MM, _TRIES = 150.0, 400
"""Millimetres from the middle of the table within which nothing is put, and how often a place is looked for."""
_DEEP, _IN_PICTURE, _BEFORE = 0.62, 0.01, 1.1
"""How deep the part of the table is where it is put, as a part of its width; how far from the edge of the picture its
middle is, likewise; and how far round from a seat, as a part of halfway to the next, what is before that seat."""

_ROOM_MM, _CARD_MM = 12.0, 57.0
"""Millimetres left free between things, and from the middle of a card to its corner."""

_AWAY, _SPOTS = (2.0, 7.0), 3
"""Seconds that a thing is away that was taken up; and in how many places one may be put down that lies flat."""

_REACH_TAKES, _SHIFT_MM, _DRINKS_AT = 0.8, 9.0, 120.0
"""Seconds that an arm takes for a way; how far from its old place a thing is put down, standard deviation; and how high
over the table it is taken, millimetres."""


@dataclass(frozen=True, slots=True)
class Thing:
    """One thing.

    Attributes:
        kind: One of `KINDS`.
        look: What its looks are drawn by.
        motion: Where its middle is.
    """

    kind: str
    look: int
    motion: Motion


def set_out(script: Script, camera: Camera) -> tuple[Sequence[Thing], Sequence[MovingHand]]:
    """Put things where no card comes to lie, and let people take up some; return them, and the hands that do."""
    rng = np.random.default_rng([script.seed, 59])
    players = len(script.names)
    places = places_around(players, script.span_mm, [0.0] * players)
    room = _Room(script, camera, rng)
    things, hands = list[Thing](), list[MovingHand]()
    flat: list[tuple[int, Place, Pose]] = []
    for name, kind in KINDS.items():
        for place in places if kind.each else (None,):
            if rng.random() >= kind.chance or (spot := room.take(kind, place)) is None:
                continue
            look = int(rng.integers(2**31))
            rest = Pose(float(spot[0]), float(spot[1]), 0.0, float(rng.uniform(0, 2 * pi)))
            motion = Motion([(0.0, rest)])
            if kind.often and kind.height and place is not None:
                motion, reaches = _used(rng, kind, place, [rest], script.duration)
                hands += reaches
            elif kind.often:
                flat.append((len(things), place or places[int(rng.integers(players))], rest))
            things.append(Thing(name, look, motion))
    # What is put elsewhere finds room beside everything else.
    for number, place, rest in flat:
        kind = KINDS[things[number].kind]
        spots = [spot for _ in range(_SPOTS - 1) if (spot := room.take(kind, place)) is not None]
        rests = [rest, *(Pose(float(x), float(y), 0.0, float(rng.uniform(0, 2 * pi))) for x, y in spots)]
        motion, reaches = _used(rng, kind, place, rests, script.duration)
        things[number] = replace(things[number], motion=motion)
        hands += reaches
    return things, hands


class _Room:
    """Knows where on a table there is room: no card and no other thing comes to lie there, and the camera sees it."""

    def __init__(self, script: Script, camera: Camera, rng: Rng) -> None:
        self._camera = camera
        self._rng = rng
        self._players = len(script.names)
        self._span = np.array([script.span_mm, script.span_mm * _DEEP])
        spots = {(round(pose.x, 1), round(pose.y, 1)) for card in script.cards for pose in card.motion.poses}
        self._cards = np.array(sorted(spots), np.float64).reshape(-1, 2)
        self._taken: list[tuple[Point, float]] = []

    def take(self, kind: Kind, place: Place | None) -> Point | None:
        """Return (2,) millimetres where a thing has room from now on no more, before a seat or anywhere.

        None where there is no such spot.
        """
        for _ in range(_TRIES):
            spot = self._rng.uniform(-0.5, 0.5, 2) * self._span
            if self._is_free(spot, kind) and (place is None or _off(spot, place) < _BEFORE * pi / self._players):
                self._taken.append((spot, kind.reach))
                return np.asarray(spot)
        return None

    def _is_free(self, spot: Point, kind: Kind) -> bool:
        size = np.array([self._camera.view.width, self._camera.view.height])
        seen = self._camera.project(spot[None])[0]
        if hypot(*spot) < _NEAREST_MM or np.minimum(seen, size - seen).min() < _IN_PICTURE * size[0]:
            return False
        if any(hypot(*(spot - other)) < kind.reach + reach + _ROOM_MM for other, reach in self._taken):
            return False
        return bool((np.hypot(*(self._cards - spot).T) > kind.reach + _CARD_MM + _ROOM_MM).all())


def _off(spot: Point, place: Place) -> float:
    """Return how far round from a seat a spot lies, radians."""
    along = float(spot @ place.outward) / hypot(*spot)
    return float(np.arccos(np.clip(along, -1, 1)))


def _used(
    rng: Rng, kind: Kind, place: Place, rests: Sequence[Pose], duration: float
) -> tuple[Motion, Sequence[MovingHand]]:
    """Return the way of a thing that somebody takes up now and then, and their hands.

    Args:
        rng: Source of chance.
        kind: Of the thing.
        place: Who takes it up.
        rests: Where it may lie or stand, the first of them at first.
        duration: Of everything, seconds.
    """
    keys, hands = [(0.0, rests[0])], list[MovingHand]()
    right = bool(rng.random() < 0.7)
    shoulder = place.shoulder(1.0 if right else -1.0)
    away = Pose(float(place.outside[0]), float(place.outside[1]), _DRINKS_AT, rests[0].angle)
    waiting, holding = (_arm(away, shoulder, height) for height in (0.0, kind.height))
    start = float(rng.exponential(kind.often))
    while start < duration:
        across, along = rng.normal(0, _SHIFT_MM, 2).clip(-2 * _SHIFT_MM, 2 * _SHIFT_MM)
        at = keys[-1][1]
        stays = len(rests) == 1
        rest = rests[0] if stays else rests[int(rng.integers(len(rests)))]
        turned = at.angle if stays else rest.angle
        back = Pose(rest.x + float(across), rest.y + float(along), 0.0, turned + float(rng.normal(0, 0.3)))
        grasped = start + _REACH_TAKES
        gone = grasped + _REACH_TAKES
        returning = gone + float(rng.uniform(*_AWAY))
        put_down = returning + _REACH_TAKES
        done = put_down + _REACH_TAKES
        keys += [(grasped, at), (gone, away), (returning, away), (put_down, back)]
        for steps in (
            ((start, waiting), (grasped, _arm(at, shoulder, kind.height)), (gone, holding)),
            ((returning, holding), (put_down, _arm(back, shoulder, kind.height)), (done, waiting)),
        ):
            hands.append(MovingHand(place.seat, right, "pinch", (), Motion(steps, steps[-1][0])))
        start = done + float(rng.exponential(kind.often))
    return Motion(keys), hands


def _arm(at: Pose, shoulder: Point, height: float) -> Pose:
    """Return where the fingertips are that hold a thing: just beyond its middle, halfway up."""
    towards = np.array([at.x, at.y]) - shoulder
    angle = float(np.arctan2(towards[0], -towards[1]))
    return Pose(at.x + 10 * sin(angle), at.y - 10 * cos(angle), at.z + height * 0.55, angle)
