"""Measuring what teaching is worth: pictures with their labels, and the count."""

import pytest

from companion.cli.main import main
from companion.evaluation.taught import TaughtTally


def test_rates_are_parts_of_what_was_read():
    tally = TaughtTally("d", "french52", 52)
    tally.read.update(plain=4, taught=8)
    tally.right.update(plain=3, taught=8)
    row = tally.row()
    # What else was found with the gallery makes the reading without it no better and no worse.
    assert (row["read"], row["plain"], row["taught"]) == (8, 0.75, 1.0)
    assert row["foreign"] is None, "no other design of this deck, no gallery of another"


@pytest.mark.parametrize("options", [["--taught", "0"], ["--taught", "2", "--art", "missing"]])
def test_what_cannot_be_measured_is_told_in_one_line(options, capsys):
    assert main(["evaluate", *options]) == 2
    # Without folders beside the checkout, what is not measured is told before.
    assert capsys.readouterr().err.splitlines()[-1].startswith("companion: --")
