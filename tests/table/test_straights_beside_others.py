"""Whose a card is that lies beside a straight, in the forum's Suits."""

import numpy as np
import pytest
from forum_tables import NAMES, along_edge, fan, forum, plays, seat_angle
from scripted import CARD, SIZE, Lying, ScriptedTable, reading, told

from companion.evaluation.random_games import random_game as random_deal
from companion.rules.facts import CardsPlayed
from companion.rules.games import game
from companion.rules.rulings import Irregularity, TrickWon
from companion.table.events import CardPlayed, Correction, Question
from companion.table.seating import seat_directions


def test_cards_of_neighbours_that_follow_each_other_are_two_plays():
    table = forum()
    for seat, code in ((1, "5H"), (2, "6H"), (3, "7H"), (0, "8H")):
        table.lay(code, seat)
    assert plays(table) == [(1, ("5H",)), (2, ("6H",)), (3, ("7H",)), (0, ("8H",))]


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_a_fan_belongs_to_the_seat_before_which_its_middle_lies(seat):
    played = game("forum_suits")
    table = ScriptedTable(played, played.configure(first_dealer=(seat - 1) % 4), seed=seat, names=NAMES[:4])
    fan(table, seat, "5H", "6H", "7H", "8H", "9H")
    assert plays(table) == [(seat, ("5H", "6H", "7H", "8H", "9H"))]


def test_a_straight_in_a_wide_row_is_one_play_though_its_end_lies_before_the_next_seat():
    table = forum()
    fan(table, 1, "JH", "QH", "KH", gap=0.75, wait=1.5)
    table.lay("6H", 2)
    assert plays(table) == [(1, ("JH", "QH", "KH")), (2, ("6H",))]


def test_a_card_beside_its_straight_that_reads_as_the_other_is_still_of_it():
    table = forum()
    first = table.lay("4H", 1, 1.5)
    across = along_edge(1, 4) * CARD * 0.75
    second = Lying("5H", first.x + across[0], first.y + across[1], first.angle, reading("4H", 0.78, ["5H"]))
    table.cards.append(second)
    table.look(2.0)
    for question in [event for event in table.events if isinstance(event, Question)]:
        table.session.answer(question.question, "5H")
    table.lay("KH", 2)
    assert plays(table) == [(1, ("4H", "5H")), (2, ("KH",))]


def test_the_next_seat_may_play_the_card_below_right_beside():
    table = forum(players=5)
    for code, x, y in (("AD", 754, 404), ("4D", 612, 446), ("3D", 544, 391)):
        table.cards.append(Lying(code, x, y, 0.1, table.read(code)))
        table.look(1.2)
    assert plays(table) == [(4, ("AD",)), (0, ("4D",)), (1, ("3D",))]


def test_a_card_laid_beside_its_straight_is_of_it_whatever_it_reads_as():
    table = forum(players=3)
    table.lay("5C", 1, 1.2)
    first = table.lay("6C", 2, 1.2)
    across = along_edge(2, 3) * CARD * 0.75
    misread = reading("10C", 0.94, ["9C", "2C"])
    table.cards.append(Lying("7C", first.x + across[0], first.y + across[1], first.angle, misread))
    table.look(2.0)
    table.lay("2C", 0, 1.5)
    assert [question.seat for question in told(table, Question)] == [2]
    table.session.answer(told(table, Question)[0].question, "7C")
    assert plays(table) == [(1, ("5C",)), (2, ("6C", "7C")), (0, ("2C",))]


def test_the_next_seat_may_play_a_card_that_follows_a_row():
    table = forum(players=5)
    table.lay("3S", 4, 1.2)
    laid = (("5S", 590, 482, 0.0), ("6S", 670, 482, 0.1), ("4S", 545, 402, 1.25), ("AS", 590, 280, 2.5))
    for code, x, y, angle in laid:
        table.cards.append(Lying(code, x, y, angle, table.read(code)))
        table.look(1.2)
    assert plays(table) == [(4, ("3S",)), (0, ("5S", "6S")), (1, ("4S",)), (2, ("AS",))]


