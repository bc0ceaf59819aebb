"""What a training run begins with."""

import shutil
from dataclasses import fields

import numpy as np
import pytest

pytest.importorskip("torch", reason="needs the train extra")
pytest.importorskip("ultralytics", reason="needs the train extra")

from companion.errors import UnusableError
from companion.resources import models_directory
from companion.synth.scene import Sources
from companion.training import by_ultralytics, plan_checks
from companion.training import plan as plans
from companion.training.chunks import ChunkFolder
from companion.training.plots import read_progress
from companion.vision.rectify import CROP_HEIGHT, CROP_WIDTH


class BegunError(Exception):
    """The training begins."""


def begin(monkeypatch, tmp_path, **given):
    """Carry a plan out up to where the training begins; return what was told."""

    def stop(*_):
        raise BegunError

    monkeypatch.setattr(plans, "sources_for", lambda *_: Sources({}, {}, None))
    monkeypatch.setattr(plans, "kept_out", lambda sources: sources)
    monkeypatch.setattr(plans, "render_chunks", lambda *_: None)
    monkeypatch.setattr(plans, "gather", lambda *_: None)
    monkeypatch.setattr(plan_checks, "open_session", lambda _: None)
    monkeypatch.setattr(plans, "_TRAINERS", {given["kind"]: given.pop("train", stop)})
    values = {field.name: None for field in fields(plans.Plan)}
    values |= {
        "run": tmp_path,
        "minutes": 1,
        "chunks": 1,
        "seed": 1,
        "average": 0.0,
        "device": "cpu",
        "freeze": 0,
        "add": (),
        "tutor": None,
    } | given
    told: list[str] = []
    with pytest.raises(BegunError):
        plans.carry_out(plans.Plan(**values), told.append)
    return told


@pytest.mark.parametrize(("kind", "part"), [("reader", "added"), ("reader", "kept"), ("finder", "photographs")])
def test_what_an_earlier_run_was_given_is_not_learned_by_one_that_is_not(monkeypatch, tmp_path, kind, part):
    ChunkFolder(tmp_path / "data" / part).write(0, np.zeros((1, 2, 2, 3), np.uint8), {})
    (told,) = begin(monkeypatch, tmp_path, kind=kind)
    assert part in told
    assert not (tmp_path / "data" / part).exists()
    ChunkFolder(tmp_path / "data" / part)
    assert begin(monkeypatch, tmp_path, kind=kind) == [], "an empty folder is nothing to tell of"


@pytest.mark.parametrize("resume", [False, True])
def test_a_plot_shows_nothing_of_an_earlier_run_that_learned_otherwise_in_the_same_folder(
    monkeypatch, tmp_path, resume
):
    weights = tmp_path / "training" / "weights"
    weights.mkdir(parents=True)
    shutil.copyfile(models_directory() / "reader.pt", weights / "last.pt")
    (weights / "results.jsonl").write_text('{"minutes": 1, "tutor": 0.4}\n', encoding="utf-8")
    (tmp_path / "training" / "results.csv").write_text("time,train/loss\n60,0.3\n", encoding="utf-8")
    begin(monkeypatch, tmp_path, kind="reader", resume=resume)
    assert sorted(read_progress(tmp_path / "training")) == (["train/loss", "tutor"] if resume else [])


@pytest.mark.parametrize("kind", ["reader", "finder", "counter"])
def test_a_run_that_is_stopped_at_once_does_not_go_on_with_an_earlier_one(monkeypatch, tmp_path, kind):
    weights = tmp_path / "training" / "weights"
    weights.mkdir(parents=True)
    (weights / "last.pt").write_bytes(b"hours of work")
    (told,) = begin(monkeypatch, tmp_path, kind=kind, resume=False)
    assert "earlier.pt" in told
    assert (weights / "earlier.pt").read_bytes() == b"hours of work"
    with pytest.raises(UnusableError, match="nothing to resume"):
        begin(monkeypatch, tmp_path, kind=kind, resume=True)


