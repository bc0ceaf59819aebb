"""Cards that decide a tie, dealt with mistakes that people put right on the table."""

from itertools import permutations

import numpy as np
import pytest
from scripted import SIZE, ScriptedTable, facts, play, random_game, reading, taken_up, told

from companion.rules.facts import TiebreakCard
from companion.rules.games import game
from companion.rules.log import GameLog
from companion.table.events import GameWon, Question
from companion.table.seating import seat_directions

CARDS = ("5-cups", "9-coins", "3-swords")


@pytest.fixture(scope="module")
def tied():
    """Return the plays of a hand of SUITS that ends in a tie, and in which order the tie is dealt for."""
    suits = game("steere_suits")
    settings = suits.configure(hands=1)
    log = next(log for seed in range(200) if (log := random_game(suits, settings, seed)).view.deal_order)
    return [fact for fact in log.facts if not isinstance(fact, TiebreakCard)], log.view.deal_order


@pytest.fixture
def table(tied):
    suits = game("steere_suits")
    table = ScriptedTable(suits, suits.configure(hands=1), seed=2, facts=tied[0])
    table.look(3.0)
    return table


def push(table, card, seat):
    """Push a card that lies before one player before another."""
    start, end = np.array([card.x, card.y]), np.array(SIZE) / 2 + seat_directions(3)[seat] * 110
    for part in (0.3, 0.6, 1.0):
        card.x, card.y = start + (end - start) * part
        table.look(0.1)
    table.look(0.6)


def dealt(table):
    return {fact.seat: fact.card for fact in table.log.facts if isinstance(fact, TiebreakCard)}


@pytest.mark.parametrize("breaks_off", [False, True])
@pytest.mark.parametrize("lies", [0.4, 1.5])
def test_a_card_pushed_to_the_player_it_is_for_is_theirs(table, tied, lies, breaks_off):
    first, second, third = tied[1]
    card = table.lay(CARDS[0], second, lies)
    if breaks_off:
        table = taken_up(table)
        table.look(3.0)
    push(table, card, first)
    play(table, (CARDS[1], second), (CARDS[2], third))
    table.look(3.0)
    assert dealt(table) == dict(zip(tied[1], CARDS, strict=True))
    assert not told(table, Question)
    assert told(table, GameWon)


@pytest.mark.parametrize("lies", [0.4, 1.5, 4.0])
@pytest.mark.parametrize("beside", [20, 60])
def test_the_second_card_before_one_player_is_anothers_once_it_is_pushed_there(table, tied, lies, beside):
    first, second, third = tied[1]
    table.lay(CARDS[0], first)
    x, y = np.array(SIZE) / 2 + seat_directions(3)[first] * 110
    card = table.lay(CARDS[1], first, 0.0)
    card.x, card.y = x + beside, y + 40
    table.look(lies)
    push(table, card, second)
    play(table, (CARDS[2], third))
    table.look(3.0)
    assert dealt(table) == dict(zip(tied[1], CARDS, strict=True))
    assert table.session.snapshot().question is None
    assert told(table, GameWon)


@pytest.mark.parametrize("turns", list(permutations(range(3), 2))[:3])
def test_a_deal_taken_back_before_all_have_a_card_is_dealt_anew(table, tied, turns):
    # Cards of the last trick may still lie there.
    others = [code for code in table.game.deck.codes if code not in {*CARDS, *(fact.cards[0] for fact in tied[0][-3:])}]
    for code, turn in zip(others, turns, strict=False):
        table.lay(code, tied[1][turn])
    table.sweep(3.0)
    play(table, *zip(CARDS, tied[1], strict=True))
    table.look(3.0)
    assert dealt(table) == dict(zip(tied[1], CARDS, strict=True))
    assert not told(table, Question)
    assert told(table, GameWon)


