"""A score sheet for people: the standing hand by hand and, on request, every trick."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.cards import card_name
from companion.language import ENGLISH, Language, capital
from companion.rules.agreed import agreed
from companion.rules.blanks import seat_number
from companion.rules.hand import Hand, Trick
from companion.rules.reasons import Reason
from companion.rules.state import State

_LABEL = 10
_NARROW = 8
"""Width of the labels, and the least of a column of numbers."""


def score_sheet(
    state: State,
    *,
    hands: int,
    tricks: bool = False,
    names: Sequence[str] | None = None,
    language: Language = ENGLISH,
) -> str:
    """Return the score sheet of a game.

    Args:
        state: The game.
        hands: How many of its hands to show.
        tricks: Whether to show every trick: the cards by seat, ">" before the lead, "*" after the winning card.
        names: What to call the seats, seat 0 first; by their numbers without.
        language: The language of the sheet.
    """
    called = [seat_number(seat, language) for seat in range(state.players)] if names is None else list(names)
    return "\n".join(_Sheet(state, called, language).lines(state.hands[:hands], tricks=tricks)) + "\n"


@dataclass(frozen=True)
class _Sheet:
    """A sheet being written.

    Attributes:
        state: The game.
        names: What to call the seats, seat 0 first.
        language: The language of the sheet.
    """

    state: State
    names: Sequence[str]
    language: Language

    def lines(self, hands: Sequence[Hand], *, tricks: bool) -> Iterator[str]:
        state = self.state
        yield self.language.text(state.game.title)
        yield ", ".join(agreed(state.game.settings, state.settings, self.language, self.names))
        yield ""
        sides = [self._side(side) for side in range(state.sides)]
        teams = state.sides != state.players
        dealt = self._tiebreak()
        played = [self._cells(trick) for hand in hands for trick in hand.tricks] if tricks else []
        cells = [*self.names, *dealt, *(cell for row in played for cell in row)]
        by_seat = 2 + max([_NARROW - 2, *(len(cell) for cell in cells)])
        width = max([_NARROW if teams else by_seat, *(len(side) + 2 for side in sides)])
        yield _row("", sides, width)
        for hand in hands:
            if tricks:
                if teams:
                    yield _row("", self.names, by_seat)
                yield from (self._trick(number, trick, by_seat) for number, trick in enumerate(hand.tricks, 1))
            note = "" if hand.complete else f"   {self._word('unfinished')}"
            label = self._word("hand {number}").format(number=hand.number)
            yield _row(label, state.scores_of(hand), width) + note
            yield from (f"    {capital(self._text(reason))}" for reason in state.notes_of(hand))
            yield from (f"  ! {self._breach(breach.trick, breach.reason)}" for breach in hand.issues)
            if tricks:
                yield ""
        yield _row(self._word("total"), state.totals, width)
        marked = [" ".join(standing.marked) for standing in state.standings()]
        if any(marked):
            yield _row(self._word("marked"), marked, width)
        if any(dealt):
            yield _row(self._word("tiebreak"), dealt, width)
        yield ""
        yield self._outcome(sides)

    def _trick(self, number: int, trick: Trick, width: int) -> str:
        points = f"{trick.points:+}" if trick.points else ""
        row = f"{number:>4}.".ljust(_LABEL) + "".join(cell.rjust(width) for cell in self._cells(trick))
        return f"{row}  {points:<3} {capital(self._text(trick.reason))}"

    def _cells(self, trick: Trick) -> list[str]:
        """Return what each seat played: ">" before the lead, "*" after the winning play; a straight in codes."""
        cells = [""] * self.state.players
        for place, (seat, cards) in enumerate(trick.plays):
            text = self._card(cards[0]) if len(cards) == 1 else " ".join(cards)
            cells[seat] = f"{'> ' if place == 0 else ''}{text}{' *' if seat == trick.winner else '  '}"
        return cells

    def _tiebreak(self) -> list[str]:
        """Return the card each seat got in the tiebreak; nothing where there is none."""
        view = self.state.view
        dealt = {seat: self._card(cards[0]) for seat, cards in view.plays} if view.tied else {}
        return [dealt.get(seat, "") for seat in range(self.state.players)]

    def _breach(self, trick: int, reason: Reason) -> str:
        return self._word("trick {number}: {reason}").format(number=trick + 1, reason=self._text(reason))

    def _outcome(self, sides: Sequence[str]) -> str:
        state = self.state
        if state.phase == "tiebreak":
            tied = self.language.listed(self.names[seat] for seat in state.view.tied)
            return capital(self._word("{sides} share the lead; a tiebreak decides.").format(sides=tied))
        if state.won_by is None:
            return self._word("The game goes on.")
        people = sum(len(state.seats_of(side)) for side in state.winners)
        won = self.language.plural("{sides} won: {reason}.", "{sides} won: {reason}.", people)
        winners = self.language.listed(sides[side] for side in state.winners)
        return capital(won.format(sides=winners, reason=self._text(state.won_by)))

    def _side(self, side: int) -> str:
        return " & ".join(self.names[seat] for seat in self.state.seats_of(side))

    def _card(self, code: str) -> str:
        return card_name(self.state.game.deck.parse(code), self.language)

    def _text(self, reason: Reason) -> str:
        return reason.text(self.names, self.language)

    def _word(self, message: str) -> str:
        return self.language.term("sheet", message)


def _row(label: str, values: Sequence[object], width: int) -> str:
    return (label.ljust(_LABEL) + "".join(str(value).rjust(width) for value in values)).rstrip()
