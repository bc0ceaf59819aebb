"""Cut-outs for the refiner, and its training."""

import importlib.util

import cv2
import numpy as np
import pytest

NEEDED = ("torch", "ultralytics", "onnx")
pytestmark = pytest.mark.skipif(
    not all(importlib.util.find_spec(name) for name in NEEDED), reason=f"needs the train extra ({', '.join(NEEDED)})"
)


@pytest.fixture(scope="module")
def scenes(tmp_path_factory):
    """Return a folder with one chunk of bright cards on a dark table."""
    from companion.training.chunks import ChunkFolder
    from companion.training.finder_data import HEIGHT, WIDTH

    folder = tmp_path_factory.mktemp("scenes")
    rng = np.random.default_rng(3)
    images = np.full((24, HEIGHT, WIDTH, 3), 40, np.uint8)
    corners = []
    for image in images:
        angle = rng.uniform(0, 2 * np.pi)
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        middle = rng.uniform(0.3, 0.7, 2) * (WIDTH, HEIGHT)
        quad = np.array([[-35, -50], [35, -50], [35, 50], [-35, 50]]) @ turn.T + middle
        cv2.fillConvexPoly(image, np.round(quad).astype(np.int32), (235, 240, 240))
        corners.append(quad)
    labels = {
        "corners": np.array(corners, np.float32),
        "kind": np.zeros(24, np.int64),
        "picture": np.arange(24, dtype=np.int64),
    }
    ChunkFolder(folder / "train").write(0, images, labels)
    ChunkFolder(folder / "val").write(0, images, labels)
    return folder


def test_cut_outs_show_the_card_where_their_corners_say(scenes):
    from companion.training.refiner_data import RefinerSamples
    from companion.vision.refiner import HEIGHT, WIDTH

    samples = RefinerSamples({scenes / "train": {}}, np.random.default_rng(1))
    drawn = [samples.draw() for _ in range(60)]
    with_card = [sample for sample in drawn if sample.has_corners]
    assert 35 < len(with_card) < 60, "most show a card, some none"
    for sample in with_card:
        inside = np.zeros((HEIGHT, WIDTH), np.uint8)
        cv2.fillConvexPoly(inside, np.round(sample.corners * (WIDTH, HEIGHT)).astype(np.int32), 1)
        grey = sample.crop.mean(axis=2)
        if (inside == 0).sum() > 50 and inside.sum() > 50:
            assert grey[inside == 1].mean() > grey[inside == 0].mean() + 60


def test_views_of_photographs_are_learned_from_beside_the_scenes(scenes, tmp_path):
    from companion.training.chunks import ChunkFolder
    from companion.training.refiner_data import RefinerSamples

    chunk = ChunkFolder(scenes / "train").load(0)
    labels = {name: np.asarray(value) for name, value in chunk.labels.items()}
    ChunkFolder(tmp_path / "photographs").write(0, 255 - np.asarray(chunk.images), labels)
    samples = RefinerSamples({scenes / "train": {}, tmp_path / "photographs": {}}, np.random.default_rng(1))
    dark = [np.median(sample.crop) > 127 for sample in (samples.draw() for _ in range(60)) if not sample.has_corners]
    assert 0 < sum(dark) < len(dark), "of both folders"


def test_corners_of_a_cut_out_fit_to_a_fraction_of_a_pixel_in_a_mirror_too(monkeypatch):
    from companion.training import refiner_data
    from companion.vision.refiner import HEIGHT, WIDTH

    monkeypatch.setattr(refiner_data, "_degraded", lambda _rng, crop: crop)
    monkeypatch.setattr(refiner_data, "random_lookup", lambda _rng, crop: crop)
    image = np.zeros((300, 300, 3), np.uint8)
    image[100:200, 115:185] = 255
    truth = np.array([[114.5, 99.5], [184.5, 99.5], [184.5, 199.5], [114.5, 199.5]])
    rng = np.random.default_rng(4)
    for _ in range(40):
        sample = refiner_data._sample(rng, image, truth + (5, -7), truth, 0)
        seen = cv2.moments(sample.crop[..., 0].astype(np.float32))
        labelled = cv2.moments(sample.corners * np.float32([WIDTH, HEIGHT]))
        off = [seen[key] / seen["m00"] - labelled[key] / labelled["m00"] for key in ("m10", "m01")]
        assert np.abs(off).max() < 0.1