@pytest.mark.parametrize(("kind", "minutes", "trains"), [("reader", 1, False), ("reader", 2, True)])
def test_a_reader_whose_export_failed_is_only_exported(monkeypatch, tmp_path, kind, minutes, trains):
    weights = tmp_path / "training" / "weights"
    trained: list[str] = []

    def train(*_):
        trained.append(kind)
        weights.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(models_directory() / f"{kind}.pt", weights / "last.pt")

    def full(*_):
        raise OSError(28, "No space left on device")

    def go(resume, minutes):
        with pytest.raises(OSError, match="No space"):
            begin(monkeypatch, tmp_path, kind=kind, resume=resume, minutes=minutes, train=train)

    monkeypatch.setattr(plans, "export", full)
    monkeypatch.setattr(plans, "note_recipe", lambda *_: {})
    go(False, 1)
    go(True, minutes)
    assert len(trained) == 1 + trains
    monkeypatch.setattr(plans, "export", lambda *_: tmp_path / "reader.onnx")
    monkeypatch.setattr(plans, "_judge", lambda *_: None)
    with pytest.raises(pytest.fail.Exception):
        begin(monkeypatch, tmp_path, kind=kind, resume=True, minutes=minutes, train=train)
    begin(monkeypatch, tmp_path, kind=kind, resume=True, minutes=minutes)


@pytest.mark.parametrize("resume", [False, True])
def test_a_run_does_not_write_over_what_it_starts_from(monkeypatch, tmp_path, resume):
    weights = tmp_path / "training" / "weights"
    weights.mkdir(parents=True)
    (weights / "last.pt").write_bytes(b"hours of work")
    with pytest.raises(UnusableError, match=r"last\.pt: .*; give another --run"):
        begin(monkeypatch, tmp_path, kind="finder", resume=resume, init=weights / "last.pt", average=0.3)
    assert (weights / "last.pt").read_bytes() == b"hours of work"


@pytest.mark.parametrize("kind", ["reader", "finder", "counter"])
@pytest.mark.parametrize("content", [b"no checkpoint at all", b"", "refiner.pt"])
@pytest.mark.parametrize("resume", [False, True])
def test_a_file_that_is_no_checkpoint_of_the_network_is_refused_before_anything_is_rendered_or_put_aside(
    monkeypatch, tmp_path, kind, content, resume
):
    weights = tmp_path / "training" / "weights"
    weights.mkdir(parents=True)
    if isinstance(content, str):
        content = (models_directory() / content).read_bytes()
    given = weights / "last.pt" if resume else tmp_path / "init.pt"
    (weights / "last.pt").write_bytes(b"hours of work")
    given.write_bytes(content)
    instead = "train without --resume" if resume else "give another --init"
    with pytest.raises(UnusableError, match=rf"{given.name}: .*; {instead}|--tutor"):
        begin(monkeypatch, tmp_path, kind=kind, resume=resume, init=None if resume else given)
    assert [path.name for path in weights.iterdir()] == ["last.pt"]


def test_a_run_of_a_reader_is_not_gone_on_with_as_one_of_a_finder(monkeypatch, tmp_path):
    weights = tmp_path / "training" / "weights"
    weights.mkdir(parents=True)
    shutil.copyfile(models_directory() / "reader.pt", weights / "last.pt")
    with pytest.raises(UnusableError, match=r"last\.pt: is of another training than that of the finder"):
        begin(monkeypatch, tmp_path, kind="finder", resume=True)


@pytest.mark.parametrize("kind", ["finder", "magnifier", "counter"])
def test_a_folder_with_pictures_for_another_training_is_refused_and_its_run_stays(monkeypatch, tmp_path, kind):
    weights = tmp_path / "training" / "weights"
    weights.mkdir(parents=True)
    (weights / "last.pt").write_bytes(b"hours of work")
    crops = np.zeros((1, CROP_HEIGHT, CROP_WIDTH, 3), np.uint8)
    ChunkFolder(tmp_path / "data" / "train").write(0, crops, {"kind": np.array([0])})
    with pytest.raises(UnusableError, match=f"pictures for another training than that of the {kind}; .*--run"):
        begin(monkeypatch, tmp_path, kind=kind)
    assert (weights / "last.pt").read_bytes() == b"hours of work"
    begin(monkeypatch, tmp_path, kind="index")


def test_a_damaged_chunk_is_named(monkeypatch, tmp_path):
    folder = ChunkFolder(tmp_path / "data" / "train")
    folder.write(3, np.zeros((1, CROP_HEIGHT, CROP_WIDTH, 3), np.uint8), {"kind": np.array([0])})
    (folder.path / "chunk-0003.npz").write_bytes(b"half of a f")
    with pytest.raises(UnusableError, match="chunk 3 is damaged; delete"):
        begin(monkeypatch, tmp_path, kind="reader")


