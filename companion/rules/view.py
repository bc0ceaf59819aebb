"""The live view of a game: everything a window, a referee or a player asks about the present moment."""

from dataclasses import dataclass
from typing import Literal

Phase = Literal["play", "tiebreak", "over"]

Play = tuple[int, tuple[str, ...]]
"""A seat and the cards it played."""


@dataclass(frozen=True, slots=True)
class View:
    """A game at one moment.

    Attributes:
        phase: `play`, `tiebreak` (cards are dealt face up to break a tie) or `over`.
        hand: Number of the hand, from 1.
        trick: Number of the trick being played, from 0.
        plays: The plays to the present trick, in order.
        expected: The seat whose card comes next; None when the game is over.
        dealer: Dealer of the hand, or of the tiebreak in that phase.
        shuffler: Who shuffles for the dealer.
        cutter: Who cuts.
        leader: Who leads the present trick, or is to lead it.
        seen: Codes seen in the hand, in order (in the tiebreak: dealt).
        to_come: Codes still to be seen in the hand, in the deck's order; a code appears once per copy still to come.
        tricks: Tricks won in the hand, by seat.
        points: Points won in the hand, by seat.
        totals: Standing of the game, by seat or team.
        goal: What a total must reach to win, where the game has such a goal.
        tied: The seats among which the tiebreak decides.
        deal_order: The seats in the order of the tiebreak deal.
        winners: Seats or teams; empty while the game goes on.
    """

    phase: Phase
    hand: int
    trick: int
    plays: tuple[Play, ...]
    expected: int | None
    dealer: int
    shuffler: int
    cutter: int
    leader: int
    seen: tuple[str, ...]
    to_come: tuple[str, ...]
    tricks: tuple[int, ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]
    goal: int | None = None
    tied: tuple[int, ...] = ()
    deal_order: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
