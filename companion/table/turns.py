"""Cards that come to the table at once: whose turn it was orders them, not who was a little faster.

Nobody sees in that time what another lays, and people throw the last trick of a hand down together.
"""

from collections.abc import Sequence

import numpy as np

from companion.rules.state import State
from companion.table.expecting import Expectation, expected_of
from companion.table.laid import Laid
from companion.table.lineup import seats_of_play
from companion.table.seating import SeatChances, arrange
from companion.table.sighting import Sighting

_AT_ONCE, _AT_ONCE_AT_LAST = 0.5, 0.9
"""Seconds from one card to another for both to be laid at once; and in the last trick of a hand."""

_CLEARLY = 2.0
"""How much better (logarithm) a place must fit one seat than any other for it to be clear whose it is."""

Play = Sequence[Sighting]


def laid_at_once(state: State) -> float:
    """Return within how many seconds cards come to rest that count as laid at once, so that none is out of turn."""
    return _AT_ONCE_AT_LAST if state.is_last_trick else _AT_ONCE


def take_turns(laid: Laid, expected: Expectation) -> None:
    """Put plays of the trick on the table that were laid at once into the order of the turn, as far as it is known.

    Args:
        laid: The cards that were laid.
        expected: What the game expects.
    """
    if expected.deal[0] != "play" or not any(card.is_open for card in laid.current):
        return
    expected = expected_of(laid.current, expected)
    plays = laid.plays(expected.state)
    ordered = in_turn(plays, expected)
    if ordered != plays:
        laid.put_in_order([card for play in ordered for card in play])


def in_turn(plays: Sequence[Play], expected: Expectation) -> list[Play]:
    """Return the plays of a trick in order: as they came, and of those laid at once whose turn it was first.

    Those that are in the book already keep their order among themselves. Where whoever was to lead was not among the
    first to lay a card somebody else has led, and the turn goes on from there (rules, section 0.1).

    Args:
        plays: As they came.
        expected: What was expected of the trick.
    """
    seats = _seats(plays, expected)
    at_once = laid_at_once(expected.state)
    led = [play for play, seat in zip(plays, seats, strict=False) if seat == expected.leader]
    leads = bool(led) and led[0][0].time - plays[0][0].time < at_once
    leader = expected.leader if leads else next(iter(seats), None)
    if len(plays) < 2 or leader not in expected.seats:
        return [*plays]
    start = expected.seats.index(leader)
    turn_of: dict[int | None, int] = {s: (at - start) % len(expected.seats) for at, s in enumerate(expected.seats)}
    turns = [turn_of.get(seat) for seat in seats]
    order: list[int] = []
    for new, turn in enumerate(turns):
        place = len(order)
        while place and turn is not None and _may_swap(plays[order[place - 1]], plays[new], at_once):
            before = turns[order[place - 1]]
            if before is None or before <= turn:
                break
            place -= 1
        order.insert(place, new)
    return [plays[place] for place in order]


def _may_swap(one: Play, other: Play, at_once: float) -> bool:
    """Whether two plays were laid at once, and not both are in the book."""
    entered = [any(card.decided is not None for card in play) for play in (one, other)]
    return abs(one[0].time - other[0].time) < at_once and not all(entered)


def _seats(plays: Sequence[Play], expected: Expectation) -> tuple[int | None, ...]:
    """Return whose the plays of a trick are; nothing where there are more than seats, None for one where it is not
    clear.

    Where straights are played, what looks like two plays of one seat may be one of which a card was found later.
    """
    places = [seats_of_play(play, expected.state.players) for play in plays]
    if expected.state.has_straights:
        return tuple(_clear_seat(place) for place in places)
    return arrange(places, expected.leader, expected.seats)[0] if len(plays) <= len(expected.seats) else ()


def _clear_seat(place: SeatChances | int) -> int | None:
    if isinstance(place, int):
        return place
    second, best = np.sort(place)[-2:]
    return int(place.argmax()) if best - second >= _CLEARLY else None
