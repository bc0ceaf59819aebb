"""Cards that were laid or dropped and are taken back: what is laid after them is a play, and they are none."""

import numpy as np
import pytest
from scripted import FIRST, SIZE, Lying, ScriptedTable, facts, play, plays, reading, told

from companion.rules.games import game
from companion.table.events import Correction, Irregularity, Question, TrickWon


@pytest.fixture
def table():
    return ScriptedTable(game("coins"), seed=4)


@pytest.mark.parametrize("sure", [0.55, 0.8, 0.995])
def test_what_is_laid_for_a_card_taken_back_beside_a_whole_trick_counts_however_badly_it_is_read(table, sure):
    play(table, ("1-coins", 1))
    dropped = table.lay("5-clubs", 0, 2.0)
    assert [breach.seat for breach in told(table, Irregularity)] == [0]
    table.cards.remove(dropped)
    table.look(0.5)
    play(table, ("2-cups", 2))
    table.look(0.6)
    table.lay("1-swords", 0, 1.6, reading("1-swords", sure, ["2-swords", "1-clubs"]))
    if (question := table.session.snapshot().question) is not None:
        table.session.answer(question.question, "1-swords")
    table.sweep()
    assert facts(table) == [(seat, code) for code, seat in FIRST]
    assert [(won.seat, won.card) for won in told(table, TrickWon)][-1] == (2, "2-cups")
    assert not [ruling for ruling in table.log.rulings if ruling.event == "irregularity"]


def test_a_card_out_of_turn_that_is_gone_when_an_earlier_one_is_named_is_not_told_to_be_a_play(table):
    table.lay("1-coins", 1, 1.6, reading("1-coins", 0.5, ["2-coins"]))
    (question,) = told(table, Question)
    dropped = table.lay("5-clubs", 0, 2.0)
    table.cards.remove(dropped)
    table.look(0.6)
    table.session.answer(question.question, "1-coins")
    table.look(0.5)
    play(table, ("2-cups", 2))
    table.look(0.6)
    table.lay("1-swords", 0, 1.6)
    assert facts(table) == [(seat, code) for code, seat in FIRST]
    assert not told(table, Irregularity)
    assert not told(table, Correction)


def test_a_card_out_of_turn_that_was_gone_before_the_last_one_came_is_taken_out_of_the_whole_trick(table):
    play(table, ("1-coins", 1))
    dropped = table.lay("5-clubs", 0, 1.2)
    table.cards.remove(dropped)
    table.look(0.8)
    table.lay("2-cups", 2, 2.2)
    assert facts(table) == [(1, "1-coins"), (2, "2-cups")]
    table.lay("1-swords", 0, 1.6)
    assert facts(table) == [(seat, code) for code, seat in FIRST]


@pytest.mark.parametrize("sure", [0.5, 0.93])
def test_that_a_card_was_none_says_nothing_of_the_same_one_laid_since_people_were_asked(table, sure):
    first = table.lay("1-coins", 1, 2.6, reading("1-coins", sure, ["2-coins"]))
    (question,) = told(table, Question)
    table.cards.remove(first)
    table.look(1.6)
    table.lay("1-coins", 1, 0.5)
    table.session.answer(question.question, None)
    table.look(0.8)
    play(table, *FIRST[1:])
    assert facts(table) == [(seat, code) for code, seat in FIRST]
    assert told(table, TrickWon)


def test_a_card_that_people_say_was_none_while_it_lies_there_does_not_count_again(table):
    table.lay("1-coins", 1, 2.6, reading("1-coins", 0.5, ["2-coins"]))
    (question,) = told(table, Question)
    table.session.answer(question.question, None)
    table.look(5.0)
    assert facts(table) == []
    assert len(told(table, Question)) == 1


def test_a_card_that_was_seen_to_go_is_taken_back_sooner_than_one_that_is_only_out_of_sight(table):
    play(table, ("1-coins", 1))
    hidden = table.lay("5-clubs", 2, 1.0)
    hidden.hidden = True
    table.look(1.5)
    assert not told(table, Correction)
    hidden.hidden = False
    table.look(0.5)
    for step in (60, 140):
        hidden.y -= step
        table.look(0.1)
    table.cards.remove(hidden)
    table.look(1.0)
    assert [taken.was for taken in told(table, Correction)] == ["5-clubs"]
    play(table, ("2-cups", 2), ("1-swords", 0))
    assert facts(table) == [(seat, code) for code, seat in FIRST]


@pytest.mark.parametrize("missed_first", [False, True])
def test_a_card_laid_for_one_taken_back_is_told_to_be_its_players_at_once(table, missed_first):
    """Though it lies nearer the middle, and another card is missed in the very look that shows it."""
    first = table.lay("1-coins", 1)
    wrong = table.lay("5-clubs", 2, 1.0)
    table.cards.remove(wrong)
    table.look(1.6)
    x, y = 0.6 * np.array([wrong.x, wrong.y]) + 0.4 * np.array(SIZE) / 2
    table.cards.append(Lying("2-cups", x, y, wrong.angle, table.read("2-cups")))
    for look in range(10):
        first.hidden = (look % 2 == 0) == missed_first
        table.look(0.1)
    first.hidden = False
    table.look(0.3)
    assert [seat for seat, code in plays(table) if code == "2-cups"] == [2]
    table.lay("1-swords", 0, 1.6)
    assert facts(table) == [(seat, code) for code, seat in FIRST]
    assert not told(table, Irregularity)


def test_a_card_that_somebody_dropped_and_took_up_again_gives_way_to_whose_play_it_seemed_to_be(table):
    """It lay before somebody who has played, for so long that it counted as the next player's."""
    table.lay("1-coins", 1)
    other = table.lay("2-cups", 2)
    x, y = 0.5 * np.array([other.x, other.y]) + 0.5 * np.array(SIZE) / 2
    dropped = Lying("3-coins", x, y + 20, 0.2, table.read("3-coins"))
    table.cards.append(dropped)
    table.look(3.0)
    assert facts(table)[2:] == [(0, "3-coins")]
    table.cards.remove(dropped)
    table.look(0.8)
    table.lay("1-swords", 0, 1.6)
    assert facts(table) == [(seat, code) for code, seat in FIRST]


def test_a_card_that_was_taken_back_and_is_laid_again_for_the_last_of_a_whole_trick_is_the_last(table):
    dropped = table.lay("4-clubs", 0, 2.0)
    table.cards.remove(dropped)
    table.look(2.0)
    play(table, ("2-clubs", 1), ("3-clubs", 2))
    wrong = table.lay("9-clubs", 0, 1.5)
    assert [won.seat for won in told(table, TrickWon)] == [0]
    table.cards.remove(wrong)
    table.look(1.0)
    table.lay("4-clubs", 0, 3.0)
    assert facts(table) == [(1, "2-clubs"), (2, "3-clubs"), (0, "4-clubs")]
    assert not [ruling for ruling in table.log.rulings if ruling.event == "irregularity"]
