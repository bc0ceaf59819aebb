"""Which of two cards came first where one of them was found late, or the camera saw nothing for a moment."""

import numpy as np
import pytest
from forum_tables import forum
from forum_tables import plays as forum_plays
from painted import PaintedTable
from scripted import FIRST, SIZE, Lying, ScriptedTable, facts, play, reading, told

from companion.rules.games import game
from companion.table.events import Correction, Irregularity, Question
from companion.table.seating import seat_directions


def lying(table, code, seat, towards=None, share=0.0):
    """Return a card before a seat, by this share on the way round to another seat."""
    directions = seat_directions(len(table.names))
    way = directions[seat] if towards is None else (1 - share) * directions[seat] + share * directions[towards]
    x, y = np.array(SIZE) / 2 + way / np.linalg.norm(way) * 110
    return Lying(code, x, y, 0.1, table.read(code))


def painted_hearts():
    """Return a table of which there are pictures, bare so far."""
    rules = game("hearts_pp")
    table = PaintedTable(rules, rules.configure(players=4), seed=4, names=("Ana", "Ben", "Carla", "Dan"))
    table.look(2.0)
    return table


def test_of_two_cards_found_after_a_gap_the_one_seen_on_its_way_came_first():
    table = ScriptedTable(game("coins"), seed=4)
    table.look(0.5)
    (code, seat), (other, following), _ = FIRST
    first, second = lying(table, code, seat), lying(table, other, following)
    place = np.array([first.x, first.y])
    first.x, first.y = place + seat_directions(3)[seat] * 90
    table.cards.append(first)
    table.look(0.1)
    table.time += 1.6
    first.x, first.y = place
    table.cards.append(second)
    table.look(0.1)
    first.hidden = True
    table.look(0.3)
    first.hidden = False
    table.look(2.0)
    assert facts(table) == [(seat, code), (following, other)]
    assert not told(table, Irregularity)


def test_a_lead_seen_on_its_way_that_is_hard_to_read_after_a_gap_is_the_lead_still():
    table = ScriptedTable(game("coins"), seed=4)
    table.look(0.5)
    (code, seat), (other, following), (third, last) = FIRST
    first, second = lying(table, code, seat), lying(table, other, following)
    place = np.array([first.x, first.y])
    first.reading = reading(code, 0.6, ["7-cups", "8-swords"])
    for way in (200, 90):
        first.x, first.y = place + seat_directions(3)[seat] * way
        if first not in table.cards:
            table.cards.append(first)
        table.look(0.1)
    table.time += 1.6
    first.x, first.y = place + seat_directions(3)[seat] * 25
    table.cards.append(second)
    table.look(0.1)
    first.x, first.y = place
    table.look(1.2)
    table.lay(third, last)
    table.session.answer(table.session.snapshot().question.question, code)
    assert facts(table) == [(seat, code), (following, other), (last, third)]
    assert not told(table, Irregularity)


def test_a_card_found_lying_before_somebody_does_not_lead_the_first_trick_of_whom_the_rules_name():
    table = forum(5)
    table.cards.append(lying(table, "4S", 1, towards=0, share=0.4))
    table.look(1.5)
    assert forum_plays(table) == [(1, ("4S",))]
    table.cards.append(lying(table, "JS", 4))
    table.look(3.0)
    assert forum_plays(table) == [(1, ("4S",)), (4, ("JS",))]
    assert [(breach.code, breach.seat) for breach in told(table, Irregularity)] == [("out-of-turn", 4)]
    assert not told(table, Correction)


@pytest.mark.parametrize(
    ("covered", "order"),
    [(False, [(1, "5C"), (3, "7C"), (2, "6C"), (0, "8C")]), (True, [(1, "5C"), (2, "6C"), (3, "7C"), (0, "8C")])],
)
def test_a_card_came_after_those_that_lay_there_while_its_place_was_bare(covered, order):
    table = painted_hearts()
    table.lay("5C", 1)
    found = lying(table, "6C", 2)
    if covered:
        table.put_over(found)
        table.look(0.3)
        table.cards.append(found)
    table.lay("7C", 3, wait=0.5)
    if not covered:
        table.cards.append(found)
    table.things.clear()
    table.look(1.5)
    table.lay("8C", 0)
    assert facts(table) == order
    assert bool(told(table, Irregularity)) is not covered


def test_who_played_out_of_turn_near_the_line_to_a_neighbour_has_that_one_asked_nothing_about_a_revoke():
    table = painted_hearts()
    table.lay("5C", 1)
    table.cards.append(lying(table, "7S", 3, towards=2, share=0.3))
    table.look(1.5)
    assert facts(table) == [(1, "5C"), (2, "7S")]
    table.cards.append(lying(table, "QC", 2))
    table.look(3.0)
    assert facts(table) == [(1, "5C"), (3, "7S"), (2, "QC")]
    assert {breach.code for breach in told(table, Irregularity)} == {"out-of-turn"}
    assert not told(table, Question)


def test_a_straight_near_the_line_to_a_neighbour_is_not_theirs_who_lay_a_card_before_themselves():
    table = forum(4)
    table.cards.append(lying(table, "4S", 1))
    table.look(1.5)
    straight = [lying(table, code, 3, towards=2, share=0.3) for code in ("7H", "8H")]
    straight[1].x, straight[1].y = straight[1].x + 12, straight[1].y + 12
    table.cards += straight
    table.look(1.5)
    assert forum_plays(table) == [(1, ("4S",)), (2, ("7H", "8H"))]
    table.cards.append(lying(table, "JS", 2))
    table.look(3.0)
    assert sorted(forum_plays(table)) == [(1, ("4S",)), (2, ("JS",)), (3, ("7H", "8H"))]


def test_a_card_seen_on_its_way_though_blurred_and_two_looks_before_came_after_one_that_lay_there():
    rules = game("hearts_pp")
    table = ScriptedTable(rules, rules.configure(players=4), seed=4, names=("Ana", "Ben", "Carla", "Dan"), rate=6.0)
    table.lay("5C", 1)
    table.lay("7C", 3, wait=1.0)
    coming = lying(table, "6C", 2)
    place, read = np.array([coming.x, coming.y]), coming.reading
    blurred = reading("6C", 0.3, [code for code in rules.deck.codes if code != "6C"])
    (coming.x, coming.y), coming.reading = place + seat_directions(4)[2] * 220, blurred
    table.cards.append(coming)
    table.look(0.1)
    coming.hidden = True
    table.look(0.1)
    (coming.x, coming.y), coming.reading, coming.hidden = place, read, False
    table.look(1.5)
    table.lay("8C", 0)
    assert facts(table) == [(1, "5C"), (3, "7C"), (2, "6C"), (0, "8C")]
    assert not told(table, Correction)


def test_a_card_that_others_hid_and_that_shows_in_the_hand_that_takes_its_trick_counts():
    played = game("steere_suits")
    table = ScriptedTable(played, played.configure(), seed=4)
    trick = [("5-coins", 1), ("2-coins", 2), ("7-coins", 0)]
    play(table, *trick[:2])
    low = table.cards[1]
    low.hidden = True
    table.look(0.3)
    play(table, trick[2], wait=1.2)
    table.cards = [low]
    low.hidden, low.x = False, low.x + 40
    table.look(0.1)
    table.cards = []
    table.look(2.0)
    assert facts(table) == [(seat, code) for code, seat in trick]
    assert not told(table, Correction)
