"""A score sheet for people: the standing hand by hand and, on request, every trick."""

from collections.abc import Iterator, Sequence

from companion.cards import card_name
from companion.rules.blanks import seat_number
from companion.rules.hand import Hand, Trick
from companion.rules.state import State

_LABEL = 10
_NARROW = 8
"""Width of the labels, and the least of a column of numbers."""


def score_sheet(state: State, *, hands: int, tricks: bool = False, names: Sequence[str] | None = None) -> str:
    """Return the score sheet of a game.

    Args:
        state: The game.
        hands: How many of its hands to show.
        tricks: Whether to show every trick: the cards by seat, ">" before the lead, "*" after the winning card.
        names: What to call the seats, seat 0 first; by their numbers without.
    """
    called = [seat_number(seat) for seat in range(state.players)] if names is None else list(names)
    return "\n".join(_lines(state, state.hands[:hands], called, tricks)) + "\n"


def _lines(state: State, hands: Sequence[Hand], names: Sequence[str], tricks: bool) -> Iterator[str]:
    yield state.game.title
    yield ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in state.settings.items())
    yield ""
    sides = [" & ".join(names[seat] for seat in state.seats_of(side)) for side in range(state.sides)]
    teams = state.sides != state.players
    dealt = _tiebreak(state)
    played = [_cells(state, trick) for hand in hands for trick in hand.tricks] if tricks else []
    cells = [*names, *dealt, *(cell for row in played for cell in row)]
    by_seat = 2 + max([_NARROW - 2, *(len(cell) for cell in cells)])
    width = max([_NARROW if teams else by_seat, *(len(side) + 2 for side in sides)])
    yield _row("", sides, width)
    for hand in hands:
        if tricks:
            if teams:
                yield _row("", names, by_seat)
            yield from (_trick_row(state, number, trick, by_seat) for number, trick in enumerate(hand.tricks, 1))
        note = "" if hand.complete else "   unfinished"
        yield _row(f"hand {hand.number}", state.scores_of(hand), width) + note
        yield from (f"    {_sentence(reason.text(names))}" for reason in state.notes_of(hand))
        yield from (f"  ! trick {breach.trick + 1}: {breach.reason.text(names)}" for breach in hand.issues)
        if tricks:
            yield ""
    yield _row("total", state.totals, width)
    marked = [" ".join(standing.marked) for standing in state.standings()]
    if any(marked):
        yield _row("marked", marked, width)
    if any(dealt):
        yield _row("tiebreak", dealt, width)
    yield ""
    yield _outcome(state, names, sides)


def _row(label: str, values: Sequence[object], width: int) -> str:
    return (label.ljust(_LABEL) + "".join(str(value).rjust(width) for value in values)).rstrip()


def _trick_row(state: State, number: int, trick: Trick, width: int) -> str:
    points = f"{trick.points:+}" if trick.points else ""
    row = f"{number:>4}.".ljust(_LABEL) + "".join(cell.rjust(width) for cell in _cells(state, trick))
    return f"{row}  {points:<3} {trick.reason}"


def _cells(state: State, trick: Trick) -> list[str]:
    """Return what each seat played: ">" before the lead, "*" after the winning play; a straight in codes."""
    cells = [""] * state.players
    for place, (seat, cards) in enumerate(trick.plays):
        text = _names(state, cards) if len(cards) == 1 else " ".join(cards)
        cells[seat] = f"{'> ' if place == 0 else ''}{text}{' *' if seat == trick.winner else '  '}"
    return cells


def _tiebreak(state: State) -> list[str]:
    """Return the card each seat got in the tiebreak; nothing where there is none."""
    view = state.view
    dealt = {seat: _names(state, cards) for seat, cards in view.plays} if view.tied else {}
    return [dealt.get(seat, "") for seat in range(state.players)]


def _names(state: State, cards: Sequence[str]) -> str:
    return ", ".join(card_name(state.game.deck.parse(card)) for card in cards)


def _outcome(state: State, names: Sequence[str], sides: Sequence[str]) -> str:
    if state.phase == "tiebreak":
        return _sentence(f"{_list([names[seat] for seat in state.view.tied])} share the lead; a tiebreak decides.")
    if not state.winners:
        return "The game goes on."
    return _sentence(f"{_list([sides[side] for side in state.winners])} won: {state.won_by}.")


def _list(names: Sequence[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
