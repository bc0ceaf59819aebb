"""Sources for commands that watch or teach."""

import cv2
import numpy as np
import pytest
from teach_table import Table


@pytest.fixture
def picture_folder(tmp_path):
    """Return a folder of three pictures of an empty table."""
    folder = tmp_path / "pictures"
    folder.mkdir()
    for number in range(3):
        cv2.imwrite(str(folder / f"{number}.png"), np.full((360, 640, 3), (60, 90, 40), np.uint8))
    return folder


@pytest.fixture
def table(tmp_path, monkeypatch) -> Table:
    """Return a table with photographs to teach a deck by."""
    return Table(tmp_path, monkeypatch)
