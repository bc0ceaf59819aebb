"""Cards that were won and lie open before who won them (sevens of Seven Suitors, coins, whole tricks) are no plays."""

import numpy as np
import pytest
from forum_tables import forum, plays
from scripted import CARD, SIZE, Lying, ScriptedTable, answer_all, box, facts, play, reading, taken_up, told

from companion.evaluation.random_games import random_game
from companion.rules.games import game
from companion.table.events import HandEnded, Question, SourceChanged, TrickWon
from companion.table.evidence import Codes
from companion.table.geometry import Box
from companion.table.heaps import OnHeap, fewest_plays
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

    def lose_and_find_elsewhere(self):
        """Let the camera lose the card that was laid last, and find it a little way off."""
        lost = self.cards[-1]
        lost.hidden = True
        self.table.look(1.5)
        lost.hidden, lost.x = False, lost.x - 60
        self.table.look(3.0)


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
    played = lay_tricks(suitors, Rows(suitors, distance=195.0), SUITORS)
    assert facts(suitors) == played
    assert [event.seat for event in told(suitors, TrickWon)] == [winner for _, winner in SUITORS]
    assert not told(suitors, Question)


def test_sevens_near_the_edge_of_the_picture_are_no_hand_that_somebody_holds(suitors):
    lay_tricks(suitors, Rows(suitors, distance=SIZE[1] / 2 - 75), SUITORS)
    assert not [event for event in told(suitors, SourceChanged) if event.notice == "in-hand"]


@pytest.mark.parametrize("wait", [0.3, 3.0])
def test_where_a_game_is_taken_up_sevens_that_lie_open_are_no_plays(suitors, wait):
    rows = Rows(suitors, distance=195.0)
    played = lay_tricks(suitors, rows, SUITORS)
    again = rows.table = taken_up(suitors)
    again.look(wait)
    played += lay_tricks(again, rows, ((("6:9", "6:8", "6:7", "5:8"), 0), (("3:5", "3:7", "3:6", "3:3"), 1)))
    assert facts(again) == played
    assert not told(again, Question)


def test_tricks_that_are_left_face_up_before_who_won_them_are_no_plays(coins):
    played, leader = [], 1
    for codes in (
        ("2-cups", "9-swords", "5-coins"),
        ("8-clubs", "3-cups", "10-clubs"),
        ("1-coins", "6-cups", "4-clubs"),
    ):
        for step, code in enumerate(codes):
            seat = (leader + step) % 3
            coins.lay(code, seat)
            played.append((seat, code))
        leader = told(coins, TrickWon)[-1].seat
        trick = [card for card in coins.cards if card.angle < 9]
        coins.cards = [card for card in coins.cards if card.angle >= 9]
        coins.look(0.6)
        x, y = seat_directions(3)[leader] * 235 + np.array(SIZE) / 2
        for card in coins.cards:
            card.hidden = card.hidden or (card.x, card.y) == (x, y)
        top = trick[-1]
        top.x, top.y, top.angle = float(x), float(y), 3 * np.pi
        coins.cards.append(top)
        coins.look(1.5)
    assert facts(coins) == played
    assert not told(coins, Question)


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


def test_a_lead_that_lies_far_out_and_reads_as_a_card_of_the_trick_before_is_one_once_the_next_card_comes(coins):
    first = [("2-cups", 1), ("9-swords", 2), ("5-clubs", 0)]
    play(coins, *first)
    (won,) = [event.seat for event in told(coins, TrickWon)]
    coins.sweep(1.2)
    x, y = seat_directions(3)[won] * (110 + 0.6 * CARD) + np.array(SIZE) / 2
    coins.cards.append(Lying("6-clubs", float(x), float(y), 0.1, reading("5-clubs", 0.85, ["6-clubs"])))
    coins.look(1.5)
    assert len(facts(coins)) == 3
    coins.lay("11-clubs", (won + 1) % 3, 2.5)
    asked = coins.session.snapshot().question
    if asked is not None:
        coins.session.answer(asked.question, "6-clubs")
        coins.look(0.5)
    assert facts(coins)[3:] == [(won, "6-clubs"), ((won + 1) % 3, "11-clubs")]


