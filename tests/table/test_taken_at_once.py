"""A trick is taken as its last card is laid, which nobody sees lie there, and the next is led at once."""

import pytest
from scripted import FIRST, ScriptedTable, facts, told
from test_other_games import NAMES, random_hand

from companion.rules.games import game
from companion.rules.log import GameLog
from companion.table.events import Desynchronised

HANDS = (("coins", {}), ("hearts_pp", {"players": 4}), ("hearts_pp", {"players": 5}))


@pytest.fixture(params=HANDS, ids=lambda hand: f"{hand[0]}-{hand[1].get('players', 3)}")
def truth(request):
    """A hand, played by its rules."""
    played = game(request.param[0])
    return random_hand(GameLog(played, played.configure(**request.param[1])), 2)


def played_fast(truth, missed, tricks, seed=3):
    """Return a table at which the first tricks were played fast, one card of the first of them never lying still."""
    players = truth.state.players
    table = ScriptedTable(truth.game, truth.settings, seed, NAMES[:players])
    for place, fact in enumerate(truth.facts[: tricks * players]):
        if place != missed:
            table.lay(fact.cards[0], fact.seat, 0.3)
        if place % players == players - 1:
            table.sweep(0.3)
    table.look(1.5)
    return table


@pytest.mark.parametrize("seed", range(4))
def test_what_is_laid_next_is_the_next_trick_and_the_card_that_was_not_seen_is_asked_for(truth, seed):
    players = truth.state.players
    table = played_fast(truth, players - 1, 2, seed)
    assert [(event.missing, event.state) for event in told(table, Desynchronised)] == [(1, "lost")]
    missed = truth.facts[players - 1]
    table.session.insert_play(players - 1, missed.seat, list(missed.cards))
    table.look(0.5)
    assert facts(table) == [(fact.seat, fact.cards[0]) for fact in truth.facts[: 2 * players]]
    # Until somebody plays a second card, what was led may have seemed to be the card that was missed.
    assert table.log.rulings == tuple(ruling for place in range(2 * players) for ruling in truth.rulings_of(place))


def test_cards_that_an_arm_hides_while_another_is_laid_were_not_taken():
    table = ScriptedTable(game("coins"), seed=4)
    lain = [table.lay(code, seat, 0.6) for code, seat in FIRST[:2]]
    for card in lain:
        card.hidden = True
    table.look(0.3)
    code, seat = FIRST[2]
    table.lay(code, seat, 0.5)
    for card in lain:
        card.hidden = False
    table.look(2.0)
    assert facts(table) == [(seat, code) for code, seat in FIRST]
    assert not told(table, Desynchronised)


def test_a_card_taken_back_for_another_is_no_trick_that_was_taken():
    table = ScriptedTable(game("coins"), seed=4)
    table.lay("2-coins", 1, 0.8)
    table.cards.clear()
    table.look(0.4)
    for code, seat in FIRST:
        table.lay(code, seat, 0.6)
    table.look(1.0)
    assert facts(table) == [(seat, code) for code, seat in FIRST]
    assert not told(table, Desynchronised)
