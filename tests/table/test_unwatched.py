"""A camera stalls while people play on: a trick that was begun before is played to its end, and not taken back."""

import numpy as np
import pytest
from forum_tables import forum
from forum_tables import plays as forum_plays
from scripted import (
    SIZE,
    Lying,
    ScriptedTable,
    answer_all,
    facts,
    notices,
    play,
    play_hand,
    random_game,
    told,
)

from companion.rules.games import game
from companion.table.events import CardPlayed, Correction, Desynchronised, HandEnded, Irregularity, Question, TrickWon

STALL = 3.0
"""Seconds, enough for two plays and for somebody to take the trick."""


@pytest.fixture
def table():
    return ScriptedTable(game("coins"), seed=3)


def stall(table, seconds=STALL):
    """Let no picture come for a while."""
    table.time += seconds


def test_the_rest_of_a_trick_is_asked_for_and_its_first_card_stands(table):
    play(table, ("1-coins", 1))
    stall(table)
    table.sweep(4.0)
    assert facts(table) == [(1, "1-coins")]
    table.lay("9-clubs", 2, 2.0)
    assert [event.state for event in told(table, Desynchronised)] == ["lost"]
    assert answer_all(table, {2: "2-cups", 0: "1-swords"}) == [2, 0]
    assert facts(table) == [(1, "1-coins"), (2, "2-cups"), (0, "1-swords"), (2, "9-clubs")]
    assert [event.seat for event in told(table, TrickWon)] == [2]
    assert not told(table, Irregularity)


def test_two_cards_that_lay_there_stand_too(table):
    play(table, ("1-coins", 1), ("2-cups", 2))
    stall(table)
    table.sweep(1.0)
    table.lay("9-clubs", 2, 2.0)
    assert answer_all(table, {0: "1-swords"}) == [0]
    assert facts(table) == [(1, "1-coins"), (2, "2-cups"), (0, "1-swords"), (2, "9-clubs")]


def test_the_card_that_is_taken_as_pictures_come_again_is_of_the_trick_that_is_taken(table):
    play(table, ("1-coins", 1))
    stall(table, 2.0)
    x, y = table.place(2)
    table.cards.append(Lying("2-cups", x, y, 0.1, table.read("2-cups")))
    table.cards.pop(0)
    table.look(0.4)
    table.sweep(1.0)
    table.lay("9-clubs", 2, 2.0)
    assert answer_all(table, {2: "2-cups", 0: "1-swords"})[-1] == 0
    assert facts(table) == [(1, "1-coins"), (2, "2-cups"), (0, "1-swords"), (2, "9-clubs")]


def test_a_trick_that_is_being_taken_as_pictures_come_again_was_played_to_its_end(table):
    play(table, ("1-coins", 1))
    stall(table)
    table.look(0.3)
    (card,) = table.cards
    for _ in range(2):
        card.x, card.y = card.x + 60, card.y + 40
        table.look(0.1)
    table.sweep(4.0)
    assert facts(table) == [(1, "1-coins")]
    table.lay("9-clubs", 2, 2.0)
    assert answer_all(table, {2: "2-cups", 0: "1-swords"}) == [2, 0]


def test_a_card_that_was_laid_meanwhile_came_after_one_out_of_turn_that_lay_there():
    table = forum(players=3)
    table.lay("AC", 1)
    table.lay("KC", 0, 0.5)
    stall(table, 2.2)
    x, y = table.place(2)
    table.cards.append(Lying("2C", x, y, 0.1, table.read("2C")))
    table.look(3.0)
    assert forum_plays(table) == [(1, ("AC",)), (0, ("KC",)), (2, ("2C",))]


def test_a_card_is_taken_back_where_nothing_else_can_have_been_played_meanwhile(table):
    play(table, ("1-coins", 1))
    stall(table, 0.8)
    table.sweep(4.0)
    assert not facts(table)
    assert told(table, Correction)
    play(table, ("2-coins", 1), ("2-cups", 2), ("1-swords", 0))
    assert facts(table) == [(1, "2-coins"), (2, "2-cups"), (0, "1-swords")]


def test_a_card_that_lies_there_when_pictures_come_again_may_be_taken_back_later(table):
    play(table, ("1-coins", 1))
    stall(table)
    table.look(2.0)
    table.sweep(4.0)
    assert not facts(table)


def test_cards_that_were_laid_meanwhile_and_lie_there_are_plays_at_once(table):
    play(table, ("1-coins", 1))
    stall(table)
    for code, seat in (("2-cups", 2), ("1-swords", 0)):
        x, y = table.place(seat)
        table.cards.append(Lying(code, x, y, 0.1, table.read(code)))
    table.look(0.6)
    assert facts(table) == [(1, "1-coins"), (2, "2-cups"), (0, "1-swords")]
    assert not told(table, Question)


