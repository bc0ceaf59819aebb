"""Going on from the facts of an earlier session while the last trick of a hand still lies there."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from scripted import Lying, ScriptedTable, act_out, facts, random_game, reading, resumed, told

from companion.rules.games import game
from companion.table.events import Question


def test_the_last_trick_of_a_hand_that_still_lies_there_is_no_lead_to_the_next():
    coins = game("coins")
    truth = random_game(coins, coins.configure(target=30), 5)
    table = ScriptedTable(coins, truth.settings, seed=5)
    for place in act_out(table, truth):
        if place == 47:
            again = resumed(table)
            again.look(2.0)
            assert not again.events
            assert again.log.view.hand == 2
            again.sweep(2.0)
            lead = truth.facts[0].cards[0]
            assert again.log.view.leader is not None
            again.lay(lead, again.log.view.leader, 1.5)
            assert [fact.cards[0] for fact in again.log.facts[48:]] == [lead]


def after_the_last_trick() -> ScriptedTable:
    """Return a table on which the last trick of the first hand of COINS still lies."""
    coins = game("coins")
    truth = random_game(coins, coins.configure(target=30), 5)
    table = ScriptedTable(coins, truth.settings, seed=5)
    for place in act_out(table, truth):
        if place == 47:
            table.look(2.0)
            break
    return table


_played_once = cache(after_the_last_trick)


def taken_up_after_the_last_trick() -> ScriptedTable:
    """Return such a table, watched by a session that goes on from the facts of the one that saw the hand."""
    table = resumed(_played_once())
    table.cards = [replace(card) for card in table.cards]
    return table


@pytest.mark.parametrize(("looked", "step"), [(0.0, 0.0), (4.0, 0.0), (4.0, 1.0)])
def test_the_last_trick_of_a_hand_is_not_played_again_after_an_arm_lay_on_it(looked, step):
    table = taken_up_after_the_last_trick()
    if looked:
        table.look(looked)
    for card in table.cards:
        card.hidden = True
    table.look(8.0)
    for card in table.cards:
        card.hidden = False
        table.look(step or 0.1)
    table.look(6.0)
    assert not table.events
    assert len(table.log.facts) == 48


def test_cards_of_the_last_trick_of_a_hand_come_to_light_one_by_one_from_under_an_arm_and_are_not_played():
    table = after_the_last_trick()
    lead = random_game(table.game, table.settings, 5).facts[0].cards[0]
    leader = table.log.view.leader
    assert leader is not None
    old = list(table.cards)
    table.lay(lead, leader, 2.0)
    for card in old:
        card.hidden = True
    table.look(8.0)
    for card in old:
        card.hidden = False
        table.look(2.0)
    assert facts(table)[48:] == [(leader, lead)]


def test_the_last_trick_of_a_hand_is_not_played_again_when_it_is_shoved_aside():
    table = taken_up_after_the_last_trick()
    table.look(4.0)
    for place, card in enumerate(table.cards):
        card.x, card.y = card.x + 150, card.y + 30 * place
    table.look(6.0)
    assert not table.events
    assert len(table.log.facts) == 48


@pytest.mark.parametrize("place", [0, 1, 2])
def test_nobody_is_asked_about_a_card_of_the_last_trick_of_a_hand_that_is_hard_to_read(place):
    table = taken_up_after_the_last_trick()
    table.cards[place].reading = reading(table.cards[place].code, 0.5, ["9-clubs"])
    table.look(6.0)
    assert not table.events
    assert len(table.log.facts) == 48


@pytest.mark.parametrize("played", [1, 2])
def test_the_last_trick_of_a_hand_that_lies_there_still_is_not_played_into_the_first_of_the_next(played):
    table = after_the_last_trick()
    leader = table.log.view.leader
    assert leader is not None
    plays = [(leader, "2-cups"), ((leader + 1) % 3, "9-coins"), ((leader + 2) % 3, "7-swords")]
    for seat, code in plays[:played]:
        table.lay(code, seat, 1.5)
    again = resumed(table)
    again.look(4.0)
    assert not again.events
    for seat, code in plays[played:]:
        again.lay(code, seat, 1.5)
    assert facts(again)[48:] == plays


@pytest.mark.parametrize("swept", [True, False])
def test_people_are_asked_about_a_lead_that_may_also_be_a_card_of_the_last_trick_of_the_hand_before(swept):
    table = taken_up_after_the_last_trick()
    if swept:
        table.cards.clear()
    table.look(0.5)
    leader = table.log.view.leader
    assert leader is not None
    read = reading("2-cups", 0.7, [table.log.facts[-1].cards[0]])
    table.cards.append(Lying("2-cups", *table.place(leader), 0.5, read))
    table.look(4.0)
    assert [(event.seat, event.candidates[0][0]) for event in told(table, Question)] == [(leader, "2-cups")]


@pytest.mark.parametrize("seed", range(4))
def test_nobody_is_asked_about_a_card_of_the_last_trick_that_reads_as_well_as_another(seed):
    table = taken_up_after_the_last_trick()
    table.rng = np.random.default_rng(seed)
    table.cards[2].reading = reading(table.cards[2].code, 0.5, ["9-clubs"])
    table.look(6.0)
    assert not table.events
    assert len(table.log.facts) == 48


@pytest.mark.parametrize("place", [45, 46, 47])
def test_a_card_of_the_last_trick_of_a_hand_may_lead_to_the_next_when_a_game_goes_on_between_them(place):
    coins = game("coins")
    truth = random_game(coins, coins.configure(target=30), 5)
    table = ScriptedTable(coins, truth.settings, seed=5, facts=truth.facts[:48])
    table.look(5.0)
    leader, lead = table.log.view.leader, truth.facts[place].cards[0]
    assert leader is not None
    table.lay(lead, leader, 1.5)
    assert [(fact.seat, fact.cards[0]) for fact in table.log.facts[48:]] == [(leader, lead)]
