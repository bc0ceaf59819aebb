"""`companion watch` with a calibration: asked for, kept for the source, damaged, or of another camera."""

import json

import pytest

from companion.cli.main import main
from companion.vision.camera import camera_name
from companion.vision.orientation import Orientation
from companion.vision.tabletop.calibration import Calibration
from companion.vision.tabletop.plane import plane_from_corners
from companion.vision.tabletop.profiles import profile_path, save_profile

PLANE = plane_from_corners([(100, 50), (540, 50), (600, 330), (40, 330)], 900, 700)


@pytest.fixture(autouse=True)
def profiles(tmp_path, monkeypatch):
    folder = tmp_path / "profiles"
    monkeypatch.setattr("companion.vision.tabletop.profiles.profile_folder", lambda: folder)
    return folder


@pytest.fixture
def tables(monkeypatch):
    """The tabletops that sessions were given."""
    from companion.table import session

    given = []
    plain = session.TableSession.__init__

    def noting(self, *arguments, tabletop=None, **others):
        given.append(tabletop)
        plain(self, *arguments, tabletop=tabletop, **others)

    monkeypatch.setattr(session.TableSession, "__init__", noting)
    return given


def watch(capsys, *arguments):
    status = main(["watch", "--game", "coins", *map(str, arguments)])
    return status, capsys.readouterr().err


def test_the_calibration_kept_for_a_source_is_used(capsys, picture_folder, tables):
    save_profile(Calibration(camera_name(str(picture_folder)), (1280, 720), table=PLANE))
    assert watch(capsys, picture_folder)[0] == 0
    assert tables[0] is not None


def test_a_recording_keeps_the_calibration_of_what_it_shows(capsys, picture_folder, tmp_path):
    file, out = tmp_path / "mine.json", tmp_path / "session"
    Calibration("any", (640, 360), Orientation(turned=180), table=PLANE).save(file)
    assert watch(capsys, picture_folder, "--calibration", file, "--record", out)[0] == 0
    kept = json.loads((out / "session.json").read_text("utf-8"))["calibration"]
    assert kept["camera"] == "any"
    assert kept["picture"] == {"width": 640, "height": 360, "mirrored": False, "turned": 0}


def test_a_file_and_another_profile_can_be_asked_for(capsys, picture_folder, tables, tmp_path):
    file = tmp_path / "mine.json"
    Calibration("any", (640, 360), table=PLANE).save(file)
    assert watch(capsys, picture_folder, "--calibration", file)[0] == 0
    save_profile(Calibration("Logitech", (640, 360), table=PLANE))
    assert watch(capsys, picture_folder, "--profile", "Logitech")[0] == 0
    assert None not in tables


def test_without_one_the_cards_tell_the_scale(capsys, picture_folder, tables):
    assert watch(capsys, picture_folder)[0] == 0
    assert tables == [None]


def test_what_was_asked_for_must_be_there_and_fit(capsys, picture_folder, tmp_path):
    save_profile(Calibration("Logitech", (640, 480), table=PLANE))
    for arguments, named in (
        (["--profile", "Logitec"], "Logitech"),
        (["--profile", "Logitech"], "640 x 480"),
        (["--calibration", tmp_path / "none.json"], "none.json"),
    ):
        status, err = watch(capsys, picture_folder, *arguments)
        assert status == 2
        assert named in err
        assert len(err.splitlines()) == 1


def test_one_that_nobody_asked_for_does_no_harm(capsys, picture_folder, profiles, tables):
    name = camera_name(str(picture_folder))
    save_profile(Calibration(name, (640, 480), table=PLANE))
    status, err = watch(capsys, picture_folder)
    assert status == 0
    assert "going on without it" in err
    profile_path(name).write_text("{", "utf-8")
    status, err = watch(capsys, picture_folder)
    assert status == 0
    assert "going on without it" in err
    assert tables == [None, None]
