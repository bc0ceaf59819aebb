"""Showing the board: poses are counted, the resting place is the table, a mirrored camera is noticed."""

import numpy as np
import pytest
from board_scenes import POSES

from companion.errors import WrongInputError
from companion.vision.orientation import Orientation
from companion.vision.tabletop.board import Board
from companion.vision.tabletop.collecting import BoardCollector


def test_different_poses_are_counted_and_the_same_pose_once(studio, board_pictures):
    collector = BoardCollector(studio.board)
    poses = [collector.look(picture, number * 0.5).poses for number, picture in enumerate(board_pictures)]
    assert poses == list(range(1, len(POSES) + 1))
    assert collector.look(board_pictures[2], 9.0).poses == len(POSES)


def test_the_board_at_rest_is_the_table_even_if_it_is_waved_about_afterwards(studio, board_pictures):
    collector = BoardCollector(studio.board, with_lens=False)
    progress = [collector.look(studio.picture(POSES[3], seed=9), 0.5 * number) for number in range(5)]
    assert not progress[2].done
    assert progress[4].done
    assert progress[4].still == pytest.approx(2.0)
    resting = collector.calibration("x", Orientation())
    collector.look(board_pictures[6], 3.0)
    after = collector.calibration("x", Orientation())
    assert resting.table is not None
    assert after.table is not None
    assert after.table.homography == pytest.approx(resting.table.homography)
    assert resting.lens is None


def test_taking_the_board_away_begins_the_rest_anew(studio):
    collector = BoardCollector(studio.board, with_lens=False)
    picture, empty = studio.picture(POSES[0]), np.full((studio.height, studio.width, 3), 90, np.uint8)
    collector.look(picture, 0.0)
    assert collector.look(empty, 1.0).seen == 0
    assert not collector.look(picture, 1.6).done


@pytest.mark.parametrize("told_before", [False, True])
def test_a_mirrored_camera_is_noticed(studio, board_pictures, told_before):
    collector = BoardCollector(studio.board)
    for number, picture in enumerate(board_pictures):
        collector.look(np.ascontiguousarray(picture[:, ::-1]), float(number))
    calibration = collector.calibration("front", Orientation(mirrored=told_before))
    assert collector.mirrored
    assert calibration.orientation.mirrored is not told_before
    assert calibration.lens is not None
    assert calibration.lens.error < 0.3


def test_poses_that_cannot_tell_the_lens_still_tell_the_table(studio, board_pictures):
    collector = BoardCollector(studio.board)
    for number, picture in enumerate(board_pictures[:3]):
        collector.look(picture, float(number))
    calibration = collector.calibration("x", Orientation())
    assert calibration.lens is None
    assert calibration.table is not None
    assert "needs 5 pictures" in collector.lens_problem


def test_without_a_board_there_is_nothing_to_tell():
    collector = BoardCollector(Board())
    assert collector.look(np.full((200, 300, 3), 90, np.uint8), 0.0).seen == 0
    with pytest.raises(WrongInputError, match="in none of the pictures"):
        collector.calibration("x", Orientation())
