"""What the spotter learns from, and its training."""

import importlib.util
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from companion.synth.drawn import ProductDesign
from companion.synth.scene import Sources
from companion.vision.spotter import CELL, HEIGHT, WIDTH, box_at, claims_picture, place_of

NEEDED = ("torch", "ultralytics", "onnx")
pytestmark = pytest.mark.skipif(
    not all(importlib.util.find_spec(name) for name in NEEDED), reason=f"needs the train extra ({', '.join(NEEDED)})"
)

SOURCES = Sources({"french52": [ProductDesign("french52")]}, {"french52": 1.0}, None)
AS_SEEN = np.eye(3)
"""A cut-out that is its own picture."""


@pytest.fixture(scope="module")
def scenes(tmp_path_factory):
    """Return a folder with a chunk of ten crowded scenes, to learn from and to compare on."""
    from companion.training.chunks import ChunkFolder
    from companion.training.finder_data import OutlineChunkMaker

    folder = tmp_path_factory.mktemp("crowded")
    made = OutlineChunkMaker(SOURCES, 3).scenes(0, 10)
    for part in ("train", "val"):
        ChunkFolder(folder / part).write(0, *made)
    return folder


def card(x, y, width=60, height=90):
    return np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]], np.float64)


def table(folder, *cards):
    """Return samples of one picture with cards of a level of grey each; others cover all but the first.

    Args:
        folder: Where its chunk goes.
        cards: (corners, level) of each.
    """
    from companion.training.chunks import ChunkFolder
    from companion.training.spotter_data import SpotterSamples

    picture = np.zeros((400, 400, 3), np.uint8)
    for quad, level in cards:
        cv2.fillConvexPoly(picture, np.round(quad).astype(np.int32), (level, level, level))
    labels = {
        "corners": np.array([quad for quad, _ in cards], np.float32),
        "kind": np.zeros(len(cards), np.int64),
        "picture": np.zeros(len(cards), np.int64),
        "visible": np.array([1.0, *[0.5] * (len(cards) - 1)], np.float32),
    }
    ChunkFolder(folder).write(0, picture[None], labels)
    return SpotterSamples(folder, np.random.default_rng(1), {})


def told(marks):
    """Return the boxes that a network that says just this would spot, in the cut-out."""
    return [
        box_at(np.array([(column + x) * CELL, (row + y) * CELL, cosine, sine]), AS_SEEN)
        for row, column in np.argwhere(marks.heat >= 1)
        for x, y, cosine, sine in [marks.places[:, row, column]]
    ]


def fits(cut, quad, level):
    """Return how well a box in a cut-out fits the card of a level of grey there: intersection over union."""
    box = claims_picture([quad], AS_SEEN)[..., 0] > 0
    shown = np.abs(cut[..., 0].astype(int) - level) < 30
    return float((box & shown).sum() / (box | shown).sum())


def test_samples_are_cut_outs_with_two_pictures_of_what_is_known_and_what_is_to_be_said(scenes):
    from companion.training.spotter_data import CELLS, SpotterSamples

    samples = SpotterSamples(scenes / "train", np.random.default_rng(1), {})
    drawn = [samples.draw() for _ in range(60)]
    assert all(cut.shape == (HEIGHT, WIDTH, 5) and cut.dtype == np.uint8 for cut, _ in drawn)
    assert all(marks.heat.shape == marks.weights.shape == CELLS for _, marks in drawn)
    assert all(marks.places.shape == (4, *CELLS) for _, marks in drawn)
    assert all(marks.heat.min() >= 0 and marks.heat.max() <= 1 for _, marks in drawn)
    middle = HEIGHT // 2, WIDTH // 2
    assert all(cut[middle][3] for cut, _ in drawn), "the card that it is cut out around is always known"
    with_missed = np.mean([marks.heat.max() == 1 for _, marks in drawn])
    assert 0.4 < with_missed < 1, "cards are missed around most of them, and around some none"


def test_a_card_that_is_not_known_is_marked_where_it_lies_in_mirrored_cut_outs_as_well(tmp_path, monkeypatch):
    monkeypatch.setattr("companion.training.spotter_data.random_lookup", lambda _, cut: cut)
    around = card(-30, -45)
    turn = np.array([[np.cos(0.5), np.sin(0.5)], [-np.sin(0.5), np.cos(0.5)]])
    samples = table(tmp_path, (around + (200, 200), 120), (around @ turn + (262, 212), 240))
    sides = set()
    for _ in range(200):
        cut, marks = samples.draw()
        for quad in told(marks):
            level = max((120, 240), key=lambda level: fits(cut, quad, level))
            assert fits(cut, quad, level) > 0.7
            known = cut[np.abs(cut[..., 0].astype(int) - level) < 30][:, 3]
            assert (known > 0).mean() < 0.3, "it is not among those that are known"
            sides.add((level, bool(quad[:, 0].mean() > WIDTH / 2)))
    # Each seen from the other: in the cut-out upright, upside down and in a mirror.
    assert sides == {(120, False), (120, True), (240, False), (240, True)}


