"""The simulated table without pixels: what finder and reader would say of each frame, with faults at will."""

import random
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, field
from math import cos, hypot, sin

import numpy as np
import numpy.typing as npt

from companion.simulation.camera import PICTURE_SIZE, Camera, camera_of
from companion.simulation.misreading import Faults, Laid, MisreadingReader, Reading
from companion.simulation.motion import Pose
from companion.simulation.screen import Screen, stand_screen
from companion.simulation.script import MovingHand, Script
from companion.simulation.table import CardState, Changes, Moment, Table
from companion.simulation.things import KINDS, Thing, set_out
from companion.table.lying_about import AT_FIRST
from companion.vision.types import FloatArray, SeenCard

Coordinates = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]
USUAL_RATE = 6.0
"""Pictures looked at in a second of play: what the models manage on two cores."""

_Key = tuple[int, float]
"""A card that lies somewhere: its serial and since when."""

_LEAST_VISIBLE = 0.3
"""Part of a card that must be seen for it to be found."""
_READABLE = 0.75
"""Part of a card that must be seen for it to be read although neither of its indices is."""
_COVERED = 0.9
"""Part of a back below which it may be taken for a face."""
_MOVING_VISIBLE = 0.8
"""What movement leaves of a card's visibility."""
_CORNER_NOISE = 0.4
"""Standard deviation of a corner of a card at rest, pixels."""
_ON_SCREEN, _PANEL = 0.5, 0.08
"""How often a card in a window before the camera is found, and something else in it is taken for a face."""
_READ_RIGHT = 0.6
"""How often such a card is read as what it is: small as it is, it is often read as another, as surely."""
_CARD_LIKE, _HOLDS = 0.4, (1, 3)
"""How often something flat that lies about is taken for cards, and for how many, the least and the most."""
_CARD_FOUND, _CARD_READ = (0.2, 0.95), (0.02, 0.6)
"""How often each of them is found, and how surely it is read as some card, the least and the most."""
_BLINDED = 0.6
"""How often a card is missed while the camera gets used to another light."""

_ACROSS, _DOWN = 5, 7
"""Points spread over a card, by which it is told what can be seen of it."""
_INDICES = ((0, 1, _ACROSS), (-1, -2, -1 - _ACROSS))
"""The points at its two indices: top left and bottom right."""


def ideal_observations(
    script: Script,
    *,
    rate: float = USUAL_RATE,
    faults: Faults | None = None,
    camera: Camera | None = None,
    seed: int = 0,
) -> Iterator[tuple[float, list[SeenCard]]]:
    """Play a script without drawing it.

    Args:
        script: What happens.
        rate: Analysed frames a second.
        faults: What goes wrong; nothing where None (cards in movement or under hands are read badly all the same).
        camera: Who looks; None hangs a camera of `PICTURE_SIZE` over the table.
        seed: Of the faults; the same seed gives the same faults.

    Yields:
        Seconds, and the cards seen then. Frames that the script says are lost are left out.
    """
    observer = Observer(script, faults if faults is not None else Faults(), camera, seed)
    for time in frame_times(script, rate):
        yield time, observer.look(time)


def frame_times(script: Script, rate: float) -> Iterator[float]:
    """Yield the times of the frames that arrive."""
    for index in range(int(script.duration * rate) + 1):
        time = index / rate
        if not script.disturbances.lost(time):
            yield time


