"""A person sets a play right, and what they name is another play's already: then the two were taken for each other.

In a hand in which the whole deck is played no card is free, so that nothing could be set right one play at a time.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from companion.rules.errors import ImpossibleFactError
from companion.rules.facts import CardsPlayed, Fact, ThiefTook, TiebreakCard
from companion.table.book import Book
from companion.table.events import Event
from companion.table.play_facts import cards_of, seat_of, with_card, with_seat

Done = TypeVar("Done")

_EXCHANGED = 10.0
"""How many times as likely as the card that a play no longer is another one has to be, to be what the other play was:
that two cards were taken for each other is likelier than that both were taken for others."""

BY_HAND = "corrected by hand"
"""Why a fact is changed that a person has set right."""

_IMPLIED = 0.5
"""Confidence of what follows for another play from a person's word: nobody has said it, and it teaches nothing."""


def may_be_exchanged(given_up: float, likeliest: float) -> bool:
    """Whether a play may be the card that another no longer is, by its chance and that of the likeliest one."""
    return given_up * _EXCHANGED >= likeliest


def set_right_in(
    book: Book, fact: int, corrected: Fact, besides: Mapping[int, Fact], time: float, why: str = BY_HAND
) -> list[Event]:
    """Set a play right in a book; arguments and errors as of `set_right`, `time` in seconds of the source."""
    return set_right(book.facts, fact, corrected, besides, lambda changes: book.revise(changes, time, "person", why))


def set_right(
    facts: Sequence[Fact],
    fact: int,
    corrected: Fact,
    besides: Mapping[int, Fact],
    attempt: Callable[[Mapping[int, Fact]], Done],
) -> Done:
    """Put a person's word in the place of a play, and let another play give way where it has to.

    Args:
        facts: All facts of the game.
        fact: Place of the play.
        corrected: What it really was.
        besides: By place, what other plays seem to be then; without it, or where the game cannot have gone that way,
            the other play takes the cards, or the seat, that this one no longer has.
        attempt: Puts other facts in the place of some, or raises `ImpossibleFactError` with nothing changed.

    Returns:
        What the attempt that was possible returned.

    Raises:
        ImpossibleFactError: The game cannot have gone that way; nothing is changed.
    """
    for changed in ({**besides, fact: corrected}, {fact: corrected}):
        try:
            return _attempt_with_choice(facts, fact, changed, attempt)
        except ImpossibleFactError as error:
            refused = last = error
    was = facts[fact]
    changes = {fact: corrected}
    given_up = [card for card in cards_of(was) if card not in cards_of(corrected)]
    named: list[str | None] = [card for card in cards_of(corrected) if card not in cards_of(was)]
    for card in named or [None]:
        other = _other_play(facts, fact, changes, last, card)
        if other is None:
            break
        now = changes.get(other, facts[other])
        if card is None:
            changes[other] = with_seat(now, seat_of(was), "camera")
        elif given_up:
            changes[other] = with_card(now, card, given_up.pop(0), "camera", _IMPLIED)
        try:
            return _attempt_with_choice(facts, fact, changes, attempt)
        except ImpossibleFactError as error:
            last = error
    raise refused


def _attempt_with_choice(
    facts: Sequence[Fact], fact: int, changes: Mapping[int, Fact], attempt: Callable[[Mapping[int, Fact]], Done]
) -> Done:
    """Attempt changes; where the Thief took the card that is set right, it took what that really was."""
    try:
        return attempt(changes)
    except ImpossibleFactError as error:
        said = [place for place, told in enumerate(facts[: error.index + 1]) if isinstance(told, ThiefTook)]
        if error.code != "thief-without" or not said:
            raise
        choice = facts[said[-1]]
        assert isinstance(choice, ThiefTook)
        if (choice.card,) != cards_of(facts[fact]):
            raise
        (really,) = cards_of(changes[fact])
        try:
            return attempt({**changes, said[-1]: replace(choice, card=really)})
        except ImpossibleFactError:
            raise error from None


def _other_play(
    facts: Sequence[Fact], fact: int, changes: Mapping[int, Fact], error: ImpossibleFactError, card: str | None
) -> int | None:
    """Return the place of the play that a correction contradicts: where the game came to a stop, or one before it."""
    if not error.code.startswith("seat-twice" if card is None else "card-twice"):
        return None
    seat = seat_of(changes[fact])
    for place in range(error.index, -1, -1):
        other = changes.get(place, facts[place])
        if place == fact or not isinstance(other, CardsPlayed | TiebreakCard):
            continue
        if seat_of(other) == seat if card is None else card in cards_of(other):
            return place
    return None
