"""`companion bench`: what it prints and how it ends."""

import json

import cv2
import pytest
from evaluation_builders import write_models

from companion.cli.main import main

ROWS = [[200.0 + 100 * place, 200.0, 44.0, 66.0, 0.9, 0, 0.1] for place in range(4)]


@pytest.fixture
def models(tmp_path):
    pytest.importorskip("onnx", reason="small models are built with the package onnx")
    return write_models(tmp_path, ROWS, {"spanish48 1-cups": 0.9})


@pytest.fixture(autouse=True)
def threads():
    """Leave OpenCV's threads as they were."""
    before = cv2.getNumThreads()
    yield
    cv2.setNumThreads(before)


def test_every_stage_is_timed(capsys, models):
    assert main(["bench", "--seconds", "0.01", "--no-baseline", "--json", *models]) == 0
    rows = {row["stage"]: row for row in map(json.loads, capsys.readouterr().out.splitlines())}
    assert rows.pop("one-stage yolo11n") == {"stage": "one-stage yolo11n", "missing": "left out"}
    assert {"find, size known", "rectify and read four cards", "find and read, size known", "tracker to referee"} <= {
        *rows
    }
    for row in rows.values():
        assert 0 < row["median_ms"] <= row["p95_ms"]
        assert row["runs"] >= 5
        assert row["per_second"] > 0


def test_for_people_and_without_the_training_packages(capsys, models, monkeypatch):
    monkeypatch.setattr("companion.cli.bench._NEEDED", ("no_such_package_anywhere",))
    assert main(["bench", "--seconds", "0.01", *models]) == 0
    lines = capsys.readouterr().err.splitlines()
    assert any(line.startswith("find and read, size known") and " ms " in line for line in lines)
    assert lines[-1].startswith("one-stage yolo11n")
    assert 'not timed: needs no_such_package_anywhere: pip install ".[train]"' in lines[-1]


def test_the_rules_of_all_games_and_the_memory_of_long_files(capsys):
    assert main(["bench", "--rules", "--seconds", "0.01", "--records", "6", "12"]) == 0
    lines = capsys.readouterr().err.splitlines()
    assert any(line.startswith("fold hearts_pp") and "hands of 52 cards a second" in line for line in lines)
    for line, records in zip(lines[-2:], (6, 12), strict=True):
        assert line.startswith(f"companion score - --json, {records} records ")
        assert "memory " in line


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--seconds", "0"], "--seconds 0: expected more than 0"),
        (["--seconds", "nan"], "--seconds nan: expected more than 0"),
        (["--threads", "0"], "--threads 0: expected a whole number"),
        (["--rules", "--records", "5", "0"], "--records 0: expected whole numbers from 1"),
        (["--app", "--video", "nowhere.mp4"], "--video nowhere.mp4: there is no such file"),
        (["--finder", "nowhere.onnx"], "--finder nowhere.onnx: cannot be read (there is no such file"),
    ],
)
def test_what_cannot_be_used_is_named(capsys, options, message):
    assert main(["bench", *options]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"companion: {message}")