def test_a_card_still_coming_to_lie_beside_a_play_holds_it_back():
    table = forum()
    first = table.lay("QC", 1, wait=0.2)
    second = Lying("KC", first.x + 0.7 * CARD, first.y, first.angle, table.read("KC"))
    table.cards.append(second)
    for _ in range(4):
        second.x -= 0.12 * CARD
        table.look(0.1)
    table.look(1.0)
    assert [event.cards for event in told(table, CardPlayed)] == [("QC", "KC")]
    assert not told(table, Correction)


def test_the_last_card_of_a_trick_read_otherwise_in_the_hand_that_takes_it_is_no_straight():
    table = forum(players=3)
    for seat, code in ((1, "3H"), (2, "4H")):
        table.lay(code, seat)
    last = table.lay("QH", 0, read=reading("JH", 0.99, ["QH", "KH"]))
    table.cards[:] = [card for card in table.cards if card is not last]
    table.cards.append(Lying("QH", last.x, last.y - 0.7 * CARD, last.angle, table.read("QH")))
    table.look(0.4)
    table.sweep()
    assert plays(table)[2] == (0, ("JH",))


def test_a_card_of_the_trick_misread_beside_the_straight_that_is_swept_with_it_is_not_of_it():
    table = forum(players=3)
    for seat, code in ((1, "5C"), (2, "2C")):
        table.lay(code, seat, 1.2)
    nine, ten = fan(table, 0, "9C", "10C", wait=1.2)
    for card in (nine, ten):
        card.x, card.y = card.x - 50, card.y - 40
    swept = Lying("5C", nine.x - 45, nine.y - 20, nine.angle, reading("8C", 0.42, ["5C", "9C", "10C"]))
    table.cards[:] = [nine, ten, swept]
    table.look(0.5)
    table.sweep()
    assert plays(table)[2:] == [(0, ("9C", "10C"))]
    assert not told(table, Correction)


def test_a_straight_whose_end_lies_beside_the_card_below_it_is_still_its_players():
    table = forum(players=5)
    for seat, code in ((4, "QC"), (0, "2C")):
        table.lay(code, seat, 1.2)
    table.cards.append(Lying("3C", 500, 390, 1.25, table.read("3C")))
    table.look(1.2)
    for code, x, y in (("4C", 600, 280), ("5C", 540, 320)):
        table.cards.append(Lying(code, x, y, 2.5, table.read(code)))
    table.look(1.5)
    assert plays(table)[2:] == [(1, ("3C",)), (2, ("4C", "5C"))]


def test_a_card_laid_where_one_was_taken_back_is_no_straight_with_it():
    table = forum()
    first = table.lay("5H", 1, 1.2)
    table.cards.remove(first)
    table.look(1.5)
    table.cards.append(Lying("KH", first.x + 8, first.y + 5, first.angle, table.read("KH")))
    table.look(3.0)
    table.lay("JH", 2)
    assert plays(table) == [(1, ("KH",)), (2, ("JH",))]


def test_a_card_of_the_last_trick_in_the_hand_that_gathers_it_is_no_play_of_the_next_hand():
    played = game("forum_suits")
    truth = random_deal(played, played.configure(players=3), 1, hands_limit=1)
    table = ScriptedTable(played, truth.settings, seed=4, names=NAMES[:3])
    facts = [fact for _, fact in truth.facts]
    log = table.session.log
    for fact in facts:
        won = sum(isinstance(ruling, TrickWon) for ruling in log.rulings)
        if isinstance(fact, CardsPlayed):
            laid = fan(table, fact.seat, *fact.cards, wait=1.6)
        else:
            table.session.say(fact)
        if fact is not facts[-1] and sum(isinstance(ruling, TrickWon) for ruling in log.rulings) > won:
            table.sweep()
    assert len(table.cards) < 3, "of a full trick no card would be taken for a lead"
    laid[-1].x, laid[-1].y = laid[-1].x + 110, laid[-1].y - 60
    table.look(0.4)
    table.sweep(3.0)
    assert plays(table)[-1] == (facts[-1].seat, facts[-1].cards)


