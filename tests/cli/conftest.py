"""Sources for commands that watch or teach, and a recording for those that tell of it."""

from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from recording_makers import record_game
from teach_table import Table

from companion.vision.eyes import ModelEyes


@pytest.fixture
def picture_folder(tmp_path):
    """Return a folder of three pictures of an empty table."""
    folder = tmp_path / "pictures"
    folder.mkdir()
    for number in range(3):
        cv2.imwrite(str(folder / f"{number}.png"), np.full((360, 640, 3), (60, 90, 40), np.uint8))
    return folder


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """Return a recorded game."""
    folder = tmp_path_factory.mktemp("cli") / "evening"
    record_game(folder)
    return folder


@pytest.fixture
def no_cards(monkeypatch):
    """Have the models see no card in any picture: they are not even loaded."""
    eyes = SimpleNamespace(waits=False, pupil=None, look=lambda *_: [])
    monkeypatch.setattr(ModelEyes, "shipped", lambda *_, **__: eyes)


@pytest.fixture
def table(tmp_path, monkeypatch) -> Table:
    """Return a table with photographs to teach a deck by."""
    return Table(tmp_path, monkeypatch)
