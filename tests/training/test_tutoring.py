"""The reader learns beside a tutor."""

import copy
import importlib.util
from dataclasses import fields

import numpy as np
import pytest

from companion.errors import UnusableError
from companion.resources import models_directory
from companion.training.chunks import ChunkFolder
from companion.training.reader_data import class_names, class_number
from companion.vision.rectify import CROP_HEIGHT, CROP_WIDTH

NEEDED = ("torch", "ultralytics", "onnx")
pytestmark = [
    pytest.mark.skipif(
        not all(importlib.util.find_spec(name) for name in NEEDED),
        reason=f"needs the train extra ({', '.join(NEEDED)})",
    ),
    pytest.mark.filterwarnings("ignore"),  # of the training packages' own making
]
CUPS, COINS = (class_number("spanish48", code, False) for code in ("5-cups", "6-coins"))


@pytest.fixture(autouse=True)
def _one_thread():
    """Beside other work two are many times slower than one: each waits for the other."""
    import torch

    torch.set_num_threads(1)


@pytest.fixture(scope="module")
def reader():
    from companion.training.export import load_network

    return load_network(models_directory() / "reader.pt")


@pytest.fixture
def crops(tmp_path):
    """Return a folder with one chunk of dark fives of cups and light sixes of coins."""
    images = np.empty((40, CROP_HEIGHT, CROP_WIDTH, 3), np.uint8)
    images[::2], images[1::2] = 60, 180
    ChunkFolder(tmp_path / "train").write(0, images, {"kind": np.array([CUPS, COINS] * 20)})
    return tmp_path


def test_a_reader_twice_as_wide_says_what_the_narrow_one_says_and_learns_otherwise(reader):
    import torch

    from companion.training.tutors import logits_of
    from companion.training.widening import widened

    wide = widened(reader, 3).eval()
    looks = torch.rand(3, 3, CROP_HEIGHT, CROP_WIDTH)
    with torch.inference_mode():
        said, says = logits_of(wide, looks), logits_of(reader, looks)
    assert said.numpy() == pytest.approx(says.numpy(), abs=1e-3)
    assert sum(part.numel() for part in wide.parameters()) > 2.5 * sum(part.numel() for part in reader.parameters())
    logits_of(wide, looks).square().mean().backward()
    one, twin = wide.model[4].cv1.conv.weight.grad[0], wide.model[4].cv1.conv.weight.grad[1]
    assert float((one - twin).abs().max()) > 1e-3 * float(one.abs().max())


def test_others_for_the_middle_are_of_the_same_suit_and_lie_the_same_way_up(crops):
    from companion.training.crop_supply import CropSupply, LastNamed

    batches = iter(CropSupply(crops / "train", 16, LastNamed(), 5))
    others = 0
    for _ in range(12):
        images, kinds, numbers, exchanged = next(batches)
        assert len(images) == len(kinds) + len(exchanged) == len(numbers) + len(exchanged)
        assert (images[: len(kinds)].numpy()[:, 0, 0, 0] == np.where(kinds.numpy() == CUPS, 60, 180)).all()
        assert (images[len(kinds) :, 0, 0, 0] == images[exchanged, 0, 0, 0]).all()
        others += len(exchanged)
    assert 20 < others < 80


def test_a_chunk_that_comes_while_training_runs_is_learned_from_however_small(crops, monkeypatch):
    from companion.training import crop_supply

    monkeypatch.setattr(crop_supply, "_LOOK_AGAIN", 2)
    batches = iter(crop_supply.CropSupply(crops / "train", 16, crop_supply.LastNamed(), 5))
    assert max(int(next(batches)[2].max()) for _ in range(2)) < 40
    late = np.full((3, CROP_HEIGHT, CROP_WIDTH, 3), 250, np.uint8)
    ChunkFolder(crops / "train").write(9999, late, {"kind": np.array([COINS] * 3)})
    came = set()
    for _ in range(20):
        images, kinds, numbers, _ = next(batches)
        new = numbers >= 40
        assert ((images[: len(kinds), 0, 0, 0] == 250) == new).all()
        assert (kinds[new] == COINS).all()
        came |= set(numbers[new].tolist())
    assert came == {9_999_000, 9_999_001, 9_999_002}


