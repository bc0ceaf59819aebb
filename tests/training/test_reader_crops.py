"""What the reader's training makes of rendered crops."""

import importlib.util

import numpy as np
import pytest

from companion.training.chunks import ChunkFolder
from companion.training.reader_data import class_number
from companion.vision.rectify import CROP_HEIGHT, CROP_WIDTH

NEEDED = ("torch", "ultralytics")
pytestmark = pytest.mark.skipif(
    not all(importlib.util.find_spec(name) for name in NEEDED), reason=f"needs the train extra ({', '.join(NEEDED)})"
)
UPRIGHT, TURNED = (class_number("french52", "KS", turned) for turned in (False, True))
NOTHING = class_number("french52", None, False)


@pytest.fixture
def crops(tmp_path):
    """Three crops that are bright above and dark below: a king, the same upside down, and nothing."""
    from companion.training.reader import ReaderCrops

    images = np.full((3, CROP_HEIGHT, CROP_WIDTH, 3), 60, np.uint8)
    images[:, : CROP_HEIGHT // 2] = 200
    ChunkFolder(tmp_path).write(0, images, {"kind": np.array([UPRIGHT, TURNED, NOTHING])})
    return lambda augment: ReaderCrops(tmp_path, 200, augment, seed=5)


def bright_above(item):
    height = item["img"].shape[1]
    return bool(item["img"][:, : height // 2].mean() > item["img"][:, height // 2 :].mean())


def test_crops_are_measured_as_they_were_rendered(crops):
    plain = crops(augment=False)
    assert [plain[row]["cls"] for row in range(len(plain))] == [UPRIGHT, TURNED, NOTHING]
    assert all(bright_above(plain[row]) for row in range(len(plain)))


@pytest.mark.parametrize("row", [0, 1, 2])
def test_a_crop_learned_upside_down_is_called_so(crops, row):
    learned = crops(augment=True)
    learned._flat = [(0, row)]
    kept, other = [(UPRIGHT, TURNED), (TURNED, UPRIGHT), (NOTHING, NOTHING)][row]
    seen = [(item["cls"], bright_above(item)) for item in (learned[place] for place in range(200))]
    assert set(seen) == {(kept, True), (other, False)}
    assert 60 < sum(above for _, above in seen) < 140
