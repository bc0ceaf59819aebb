"""A card that lies where no lead was made is taken out of the trick; a wrong lead stays one."""

import pytest
from scripted import Lying, ScriptedTable, facts, play, told
from test_gathered_cards import laid_out

from companion.rules.games import game
from companion.table.events import Irregularity, Question

STRAYS = {"before the last": (640.0, 470.0), "in a corner": (310.0, 590.0), "in the middle": (645.0, 352.0)}


@pytest.mark.parametrize("where", STRAYS)
@pytest.mark.parametrize("already", [0.0, 4.0])
def test_a_card_that_lies_there_all_the_time_is_no_lead_once_the_trick_is_whole_without_it(where, already):
    table = ScriptedTable(game("coins"), seed=5)
    if already:
        table.look(already)
    stray = Lying("3-swords", *STRAYS[where], 0.3, table.read("3-swords"))
    table.cards.append(stray)
    table.look(3.0)
    trick = ((1, "6-cups"), (2, "7-cups"), (0, "8-cups"), (0, "9-clubs"), (1, "3-clubs"), (2, "4-clubs"))
    play(table, *((code, seat) for seat, code in trick[:3]), wait=1.0)
    table.look(1.0)
    table.cards[:] = [stray]
    table.look(1.5)
    play(table, *((code, seat) for seat, code in trick[3:]), wait=1.0)
    assert facts(table) == list(trick)
    assert not told(table, Question)


@pytest.mark.parametrize("said", ["card", "seat"])
def test_a_card_of_which_people_have_said_that_it_led_is_not_taken_out_for_another(said):
    table = ScriptedTable(game("coins"), seed=5)
    table.cards.append(Lying("3-swords", *STRAYS["before the last"], 0.3, table.read("3-swords")))
    table.look(3.0)
    play(table, ("6-cups", 1), ("7-cups", 2), wait=1.0)
    assert facts(table)[0] == (0, "3-swords")
    if said == "card":
        table.session.correct(0, ("4-swords",))
    else:
        table.session.change_seat(0, 1)
        table.session.change_seat(0, 0)
    led = facts(table)
    play(table, ("8-cups", 0), wait=3.0)
    assert facts(table)[:3] == led[:3]


def test_a_card_that_is_dropped_before_the_second_trick_is_no_lead_once_that_is_whole_without_it():
    table = ScriptedTable(game("coins"), seed=5)
    trick = (("6-cups", 1), ("7-cups", 2), ("8-cups", 0), ("9-clubs", 0), ("3-clubs", 1), ("4-clubs", 2))
    play(table, *trick[:3], wait=1.0)
    table.sweep(1.5)
    table.cards.append(Lying("3-swords", *table.place(2), 0.3, table.read("3-swords")))
    table.look(3.0)
    if question := table.session.snapshot().question:
        table.session.confirm(question.question)
    play(table, *trick[3:], wait=2.0)
    assert facts(table) == [(seat, code) for code, seat in trick]


def test_a_card_that_lies_before_the_leader_is_asked_about_and_one_answer_puts_it_right():
    table = ScriptedTable(game("coins"), seed=5)
    laid_out(table, ("3-swords",), (1,))
    stray = table.cards[0]
    trick = ((1, "6-cups"), (2, "7-cups"), (0, "8-cups"), (0, "9-clubs"), (1, "3-clubs"), (2, "4-clubs"))
    play(table, *((code, seat) for seat, code in trick[:3]), wait=1.0)
    table.session.answer(table.session.snapshot().question.question, "6-cups")
    table.cards[:] = [stray]
    table.look(1.5)
    play(table, *((code, seat) for seat, code in trick[3:]), wait=1.0)
    assert facts(table) == list(trick)


def test_who_led_out_of_turn_won_and_leads_again_before_the_trick_is_taken_led_indeed():
    table = ScriptedTable(game("coins"), seed=5)
    play(table, ("8-cups", 0), ("6-cups", 1), ("7-cups", 2), ("9-clubs", 0), wait=1.5)
    assert facts(table) == [(0, "8-cups"), (1, "6-cups"), (2, "7-cups"), (0, "9-clubs")]


@pytest.mark.parametrize("winner", [0, 1, 2])
@pytest.mark.parametrize("swept", [True, False])
def test_a_wrong_lead_to_the_second_trick_stays_one_and_is_told_once(winner, swept):
    table = ScriptedTable(game("coins"), seed=5)
    first = (("6-cups", 1), ("7-cups", 2), ("8-cups", 0))
    # Ana was to lead; Carla, who would have been the last, does.
    second = [(code, seat) for code, seat in zip(("3-clubs", "4-clubs", "2-clubs"), (2, 0, 1), strict=True)]
    second[(winner - 2) % 3] = ("9-clubs", winner)
    play(table, *first, wait=1.0)
    table.sweep(1.5)
    for code, seat in second:
        table.lay(code, seat, 2.0)
        if question := table.session.snapshot().question:
            table.session.confirm(question.question)
    if swept:
        table.sweep(1.5)
    play(table, ("5-swords", winner), wait=3.0)
    assert facts(table) == [(seat, code) for code, seat in (*first, *second, ("5-swords", winner))]
    assert [(event.code, event.seat) for event in told(table, Irregularity)] == [("wrong-leader", 2)]
