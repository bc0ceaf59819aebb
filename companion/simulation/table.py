"""The state of the simulated table at one moment."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import pi, sin
from typing import TypeVar

from companion.simulation.disturbances import Disturbances
from companion.simulation.motion import Pose
from companion.simulation.script import MovingCard, MovingHand, Script

_HELD_UP = 60.0
"""Millimetres over the table from which a card is held up; hands that bring cards are lower."""

_Thing = TypeVar("_Thing", MovingCard, MovingHand)


@dataclass(frozen=True, slots=True)
class CardState:
    """A card at one moment.

    Attributes:
        card: Which.
        pose: Where; the height includes what it takes to turn a card over.
        moving: It is on its way.
        since: When it began to lie there, or to move, seconds.
    """

    card: MovingCard
    pose: Pose
    moving: bool
    since: float

    @property
    def face_up(self) -> bool:
        """Whether the camera looks at its face."""
        return self.pose.turn < 0.5

    @property
    def held_up(self) -> bool:
        """Whether it is in a hand that is held up before the camera."""
        return self.pose.z > _HELD_UP


_NEVER = (0.0, None)
"""Until when a card lies that does not lie anywhere, and its state."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The table at one moment.

    Attributes:
        cards: Those on or over the table, the lowest first.
        hands: Those over the table with the pose of their fingertips.
    """

    cards: tuple[CardState, ...]
    hands: tuple[tuple[MovingHand, Pose], ...]


class Table:
    """Looks up a script's states; the same time gives the same state."""

    def __init__(self, script: Script) -> None:
        self._half_width = script.card_size[0] / 2
        # Of the hundreds of things in a game only a few are there at a time.
        self._cards = _by_second(script.cards, script.duration)
        self._hands = _by_second(script.hands, script.duration)
        self._lying: dict[int, tuple[float, CardState | None]] = {}

    def at(self, time: float) -> Moment:
        """Return the state at a time in seconds."""
        states = []
        for card in self._cards.get(int(time), ()):
            until, lying = self._lying.get(card.serial, _NEVER)
            if lying is not None and lying.since <= time < until:
                states.append(lying)
            elif card.motion.exists(time):
                states.append(self._card(card, time))
        states.sort(key=_height)
        present = (hand for hand in self._hands.get(int(time), ()) if hand.motion.exists(time))
        return Moment(tuple(states), tuple((hand, hand.motion.at(time)) for hand in present))

    def pose(self, card: MovingCard, time: float) -> Pose:
        """Return the pose of a card at a time."""
        return self._raised(card.motion.at(time))

    def _card(self, card: MovingCard, time: float) -> CardState:
        pose, moving, since = card.motion.state(time)
        state = CardState(card, self._raised(pose), moving, since)
        if not moving:
            self._lying[card.serial] = min(card.motion.stays_until(time), card.motion.gone), state
        return state

    def _raised(self, pose: Pose) -> Pose:
        if 0 < pose.turn < 1:
            # One edge goes under while the other goes up.
            return Pose(pose.x, pose.y, pose.z + self._half_width * sin(pi * pose.turn), pose.angle, pose.turn)
        return pose


def _height(card: CardState) -> tuple[bool, bool, float, int]:
    """Return what tells how high a card lies: the later it was laid, the higher; above are those on their way.

    Of those in a hand that is held up, above all others, the cards keep their order.
    """
    if card.held_up:
        return True, True, 0.0, card.card.serial
    return False, card.moving, card.since, card.card.serial


class Changes:
    """Tells whether the picture of a table changes, as far as a motion gate would notice."""

    def __init__(self, disturbances: Disturbances) -> None:
        self._disturbances = disturbances
        self._last: tuple[Moment, float] | None = None

    def has_changed(self, moment: Moment, time: float) -> bool:
        """Whether the picture at a time in seconds differs from that of the last look; where hands move, always."""
        if moment.hands or self._last is None:
            return True
        return self._appearance(moment, time) != self._appearance(*self._last)

    def looked_at(self, moment: Moment, time: float) -> None:
        """Note that somebody looked at a time in seconds."""
        self._last = moment, time

    def _appearance(self, moment: Moment, time: float) -> tuple[object, ...]:
        """Return what the picture shows, apart from hands."""
        cards = tuple((card.card.serial, card.pose if card.moving else card.since) for card in moment.cards)
        return (*cards, self._disturbances.shift(time), self._disturbances.blinded(time))


def _by_second(things: Sequence[_Thing], duration: float) -> Mapping[int, Sequence[_Thing]]:
    """Return the things that are there in each second."""
    seconds: dict[int, list[_Thing]] = {}
    for thing in things:
        for second in range(int(thing.motion.start), int(min(thing.motion.gone, duration)) + 1):
            seconds.setdefault(second, []).append(thing)
    return seconds