def test_what_is_known_is_drawn_less_often_until_all_counts_alike(crops):
    from companion.training.crop_supply import CropSupply, LastNamed

    known = LastNamed()
    known.chances[:40:2] = 0.999
    batches = iter(CropSupply(crops / "train", 100, known, 5))
    cups = float((next(batches)[1] == CUPS).float().mean())
    known.matters[0] = 0
    alike = float((next(batches)[1] == CUPS).float().mean())
    assert cups < 0.35 < alike


def plan(crops, **given):
    from companion.training.plan import Plan

    values = {field.name: None for field in fields(Plan)}
    values |= {"kind": "reader", "run": crops / "run", "minutes": 0.01, "seed": 1, "average": 0.0, "device": "cpu"}
    values |= {"freeze": 0, "add": (), "tutor": "wider", "resume": False, "init": models_directory() / "reader.pt"}
    return Plan(**(values | given))


@pytest.mark.parametrize("tutor", ["wider", "itself"])
def test_a_reader_learns_beside_its_tutor_goes_on_and_is_exported(crops, tutor):
    import torch

    from companion.training import tutoring
    from companion.training.export import export_reader, load_network
    from companion.training.plots import read_progress
    from companion.training.tutors import TUTORS

    told = []
    tutoring.train_beside_tutor(plan(crops), TUTORS[tutor], crops, told.append)
    first = torch.load(plan(crops).checkpoint, weights_only=True)
    assert first["steps"] > 0
    assert {"cards", "loss"} <= set(read_progress(crops / "run" / "training"))
    # However long the first steps took, there is time left for another one.
    longer = plan(crops, minutes=first["seconds"] / 60 + 0.001, resume=True)
    tutoring.train_beside_tutor(longer, TUTORS[tutor], crops, told.append)
    assert torch.load(plan(crops).checkpoint, weights_only=True)["steps"] > first["steps"]
    learned, before = (
        dict(load_network(path).named_parameters()) for path in (longer.result, models_directory() / "reader.pt")
    )
    kept = {
        name.split(".")[1] for name, value in before.items() if value.ndim > 1 and torch.equal(learned[name], value)
    }
    assert kept == ({"0", "1", "2"} if tutor == "itself" else set())
    export_reader(plan(crops).result, crops / "reader.onnx", {"temperature": 1.0})
    assert (crops / "reader.onnx").is_file()


def test_beside_itself_a_reader_keeps_what_it_named_and_learns_what_it_did_not(crops, reader):
    import torch

    from companion.training.tutors import TUTORS, logits_of

    pair = TUTORS["itself"].pair(copy.deepcopy(reader).requires_grad_(True), 1).train()
    assert [part.training for part in (pair.tutor, pair.reader.model[0], pair.reader.model[5])] == [False, False, True]
    looks = torch.rand(4, 3, CROP_HEIGHT, CROP_WIDTH)
    kinds = torch.tensor([CUPS, COINS, CUPS, COINS])
    said, tutor = pair(looks)
    assert tutor.numpy() == pytest.approx(logits_of(reader.eval(), looks).detach().numpy(), abs=1e-3)
    loss = TUTORS["itself"].loss
    named, unnamed = torch.ones(4, dtype=torch.bool), torch.zeros(4, dtype=torch.bool)
    assert float(loss(tutor, tutor, kinds, named)) == pytest.approx(0.0, abs=1e-5)
    assert float(loss(tutor, tutor, kinds, unnamed)) == pytest.approx(
        float(torch.nn.functional.cross_entropy(tutor, kinds)), rel=1e-5
    )
    loss(said, tutor, kinds, unnamed).backward()
    learns = {name: part.grad is not None for name, part in pair.named_parameters()}
    assert {name.split(".")[2] for name in learns if name.startswith("reader") and not learns[name]} == {"0", "1", "2"}
    assert not any(learns[name] for name in learns if name.startswith("tutor"))


def test_a_network_of_other_classes_or_already_wide_is_no_reader_to_begin_with(tmp_path, reader):
    import torch

    from companion.training.tutoring import open_beginning

    other, wide = copy.deepcopy(reader), copy.deepcopy(reader)
    other.names = dict(enumerate(class_names()[:-1]))
    wide.yaml = {**reader.yaml, "scale": "m"}
    for network in (other, wide):
        torch.save({"model": network}, tmp_path / "other.pt")
        with pytest.raises(UnusableError, match=r"other\.pt: is no reader of the cards of today"):
            open_beginning(tmp_path / "other.pt")


