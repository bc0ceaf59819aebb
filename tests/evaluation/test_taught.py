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


def test_the_table_is_markdown_where_that_is_asked_for(monkeypatch, capsys, tmp_path):
    tallies = [TaughtTally("one", "french52", 52), TaughtTally("other", "spanish48", 48)]
    monkeypatch.setattr("companion.evaluation.taught.measure_taught", lambda *_: iter(tallies))
    command = ["evaluate", "--taught", "2", "--art", str(tmp_path)]
    assert main([*command, "--markdown"]) == 0
    told = capsys.readouterr()
    head, rule, *rows = told.out.splitlines()
    assert all(line.startswith("| ") and line.endswith(" |") for line in (head, rule, *rows))
    assert len({line.count("|") for line in (head, rule, *rows)}) == 1
    assert [row.split(" | ")[0] for row in rows] == ["| one", "| other"]
    assert main(command) == 0
    assert capsys.readouterr().out == "", "without it the table is for people"
