"""A recording measured in real time."""

import re

import pytest

from companion.cli.main import main
from companion.evaluation import recording_bench
from companion.evaluation.recording_bench import record_evening


@pytest.fixture(autouse=True)
def small(monkeypatch):
    """Draw small pictures: it is not the speed that is tested."""
    monkeypatch.setattr(recording_bench, "_SIZE", (320, 180))


def test_rows_tell_how_the_recording_grows_and_what_is_there_in_the_end(tmp_path):
    first, *_, last = record_evening(0.06, 4.0, tmp_path, every=0.03)
    assert first["frames"] < last["frames"]
    assert first["bytes"] < last["bytes"]
    assert last["frames"] + last["dropped"] + last["missed"] >= 12
    # What was counted while it was written is what is in the file.
    assert last["pictures"] == last["frames"]
    assert last["backwards"] == 0
    assert last["problems"] == []
    assert (tmp_path / "session" / "video.mkv").stat().st_size < last["size"]


def test_the_command_prints_rows_for_people(capsys):
    assert main(["bench", "--recording", "0.02", "--fps", "3"]) == 0
    *_, row, opened = capsys.readouterr().err.splitlines()
    assert "0 dropped" in row
    assert re.match(r"opened again: [1-9]\d* pictures, 0 out of order, .* no problem$", opened)


@pytest.mark.parametrize("options", [["--recording", "0"], ["--recording", "1", "--fps", "500"]])
def test_what_makes_no_sense_is_refused(capsys, options):
    assert main(["bench", *options]) == 2
    assert f"{options[-2]} {options[-1]}" in capsys.readouterr().err
