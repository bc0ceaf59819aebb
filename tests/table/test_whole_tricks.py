"""Which trick a card lies in and which card it is, where tricks, answers and cards that look alike come close."""

import numpy as np
import pytest
from scripted import SIZE, Lying, Reading, ScriptedTable, answer_all, random_game, reading, told

from companion.rules.facts import CardsPlayed
from companion.rules.game import Game
from companion.rules.games import game
from companion.table.events import Correction, Desynchronised, HandEnded, Irregularity, Question
from companion.table.seating import seat_directions

FOUR = ("Ana", "Ben", "Carla", "Dan")


def table_of(rules: Game, **settings: object) -> ScriptedTable:
    return ScriptedTable(rules, rules.configure(**settings), seed=4, names=FOUR)


def facts(table):
    return [(fact.seat, fact.cards[0]) for fact in table.log.facts if isinstance(fact, CardsPlayed)]


def lay_at(
    table: ScriptedTable, code: str, seat: int, wait: float = 0.8, read: Reading | None = None, off: float = 0.0
) -> Lying:
    """Let a seat lay a card exactly where it lays all its cards, or so many pixels beside that."""
    x, y = seat_directions(len(table.names))[seat] * 110 + np.array(SIZE) / 2 + off
    table.cards.append(Lying(code, x, y, 0.05 * seat, read or table.read(code)))
    table.look(wait)
    return table.cards[-1]


@pytest.fixture
def hearts():
    return table_of(game("hearts_pp"), players=4)


def test_an_answer_about_an_earlier_trick_moves_no_card_into_the_next(hearts):
    played = [("5C", 1), ("6C", 2), ("7C", 3), ("8C", 0)]
    for code, seat in played:
        hearts.lay(code, seat)
    hearts.sweep()
    hearts.lay("5D", 0, 2.0)
    hearts.lay("6D", 1, 2.0, read=reading("6D", 0.5, ["8D"]))
    hearts.lay("7D", 2)
    hearts.lay("9D", 3)
    hearts.sweep()
    hearts.session.correct(0, ["4C"])
    hearts.look(0.5)
    hearts.lay("10H", 3)
    hearts.session.answer(told(hearts, Question)[0].question, "6D")
    hearts.look(1.0)
    assert not told(hearts, Desynchronised)
    assert facts(hearts) == [(1, "4C"), (2, "6C"), (3, "7C"), (0, "8C"), *SECOND]


SECOND = ((0, "5D"), (1, "6D"), (2, "7D"), (3, "9D"), (3, "10H"))


def test_a_card_that_reads_like_one_beside_it_is_another_card(hearts):
    hearts.lay("5C", 1)
    hearts.lay("10S", 2, 2.0, read=reading("10S", 0.7, ["7S"]))
    misread = hearts.cards[-1]
    hearts.lay("10S", 3, 0.5, read=reading("10S", 0.99, ["9S"]))
    misread.hidden = True
    hearts.look(0.9)
    misread.hidden = False
    hearts.look(1.0)
    hearts.lay("6C", 0)
    hearts.look(2.0)
    for question in told(hearts, Question):
        hearts.session.answer(question.question, "7S")
    assert facts(hearts) == [(1, "5C"), (2, "7S"), (3, "10S"), (0, "6C")]


def test_the_second_of_two_like_cards_laid_where_the_first_lay_counts():
    table = table_of(game("seven_suitors"))
    tricks = (("2:7", "2:3", "2:4", "2:5"), ("2:7", "2:6", "2:8", "2:2"))
    for number, trick in enumerate(tricks):
        for seat, code in enumerate(trick):
            lay_at(table, code, seat, off=10.0 * number)
        table.sweep()
    assert facts(table) == [(seat, code) for trick in tricks for seat, code in enumerate(trick)]


@pytest.mark.parametrize("vouched", [False, True])
def test_a_third_of_two_like_cards_that_people_vouch_for_shows_that_one_before_was_misread(vouched):
    table = table_of(game("seven_suitors"))
    tricks = (("2:8", "2:6", "2:3", "2:4"), ("3:9", "3:5", "2:7", "3:3"), ("2:7", "2:5", "2:2", "3:6"))
    for number, trick in enumerate(tricks):
        for seat, code in enumerate(trick):
            lay_at(table, code, seat, read=reading("2:7", 0.995, ["5:5"]) if code == "2:6" else None)
        if number == 1 and vouched:
            table.session.correct(6, ["2:7"])
        if number < 2:
            table.sweep()
    table.look(2.0)
    asked = answer_all(table, {0: "2:7", 1: "2:6", 2: "2:7"})
    assert asked[0] == 0
    assert facts(table) == [(seat, code) for trick in tricks for seat, code in enumerate(trick)]


def test_a_trick_that_an_arm_hid_for_long_does_not_count_again(hearts):
    for code, seat in (("5C", 1), ("6C", 2), ("7C", 3), ("8C", 0)):
        hearts.lay(code, seat)
    for card in hearts.cards:
        card.hidden = True
    hearts.look(1.5)
    for card in reversed(hearts.cards):
        card.hidden = False
        hearts.look(0.4)
    hearts.look(2.0)
    hearts.sweep()
    hearts.lay("5D", 0)
    assert [code for _, code in facts(hearts)] == ["5C", "6C", "7C", "8C", "5D"]


