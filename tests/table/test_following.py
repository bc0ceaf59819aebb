"""What later play says about earlier readings: who did not follow a suit has none of it left."""

import pytest
from scripted import ScriptedTable, reading

from companion.rules.facts import CardsPlayed
from companion.rules.games import game
from companion.table.events import Irregularity

FOUR = ("Ana", "Ben", "Carla", "Dan")


@pytest.fixture
def hearts():
    rules = game("hearts_pp")
    return ScriptedTable(rules, rules.configure(players=4), seed=4, names=FOUR)


def test_a_lead_that_would_make_everybody_revoke_was_the_other_card(hearts):
    hearts.lay("5C", 1, 2.0, read=reading("5S", 0.55, ["5C"]))
    for code, seat in (("6C", 2), ("7C", 3), ("8C", 0)):
        hearts.lay(code, seat)
    hearts.sweep()
    for code, seat in (("9S", 0), ("6S", 1), ("7S", 2), ("8S", 3)):
        hearts.lay(code, seat)
    hearts.sweep()
    hearts.look(2.0)
    first = hearts.log.facts[0]
    assert isinstance(first, CardsPlayed)
    assert (first.seat, first.cards) == (1, ("5C",))
    assert not [event for event in hearts.events if isinstance(event, Irregularity)]
