"""All that is left is thrown in at once, or the pack is dropped: no card of it counts, and one sentence says so."""

import numpy as np
import pytest
from scripted import SIZE, Lying, ScriptedTable, facts, told
from test_other_games import NAMES, random_hand

from companion.rules.facts import CardsPlayed
from companion.rules.games import game
from companion.rules.log import GameLog
from companion.table.events import CardPlayed, Correction, Desynchronised

GAMES = (
    ("coins", {}),
    ("steere_suits", {}),
    ("hearts_pp", {"players": 4}),
    ("hearts_pp", {"players": 5}),
    ("seven_suitors", {}),
    ("forum_suits", {"players": 4}),
)
MESSAGE = "so many cards at once are no plays: lay them trick by trick, or say that the hand is dealt anew"


def begun(game_id, options, tricks=3):
    """Return a table at which some tricks of a hand were played, the hand as it should go, and how much was played."""
    played = game(game_id)
    truth = random_hand(GameLog(played, played.configure(**options)), 2)
    table = ScriptedTable(played, truth.settings, 3, NAMES[: truth.state.players])
    for place, fact in enumerate(truth.facts):
        if table.log.view.trick == tricks:
            return table, truth, place
        for code in fact.cards:
            table.lay(code, fact.seat, 0.9)
        if any(ruling.event == "trick_won" for ruling in truth.rulings_of(place)):
            table.sweep(1.2)
    raise AssertionError


def left(truth, place, seats):
    """Return the cards that some seats still hold."""
    return [
        code
        for fact in truth.facts[place:]
        if isinstance(fact, CardsPlayed) and fact.seat in seats
        for code in fact.cards
    ]


def throw(table, codes, seconds):
    """Throw cards about the middle of the table."""
    for code in codes:
        x, y = np.array(SIZE) / 2 + table.rng.normal(0, 130, 2)
        table.cards.append(Lying(code, float(x), float(y), float(table.rng.uniform(0, 6.3)), table.read(code)))
    table.look(seconds)


@pytest.mark.parametrize(
    ("game_id", "options", "all_hands"), [(*chosen, place % 2 == 0) for place, chosen in enumerate(GAMES)]
)
def test_none_of_them_counts_which_is_said_once_and_the_tricks_laid_then_do(game_id, options, all_hands):
    table, truth, place = begun(game_id, options)
    before, events = facts(table), len(table.events)
    seats = range(truth.state.players) if all_hands else [table.log.view.expected]
    throw(table, left(truth, place, seats), 6.0)
    assert facts(table) == before
    assert [(type(event), event.message) for event in table.events[events:]] == [(Desynchronised, MESSAGE)]
    assert table.session.snapshot().state == "desynchronised"
    table.sweep(2.0)
    assert table.session.snapshot().state == "watching"
    trick = truth.facts[place : place + truth.state.players]
    for fact in trick:
        for code in fact.cards:
            table.lay(code, fact.seat, 0.9)
    table.look(1.0)
    assert facts(table)[len(before) :] == [(fact.seat, fact.cards[0]) for fact in trick]


def test_cards_that_show_themselves_while_the_heap_is_gathered_do_not_count():
    table, truth, place = begun("coins", {})
    before, events = facts(table), len(table.events)
    rest = left(truth, place, range(3))
    throw(table, rest[:20], 3.0)
    for code in rest[20:26]:
        over = table.cards.pop(0)
        table.cards.append(Lying(code, over.x + 12, over.y - 9, over.angle + 0.4, table.read(code)))
        table.look(1.2)
    table.sweep(2.0)
    assert facts(table) == before
    assert [type(event) for event in table.events[events:]] == [Desynchronised, Desynchronised]


@pytest.mark.parametrize(("game_id", "options"), [("coins", {}), ("hearts_pp", {"players": 4}), ("seven_suitors", {})])
def test_a_trick_that_is_pushed_together_counts_whatever_else_seems_to_lie_in_the_hand_that_takes_it(game_id, options):
    table, truth, place = begun(game_id, options, tricks=2)
    players = truth.state.players
    for fact in truth.facts[place : place + players]:
        table.lay(fact.cards[0], fact.seat, 0.9)
    for _ in range(2):
        for card in table.cards:
            card.x += 0.43 * (SIZE[0] / 2 - card.x)
            card.y += 0.43 * (SIZE[1] / 2 - card.y)
        table.look(0.1)
    unread = tuple((str(code), 0.9 / len(codes)) for codes in [table.game.deck.codes] for code in codes)
    table.cards += [Lying("", 540.0 + 200 * step, 260.0 + 200 * step, step, unread) for step in range(2)]
    table.look(0.1)
    table.sweep(2.0)
    assert facts(table) == [(fact.seat, fact.cards[0]) for fact in truth.facts[: place + players]]
    assert not told(table, Correction)


def test_cards_that_lie_open_for_a_moment_are_not_talked_about():
    table, truth, place = begun("hearts_pp", {"players": 4})
    before, events = facts(table), len(table.events)
    throw(table, left(truth, place, [1]), 1.5)
    table.sweep(3.0)
    assert facts(table) == before
    assert len(table.events) == events


@pytest.mark.parametrize("seed", range(4))
def test_a_trick_that_all_lay_at_once_with_the_next_lead_counts(seed):
    table = ScriptedTable(game("coins"), seed=seed)
    for code, seat in (("1-coins", 1), ("2-cups", 2), ("1-swords", 0), ("5-clubs", 2)):
        table.lay(code, seat, 0.1)
    table.look(3.0)
    assert facts(table) == [(1, "1-coins"), (2, "2-cups"), (0, "1-swords"), (2, "5-clubs")]
    assert not told(table, Desynchronised)


def test_a_long_straight_of_which_cards_are_misread_is_a_play():
    forum = game("forum_suits")
    table = ScriptedTable(forum, forum.configure(players=2), seed=3, names=("Ana", "Ben"))
    leader = table.log.view.expected
    codes = ("3S", "4S", "5S", "6S", "7S", "8S", "9S")
    misread = {"4S": "4C", "7S": "7C"}
    for step, code in enumerate(codes):
        y = table.place(leader, 0.0)[1]
        read = ((misread[code], 0.8), (code, 0.15)) if code in misread else table.read(code)
        table.cards.append(Lying(code, 520 + step * 32.0, y, 0.0, read))
    table.look(8.0)
    assert not told(table, Desynchronised)
    asked = table.session.snapshot().question
    while asked is not None:
        table.session.answer(asked.question, next(code for code, _ in asked.candidates if code in codes))
        table.look(1.0)
        asked = table.session.snapshot().question
    assert [event.cards for event in told(table, CardPlayed)][-1] == codes
