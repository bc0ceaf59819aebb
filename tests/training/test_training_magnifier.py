"""What the magnifier learns from, and its training."""

import importlib.util

import numpy as np
import pytest

from companion.synth.drawn import ProductDesign
from companion.synth.scene import Sources
from companion.training.reader_data import class_names
from companion.vision.magnifier import HEIGHT, INSET, WIDTH, Magnifier

NEEDED = ("torch", "ultralytics", "onnx")
pytestmark = pytest.mark.skipif(
    not all(importlib.util.find_spec(name) for name in NEEDED), reason=f"needs the train extra ({', '.join(NEEDED)})"
)
SOURCES = Sources({"french52": [ProductDesign("french52")]}, {"french52": 1.0}, None)


@pytest.fixture
def few(monkeypatch):
    """Let a chunk have 24 cards."""
    from companion.training import magnifier_data

    monkeypatch.setattr(magnifier_data, "CROPS_A_CHUNK", 24)
    return magnifier_data.MagnifierChunkMaker(SOURCES, 3)


def test_a_chunk_has_both_corners_of_cards_and_is_the_same_whoever_makes_it(few):
    corners, labels = few(0)
    assert corners.shape == (24, 2, HEIGHT + 2 * INSET, WIDTH + 2 * INSET, 3)
    again, _ = few(0)
    assert (corners == again).all()
    assert all(class_names()[kind].startswith("french52 ") for kind in labels["kind"])
    assert len({corner.tobytes() for pair in corners for corner in pair}) == 48


def test_a_third_of_the_boxes_lie_wrong_in_every_way_that_boxes_do():
    from companion.training.magnifier_data import misplaced

    card = np.array([[0, 0], [60, 0], [60, 100], [0, 100]], float)
    rng = np.random.default_rng(1)
    boxes = [misplaced(rng, card) for _ in range(600)]
    moved = np.array([np.linalg.norm(box - card, axis=1) > 1e-9 for box in boxes])
    assert 150 < (moved.sum(axis=1) > 0).sum() < 240
    sideways = [box for box in boxes if any((np.roll(card, turn, axis=0) == box).all() for turn in (1, -1))]
    assert 15 < len(sideways) < 60
    ended = [box for box, corners in zip(boxes, moved, strict=True) if corners.sum() == 2]
    assert {tuple(np.flatnonzero(np.linalg.norm(box - card, axis=1))) for box in ended} == {
        (0, 1),
        (0, 3),
        (1, 2),
        (2, 3),
    }
    assert all(np.linalg.norm(box.mean(axis=0) - card.mean(axis=0)) < 30 for box in boxes)


def test_every_class_of_the_reader_has_its_rank_and_its_suit():
    from companion.training.magnifier_network import answers, rank_names, suit_names

    told = {
        name: (rank_names()[rank], suit_names()[suit])
        for name, (rank, suit) in zip(class_names()[:-1], answers(), strict=True)
    }
    assert told["french52 10H turned"] == ("french52 10", "french52 H")
    assert told["spanish48 12-cups"] == ("spanish48 12", "spanish48 cups")
    assert told["seven-suitors thief"] == ("seven-suitors thief", "seven-suitors nothing")
    assert len(set(told.values())) == len(told) / 2


@pytest.mark.filterwarnings("ignore")  # of the training packages' own making
def test_a_trained_magnifier_is_exported_in_8_bits_and_compared_with_itself_as_equal(few, tmp_path, monkeypatch):
    import torch

    from companion.training import quantise
    from companion.training.chunks import ChunkFolder
    from companion.training.comparison import compare
    from companion.training.export import export_magnifier
    from companion.training.magnifier import train_magnifier
    from companion.training.own_trainer import Schedule
    from companion.training.plots import read_progress

    torch.set_num_threads(1)
    for part in ("train", "val"):
        ChunkFolder(tmp_path / part).write(0, *few(0))
    checkpoint = tmp_path / "training" / "weights" / "last.pt"
    train_magnifier(tmp_path / "train", None, 1, Schedule(checkpoint, 0.03, "cpu", None, resume=False), lambda _: None)
    assert torch.load(checkpoint, weights_only=True)["steps"] > 0
    assert {"ranks", "suits"} <= set(read_progress(tmp_path / "training"))
    export_magnifier(checkpoint, tmp_path / "magnifier.onnx", {})
    rows = compare("magnifier", tmp_path / "magnifier.onnx", tmp_path, tmp_path, None)
    assert [row.measure for row in rows] == ["named by corners alone, french52"]
    assert all((row.before == row.after).all() and not row.is_worse for row in rows)
    noise = np.random.default_rng(1).random((8, 3, HEIGHT, WIDTH), np.float32)
    monkeypatch.setattr(quantise, "corners_of_scenes", lambda _: [noise])
    quantise.quantise_magnifier(tmp_path / "magnifier.onnx", tmp_path / "small.onnx", SOURCES)
    pair = tuple(np.zeros((2, HEIGHT, WIDTH, 3), np.uint8))
    factors = Magnifier(tmp_path / "small.onnx").factors([pair] * 3, class_names())
    assert factors.shape == (3, len(class_names()))
    assert ((factors > 0) & (factors <= 1)).all()
