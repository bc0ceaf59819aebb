"""A long evening at speed."""

import re

import pytest

from companion.cli.main import main
from companion.evaluation.soak import soak


def test_rows_tell_memory_and_threads_as_play_goes_on():
    rows = list(soak(0.6, every=0.3))
    assert [row["minutes"] for row in rows] == pytest.approx([0.3, 0.6, 0.6], abs=0.05)
    assert all(row["threads"] < 8 for row in rows)
    assert all(row["rss"] is None or row["rss"] > 2**20 for row in rows)
    assert 0 < rows[0]["facts"] < rows[1]["facts"]


def test_the_command_prints_rows_for_people(capsys):
    assert main(["bench", "--soak", "0.5"]) == 0
    *_, last = capsys.readouterr().err.splitlines()
    plays = int(re.search(r"(\d+) of (\d+) plays right", last)[1])
    assert plays > 5
    assert "threads" in last


def test_a_length_that_makes_no_sense_is_refused(capsys):
    assert main(["bench", "--soak", "0"]) == 2
    assert "--soak 0" in capsys.readouterr().err
