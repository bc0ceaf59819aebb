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
from companion.rules.view import Play

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


def sides_of(state: State, names: Sequence[str]) -> tuple[str, ...]:
    """Return what the seats or teams of a game are called, given the names of the seats."""
    return tuple(" & ".join(names[seat] for seat in state.seats_of(side)) for side in range(state.sides))


def laid_tricks(hand: Hand) -> list[tuple[Sequence[Play], Trick | None]]:
    """Return the tricks of a hand with their plays; None with one that nobody won, of which `undecided` says why."""
    tricks: list[tuple[Sequence[Play], Trick | None]] = [(trick.plays, trick) for trick in hand.tricks]
    tricks += [(plays, None) for plays in hand.after_end]
    return [*tricks, (hand.plays, None)] if hand.plays else tricks


def undecided(state: State, language: Language) -> str:
    """Return why nobody won a trick that was laid: the game was over, or not all have played to it."""
    if state.won_by is not None:
        return language.term("sheet", "laid after the end; counts for nothing")
    return language.term("sheet", "trick not finished")


def last_rows(state: State, language: Language) -> list[tuple[str, tuple[str, ...]]]:
    """Return the rows below the hands, each a label and a cell a side: totals, marked suits, cards of a tiebreak."""
    view, deck = state.view, state.game.deck
    marked = tuple(" ".join(standing.marked) for standing in state.standings())
    dealt = {seat: card_name(deck.parse(cards[0]), language) for seat, cards in view.plays} if view.tied else {}
    rows = {
        "total": tuple(str(total) for total in state.totals),
        "marked": marked if any(marked) else (),
        "tiebreak": tuple(dealt.get(seat, "") for seat in range(state.players)) if dealt else (),
    }
    return [(language.term("sheet", label), cells) for label, cells in rows.items() if cells]


def outcome(state: State, names: Sequence[str], language: Language) -> str:
    """Return how a game ended or stands, in a sentence."""
    if state.phase == "tiebreak":
        tied = language.listed(names[seat] for seat in state.view.tied)
        return capital(language.term("sheet", "{sides} share the lead; a tiebreak decides.").format(sides=tied))
    if state.won_by is None:
        return language.term("sheet", "The game goes on.")
    people = sum(len(state.seats_of(side)) for side in state.winners)
    won = language.plural("{sides} won: {reason}.", "{sides} won: {reason}.", people)
    sides = sides_of(state, names)
    winners = language.listed(sides[side] for side in state.winners)
    return capital(won.format(sides=winners, reason=state.won_by.text(names, language)))


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
        sides = sides_of(state, self.names)
        teams = state.sides != state.players
        ends = last_rows(state, self.language)
        below = [] if teams else [cell for _, row in ends for cell in row]
        played = [self._cells(*trick) for hand in hands for trick in laid_tricks(hand)] if tricks else []
        cells = [*self.names, *below, *(cell for row in played for cell in row)]
        by_seat = 2 + max([_NARROW - 2, *(len(cell) for cell in cells)])
        width = max([_NARROW if teams else by_seat, *(len(side) + 2 for side in sides)])
        yield _row("", sides, width)
        for hand in hands:
            if tricks:
                if teams:
                    yield _row("", self.names, by_seat)
                for number, (plays, trick) in enumerate(laid_tricks(hand), 1):
                    yield self._trick(number, plays, trick, by_seat)
            note = "" if hand.complete else f"   {self._word('unfinished')}"
            label = self._word("hand {number}").format(number=hand.number)
            yield _row(label, state.scores_of(hand), width) + note
            yield from (f"    {capital(self._text(reason))}" for reason in state.notes_of(hand))
            yield from (f"  ! {self._breach(breach.trick, breach.reason)}" for breach in hand.issues)
            if tricks:
                yield ""
        yield from (_row(label, cells, width) for label, cells in ends)
        yield ""
        yield outcome(state, self.names, self.language)

    def _trick(self, number: int, plays: Sequence[Play], trick: Trick | None, width: int) -> str:
        points = f"{trick.points:+}" if trick is not None and trick.points else ""
        row = f"{number:>4}.".ljust(_LABEL) + "".join(cell.rjust(width) for cell in self._cells(plays, trick))
        why = self._text(trick.reason) if trick is not None else undecided(self.state, self.language)
        return f"{row}  {points:<3} {capital(why)}"

    def _cells(self, plays: Sequence[Play], trick: Trick | None) -> list[str]:
        """Return what each seat played: ">" before the lead, "*" after the winning play; a straight in codes."""
        cells = [""] * self.state.players
        winner = trick.winner if trick is not None else None
        for place, (seat, cards) in enumerate(plays):
            text = self._card(cards[0]) if len(cards) == 1 else " ".join(cards)
            cells[seat] = f"{'> ' if place == 0 else ''}{text}{' *' if seat == winner else '  '}"
        return cells

    def _breach(self, trick: int, reason: Reason) -> str:
        return self._word("trick {number}: {reason}").format(number=trick + 1, reason=self._text(reason))

    def _card(self, code: str) -> str:
        return card_name(self.state.game.deck.parse(code), self.language)

    def _text(self, reason: Reason) -> str:
        return reason.text(self.names, self.language)

    def _word(self, message: str) -> str:
        return self.language.term("sheet", message)


def _row(label: str, values: Sequence[object], width: int) -> str:
    return (label.ljust(_LABEL) + "".join(str(value).rjust(width) for value in values)).rstrip()
