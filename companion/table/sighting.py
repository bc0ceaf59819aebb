"""A sighting: one card that came to rest on the table as a play, whether or not it is known yet which card it is."""

from collections.abc import Callable
from dataclasses import dataclass

from companion.rules.view import View
from companion.table.evidence import Row
from companion.table.geometry import Box, Point
from companion.table.seating import SeatChances

Deal = tuple[str, int]
"""What a card can occur in only once: the phase of the game and the number of the hand."""


def deal_of(view: View) -> Deal:
    """Return the deal that a game is at."""
    return "tiebreak" if view.phase == "tiebreak" else "play", view.hand


def deals_to_come(deal: Deal) -> tuple[Deal, ...]:
    """Return the deals of which cards may lie there: this one and, where the book was set back, those after it."""
    return (deal,) if deal[0] == "tiebreak" else (deal, ("tiebreak", deal[1]), ("play", deal[1] + 1))


@dataclass(eq=False, slots=True)
class Sighting:
    """One card that came to rest as a play.

    Attributes:
        number: Its own, never used again.
        deal: The deal it belongs to.
        trick: Which trick it lay in, counted by the watcher from 0 through the whole session.
        time: When it came to rest, seconds of the source.
        row: What the looks at it say it is.
        context: What the next lead says for or against each code, as factors; None where it says nothing.
        following: The same of what following suit says.
        track: The track that is this card; None for a card no camera saw.
        box: Where it was seen last in its trick, pixels; None where no camera saw it.
        place: Where it came to rest, millimetres; None where no camera saw it.
        lying: How it lies on the table where it was seen last in its trick, millimetres; None where no camera saw it.
        seats: How well that fits each seat; None where no camera saw it.
        pinned: The code that a person said it is.
        pinned_seat: The seat that a person said played it.
        decided: The code that the game's book has for it; None while that is open.
        seat: Who played it, as the book has it when it was entered.
        play: Number of the first sighting of the play it is entered in, where that is not this one; the first is the
            origin of the play's fact.
        question: Number of the question asked about it; None when none was.
        aside: It is no play: the card that lies face up beside the deal.
        is_last_chance: All cards of its deal were seen and another deal has begun, so nothing more will be learned.
        seen: When its card was seen last, seconds of the source; None where no camera saw it.
        unwatched: Seconds for which nobody looked as its card left its place; 0 where it lies there, or was seen to go.
        goes_on: Whether it is one more card of the play before it, where what was laid since tells; None else.
        confirmed: Its trick was collected with one card from every seat, so that it is a card of the play.
        joined: Another card that is not judged yet comes to lie beside it.
        supposed: No camera saw it; it seems to lie among the other cards of its play.
        earlier: It was seen before the game broke off, and waits since.
        lay_before: The seat that it lay before then, where it was found again; None where that is not known.
        lost: It was in the trick when the game broke off and was not found again; no person has said what it is.
        second: It lies before somebody who has a card in the trick already, and does not count unless people say so.
        dismissed: It does not count: a person took it back, or it never was a card of the play.
    """

    number: int
    deal: Deal
    trick: int
    time: float
    row: Row
    track: int | None
    box: Box | None = None
    place: Point | None = None
    lying: Box | None = None
    seats: SeatChances | None = None
    context: Row | None = None
    following: Row | None = None
    pinned: str | None = None
    pinned_seat: int | None = None
    decided: str | None = None
    seat: int | None = None
    play: int | None = None
    question: int | None = None
    aside: bool = False
    is_last_chance: bool = False
    seen: float | None = None
    unwatched: float = 0.0
    goes_on: bool | None = None
    confirmed: bool = False
    joined: bool = False
    supposed: bool = False
    earlier: bool = False
    lay_before: int | None = None
    lost: bool = False
    second: bool = False
    dismissed: bool = False

    @property
    def origin(self) -> int:
        """The number that the fact of its play names as its origin."""
        return self.number if self.play is None else self.play

    @property
    def is_open(self) -> bool:
        """Whether it counts and it is not yet known what it is."""
        return self.decided is None and not self.dismissed and not self.second

    @property
    def is_unvouched(self) -> bool:
        """Whether it lies in the play so far, and no person has said what it is or whose."""
        return not (self.dismissed or self.aside or self.pinned or self.pinned_seat is not None)

    def move(self, to: Callable[[Point], Point]) -> None:
        """Have it lie where a place on the table, millimetres, comes to be."""
        self.place = None if self.place is None else to(self.place)
        self.lying = None if self.lying is None else self.lying.mapped(to)

    def discard(self) -> None:
        """Have it be no card of the play, and its track none of a play."""
        self.dismissed, self.second, self.track = True, False, None
