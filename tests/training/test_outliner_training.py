"""What the outliner learns from, and its training."""

import importlib.util

import cv2
import numpy as np
import pytest

from companion.synth.drawn import ProductDesign
from companion.synth.scene import Sources

NEEDED = ("torch", "ultralytics", "onnx")
pytestmark = pytest.mark.skipif(
    not all(importlib.util.find_spec(name) for name in NEEDED), reason=f"needs the train extra ({', '.join(NEEDED)})"
)

SOURCES = Sources({"french52": [ProductDesign("french52")]}, {"french52": 1.0}, None)


@pytest.fixture(scope="module")
def scenes(tmp_path_factory):
    """Return a folder with a chunk of ten crowded scenes, to learn from and to compare on."""
    from companion.training import finder_data
    from companion.training.chunks import ChunkFolder

    folder = tmp_path_factory.mktemp("crowded")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(finder_data, "SCENES_A_CHUNK", 10)
        made = finder_data.OutlineChunkMaker(SOURCES, 3)(0)
    for part in ("train", "val"):
        ChunkFolder(folder / part).write(0, *made)
    return folder


def test_its_scenes_are_mostly_crowded_and_say_how_much_of_a_card_shows(scenes):
    from companion.training.chunks import ChunkFolder

    labels = ChunkFolder(scenes / "train").load(0).labels
    assert len(labels["visible"]) == len(labels["corners"])
    assert 0.12 <= labels["visible"].min() < 0.9 <= labels["visible"].max() <= 1


def test_covered_cards_are_drawn_more_often_and_shown_where_their_corners_say(scenes):
    from companion.training.outline_data import OutlineSamples
    from companion.vision.outliner import HEIGHT, WIDTH

    samples = OutlineSamples(scenes / "train", np.random.default_rng(1), {})
    drawn = [samples.draw() for _ in range(30)]
    assert all(crop.shape == (HEIGHT, WIDTH, 3) and corners.shape == (4, 2) for crop, corners in drawn)
    assert all(cv2.isContourConvex(np.float32(corners)) for _, corners in drawn)
    visible = [samples._chunks[place.chunk].labels["visible"][place.card] for place in samples._cards]
    of_all = samples._chunks[0].labels["visible"]
    assert np.mean(np.array(visible) < 0.97) > np.mean(of_all < 0.97)


def test_boxes_of_the_finder_are_drawn_with_the_card_that_they_mean(scenes):
    from companion.training.chunks import ChunkFolder
    from companion.training.outline_data import OutlineSamples
    from companion.training.proposals import NO_CARD, Proposals
    from companion.vision.outliner import MARGIN

    labels = ChunkFolder(scenes / "train").load(0).labels
    card = int(labels["visible"].argmax())
    boxes = np.stack([labels["corners"][card], labels["corners"][card] + 90])
    proposals = Proposals(boxes, np.repeat(labels["picture"][card], 2), np.array([card, NO_CARD]))
    samples = OutlineSamples(scenes / "train", np.random.default_rng(1), {0: proposals})
    assert {place.box for place in samples._proposed} == {0}
    low, high = MARGIN / (1 + 2 * MARGIN), (1 + MARGIN) / (1 + 2 * MARGIN)
    samples._cards = samples._proposed
    for _ in range(10):
        assert np.abs(samples.draw()[1] - [[low, low], [high, low], [high, high], [low, high]]).max() < 0.05


@pytest.mark.filterwarnings("ignore")  # of the training packages' own making
def test_a_trained_outliner_is_exported_in_8_bits_and_compared_with_itself_as_equal(scenes, tmp_path, monkeypatch):
    import torch

    from companion.resources import models_directory
    from companion.training import quantise
    from companion.training.comparison import compare
    from companion.training.export import export_outliner
    from companion.training.outliner import train_outliner
    from companion.training.own_trainer import Schedule
    from companion.vision.outliner import Outliner

    torch.set_num_threads(1)
    monkeypatch.setattr("companion.training.outliner._BATCH", 8)
    checkpoint = tmp_path / "last.pt"
    schedule = Schedule(checkpoint, 0.03, "cpu", None, resume=False)
    train_outliner(scenes / "train", models_directory() / "refiner.pt", 1, {}, schedule, lambda _: None)
    assert torch.load(checkpoint, weights_only=True)["steps"] > 0
    export_outliner(checkpoint, tmp_path / "outliner.onnx", {})
    rows = compare("outliner", tmp_path / "outliner.onnx", tmp_path, scenes, None)
    assert {row.measure for row in rows} == {"error of corners, in heights", "corners within 3% of the height"}
    assert all((row.before == row.after).all() and not row.is_worse for row in rows)
    monkeypatch.setattr(quantise, "_SCENES_OF_CROPS", 2)
    quantise.quantise_outliner(tmp_path / "outliner.onnx", tmp_path / "small.onnx", SOURCES)
    picture = np.random.default_rng(2).integers(0, 255, (200, 200, 3)).astype(np.uint8)
    box = np.array([[[60, 50], [130, 50], [130, 150], [60, 150]]], np.float32)
    plain, small = (Outliner(tmp_path / f"{name}.onnx").outline(picture, box) for name in ("outliner", "small"))
    assert np.abs(plain.corners - small.corners).max() < 0.1