def test_a_neighbours_card_beside_another_and_turned_as_its_player_sits_is_no_straight_with_it():
    table = forum(players=5)
    table.lay("3H", 1)
    (x, y), (next_x, next_y) = np.array(SIZE) / 2 + seat_directions(5)[2:4] * 100
    table.cards.append(Lying("7H", x, y, seat_angle(2), table.read("7H")))
    table.look(1.2)
    near_x, near_y = x + 0.6 * (next_x - x), y + 0.6 * (next_y - y)
    table.cards.append(Lying("6H", near_x, near_y, seat_angle(3), table.read("6H")))
    table.look(1.2)
    table.lay("9H", 4)
    assert plays(table) == [(1, ("3H",)), (2, ("7H",)), (3, ("6H",)), (4, ("9H",))]


def test_a_straight_whose_last_card_lies_before_a_neighbour_is_no_revoke_of_that_neighbour():
    table = forum(players=5)
    table.lay("3H", 1)
    for code, seat in (("4H", 2), ("QH", 3), ("2H", 4), ("5H", 0)):
        table.lay(code, seat)
    table.sweep()
    table.lay("QS", 3, read=reading("QS", 0.985, ["QC"]))
    for code, seat in (("JS", 4), ("9S", 0)):
        table.lay(code, seat)
    fan(table, 1, "6C", "7C")
    for code, x, y in (("4S", 650, 240), ("5S", 590, 280), ("6S", 520, 330)):
        table.cards.append(Lying(code, x, y, seat_angle(2), table.read(code)))
        table.look(1.2)
    table.look(2.5)
    assert not told(table, Question)
    assert plays(table)[-1] == (2, ("4S", "5S", "6S"))


@pytest.mark.parametrize("named", ["KD", "AD"])
def test_the_card_of_a_straight_that_people_name_for_the_play_that_was_missed_is_that_play(named):
    table = forum()
    table.lay("9H", 1, 1.5)
    ace = table.lay("AD", 2, 1.5)
    king = Lying("KD", ace.x + 0.4 * CARD, ace.y + 0.1 * CARD, ace.angle, table.read("KD"))
    table.cards.append(king)
    table.look(1.5)
    assert plays(table) == [(1, ("9H",)), (2, ("KD", "AD"))]
    table.lay("4S", 0, 1.5)
    table.sweep(1.5)
    table.lay("3C", 2, 3.0)
    asked = table.session.snapshot().question
    assert asked.seat == 3
    table.session.answer(asked.question, named)
    (other,) = {"KD", "AD"} - {named}
    as_named = [(1, ("9H",)), (2, (other,)), (3, (named,)), (0, ("4S",)), (2, ("3C",))]
    assert plays(table)[:4] == as_named[:4]
    assert table.session.snapshot().question is None
    assert "out-of-turn" not in [ruling.code for ruling in table.log.rulings if isinstance(ruling, Irregularity)]
    table.session.undo()
    table.look(1.0)
    assert plays(table) == [(1, ("9H",)), (2, ("KD", "AD"))]
    table.session.redo()
    table.look(1.0)
    assert plays(table)[:4] == as_named[:4]
    table.session.undo()
    assert plays(table) == [(1, ("9H",)), (2, ("KD", "AD"))]
    asked = table.session.snapshot().question
    assert asked.seat == 3
    table.session.answer(asked.question, named)
    assert plays(table)[:4] == as_named[:4]


def test_a_trick_that_is_swept_on_a_heap_before_it_is_taken_is_no_straight_of_its_last_player():
    table = forum(3)
    for seat, code in ((1, "8C"), (2, "9C"), (0, "10C")):
        table.lay(code, seat, 1.2)
    last = table.cards[-1]
    to_middle = np.array(SIZE) / 2 - [last.x, last.y]
    x, y = [last.x, last.y] + 50 * to_middle / np.linalg.norm(to_middle)
    for card in table.cards:
        card.hidden = True
    # Cards that lie askew on each other read as another.
    table.cards.append(Lying("JC", x, y, last.angle + 0.8, reading("JC", 0.9, ["9D"])))
    table.look(0.7)
    table.sweep(1.5)
    table.lay("5S", 0, 1.0)
    assert plays(table) == [(1, ("8C",)), (2, ("9C",)), (0, ("10C",)), (0, ("5S",))]


