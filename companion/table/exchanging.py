"""A person sets a play right, and what they name is another play's already: then the two were taken for each other.

In a hand in which the whole deck is played no card is free, so that nothing could be set right one play at a time.
"""

from collections.abc import Mapping

from companion.rules.errors import ImpossibleFactError
from companion.rules.facts import CardsPlayed, Fact, TiebreakCard
from companion.table.book import Book, cards_of, seat_of, with_card, with_seat
from companion.table.events import Event

_BY_HAND = "corrected by hand"

_TWICE = {True: "card-twice", False: "seat-twice"}
"""What an impossible fact is called (`companion.rules.reasons`) that names another play's card, or its seat."""

_IMPLIED = 0.5
"""Confidence of what follows for another play from a person's word: nobody has said it, and it teaches nothing."""


def set_right(book: Book, fact: int, corrected: Fact, time: float, besides: Mapping[int, Fact]) -> list[Event]:
    """Put a person's word in the place of a play, and let another play give way where it has to.

    Args:
        book: What is corrected.
        fact: Place of the play.
        corrected: What it really was.
        time: Seconds of the source.
        besides: By place, what other plays seem to be then; without it, or where the game cannot have gone that way,
            the other play takes the cards, or the seat, that this one no longer has.

    Raises:
        ImpossibleFactError: The game cannot have gone that way; nothing is changed.
    """
    changes = {**besides, fact: corrected}
    try:
        return book.revise(changes, time, "person", _BY_HAND)
    except ImpossibleFactError as error:
        refused = last = error
    was = book.facts[fact]
    changes = {fact: corrected}
    given_up = [card for card in cards_of(was) if card not in cards_of(corrected)]
    named: list[str | None] = [card for card in cards_of(corrected) if card not in cards_of(was)]
    for card in named or [None]:
        other = _other_play(book, fact, changes, last, card)
        if other is None:
            break
        now = changes.get(other, book.facts[other])
        if card is None:
            changes[other] = with_seat(now, seat_of(was), "camera")
        elif given_up:
            changes[other] = with_card(now, card, given_up.pop(0), "camera", _IMPLIED)
        try:
            return book.revise(changes, time, "person", _BY_HAND)
        except ImpossibleFactError as error:
            last = error
    raise refused


def _other_play(
    book: Book, fact: int, changes: Mapping[int, Fact], error: ImpossibleFactError, card: str | None
) -> int | None:
    """Return the place of the play that a correction contradicts: where the game came to a stop, or one before it."""
    if not error.code.startswith(_TWICE[card is not None]):
        return None
    for place in range(error.index, -1, -1):
        other = changes.get(place, book.facts[place])
        if place == fact or not isinstance(other, CardsPlayed | TiebreakCard):
            continue
        if card is not None and card in cards_of(other):
            return place
        if card is None and seat_of(other) == seat_of(changes[fact]):
            return place
    return None
