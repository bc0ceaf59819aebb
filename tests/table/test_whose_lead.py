"""Cards laid in the middle of the table lie before nobody: once people say who led, the plays behind go with that."""

from dataclasses import replace

import numpy as np
import pytest
from scripted import SIZE, Lying, ScriptedTable, facts, reading, told

from companion.rules.games import game
from companion.table.events import Correction, Irregularity
from companion.table.reseating import seats_that_follow
from companion.table.seating import seat_directions
from companion.table.session import TableSession

NAMES = ("Ana", "Ben", "Carla", "David")
TRICKS = (("5:6", "5:9", "5:8", "5:11"), ("2:6", "2:5", "2:3", "2:8"))
"""Of Seven Suitors, of which nothing but the places of the cards tells who leads first; the last card wins each."""


@pytest.fixture
def table():
    return ScriptedTable(game("seven_suitors"), seed=4, names=NAMES)


def lay(table, code, towards, away):
    x, y = np.array(SIZE) / 2 + seat_directions(4)[towards % 4] * away
    table.cards.append(Lying(code, x, y, 0.4 * towards, table.read(code)))
    table.look(0.8)


def play_in_the_middle(table, seems):
    """Play both tricks on one heap; the first lead seems to be this seat's."""
    for number, trick in enumerate(TRICKS):
        for place, code in enumerate(trick):
            lay(table, code, seems + place, 40 if not (number or place) else 14 - place)
        table.sweep()


def in_turn(leader):
    seats = [(leader + place) % 4 for place in range(4)]
    return [(seat, code) for seat, code in zip(seats, TRICKS[0], strict=True)] + [
        ((seat - 1) % 4, code) for seat, code in zip(seats, TRICKS[1], strict=True)
    ]


def seats_in_turn(leader):
    return [seat for seat, _ in in_turn(leader)]


def test_one_word_about_the_first_lead_puts_the_seats_of_all_plays_behind_it_right(table):
    play_in_the_middle(table, seems=2)
    assert facts(table) == in_turn(2)
    table.session.change_seat(0, 1)
    assert facts(table) == in_turn(1)
    assert not told(table, Irregularity)
    table.session.undo()
    assert facts(table) == in_turn(2)


@pytest.fixture
def misread_winner(table):
    """Have both tricks lie on one heap, the card that wins the first read as one that does not."""
    table.misread = lambda code, _: reading({"5:11": "5:7"}.get(code, code), 0.9995, ["3:2", "4:2"])
    play_in_the_middle(table, seems=2)
    assert [seat for seat, _ in facts(table)] == [2, 3, 0, 1, 3, 0, 1, 2]
    return table


def test_who_says_which_card_won_a_trick_has_the_next_led_by_its_player(misread_winner):
    table = misread_winner
    table.session.correct(3, ("5:11",))
    assert [seat for seat, _ in facts(table)] == seats_in_turn(2)
    assert not told(table, Irregularity)
    table.session.undo()
    assert [seat for seat, _ in facts(table)] == [2, 3, 0, 1, 3, 0, 1, 2]
    table.session.redo()
    table.session.correct(3, ("5:7",))
    assert [seat for seat, _ in facts(table)] == [2, 3, 0, 1, 3, 0, 1, 2]


def test_who_answers_which_card_it_was_has_not_said_whose_it_was(table):
    read = {"5:11": reading("5:7", 0.9995, ["3:2"]), "2:6": reading("2:6", 0.93, ["2:4"])}
    table.misread = lambda code, _: read.get(code, reading(code, 0.9995, ["3:2", "4:2"]))
    play_in_the_middle(table, seems=2)
    asked = table.session.snapshot().question
    assert (asked.seat, asked.trick) == (3, 1)
    table.session.answer(asked.question, "2:6")
    table.session.correct(3, ("5:11",))
    assert facts(table) == in_turn(2)


def test_people_may_say_it_of_any_card_of_the_first_trick_and_say_otherwise_later(table):
    play_in_the_middle(table, seems=2)
    table.session.change_seat(1, 2)
    assert facts(table) == in_turn(1)
    table.session.change_seat(1, 1)
    assert facts(table) == in_turn(0)


def test_cards_that_lie_before_their_players_stay_theirs(table):
    for place, code in enumerate(TRICKS[0]):
        lay(table, code, (3, 3, 0, 1)[place], 110 if place else 30)
    table.session.change_seat(0, 3)
    assert facts(table) == [(3, "5:6"), (2, "5:9"), (0, "5:8"), (1, "5:11")]
    assert {event.seat for event in told(table, Correction)} == {2, 3}


def test_where_it_is_known_who_led_two_plays_behind_are_exchanged(table):
    play_in_the_middle(table, seems=2)
    table.session.change_seat(5, 3)
    assert [seat for seat, _ in facts(table)[4:]] == [1, 3, 2, 0]


def test_what_follows_is_told_before_and_a_game_that_goes_on_from_another_keeps_the_seats_it_had(table):
    play_in_the_middle(table, seems=2)
    snapshot = table.session.snapshot()
    told_before = seats_that_follow(table.log, 0, replace(snapshot.facts[0], seat=1), snapshot.places)
    assert {fact: play.seat for fact, play in told_before.items()} == dict(enumerate(seats_in_turn(1)[1:], 1))
    later = TableSession(table.game, names=NAMES, facts=table.log.facts)
    later.change_seat(0, 3)
    assert [fact.seat for fact in later.log.facts] == [3, 2, *seats_in_turn(2)[2:]]
