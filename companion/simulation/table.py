"""The state of the simulated table at one moment."""

from dataclasses import dataclass
from math import pi, sin

from companion.simulation.motion import Pose
from companion.simulation.script import MovingCard, MovingHand, Script


@dataclass(frozen=True, slots=True)
class CardState:
    """A card at one moment.

    Attributes:
        card: Which.
        pose: Where; the height includes what it takes to turn a card over.
        moving: It is on its way.
    """

    card: MovingCard
    pose: Pose
    moving: bool

    @property
    def face_up(self) -> bool:
        """Whether the camera looks at its face."""
        return self.pose.turn < 0.5


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
        self._script = script
        self._half_width = script.card_size[0] / 2

    def at(self, time: float) -> Moment:
        """Return the state at a time in seconds."""
        present = [card for card in self._script.cards if card.motion.exists(time)]
        present.sort(key=lambda card: (card.motion.moves(time), card.motion.since(time), card.serial))
        cards = tuple(self._card(card, time) for card in present)
        hands = tuple((hand, hand.motion.at(time)) for hand in self._script.hands if hand.motion.exists(time))
        return Moment(cards, hands)

    def pose(self, card: MovingCard, time: float) -> Pose:
        """Return the pose of a card at a time."""
        pose = card.motion.at(time)
        if 0 < pose.turn < 1:
            # One edge goes under while the other goes up.
            return Pose(pose.x, pose.y, pose.z + self._half_width * sin(pi * pose.turn), pose.angle, pose.turn)
        return pose

    def _card(self, card: MovingCard, time: float) -> CardState:
        return CardState(card, self.pose(card, time), card.motion.moves(time))
