"""Cards that people show are no plays: the last trick once more, somebody's hand. Quick rounds are plays."""

import numpy as np
import pytest
from scripted import FIRST, SIZE, Lying, ScriptedTable, answer_all, facts, play, random_game, reading, told

from companion.rules.games import game
from companion.table.events import Correction, Irregularity, Question
from companion.table.seating import seat_directions

SECOND = (("3-clubs", 2), ("4-clubs", 0), ("5-clubs", 1))
THIRD = (("6-clubs", 1), ("7-clubs", 2), ("8-clubs", 0))
HAND = ("9-swords", "10-swords", "3-cups", "4-coins")


@pytest.fixture
def table():
    table = ScriptedTable(game("coins"), seed=4)
    for trick in (FIRST, SECOND):
        play(table, *trick)
        table.sweep()
    return table


def show(table, codes, x, y, step, gap=0.0, angle=0.1):
    """Lay cards beside each other, all at once or one by one."""
    cards = [Lying(code, x + step * at, y + 4 * at, angle, table.read(code)) for at, code in enumerate(codes)]
    for card in cards:
        table.cards.append(card)
        if gap:
            table.look(gap)
    return cards


def take_up(table, cards):
    for card in cards:
        table.cards.remove(card)
    table.look(1.0)


def in_order(*tricks):
    return [(seat, code) for trick in tricks for code, seat in trick]


@pytest.mark.parametrize("played", [0, 1, 2])
@pytest.mark.parametrize(("x", "step"), [(620, 35), (530, 95)])
def test_the_last_trick_shown_again_in_the_middle_is_no_play_and_nobody_is_asked(table, played, x, step):
    play(table, *THIRD[:played])
    shown = show(table, [code for code, _ in SECOND], x, 360, step)
    table.look(4.0)
    assert facts(table) == in_order(FIRST, SECOND, THIRD[:played])
    take_up(table, shown)
    play(table, *THIRD[played:])
    assert facts(table) == in_order(FIRST, SECOND, THIRD)
    assert not told(table, Question)
    assert not told(table, Irregularity)


@pytest.mark.parametrize("played", [0, 1])
@pytest.mark.parametrize(("away", "step"), [(110, 30), (110, 75), (250, 30)])
def test_a_hand_that_is_shown_or_has_fallen_is_no_play_and_nobody_is_asked(table, played, away, step):
    play(table, *THIRD[:played])
    x, y = np.array(SIZE) / 2 + seat_directions(3)[0] * away
    shown = show(table, HAND, x - 2 * step, y, step)
    table.look(4.0)
    take_up(table, shown)
    play(table, *THIRD[played:])
    assert facts(table) == in_order(FIRST, SECOND, THIRD)
    assert not told(table, Question)
    assert not told(table, Correction)


def test_a_hand_laid_down_card_by_card_is_no_play_where_all_play_before_themselves(table):
    x, y = np.array(SIZE) / 2 + seat_directions(3)[2] * 150
    shown = show(table, HAND, x, y, 35, gap=0.3)
    table.look(4.0)
    take_up(table, shown)
    assert facts(table) == in_order(FIRST, SECOND)
    play(table, *THIRD)
    assert facts(table) == in_order(FIRST, SECOND, THIRD)
    assert not told(table, Question)


def test_who_plays_out_of_a_hand_that_lies_open_plays(table):
    x, y = np.array(SIZE) / 2 + seat_directions(3)[1] * 260
    shown = show(table, (*HAND[:3], THIRD[0][0]), x - 60, y, 40)
    table.look(1.5)
    card = shown[-1]
    for part in (0.25, 0.5, 0.75, 1.0):
        card.x, card.y = (1 - part) * np.array([card.x, card.y]) + part * np.array(table.place(1))
        table.look(0.1)
    table.look(1.0)
    assert facts(table) == in_order(FIRST, SECOND, THIRD[:1])


def test_a_card_that_was_shown_and_taken_up_is_played_in_the_place_where_it_was_shown(table):
    x, y = np.array(SIZE) / 2 + seat_directions(3)[1] * 110
    shown = show(table, (THIRD[0][0], *HAND[:2]), x, y, 40)
    table.look(1.5)
    take_up(table, shown)
    table.cards.append(shown[0])
    table.look(1.0)
    assert facts(table) == in_order(FIRST, SECOND, THIRD[:1])


@pytest.mark.parametrize("gap", [0.1, 0.3])
def test_a_quick_round_is_three_plays(gap):
    table = ScriptedTable(game("coins"), seed=4)
    for code, seat in FIRST:
        table.cards.append(Lying(code, *table.place(seat), seat * 2 * np.pi / 3, table.read(code)))
        table.look(gap)
    table.look(1.0)
    assert facts(table) == in_order(FIRST)


def test_a_quick_round_on_one_heap_is_three_plays():
    table = ScriptedTable(game("coins"), seed=4)
    for at, (code, _) in enumerate(FIRST):
        table.cards.append(Lying(code, 610 + 40 * at, 380 - 25 * at, 0.1 * at, table.read(code)))
        table.look(0.3)
    table.look(1.0)
    assert [code for _, code in facts(table)] == [code for code, _ in FIRST]


