"""Seats round a drawn table."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest

from companion.app.model.seating import direction, nearest_seat, side_name

LEFT = Qt.MouseButton.LeftButton


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


@pytest.mark.parametrize("seats", range(2, 6))
def test_no_two_seats_are_said_to_be_at_the_same_side(seats) -> None:
    assert len({side_name(seat, seats) for seat in range(seats)}) == seats


def test_names_are_dragged_to_other_seats(make_window, qtbot) -> None:
    window = make_window()
    start = window.start_page
    start.choose_game("coins")
    for field, name in zip(start.names, ("Ana", "Ben", "Carla"), strict=True):
        qtbot.keyClicks(field, name)
    start.go_to(1)
    seats = start.players_choice.map

    def middle(seat: int) -> QPoint:
        return seats.place_of(seat).center().toPoint()

    QTest.mousePress(seats, LEFT, pos=middle(0))
    QTest.mouseMove(seats, middle(1))
    window.grab()
    QTest.mouseRelease(seats, LEFT, pos=middle(1))
    assert window.setup.names == ("Ben", "Ana", "Carla")
    assert [field.text() for field in start.names] == ["Ben", "Ana", "Carla"]
    seats.setFocus()
    QTest.keyClick(seats, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    assert window.setup.names == ("Ben", "Carla", "Ana")
    QTest.mousePress(seats, LEFT, pos=QPointF(seats.width() / 2, seats.height() / 2).toPoint())
    QTest.mouseRelease(seats, LEFT, pos=middle(1))
    assert window.setup.names == ("Ben", "Carla", "Ana")
    start.names[0].setFocus()
    QTest.keyClick(start.names[0], Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert window.setup.names == ("Carla", "Ben", "Ana")
