"""Measuring what teaching is worth: pictures with their labels, and the count."""

import pytest

from companion.cli.main import main
from companion.evaluation.taught import TaughtTally


def test_rates_are_parts_of_what_was_read():
    tally = TaughtTally("d", "french52", 52, read=8)
    tally.right.update(plain=6, taught=8)
    row = tally.row()
    assert (row["plain"], row["taught"], row["foreign"]) == (0.75, 1.0, 0.0)


@pytest.mark.parametrize("options", [["--taught", "0"], ["--taught", "2", "--art", "missing"]])
def test_what_cannot_be_measured_is_told_in_one_line(options, capsys):
    assert main(["evaluate", *options]) == 2
    # Without folders beside the checkout, what is not measured is told before.
    assert capsys.readouterr().err.splitlines()[-1].startswith("companion: --")
