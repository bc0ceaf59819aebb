"""Calibrations survive a file, are kept for their cameras, and bad files are refused in one line."""

import json
from dataclasses import replace

import numpy as np
import pytest

from companion.errors import UnusableError
from companion.language import language
from companion.table.tabletop import Tabletop
from companion.vision.orientation import Orientation
from companion.vision.tabletop.calibration import Calibration, load_calibration
from companion.vision.tabletop.plane import plane_from_corners
from companion.vision.tabletop.profiles import find_profile, profile_path, save_profile

PLACES = np.array([[300.0, 200.0], [480.0, 270.0], [700.0, 400.0]])


@pytest.fixture
def calibration(studio):
    plane = plane_from_corners([(200, 100), (760, 110), (900, 500), (60, 490)], 1200, 800)
    return Calibration("USB Camera: HD", (960, 540), Orientation(True, 180), studio.lens, plane, 90.0, "2026-01-01")


def on_table(calibration, pixels):
    """Return where pixels lie on the table, millimetres."""
    return Tabletop.calibrated(calibration, *calibration.size).all_to_table(pixels)


def test_a_calibration_comes_back_from_its_file(calibration, tmp_path) -> None:
    path = tmp_path / "new" / "table.json"
    calibration.save(path)
    back = load_calibration(path)
    assert back.as_json() == calibration.as_json()
    assert on_table(back, PLACES) == pytest.approx(on_table(calibration, PLACES))
    assert [file.name for file in path.parent.iterdir()] == ["table.json"]


def test_table_and_pixels_are_each_others_undoing(calibration) -> None:
    tabletop = Tabletop.calibrated(calibration, *calibration.size)
    assert tabletop.to_pixels(tabletop.all_to_table(PLACES)) == pytest.approx(PLACES, abs=0.05)


@pytest.mark.parametrize(("turned", "towards"), [(0.0, (0, 1)), (90.0, (-1, 0)), (180.0, (0, -1)), (270.0, (1, 0))])
def test_seat_0_sits_where_it_was_said(turned, towards) -> None:
    plane = plane_from_corners([(0, 0), (800, 0), (800, 600), (0, 600)], 800, 600)
    calibration = Calibration("x", (800, 600), table=plane, seats_turned=turned)
    place = on_table(calibration, np.array([[400.0, 300.0]]) + np.array(towards) * 100)[0]
    assert place == pytest.approx([0, 100], abs=1e-3)


def test_smaller_pictures_of_the_same_camera_show_the_same_table(calibration) -> None:
    half = calibration.for_size(480, 270)
    assert on_table(half, PLACES / 2) == pytest.approx(on_table(calibration, PLACES), abs=0.3)
    with pytest.raises(UnusableError, match="960 x 540"):
        calibration.for_size(640, 480)


def test_after_a_nudge_the_same_places_are_told_at_their_new_pixels(calibration) -> None:
    plain = replace(calibration, lens=None)
    moved = np.array([[1, 0.01, 12], [-0.01, 1, -7], [0, 0, 1.0]])
    after = np.column_stack([PLACES, np.ones(3)]) @ moved.T
    assert on_table(plain.nudged(moved), after[:, :2]) == pytest.approx(on_table(plain, PLACES), abs=0.01)


def test_the_lens_alone_is_not_the_table(calibration) -> None:
    with pytest.raises(UnusableError, match="lens alone"):
        on_table(replace(calibration, table=None), PLACES)


def test_profiles_are_kept_by_the_name_of_the_camera(calibration, tmp_path) -> None:
    assert find_profile(calibration.camera, tmp_path) is None
    save_profile(calibration, tmp_path)
    save_profile(replace(calibration, seats_turned=180.0), tmp_path)
    found = find_profile(calibration.camera, tmp_path)
    assert found is not None
    assert found.seats_turned == 180.0
    assert find_profile("USB Camera; HD", tmp_path) is None


@pytest.mark.parametrize(
    "name", ["", "../../etc/passwd", "Cámara número 1", "摄像头", "a" * 400, "http://u:***@h/v?x=1"]
)
def test_any_name_makes_a_file_in_the_folder(name, tmp_path) -> None:
    path = profile_path(name, tmp_path)
    assert path.parent == tmp_path
    path.write_text("x", "utf-8")


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (lambda data: "", "damaged"),
        (lambda data: json.dumps(data)[:200], "damaged"),
        (lambda data: "[1, 2]", "is no calibration"),
        (lambda data: json.dumps({"format": "something else"}), "is no calibration"),
        (lambda data: json.dumps({**data, "version": 99}), "another version"),
        (lambda data: json.dumps({**data, "table": {**data["table"], "pixels_to_mm": [[1, 0], [0, 1]]}}), "damaged"),
        (lambda data: json.dumps({**data, "table": {**data["table"], "pixels_to_mm": [[0] * 3] * 3}}), "inverted"),
        (lambda data: json.dumps({**data, "picture": {**data["picture"], "turned": 45}}), "45"),
        (lambda data: json.dumps({**data, "picture": {**data["picture"], "width": 0}}), "0 x 540"),
        (lambda data: json.dumps({**data, "lens": {"matrix": 3}}), "damaged"),
        (lambda data: json.dumps({**data, "lens": False}), "damaged"),
        (lambda data: json.dumps({**data, "table": []}), "damaged"),
        (lambda data: json.dumps({**data, "lens": {**data["lens"], "matrix": [[0] * 3] * 3}}), "focal lengths"),
        (lambda data: json.dumps({key: data[key] for key in data if key != "lens"}), "lens"),
    ],
)
def test_bad_files_are_refused_in_one_line(calibration, tmp_path, spoil, why) -> None:
    path = tmp_path / "table.json"
    path.write_text(spoil(calibration.as_json()), "utf-8")
    with pytest.raises(UnusableError) as caught:
        load_calibration(path)
    assert str(path) in str(caught.value)
    assert "calibrate the camera again" in str(caught.value)
    assert "\n" not in str(caught.value)
    assert why in f"{caught.value} ({caught.value.__cause__})"
    spanish = caught.value.told(language("es"))
    assert spanish.startswith(str(path))
    assert "calibre la cámara otra vez" in spanish


def test_why_a_calibration_cannot_be_used_is_told_in_the_language_of_the_window(calibration) -> None:
    with pytest.raises(UnusableError) as caught:
        calibration.for_size(640, 480)
    assert "640 x 480" in str(caught.value)
    assert "calibre la cámara otra vez" in caught.value.told(language("es"))
    with pytest.raises(UnusableError) as caught:
        on_table(replace(calibration, table=None), PLACES)
    assert "mesurez aussi la table" in caught.value.told(language("fr"))


def test_a_missing_file_and_a_full_disk_are_told(calibration, tmp_path) -> None:
    with pytest.raises(UnusableError, match="there is no such file"):
        load_calibration(tmp_path / "none.json")
    (tmp_path / "blocked").write_text("", "utf-8")
    with pytest.raises(UnusableError, match="cannot be written"):
        calibration.save(tmp_path / "blocked" / "table.json")


def test_a_key_that_is_there_twice_is_named(calibration, tmp_path) -> None:
    text = json.dumps(calibration.as_json(), indent=1)
    (tmp_path / "table.json").write_text(text.replace('"camera":', '"camera": "other",\n "camera":', 1), "utf-8")
    with pytest.raises(UnusableError, match='the key "camera" is there again in line '):
        load_calibration(tmp_path / "table.json")
