"""Who played what is worked out anew, where all places of cards turn out to have been others."""

from collections.abc import Sequence

from companion.rules.errors import ImpossibleFactError
from companion.rules.facts import CardsPlayed
from companion.table.book import Book
from companion.table.events import Event
from companion.table.lineup import places_of_facts
from companion.table.play_facts import seat_of
from companion.table.reseating import reseated
from companion.table.sighting import Sighting

MIRRORED = "the picture was mirrored"
FROM_ANOTHER_SIDE = "the camera sees the table from another side"
"""Why plays are corrected then."""


def seats_retold(book: Book, sightings: Sequence[Sighting], now: float, why: str) -> list[Event]:
    """Give the plays whose cards are remembered to those before whom they lie, trick by trick: each winner leads on.

    What people said stays. Where the plays cannot be told so, they stay as they are.

    Args:
        book: The game.
        sightings: All that are remembered, with their places put right.
        now: Seconds of the source.
        why: The reason that people are told.
    """
    known = {sighting.number for sighting in sightings}
    first = next((i for i, origin in enumerate(book.origins) if origin in known and _is_play(book, i)), None)
    if first is None:
        return []
    told = reseated(book.log, {first: book.facts[first]}, places_of_facts(book, sightings))
    changed = {index: fact for index, fact in told.items() if fact != book.facts[index]}
    if not changed:
        return []
    try:
        events = book.revise(changed, now, "camera", why)
    except ImpossibleFactError:
        return []
    for sighting in sightings:
        index = book.index_of(sighting.origin)
        if index is not None and sighting.decided is not None:
            sighting.seat = seat_of(book.facts[index])
    return events


def _is_play(book: Book, index: int) -> bool:
    return isinstance(book.facts[index], CardsPlayed)
