"""Millimetres on the table, by four corners and by the board."""

import numpy as np
import pytest
from board_scenes import POSES
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import WrongInputError
from companion.vision.tabletop.board import BoardSighting
from companion.vision.tabletop.plane import (
    TablePlane,
    inverse,
    levelled,
    plane_from_board,
    plane_from_corners,
    transform,
)

CORNERS = [(200, 100), (760, 110), (900, 500), (60, 490)]


def test_four_corners_become_the_table_they_were_said_to_be() -> None:
    plane = plane_from_corners(CORNERS, 1200, 800)
    assert plane.to_table(np.array(CORNERS, float)) == pytest.approx(
        np.array([[-600, -400], [600, -400], [600, 400], [-600, 400]]), abs=0.01
    )


@pytest.mark.parametrize(
    "corners",
    [
        CORNERS[::-1],
        [CORNERS[0], CORNERS[2], CORNERS[1], CORNERS[3]],
        [(0, 0), (100, 0), (200, 0), (300, 0)],
        CORNERS[:3],
    ],
)
def test_corners_in_another_order_are_refused(corners) -> None:
    with pytest.raises(WrongInputError, match="far left"):
        plane_from_corners(corners, 1200, 800)


@pytest.mark.parametrize(("width", "depth"), [(0, 800), (1.2, 0.8), (120, 80), (1200, -800), (12e5, 800)])
def test_a_table_has_a_size_in_millimetres(width: float, depth: float) -> None:
    with pytest.raises(WrongInputError, match="give width and depth in millimetres"):
        plane_from_corners(CORNERS, width, depth)


def test_the_board_tells_distances_on_the_table(studio, sightings) -> None:
    for pose, seen in zip(POSES, sightings, strict=True):
        straight = BoardSighting(seen.millimetres, studio.lens.straighten(seen.pixels), seen.size)
        plane = plane_from_board(straight, studio.board)
        assert plane.error < 0.4
        ends = np.array([[0, 0], [160, 0], [160, 224], [0, 224]], float)
        places = plane.to_table(transform(studio.homography(pose), ends))
        lengths = np.linalg.norm(places - np.roll(places, 1, axis=0), axis=1)
        assert lengths == pytest.approx([224, 160, 224, 160], abs=1.0)
        # The middle of the board is the middle of play.
        assert places.mean(axis=0) == pytest.approx([0, 0], abs=0.5)


def test_towards_seat_0_is_down_in_the_picture_however_the_board_lies(studio, sightings) -> None:
    for seen in sightings[:3]:
        plane = plane_from_board(seen, studio.board)
        middle = plane.to_pixels(np.zeros((1, 2)))
        below = plane.to_table(middle + [[0, 5]])[0]
        right = plane.to_table(middle + [[5, 0]])[0]
        assert below[1] > 0
        assert abs(below[0]) < 0.01 * below[1]
        assert right[0] > 0


def test_a_bent_board_is_refused(studio, sightings) -> None:
    seen = sightings[0]
    bent = seen.pixels + 25 * np.sin(seen.millimetres[:, :1] / 15)
    with pytest.raises(WrongInputError, match="board"):
        plane_from_board(BoardSighting(seen.millimetres, bent, seen.size), studio.board)


@given(st.floats(-3, 3), st.floats(0.2, 3), st.floats(-50, 50), st.floats(100, 900), st.floats(100, 500))
def test_levelling_keeps_distances(angle, scale, shift, x, y) -> None:
    cos, sin = np.cos(angle) * scale, np.sin(angle) * scale
    matrix = np.array([[cos, -sin, shift], [sin, cos, -shift], [0, 0, 1]])
    level = levelled(matrix, np.array([x, y]))
    points = np.array([[0, 0], [960, 0], [480, 540]], float)
    before, after = transform(matrix, points), transform(level, points)
    for i, j in ((0, 1), (1, 2)):
        assert np.linalg.norm(before[i] - before[j]) == pytest.approx(np.linalg.norm(after[i] - after[j]), rel=1e-6)
    assert transform(level, np.array([[x, y]]))[0] == pytest.approx([0, 0], abs=1e-6)
    assert transform(inverse(level), np.array([[0.0, 30.0]]))[0][0] == pytest.approx(x, abs=1e-3)


def test_a_plane_can_be_gone_back() -> None:
    with pytest.raises(ValueError, match="inverted"):
        TablePlane(np.zeros((3, 3)), "board")
