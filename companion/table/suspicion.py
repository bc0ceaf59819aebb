"""Doubts about earlier cards that later play raises: who leads shows who won, unless somebody led out of turn."""

from collections.abc import Mapping, Sequence

import numpy as np

from companion.rules.errors import ImpossibleFactError
from companion.rules.facts import Fact
from companion.rules.rulings import TrickWon
from companion.table.book import Book
from companion.table.evidence import Codes, Row
from companion.table.play_facts import with_card
from companion.table.seating import SeatChances
from companion.table.sighting import Sighting

WRONG_LEADER = 0.008
"""Chance that a trick is led by somebody who did not win the last one."""

_WORTH_TRYING = 2e-4
"""Codes less likely than this are not tried as explanations."""


def leader_chances(places: Sequence[SeatChances], seats: Sequence[int]) -> dict[int, float]:
    """Return how well the places of a trick's first plays fit each seat as its leader; the best is 1.

    Args:
        places: Of the plays, in order.
        seats: Those that play to the trick, clockwise.
    """
    fits = {
        seat: sum(float(place[seats[(start + step) % len(seats)]]) for step, place in enumerate(places))
        for start, seat in enumerate(seats)
    }
    best = max(fits.values())
    return {seat: float(np.exp(fit - best)) for seat, fit in fits.items()}


def explain_leader(
    book: Book, end: int, sightings: Mapping[int, Sighting], codes: Codes, led: Mapping[int, float]
) -> dict[int, Row]:
    """Return how much more or less likely each code of a trick's cards is in the light of who led the next.

    Args:
        book: The game.
        end: Place of the fact behind those of the trick, which is complete.
        sightings: By number; those that are weighed.
        codes: Of the deck.
        led: How well what was seen fits each seat as the leader.

    Returns:
        Factors for each code, by the sighting's number; nothing for cards that a person has named.
    """
    if not end:
        return {}
    start = end - 1
    while start and book.place_of(start - 1) == book.place_of(end - 1):
        start -= 1
    before = book.facts[:start]
    trick = book.facts[start:end]
    places = {origin: start + step for step, origin in enumerate(book.origins[start:end]) if origin is not None}

    def factor(facts: Sequence[Fact]) -> float | None:
        try:
            state = book.log.game.play(before, book.log.settings)
            rulings = [ruling for fact in facts for ruling in state.apply(fact)]
        except ImpossibleFactError:
            return None
        winner = next((ruling.seat for ruling in rulings if isinstance(ruling, TrickWon)), None)
        if winner is None:
            return None
        others = WRONG_LEADER / max(len(led) - 1, 1)
        return sum(fit * (1 - WRONG_LEADER if seat == winner else others) for seat, fit in led.items())

    usual = factor(trick)
    contexts: dict[int, Row] = {}
    for sighting in sightings.values():
        place = places.get(sighting.origin)
        if place is None or sighting.pinned is not None or sighting.decided is None:
            continue
        context = np.full(len(codes) + 1, usual if usual is not None else 1.0)
        for number, code in enumerate(codes.codes):
            if sighting.row[number] < _WORTH_TRYING or code == sighting.decided:
                continue
            other = with_card(book.facts[place], sighting.decided, code, "camera", 1.0)
            tried = factor([*trick[: place - start], other, *trick[place - start + 1 :]])
            if tried is not None:
                context[number] = tried
        contexts[sighting.number] = context
    return contexts
