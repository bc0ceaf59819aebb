"""Which cards of a trick make one play, seen from what was laid since, in the forum's Suits."""

import numpy as np
import pytest
from forum_tables import forum, plays, seat_angle
from scripted import SIZE, Lying, told

from companion.table.events import CardPlayed, Correction, Irregularity, TrickWon


def at(seat, players, clockwise, far=110.0):
    """Return where a card lies whose place is turned so far clockwise, radians, from where its player sits."""
    angle = 2 * np.pi * seat / players + clockwise
    return SIZE[0] / 2 - far * np.sin(angle), SIZE[1] / 2 + far * np.cos(angle)


def lay_at(table, code, seat, clockwise=0.0, askew=0.0):
    players = len(table.names)
    x, y = at(seat, players, clockwise)
    table.cards.append(Lying(code, x, y, seat_angle(seat, players) + askew, table.read(code)))
    table.look(1.2)


def neighbours_play_side_by_side(table, second="KD"):
    """Let two neighbours of five lay cards beside each other, the second nearer to who played before."""
    lay_at(table, "QD", 1, 0.3, askew=0.3)
    lay_at(table, second, 2, -0.7, askew=-0.6)


def test_cards_of_neighbours_that_seemed_to_be_a_straight_are_two_plays_once_the_next_have_played():
    table = forum(players=5)
    neighbours_play_side_by_side(table)
    assert plays(table) == [(1, ("QD", "KD"))]
    for code, seat in (("3D", 3), ("6D", 4), ("10D", 0)):
        lay_at(table, code, seat)
    assert plays(table) == [(1, ("QD",)), (2, ("KD",)), (3, ("3D",)), (4, ("6D",)), (0, ("10D",))]
    assert not told(table, Irregularity)
    assert [(event.seat, event.card) for event in told(table, TrickWon)] == [(2, "KD")]


def test_a_straight_stays_one_play_where_the_next_seats_follow_it():
    table = forum(players=5)
    neighbours_play_side_by_side(table)
    for code, seat in (("3D", 2), ("6D", 3), ("10D", 4), ("2D", 0)):
        lay_at(table, code, seat)
    assert plays(table)[0] == (1, ("QD", "KD"))
    assert [seat for seat, _ in plays(table)] == [1, 2, 3, 4, 0]
    assert not [event for event in told(table, Correction) if event.now is None]


def test_cards_of_neighbours_that_do_not_follow_each_other_are_two_plays():
    table = forum(players=5)
    neighbours_play_side_by_side(table, second="8D")
    for code, seat in (("3D", 3), ("6D", 4), ("10D", 0)):
        lay_at(table, code, seat)
    assert plays(table) == [(1, ("QD",)), (2, ("8D",)), (3, ("3D",)), (4, ("6D",)), (0, ("10D",))]
    assert not told(table, Irregularity)


def test_what_people_say_of_who_played_is_not_divided_anew():
    table = forum(players=5)
    neighbours_play_side_by_side(table)
    table.session.confirm_seat(0)
    for code, seat in (("3D", 3), ("6D", 4)):
        lay_at(table, code, seat)
    assert plays(table)[0] == (1, ("QD", "KD"))


def test_a_division_is_told_once():
    table = forum(players=5)
    neighbours_play_side_by_side(table)
    for code, seat in (("3D", 3), ("6D", 4)):
        lay_at(table, code, seat)
    before = len(table.events)
    table.look(3.0)
    assert not [event for event in table.events[before:] if isinstance(event, CardPlayed | Correction)]


@pytest.mark.parametrize("seat", [0, 2])
def test_two_plays_are_one_straight_once_the_next_seats_have_played(seat):
    """Its second card lies over before the neighbour, so that it seemed to be that one's."""
    table = forum(players=5, first_dealer=(seat - 1) % 5)
    lay_at(table, "QD", seat, 0.35)
    lay_at(table, "KD", seat, 1.0)
    assert plays(table) == [(seat, ("QD",)), ((seat + 1) % 5, ("KD",))]
    for step, code in enumerate(("3D", "6D", "10D", "2D"), 1):
        lay_at(table, code, (seat + step) % 5)
    assert [played for played, _ in plays(table)] == [(seat + step) % 5 for step in range(5)]
    assert plays(table)[0] == (seat, ("QD", "KD"))
