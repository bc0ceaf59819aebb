"""A game that breaks off while nothing counts, for people show cards, and is taken up so."""

import pytest
from scripted import Lying, ScriptedTable, facts, random_game, taken_up

from companion.rules.games import game

COINS = game("coins")


@pytest.mark.parametrize("put_away", [True, False])
@pytest.mark.parametrize("shown", [0, 1, 3])
@pytest.mark.parametrize("plays", [6, 7, 8])
def test_what_is_shown_does_not_count_and_the_trick_goes_on(plays, shown, put_away):
    truth = random_game(COINS, None, 5)
    table = ScriptedTable(COINS, seed=5, facts=truth.facts[:6])
    table.look(5.0)
    for fact in truth.facts[6:plays]:
        table.lay(fact.cards[0], fact.seat)
    table.session.pause()
    for seat, fact in enumerate(truth.facts[30 : 30 + shown]):
        x, y = table.place(seat)
        table.cards.append(Lying(fact.cards[0], x + 20, y, 0.0, table.read(fact.cards[0])))
    table.look(3.0)
    again = taken_up(table)
    again.session.pause()
    again.look(4.0)
    if put_away:
        del again.cards[plays - 6 :]
        again.look(2.0)
    again.session.resume()
    again.look(4.0)
    del again.cards[plays - 6 :]
    again.look(1.0)
    for place, fact in enumerate(truth.facts[plays:12], plays):
        again.lay(fact.cards[0], fact.seat, 1.0)
        if place % 3 == 2:
            again.sweep(1.5)
    assert facts(again) == [(fact.seat, fact.cards[0]) for fact in truth.facts[:12]]
    assert all(event.event in ("card_played", "trick_won") for event in again.events)