ON_THREE_SIDES = (
    ("KS", 3.3, -1.25),
    ("QH", 1.55, 0.0),
    ("JH", -1.75, 0.15),
    ("10H", -1.72, -0.1),
    ("3H", -0.1, -1.45),
)
"""The card beside the deal and a first trick of three, who leave one side to the camera: places from the middle of the
picture, in heights."""


def lie(table, code, x, y):
    """Let a card lie at a place from the middle of the picture, in heights."""
    card = Lying(code, 640 + x * CARD, 360 + y * CARD, 0.1, table.read(code))
    table.cards.append(card)
    return card


def test_a_card_of_the_same_suit_on_the_other_side_of_the_table_is_of_no_straight():
    """The first lead is told to be another's; cards come in from outside."""
    table = forum(players=3)
    for code, x, y in ON_THREE_SIDES:
        card = lie(table, code, 1.5 * x, 1.5 * y)
        table.look(0.1)
        card.x, card.y = 640 + x * CARD, 360 + y * CARD
        table.look(0.4 if code in ("JH", "10H") else 1.2)
    table.look(1.5)
    assert plays(table) == [(1, ("QH",)), (2, ("10H", "JH")), (0, ("3H",))]


def test_a_lead_that_was_told_as_anothers_is_told_before_what_came_behind_it():
    """Cards are first seen where they lie."""
    table = forum(players=3)
    for code, x, y in ON_THREE_SIDES:
        lie(table, code, x, y)
        table.look(0.3 if code == "JH" else 1.2)
    assert plays(table) == [(1, ("QH",)), (2, ("10H", "JH")), (0, ("3H",))]


def test_cards_laid_a_cards_width_from_anothers_that_they_do_not_follow_are_the_next_seats():
    table = forum()
    table.lay("9C", 1)
    table.cards.append(Lying("KH", 640, 250, 0.0, table.read("KH")))
    table.look(0.9)
    table.cards += [Lying("3H", 740, 250, 0.1, table.read("3H")), Lying("2H", 765, 260, 0.1, table.read("2H"))]
    table.look(1.2)
    table.lay("9H", 0)
    table.look(2.0)
    assert plays(table) == [(1, ("9C",)), (2, ("KH",)), (3, ("2H", "3H")), (0, ("9H",))]
    assert not told(table, Question)


def test_who_has_one_card_left_lays_no_two_though_the_next_seats_card_follows_it_right_beside():
    table = forum(players=5)
    fan(table, 1, *(f"{rank}S" for rank in range(2, 11)), wait=1.5)
    for seat, code in ((2, "2H"), (3, "4H"), (4, "6H"), (0, "8H")):
        table.lay(code, seat, 1.5)
    table.sweep(2.0)
    last = table.lay("JC", 1, 1.5)
    across = along_edge(1, 5) * CARD * 0.45
    table.cards.append(Lying("QC", last.x + across[0], last.y + across[1], last.angle, table.read("QC")))
    table.look(2.0)
    table.lay("3C", 3, 2.0)
    assert plays(table)[-3:] == [(1, ("JC",)), (2, ("QC",)), (3, ("3C",))]


def test_a_straight_that_was_laid_with_the_next_play_while_no_picture_came_is_one_play():
    table = forum(players=4)
    table.look(1.0)
    table.time += 2.5
    first, along = np.array(table.place(1, spread=0.0)), along_edge(1, 4) * CARD * 0.6
    for code, (x, y) in (("QH", first), ("10H", table.place(2)), ("KH", first + along)):
        table.cards.append(Lying(code, float(x), float(y), seat_angle(1 if code != "10H" else 2, 4), table.read(code)))
    table.look(3.0)
    table.lay("5H", 3, 2.0)
    assert plays(table) == [(1, ("QH", "KH")), (2, ("10H",)), (3, ("5H",))]