def test_what_lies_there_when_a_hand_is_over_is_not_taken_back_card_by_card():
    coins = game("coins")
    truth = random_game(coins, coins.configure(target=30), 5)
    table = ScriptedTable(coins, truth.settings, seed=5)
    *before, last = [fact for fact in truth.facts if isinstance(fact, CardsPlayed)]
    for number, fact in enumerate(before):
        table.lay(fact.cards[0], fact.seat, 0.6)
        if number % 3 == 2:
            table.sweep()
    table.lay(last.cards[0], last.seat, 1.0)
    assert told(table, HandEnded)
    gathered = table.cards.pop(0)
    table.look(0.8)
    # A back in the hand that gathers them is taken for a face for a moment.
    table.cards.append(Lying("", gathered.x + 60, gathered.y - 40, 0.4, reading("5-cups", 0.95, ["6-cups"])))
    table.look(1.2)
    table.sweep(3.0)
    assert facts(table) == [(fact.seat, fact.cards[0]) for fact in truth.facts]


def test_a_card_that_was_found_late_lies_where_its_turn_was(hearts):
    hearts.lay("5C", 1)
    hearts.lay("7C", 3, wait=0.5)
    lay_at(hearts, "6C", 2, wait=1.5)
    hearts.lay("8C", 0)
    assert facts(hearts) == [(1, "5C"), (2, "6C"), (3, "7C"), (0, "8C")]
    assert not told(hearts, Irregularity)


def test_a_card_laid_out_of_turn_is_told_although_the_other_follows_soon(hearts):
    hearts.lay("5C", 1)
    hearts.lay("7C", 3, wait=0.5)
    hearts.lay("6C", 2, wait=1.5)
    hearts.lay("8C", 0)
    assert facts(hearts) == [(1, "5C"), (3, "7C"), (2, "6C"), (0, "8C")]
    assert {event.code for event in told(hearts, Irregularity)} == {"out-of-turn"}


def test_nobody_led_before_the_one_who_was_to_lead_however_late_a_card_is_found(hearts):
    hearts.lay("5C", 1)
    hearts.lay("6C", 2, wait=0.5)
    lay_at(hearts, "8C", 0, wait=1.5)
    hearts.lay("7C", 3)
    assert facts(hearts) == [(1, "5C"), (2, "6C"), (0, "8C"), (3, "7C")]
    assert {event.code for event in told(hearts, Irregularity)} == {"out-of-turn"}


def test_a_card_that_came_too_fast_to_be_followed_was_not_found_late(hearts):
    hearts.lay("5C", 1)
    hearts.lay("7C", 3, wait=0.5)
    x, rest = hearts.place(2)
    card = Lying("6C", x, rest, 0.0, hearts.read("6C"))
    hearts.cards.append(card)
    for card.y in (rest - 400, rest - 200, rest - 6, rest):
        hearts.look(0.1)
    hearts.look(1.5)
    hearts.lay("8C", 0)
    assert facts(hearts) == [(1, "5C"), (3, "7C"), (2, "6C"), (0, "8C")]


def test_a_card_dropped_beside_ones_own_and_taken_back_is_no_play_of_the_next(hearts):
    hearts.lay("5C", 1)
    lying = hearts.cards[-1]
    dropped = Lying("9H", lying.x - 90, lying.y, 0.0, hearts.read("9H"))
    hearts.cards.append(dropped)
    hearts.look(2.0)
    hearts.cards.remove(dropped)
    hearts.look(1.7)
    for code, seat in (("6C", 2), ("7C", 3), ("8C", 0)):
        hearts.lay(code, seat)
    assert facts(hearts) == [(1, "5C"), (2, "6C"), (3, "7C"), (0, "8C")]
    assert not told(hearts, Correction)


def test_a_card_that_was_taken_back_counts_when_it_is_laid_again(hearts):
    hearts.lay("6D", 2)
    card = hearts.lay("3C", 3)
    hearts.lay("8C", 0)
    card.hidden = True
    hearts.look(3.0)
    assert facts(hearts) == [(2, "6D"), (0, "8C")]
    card.hidden = False
    card.y += 30
    hearts.look(1.5)
    assert sorted(facts(hearts)) == [(0, "8C"), (2, "6D"), (3, "3C")]


def test_a_card_shown_while_nothing_counts_is_played_afterwards(hearts):
    hearts.session.pause()
    card = hearts.lay("5C", 1, wait=2.0)
    card.hidden = True
    hearts.look(0.8)
    hearts.session.resume()
    hearts.look(0.5)
    card.hidden = False
    card.y += 30
    hearts.look(1.5)
    assert facts(hearts) == [(1, "5C")]


def test_a_card_that_was_dropped_too_early_is_played_when_it_is_laid_again(hearts):
    hearts.lay("5C", 1)
    card = hearts.lay("7C", 3, wait=1.5)
    card.hidden = True
    hearts.look(1.0)
    hearts.lay("6C", 2)
    card.hidden = False
    card.x -= 50
    hearts.look(1.5)
    hearts.lay("8C", 0)
    assert facts(hearts) == [(1, "5C"), (2, "6C"), (3, "7C"), (0, "8C")]


def test_a_card_dropped_as_one_too_many_does_not_hold_up_the_game(hearts):
    hearts.lay("5C", 1)
    hearts.lay("6C", 2)
    hearts.lay("7C", 3)
    lying = hearts.cards[-1]
    dropped = Lying("JS", lying.x + 90, lying.y, 0.0, hearts.read("JS"))
    hearts.cards.append(dropped)
    hearts.look(2.0)
    hearts.cards.remove(dropped)
    hearts.look(1.2)
    hearts.lay("8C", 0)
    hearts.sweep()
    hearts.lay("9D", 0)
    assert facts(hearts) == [(1, "5C"), (2, "6C"), (3, "7C"), (0, "8C"), (0, "9D")]
