"""A person says whose a card is, and with what its player has in the trick it is a straight: the two are one play."""

from collections.abc import Callable

from companion.rules.errors import ImpossibleFactError
from companion.table.book import Book
from companion.table.events import Event
from companion.table.exchanging import BY_HAND
from companion.table.laid import Laid
from companion.table.play_facts import cards_of


def straight_with(book: Book, fact: int, seat: int) -> int | None:
    """Return the place of a seat's play in the trick of another with which that makes a straight; None for none.

    Args:
        book: The game.
        fact: The place of the other.
        seat: Whose it is said to be.
    """
    state = book.log.state
    if not (state.has_straights and book.is_play(fact)) or book.seat_at(fact) == seat:
        return None
    trick = (place for place in range(len(book.facts)) if book.place_of(place) == book.place_of(fact))
    plays = (place for place in trick if book.is_play(place) and book.seat_at(place) == seat)
    cards = cards_of(book.facts[fact])
    return next((place for place in plays if state.one_play([*cards_of(book.facts[place]), *cards])), None)


def unite(
    book: Book,
    laid: Laid,
    fact: int,
    straight: int,
    now: float,
    command: Callable[[Callable[[], list[Event]]], list[Event]],
) -> list[Event]:
    """Have the cards of a play be of another, which is a straight with them.

    Args:
        book: The game.
        laid: The cards that were laid.
        fact: The place of the play.
        straight: The place of the other.
        now: Seconds of the source.
        command: Makes a change of the book, and lets the cards follow it.

    Raises:
        ImpossibleFactError: The game cannot have gone that way; nothing is changed.
    """
    origin, joining = book.origins[straight], book.origins[fact]
    cards = [sighting for sighting in laid.sightings if sighting.origin == joining]
    stood = [(sighting, sighting.play) for sighting in cards]
    order = [sighting for sighting in laid.sightings if sighting not in cards]
    behind = max((place for place, s in enumerate(order) if s.origin == origin), default=len(order) - 1) + 1
    for sighting in cards:
        sighting.play = origin
    try:
        events = command(lambda: book.unite(fact, straight, now, BY_HAND))
    except ImpossibleFactError:
        for sighting, play in stood:
            sighting.play = play
        raise
    laid.put_in_order([*order[:behind], *cards, *order[behind:]])
    return events
