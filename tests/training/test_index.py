"""What reads indices beside the reader."""

import importlib.util

import numpy as np
import pytest

NEEDED = ("torch", "ultralytics", "onnx")
pytestmark = pytest.mark.skipif(
    not all(importlib.util.find_spec(name) for name in NEEDED), reason=f"needs the train extra ({', '.join(NEEDED)})"
)
TEMPERATURE = 0.75


@pytest.fixture(scope="module")
def crops():
    import torch

    torch.set_num_threads(1)
    return torch.rand(3, 3, 160, 112, generator=torch.Generator().manual_seed(1))


class Pretended:
    """Networks that say what they are told to."""

    @staticmethod
    def reader(lean):
        import torch
        from torch import nn

        from companion.training.reader_data import class_names

        class Reader(nn.Module):
            def forward(self, crops):
                logits = torch.linspace(-1, 1, len(class_names())).repeat(len(crops), 1)
                for name, value in lean.items():
                    logits[:, class_names().index(name)] = value
                return logits, torch.ones(len(crops), 4)

        return Reader()

    @staticmethod
    def index(rank):
        """Corners that always show one rank."""
        import torch
        from torch import nn

        from companion.training.index_network import rank_names

        class Index(nn.Module):
            def forward(self, corners):
                logits = torch.zeros(len(corners), len(rank_names()))
                logits[:, rank_names().index(rank)] = 9.0
                return logits

        return Index()


def chances(logits):
    return (logits / TEMPERATURE).softmax(1)


def joined(lean, rank):
    from companion.training.index_network import WithIndices

    return WithIndices(Pretended.reader(lean), Pretended.index(rank), TEMPERATURE)


def test_corners_say_which_rank_and_the_whole_card_which_suit(crops):
    from companion.training.reader_data import class_names

    lean = {"spanish48 6-cups": 6.0, "spanish48 2-cups": 5.0, "spanish48 2-swords": 2.0}
    logits, embedding = joined(lean, "spanish48 2")(crops)
    assert {class_names()[number] for number in logits.argmax(1).tolist()} == {"spanish48 2-cups"}
    assert embedding.shape == (3, 4)


def test_a_whole_card_that_is_sure_is_not_overruled(crops):
    from companion.training.reader_data import class_names

    logits, _ = joined({"spanish48 6-cups": 14.0}, "spanish48 2")(crops)
    assert {class_names()[number] for number in logits.argmax(1).tolist()} == {"spanish48 6-cups"}


def test_nobody_looks_at_the_corners_of_a_card_that_the_whole_card_tells_surely(crops):
    class Counted(Pretended.index("spanish48 2").__class__):
        asked = 0

        def forward(self, corners):
            self.asked += len(corners)
            return super().forward(corners)

    for lean, asked in ((20.0, 0), (4.0, 2 * len(crops))):
        network = joined({"spanish48 6-cups": lean, "spanish48 6-cups turned": lean}, "spanish48 2")
        network.index = Counted()
        before, after = network.reader(crops)[0], network(crops)[0]
        assert network.index.asked == asked
        assert np.allclose(before, after, atol=1e-4) == (not asked)


def test_corners_never_say_which_deck_it_is_or_whether_there_is_a_card(crops):
    from companion.training.reader_data import class_names

    network = joined({"french52 2H": 4.0}, "spanish48 2")
    before, after = chances(network.reader(crops)[0]), chances(network(crops)[0])
    for start in ("spanish48 ", "french52 ", "seven-suitors ", "nothing"):
        those = [number for number, name in enumerate(class_names()) if name.startswith(start)]
        assert np.allclose(before[:, those].sum(1), after[:, those].sum(1), atol=1e-5)


def test_a_card_upside_down_shows_the_same_corners(crops):
    import torch

    from companion.training.index_network import corners_of

    near, far = corners_of(crops)
    turned_near, turned_far = corners_of(torch.flip(crops, (2, 3)))
    assert torch.equal(near, turned_far)
    assert torch.equal(far, turned_near)
    assert torch.equal(near[:, :, 0, 0], crops[:, :, 3, 3])


