"""What happens at a simulated table, one act after the other, before anybody moves."""

from dataclasses import dataclass
from typing import Literal

from companion.rules.facts import Fact
from companion.rules.rulings import Ruling

Saying = Fact | Literal["pause", "resume"]
"""What a person tells the companion: a fact that no camera sees, or that nothing counts for a while."""


@dataclass(frozen=True, slots=True)
class Deal:
    """A hand is dealt.

    Attributes:
        hand: Number of the hand, from 1.
        dealer: Who deals.
        cards: The cards of each seat.
        misdealt: It went wrong: one card turns over, everything is gathered, and the hand is dealt anew after it.
    """

    hand: int
    dealer: int
    cards: tuple[tuple[str, ...], ...]
    misdealt: bool = False


@dataclass(frozen=True, slots=True)
class Mix:
    """Before a hand is dealt cards are spread on the table, most of them face up, and gathered by the dealer.

    Attributes:
        dealer: Who gathers them.
        cards: Which, in the order in which they come.
    """

    dealer: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TurnUp:
    """The dealer lays the card that was dealt to nobody face up beside the play."""

    dealer: int
    card: str


@dataclass(frozen=True, slots=True)
class Play:
    """A seat plays to the trick.

    Attributes:
        hand: Number of the hand, from 1.
        trick: Number of the trick, from 0.
        seat: Who plays.
        cards: One code, or several.
        rulings: What the rules say to it.
        is_last: It is to the last trick of its hand, to which everybody lays the only card they have left.
    """

    hand: int
    trick: int
    seat: int
    cards: tuple[str, ...]
    rulings: tuple[Ruling, ...]
    is_last: bool = False


@dataclass(frozen=True, slots=True)
class Collect:
    """A seat takes the trick that lies on the table.

    Attributes:
        seat: Who won it.
        stolen: Who takes which card of it by the Thief; None where nobody does.
    """

    seat: int
    stolen: tuple[int, str] | None = None


@dataclass(frozen=True, slots=True)
class Clear:
    """The table empties: tricks won are handed in, and cards lying open are taken up, by this seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class DealOpen:
    """The dealer gives a seat one card face up, to break a tie."""

    dealer: int
    seat: int
    card: str
    rulings: tuple[Ruling, ...]


@dataclass(frozen=True, slots=True)
class Say:
    """Somebody tells the companion something.

    Attributes:
        hand: Number of the hand it belongs to, from 1.
        what: What is told.
        rulings: What the rules say to it.
    """

    hand: int
    what: Saying
    rulings: tuple[Ruling, ...] = ()


@dataclass(frozen=True, slots=True)
class Expose:
    """A card lies face up for a moment that is no play: it fell out of a hand, or its player thinks better of it.

    Attributes:
        seat: Whose card.
        card: Which.
        as_play: It is laid where the seat plays, and taken back; otherwise it drops before its player.
    """

    seat: int
    card: str
    as_play: bool


@dataclass(frozen=True, slots=True)
class Show:
    """A seat lays cards down for all to see and takes them up again; nothing counts meanwhile."""

    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Brush:
    """An arm pushes a card that lies in the trick, or the face-up card, a little way."""

    seat: int


@dataclass(frozen=True, slots=True)
class Disturb:
    """Something happens to the camera or the light.

    Attributes:
        kind: `nudge`: the camera is knocked and stays so. `light`: a lamp is switched. `loss`: no frames for a while.
            `stall`: the same, for as long as it takes to play on.
    """

    kind: Literal["nudge", "light", "loss", "stall"]


Act = Deal | Mix | TurnUp | Play | Collect | Clear | DealOpen | Say | Expose | Show | Brush | Disturb
