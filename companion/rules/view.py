"""The live view of a game: everything a window, a referee or a player asks about the present moment."""

from dataclasses import dataclass
from typing import Literal

from companion.rules.reasons import Reason

Phase = Literal["play", "tiebreak", "over"]

Play = tuple[int, tuple[str, ...]]
"""A seat and the cards it played."""


NeedKind = Literal["face_up", "kept_cards", "thief"]


@dataclass(frozen=True, slots=True)
class Need:
    """Something only people know and the engine has to be told.

    Attributes:
        kind: The fact that answers it: `face_up` FaceUpCard, `kept_cards` CardsKept, `thief` ThiefTook.
        question: In words.
        seat: Whom to ask; None for the table.
        count: How many cards to name.
        choices: The cards to choose from.
        may_decline: Whether naming none is an answer.
    """

    kind: NeedKind
    question: Reason
    seat: int | None = None
    count: int = 1
    choices: tuple[str, ...] = ()
    may_decline: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """How a seat or team stands in the game.

    Attributes:
        side: Seat or team.
        seats: The seats it consists of.
        total: Its total.
        can_win: Whether it can still win the game, as far as is known; once it is over, whether it has.
        marked: Suits marked for good.
        missing: Suits still to be marked.
    """

    side: int
    seats: tuple[int, ...]
    total: int
    can_win: bool
    marked: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


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
        leader: Who leads the present trick, or is to lead it; None while only the players know.
        seen: Codes seen in the hand, in order (in the tiebreak: dealt).
        tricks: Tricks won in the hand, by seat.
        points: Points won in the hand, by seat.
        totals: Standing of the game, by seat or team.
        goal: What a total must reach to win, where the game has such a goal.
        tied: The seats among which the tiebreak decides.
        deal_order: The seats in the order of the tiebreak deal.
        winners: Seats or teams; empty while the game goes on.
        needs: What people have to say, the most pressing first.
        legal: What the expected seat may play, each play a tuple of cards; None where its hand is not known.
        standings: How each side stands.
        broken: Suits broken in the hand.
        barred: For each seat the suits in which it may not shoot, as far as the facts prove it.
        can_shoot: For each seat the suits in which it may still shoot.
        trump: The trump suit in force; None where there is none.
        captured: For each side the cards it has captured that stay face up (the sevens of Seven Suitors).
        passing: The phases of passing before the first trick, each of pairs: clockwise offset and number of cards.
        instructions: What everybody does before the first trick, in words.
        notes: What else is worth knowing at this moment, in words.
        next_dealer: Who deals the next hand, as far as that is certain; None where it is not or there is none.
        next_leader: Who leads to the next hand; None likewise.
    """

    phase: Phase
    hand: int
    trick: int
    plays: tuple[Play, ...]
    expected: int | None
    dealer: int
    shuffler: int
    cutter: int
    leader: int | None
    seen: tuple[str, ...]
    tricks: tuple[int, ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]
    goal: int | None = None
    tied: tuple[int, ...] = ()
    deal_order: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    needs: tuple[Need, ...] = ()
    legal: tuple[tuple[str, ...], ...] | None = None
    standings: tuple[Standing, ...] = ()
    broken: tuple[str, ...] = ()
    barred: tuple[tuple[str, ...], ...] = ()
    can_shoot: tuple[tuple[str, ...], ...] = ()
    trump: str | None = None
    captured: tuple[tuple[str, ...], ...] = ()
    passing: tuple[tuple[tuple[int, int], ...], ...] = ()
    instructions: tuple[Reason, ...] = ()
    notes: tuple[Reason, ...] = ()
    next_dealer: int | None = None
    next_leader: int | None = None
