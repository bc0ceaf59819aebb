"""What a person says is taken back with one undo, whatever came of it; the cards that the camera saw wait again."""

from dataclasses import replace

import pytest
from scripted import FIRST, ScriptedTable, facts, play, reading, told

from companion.rules.games import game
from companion.table.events import Correction, Irregularity, Question, TrickWon

LEAD = (2, "5-clubs")


def begun():
    """Return a table of COINS whose second trick is led."""
    table = ScriptedTable(game("coins"), seed=4)
    play(table, *FIRST)
    table.sweep()
    return table


@pytest.fixture
def missed():
    """Return a table at which the second card of a trick was not seen and the third lies there, uncounted."""
    table = begun()
    table.lay("5-clubs", 2)
    table.lay("9-coins", 1, 0.6)
    assert facts(table)[3:] == [LEAD]
    return table


def add(table, code, seat=0):
    table.session.insert_play(len(table.log.facts), seat, (code,))


@pytest.fixture
def asked():
    """Return a table at which the lead of the second trick is asked about and the other cards of it wait."""
    table = begun()
    table.lay("5-clubs", 2, 2.0, read=reading("5-clubs", 0.5, ["6-clubs"]))
    play(table, ("9-coins", 0), ("8-swords", 1))
    table.look(1.0)
    return table


def answer(table, card):
    table.session.answer(table.session.snapshot().question.question, card)


REST = [(0, "9-coins"), (1, "8-swords")]


def test_a_card_that_was_missed_comes_in_its_turn_before_the_one_that_waits_behind_it(missed):
    add(missed, "7-swords")
    assert facts(missed)[3:] == [LEAD, (0, "7-swords"), (1, "9-coins")]
    assert not told(missed, Irregularity)


def test_one_undo_takes_it_back_with_what_came_of_it_and_one_redo_brings_both(missed):
    add(missed, "7-swords")
    missed.session.undo()
    assert facts(missed)[3:] == [LEAD]
    missed.session.redo()
    missed.look(2.0)
    assert facts(missed)[3:] == [LEAD, (0, "7-swords"), (1, "9-coins")]
    missed.session.undo()
    assert (0, "7-swords") not in facts(missed)


def test_the_right_card_may_be_added_then_and_the_one_that_lies_there_counts_behind_it(missed):
    add(missed, "7-swords")
    missed.session.undo()
    add(missed, "8-swords")
    missed.look(2.0)
    assert facts(missed)[3:] == [LEAD, (0, "8-swords"), (1, "9-coins")]
    assert not told(missed, Irregularity)


def test_where_nothing_is_added_the_camera_counts_the_card_that_lies_there(missed):
    add(missed, "7-swords")
    missed.session.undo()
    missed.look(2.0)
    assert facts(missed)[3:] == [LEAD, (1, "9-coins")]
    add(missed, "8-swords")
    assert facts(missed)[3:] == [LEAD, (0, "8-swords"), (1, "9-coins")]


@pytest.mark.parametrize("seat", [0, 2])
def test_a_card_that_was_missed_comes_in_its_turn_however_long_the_one_behind_it_was_counted(seat):
    table = begun()
    lying = [LEAD, (0, "7-swords"), (1, "9-coins")]
    missed = next(play for play in lying if play[0] == seat)
    for other in lying:
        if other != missed:
            table.lay(other[1], other[0], 5.0)
    table.session.insert_play(len(table.log.facts), seat, (missed[1],))
    table.look(2.0)
    assert facts(table)[3:] == lying
    assert not [ruling for ruling in table.log.rulings if ruling.event == "irregularity"]
    table.session.undo()
    table.session.redo()
    assert facts(table)[3:] == lying


def test_who_plays_out_of_turn_and_is_said_to_did():
    table = begun()
    table.lay("5-clubs", 2)
    table.lay("9-coins", 1, 5.0)
    table.session.change_seat(4, 1)
    add(table, "7-swords")
    assert facts(table)[3:] == [LEAD, (1, "9-coins"), (0, "7-swords")]


def said_of_corrections(table):
    return [table.session.speaker.sentence(event) for event in told(table, Correction)]


def test_that_nobody_played_out_of_turn_after_all_is_said_with_the_card_that_was_added():
    table = begun()
    table.lay("5-clubs", 2)
    table.lay("9-coins", 1, 5.0)
    (breach,) = told(table, Irregularity)
    add(table, "7-swords")
    assert [sentence.partition("No longer: ")[2] for sentence in said_of_corrections(table)] == [breach.message]
    table.session.undo()
    assert told(table, Irregularity) == [breach, replace(breach, time=table.time)]


def test_who_was_out_of_turn_indeed_is_told_so_again_where_people_say_whose_the_card_behind_is():
    table = begun()
    table.lay("5-clubs", 2)
    table.lay("9-coins", 1, 5.0)
    add(table, "7-swords")
    table.session.undo()
    table.session.change_seat(4, 1)
    add(table, "7-swords")
    assert facts(table)[3:] == [LEAD, (1, "9-coins"), (0, "7-swords")]
    breaches = [ruling for ruling in table.log.rulings if ruling.event == "irregularity"]
    assert [(breach.code, breach.seat) for breach in breaches] == [("out-of-turn", 1), ("out-of-turn", 0)]


