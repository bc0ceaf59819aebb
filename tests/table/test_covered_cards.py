"""Cards under an arm, a cup or a sleeve were not taken back; where the bare table shows, they were."""

import numpy as np
import pytest
from painted import CUP, SKIN, SLEEVE, PaintedTable
from scripted import SIZE, Lying

from companion.rules.games import game
from companion.table.events import Correction, Irregularity, Question, TrickWon

FIRST = (("1-coins", 1), ("2-cups", 2), ("1-swords", 0))


@pytest.fixture
def table():
    empty = PaintedTable(game("coins"), seed=4)
    empty.look(2.0)
    return empty


def play(table, *cards):
    for code, seat in cards:
        table.lay(code, seat)


def told(table, *kinds):
    return [event for event in table.events if isinstance(event, kinds)]


def facts(table):
    return [(fact.seat, fact.cards[0]) for fact in table.log.facts]


@pytest.mark.parametrize(("covered", "seconds"), [(0, 4.0), (1, 15.0)])
@pytest.mark.parametrize(("colour", "size"), [(SKIN, (130, 700)), (CUP, (110, 110)), (SLEEVE, (240, 300))])
def test_nobody_is_told_that_a_card_under_something_was_taken_back(table, covered, seconds, colour, size):
    play(table, *FIRST[:2])
    table.put_over(table.cards[covered], colour, size)
    table.look(seconds)
    table.things.clear()
    table.look(1.0)
    play(table, *FIRST[2:])
    assert facts(table) == [(seat, code) for code, seat in FIRST]
    assert not told(table, Correction, Irregularity, Question)
    assert [event.card for event in told(table, TrickWon)] == ["2-cups"]


def lay_near_the_middle(table, code, seat, part):
    """Lay a card before a seat, this part of the way to where cards are laid otherwise."""
    x, y = part * np.array(table.place(seat, 0.0)) + (1 - part) * np.array(SIZE) / 2
    card = Lying(code, x, y, 0.1, table.read(code))
    table.cards.append(card)
    table.look(1.5)
    return card


def test_a_card_laid_over_the_empty_place_of_another_that_was_taken_up_is_played_in_its_stead(table):
    lay_near_the_middle(table, "4-coins", 1, 0.45)
    assert facts(table) == [(1, "4-coins")]
    table.cards.clear()
    table.look(0.9)
    lay_near_the_middle(table, "1-coins", 1, 0.2)
    assert facts(table) == [(1, "1-coins")]
    play(table, *FIRST[1:])
    assert facts(table) == [(seat, code) for code, seat in FIRST]
    assert not told(table, Irregularity, Question)


def test_a_card_laid_on_another_after_an_arm_lay_on_that_takes_nothing_back(table):
    first = lay_near_the_middle(table, "1-coins", 1, 0.45)
    table.put_over(first, SKIN, (200, 700))
    table.look(1.5)
    table.things.clear()
    first.hidden = True
    lay_near_the_middle(table, "2-cups", 2, 0.45)
    table.look(2.0)
    assert facts(table) == [(1, "1-coins"), (2, "2-cups")]
    assert not told(table, Correction, Irregularity, Question)


def test_a_card_that_stays_under_a_cup_counts_when_the_trick_is_taken(table):
    play(table, *FIRST[:2])
    table.put_over(table.cards[0], CUP, (110, 110))
    table.look(10.0)
    play(table, *FIRST[2:])
    table.cards.clear()
    table.look(1.0)
    play(table, ("3-clubs", 2), ("4-clubs", 0))
    assert facts(table) == [*((seat, code) for code, seat in FIRST), (2, "3-clubs"), (0, "4-clubs")]
    assert not told(table, Correction, Irregularity)


def test_cards_that_somebody_leans_over_are_no_trick_that_was_taken(table):
    play(table, *FIRST[:2])
    for card in table.cards:
        table.put_over(card, SLEEVE, (240, 200))
    table.look(2.0)
    play(table, *FIRST[2:])
    assert facts(table) == [(seat, code) for code, seat in FIRST]
    table.things.clear()
    table.look(1.0)
    assert facts(table) == [(seat, code) for code, seat in FIRST]
    assert not told(table, Correction, Irregularity, Question)


def test_cards_of_the_first_trick_that_somebody_leans_over_for_long_were_not_gathered(table):
    play(table, ("1-coins", 1), ("2-cups", 2))
    for card in table.cards:
        table.put_over(card, SLEEVE, (240, 300))
    table.look(14.0)
    assert not told(table, Correction)
    assert len(facts(table)) == 2


@pytest.mark.parametrize("light", [0, 25])
def test_a_card_that_is_taken_back_is_told_to_be_even_after_a_lamp_was_switched(table, light):
    play(table, *FIRST[:2])
    table.light = light
    table.look(1.0)
    table.cards.pop()
    table.look(4.0)
    assert facts(table) == [(1, "1-coins")]
    assert [event.was for event in told(table, Correction)] == ["2-cups"]


def test_a_card_laid_out_of_turn_and_soon_taken_back_accuses_nobody_once_all_have_played(table):
    play(table, FIRST[0])
    early = Lying("1-swords", 640, 705, 0.1, table.read("1-swords"))
    table.cards.append(early)
    for early.y in (705, 605, 505):
        table.look(0.1)
    table.look(2.4)
    assert facts(table)[1:] == [(0, "1-swords")]
    table.cards.remove(early)
    table.look(1.6)
    assert facts(table) == [(1, "1-coins")]
    play(table, FIRST[1])
    early.x += 25
    table.cards.append(early)
    table.look(1.5)
    assert facts(table) == [(seat, code) for code, seat in FIRST]
    (correction,) = told(table, Correction)
    assert correction.was == "1-swords"
    assert {event.code for event in correction.withdrawn} == {"out-of-turn"}
    assert [event.code for event in told(table, Irregularity)] == ["out-of-turn"]


def test_a_card_that_goes_away_under_an_arm_is_told_to_be_taken_back_once_the_arm_has_gone(table):
    play(table, *FIRST[:2])
    table.put_over(table.cards[1])
    table.look(0.5)
    table.cards.pop()
    table.look(5.0)
    assert not told(table, Correction)
    table.things.clear()
    table.look(1.0)
    assert [event.was for event in told(table, Correction)] == ["2-cups"]


def test_cards_of_a_trick_that_all_take_back_after_it_was_told_are_played_anew(table):
    play(table, *FIRST)
    for _ in FIRST:
        table.session.undo()
    table.cards.clear()
    table.look(2.0)
    anew = (("9-cups", 1), *FIRST[1:])
    play(table, *anew)
    assert facts(table) == [(seat, code) for code, seat in anew]
    assert not told(table, Irregularity, Question)
    assert [event.card for event in told(table, TrickWon)] == ["2-cups", "9-cups"]