def test_what_the_run_is_given_is_left(monkeypatch, tmp_path):
    ChunkFolder(tmp_path / "data" / "added").write(0, np.zeros((1, 2, 2, 3), np.uint8), {})
    assert begin(monkeypatch, tmp_path, kind="reader", add=(tmp_path,)) == []
    assert (tmp_path / "data" / "added").exists()


@pytest.mark.parametrize("device", ["foo", "99", "0,foo", ""])
def test_a_device_that_is_not_there_is_refused_before_anything_is_rendered(monkeypatch, tmp_path, device):
    with pytest.raises(UnusableError, match="no such device"):
        begin(monkeypatch, tmp_path, kind="reader", device=device)


@pytest.mark.parametrize(("kind", "tutor", "who"), [("counter", None, "the counter"), ("reader", "wider", "--tutor")])
@pytest.mark.parametrize("device", ["mps", "0,1"])
def test_a_device_that_only_ultralytics_trains_on_is_refused_where_it_does_not(
    monkeypatch, tmp_path, kind, tutor, who, device
):
    monkeypatch.setattr("torch.backends.mps.is_available", lambda: True)
    monkeypatch.setattr("torch.cuda.device_count", lambda: 2)
    begin(monkeypatch, tmp_path, kind="reader", device=device)
    with pytest.raises(UnusableError, match=f"--device {device}: {who} learns on cpu or on one CUDA device"):
        begin(monkeypatch, tmp_path, kind=kind, tutor=tutor, device=device, init=models_directory() / "reader.pt")


def test_a_session_that_is_not_there_is_refused_before_anything_is_rendered(tmp_path):
    values = {field.name: None for field in fields(plans.Plan)}
    values |= {"kind": "reader", "run": tmp_path / "run", "seed": 1, "average": 0.0, "freeze": 0, "device": "cpu"}
    with pytest.raises(UnusableError, match="nowhere"):
        plans.carry_out(plans.Plan(**(values | {"add": (tmp_path / "nowhere",)})), lambda _: None)
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("goes_on", [True, False])
def test_what_is_known_is_noted_anew_where_a_run_goes_on_from_the_reader_in_use(monkeypatch, tmp_path, goes_on):
    chunks = ChunkFolder(tmp_path / "train")
    chunks.write(0, np.full((2, CROP_HEIGHT, CROP_WIDTH, 3), 90, np.uint8), {"kind": np.array([0, 1])})
    of_an_earlier_run = tmp_path / "known" / "known-0007.npy"
    of_an_earlier_run.parent.mkdir()
    np.save(of_an_earlier_run, np.ones(2, np.float32))
    monkeypatch.setattr(by_ultralytics, "_train_yolo", lambda *_: None)
    values = {field.name: None for field in fields(plans.Plan)}
    init = models_directory() / "reader.pt" if goes_on else tmp_path / "yolo26n.pt"
    by_ultralytics._train_reader(plans.Plan(**(values | {"init": init, "threads": 1})), tmp_path, lambda _: None)
    assert [path.name for path in (tmp_path / "known").glob("*")] == (["known-0000.npy"] if goes_on else [])


@pytest.mark.parametrize("tutor", [None, "wider", "itself"])
def test_the_record_of_a_run_says_what_else_it_learned_from(monkeypatch, tmp_path, tutor):
    records = []
    monkeypatch.setattr(plans, "sources_for", lambda *_: Sources({}, {}, None))
    for nothing in ("check_options", "check_inputs", "_judge"):
        monkeypatch.setattr(plans, nothing, lambda *_, **__: None)
    monkeypatch.setattr(plans, "_render", lambda *_: {})
    monkeypatch.setattr(plans, "_TRAINERS", {"reader": lambda *_: None})
    monkeypatch.setattr(plans, "export", lambda *given: records.append(given[3]))
    values = {field.name: None for field in fields(plans.Plan)}
    values |= {"kind": "reader", "run": tmp_path, "average": 0.0, "device": "cpu", "add": (), "tutor": tutor}
    plans.carry_out(plans.Plan(**values), lambda _: None)
    assert ("tutor" in records[0]) == bool(tutor)
    assert records[0]["averaged_with_start"] == 0.0
