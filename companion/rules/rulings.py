"""What follows from the facts. Rulings are derived anew from the facts and never stored as truth.

Each class names in `event` the event of `companion watch` that it becomes. Hands count from 1; tricks, seats and teams
count from 0. Scores and totals list one number a seat, or one a team where teams play.
"""

from dataclasses import dataclass
from typing import ClassVar

from companion.rules.reasons import Reason


@dataclass(frozen=True, slots=True)
class TrickWon:
    """A trick is complete.

    Attributes:
        hand: Number of the hand, from 1.
        trick: Number of the trick in the hand, from 0.
        seat: Who won it and leads the next.
        card: The card that won it.
        points: What the winner's score gained by it.
        totals: Standing of the game after the trick.
        reason: Why this card won.
        scored: Whether that standing is another than before it; in some games it changes only with a hand.
    """

    event: ClassVar[str] = "trick_won"

    hand: int
    trick: int
    seat: int
    card: str
    points: int
    totals: tuple[int, ...]
    reason: Reason
    scored: bool


@dataclass(frozen=True, slots=True)
class HandEnded:
    """All cards of a hand are played.

    Attributes:
        hand: Number of the hand, from 1.
        scores: What each seat or team scored in the hand.
        totals: Standing of the game.
        next_dealer: Dealer of the next hand; None where there is none.
        next_leader: Who leads to it; None where there is none or where the deal decides.
        notes: What made the scores, one sentence each.
    """

    event: ClassVar[str] = "hand_ended"

    hand: int
    scores: tuple[int, ...]
    totals: tuple[int, ...]
    next_dealer: int | None
    next_leader: int | None
    notes: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class SuitMarked:
    """A team marked a suit for good (Seven Suitors).

    Attributes:
        hand: Number of the hand, from 1.
        trick: The trick that brought it, from 0.
        team: From 0.
        suit: As the deck writes it.
        marked: All suits the team has marked, ascending.
    """

    event: ClassVar[str] = "suit_marked"

    hand: int
    trick: int
    team: int
    suit: str
    marked: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TiebreakNeeded:
    """Several seats share the lead, and a deal of one card face up to each seat decides.

    Attributes:
        tied: The seats that share the lead, ascending.
        dealer: Who deals.
        order: All seats in the order in which they get their card.
    """

    event: ClassVar[str] = "tiebreak_needed"

    tied: tuple[int, ...]
    dealer: int
    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TiebreakCardDealt:
    """A seat got its card of the tiebreak."""

    event: ClassVar[str] = "tiebreak_card"

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class GameWon:
    """The game is over.

    Attributes:
        winners: Seats or teams, ascending.
        totals: Final standing.
        reason: What decided it.
    """

    event: ClassVar[str] = "game_won"

    winners: tuple[int, ...]
    totals: tuple[int, ...]
    reason: Reason


@dataclass(frozen=True, slots=True)
class Irregularity:
    """A breach of the rules that the facts prove. It is reported; the trick counts as it lies (section 0.1).

    Attributes:
        code: As in section 0.2: `out-of-turn`, `wrong-leader`, `play-after-end`, ...
        hand: Number of the hand, from 1.
        trick: The trick in which the breach happened, from 0.
        seat: The offender.
        card: The card it happened with.
        expected: The seat that should have played, where a seat is what was wrong.
        reason: The breach in words, with the proof where later cards proved it.
        expected_card: The card that should have been played, where a card is what was wrong.
    """

    event: ClassVar[str] = "irregularity"

    code: str
    hand: int
    trick: int
    seat: int
    card: str | None
    expected: int | None
    reason: Reason
    expected_card: str | None = None

    @property
    def message(self) -> str:
        """The breach in a sentence that names seats by number; `reason.text(names)` names the players."""
        return str(self.reason)


Ruling = TrickWon | HandEnded | SuitMarked | TiebreakNeeded | TiebreakCardDealt | GameWon | Irregularity
