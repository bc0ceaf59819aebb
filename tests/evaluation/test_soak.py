"""A long evening at speed."""

import pytest

from companion.cli.main import main
from companion.evaluation.soak import soak


def test_rows_tell_memory_and_threads_as_play_goes_on():
    rows = list(soak(1.6, every=0.8))
    assert [row["minutes"] for row in rows] == pytest.approx([0.8, 1.6, 1.6], abs=0.05)
    assert all(row["threads"] < 8 for row in rows)
    assert all(row["rss"] is None or row["rss"] > 2**20 for row in rows)
    assert 0 < rows[0]["facts"] < rows[1]["facts"]
    last = rows[-1]
    assert last["right"] == last["plays"] > 15


def test_a_length_that_makes_no_sense_is_refused(capsys):
    assert main(["bench", "--soak", "0"]) == 2
    assert "--soak 0" in capsys.readouterr().err