def test_a_slow_machine_sees_cards_taken_back_as_another_does():
    table = ScriptedTable(game("coins"), seed=3, rate=0.5)
    table.look(20.0)
    x, y = table.place(1)
    table.cards.append(Lying("1-coins", x, y, 0.1, table.read("1-coins")))
    table.look(6.0)
    table.sweep(8.0)
    assert not facts(table)


def test_where_a_card_is_seen_that_is_being_taken_says_nothing_of_whose_it_is(table):
    play(table, ("1-coins", 1), ("1-swords", 2))
    stall(table, 2.0)
    table.cards.clear()
    towards = np.array(table.place(2)) - np.array(SIZE) / 2
    for way in (0.6, 1.3, 2.0):
        x, y = np.array(SIZE) / 2 + way * towards
        table.cards[:] = [Lying("2-cups", float(x), float(y), 0.1, table.read("2-cups"))]
        table.look(0.1)
    table.sweep(1.0)
    table.lay("9-clubs", 0, 2.0)
    assert facts(table)[:3] == [(1, "1-coins"), (2, "1-swords"), (0, "2-cups")]


WHOLE = (("9-clubs", 1), ("2-clubs", 2), ("3-clubs", 0))
"""A trick that seat 1 wins."""

LONG = 6.0
"""Seconds, enough for a whole trick."""


def lead_without_having_won(table, wait=2.0):
    """Let the next seat lead, which has not won the last trick that was seen."""
    assert [event.seat for event in told(table, TrickWon)] == [1]
    table.lay("12-swords", 2, wait)


@pytest.mark.parametrize("taken_before", [True, False])
def test_a_whole_trick_that_nobody_saw_is_asked_for_where_another_than_the_winner_leads(table, taken_before):
    play(table, *WHOLE)
    if taken_before:
        table.sweep(1.5)
    stall(table, LONG)
    table.sweep(1.0)
    lead_without_having_won(table)
    assert [event.state for event in told(table, Desynchronised)] == ["lost"]
    unseen = [(1, "4-clubs"), (2, "11-clubs"), (0, "5-clubs")]
    assert answer_all(table, dict(unseen)) == [1, 2, 0]
    assert facts(table) == [(seat, card) for card, seat in WHOLE] + [*unseen, (2, "12-swords")]
    assert [event.seat for event in told(table, TrickWon)] == [1, 2]
    assert not told(table, Irregularity)


def test_a_stall_too_short_for_a_trick_hides_none(table):
    play(table, *WHOLE)
    table.sweep(1.5)
    stall(table, 1.2)
    lead_without_having_won(table, wait=4.0)
    assert not told(table, Desynchronised)


def test_no_trick_of_a_hand_is_missed_before_anything_of_it_was_seen():
    coins = game("coins")
    table = ScriptedTable(coins, coins.configure(target=30), seed=5)
    play_hand(table, random_game(coins, table.settings, 5))
    assert told(table, HandEnded)
    leader = table.session.view.expected
    stall(table, LONG)
    table.look(0.5)
    table.lay("12-swords", (leader + 1) % 3, 3.0)
    assert not told(table, Desynchronised)
    assert [play.trick for play in told(table, CardPlayed) if play.hand == 2] == [0]


def test_nothing_is_asked_where_the_winner_of_the_last_trick_seen_leads(table):
    play(table, *WHOLE)
    table.sweep(1.5)
    stall(table, LONG)
    table.lay("12-swords", 1, 2.0)
    assert facts(table)[-1] == (1, "12-swords")
    assert not told(table, Question)


def test_cards_of_a_trick_that_nobody_saw_do_not_count_where_people_say_that_there_were_none(table):
    play(table, *WHOLE)
    table.sweep(1.5)
    stall(table, LONG)
    table.look(0.5)
    lead_without_having_won(table)
    for _ in WHOLE:
        table.session.answer(table.session.snapshot().question.question, None)
        table.look(0.5)
    asked = table.session.snapshot().question
    assert "leads, but" in asked.message
    table.session.answer(asked.question, "2-clubs")
    table.look(1.0)
    assert [card for card, _ in WHOLE] + ["12-swords"] == [card for _, card in facts(table)]


def test_a_card_that_lies_there_when_pictures_come_again_is_waited_with_for_others(table):
    play(table, *WHOLE)
    table.sweep(1.5)
    stall(table, LONG)
    lead_without_having_won(table)
    assert not told(table, Desynchronised)


def test_people_are_told_once_that_nobody_looked_for_as_long_as_a_trick_takes(table):
    play(table, *WHOLE)
    table.sweep(1.5)
    stall(table, 2.0)
    table.look(1.0)
    assert not notices(table)
    stall(table, LONG)
    table.look(2.0)
    assert notices(table) == ["not-looked"]
    table.lay("12-swords", 1)
    stall(table, LONG)
    table.look(1.0)
    assert notices(table) == ["not-looked"]


def test_nobody_is_told_of_a_pause_or_while_a_trick_lies_there(table):
    play(table, *WHOLE)
    stall(table, LONG)
    table.look(1.0)
    table.sweep(1.5)
    stall(table, 300.0)
    table.look(1.0)
    assert not notices(table)