def test_a_network_learns_to_read_corners_and_goes_on_where_it_broke_off(tmp_path, monkeypatch):
    import torch

    from companion.training import index
    from companion.training.chunks import ChunkFolder
    from companion.training.index_network import IndexNetwork, corners_of, rank_names
    from companion.training.own_trainer import Schedule
    from companion.training.reader_data import class_number

    torch.set_num_threads(1)
    monkeypatch.setattr(index, "_CROPS", 16)
    rng = np.random.default_rng(2)
    images = rng.integers(90, 120, (80, 160, 112, 3), np.uint8)
    kinds = np.zeros(80, np.int64)
    for row, image in enumerate(images):
        bright = row % 2
        for corner in (image, image[::-1, ::-1]):
            corner[8:24, 8:20] = 250 if bright else 5
        kinds[row] = class_number("french52", "KS" if bright else "2S", turned=bool(rng.random() < 0.5))
    ChunkFolder(tmp_path / "train").write(0, images, {"kind": kinds})
    checkpoint = tmp_path / "run" / "last.pt"

    def train(minutes, resume):
        index.train_index(tmp_path / "train", 1, Schedule(checkpoint, minutes, "cpu", None, resume), lambda _: None)
        return torch.load(checkpoint, weights_only=True)

    crops = torch.from_numpy(np.ascontiguousarray(images[..., ::-1].transpose(0, 3, 1, 2))).float() / 255
    ranks = ["french52 K" if row % 2 else "french52 2" for row in range(len(images))]

    def right(saved):
        network = IndexNetwork()
        network.load_state_dict(saved["network"])
        with torch.no_grad():
            said = network.eval()(corners_of(crops)[0]).argmax(1)
        return np.mean([rank_names()[number] == rank for number, rank in zip(said, ranks, strict=True)])

    saved = train(0.05, resume=False)
    for _ in range(30):  # A slow machine needs more of them.
        before, saved = saved, train(saved["seconds"] / 60 + 0.05, resume=True)
        assert saved["steps"] > before["steps"] > 0
        if right(saved) > 0.9:
            return
    raise AssertionError(f"{right(saved):.0%} right after {saved['steps']} steps")


@pytest.mark.filterwarnings("ignore")  # of the training packages' own making
def test_an_exported_reader_has_both_networks_in_one_file(tmp_path):
    import cv2
    import torch

    from companion.resources import models_directory
    from companion.synth.drawn import ProductDesign
    from companion.training.export import export_reader
    from companion.training.index_network import IndexNetwork
    from companion.training.trainer import mend_torchvision
    from companion.vision.reader import Reader

    mend_torchvision()
    torch.manual_seed(3)
    torch.save({"averaged": IndexNetwork().state_dict()}, tmp_path / "index.pt")
    weights = models_directory() / "reader.pt"
    if not weights.is_file():
        pytest.skip("the reader's weights are not there: they do not travel with an installed program")
    faces = ProductDesign("french52").load().faces
    five, nine = (cv2.resize(faces[code].level_for(160), (112, 160))[..., :3] for code in ("5H", "9H"))
    halves = np.concatenate([five[:80], nine[80:]])
    seen = []
    for name, index in (("alone", None), ("joined", tmp_path / "index.pt")):
        export_reader(weights, tmp_path / f"{name}.onnx", {"temperature": TEMPERATURE}, index)
        seen.append(Reader(tmp_path / f"{name}.onnx").perceive([five, halves]))
    alone, both = seen
    assert np.allclose(alone.embedding, both.embedding, atol=1e-2)
    changed = np.abs(alone.chances - both.chances).max(axis=1)
    assert changed[0] < 1e-4
    assert changed[1] > 0.01
    assert np.allclose(both.chances.sum(axis=1), 1, atol=1e-4)
