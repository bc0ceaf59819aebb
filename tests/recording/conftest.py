"""One recorded game for all tests that only read it."""

import shutil

import pytest
from recording_makers import record_game

from companion.recording.opening import open_session


@pytest.fixture(scope="session")
def recorded_once(tmp_path_factory):
    """Return the folder of a recorded game, and the table it was played at; not to be written to."""
    folder = tmp_path_factory.mktemp("recorded") / "evening"
    return folder, record_game(folder)


@pytest.fixture(scope="module")
def session(recorded_once):
    """Return that game, opened."""
    return open_session(recorded_once[0])


@pytest.fixture
def table(recorded_once):
    return recorded_once[1]


@pytest.fixture
def folder(recorded_once, tmp_path):
    """Return a copy of the recorded game that may be damaged."""
    copy = tmp_path / "evening"
    shutil.copytree(recorded_once[0], copy)
    return copy
