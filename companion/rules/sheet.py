"""A score sheet for people: the standing hand by hand and, on request, every trick."""

from collections.abc import Iterator, Sequence

from companion.cards import card_name
from companion.rules.hand import Hand, Trick
from companion.rules.reasons import seat_number
from companion.rules.state import State


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
    width = max([22 if tricks or state.view.tied else 8, *(len(name) + 2 for name in names)])
    yield _row("", names, width)
    for hand in hands:
        scores = hand.scores if hand.complete else hand.points_by_seat(state.players)
        note = "" if hand.complete else "   unfinished"
        if tricks:
            yield from (_trick_row(state, number, trick, width) for number, trick in enumerate(hand.tricks, 1))
        yield _row(f"hand {hand.number}", scores, width) + note
        yield from (f"  ! trick {breach.trick + 1}: {breach.reason.text(names)}" for breach in hand.issues)
        if tricks:
            yield ""
    yield _row("total", state.totals, width)
    view = state.view
    if view.tied:
        dealt = {seat: _names(state, cards) for seat, cards in view.plays}
        yield _row("tiebreak", [dealt.get(seat, "") for seat in range(state.players)], width)
    yield ""
    yield _outcome(state, names)


def _row(label: str, values: Sequence[object], width: int) -> str:
    return label.ljust(10) + "".join(str(value).rjust(width) for value in values)


def _trick_row(state: State, number: int, trick: Trick, width: int) -> str:
    cells = [""] * state.players
    for place, (seat, cards) in enumerate(trick.plays):
        text = _names(state, cards)
        cells[seat] = f"{'> ' if place == 0 else ''}{text}{' *' if seat == trick.winner else '  '}"
    points = f"+{trick.points}" if trick.points else ""
    return f"{_row(f'{number:>4}.', cells, width)}  {points:<3} {trick.reason}"


def _names(state: State, cards: Sequence[str]) -> str:
    return ", ".join(card_name(state.game.deck.parse(card)) for card in cards)


def _outcome(state: State, names: Sequence[str]) -> str:
    if state.phase == "tiebreak":
        return _sentence(f"{_list(state.view.tied, names)} share the lead; a tiebreak decides.")
    if not state.winners:
        return "The game goes on."
    return _sentence(f"{_list(state.winners, names)} won: {state.won_by}.")


def _list(seats: Sequence[int], names: Sequence[str]) -> str:
    *others, last = (names[seat] for seat in seats)
    return f"{', '.join(others)} and {last}" if others else last


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
