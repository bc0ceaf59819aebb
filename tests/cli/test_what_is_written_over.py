"""Commands write over nothing but what they wrote themselves, and look at the place before the work."""

import json
import os
import sys

import pytest

from companion.cli.main import main

MINE = b"an evening"
SMALL = ["--game", "coins", "--hands-limit", "1", "--no-deal", "--size", "64x64", "--fps", "1", "--pace", "10"]


def run(capsys, *arguments):
    """Return the exit status and standard error of a command."""
    try:
        status = main([str(argument) for argument in arguments])
    except SystemExit as end:
        status = end.code
    return status, capsys.readouterr().err


@pytest.fixture
def nothing_is_rendered(monkeypatch):
    def staged(*_args, **_kinds):
        raise AssertionError("the work has begun")

    monkeypatch.setattr("companion.simulation.staging.stage_game", staged)


@pytest.mark.parametrize("content", [MINE, b"%PDF-1.4\na thesis"])
def test_print_writes_over_no_file_of_somebody_else(tmp_path, capsys, content):
    path = tmp_path / "cards.pdf"
    path.write_bytes(content)
    status, err = run(capsys, "print", "calibration-board", "--out", path)
    assert status == 2
    assert f"--out {path}: is there already and was not written by companion print" in err
    assert path.read_bytes() == content


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right there")
def test_print_puts_nothing_in_the_place_of_a_link_that_leads_nowhere(tmp_path, capsys):
    path = tmp_path / "cards.pdf"
    path.symlink_to(tmp_path / "gone.pdf")
    status, err = run(capsys, "print", "calibration-board", "--out", path)
    assert status == 2
    assert f"--out {path}: is a link to a file that is not there" in err
    assert path.is_symlink()


def test_print_writes_its_own_sheets_anew_and_into_an_empty_file(tmp_path, capsys):
    path = tmp_path / "cards.pdf"
    path.touch()
    for paper in ("a4", "letter"):
        assert run(capsys, "print", "calibration-board", "--paper", paper, "--out", path)[0] == 0


@pytest.mark.usefixtures("nothing_is_rendered")
@pytest.mark.parametrize("name", ["table.mp4", "truth.jsonl", "said.jsonl", "session.json"])
def test_simulate_writes_over_no_file_of_somebody_else(tmp_path, capsys, name):
    (tmp_path / name).write_bytes(MINE)
    status, err = run(capsys, "simulate", *SMALL, "--out", tmp_path)
    assert status == 2
    # What cannot be looked into may be a recording.
    assert "is of no simulation" in err or (name == "session.json" and "holds a recording" in err)
    assert (tmp_path / name).read_bytes() == MINE


@pytest.mark.usefixtures("nothing_is_rendered")
def test_simulate_looks_at_the_folder_before_it_plays(tmp_path, capsys):
    path = tmp_path / "file"
    path.write_bytes(MINE)
    assert run(capsys, "simulate", *SMALL, "--out", path) == (
        2,
        f"companion: --out {path}: is a file; give a folder\n",
    )
    status, err = run(capsys, "simulate", *SMALL, "--out", path / "below" / "it")
    assert status == 2
    assert f"cannot be written ({path} is no folder)" in err


def test_simulate_writes_its_own_folder_anew_beside_what_else_is_there(tmp_path, capsys):
    (tmp_path / "notes.txt").write_bytes(MINE)
    for seed in ("1", "2"):
        assert run(capsys, "simulate", *SMALL, "--seed", seed, "--out", tmp_path)[0] == 0
    assert json.loads((tmp_path / "session.json").read_text("utf-8"))["seed"] == 2
    assert (tmp_path / "notes.txt").read_bytes() == MINE


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="everything may be written to")
@pytest.mark.usefixtures("nothing_is_rendered")
def test_a_folder_that_may_not_be_written_to_is_told_before_the_work(tmp_path, capsys):
    tmp_path.chmod(0o500)
    status, err = run(capsys, "simulate", *SMALL, "--out", tmp_path / "new")
    tmp_path.chmod(0o700)
    assert status == 2
    assert "cannot be written (access is not permitted)" in err


def test_calibrate_looks_at_the_place_before_it_measures(tmp_path, capsys):
    path = tmp_path / "file"
    path.write_bytes(MINE)
    status, err = run(capsys, "calibrate", "nowhere.mp4", "--out", path / "table.json")
    assert status == 2
    assert f"cannot be written ({path} is no folder)" in err