def test_boxes_of_the_finder_are_drawn_with_the_card_that_they_mean(scenes):
    from companion.training.chunks import ChunkFolder
    from companion.training.proposals import NO_CARD, Proposals
    from companion.training.refiner_data import NONE, RefinerSamples

    cards = ChunkFolder(scenes / "train").load(0).labels["corners"]
    far = np.array([[2, 2], [22, 2], [22, 32], [2, 32]], np.float32)
    proposals = Proposals(np.stack([cards[5], far]), np.array([5, 7]), np.array([5, NO_CARD]))
    samples = RefinerSamples({scenes / "train": {0: proposals}}, np.random.default_rng(1))
    drawn = [samples._as_proposed() for _ in range(40)]
    of_card = [sample for sample in drawn if sample.has_corners]
    assert 15 < len(of_card) < 40
    low, high = 0.2 / 1.4, 1.2 / 1.4
    expected = np.array([[low, low], [high, low], [high, high], [low, high]])
    assert all(np.abs(sample.corners - expected).max() < 0.1 for sample in of_card)
    assert all(sample.kind == NONE for sample in drawn if not sample.has_corners)


def test_a_box_around_a_part_of_a_card_is_to_become_the_whole_card():
    from companion.training.refiner_data import part_of
    from companion.vision.boxes import card_heights, overlap, shared_area

    whole = np.array([[100, 50], [170, 50], [170, 150], [100, 150]], np.float64)
    parts = [part_of(np.random.default_rng(number), whole) for number in range(60)]
    shares = [shared_area(part, whole) / 7000 for part in parts]
    assert min(shares) > 0.35
    assert max(shares) < 0.9
    middles = np.array([part.mean(axis=0) for part in parts]) - whole.mean(axis=0)
    assert (np.abs(middles).max(axis=0) > 12).all(), "from a short edge and from a long one"
    assert all(overlap(part, whole) > 0.35 for part in parts), "they hold little else"
    widths = [np.linalg.norm(part[1] - part[0]) for part in parts]
    assert (card_heights(np.stack(parts)) >= np.array(widths) * 0.98).all(), "the first edge is a short one"


def test_a_training_that_broke_off_goes_on_where_it_was(scenes, tmp_path):
    import torch

    from companion.training.own_trainer import Schedule
    from companion.training.refiner import train_refiner

    torch.set_num_threads(1)
    checkpoint = tmp_path / "run" / "last.pt"
    lines: list[str] = []

    def train(minutes, resume):
        schedule = Schedule(checkpoint, minutes, "cpu", None, resume)
        train_refiner({scenes / "train": {}}, 1, (), schedule, lines.append)
        return torch.load(checkpoint, weights_only=True)

    first = train(0.03, resume=False)
    assert first["steps"] > 0
    assert first["seconds"] >= 1.8
    longer = first["seconds"] / 60 + 0.05
    second = train(longer, resume=True)
    assert second["steps"] > first["steps"]
    assert second["seconds"] > first["seconds"]
    assert train(longer, resume=True)["steps"] == second["steps"], "the time is over"
    assert len(lines) >= 2


