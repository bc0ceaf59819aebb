"""Cards behind one that is asked about: what is told of them before they can be entered, and what is not."""

import pytest
from forum_tables import fan, forum
from scripted import asking_about_the_lead, facts, reading, told

from companion.table.events import CardSeen, Event, Irregularity


@pytest.fixture
def table():
    return asking_about_the_lead()


def seen(table):
    return [(event.seat, event.cards) for event in told(table, CardSeen)]


def test_a_card_that_is_not_certain_itself_is_not_told(table):
    table.lay("2-cups", 2, 2.0, read=reading("2-cups", 0.5, ["3-cups"]))
    table.lay("1-swords", 0, 2.0)
    assert seen(table) == [(0, ("1-swords",))]


@pytest.mark.parametrize(("codes", "expected"), [(("6H", "7H"), [(2, ("6H", "7H"))]), (("6H", "8H"), [])])
def test_a_straight_is_told_where_it_is_one(codes, expected):
    table = forum()
    table.lay("3H", 1, 2.0, read=reading("3H", 0.5, ["3D"]))
    fan(table, 2, *codes, gap=0.3, wait=4.0)
    assert seen(table) == expected


def test_a_card_that_waits_and_is_added_by_hand_besides_counts_once(table):
    table.lay("2-cups", 2, 2.0)
    before = len(told(table, Event))
    assert table.session.insert_play(0, 2, ("2-cups",)) == ()
    table.look(1.0)
    assert len(told(table, Event)) == before
    table.session.answer(table.session.snapshot().question.question, "1-coins")
    table.lay("1-swords", 0, 2.0)
    assert facts(table) == [(1, "1-coins"), (2, "2-cups"), (0, "1-swords")]
    assert not told(table, Irregularity)
    assert table.session.snapshot().question is None


def test_another_card_than_the_one_that_waits_is_still_added(table):
    table.lay("2-cups", 2, 2.0)
    table.session.insert_play(0, 2, ("3-cups",))
    table.session.answer(table.session.snapshot().question.question, "1-coins")
    table.look(2.0)
    assert (2, "3-cups") in facts(table)
