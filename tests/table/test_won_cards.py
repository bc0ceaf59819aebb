"""Cards that were won and lie open before who won them (sevens of Seven Suitors, coins, whole tricks) are no plays."""

import numpy as np
import pytest
from scripted import SIZE, Lying, ScriptedTable, facts, play, reading, told

from companion.rules.games import game
from companion.table.events import Desynchronised, Question, SourceChanged, TrickWon
from companion.table.seating import seat_directions

FOUR = ("Ana", "Ben", "Carla", "Dora")
SUITORS = (
    (("2:7", "2:3", "2:4", "2:5"), 0),
    (("2:7", "2:6", "2:8", "2:2"), 2),
    (("4:5", "4:7", "4:8", "5:7"), 0),
)
"""Tricks, in the order of the seats from the winner of the one before on, and who wins each."""


@pytest.fixture
def suitors():
    rules = game("seven_suitors")
    return ScriptedTable(rules, rules.configure(), seed=4, names=FOUR)


@pytest.fixture
def coins():
    rules = game("coins")
    return ScriptedTable(rules, rules.configure(target=20), seed=4)


class Rows:
    """What lies open before each player."""

    def __init__(self, table, distance=235.0):
        self.table = table
        self.cards = []
        self._distance = distance
        self._count = [0] * len(table.names)

    def take(self, seat, counts, read=None):
        """Let a seat take the trick, and lay what counts of it before itself, a moment later."""
        trick = [card for card in self.table.cards if card not in self.cards]
        self.table.cards = [card for card in self.table.cards if card in self.cards]
        self.table.look(0.6)
        out = seat_directions(len(self.table.names))[seat]
        along = np.array([-out[1], out[0]])
        for card in trick:
            if not counts(card.code):
                continue
            x, y = out * self._distance + along * 50 * self._count[seat] + np.array(SIZE) / 2
            self._count[seat] += 1
            laid = Lying(card.code, float(x), float(y), 0.1, card.reading if read is None else read)
            self.cards.append(laid)
            self.table.cards.append(laid)
            self.table.look(0.5)
        self.table.look(0.8)


def is_seven(code):
    return code.endswith(":7")


def lay_tricks(table, rows, tricks, leader=0):
    played = []
    for codes, winner in tricks:
        for step, code in enumerate(codes):
            seat = (leader + step) % len(table.names)
            table.lay(code, seat)
            played.append((seat, code))
        rows.take(winner, is_seven)
        leader = winner
    return played


def test_captured_sevens_that_stay_visible_are_no_plays_and_the_second_of_a_suit_is_one(suitors):
    played = lay_tricks(suitors, Rows(suitors), SUITORS)
    assert facts(suitors) == played
    assert [event.seat for event in told(suitors, TrickWon)] == [winner for _, winner in SUITORS]
    assert not told(suitors, Question)


def test_sevens_near_the_edge_of_the_picture_are_no_hand_that_somebody_holds(suitors):
    lay_tricks(suitors, Rows(suitors, distance=SIZE[1] / 2 - 75), SUITORS)
    assert not [event for event in told(suitors, SourceChanged) if event.notice == "in-hand"]


@pytest.mark.parametrize("chance", [0.45, 0.8])
def test_a_coin_that_is_misread_before_who_won_it_is_no_play(coins, chance):
    rows, wrong = Rows(coins), reading("3-cups", chance, ["1-coins", "7-swords"])
    for code, seat in (("2-cups", 1), ("5-coins", 2), ("9-swords", 0)):
        coins.lay(code, seat)
    won = told(coins, TrickWon)[0].seat
    rows.take(won, lambda code: code.endswith("-coins"), read=wrong)
    coins.look(3.0)
    assert len(facts(coins)) == 3
    assert not told(coins, Question)
    play(coins, ("11-clubs", won))
    assert facts(coins)[3:] == [(won, "11-clubs")]


def test_the_last_card_of_a_trick_that_is_left_while_the_others_are_taken_is_no_lead(coins):
    for code, seat in (("2-cups", 1), ("9-swords", 2), ("5-coins", 0)):
        coins.lay(code, seat)
    coin = coins.cards[-1]
    for card in coins.cards:
        card.hidden = True
    coins.look(0.7)
    coins.cards, coin.hidden = [coin], False
    coins.look(1.5)
    coins.sweep(1.0)
    assert len(facts(coins)) == 3
    assert not told(coins, Question)


def test_a_camera_that_is_knocked_beside_the_first_trick_makes_no_cards_more(suitors):
    for step, code in enumerate(SUITORS[0][0][:3]):
        suitors.lay(code, step)
    for card in suitors.cards:
        card.x, card.y, card.angle = card.x + 70, card.y - 40, card.angle + 0.3
    suitors.look(0.1)
    suitors.lay(SUITORS[0][0][3], 3, 1.0)
    assert facts(suitors) == list(enumerate(SUITORS[0][0]))
    assert not told(suitors, Desynchronised)