def test_a_breach_that_goes_with_its_play_or_is_one_all_the_same_is_not_said_to_be_none_any_more():
    table = begun()
    table.lay("5-clubs", 2)
    table.lay("9-coins", 1, 5.0)
    table.session.correct(4, ["8-coins"])
    table.session.remove_play(4)
    assert len(told(table, Correction)) == 2
    assert not [sentence for sentence in said_of_corrections(table) if "No longer" in sentence]


def test_breaches_that_all_go_with_their_plays_are_not_said_to_be_none_any_more():
    table = begun()
    with table.session._desk.one_command():
        for seat, card in (LEAD, (1, "9-coins"), (0, "7-swords")):
            add(table, card, seat)
    breaches = told(table, Irregularity)
    assert [breach.code for breach in breaches] == ["out-of-turn", "out-of-turn"]
    table.session.undo()
    assert facts(table)[3:] == []
    assert not [sentence for sentence in said_of_corrections(table) if "No longer" in sentence]


def test_after_the_camera_has_gone_on_a_card_that_was_added_is_taken_back_all_the_same(missed):
    add(missed, "7-swords")
    missed.look(1.0)
    missed.sweep()
    missed.lay("3-clubs", 1, 1.0)
    for _ in range(2):
        missed.session.undo()
    missed.look(2.0)
    assert facts(missed)[3:] == [LEAD, (1, "9-coins")]
    add(missed, "8-swords")
    missed.look(1.0)
    assert facts(missed)[3:] == [LEAD, (0, "8-swords"), (1, "9-coins")]


def test_what_people_say_twice_is_taken_back_with_one_undo():
    table = begun()
    table.lay("5-clubs", 2)
    before = facts(table)
    for _ in range(2):
        table.session.correct(3, ["6-clubs"])
    table.session.undo()
    assert facts(table) == before
    for _ in range(2):
        table.session.change_seat(3, 0)
    table.session.undo()
    assert facts(table) == before


@pytest.mark.parametrize("lying", [1, 2, 3])
def test_a_card_of_the_trick_before_that_is_taken_out_and_put_in_again_leaves_the_trick_on_the_table(lying):
    table = begun()
    trick = [LEAD, (0, "7-swords"), (1, "9-coins")]
    for seat, code in trick[:lying]:
        table.lay(code, seat)
    table.session.remove_play(1)
    table.look(0.6)
    table.session.insert_play(1, 2, ["2-cups"])
    for seat, code in trick[lying:]:
        table.lay(code, seat)
    table.look(0.6)
    table.sweep(1.2)
    after = [(1, "3-clubs"), (2, "4-clubs"), (0, "6-clubs")]
    for seat, code in after:
        table.lay(code, seat)
    assert facts(table)[3:] == [*trick, *after]
    assert not told(table, Question)


def test_one_undo_of_an_answer_asks_again_and_the_cards_behind_it_wait_again(asked):
    answer(asked, "6-clubs")
    asked.look(1.0)
    assert facts(asked)[3:] == [(2, "6-clubs"), *REST]
    asked.session.undo()
    asked.look(1.0)
    assert len(facts(asked)) == 3
    answer(asked, "5-clubs")
    asked.look(1.0)
    assert facts(asked)[3:] == [LEAD, *REST]
    assert [event.seat for event in told(asked, TrickWon)[-2:]] == [0, 0]


def test_one_redo_gives_the_answer_again(asked):
    answer(asked, "6-clubs")
    for _ in range(2):
        asked.session.undo()
        asked.look(1.0)
        assert asked.session.snapshot().question is not None
        asked.session.redo()
        asked.look(1.0)
        assert facts(asked)[3:] == [(2, "6-clubs"), *REST]
        assert asked.session.snapshot().question is None


def test_after_the_trick_was_taken_and_the_next_led_an_answer_is_taken_back_all_the_same(asked):
    answer(asked, "6-clubs")
    asked.look(1.0)
    asked.sweep(2.0)
    asked.lay("3-clubs", 0, 1.0)
    for _ in range(2):
        asked.session.undo()
    asked.look(3.0)
    assert len(facts(asked)) == 3
    answer(asked, "5-clubs")
    asked.sweep(1.0)
    asked.lay("4-clubs", 0, 1.0)
    assert facts(asked)[3:] == [LEAD, *REST, (0, "4-clubs")]


def test_what_was_typed_behind_a_question_waits_again_and_is_taken_back_by_the_next_undo():
    table = begun()
    table.lay("5-clubs", 2, 2.0, read=reading("5-clubs", 0.5, ["6-clubs"]))
    add(table, "7-swords")
    answer(table, "6-clubs")
    assert facts(table)[3:] == [(2, "6-clubs"), (0, "7-swords")]
    for _ in range(2):
        table.session.undo()
    table.look(1.0)
    answer(table, "5-clubs")
    assert facts(table)[3:] == [LEAD]


def test_an_answer_behind_which_nothing_waits_is_asked_again_too():
    table = begun()
    table.lay("5-clubs", 2, 2.0, read=reading("5-clubs", 0.5, ["6-clubs"]))
    answer(table, "6-clubs")
    table.session.undo()
    table.look(1.0)
    assert len(told(table, Question)) == 2
    answer(table, "5-clubs")
    assert facts(table)[3:] == [LEAD]
