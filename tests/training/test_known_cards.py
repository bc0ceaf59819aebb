"""What is really found in scenes, and what the spotter learns from it."""

# ruff: noqa: ARG002 (fakes take what the real ones take)

import importlib.util

import numpy as np
import pytest
from finders import MissesNothing

from companion.vision.types import Detections

NEEDED = ("torch", "ultralytics", "onnx")
pytestmark = pytest.mark.skipif(
    not all(importlib.util.find_spec(name) for name in NEEDED), reason=f"needs the train extra ({', '.join(NEEDED)})"
)

CARD = np.array([[0, 0], [60, 0], [60, 90], [0, 90]], np.float32)
ONE, UNDER, FAR = CARD + (100, 100), CARD + (140, 120), CARD + (300, 250)


class Finds(MissesNothing):
    """A finder that finds the same in every picture and counts how often it looks."""

    def __init__(self, *found):
        self.found, self.looks = found, 0

    def find(self, image, card_height=None, threshold=None):
        self.looks += 1
        boxes, sure = zip(*self.found, strict=True)
        return Detections(np.array(boxes, np.float32), np.array(sure, np.float32), np.ones(len(boxes), bool))


@pytest.fixture
def scenes(tmp_path):
    """Return a folder with two pictures of three cards each."""
    from companion.training.chunks import ChunkFolder

    folder = ChunkFolder(tmp_path / "scenes")
    labels = {
        "corners": np.concatenate([np.stack([UNDER, ONE, FAR])] * 2),
        "kind": np.zeros(6, np.int64),
        "picture": np.repeat([0, 1], 3),
        "visible": np.tile(np.float32([0.5, 1.0, 1.0]), 2),
    }
    folder.write(0, np.full((2, 400, 400, 3), 90, np.uint8), labels)
    return folder


def look(scenes, tmp_path, *found):
    from companion.training.known_cards import find_known

    return find_known(scenes, Finds(*found), tmp_path / "known", lambda _: None)


def test_boxes_are_kept_with_the_card_that_each_shows(scenes, tmp_path):
    known = look(scenes, tmp_path, (ONE + 2, 0.9), (FAR, 0.8), (CARD + (20, 300), 0.7))[0]
    assert known.picture.tolist() == [0, 0, 0, 1, 1, 1]
    assert known.card.tolist() == [1, 2, -1, 4, 5, -1]
    assert np.array_equal(known.corners[0], ONE + 2)


def test_a_card_that_two_boxes_show_is_that_of_the_better_one(scenes, tmp_path):
    assert look(scenes, tmp_path, (ONE + 8, 0.99), (ONE + 1, 0.9))[0].card.tolist() == [-1, 1, -1, 4]


def test_what_is_in_doubt_is_not_known(scenes, tmp_path):
    assert look(scenes, tmp_path, (ONE, 0.9), (FAR, 0.4))[0].card.tolist() == [1, 4]


def test_scenes_are_looked_at_once(scenes, tmp_path):
    from companion.training.known_cards import find_known

    finder, told = Finds((ONE, 0.9)), []
    first, again = (find_known(scenes, finder, tmp_path / "known", told.append)[0] for _ in range(2))
    assert finder.looks == 2
    assert told == ["chunk 0: 2 boxes, 0 of no card"]
    assert np.array_equal(first.corners, again.corners)


def samples(scenes, known, monkeypatch):
    from companion.training.spotter_data import SpotterSamples

    monkeypatch.setattr("companion.training.spotter_data._SHARE_FOUND", 1.0)
    monkeypatch.setattr("companion.training.spotter_data._KNOWN", (1.0,))
    return SpotterSamples(scenes.path, np.random.default_rng(1), known)


def test_what_was_missed_is_to_be_told_from_a_card_beside_it(scenes, tmp_path, monkeypatch):
    drawn = samples(scenes, look(scenes, tmp_path, (ONE, 0.9), (FAR, 0.9)), monkeypatch)
    monkeypatch.setattr("companion.training.spotter_data._SHARE_MISSED", 1.0)
    for _ in range(10):
        cut, marks = drawn.draw()
        assert (marks.heat == 1).sum() == 1
        assert cut[cut.shape[0] // 2, cut.shape[1] // 2, 3] > 0, "the card around which it is is known"


def test_where_all_was_found_nothing_is_to_be_told(scenes, tmp_path, monkeypatch):
    drawn = samples(scenes, look(scenes, tmp_path, (ONE, 0.9), (UNDER, 0.9), (FAR, 0.9)), monkeypatch)
    assert not any(drawn.draw()[1].heat.any() for _ in range(10))


def test_a_card_just_beneath_a_known_one_is_not_asked_for(scenes, tmp_path, monkeypatch):
    # The only box lies between both, so nearly on either that no other could be told from it.
    monkeypatch.setattr("companion.training.spotter_data._ALL_BUT", 0.3)
    drawn = samples(scenes, look(scenes, tmp_path, ((ONE + UNDER) / 2, 0.9), (FAR, 0.9)), monkeypatch)
    assert not any(drawn.draw()[1].heat.any() for _ in range(10))
