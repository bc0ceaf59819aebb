"""The seats of the plays in a book, from the places where their cards were seen."""

from collections.abc import Mapping

import numpy as np

from companion.rules.errors import ImpossibleFactError
from companion.rules.facts import CardsPlayed, Fact
from companion.table.book import Book, seat_of, with_seat
from companion.table.seating import SeatChances, arrange
from companion.table.sighting import Sighting

Sightings = Mapping[int, Sighting]
"""Sightings by their numbers."""


def trick_places(book: Book, sightings: Sightings, sighting: Sighting) -> list[SeatChances | int]:
    """Return how well the places of a trick's cards fit the seats, or the seats that people have said.

    In order: the plays of the unfinished trick in the book, the sighting that comes next, those already behind it.
    """
    players = book.log.state.players
    places = [_place(book.facts[index], book.origins[index], sightings, players) for index in book.unfinished]
    waiting = [s for s in sightings.values() if s.is_open and s.deal == sighting.deal and s.trick == sighting.trick]
    behind = waiting[waiting.index(sighting) + 1 :] if sighting in waiting else []
    places += [_seats_of(waits, players) for waits in (sighting, *behind)]
    return places[:players]


def next_seat(book: Book, sightings: Sightings, sighting: Sighting) -> tuple[tuple[int, ...], float]:
    """Return the seats of the unfinished trick's plays in the book and of a next one, and how sure the last is."""
    state = book.log.state
    seats, sure = arrange(trick_places(book, sightings, sighting), state.hand.next_leader, state.players)
    place = len(book.unfinished)
    return seats[: place + 1], sure[place]


def reseated(book: Book, changed: Mapping[int, Fact], sightings: Sightings) -> dict[int, Fact]:
    """Return corrections with the seats that follow from them: another winner means another leader.

    Args:
        book: The game.
        changed: Facts that take the place of those at these places.
        sightings: Of the facts.

    Returns:
        The given corrections and those of later plays that somebody else made now; those given alone where seats
        cannot be dealt out anew.
    """
    facts = [changed.get(index, fact) for index, fact in enumerate(book.facts)]
    result = dict(changed)
    state = book.log.game.start(book.log.settings)
    trick: list[int] = []
    try:
        for index, fact in enumerate(facts):
            # Who sits out is known once the leader is; in the games so far every seat plays to every trick.
            trick.append(index)
            last = len(trick) == state.players or index + 1 == len(facts)
            if not isinstance(fact, CardsPlayed) or state.phase != "play":
                state.apply(result.get(index, fact))
                trick = []
            elif last:
                if index >= min(changed):
                    places = [_place(facts[i], book.origins[i], sightings, state.players) for i in trick]
                    seats, _ = arrange(places, state.hand.next_leader, state.players)
                    for i, seat in zip(trick, seats, strict=True):
                        if seat_of(facts[i]) != seat:
                            result[i] = with_seat(facts[i], seat, facts[i].source)
                for i in trick:
                    state.apply(result.get(i, facts[i]))
                trick = []
    except ImpossibleFactError:
        return dict(changed)
    return result


def _place(fact: Fact, origin: int | None, sightings: Sightings, players: int) -> SeatChances | int:
    sighting = sightings.get(origin) if origin is not None else None
    return seat_of(fact) if sighting is None or sighting.seats is None else _seats_of(sighting, players)


def _seats_of(sighting: Sighting, players: int) -> SeatChances | int:
    if sighting.pinned_seat is not None:
        return sighting.pinned_seat
    return sighting.seats if sighting.seats is not None else np.zeros(players)
