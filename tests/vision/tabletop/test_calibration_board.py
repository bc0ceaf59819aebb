"""The board is found to a fraction of a pixel, whole or in part, and nothing else is taken for it."""

import numpy as np
import pytest
from board_scenes import POSES

from companion.vision.tabletop.board import Board, BoardSighting


def test_corners_are_found_where_they_are(studio, sightings) -> None:
    for pose, sighting in zip(POSES, sightings, strict=True):
        assert sighting is not None
        assert len(sighting) >= 20
        off = np.linalg.norm(sighting.pixels - studio.corners(pose, sighting.millimetres), axis=1)
        assert off.mean() < 0.2
        assert off.max() < 1.0


def test_a_hand_over_half_of_the_board_leaves_the_other_half(studio, board_pictures) -> None:
    covered = board_pictures[0].copy()
    covered[:, : studio.width // 2] = (120, 150, 190)
    sighting = studio.board.find(covered)
    assert sighting is not None
    assert 6 <= len(sighting) < 24
    off = sighting.pixels - studio.corners(POSES[0], sighting.millimetres)
    assert np.abs(off).max() < 1.0


def test_a_mirrored_board_is_no_board(studio, board_pictures) -> None:
    assert studio.board.find(np.ascontiguousarray(board_pictures[0][:, ::-1])) is None


def test_an_empty_table_is_no_board() -> None:
    noise = np.random.default_rng(1).integers(0, 255, (360, 640, 3), np.uint8)
    assert Board().find(noise) is None
    assert Board().find(np.zeros((360, 640, 3), np.uint8)) is None


def test_the_pattern_is_as_large_as_it_says() -> None:
    board = Board(square_mm=30.0)
    rows, columns = board.modules().shape
    assert (columns * board.module_mm, rows * board.module_mm) == pytest.approx(board.size_mm)


def test_a_sighting_has_a_place_for_every_corner() -> None:
    with pytest.raises(ValueError, match="twice"):
        BoardSighting(np.zeros((3, 2)), np.zeros((2, 2)), (10, 10))
