"""`companion cameras` lists numbers and names."""

import json

import pytest

from companion.cli.main import main
from companion.vision.tabletop.calibration import Calibration
from companion.vision.tabletop.profiles import save_profile


@pytest.fixture(autouse=True)
def profiles(tmp_path, monkeypatch):
    monkeypatch.setattr("companion.vision.tabletop.profiles.profile_folder", lambda: tmp_path)


def plug_in(monkeypatch, cameras):
    monkeypatch.setattr("companion.vision.sources.device.list_cameras", lambda: cameras)


def test_cameras_are_listed_with_their_calibrations(monkeypatch, capsys):
    plug_in(monkeypatch, {0: "Built-in", 2: "Table camera"})
    save_profile(Calibration("Table camera", (640, 480)))
    assert main(["cameras", "--json"]) == 0
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == [
        {"camera": 0, "name": "Built-in", "calibrated": False},
        {"camera": 2, "name": "Table camera", "calibrated": True},
    ]
    assert main(["cameras"]) == 0
    assert capsys.readouterr().err == "0  Built-in\n2  Table camera  (calibrated)\n"


def test_without_a_camera_people_are_told_what_to_do(monkeypatch, capsys):
    plug_in(monkeypatch, {})
    assert main(["cameras"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert "plug one in" in err