@pytest.mark.parametrize("lies", [0.5, 2.0])
def test_a_second_card_of_a_trick_is_the_next_players_once_it_is_pushed_before_them(lies):
    table = ScriptedTable(game("coins"), seed=4)
    play(table, ("1-coins", 1))
    card = table.lay("2-cups", 1, 0.0)
    card.x, card.y = table.cards[0].x + 70, table.cards[0].y + 30
    table.look(lies)
    push(table, card, 2)
    play(table, ("1-swords", 0))
    assert facts(table) == [(1, "1-coins"), (2, "2-cups"), (0, "1-swords")]
    assert table.session.snapshot().question is None


@pytest.mark.parametrize("lying", [False, True])
def test_a_card_that_was_in_the_last_trick_may_be_dealt_where_the_game_is_taken_up_in_the_midst_of_the_deal(
    table, tied, lying
):
    cards = (*CARDS[:2], tied[0][-1].cards[0])
    first, second, third = tied[1]
    play(table, (cards[0], second), (cards[1], first))
    again = taken_up(table)
    if not lying:
        again.cards = []
    again.look(1.0)
    again.lay(cards[2], third)
    again.look(3.0)
    assert dealt(again) == {second: cards[0], first: cards[1], third: cards[2]}
    assert told(again, GameWon)


@pytest.mark.parametrize("breaks_off", [False, True])
def test_the_last_play_may_be_taken_out_and_added_anew_while_a_card_of_the_tiebreak_is_asked_about(
    table, tied, breaks_off
):
    last = tied[0][-1]
    table.lay(CARDS[0], last.seat, 3.0, reading(CARDS[0], 0.5, ["6-cups"]))
    assert told(table, Question)
    table.session.remove_play(len(tied[0]) - 1)
    table.look(1.0)
    if breaks_off:
        table = taken_up(table)
        table.look(3.0)
    table.session.insert_play(len(table.log.facts), last.seat, last.cards)
    table.look(3.0)
    assert table.log.view.phase == "tiebreak"
    asked = table.session.snapshot().question
    table.session.answer(asked.question, CARDS[0])
    table.look(1.0)
    assert dealt(table) == {last.seat: CARDS[0]}


def test_a_lead_that_was_asked_about_as_a_card_of_a_tiebreak_is_one_where_the_game_goes_on_for_more_hands(table, tied):
    rules = table.game.configure(hands=3)
    leader = GameLog(table.game, rules, tied[0]).view.expected
    order = [(leader + step) % 3 for step in range(3)]
    table.lay(CARDS[0], leader, 3.0, reading(CARDS[0], 0.5, ["6-cups"]))
    held = table.session.snapshot()
    further = ScriptedTable(table.game, rules, seed=5, facts=held.facts, waiting=held.waiting, time=table.time + 1.0)
    further.cards = table.cards
    further.look(3.0)
    asked = further.session.snapshot().question
    further.session.answer(asked.question, CARDS[0])
    play(further, (CARDS[1], order[1]), (CARDS[2], order[2]))
    further.look(2.0)
    assert facts(further)[48:] == list(zip(order, CARDS, strict=True))


def test_a_card_of_a_tiebreak_that_was_asked_about_as_a_lead_is_one_where_the_game_goes_on_for_fewer_hands(tied):
    suits = game("steere_suits")
    table = ScriptedTable(suits, suits.configure(hands=3), seed=2, facts=tied[0])
    table.look(3.0)
    first, *others = tied[1]
    table.lay(CARDS[0], first, 3.0, reading(CARDS[0], 0.5, ["6-cups"]))
    held, rules = table.session.snapshot(), suits.configure(hands=1)
    fewer = ScriptedTable(suits, rules, seed=5, facts=held.facts, waiting=held.waiting, time=table.time + 1.0)
    fewer.cards = table.cards
    fewer.look(3.0)
    fewer.session.answer(fewer.session.snapshot().question.question, CARDS[0])
    play(fewer, *zip(CARDS[1:], others, strict=True))
    fewer.look(3.0)
    assert dealt(fewer) == dict(zip(tied[1], CARDS, strict=True))
    assert told(fewer, GameWon)