def test_a_loose_heap_that_is_seen_at_once_after_the_picture_stood_still_is_three_plays():
    table = ScriptedTable(game("coins"), seed=4)
    play(table, *FIRST)
    table.sweep()
    table.time += 30.0
    for at, (code, _) in enumerate(SECOND):
        table.cards.append(Lying(code, 710 - 70 * at, 330 + 20 * at, 0.1 * at, table.read(code)))
    table.look(5.0)
    assert sorted(code for _, code in facts(table)) == sorted(code for code, _ in (*FIRST, *SECOND))


@pytest.mark.parametrize(("x", "y"), [(640, 360), (640, 470), (560, 300)])
def test_one_card_of_the_last_trick_shown_again_is_no_play_and_nobody_is_asked(table, x, y):
    shown = show(table, [SECOND[1][0]], x, y, 0)
    table.look(4.0)
    take_up(table, shown)
    play(table, *THIRD)
    assert facts(table) == in_order(FIRST, SECOND, THIRD)
    assert not told(table, Question)
    assert not told(table, Irregularity)


def test_a_lead_that_reads_as_a_card_of_the_last_trick_is_asked_about_once_it_stays_or_play_goes_on(table):
    table.lay(SECOND[1][0], 1, 3.0)
    assert not told(table, Question)
    table.look(4.0)
    assert [question.seat for question in told(table, Question)] == [1]


def test_play_that_goes_on_behind_such_a_lead_has_people_asked_at_once(table):
    play(table, (SECOND[1][0], 1), ("7-clubs", 2), wait=1.4)
    assert [question.seat for question in told(table, Question)] == [1]


@pytest.mark.parametrize("turned", [0.1, np.pi / 3])
@pytest.mark.parametrize(("x", "y"), [(640, 360), (625, 370)])
@pytest.mark.parametrize("gap", [0.2, 0.3])
def test_a_quick_round_on_one_heap_is_played_though_all_played_before_themselves_until_then(table, gap, turned, x, y):
    for at, (code, _) in enumerate(THIRD):
        table.cards.append(Lying(code, x + 40 * at - 40, y - 25 * at + 25, turned * at, table.read(code)))
        table.look(gap)
    table.look(1.0)
    assert facts(table) == in_order(FIRST, SECOND, THIRD)
    assert not told(table, Question)


@pytest.mark.parametrize("away", [15, 30])
def test_cards_of_a_quick_round_on_a_heap_that_are_first_seen_at_rest_are_played_in_the_order_they_came(away):
    table = ScriptedTable(game("coins"), seed=4)
    # The second lies a little towards the third player, and the other way round.
    for (code, _), towards in zip(FIRST, (1, 0, 2), strict=True):
        x, y = np.array(SIZE) / 2 + seat_directions(3)[towards] * away
        table.cards.append(Lying(code, x, y, 0.8 * towards, table.read(code)))
        table.look(0.6)
    table.look(1.0)
    assert facts(table) == in_order(FIRST)
    assert not told(table, Correction)


def test_cards_of_three_players_that_land_at_once_on_one_heap_turned_as_they_sit_are_plays(table):
    for at, (code, seat) in enumerate(THIRD):
        table.cards.append(Lying(code, 600 + 40 * at, 385 - 25 * at, seat * 2 * np.pi / 3, table.read(code)))
        table.look(0.1)
    table.look(1.0)
    assert facts(table) == in_order(FIRST, SECOND, THIRD)


def test_two_cards_of_the_last_trick_of_the_hand_before_that_land_at_once_are_plays_of_the_next():
    coins = game("coins")
    truth = random_game(coins, coins.configure(target=20), 5)
    table = ScriptedTable(coins, coins.configure(target=20), seed=4, facts=truth.facts[:45])
    play(table, *((fact.cards[0], fact.seat) for fact in truth.facts[45:48]))
    table.sweep(2.0)
    assert table.log.view.hand == 2
    again = [(fact.cards[0], seat) for fact, seat in zip(truth.facts[45:47], (2, 0), strict=True)]
    leader = table.log.view.expected
    play(table, *((code, (leader + step) % 3) for step, (code, _) in enumerate(again)), wait=0.0)
    table.look(2.0)
    assert [fact.cards[0] for fact in table.log.facts[48:]] == [code for code, _ in again]


def test_two_plays_that_read_as_cards_of_the_trick_before_are_plays_where_another_came_between():
    coins = game("coins")
    table = ScriptedTable(coins, coins.configure(), seed=4)
    play(table, ("9-clubs", 1), ("2-clubs", 2), ("3-clubs", 0))
    table.sweep(1.5)
    table.lay("9-cups", 1, 1.2, table.read("9-clubs"))
    table.lay("5-swords", 2, 1.2)
    table.lay("2-cups", 0, 2.0, reading("2-clubs", 0.9, ["2-cups"]))
    answer_all(table, {1: "9-cups", 0: "2-cups"})
    table.look(8.0)
    answer_all(table, {1: "9-cups", 0: "2-cups"})
    assert facts(table)[3:] == [(1, "9-cups"), (2, "5-swords"), (0, "2-cups")]
