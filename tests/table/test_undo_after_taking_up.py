"""A game is closed and taken up: undo takes back what it would have taken back, had the game not been closed."""

import json

import pytest
from scripted import FIRST, ScriptedTable, facts, play, random_game, reading, taken_up

from companion.rules.games import game
from companion.table.past import past_from_json, past_to_json

COINS = game("coins")


def begun(plays=FIRST):
    table = ScriptedTable(COINS, seed=4)
    play(table, *plays)
    return table


def asked():
    """Return a table at which the lead of the second trick is asked about and the other cards of it wait."""
    table = begun()
    table.sweep()
    table.lay("5-clubs", 2, 2.0, reading("5-clubs", 0.5, ["6-clubs"]))
    play(table, ("9-coins", 0), ("8-swords", 1))
    table.look(1.0)
    return table


def answer(table, card):
    table.session.answer(table.session.snapshot().question.question, card)


def undone(table, steps):
    """Return the facts after each of so many undos."""
    stood = []
    for _ in range(steps):
        table.session.undo()
        stood.append(facts(table))
    return stood


COMMANDS = {
    "a card": lambda table: table.session.correct(0, ("4-coins",)),
    "a seat": lambda table: table.session.change_seat(1, 0),
    "taken out": lambda table: table.session.remove_play(1),
    "two cards exchanged": lambda table: table.session.correct(0, ("2-cups",)),
    "dealt anew": lambda table: table.session.deal_anew(),
}


@pytest.mark.parametrize("behind", [0, 1])
@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_the_correction_before_closing_is_taken_back_and_then_what_was_played_before_it(command, behind):
    closed, going_on = begun(), begun()
    for table in (closed, going_on):
        command(table)
        if behind:
            table.sweep(1.5)
            table.lay("11-clubs", table.session.view.expected or 0, 1.2)
    again = taken_up(closed)
    again.look(3.0)
    assert facts(again) == facts(going_on)
    assert undone(again, 4) == undone(going_on, 4)
    for _ in range(4):
        again.session.redo()
        going_on.session.redo()
        assert facts(again) == facts(going_on)


def test_it_is_taken_back_also_where_the_game_was_closed_twice():
    table = begun()
    table.session.correct(0, ("4-coins",))
    again = taken_up(taken_up(table))
    again.session.undo()
    assert facts(again) == [(seat, code) for code, seat in FIRST]
    third = taken_up(again)
    third.session.undo()
    assert facts(third) == [(seat, code) for code, seat in FIRST[:2]]


@pytest.mark.parametrize("is_wrong", [False, True])
def test_an_answer_is_asked_again_and_the_cards_behind_it_wait_again(is_wrong):
    table = asked()
    answer(table, "6-clubs" if is_wrong else "5-clubs")
    table.look(0.5)
    assert len(table.log.facts) == 6
    again = taken_up(table)
    again.look(3.0)
    again.session.undo()
    assert len(again.log.facts) == 3
    again.look(1.0)
    answer(again, "5-clubs")
    again.look(1.0)
    assert facts(again)[3:] == [(2, "5-clubs"), (0, "9-coins"), (1, "8-swords")]


def test_a_card_that_was_added_behind_one_that_waits_is_taken_back_before_any_that_counts():
    table = ScriptedTable(COINS, seed=4)
    table.lay("1-coins", 1, 2.5, reading("1-coins", 0.5, ["2-coins"]))
    table.session.insert_play(0, 2, ("2-cups",))
    table.look(2.5)
    again = taken_up(table)
    again.look(3.0)
    again.session.undo()
    answer(again, "1-coins")
    again.look(1.0)
    assert facts(again) == [(1, "1-coins")]


def test_of_a_game_in_which_nothing_was_corrected_nothing_more_is_kept():
    table = begun()
    assert not table.session.snapshot().past.changes


def test_of_a_long_evening_the_last_changes_are_taken_back_in_their_order():
    truth = random_game(COINS, COINS.configure(target=30), 5, hands=3)
    table = ScriptedTable(COINS, truth.settings, facts=truth.facts)
    free = [code for code in COINS.deck.codes if code != truth.facts[0].cards[0]]
    for code in free[:9] * 9:
        table.session.correct(0, (code,))
    again = taken_up(table)
    assert undone(again, 50) == undone(table, 50)


WRONG = {
    "of other facts": lambda past: past | {"origins": past["origins"][1:]},
    "further on than facts": lambda past: past | {"changes": [{**past["changes"][0], "at": 9}]},
    "before the first": lambda past: past | {"changes": [{**past["changes"][0], "at": -1}]},
    "without origins": lambda past: past | {"changes": [{**past["changes"][0], "origins": []}]},
}


@pytest.mark.parametrize("damage", WRONG.values(), ids=WRONG)
def test_a_past_that_cannot_have_led_to_the_facts_is_refused(damage):
    table = begun()
    table.session.correct(0, ("4-coins",))
    past = json.loads(json.dumps(past_to_json(table.session.snapshot().past)))
    assert past_from_json(past, table.log) == table.session.snapshot().past
    with pytest.raises(ValueError, match=r"fact|origin"):
        past_from_json(damage(past), table.log)