def test_cards_that_are_known_are_shown_and_not_marked(tmp_path, monkeypatch):
    monkeypatch.setattr("companion.training.spotter_data._KNOWN", (1.0,))
    samples = table(tmp_path, (card(100, 100), 255), (card(130, 110), 255), (card(160, 120), 255))
    monkeypatch.setattr("companion.training.spotter_data._SHARE_MISSED", 0.0)
    for _ in range(10):
        cut, marks = samples.draw()
        assert not marks.heat.any()
        assert not marks.weights.any()
        assert cut[..., 3].max() >= 160, "where known cards lie on each other it shows"
    monkeypatch.setattr("companion.training.spotter_data._SHARE_MISSED", 1.0)
    for _ in range(10):
        cut, marks = samples.draw()
        assert len(told(marks)) == 1, "one is missed and the two others are known"


def test_what_is_to_be_said_of_a_place_is_where_the_nearest_unknown_card_lies():
    from companion.training.spotter_data import marks_of

    first, second = card(20, 30, 56, 80), card(52, 60, 56, 80)
    marks = marks_of([place_of(quad, AS_SEEN) for quad in (first, second)])
    boxes = told(marks)
    assert len(boxes) == 2
    for quad in (first, second):
        middles = [np.linalg.norm(box.mean(axis=0) - quad.mean(axis=0)) for box in boxes]
        assert min(middles) < 0.01
    sure = np.argwhere(marks.weights > 0)
    assert {tuple(place) for place in np.argwhere(marks.heat >= 1)} < {tuple(place) for place in sure}
    for row, column in sure:
        x, y, *_ = marks.places[:, row, column]
        middle = np.array([(column + x) * CELL, (row + y) * CELL])
        assert min(np.linalg.norm(middle - quad.mean(axis=0)) for quad in (first, second)) < 0.01
    assert not marks_of([place_of(card(400, 30), AS_SEEN)]).heat.any(), "one outside the cut-out is not asked for"


@pytest.mark.filterwarnings("ignore")  # of the training packages' own making
def test_a_trained_spotter_is_exported_in_8_bits_and_compared_with_itself_as_equal(scenes, tmp_path, monkeypatch):
    import torch

    from companion.training import quantise
    from companion.training.comparison import compare
    from companion.training.own_networks import NETWORKS, OWN
    from companion.training.own_trainer import Schedule
    from companion.training.plan import export
    from companion.vision.onnx_model import OnnxModel

    monkeypatch.setattr("companion.training.spotter._BATCH", 8)
    checkpoint = tmp_path / "last.pt"
    schedule = Schedule(checkpoint, 0.03, "cpu", None, resume=False)
    OWN["spotter"](SimpleNamespace(threads=1, seed=1, schedule=schedule, run=tmp_path), scenes, lambda _: None)
    assert torch.load(checkpoint, weights_only=True)["steps"] > 0
    assert export("spotter", checkpoint, tmp_path, {}) == tmp_path / "spotter.onnx"
    weights = torch.load(tmp_path / "spotter.pt", weights_only=True)["averaged"]
    NETWORKS["spotter"]().load_state_dict(weights)  # Another training can begin with them.
    rows = compare("spotter", tmp_path / "spotter.onnx", tmp_path, scenes, None)
    assert {row.measure for row in rows} == {
        "missed cards spotted",
        "spotted that are cards",
        "scenes in which none is spotted where all are known",
    }
    assert all((row.before == row.after).all() and not row.is_worse for row in rows)
    monkeypatch.setattr(quantise, "_SCENES_OF_CROPS", 2)
    quantise.quantise_spotter(tmp_path / "spotter.onnx", tmp_path / "small.onnx", SOURCES)
    given = quantise.told_cut_outs_of_scenes(SOURCES)[0]
    assert given.shape[1:] == (5, HEIGHT, WIDTH)
    assert 0 <= given.min() < given.max() <= 1
    plain, small = (OnnxModel(tmp_path / f"{name}.onnx", "spotter").run(given) for name in ("spotter", "small"))
    assert all(np.abs(one - other).max() < 0.5 for one, other in zip(plain, small, strict=True))
    assert not np.array_equal(plain[0], small[0])
