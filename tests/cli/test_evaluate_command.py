"""`companion evaluate`: what it measures, prints and writes."""

import json

import cv2
import numpy as np
import pytest
from evaluation_builders import FakeEyes, box, seen

from companion.cli.main import main

LABELS = {
    "check": [
        {"file": "p.png", "deck": "french52", "cards": [{"card": "AS", "box": [20, 20, 90, 120]}]},
        {"file": "q.png", "deck": "french52", "cards": [{"card": "KH", "box": [20, 20, 90, 120]}]},
    ],
    "fit": [{"file": "p.png", "deck": "french52", "cards": []}],
}


@pytest.fixture(autouse=True)
def no_shared_folder(monkeypatch, tmp_path):
    monkeypatch.setattr("companion.cli.evaluate._SHARED", tmp_path / "nowhere")


@pytest.fixture(autouse=True)
def eyes(monkeypatch):
    """See the ace of spades in every picture."""
    fake = FakeEyes(seen(box(20, 20), ("AS", 0.995)))
    monkeypatch.setattr("companion.cli.evaluate.chosen_eyes", lambda _arguments: fake)
    return fake


@pytest.fixture
def photos(tmp_path):
    folder = tmp_path / "photos" / "table"
    folder.mkdir(parents=True)
    for name in ("p.png", "q.png"):
        cv2.imwrite(str(folder / name), np.full((240, 320, 3), 70, np.uint8))
    (folder / "labels.json").write_text(json.dumps(LABELS), "utf-8")
    return folder.parent


@pytest.fixture
def backgrounds(tmp_path):
    folder = tmp_path / "backgrounds"
    folder.mkdir()
    cv2.imwrite(str(folder / "wood.png"), np.full((240, 320, 3), 70, np.uint8))
    return folder


def rows(capsys):
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_one_json_object_a_set_and_one_on_calibration(capsys, photos):
    assert main(["evaluate", "--photos", str(photos), "--only", "table", "--json"]) == 0
    table, calibration = rows(capsys)
    assert (table["source"], table["part"], table["deck"], table["pictures"]) == ("table", "check", "french52", 2)
    assert (table["recall"], table["precision"], table["identity"], table["exact_rate"]) == (1.0, 1.0, 0.5, 0.5)
    assert table["confusions"] == [["KH", "AS", 1]]
    assert (calibration["source"], calibration["sure"], calibration["sure_right"]) == ("calibration", 2, 1)


def test_the_other_part(capsys, photos):
    assert main(["evaluate", "--photos", str(photos), "--part", "fit", "--only", "table", "--json"]) == 0
    table, _ = rows(capsys)
    assert (table["part"], table["pictures"], table["invented"]) == ("fit", 1, 1)


def test_pictures_without_cards_and_rendered_scenes(capsys, backgrounds):
    assert main(["evaluate", "--backgrounds", str(backgrounds), "--scenes", "1", "--json"]) == 0
    found = {(row["source"], row.get("deck")): row for row in rows(capsys)}
    assert found["backgrounds", ""]["invented"] == 1
    assert found["rendered-own", "spanish48"]["pictures"] == 1
    assert found["rendered-own", "french52"]["pictures"] == 1


def test_a_table_for_people_and_progress_beside_it(capsys, photos):
    assert main(["evaluate", "--photos", str(photos), "--only", "table"]) == 0
    captured = capsys.readouterr()
    assert captured.out == ""
    lines = captured.err.splitlines()
    header = next(number for number, line in enumerate(lines) if line.startswith("source"))
    assert lines[header + 1].split()[:6] == ["table", "french52", "2", "100.0", "100.0", "50.0"]
    assert "confidence 0.99 to 1.00: 1 of 2 readings right" in lines
    assert "table french52: 2 of 2 pictures" in captured.err
    assert "without --backgrounds DIR" in captured.err


def test_a_table_for_model_cards(capsys, photos):
    assert main(["evaluate", "--photos", str(photos), "--only", "table", "--markdown"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[2].startswith("| table | french52 | 2 | 100.0 | 100.0 | 50.0 |")
    assert "- confidence 0.99 to 1.00: 1 of 2 readings right" in lines


def test_a_report_with_the_mistakes(capsys, photos, tmp_path):
    report = tmp_path / "report"
    assert main(["evaluate", "--photos", str(photos), "--only", "table", "--report", str(report)]) == 0
    assert {path.name for path in report.iterdir()} == {
        "table-french52-misread.jpg",
        "report.md",
        "report.json",
        "confusions.txt",
    }
    assert "1 contact sheets" in capsys.readouterr().err


def test_the_same_numbers_every_time(capsys, backgrounds):
    options = ["evaluate", "--backgrounds", str(backgrounds), "--scenes", "2", "--json"]
    main(options)
    once = rows(capsys)
    main(options)
    assert rows(capsys) == once


def test_folders_beside_the_checkout_are_found(capsys, photos, monkeypatch):
    monkeypatch.setattr("companion.cli.evaluate._SHARED", photos.parent)
    assert main(["evaluate", "--only", "table", "--json"]) == 0
    assert rows(capsys)[0]["source"] == "table"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--photos", "nowhere"], "--photos nowhere: there is no such folder"),
        (["--only", "kitchen"], "--only kitchen: there is no such source; there are rendered-own"),
        (["--scenes", "0"], "--scenes 0"),
        (["--deals", "1", "--no-deck"], "--no-deck: does not go with --deals"),
        (["--taught", "1", "--no-joint"], "--no-joint: does not go with --taught"),
    ],
)
def test_what_cannot_be_used_is_named(capsys, options, message):
    assert main(["evaluate", *options]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert message in captured.err.splitlines()[-1]


def test_help_says_what_the_check_part_is_for(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["evaluate", "--help"])
    assert ended.value.code == 0
    assert "never train on it" in " ".join(capsys.readouterr().out.split())
