"""A game is taken up from another side while cards of an earlier trick wait: everybody keeps their plays."""

import pytest
from scripted import Lying, facts, reading, told
from test_bearings import TurnedTable, hand, notices
from test_other_games import NAMES

from companion.table.events import Irregularity

TRUTH = hand("coins")
LED, LAID, END = 6, 9, 15
"""The lead that cannot be read, the first card after its trick, and behind the last that is played here."""


def taken_up(lying, further, sure):
    """Return a table at which the third trick waits, swept off, for its lead, and so many cards lie of the fourth."""
    free = next(code for code in TRUTH.game.deck.codes if code not in [fact.cards[0] for fact in TRUTH.facts[:END]])
    table = TurnedTable(TRUTH.game, TRUTH.settings, 3, NAMES[:3])
    for place, fact in enumerate(TRUTH.facts[: LAID + lying]):
        read = reading(fact.cards[0], sure, [free]) if place == LED else None
        table.lay(fact.cards[0], fact.seat, 1.2, read)
        if place % 3 == 2:
            table.look(1.0)
            table.sweep(1.5)
    table.look(2.0)
    snapshot = table.session.snapshot()
    assert len(snapshot.waiting) == 3 + lying
    before = {"facts": snapshot.facts, "waiting": snapshot.waiting, "time": table.time + 1.0}
    again = TurnedTable(TRUTH.game, TRUTH.settings, 4, NAMES[:3], further=further, **before)
    for fact in TRUTH.facts[LAID : LAID + lying]:
        again.cards.append(Lying(fact.cards[0], *again.place(fact.seat), 0.0, again.read(fact.cards[0])))
    again.look(3.0)
    return again


def go_on(table, lying, answered_behind=None):
    """Play two tricks to their end; the lead is named behind the fact at this place."""
    for place, fact in enumerate(TRUTH.facts[LAID + lying : END], LAID + lying):
        table.lay(fact.cards[0], fact.seat, 1.2)
        if place % 3 == 2:
            table.look(1.0)
            table.sweep(1.5)
        if place == answered_behind:
            table.session.answer(table.session.snapshot().question.question, TRUTH.facts[LED].cards[0])
            table.look(1.0)
    table.look(2.0)


def all_is_right(table, further):
    return (
        facts(table) == [(fact.seat, fact.cards[0]) for fact in TRUTH.facts[:END]]
        and notices(table) == ["seats"] * bool(further)
        and not told(table, Irregularity)
    )


@pytest.mark.parametrize("further", [0, 2])
@pytest.mark.parametrize(("lying", "answered_behind"), [(0, 9), (0, 11), (1, 10), (1, 12), (2, 14)])
def test_once_the_card_that_they_wait_for_is_named(lying, answered_behind, further):
    table = taken_up(lying, further, 0.5)
    go_on(table, lying, answered_behind)
    assert all_is_right(table, further)


@pytest.mark.parametrize("further", [0, 1])
@pytest.mark.parametrize("lying", [0, 1])
def test_where_nobody_answers_it_is_entered_all_the_same(lying, further):
    table = taken_up(lying, further, 0.8)
    go_on(table, lying)
    assert all_is_right(table, further)
