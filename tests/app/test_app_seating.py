"""Seats round a drawn table."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.app.model.seating import direction, nearest_seat, side_name


@given(seats=st.integers(2, 8))
def test_seats_go_clockwise_from_the_bottom_as_seen_from_above(seats) -> None:
    places = [direction(seat, seats) for seat in range(seats)]
    assert places[0] == pytest.approx((0.0, 1.0))
    for (x, y), (next_x, next_y) in zip(places, [*places[1:], places[0]], strict=True):
        # Clockwise on a screen, where y points down, is a turn to the right.
        turn = math.atan2(x * next_y - y * next_x, x * next_x + y * next_y) % math.tau
        assert turn == pytest.approx(math.tau / seats)


@given(seats=st.integers(2, 8), seat=st.integers(0, 7))
def test_a_seat_is_the_nearest_to_its_own_direction(seats, seat) -> None:
    assert nearest_seat(*direction(seat % seats, seats), seats) == seat % seats


def test_sides_are_named_as_the_camera_sees_them() -> None:
    assert [side_name(seat, 3) for seat in range(3)] == [
        "at the bottom of the picture",
        "at the top left",
        "at the top right",
    ]
    assert [side_name(seat, 4) for seat in range(1, 4)] == ["on the left", "at the top", "on the right"]