def test_a_long_row_is_one_play_though_its_ends_are_read_first():
    table = forum(first_dealer=3)
    middle, along = np.array(table.place(0, spread=0.0)), CARD * 0.42 * np.array([np.cos(0.3), -np.sin(0.3)])
    for ranks, wait in (("82", 0.5), ("34567", 3.0)):
        for rank in ranks:
            x, y = middle + along * (int(rank) - 5)
            table.cards.append(Lying(f"{rank}S", float(x), float(y), -0.3, table.read(f"{rank}S")))
        table.look(wait)
    table.lay("5C", 1, 2.0)
    assert plays(table) == [(0, tuple(f"{rank}S" for rank in range(2, 9))), (1, ("5C",))]


def test_the_last_card_of_a_row_is_of_it_though_it_reads_as_the_one_below_the_first():
    table = forum(players=4)
    middle, along = np.array(table.place(1, spread=0.0)), along_edge(1, 4) * CARD * 0.72
    for step, code in enumerate(("4D", "5D", "6D", "7D")):
        read = table.read(code) if code != "7D" else reading("3D", 0.62, ["7D"])
        x, y = middle + along * (step - 1.5)
        table.cards.append(Lying(code, float(x), float(y), seat_angle(1, 4), read))
        table.look(1.0)
    table.lay("10D", 2, 2.5)
    asked = table.session.snapshot().question
    if asked is not None:
        table.session.answer(asked.question, "7D")
        table.look(0.5)
    assert plays(table) == [(1, ("4D", "5D", "6D", "7D")), (2, ("10D",))]


def test_a_straight_seen_on_its_way_that_lies_there_when_pictures_come_again_is_one_play():
    table = forum(players=2)
    first = np.array(table.place(1, spread=0.0))
    along, out = along_edge(1, 2) * CARD * 0.25, seat_directions(2)[1] * 30
    straight = [
        Lying(code, *(first + out + along * step), seat_angle(1, 2), table.read(code))
        for step, code in enumerate(("JH", "QH"))
    ]
    table.cards += straight
    lower, read = straight[0], straight[0].reading
    lower.reading = reading("QH", 0.3, ["JH", "10H", "JD"])
    table.look(0.1)
    table.time += 2.0
    for card in straight:
        card.x, card.y = np.array([card.x, card.y]) - out
    x, y = table.place(0)
    table.cards.append(Lying("5H", x, y, 0.1, table.read("5H")))
    table.look(0.5)
    lower.reading = read
    table.look(2.0)
    table.sweep(2.0)
    assert plays(table) == [(1, ("JH", "QH")), (0, ("5H",))]


def test_the_cards_that_a_long_fan_hides_are_of_it_where_they_were_glimpsed_on_their_way():
    table = forum(players=3, first_dealer=0)
    first, along = np.array(table.place(1, spread=0.0)), along_edge(1, 3) * CARD * 0.2
    out = seat_directions(3)[1] * 150
    straight = [
        Lying(f"{rank}C", *(first + along * step + out), seat_angle(1, 3), table.read(f"{rank}C"))
        for step, rank in enumerate(("7", "8", "9", "10", "J", "Q"))
    ]
    table.cards += straight
    table.look(0.2)
    for card in straight:
        card.x, card.y = np.array([card.x, card.y]) - out
        card.hidden = card.code in ("9C", "10C", "JC")
    table.look(3.0)
    table.lay("5C", 2, 2.0)
    assert plays(table) == [(1, ("7C", "8C", "9C", "10C", "JC", "QC")), (2, ("5C",))]
    assert not told(table, Question)


def test_a_card_that_reads_as_the_one_before_it_of_the_same_player_is_of_a_straight_with_it():
    table = forum(players=3, first_dealer=0)
    table.lay("KC", 1, 1.5)
    x, y = table.place(2, spread=0.0)
    beside = along_edge(2, 3) * CARD * 0.75
    for step, code in enumerate(("5C", "6C")):
        dx, dy = beside * step
        table.cards.append(Lying(code, x + dx, y + dy, seat_angle(2, 3) + 0.7 * step, table.read("6C")))
        table.look(1.5)
    asked = table.session.snapshot().question
    assert asked.seat == 2
    table.session.answer(asked.question, "5C")
    table.look(1.0)
    table.lay("3C", 0, 2.0)
    assert plays(table) == [(1, ("KC",)), (2, ("5C", "6C")), (0, ("3C",))]
