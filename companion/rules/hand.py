"""What has been played in one hand: its tricks, and the plays to the unfinished one."""

from typing import NamedTuple

from companion.rules.reasons import Reason
from companion.rules.rulings import Irregularity
from companion.rules.view import Play


class Trick(NamedTuple):
    """A complete trick.

    Attributes:
        plays: Seat and cards of each play, in order; the first is the lead.
        winner: The seat that won it.
        card: The card that won it.
        points: What it is worth to the winner.
        reason: Why the card won.
    """

    plays: tuple[Play, ...]
    winner: int
    card: str
    points: int
    reason: Reason


class Hand:
    """One hand (round) of a game, as far as it has been played. Games that keep more derive from it.

    Attributes:
        number: From 1.
        dealer: Its dealer.
        leader: Who leads to its first trick by the rules; None while only the players know.
        tricks: The complete tricks.
        plays: The plays to the unfinished trick.
        after_end: The whole tricks that were laid when the game was over; they count for nothing.
        order: The seats in the order in which they play to the unfinished trick, from the seat that led it.
        next_leader: Who is to lead the next trick by the rules; None while only the players know.
        seen: How many copies of each card have been played.
        laid: How many cards have been played.
        issues: Breaches of the rules found in the hand, in the order in which they were found.
        complete: Whether all its cards are played and it is scored.
        scores: What it brought each seat or team, once complete.
        totals: Standing of the game when it was complete.
        next_dealer: Dealer of the hand after it; None while there is none.
        next_hand_leader: Who leads to the hand after it; None while there is none or only its deal will tell.
        notes: What made its scores, one sentence each, once complete.
        held: The cards not yet played of each seat whose hand is known.
        discards: For each seat and suit, the tricks in which the seat did not follow that suit, with the card it
            played instead, as long as that is not proved to be a revoke.
    """

    __slots__ = (
        "after_end",
        "complete",
        "dealer",
        "discards",
        "held",
        "issues",
        "laid",
        "leader",
        "next_dealer",
        "next_hand_leader",
        "next_leader",
        "notes",
        "number",
        "order",
        "plays",
        "scores",
        "seen",
        "totals",
        "tricks",
    )

    def __init__(self, number: int, dealer: int, leader: int | None) -> None:
        self.number = number
        self.dealer = dealer
        self.leader = leader
        self.tricks: list[Trick] = []
        self.plays: list[Play] = []
        self.after_end: list[tuple[Play, ...]] = []
        self.order: tuple[int, ...] = ()
        self.next_leader = leader
        self.seen: dict[str, int] = {}
        self.laid = 0
        self.issues: list[Irregularity] = []
        self.complete = False
        self.scores: tuple[int, ...] = ()
        self.totals: tuple[int, ...] = ()
        self.next_dealer: int | None = None
        self.next_hand_leader: int | None = None
        self.notes: tuple[Reason, ...] = ()
        self.held: dict[int, list[str]] = {}
        self.discards: dict[tuple[int, str], list[tuple[int, str]]] = {}

    def tricks_by_seat(self, players: int) -> tuple[int, ...]:
        """Return the number of tricks each seat has won."""
        won = [0] * players
        for trick in self.tricks:
            won[trick.winner] += 1
        return tuple(won)

    def points_by_seat(self, players: int) -> tuple[int, ...]:
        """Return the points each seat has won in tricks."""
        won = [0] * players
        for trick in self.tricks:
            won[trick.winner] += trick.points
        return tuple(won)
