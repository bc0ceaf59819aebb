"""Going on from the facts of an earlier session."""

import pytest
from scripted import ScriptedTable, act_out, random_game

from companion.rules.errors import ImpossibleFactError
from companion.rules.facts import CardsPlayed
from companion.rules.games import game
from companion.table.session import TableSession


def resumed(table: ScriptedTable) -> ScriptedTable:
    """Return a table with the same cards on it, watched by a session that goes on from the other's facts."""
    again = ScriptedTable(table.game, table.settings, seed=table.seed + 1, facts=table.log.facts)
    again.cards = table.cards
    return again


@pytest.mark.parametrize("stop", [0, 1, 2, 3, 16, 46, 47])
def test_a_hand_goes_on_where_it_was_interrupted(stop):
    coins = game("coins")
    truth = random_game(coins, None, 5)
    table = ScriptedTable(coins, seed=5)
    for place in act_out(table, truth):
        if place == stop:
            told = len(table.events)
            again = resumed(table)
            table.session, table.events = again.session, again.events
            assert told
            assert not again.events
    assert [(f.seat, f.cards) for f in table.log.facts] == [(f.seat, f.cards) for f in truth.facts]
    assert table.log.rulings == truth.rulings


def test_a_card_known_before_is_not_read_again():
    table = ScriptedTable(game("coins"), seed=4)
    table.lay("1-coins", 1)
    table.lay("2-cups", 2)
    again = resumed(table)
    again.look(2.0)
    assert not again.events
    again.lay("1-swords", 0)
    assert [fact.cards[0] for fact in again.log.facts] == ["1-coins", "2-cups", "1-swords"]


def test_the_last_change_can_still_be_taken_back():
    table = ScriptedTable(game("coins"), seed=4)
    table.lay("1-coins", 1)
    session = TableSession(table.game, facts=table.log.facts)
    assert session.snapshot().can_undo
    session.undo()
    assert session.log.facts == ()


def test_facts_that_contradict_each_other_are_refused():
    with pytest.raises(ImpossibleFactError):
        TableSession(game("coins"), facts=[CardsPlayed(1, ("1-coins",)), CardsPlayed(2, ("1-coins",))])
