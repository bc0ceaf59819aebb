"""The measure of the window, with a table that costs nothing to look at."""

import json
import time

import pytest
from app_tables import Theatre

from companion.app import bench
from companion.app.window import MainWindow
from companion.errors import UnusableError, WrongInputError


@pytest.fixture
def in_this_process(monkeypatch, qapp):
    """Use the tests' application, and a rehearsed table in place of the simulated one."""
    monkeypatch.setattr(bench, "make_application", lambda: qapp)

    def opened_by(opener) -> None:
        monkeypatch.setattr(bench, "MainWindow", lambda **given: MainWindow(opener=opener, **given))

    yield opened_by
    qapp.setStyleSheet("")


def test_what_is_measured(in_this_process) -> None:
    in_this_process(Theatre().open)
    rows = {row["stage"]: row for row in bench.bench_app(2.0, time.perf_counter())}
    json.dumps(rows)
    assert rows["pictures shown a second"]["value"] > 0
    assert rows["launch to live picture"]["value"] >= rows["launch to window"]["value"]
    assert rows["longest block of the interface"]["value"] >= rows["99 of 100 turns of the interface below"]["value"]


def test_a_video_can_be_played_instead(in_this_process) -> None:
    plans = []

    def opens(plan):
        plans.append(plan)
        raise UnusableError("enough")

    in_this_process(opens)
    with pytest.raises(WrongInputError):
        list(bench.bench_app(0.1, time.perf_counter(), "table.mp4"))
    assert [(plan.kind, plan.source) for plan in plans] == [("file", "table.mp4")]


def test_a_table_that_cannot_be_opened_is_told(in_this_process) -> None:
    def broken(plan):
        raise UnusableError("the models are missing")

    in_this_process(broken)
    with pytest.raises(WrongInputError, match="the models are missing"):
        list(bench.bench_app(0.1, time.perf_counter()))