class Observer:
    """Finder and reader of a script, without pixels."""

    def __init__(self, script: Script, faults: Faults, camera: Camera | None = None, seed: int = 0) -> None:
        self._table = Table(script)
        self._faults = faults
        self._camera = camera if camera is not None else camera_of(script, *PICTURE_SIZE)
        self._disturbances = script.disturbances
        self._size = script.card_size
        self._rng = random.Random(f"{seed} of {script.seed}")
        self._reader = MisreadingReader(script.deck, faults, self._rng)
        self._laid: dict[_Key, Laid] = {}
        self._noise = np.random.default_rng([seed, script.seed, 17]).normal(0, _CORNER_NOISE, (97, 4, 2)).astype("f4")
        self._span = script.span_mm
        ys, xs = np.meshgrid(np.linspace(-0.46, 0.46, _DOWN), np.linspace(-0.46, 0.46, _ACROSS), indexing="ij")
        self._grid = xs.ravel() * self._size[0], ys.ravel() * self._size[1]
        self._whole: Mask = np.ones(_ACROSS * _DOWN, np.bool_)
        self._reach = float(np.hypot(*self._size)) / 2
        self._still: tuple[_Key, ...] = ()
        self._resting: list[_Resting] = []
        self._lying: dict[_Key, _Resting] = {}
        self._changes = Changes(script.disturbances)
        self._moment: tuple[float, Moment] | None = None
        self._screen = stand_screen(script, self._camera) if script.has_screen else None
        self._shown: dict[tuple[str, ...], dict[str, Laid]] = {}
        things, self._reaches = set_out(script, self._camera) if script.has_things else ((), ())
        self._lookalikes = self._card_like(things)
        self.serials: list[int | None] = []
        """Which card of the script each of the cards is that the last look saw; None for a ghost."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture, pixels."""
        return self._camera.view.width, self._camera.view.height

    def has_changed(self, time: float) -> bool:
        """Whether the picture at a time differs from that of the last look, as far as a motion gate would notice.

        Where things lie about, every picture is looked at first, as it is where there are pictures.
        """
        if self._screen is not None and tuple(self._screen.trick(time)) not in self._shown:
            return True
        if self._reaching(time) or (self._lookalikes and time < AT_FIRST):
            return True
        return self._changes.has_changed(self._at(time), time)

    def look(self, time: float) -> list[SeenCard]:
        """Return the cards seen at a time in seconds."""
        moment = self._at(time)
        self.serials = []
        self._changes.looked_at(moment, time)
        moving = [card for card in moment.cards if card.moving]
        self._settle([card for card in moment.cards if not card.moving])
        seen: list[SeenCard] = []
        miss = max(self._faults.miss, _BLINDED if self._disturbances.blinded(time) else 0.0)
        hands = (*moment.hands, *self._reaching(time))
        for resting in self._resting:
            free = self._left_free(resting, moving, hands)
            self._see(seen, resting, free, time, miss)
        for place, card in enumerate(moving):
            loose = self._rest(card)
            free = self._left_free(loose, moving[place + 1 :], hands)
            self._see(seen, loose, free, time, miss)
        if self._rng.random() < self._faults.ghost:
            seen.append(self._ghost())
            self.serials.append(None)
        if self._screen is not None:
            shown = self._on_screen(self._screen, time)
            seen += shown
            self.serials += [None] * len(shown)
        for lookalike in self._lookalikes:
            pose, moves, _ = lookalike.thing.motion.state(time)
            if not (moves or pose.z) and self._rng.random() < lookalike.found:
                seen.append(self._taken_for_card(lookalike, pose, time))
                self.serials.append(None)
        return seen

    def _at(self, time: float) -> Moment:
        if self._moment is None or self._moment[0] != time:
            self._moment = (time, self._table.at(time))
        return self._moment[1]

    def _reaching(self, time: float) -> list[tuple[MovingHand, Pose]]:
        """Return the hands over the table that reach for what stands there."""
        return [(hand, hand.motion.at(time)) for hand in self._reaches if hand.motion.exists(time)]

    def _settle(self, still: Sequence[CardState]) -> None:
        """Work out which parts of the resting cards other resting cards leave free, as far as they have changed."""
        present = tuple((card.card.serial, card.since) for card in still)
        if present == self._still:
            return
        self._still = present
        known = self._lying
        self._lying = {key: known.get(key) or self._rest(card) for key, card in zip(present, still, strict=True)}
        changed = self._take_away(known.keys() - self._lying.keys())
        for place, key in enumerate(present):
            if key not in known:
                changed |= {below for below in present[:place] if self._lay_on(key, below)}
                changed |= {key for above in present[place + 1 :] if above in known and self._lay_on(above, key)}
        for key in changed:
            card = self._lying[key]
            card.free = np.logical_and.reduce(list(card.left_by.values()) or [self._whole])
        self._resting = [card for card in self._lying.values() if _share(card.free) >= _LEAST_VISIBLE]

    def _take_away(self, gone: Set[_Key]) -> set[_Key]:
        """Let cards lie on no other any more; return those they lay on."""
        changed = {key for key, card in self._lying.items() if not gone.isdisjoint(card.left_by)}
        for key in changed:
            card = self._lying[key]
            card.left_by = {above: left for above, left in card.left_by.items() if above not in gone}
        return changed

    def _lay_on(self, above: _Key, below: _Key) -> bool:
        """Let a card lie on another that lies lower; return whether it may cover part of it."""
        upper, lower = self._lying[above].state.pose, self._lying[below]
        near = self._are_near(upper, lower.state.pose)
        if near:
            lower.left_by[above] = ~self._covers(upper, lower)
        return near

    def _are_near(self, one: Pose, other: Pose) -> bool:
        return hypot(one.x - other.x, one.y - other.y) < 2 * self._reach

    def _rest(self, card: CardState) -> "_Resting":
        pose, (xs, ys) = card.pose, self._grid
        c, s = cos(pose.angle), sin(pose.angle)
        corners = self._camera.card(pose.x, pose.y, pose.z, pose.angle, self._size).astype(np.float32)
        return _Resting(
            card, xs * c - ys * s + pose.x, xs * s + ys * c + pose.y, self._whole, corners, _middle(corners)
        )

    def _left_free(
        self, resting: "_Resting", upper: Sequence[CardState], hands: Sequence[tuple[MovingHand, Pose]]
    ) -> Mask:
        """Return which points of a card moving cards and hands leave free."""
        pose, free = resting.state.pose, resting.free
        for other in upper:
            if self._are_near(other.pose, pose):
                free = free & ~self._covers(other.pose, resting)
        for hand, at in hands:
            shape = _THUMB if resting.state.card.serial in hand.holds and hand.grip == "pinch" else _HAND
            away, along = _across(pose.x - at.x, pose.y - at.y, at.angle)
            if abs(away) < _BROADEST + self._reach and along > shape[0][0] - self._reach:
                free = free & ~_within(shape, *_local(resting, at))
        return free

    def _covers(self, pose: Pose, lower: "_Resting") -> Mask:
        across, along = _local(lower, pose)
        covered: Mask = (np.abs(across) < self._size[0] / 2) & (np.abs(along) < self._size[1] / 2)
        return covered

    def _see(self, seen: list[SeenCard], resting: "_Resting", free: Mask, time: float, miss: float) -> None:
        rng, card = self._rng, resting.state
        visible = _share(free)
        if card.moving:
            visible *= _MOVING_VISIBLE
        if visible < _LEAST_VISIBLE or rng.random() < miss:
            return
        corners = self._disturbances.moved(resting.corners, time, self.size)
        x, y = resting.middle if corners is resting.corners else _middle(corners)
        if not self._is_in_picture(x, y):
            return
        reading: Reading = ()
        if card.face_up:
            clear = visible > _READABLE or any(all(free[point] for point in index) for index in _INDICES)
            reading = self._reader.read(self._as_laid(card, time), clear)
        face_up = card.face_up
        if not face_up and self._faults.flipped and visible < _COVERED and rng.random() < self._faults.flipped:
            face_up, reading = True, self._reader.invent()
        noise = self._noise[rng.randrange(len(self._noise))]
        self.serials.append(card.card.serial)
        seen.append(SeenCard(corners + (noise * 3 if card.moving else noise), face_up, 0.55 + 0.4 * visible, reading))

    def _as_laid(self, card: CardState, time: float) -> Laid:
        """Return how a card reads; one that is laid elsewhere may read otherwise."""
        key = (card.card.serial, card.card.motion.lands(time))
        if key not in self._laid:
            self._laid[key] = self._reader.lay(card.card.code)
        return self._laid[key]

    def _on_screen(self, screen: Screen, time: float) -> list[SeenCard]:
        """Return what is seen in the companion's window at a time."""
        rng, reader, seen = self._rng, self._reader, list[SeenCard]()
        cards = screen.cards(time)
        shown = tuple(code for code, _ in cards)
        if shown not in self._shown:
            lay = {code: code if rng.random() < _READ_RIGHT else reader.invent()[0][0] for code in shown}
            self._shown = {shown: {code: reader.lay(read) for code, read in lay.items()}}
        for code, corners in cards:
            if rng.random() < _ON_SCREEN and self._is_in_picture(*_middle(corners)):
                seen.append(self._pictured(corners, reader.read(self._shown[shown][code], clear=True)))
        for corners in screen.panels():
            if rng.random() < _PANEL and self._is_in_picture(*_middle(corners)):
                (best, _), *_ = reader.invent()
                seen.append(self._pictured(corners, ((best, rng.uniform(0.1, 0.8)),)))
        return seen

    def _pictured(self, corners: FloatArray, reading: Reading) -> SeenCard:
        (ax, ay), (bx, by), (cx, cy), _ = corners.tolist()
        if hypot(bx - ax, by - ay) > hypot(cx - bx, cy - by):
            corners = np.roll(corners, 1, axis=0)
        noise = self._noise[self._rng.randrange(len(self._noise))]
        return SeenCard(corners + noise, True, self._rng.uniform(0.6, 0.99), reading)

    def _card_like(self, things: Sequence[Thing]) -> list["_Lookalike"]:
        """Choose what of the things that lie about is taken for cards, and where on them."""
        rng, lookalikes = self._rng, list[_Lookalike]()
        for thing in things:
            if KINDS[thing.kind].height or rng.random() >= _CARD_LIKE:
                continue
            reach = KINDS[thing.kind].reach * 0.4
            for _ in range(rng.randint(*_HOLDS)):
                x, y = rng.uniform(-reach, reach), rng.uniform(-reach, reach)
                size = self._size[0] * rng.uniform(0.8, 1.3), self._size[1] * rng.uniform(0.8, 1.3)
                code = self._reader.invent()[0][0]
                lookalikes.append(
                    _Lookalike(thing, x, y, size, code, rng.uniform(*_CARD_FOUND), rng.uniform(*_CARD_READ))
                )
        return lookalikes

    def _taken_for_card(self, lookalike: "_Lookalike", pose: Pose, time: float) -> SeenCard:
        rng = self._rng
        x, y = _across(lookalike.x, lookalike.y, -pose.angle)
        lying = self._camera.card(pose.x + x, pose.y + y, 0.0, pose.angle, lookalike.size).astype(np.float32)
        corners = self._disturbances.moved(lying, time, self.size)
        code = lookalike.code if rng.random() < 0.7 else self._reader.invent()[0][0]
        chance = min(lookalike.read * rng.uniform(0.4, 1.6), 0.99)
        noise = self._noise[rng.randrange(len(self._noise))]
        return SeenCard(corners + noise * 3, True, rng.uniform(0.3, 0.99), ((code, chance),))

    def _is_in_picture(self, x: float, y: float) -> bool:
        return 0 < x < self._camera.view.width and 0 < y < self._camera.view.height

    def _ghost(self) -> SeenCard:
        rng = self._rng
        x, y = (rng.uniform(-0.45, 0.45) * self._span for _ in range(2))
        corners = self._camera.card(x, y / 2, 0.0, rng.uniform(0, 6.28), self._size)
        return SeenCard(corners.astype(np.float32), True, 0.35, self._reader.invent())


