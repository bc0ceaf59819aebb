"""What people are told of facts that take the place of others: each as a correction, and what is ruled anew."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import zip_longest

from companion.rules.facts import CardsPlayed, Fact, Source, TiebreakCard
from companion.table.events import Correction, Event, Irregularity, TrickWon
from companion.table.play_facts import cards_of, seat_of


def corrected(
    old: Sequence[Fact],
    new: Sequence[Fact],
    hands: Sequence[int],
    withdrawn: tuple[Event, ...],
    rulings: Sequence[Event],
    time: float,
    by: Source,
    reason: str,
) -> list[Event]:
    """Return the events of facts that take the place of others; rulings that no longer hold go with the first.

    Args:
        old: The facts that were there.
        new: Those that are there now.
        hands: The hand, from 1, of each new fact, and of each old one that none stands for.
        withdrawn: Events that no longer hold.
        rulings: Events of what holds instead.
        time: Seconds of the source.
        by: Who says so.
        reason: Why.
    """
    gone_for_good = _gone_for_good(old, new)
    again = {(event.hand, event.trick) for event in withdrawn if isinstance(event, TrickWon)}
    events: list[Event] = []
    for gone, come, hand in zip_longest(map(_play, old), map(_play, new), hands):
        if (gone is None and come is None) or _say_the_same(gone, come):
            continue
        correction = _correction(gone, come, hand, time, by, reason)
        cleared = _cleared(withdrawn, rulings, gone_for_good)
        events.append(replace(correction, withdrawn=withdrawn, cleared=cleared))
        withdrawn = ()
    for event in rulings:
        if isinstance(event, TrickWon) and (event.hand, event.trick) in again:
            event = replace(event, corrected=True)
        events.append(event)
    return events


def _play(fact: Fact) -> Fact | None:
    """Return a fact that people are told as a play; None for any other, which may stand where a play stood."""
    return fact if isinstance(fact, CardsPlayed | TiebreakCard) else None


def _say_the_same(one: Fact | None, other: Fact | None) -> bool:
    """Whether two facts differ at most in who says so and how surely."""
    if one is None or other is None:
        return False
    return one == replace(other, source=one.source, time=one.time, confidence=one.confidence)


def _correction(gone: Fact | None, come: Fact | None, hand: int, time: float, by: Source, reason: str) -> Correction:
    fact = come or gone
    assert fact is not None
    moved = gone is not None and come is not None and seat_of(gone) != seat_of(come)
    return Correction(
        time=time,
        was=None if gone is None else _shown(cards_of(gone)),
        now=None if come is None else _shown(cards_of(come)),
        reason=reason,
        seat=seat_of(fact),
        was_seat=seat_of(gone) if moved and gone is not None else None,
        hand=hand,
        by=by,
    )


def _shown(cards: tuple[str, ...]) -> str | tuple[str, ...]:
    return cards[0] if len(cards) == 1 else cards


def _gone_for_good(old: Sequence[Fact], new: Sequence[Fact]) -> frozenset[tuple[int, str | None]]:
    """Return seat and card of the plays that nothing takes the place of."""
    gone = (fact for fact in map(_play, old[len(new) :]) if fact is not None)
    return frozenset((seat_of(fact), card) for fact in gone for card in cards_of(fact))


def _cleared(
    withdrawn: Sequence[Event], rulings: Sequence[Event], gone: Collection[tuple[int, str | None]]
) -> tuple[Irregularity, ...]:
    """Return the breaches that are none any more.

    Not those that are ruled anew, nor those that were plays which are gone: that goes without saying.
    """
    anew = {_breach(event) for event in rulings if isinstance(event, Irregularity)}
    breaches = (event for event in withdrawn if isinstance(event, Irregularity))
    return tuple(told for told in breaches if _breach(told) not in anew and (told.seat, told.card) not in gone)


def _breach(event: Irregularity) -> tuple[str, int, int, int]:
    return event.code, event.hand, event.trick, event.seat
