"""The facts of plays and of cards dealt for a tiebreak: whose they are, of which cards, and the same with others."""

from collections.abc import Sequence
from dataclasses import replace

from companion.rules.facts import CardsPlayed, Fact, Source, TiebreakCard
from companion.rules.log import GameLog


def typed_play(log: GameLog, place: int, seat: int, cards: Sequence[str], time: float) -> Fact:
    """Return the fact of a play that a person adds before the one at this place of the log.

    Where cards are dealt for a tiebreak it is one of those; behind the last fact it is the next play.
    """
    if log.before(place).phase == "tiebreak":
        return TiebreakCard(seat, cards[0], source="person", time=time)
    return CardsPlayed(seat, tuple(cards), source="person", time=time)


def seat_of(fact: Fact) -> int:
    """Return the seat that a fact speaks of."""
    assert isinstance(fact, CardsPlayed | TiebreakCard)
    return fact.seat


def cards_of(fact: Fact) -> tuple[str, ...]:
    """Return the cards that a fact speaks of."""
    if isinstance(fact, TiebreakCard):
        return (fact.card,)
    assert isinstance(fact, CardsPlayed)
    return fact.cards


def with_cards(fact: Fact, cards: tuple[str, ...], source: Source, confidence: float) -> Fact:
    """Return the fact with other cards, said by this source."""
    if isinstance(fact, TiebreakCard):
        return replace(fact, card=cards[0], source=source, confidence=confidence)
    assert isinstance(fact, CardsPlayed)
    return replace(fact, cards=cards, source=source, confidence=confidence)


def with_seat(fact: Fact, seat: int, source: Source) -> Fact:
    """Return the fact with another seat, said by this source."""
    assert isinstance(fact, CardsPlayed | TiebreakCard)
    return replace(fact, seat=seat, source=source)


def with_card(fact: Fact, was: str, now: str, source: Source, confidence: float) -> Fact:
    """Return the fact with one of its cards taken for another, said by this source."""
    cards = list(cards_of(fact))
    cards[cards.index(was)] = now
    return with_cards(fact, tuple(cards), source, confidence)
