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