@pytest.mark.filterwarnings("ignore")  # of the training packages' own making
def test_corners_stay_those_of_the_refiner_in_use_to_the_bit_and_kinds_are_the_new_ones(tmp_path):
    import torch

    from companion.training.export import export_refiner
    from companion.training.keeping_corners import keep_corners
    from companion.training.refiner import RefinerNetwork
    from companion.vision.onnx_model import OnnxModel

    torch.manual_seed(5)
    used = RefinerNetwork()
    learned = RefinerNetwork()
    learned.body.load_state_dict(used.body.state_dict())

    def export(network, name):
        torch.save({"averaged": network.state_dict()}, tmp_path / "last.pt")
        export_refiner(tmp_path / "last.pt", tmp_path / name, {"of": name})
        return OnnxModel(tmp_path / name, "refiner")

    cuts = np.random.default_rng(3).random((3, 3, 96, 72)).astype(np.float32)
    in_use, new = export(used, "used.onnx").run(cuts), export(learned, "new.onnx").run(cuts)
    for given in ("used.onnx", "again.onnx"):  # what was written can be in use the next time
        export(learned, "new.onnx")
        keep_corners(tmp_path / "new.onnx", tmp_path / given)
        (tmp_path / "again.onnx").write_bytes((tmp_path / "new.onnx").read_bytes())
        written = OnnxModel(tmp_path / "new.onnx", "refiner")
        assert written.outputs == ("corners", "kinds")
        assert written.about["of"] == "new.onnx"
        corners, kinds = written.run(cuts)
        assert np.array_equal(corners, in_use[0])
        assert not np.allclose(corners, new[0], atol=1e-4)
        assert np.allclose(kinds, new[1], atol=1e-5)
        assert not np.allclose(kinds, in_use[1], atol=1e-3)


def test_what_is_a_card_can_be_learned_without_a_corner_moving(scenes, tmp_path):
    import torch

    from companion.training.own_trainer import Schedule
    from companion.training.refiner import RefinerNetwork, train_refiner

    torch.set_num_threads(1)
    before, after = RefinerNetwork(), RefinerNetwork()
    torch.save({"averaged": before.state_dict()}, tmp_path / "before.pt")
    schedule = Schedule(tmp_path / "last.pt", 0.03, "cpu", tmp_path / "before.pt", resume=False)
    train_refiner({scenes / "train": {}}, 1, (), schedule, lambda _: None, kinds_only=True)
    after.load_state_dict(torch.load(tmp_path / "last.pt", weights_only=True)["averaged"])
    cuts = torch.rand(4, 3, 96, 72)
    corners, kinds = zip(before.eval()(cuts), after.eval()(cuts), strict=True)
    assert torch.equal(*corners)
    assert not torch.equal(*kinds)


@pytest.mark.filterwarnings("ignore")  # of the training packages' own making
def test_an_exported_refiner_is_compared_with_itself_as_equal(scenes, tmp_path):
    import torch

    from companion.training.comparison import compare
    from companion.training.export import export_refiner
    from companion.training.refiner import RefinerNetwork

    torch.save({"averaged": RefinerNetwork().state_dict()}, tmp_path / "last.pt")
    export_refiner(tmp_path / "last.pt", tmp_path / "refiner.onnx", {})
    rows = compare("refiner", tmp_path / "refiner.onnx", tmp_path, scenes, None)
    assert {row.measure for row in rows} >= {"error of corners, in heights", "sides told", "parts made whole"}
    assert all((row.before == row.after).all() and not row.is_worse for row in rows)


def test_progress_of_either_trainer_becomes_a_picture(tmp_path):
    pytest.importorskip("matplotlib")
    from companion.training.plots import plot_progress, read_progress

    assert plot_progress(tmp_path, tmp_path / "plot.png") is None
    table = "epoch,time,train/loss,val/loss\n1,60,2.5,0\n2,120,1.5,0.9\n"
    (tmp_path / "results.csv").write_text(table, encoding="utf-8")
    (tmp_path / "weights").mkdir()
    (tmp_path / "weights" / "results.jsonl").write_text(
        '{"minutes": 3, "steps": 9, "corners": 0.2}\n', encoding="utf-8"
    )
    series = read_progress(tmp_path)
    assert series == {"train/loss": [(1.0, 2.5), (2.0, 1.5)], "val/loss": [(2.0, 0.9)], "corners": [(3.0, 0.2)]}
    target = plot_progress(tmp_path, tmp_path / "plot.png")
    assert target is not None
    assert cv2.imread(str(target)) is not None
