"""Seats: where cards lie, and whose turn it was."""

import numpy as np
import pytest

from companion.table.seating import arrange, place_chances, seat_directions

MIDDLE = np.array([400.0, 300.0])


def lies_before(seat, players=3, distance=100.0, askew=0.0):
    x, y = seat_directions(players)[seat] * distance
    turned = np.array([x * np.cos(askew) - y * np.sin(askew), x * np.sin(askew) + y * np.cos(askew)])
    return place_chances(MIDDLE + turned, MIDDLE, seat_directions(players))


def test_seat_0_is_at_the_bottom_and_the_next_on_its_left_hand():
    bottom, left, top, right = seat_directions(4)
    assert bottom == pytest.approx([0, 1])
    assert left == pytest.approx([-1, 0], abs=1e-9)
    assert top == pytest.approx([0, -1], abs=1e-9)
    assert right == pytest.approx([1, 0], abs=1e-9)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_card_lies_before_its_player(players):
    for seat in range(players):
        assert lies_before(seat, players, askew=0.3).argmax() == seat


def test_a_card_in_the_middle_tells_nothing():
    assert lies_before(0, distance=0.5) == pytest.approx(np.zeros(3))
    assert np.ptp(lies_before(1, distance=10)) < 0.5


def test_turn_order_decides_where_places_say_little():
    places = [lies_before(2, distance=30), lies_before(0, distance=30), lies_before(1, distance=30)]
    assert arrange(places, 1, range(3))[0] == (1, 2, 0)


def test_turn_order_is_followed_where_places_fit():
    seats, sure = arrange([lies_before(1), lies_before(2, askew=0.4)], 1, range(3))
    assert seats == (1, 2)
    assert min(sure) > 0.99


def test_two_players_who_swapped_are_recognised():
    assert arrange([lies_before(1), lies_before(0), lies_before(2)], 1, range(3))[0] == (1, 0, 2)


def test_a_lead_out_of_turn_is_recognised():
    assert arrange([lies_before(2), lies_before(0)], 1, range(3))[0] == (2, 0)


def test_what_a_person_says_is_not_doubted():
    assert arrange([lies_before(1), 0], 1, range(3))[0] == (1, 0)


def test_an_unknown_leader_is_found_by_the_places():
    assert arrange([lies_before(3, 4), lies_before(0, 4)], None, range(4))[0] == (3, 0)