def test_the_last_card_of_a_trick_that_is_left_while_the_others_are_taken_is_no_lead(coins):
    for code, seat in (("2-cups", 1), ("9-swords", 2), ("5-coins", 0)):
        coins.lay(code, seat)
    coin = coins.cards[-1]
    for card in coins.cards:
        card.hidden = True
    coins.look(0.7)
    coins.cards, coin.hidden = [coin], False
    coins.look(1.5)
    coins.sweep(0.6)
    won = told(coins, TrickWon)[0].seat
    play(coins, ("11-clubs", won), ("6-cups", (won + 1) % 3))
    assert facts(coins)[3:] == [(won, "11-clubs"), ((won + 1) % 3, "6-cups")]
    assert not told(coins, Question)


@pytest.mark.parametrize(("game_id", "code", "plays"), [("coins", "1-cups", 1), ("seven_suitors", "1:7", 2)])
def test_cards_that_are_found_twice_since_the_camera_was_knocked_are_no_more_than_there_are(game_id, code, plays):
    rules = game(game_id)
    known = Codes(rules.deck.codes)
    assert (
        fewest_plays([OnHeap(known.places[code], Box.of(box(200, 200)))] * 3, known, rules.start(rules.configure()))
        == plays
    )


@pytest.mark.parametrize(
    ("cards", "ace_low", "plays"),
    [
        (("QC", "KC", "AC"), False, 1),
        (("KC", "AC", "AS"), False, 2),
        (("AC", "2C"), False, 2),
        (("AC", "2C"), True, 1),
    ],
)
def test_an_ace_beside_a_king_of_its_suit_is_one_play_with_it_and_so_is_a_two_where_that_was_agreed(
    cards, ace_low, plays
):
    rules = game("forum_suits")
    known = Codes(rules.deck.codes)
    heap = [OnHeap(known.places[code], Box.of(box(200 + 30 * at, 200))) for at, code in enumerate(cards)]
    assert fewest_plays(heap, known, rules.start(rules.configure(players=5, ace_low=ace_low))) == plays


def test_a_seven_that_was_misread_and_is_laid_open_just_outside_where_cards_are_played_does_not_lead(suitors):
    rows = Rows(suitors, distance=175.0)
    suitors.lay("2:7", 0, 2.0, reading("4:7", 0.8, ["2:7"]))
    suitors.session.answer(told(suitors, Question)[0].question, "2:7")
    play(suitors, ("2:3", 1), ("2:4", 2), ("2:5", 3))
    trick = facts(suitors)
    rows.take(0, is_seven, read=reading("4:7", 0.97, ["2:8"]))
    suitors.look(3.0)
    assert facts(suitors) == trick == [(0, "2:7"), (1, "2:3"), (2, "2:4"), (3, "2:5")]


def test_a_seven_that_was_laid_open_when_pictures_come_again_was_played_where_it_was(suitors):
    """The last card of its trick was laid meanwhile, and the trick is being taken."""
    rows = Rows(suitors, distance=210.0)
    played = lay_tricks(suitors, rows, SUITORS[:1])
    play(suitors, ("3:7", 0), ("3:3", 1), ("3:4", 2))
    seven = suitors.cards[-3]
    suitors.time += 2.2
    x, y = suitors.place(3)
    suitors.cards.append(Lying("3:5", x, y, 0.1, suitors.read("3:5")))
    seven.x, seven.y = rows.cards[0].x + 55, rows.cards[0].y
    suitors.look(1.5)
    suitors.cards = [*rows.cards, seven]
    suitors.look(1.0)
    suitors.lay("4:5", 0)
    assert facts(suitors) == [*played, (0, "3:7"), (1, "3:3"), (2, "3:4"), (3, "3:5"), (0, "4:5")]


def test_the_first_seven_that_somebody_lays_open_does_not_lead_though_it_reads_as_another(suitors):
    rows = Rows(suitors)
    play(suitors, ("2:7", 0), ("2:3", 1), ("2:4", 2), ("2:5", 3))
    rows.take(0, is_seven, read=reading("6:7", 0.97, ["3:8"]))
    suitors.look(3.0)
    assert facts(suitors) == [(0, "2:7"), (1, "2:3"), (2, "2:4"), (3, "2:5")]


def test_a_seven_that_is_laid_open_among_the_plays_of_who_won_it_does_not_lead_and_the_other_one_does(suitors):
    rows = Rows(suitors, distance=125.0)
    played = lay_tricks(suitors, rows, SUITORS[:1])
    suitors.look(2.0)
    assert facts(suitors) == played
    suitors.lay("2:7", 0)
    assert facts(suitors) == [*played, (0, "2:7")]


