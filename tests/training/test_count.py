"""What the counter learns from, and its training."""

import importlib.util

import numpy as np
import pytest

NEEDED = ("torch", "ultralytics", "onnx")
pytestmark = pytest.mark.skipif(
    not all(importlib.util.find_spec(name) for name in NEEDED), reason=f"needs the train extra ({', '.join(NEEDED)})"
)


@pytest.fixture(scope="module")
def crops(tmp_path_factory):
    """Return a folder with a chunk of dark cards with one to four bright squares each."""
    from companion.training.chunks import ChunkFolder

    folder = tmp_path_factory.mktemp("crops")
    images = np.full((40, 160, 112, 3), 30, np.uint8)
    shown = np.arange(40) % 4
    for image, most in zip(images, shown, strict=True):
        for number in range(most + 1):
            image[20 + 32 * number : 40 + 32 * number, 45:65] = 220
    for part in ("train", "val"):
        ChunkFolder(folder / part).write(0, images, {"shown": shown})
    return folder


def test_no_variation_changes_how_much_is_on_a_card():
    import cv2
    import torch

    from companion.training.batch_views import as_crops
    from companion.training.count import varied

    torch.manual_seed(4)
    card = np.full((160, 112, 3), 235, np.uint8)
    places = ((30, 62), (80, 40), (80, 84), (128, 62))
    for y, x in places:
        cv2.circle(card, (x, y), 9, (30, 40, 60), -1)
    crops = varied(as_crops(torch.from_numpy(np.stack([card] * 60))))
    pictures = (255 * crops).numpy().transpose(0, 2, 3, 1)
    counts = []
    for picture in pictures:
        grey = picture.mean(axis=2)
        dark = (grey < (grey.max() + grey.min()) / 2).astype(np.uint8)
        pieces, _, facts, _ = cv2.connectedComponentsWithStats(dark)
        counts.append(sum(facts[piece][4] > 100 for piece in range(1, pieces)))
    assert counts == [len(places)] * 60
    assert len({picture.tobytes() for picture in pictures}) == 60


def test_chunks_say_what_is_in_the_middle_whatever_stands_in_the_corners():
    from companion.synth.drawn import RandomDesign
    from companion.training.count_data import what_is_shown
    from companion.vision.counter import COURT, OTHER, SHOWN

    kinds = set()
    for seed in range(30):
        design = RandomDesign("spanish48", seed, 60, astray=True).load()
        kinds.add(design.countable)
        assert SHOWN[what_is_shown(design, "11-cups")] == (COURT if design.figured else OTHER)
        assert SHOWN[what_is_shown(design, "4-cups")] == ("4" if design.countable else OTHER)
    assert kinds == {True, False}


def test_a_court_that_shows_a_letter_a_symbol_or_a_view_is_no_figure():
    from companion.artwork.styles import random_style
    from companion.synth.drawn import RandomDesign

    shown = {}
    for seed in range(120):
        styles = []

        def keep(style, styles=styles):
            styles.append(style)
            return style

        random_style("french52", np.random.default_rng(seed), keep)
        (style,) = styles
        kind = "view" if style.pips.pictures else style.courts.kind
        shown.setdefault(kind, set()).add(RandomDesign("french52", seed, 60).load().figured)
    assert {"view", "letter", "symbol", "bust"} <= set(shown)
    assert all(figured == {kind not in ("view", "letter", "symbol")} for kind, figured in shown.items())


def test_ranks_of_a_deck_led_astray_are_exchanged_and_nothing_else_is():
    from companion.synth.drawn import RandomDesign

    plain, astray = (RandomDesign("french52", 3, 200, astray=flag).load() for flag in (False, True))
    changed = 0
    for code in ("3S", "7H", "10D", "KC"):
        one, other = (np.int16(design.faces[code].levels[0][..., :3]) for design in (plain, astray))
        differs = np.abs(one - other).max(axis=2) > 60
        changed += bool(differs.any())
        height, width = differs.shape
        assert not differs[height // 3 : -height // 3, width // 3 : -width // 3].any()
    assert changed >= 3


@pytest.mark.filterwarnings("ignore")  # of the training packages' own making
def test_a_trained_counter_is_exported_in_8_bits_and_compared_with_itself_as_equal(crops, tmp_path, monkeypatch):
    import torch

    from companion.synth.scene import Sources
    from companion.training import quantise
    from companion.training.comparison import compare
    from companion.training.count import train_count
    from companion.training.export import export_counter
    from companion.training.own_trainer import Schedule
    from companion.training.plots import read_progress
    from companion.vision.counter import SHOWN, Counter

    torch.set_num_threads(1)
    checkpoint = tmp_path / "training" / "weights" / "last.pt"
    train_count(crops / "train", None, 1, Schedule(checkpoint, 0.03, "cpu", None, resume=False), lambda _: None)
    assert torch.load(checkpoint, weights_only=True)["steps"] > 0
    assert "shown" in read_progress(tmp_path / "training")
    export_counter(checkpoint, tmp_path / "counter.onnx", {})
    rows = compare("counter", tmp_path / "counter.onnx", tmp_path, crops, None)
    assert {row.measure for row in rows} >= {"numbers counted"}
    assert all((row.before == row.after).all() and not row.is_worse for row in rows)
    noise = np.random.default_rng(1).random((8, 3, 160, 112), np.float32)
    monkeypatch.setattr(quantise, "crops_of_scenes", lambda _: [noise])
    quantise.quantise_counter(tmp_path / "counter.onnx", tmp_path / "small.onnx", Sources({}, {}, None))
    chances = Counter(tmp_path / "small.onnx").count(list(np.zeros((3, 160, 112, 3), np.uint8)))
    assert chances.shape == (3, len(SHOWN))
    assert chances.sum(axis=1) == pytest.approx(1, abs=1e-4)
