"""A camera whose every number is known, and the pictures it took of the board."""

import pytest
from board_scenes import POSES, Studio


@pytest.fixture(scope="session")
def studio():
    return Studio()


@pytest.fixture(scope="session")
def board_pictures(studio):
    return [studio.picture(pose, seed=number) for number, pose in enumerate(POSES)]


@pytest.fixture(scope="session")
def sightings(studio, board_pictures):
    return [studio.board.find(picture) for picture in board_pictures]
