"""A simulated game as movements: which card and which hand is where at what time, and what the referee should say."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from companion.errors import UnusableError
from companion.rules.blanks import called
from companion.rules.fact_json import CIRCUMSTANCES, fact_to_json
from companion.rules.game import Game
from companion.rules.settings import Settings
from companion.simulation.acts import Saying
from companion.simulation.disturbances import Disturbances
from companion.simulation.motion import Motion
from companion.table.events import CardPlayed, Event, TiebreakCardDealt

Grip = Literal["pinch", "slide", "sweep"]
"""How a hand holds cards: between thumb and fingers, under the fingertips, or flat over several."""


@dataclass(frozen=True, slots=True)
class MovingCard:
    """One card from the moment it comes to the table until it leaves it.

    Attributes:
        serial: Number of the card in the script; of two cards at rest since the same time the higher lies on top.
        code: Which card.
        motion: Where its middle is.
    """

    serial: int
    code: str
    motion: Motion


@dataclass(frozen=True, slots=True)
class MovingHand:
    """One reach of a hand over the table.

    Attributes:
        seat: Whose hand.
        right: The right hand.
        grip: How it holds the cards.
        holds: Serials of the cards that lie between its thumb and its fingers.
        motion: Where its fingertips are; the angle is that of the arm.
    """

    seat: int
    right: bool
    grip: Grip
    holds: tuple[int, ...]
    motion: Motion


@dataclass(frozen=True, slots=True)
class Said:
    """What somebody tells the companion, and from when on they would.

    Attributes:
        time: Seconds; a fact that answers a question of the game is told once that is asked, but no earlier than this.
        hand: Number of the hand it belongs to, from 1.
        what: The fact, or that nothing counts for a while.
    """

    time: float
    hand: int
    what: Saying

    def to_json(self) -> dict[str, Any]:
        """Return it as a line for `companion watch --facts` (`companion.table.dictation`)."""
        about: dict[str, Any] = {"time": round(self.time, 4), "hand": self.hand}
        if isinstance(self.what, str):
            return about | {"do": self.what}
        return about | {key: value for key, value in fact_to_json(self.what).items() if key not in CIRCUMSTANCES}


@dataclass(frozen=True)
class Script:
    """A whole game before the camera.

    Attributes:
        game: What is played.
        settings: What was agreed.
        seed: What it was made from.
        names: Of the players, seat 0 first.
        span_mm: Width of the table that the camera shows.
        tilt: How far the camera is off the vertical, on seat 0's side; radians.
        card_size: Width and height of a card, millimetres.
        duration: Seconds.
        cards: Every card that comes to the table.
        hands: Every reach of a hand.
        truth: The events that the referee should report, in order.
        played: The play that each card is, by its serial; those that were never played, such as those that were only
            shown, are left out.
        said: What people tell the companion, in order.
        disturbances: What happens to camera and light.
        has_screen: The companion's window is in the picture.
        has_things: Drinks, phones, paper and such lie about.
    """

    game: Game
    settings: Settings
    seed: int
    names: tuple[str, ...]
    span_mm: float
    tilt: float
    card_size: tuple[float, float]
    duration: float
    cards: tuple[MovingCard, ...] = field(repr=False)
    hands: tuple[MovingHand, ...] = field(repr=False)
    truth: tuple[Event, ...] = field(repr=False)
    played: Mapping[int, CardPlayed | TiebreakCardDealt] = field(repr=False)
    said: tuple[Said, ...] = field(default=(), repr=False)
    disturbances: Disturbances = field(default_factory=Disturbances, repr=False)
    has_screen: bool = False
    has_things: bool = False

    @property
    def deck(self) -> str:
        """The id of the deck in play."""
        return self.game.deck.id


def check_names(names: Sequence[str], players: int) -> tuple[str, ...]:
    """Return what the players are called; they are numbered where no names are given.

    Raises:
        UnusableError: There are names, but not one for each seat.
    """
    if names and len(names) != players:
        raise UnusableError(f"{len(names)} players named, but the game has {players} seats")
    return called(names, players)
