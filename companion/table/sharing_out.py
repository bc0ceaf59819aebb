"""Whose the plays of the last trick were, once somebody leads who did not win it as they were shared out.

Two who play in each other's turn near the line between them look nearly like two who play in turn. Who leads the next
trick won that one, and tells which it was.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from companion.rules.errors import ImpossibleFactError
from companion.rules.facts import Fact
from companion.table.book import Book
from companion.table.lineup import Sightings, place_of_fact, seats_of_trick, trick_places
from companion.table.play_facts import seat_of, with_seat
from companion.table.seating import scored
from companion.table.sighting import Sighting
from companion.table.suspicion import WRONG_LEADER, leader_chances


def shared_out_by_lead(
    book: Book, sightings: Sightings, waiting: Sequence[Sequence[Sighting]], leads: int, misread: float
) -> tuple[Mapping[int, Fact], float]:
    """Return the plays of the last trick that others made if the one who leads now won it, and how likely that is.

    Against it stand that the lead is out of turn, or another's, and that a card of the trick was misread.

    Args:
        book: The game; a trick was played in the present hand.
        sightings: All of the deal, by their numbers.
        waiting: The plays of the new trick that are not in the book.
        leads: Who leads now.
        misread: Chance of a card of the last trick being another.

    Returns:
        Facts by their places, and a chance, 0..1; nothing and 0 where nobody else can have made them.
    """
    facts, state = book.facts, book.log.state
    end = min(book.unfinished, default=len(facts))
    trick = [i for i in range(end) if book.is_play(i) and book.place_of(i) == book.place_of(end - 1)]
    played = [seat_of(facts[i]) for i in trick]
    winner = state.hand.next_leader
    if winner is None or winner not in played:
        return {}, 0.0
    before = book.log.before(trick[0])
    places = [place_of_fact(book, i, sightings) for i in trick]
    orders, scores = scored(places, before.hand.next_leader, seats_of_trick(before))
    as_played = (orders == played).all(axis=1)
    as_led = orders[:, played.index(winner)] == leads
    if not (as_played.any() and as_led.any()):
        return {}, 0.0
    best = int(np.where(as_led, scores, -np.inf).argmax())
    ratio = float(np.exp(scores[best] - scores[as_played][0]))
    lead = trick_places(book, sightings, waiting)
    known = [place for place in lead if not isinstance(place, int)]
    led = leader_chances(known, seats_of_trick(state)) if len(known) == len(lead) else {leads: 1.0}

    def fits(seat: int) -> float:
        others = WRONG_LEADER / max(len(played) - 1, 1)
        return sum(fit * (1 - WRONG_LEADER if other == seat else others) for other, fit in led.items())

    changes = {
        i: with_seat(facts[i], seat, facts[i].source)
        for i, seat in zip(trick, orders[best].tolist(), strict=True)
        if seat_of(facts[i]) != seat
    }
    try:
        after = book.log.game.play([changes.get(i, fact) for i, fact in enumerate(facts[:end])], book.log.settings)
    except ImpossibleFactError:
        return {}, 0.0
    if after.hand.next_leader != leads:
        return {}, 0.0
    others = ratio * fits(leads)
    return changes, others / (others + fits(winner) + misread)