@dataclass(slots=True)
class _Resting:
    """A card that lies still.

    Attributes:
        state: The card.
        xs: (N,) millimetres, of points spread over it.
        ys: (N,) the same.
        free: (N,) which of them no other card at rest covers.
        corners: (4, 2) pixels.
        middle: Pixels, where the camera was never knocked.
        left_by: (N,) which of them each other card at rest leaves free that lies on it.
    """

    state: CardState
    xs: Coordinates
    ys: Coordinates
    free: Mask
    corners: FloatArray
    middle: tuple[float, float]
    left_by: dict[_Key, Mask] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Lookalike:
    """Something on a thing that lies about, which is taken for a card.

    Attributes:
        thing: It.
        x: Millimetres across the thing from its middle.
        y: Millimetres along it.
        size: Width and height, millimetres.
        code: What it is mostly read as.
        found: How often it is found while the thing lies on the table.
        read: How surely it is read, 0..1.
    """

    thing: Thing
    x: float
    y: float
    size: tuple[float, float]
    code: str
    found: float
    read: float


def _share(free: Mask) -> float:
    """Return the part of a card that is free."""
    return np.count_nonzero(free) / len(free)


def _middle(corners: FloatArray) -> tuple[float, float]:
    (ax, ay), _, (cx, cy), _ = corners.tolist()
    return (ax + cx) / 2, (ay + cy) / 2


def _across(x: float, y: float, angle: float) -> tuple[float, float]:
    """Return how far a point lies across and along a thing that is turned by an angle."""
    c, s = cos(angle), sin(angle)
    return x * c + y * s, y * c - x * s


def _local(card: _Resting, pose: Pose) -> tuple[Coordinates, Coordinates]:
    """Return where the points of a card lie across and along a thing that lies in a pose."""
    c, s = cos(pose.angle), sin(pose.angle)
    xs, ys = card.xs - pose.x, card.ys - pose.y
    return xs * c + ys * s, ys * c - xs * s


Outline = tuple[Sequence[float], Sequence[float]]
"""Of a hand: millimetres along the arm, growing towards the elbow, and half its width there; straight in between."""

_HAND: Outline = (-5, 60, 170, 170.001, 900), (30, 45, 30, 40, 66)
_THUMB: Outline = (-26, 110), (10, 14)
_BROADEST = 66.0


def _within(outline: Outline, across: Coordinates, along: Coordinates) -> Mask:
    inside: Mask = np.abs(across) < np.interp(along, *outline, left=0, right=0)
    return inside
