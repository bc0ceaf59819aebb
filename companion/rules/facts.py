"""What was observed at the table or typed in by a person. Facts are the only truth; everything else is derived."""

from dataclasses import dataclass
from typing import Literal

Source = Literal["camera", "person"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """Base of all facts.

    Attributes:
        source: Who says so.
        time: Seconds on the session's clock at which it happened.
        confidence: 0..1; what a person says is certain.
    """

    source: Source = "person"
    time: float = 0.0
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class CardsPlayed(Fact):
    """A seat played to the trick: one card, or several where the game knows straights.

    Attributes:
        seat: From 0, clockwise.
        cards: Codes of the game's deck.
    """

    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TiebreakCard(Fact):
    """A card dealt face up to a seat to break a tie.

    Attributes:
        seat: From 0, clockwise.
        card: Code of the game's deck.
    """

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class HandDealt(Fact):
    """What a seat held before the first trick of the present hand, after passing; typed in or shown to a camera.

    Attributes:
        seat: From 0, clockwise.
        cards: All its cards; codes of the game's deck.
    """

    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FaceUpCard(Fact):
    """The card that lies face up beside the deal of the present hand.

    Attributes:
        card: Code of the game's deck.
    """

    card: str


@dataclass(frozen=True, slots=True)
class KittyNamed(Fact):
    """The cards of the present hand that were dealt to nobody and belong to a trick's winner.

    Attributes:
        cards: Codes of the game's deck.
    """

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CardsKept(Fact):
    """The cards that the only player who still has some shows at the end of a hand.

    Attributes:
        seat: From 0, clockwise.
        cards: Codes of the game's deck.
    """

    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ThiefTook(Fact):
    """What the Thief takes in the present hand; said before its trick or, when asked, after it.

    Attributes:
        card: Code of a seven; `none` to take nothing; `auto` to take one where no choice has to be made.
    """

    card: str