def test_a_seven_laid_open_among_the_plays_that_is_hidden_for_a_trick_leads_to_none_when_it_is_found_again(suitors):
    first, second = [("2:3", 0), ("2:7", 1), ("2:4", 2), ("2:8", 3)], [("5:5", 3), ("5:6", 0), ("5:8", 1), ("5:9", 2)]
    play(suitors, *first)
    seven = suitors.cards[1]
    suitors.cards = [seven]
    x, y = suitors.place(3, spread=0.0)
    way = np.array([x + 10 - seven.x, y + 80 - seven.y])
    for _ in range(4):
        seven.x, seven.y = np.array([seven.x, seven.y]) + way / 4
        suitors.look(0.1)
    suitors.look(2.5)
    play(suitors, second[0], wait=0.2)
    seven.hidden = True
    play(suitors, *second[1:], wait=2.0)
    seven.hidden, suitors.cards = False, [seven]
    suitors.look(3.0)
    assert facts(suitors) == [(seat, code) for code, seat in [*first, *second]]
    suitors.lay("2:7", 2)
    assert facts(suitors)[8:] == [(2, "2:7")]


def test_a_lead_laid_over_a_captured_seven_that_is_hard_to_read_is_the_lead_and_the_seven_is_not(suitors):
    rows = Rows(suitors, distance=110 + 0.65 * CARD)
    play(suitors, ("2:7", 0), ("2:3", 1), ("2:4", 2), ("2:5", 3))
    rows.take(0, is_seven, read=reading("3:6", 0.55, ["7:7"]))
    (seven,) = rows.cards
    suitors.look(1.0)
    seven.hidden = True
    suitors.cards.append(Lying("7:7", seven.x, seven.y - 0.45 * CARD, seven.angle, suitors.read("7:7")))
    suitors.look(0.4)
    seven.hidden = False
    suitors.look(2.0)
    suitors.lay("7:9", 1)
    assert facts(suitors)[4:] == [(0, "7:7"), (1, "7:9")]


def test_a_seven_that_lies_before_whose_card_was_missing_when_pictures_come_again_is_that_card(suitors):
    play(suitors, ("2:8", 0), ("2:3", 1), ("2:4", 2))
    suitors.time += 3.0
    x, y = suitors.place(3)
    seven = Lying("2:7", x, y, 0.1, suitors.read("2:7"))
    suitors.cards = [seven]
    suitors.look(2.0)
    x, y = seat_directions(4)[0] * 300 + np.array(SIZE) / 2
    way = np.array([x - seven.x, y - seven.y])
    for _ in range(5):
        seven.x, seven.y = np.array([seven.x, seven.y]) + way / 5
        suitors.look(0.1)
    suitors.look(2.0)
    suitors.lay("5:5", 0, 2.0)
    assert facts(suitors) == [(0, "2:8"), (1, "2:3"), (2, "2:4"), (3, "2:7"), (0, "5:5")]


def test_a_seven_that_is_taken_from_under_another_of_its_trick_and_laid_open_does_not_lead(suitors):
    play(suitors, ("2:8", 0), ("6:7", 1))
    low, under = suitors.cards
    over = Lying("2:7", under.x + 15, under.y - 45, 0.1, suitors.read("2:7"))
    suitors.cards.append(over)
    suitors.look(1.0)
    play(suitors, ("3:7", 3), wait=1.0)
    played = facts(suitors)
    assert len(played) == 4
    suitors.cards.remove(low)
    suitors.look(2.0)
    under.x, under.y = seat_directions(4)[0] * 280 + np.array(SIZE) / 2
    suitors.look(3.0)
    assert facts(suitors) == played


def test_no_card_of_a_trick_that_is_taken_one_by_one_was_taken_back_though_nobody_saw_its_last_one(suitors):
    played = [("2:3", 0), ("2:7", 1), ("2:4", 2)]
    play(suitors, *played)
    low, seven, high = suitors.cards
    suitors.look(1.0)
    suitors.cards.remove(high)
    suitors.look(1.2)
    x, y = np.array(SIZE) / 2 + seat_directions(len(FOUR))[3] * 320
    way = np.array([x - seven.x, y - seven.y])
    for _ in range(4):
        seven.x, seven.y = np.array([seven.x, seven.y]) + way / 4
        suitors.look(0.1)
    suitors.look(2.0)
    suitors.cards.remove(low)
    suitors.look(3.0)
    assert facts(suitors) == [(seat, code) for code, seat in played]


