"""Cards of the trick that waited when a game broke off, and are as they were, or are not there, when it is taken up."""

import pytest
from scripted import ScriptedTable, facts, play, random_game, reading, taken_up, told

from companion.rules.games import game
from companion.table.events import Correction, Irregularity, Question, SourceChanged

COINS = game("coins")


def at_second_trick():
    """Return a table of COINS that was cleared after the first trick, and whose lead it is."""
    truth = random_game(COINS, None, 5)
    table = ScriptedTable(COINS, seed=5)
    for fact in truth.facts[:3]:
        table.lay(fact.cards[0], fact.seat)
    table.sweep(1.5)
    expected = table.log.view.expected
    assert expected is not None
    return table, expected, [fact.cards[0] for fact in truth.facts[3:9]]


def answer_all(table, played):
    """Name the cards by which the lead is another's: before who led out of turn is told they are asked about."""
    laid_before = facts(table)[:3]
    table.look(2.0)
    for _ in range(6):
        asked = table.session.snapshot().question
        if asked is None:
            break
        table.session.answer(asked.question, dict(laid_before if asked.trick == 0 else played)[asked.seat])
        table.look(2.0)


@pytest.mark.parametrize("laid", [2, 3])
@pytest.mark.parametrize("off", [1, 2])
def test_who_led_out_of_turn_is_told_where_the_lead_is_not_known_when_the_game_breaks_off(off, laid):
    table, expected, codes = at_second_trick()
    seats = [(expected + off + step) % 3 for step in range(3)]
    table.lay(codes[0], seats[0], 1.0, reading(codes[0], 0.5, [codes[4]]))
    play(table, *zip(codes[1:laid], seats[1:laid], strict=True))
    table.look(2.0)
    assert len(table.log.facts) == 3
    again = taken_up(table)
    again.look(3.0)
    play(again, *zip(codes[laid:3], seats[laid:], strict=True))
    played = list(zip(seats, codes[:3], strict=True))
    answer_all(again, played)
    assert facts(again)[3:] == played
    assert [(event.code, event.seat) for event in told(again, Irregularity)] == [("wrong-leader", seats[0])]
    assert not told(again, SourceChanged) + told(again, Correction)


@pytest.mark.parametrize("off", [1, 2])
@pytest.mark.parametrize("wait", [1.0, 1.5])
def test_who_led_out_of_turn_a_moment_before_the_game_broke_off_is_told(off, wait):
    table, expected, codes = at_second_trick()
    seats = [(expected + off + step) % 3 for step in range(3)]
    table.lay(codes[0], seats[0], wait)
    again = taken_up(table)
    again.look(3.0)
    play(again, *zip(codes[1:3], seats[1:], strict=True))
    played = list(zip(seats, codes[:3], strict=True))
    answer_all(again, played)
    assert facts(again)[3:] == played
    assert [(event.code, event.seat) for event in told(again, Irregularity)] == [("wrong-leader", seats[0])]
    assert not told(again, SourceChanged)


def test_a_card_that_waited_and_was_taken_back_while_the_program_was_closed_does_not_count():
    table, expected, codes = at_second_trick()
    dropped = table.lay(codes[3], (expected + 2) % 3, 1.2, reading(codes[3], 0.5, [codes[4]]))
    table.lay(codes[0], expected, 1.0)
    table.look(2.0)
    assert len(table.session.snapshot().waiting) == 2
    table.cards.remove(dropped)
    again = taken_up(table)
    again.look(3.0)
    again.lay(codes[1], (expected + 1) % 3, 0.8)
    again.lay(codes[2], (expected + 2) % 3, 0.8)
    assert facts(again)[3:] == [((expected + step) % 3, code) for step, code in enumerate(codes[:3])]
    assert not told(again, Irregularity) + told(again, Question)


@pytest.mark.parametrize("step", [1, -1])
def test_two_like_cards_that_waited_stay_the_plays_they_were_whichever_is_found_first(step):
    names = ("Ana", "Ben", "Carla", "David")
    table = ScriptedTable(game("seven_suitors"), seed=3, names=names)
    trick = (("3:3", 0), ("3:9", 1), ("3:7", 2), ("3:7", 3))
    table.lay("3:3", 0, 1.0, reading("3:3", 0.6, ["3:4"]))
    play(table, *trick[1:])
    table.look(2.5)
    assert not table.log.facts
    again = taken_up(table)
    again.cards = again.cards[::step]
    again.look(3.0)
    again.session.answer(again.session.snapshot().question.question, "3:3")
    again.look(1.0)
    assert facts(again) == [(seat, code) for code, seat in trick]
    assert not told(again, Irregularity)
