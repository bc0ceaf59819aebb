"""Cards that come to the table at once: people throw down the last trick of a hand, and nobody is out of turn."""

from itertools import permutations

import pytest
from scripted import Lying, ScriptedTable, act_out, played, random_game, told
from test_other_games import random_hand

from companion.rules.facts import CardsPlayed
from companion.rules.games import game
from companion.rules.log import GameLog
from companion.table.events import Desynchronised, HandEnded, Irregularity, Question
from companion.table.seating import seat_directions

STEP = 0.1
SLID, FLUNG = (0.0, 90.0, 200.0), (0.0, 160.0, 160.0)
"""How far from where it comes to rest a card is one look and two looks before, pixels."""


def throw(table, cards, way=SLID):
    """Let cards slide in side by side, each `(code, seat, after)` so many seconds later than the first."""
    flying = []
    for code, seat, after in cards:
        x, y = table.place(seat)
        flying.append((Lying(code, x, y, table.rng.normal(0, 0.2), table.read(code)), seat, after))
    rests = [((card.x, card.y), seat_directions(len(table.names))[seat]) for card, seat, _ in flying]
    steps = round(max(after for _, _, after in cards) / STEP) + 3
    for step in range(steps):
        for (card, _, after), (rest, direction) in zip(flying, rests, strict=True):
            left = round(after / STEP) + 2 - step
            if left > 2:
                continue
            off = way[max(left, 0)]
            card.x, card.y = rest[0] + direction[0] * off, rest[1] + direction[1] * off
            if card not in table.cards:
                table.cards.append(card)
        table.look(STEP)


def out_of_turn(table):
    """Return who was told to have played out of turn."""
    return [event.seat for event in told(table, Irregularity) if event.code in {"out-of-turn", "wrong-leader"}]


def before_last_trick(game_id, seed=3, **options):
    """Return a table at which all tricks of a hand but the last were played, and the plays of that."""
    rules = game(game_id)
    truth = random_hand(GameLog(rules, rules.configure(**options)), seed)
    players = truth.state.players
    plays = [place for place, fact in enumerate(truth.facts) if isinstance(fact, CardsPlayed)]
    table = ScriptedTable(rules, truth.settings, 5, ("Ana", "Ben", "Carla", "Dora", "Emil")[:players])
    for place in act_out(table, truth):
        if place == plays[-players] - 1:
            break
    table.sweep()
    return table, truth, [truth.facts[place] for place in plays[-players:]]


@pytest.mark.parametrize("order", [*permutations(range(3))])
def test_the_last_trick_of_a_hand_may_be_thrown_down_in_any_order(order):
    table, truth, last = before_last_trick("coins")
    throw(table, [(last[at].cards[0], last[at].seat, 0.3 * step) for step, at in enumerate(order)])
    table.look(2.0)
    assert not out_of_turn(table)
    assert played(table.log) == played(truth)
    assert [event.scores for event in told(table, HandEnded)] == [
        ruling.scores for ruling in truth.rulings_of(len(truth.facts) - 1) if ruling.event == "hand_ended"
    ]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_whoever_throws_the_last_card_first_is_not_out_of_turn(players):
    table, truth, last = before_last_trick("hearts_pp", players=players)
    throw(table, [(fact.cards[0], fact.seat, 0.1 * step) for step, fact in enumerate(reversed(last))])
    table.look(2.0)
    assert not out_of_turn(table)
    assert played(table.log) == played(truth)


def test_the_trick_is_theirs_who_were_to_lead_it_though_another_card_came_first():
    table, truth, last = before_last_trick("coins")
    throw(table, [(fact.cards[0], fact.seat, 0.4 * (fact is last[0])) for fact in last])
    table.look(2.0)
    assert played(table.log) == played(truth)


def in_midst_of_hand(count):
    """Return a table of COINS on which so many plays were made, and the plays that follow."""
    rules = game("coins")
    truth = random_game(rules, None, 3)
    table = ScriptedTable(rules, truth.settings, 5)
    for place in act_out(table, truth):
        if place == count - 1:
            break
    return table, truth.facts[count:]


def test_a_card_that_is_a_moment_faster_than_another_is_not_out_of_turn():
    table, (second, third, *_) = in_midst_of_hand(7)
    throw(table, [(third.cards[0], third.seat, 0.0), (second.cards[0], second.seat, 0.2)])
    table.look(2.0)
    assert not out_of_turn(table)
    assert [(fact.seat, fact.cards) for fact in table.log.facts[7:]] == [(f.seat, f.cards) for f in (second, third)]


def test_who_plays_well_before_another_is_out_of_turn_all_the_same():
    table, (second, third, *_) = in_midst_of_hand(7)
    throw(table, [(third.cards[0], third.seat, 0.0), (second.cards[0], second.seat, 0.6)])
    table.look(2.0)
    assert out_of_turn(table) == [third.seat, second.seat]


def test_cards_that_fly_in_at_once_are_no_hand_that_is_shown():
    table, truth, last = before_last_trick("seven_suitors")
    throw(table, [(fact.cards[0], fact.seat, 0.0) for fact in last], FLUNG)
    table.look(2.0)
    assert not told(table, Desynchronised)
    assert played(table.log) == played(truth)


def test_cards_of_the_last_trick_that_were_seen_only_in_passing_are_of_it_once_it_is_taken():
    table, truth, (lead, *others) = before_last_trick("coins")
    table.lay(lead.cards[0], lead.seat)
    for step in (260.0, 170.0, 80.0):
        table.cards[1:] = [
            Lying(
                fact.cards[0],
                *(seat_directions(3)[fact.seat] * (110 + step) + [640, 360]),
                0.0,
                table.read(fact.cards[0]),
            )
            for fact in others
        ]
        table.look(STEP)
    table.time += 4.0
    table.sweep(4.0)
    assert played(table.log) == played(truth)
    assert told(table, HandEnded)
    assert not told(table, Question)


def test_the_turn_goes_on_from_who_leads_out_of_turn_however_quickly_the_others_follow():
    table, following = in_midst_of_hand(6)
    table.sweep()
    due = following[0].seat
    cards = [fact.cards[0] for fact in following[:3]]
    seats = [(due + step) % 3 for step in (1, 2, 3)]
    throw(table, [(code, seat, 0.4 * step) for step, (code, seat) in enumerate(zip(cards, seats, strict=True))])
    table.look(1.0)
    # Whether a card of the last trick was misread, for then they were to lead.
    table.session.confirm(told(table, Question)[0].question)
    table.look(1.0)
    assert out_of_turn(table) == [seats[0]]
    assert [fact.seat for fact in table.log.facts[6:]] == seats