def test_the_second_seven_of_a_suit_that_is_carried_past_the_first_is_a_play(suitors):
    rows = Rows(suitors, distance=195.0)
    played = lay_tricks(suitors, rows, SUITORS[:1])
    seven = rows.cards[0]
    suitors.look(2.0)
    seven.hidden = True
    second = Lying(seven.code, seven.x + 4, seven.y + 3, 0.1, seven.reading)
    suitors.cards.append(second)
    suitors.look(0.2)
    for part in (0.3, 0.7, 1.0):
        x, y = suitors.place(0, spread=0.0)
        second.x, second.y = seven.x + (x - seven.x) * part, seven.y + (y - seven.y) * part
        suitors.look(0.1)
    suitors.look(0.5)
    seven.hidden = False
    suitors.look(1.5)
    assert facts(suitors) == [*played, (0, seven.code)]


def play_a_hand(table, rows):
    """Play a hand whose captured sevens are left open; its last trick still lies there. Return its plays."""
    log = table.session.log
    truth = [fact for _, fact in random_game(log.game, log.settings, 11, hands_limit=1).facts]
    told_before = 0
    for place, fact in enumerate(truth):
        table.lay(fact.cards[0], fact.seat)
        won = told(table, TrickWon)
        if len(won) > told_before and place + 1 < len(truth):
            told_before = len(won)
            rows.take(won[-1].seat, is_seven)
    assert told(table, HandEnded)
    return [(fact.seat, fact.cards[0]) for fact in truth]


def test_a_seven_that_the_camera_loses_as_the_hand_ends_does_not_lead_to_the_next(suitors):
    rows = Rows(suitors, distance=195.0)
    truth = play_a_hand(suitors, rows)
    rows.lose_and_find_elsewhere()
    assert facts(suitors) == truth


def test_nor_does_one_that_is_put_beside_others_once_the_last_trick_was_taken(suitors):
    rows = Rows(suitors, distance=195.0)
    truth = play_a_hand(suitors, rows)
    rows.take(told(suitors, TrickWon)[-1].seat, lambda code: False)
    suitors.look(8.0)
    rows.lose_and_find_elsewhere()
    assert facts(suitors) == truth


def test_a_card_that_reads_as_one_of_the_trick_before_and_lies_before_who_lost_that_is_a_play():
    table = forum(players=2)
    table.lay("JD", 1, 1.5, table.read("QD"))
    table.lay("2D", 0, 1.5)
    table.sweep(1.5)
    table.lay("9D", 1, 0.8)
    x, y = seat_directions(2)[0] * (110 + 0.3 * CARD) + np.array(SIZE) / 2
    table.cards.append(Lying("QD", float(x), float(y), 0.1, table.read("QD")))
    table.look(8.0)
    asked = answer_all(table, {0: "QD", 1: "JD"})
    assert asked[0] == 0
    assert plays(table) == [(1, ("JD",)), (0, ("2D",)), (1, ("9D",)), (0, ("QD",))]


def test_a_card_of_two_players_that_is_hard_to_read_is_no_card_won_where_only_the_other_has_laid_a_straight():
    """Of three cards that were played two lie at one side: the middle of play seems to lie nearer to that."""
    table = forum(players=2)

    def lay(x, y, wait=1.2, **cards):
        for step, (code, read) in enumerate(cards.items()):
            table.cards.append(Lying(code[1:], x + 30 * step, y, 0.05, read or table.read(code[1:])))
        table.look(wait)

    lay(640, 220, _KH=None)
    lay(640, 500, _6H=None, _7H=None)
    table.sweep(2.0)
    lay(640, 220, wait=2.0, _2D=reading("2D", 0.78, ["2C"]))
    lay(640, 500, _7D=None)
    while (asked := table.session.snapshot().question) is not None:
        table.session.answer(asked.question, "2D")
    assert plays(table) == [(1, ("KH",)), (0, ("6H", "7H")), (1, ("2D",)), (0, ("7D",))]
