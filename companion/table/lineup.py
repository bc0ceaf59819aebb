"""The seats of the plays in a book, from the places where their cards were seen."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from companion.rules.facts import CardsPlayed, Fact
from companion.rules.state import State
from companion.table.book import Book
from companion.table.play_facts import seat_of
from companion.table.seating import Places, SeatChances, arrange
from companion.table.sighting import Sighting

_DEALT_IN_ORDER = float(np.log(4.0))
"""Logarithm of how much likelier the next card of a tiebreak is for the seat whose turn it is: people deal as they
like, and each card lies before the one who gets it."""

Sightings = Mapping[int, Sighting]
"""Sightings by their numbers."""


def seats_of_trick(state: State) -> tuple[int, ...]:
    """Return who plays to the present trick, clockwise from the one who leads or is to lead it."""
    hand = state.hand
    if hand.plays:
        return hand.order
    return state.seats_of_trick(hand.next_leader if hand.next_leader is not None else 0)


def trick_places(book: Book, sightings: Sightings, waiting: Sequence[Sequence[Sighting]]) -> list[SeatChances | int]:
    """Return how well the places of a trick's plays fit the seats, or the seats that people have said.

    Args:
        book: The game; the plays of its unfinished trick come first.
        sightings: All of the deal.
        waiting: The plays of the trick that are not in the book, in order.
    """
    players = book.log.state.players
    places = [place_of_fact(book, index, sightings) for index in book.unfinished]
    places += [seats_of_play(play, players) for play in waiting]
    return places[: len(seats_of_trick(book.log.state))]


def next_seat(book: Book, sightings: Sightings, waiting: Sequence[Sequence[Sighting]]) -> tuple[tuple[int, ...], float]:
    """Return the seats of the unfinished trick's plays in the book and of a next one, and how sure the last is."""
    state = book.log.state
    places = trick_places(book, sightings, waiting)
    seats, sure = arrange(places, state.hand.next_leader, seats_of_trick(state))
    place = min(len(book.unfinished), len(seats) - 1)
    return seats[: place + 1], sure[place]


def expected_seat(book: Book, sightings: Sightings, waiting: Sequence[Sequence[Sighting]]) -> int:
    """Return the seat whose play the first of those waiting is, were it entered now."""
    said = [sighting.pinned_seat for sighting in waiting[0] if sighting.pinned_seat is not None]
    if said:
        return said[0]
    view = book.view
    if view.phase == "play":
        return next_seat(book, sightings, waiting)[0][-1]
    if view.expected is None:
        return 0
    fits = seats_of_play(waiting[0], book.log.state.players)
    if isinstance(fits, int):
        return fits
    have_one = {seat for seat, _ in view.plays}
    in_order = {view.expected: _DEALT_IN_ORDER}
    left = [seat for seat in view.deal_order if seat not in have_one]
    return max(left, key=lambda seat: float(fits[seat]) + in_order.get(seat, 0.0))


def lies_elsewhere(play: Sequence[Sighting], seat: int) -> float:
    """Return how much better (logarithm) the place of a play fits another seat than its player."""
    places = seats_of_play(play, seat + 1)
    return 0.0 if isinstance(places, int) else float(places.max() - places[seat])


def place_of_fact(book: Book, index: int, sightings: Sightings) -> SeatChances | int:
    """Return how well the place of a play in the book fits each seat, or the seat that a person has said."""
    origin = book.origins[index]
    play = [s for s in sightings.values() if s.origin == origin] if origin is not None else []
    return _place(book.facts[index], play, book.log.state.players)


def places_of_facts(book: Book, sightings: Iterable[Sighting]) -> Places:
    """Return the same of those plays in the book whose cards are remembered."""
    plays: dict[int | None, list[Sighting]] = {}
    for sighting in sightings:
        plays.setdefault(sighting.origin, []).append(sighting)
    players = book.log.state.players
    return {
        index: _place(fact, plays[origin], players)
        for index, (fact, origin) in enumerate(zip(book.facts, book.origins, strict=True))
        if origin in plays and isinstance(fact, CardsPlayed)
    }


def _place(fact: Fact, play: Sequence[Sighting], players: int) -> SeatChances | int:
    if not play or all(sighting.seats is None for sighting in play):
        said = [s.pinned_seat for s in play if s.pinned_seat is not None]
        return said[0] if said else seat_of(fact)
    return seats_of_play(play, players)


def seats_of_play(play: Sequence[Sighting], players: int) -> SeatChances | int:
    """Return how well the places of a play's cards fit the seats, or the seat that a person has said."""
    said = [sighting.pinned_seat for sighting in play if sighting.pinned_seat is not None]
    if said:
        return said[0]
    known = [sighting.seats for sighting in play if sighting.seats is not None]
    # The cards of a straight lie in a row: where its middle is tells more than any of them.
    return known[0] if len(known) == 1 else np.mean(known, axis=0) if known else np.zeros(players)


def seat_cards(book: Book, sightings: Iterable[Sighting], made_by: Mapping[int, int]) -> None:
    """Take cards to be those of the seats that made the plays at these places, as the book has it by now."""
    seats = {book.origins[index]: seat for index, seat in made_by.items()}
    for card in sightings:
        if card.origin in seats and not card.aside:
            card.seat = seats[card.origin]
