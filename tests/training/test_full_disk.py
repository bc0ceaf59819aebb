"""What becomes of a training where the disk is full, or that is killed."""

import errno
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="needs the train extra")
pytest.importorskip("ultralytics", reason="needs the train extra")

import torch

from companion.cli.main import main
from companion.errors import UnusableError
from companion.training.chunks import ChunkFolder, render_chunks
from companion.training.trainer import FolderTrainer
from companion.whole_files import unfinished_name

_NOBODY = 999_999_999
"""A number that no process has."""


class _Ultralytics:
    """Writes its checkpoints as the package does."""

    def save_model(self):
        self.last.write_bytes(self.content)
        self.best.write_bytes(self.content)


class _Trainer(FolderTrainer, _Ultralytics):
    def __init__(self, folder: Path, content: bytes) -> None:
        self.last, self.best, self.content = folder / "last.pt", folder / "best.pt", content


def test_a_checkpoint_of_ultralytics_for_which_there_is_no_room_leaves_the_one_before(tmp_path, full_disk):
    _Trainer(tmp_path, b"an hour").save_model()
    with pytest.raises(UnusableError, match=r"last\.pt: cannot be written"):
        _Trainer(tmp_path, b"two hours" * 1000).save_model()
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {
        "last.pt": b"an hour",
        "best.pt": b"an hour",
    }


@pytest.mark.filterwarnings("ignore")  # of the training packages' own making
def test_a_model_for_which_there_is_no_room_leaves_nothing_half_written(tmp_path, request):
    from companion.training.export import export_refiner
    from companion.training.refiner import RefinerNetwork

    torch.save({"averaged": RefinerNetwork().state_dict()}, tmp_path / "last.pt")
    (tmp_path / "refiner.onnx").write_bytes(b"of an earlier run")
    request.getfixturevalue("full_disk")
    with pytest.raises(OSError, match="File too large"):
        export_refiner(tmp_path / "last.pt", tmp_path / "refiner.onnx", {})
    assert sorted(path.name for path in tmp_path.iterdir()) == ["last.pt", "refiner.onnx"]
    assert (tmp_path / "refiner.onnx").read_bytes() == b"of an earlier run"


def test_the_command_says_which_run_has_no_room_and_how_to_go_on(monkeypatch, tmp_path, capsys):
    from companion.training import plan

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(plan, "carry_out", full)
    assert main(["train", "counter", "--run", str(tmp_path / "run")]) == 2
    told = capsys.readouterr().err
    assert str(tmp_path / "run") in told
    assert "the disk is full" in told
    assert "--resume" in told


def test_what_a_killed_program_left_of_a_chunk_is_taken_away(tmp_path):
    left = tmp_path / f".chunk-0000.npy.{_NOBODY}.part"
    left.write_bytes(b"half of it")
    mine = unfinished_name(tmp_path / "chunk-0007.npy")
    mine.write_bytes(b"being written")
    render_chunks(ChunkFolder(tmp_path), lambda _: (np.zeros((1, 2, 2, 3), np.uint8), {}), 1, 0, lambda _: None)
    assert not left.exists()
    assert mine.exists()