def refused(capsys, *given):
    """Return what the command says that refuses these options, before it renders anything."""
    from companion.cli.main import main

    assert main(["train", "reader", *map(str, given)]) == 2
    return capsys.readouterr().err


def test_a_file_that_is_no_reader_is_named_before_anything_is_rendered(tmp_path, capsys):
    (tmp_path / "text.pt").write_bytes(b"nothing")
    (tmp_path / "empty.pt").write_bytes(b"")
    for init in (tmp_path / "text.pt", tmp_path / "empty.pt", models_directory() / "counter.pt"):
        said = refused(capsys, "--tutor", "wider", "--init", init, "--run", tmp_path / "run")
        assert f"{init}: is no reader of the cards of today" in said
    assert not (tmp_path / "run").exists()


def test_a_run_is_gone_on_with_as_it_began_beside_a_tutor_or_without(tmp_path, capsys):
    import torch

    last = plan(tmp_path).checkpoint
    last.parent.mkdir(parents=True)
    options = ("--resume", "--init", models_directory() / "reader.pt", "--run", tmp_path / "run")
    torch.save({"averaged": {}, "network": {}}, last)
    assert f"{last}: is of a run with --tutor; give --tutor as well" in refused(capsys, *options)
    last.write_bytes((models_directory() / "reader.pt").read_bytes())
    assert f"{last}: is of no run with --tutor; leave that out" in refused(capsys, *options, "--tutor", "itself")
    assert not (tmp_path / "run" / "data").exists()


@pytest.mark.parametrize(
    ("given", "named"),
    [
        (["counter", "--tutor", "wider", "--init", "FILE"], "--tutor: is for the reader"),
        (["reader", "--tutor", "itself"], "--tutor: there is no reader to begin with"),
        (["reader", "--tutor", "wider", "--init", "FILE", "--freeze", "3"], "--tutor: does not go with"),
    ],
)
def test_a_tutor_where_there_can_be_none_is_one_clear_line(tmp_path, capsys, given, named):
    from companion.cli.main import main

    (tmp_path / "init.pt").write_bytes(b"")
    given = [str(tmp_path / "init.pt") if word == "FILE" else word for word in given]
    assert main(["train", *given, "--run", str(tmp_path / "run")]) == 2
    assert named in capsys.readouterr().err


class SurelyReads:
    """Reads indices of one rank alone, whatever it is shown."""

    def __init__(self, kind):
        from companion.training.index_network import rank_numbers

        self.rank = rank_numbers()[kind]

    def eval(self):
        return self

    def __call__(self, corners):
        import torch

        from companion.training.index_network import rank_names

        said = torch.full((len(corners), len(rank_names())), -20.0)
        said[:, self.rank] = 20.0
        return said


def test_as_many_cards_get_another_middle_or_lose_their_index_as_where_crops_are_varied_one_by_one():
    import torch

    from companion.training.own_trainer import Run, Schedule
    from companion.training.tutoring import _Lesson
    from companion.training.tutors import TUTORS

    torch.manual_seed(6)
    count = 1600
    crops = torch.full((count, 3, CROP_HEIGHT, CROP_WIDTH), 0.8)
    crops[:, :, 12:24, 8:14] = crops[:, :, -24:-12, -14:-8] = 0.1
    others = torch.full((count // 4, 3, CROP_HEIGHT, CROP_WIDTH), 0.4)
    kinds = torch.tensor([CUPS, COINS]).repeat(count // 2)
    exchanged = torch.randperm(count)[: count // 4]
    lesson = _Lesson(
        SurelyReads(CUPS),
        TUTORS["wider"].loss,
        None,
        Run(None, None, None, 0.1),
        Schedule(None, 1.0, "cpu", None, False),
    )
    seen = lesson._with_cues(crops, others, kinds, exchanged)
    of_another = seen[:, 0, 80, 56] < 0.5
    without_index = seen[:, 0, 18, 11] > 0.6
    legible = kinds == CUPS
    assert torch.equal(seen[~legible], crops[~legible])
    assert float(of_another[legible].float().mean()) == pytest.approx(0.25, abs=0.03)
    assert float(without_index[legible].float().mean()) == pytest.approx(0.1, abs=0.015)
    assert not (of_another & without_index).any()
