"""`companion calibrate` from pictures taken before, and the printed board."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from board_scenes import POSES, Studio
from finders import MissesNothing

from companion.cli.main import main


@pytest.fixture(scope="module")
def pictures(tmp_path_factory):
    folder = tmp_path_factory.mktemp("board") / "living room"
    folder.mkdir()
    studio = Studio()
    for number, pose in enumerate(POSES[::-1]):
        cv2.imwrite(str(folder / f"{number}.png"), studio.picture(pose, seed=number))
    return folder


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setattr("companion.vision.tabletop.profiles.profile_folder", lambda: tmp_path / "profiles")


def run(capsys, *arguments):
    status = main(["calibrate", *map(str, arguments)])
    return status, *capsys.readouterr()


def test_pictures_of_the_board_tell_lens_and_table(capsys, pictures, tmp_path):
    status, out, err = run(capsys, pictures, "--json")
    assert status == 0
    told = json.loads(out)
    assert told["camera"] == "living room"
    assert told["lens"]["pictures"] == len(POSES)
    assert told["lens"]["error_pixels"] < 0.5
    assert told["table"]["method"] == "board"
    assert Path(told["file"]).parent == tmp_path / "profiles"
    assert "reprojection error" in err
    # Done again, it takes the place of the first.
    assert run(capsys, pictures, "--no-lens", "--seat-0", "left")[0] == 0
    (kept,) = (tmp_path / "profiles").iterdir()
    again = json.loads(kept.read_text("utf-8"))
    assert again["lens"] is None
    assert again["seats_turned"] == 90


def test_one_picture_of_a_mirrored_camera_tells_the_table_and_what_is_missing(capsys, tmp_path):
    picture = np.ascontiguousarray(Studio().picture(POSES[1])[:, ::-1])
    cv2.imwrite(str(tmp_path / "board.png"), picture)
    status, out, err = run(capsys, tmp_path / "board.png", "--json")
    assert status == 0
    told = json.loads(out)
    assert told["picture"]["mirrored"] is True
    assert told["lens"] is None
    assert told["table"]["method"] == "board"
    assert "needs 5 pictures" in err
    assert "mirrors" in err


def test_a_page_printed_smaller_makes_the_table_smaller(capsys, pictures, tmp_path):
    matrices = []
    for ruler in (100, 50):
        out = tmp_path / f"{ruler}.json"
        assert run(capsys, pictures, "--ruler", ruler, "--out", out)[0] == 0
        matrices.append(np.array(json.loads(out.read_text("utf-8"))["table"]["pixels_to_mm"]))
    assert matrices[0][:2] / 2 == pytest.approx(matrices[1][:2], rel=0.01)


def test_four_corners_tell_the_table(capsys, pictures, tmp_path):
    out = tmp_path / "corners.json"
    corners = ["200,100", "760,110", "900,500", "60,490"]
    status, _, _ = run(capsys, pictures, "--corners", *corners, "--size", "1200x800", "--out", out, "--turn", "180")
    assert status == 0
    told = json.loads(out.read_text("utf-8"))
    assert told["table"]["method"] == "corners"
    assert told["picture"]["turned"] == 180


@pytest.mark.parametrize(
    ("arguments", "status", "named"),
    [
        (["--corners", "1,1", "2,1", "2,2", "1,2"], 2, "--size"),
        (["--size", "10x10"], 2, "--corners"),
        (["--seconds", "-3"], 2, "--seconds"),
        (["--seconds", "nan"], 2, "--seconds"),
        (["--ruler", "3"], 2, "--ruler 3"),
        (["--corners", "200,100", "760,110", "900,5000", "60,490", "--size", "900x900"], 1, "outside the picture"),
        (["--corners", "200,100", "760,110", "900,500", "60,490", "--size", "1.2x0.8"], 1, "in millimetres"),
        (["--corners", "200,100", "760,110", "900,500", "60,490", "--size", "1200xnan"], 1, "in millimetres"),
        (["--corners", "760,110", "200,100", "900,500", "60,490", "--size", "9x9"], 1, "far left"),
    ],
)
def test_what_cannot_be_is_told_in_one_line(capsys, pictures, tmp_path, arguments, status, named):
    result, out, err = run(capsys, pictures, *arguments)
    assert result == status
    assert out == ""
    assert named in err
    assert len(err.splitlines()) == 1
    assert not (tmp_path / "profiles").exists()


def test_without_a_board_nothing_is_kept(capsys, picture_folder, tmp_path):
    status, _, err = run(capsys, picture_folder)
    assert status == 1
    assert "print calibration-board" in err
    assert not (tmp_path / "profiles").exists()


def test_a_missing_source_is_refused(capsys, tmp_path):
    status, _, err = run(capsys, tmp_path / "none.mp4")
    assert status == 2
    assert "none.mp4" in err


def test_the_check_says_what_to_change(capsys, picture_folder, tmp_path):
    status, out, err = run(capsys, picture_folder, "--check", "--json")
    assert status == 1
    told = json.loads(out)
    assert told["cards"] == 0
    assert told["advice"] == ["Lay a few cards face up where you play."]
    assert "Lay a few cards" in err
    assert not (tmp_path / "profiles").exists()


def test_cards_that_lie_there_tell_the_table(capsys, tmp_path, monkeypatch):
    from companion.synth.view import card_corners, look_at_table
    from companion.vision.eyes import ModelEyes
    from companion.vision.types import Detections

    folder = tmp_path / "dinner"
    folder.mkdir()
    cv2.imwrite(str(folder / "0.png"), np.zeros((720, 1280, 3), np.uint8))
    view = look_at_table(1280, 720, 1.2, 0.4)
    places = [(-300, -150), (200, -180), (0, 0), (-150, 160), (260, 150)]
    quads = np.stack([view.project(card_corners(x, y, 0.01 * x, 61, 95)) for x, y in places]).astype(np.float32)

    class Finder(MissesNothing):
        def find(self, *_):
            return Detections(quads, np.ones(5, np.float32), np.ones(5, bool))

    monkeypatch.setattr(ModelEyes, "shipped", classmethod(lambda cls: ModelEyes(Finder(), None)))
    status, out, _ = run(capsys, folder, "--cards", "spanish48", "--json")
    assert status == 0
    table = json.loads(out)["table"]
    assert table["method"] == "cards"
    assert table["error_pixels"] < 0.5
    # A picture of another size comes first: where cards lie in it says nothing of the others.
    cv2.imwrite(str(folder / "0.png"), np.zeros((1080, 1920, 3), np.uint8))
    cv2.imwrite(str(folder / "1.png"), np.zeros((720, 1280, 3), np.uint8))
    elsewhere = iter([quads[::-1] * 1.5, quads])
    monkeypatch.setattr(
        Finder, "find", lambda *_: Detections(next(elsewhere), np.ones(5, np.float32), np.ones(5, bool))
    )
    status, out, _ = run(capsys, folder, "--cards", "spanish48", "--json")
    told = json.loads(out)
    assert (told["picture"]["width"], told["table"]) == (1280, table)
    status, _, err = run(capsys, folder, "--cards", "tarot")
    assert status == 2
    assert "tarot" in err


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--corners", "1,1", "2,1", "2,2", "there"], "--corners: there: expected X,Y in pixels, such as 210,80"),
        (["--size", "1200x800x3"], "--size: 1200x800x3: expected WxD in millimetres, such as 1200x800"),
    ],
)
def test_what_is_no_place_and_no_size_is_told_with_an_example(capsys, pictures, arguments, expected):
    with pytest.raises(SystemExit, match="2"):
        run(capsys, pictures, *arguments)
    assert expected in capsys.readouterr().err


@pytest.mark.parametrize("way", ["--check", "--corners", "--cards"])
@pytest.mark.parametrize("option", [["--ruler", "99"], ["--no-lens"]])
def test_what_is_for_the_board_is_refused_without_it(capsys, pictures, way, option):
    given = {"--check": [], "--cards": ["french52"], "--corners": ["1,1", "9,1", "9,9", "1,9", "--size", "9x9"]}[way]
    status, _, err = run(capsys, pictures, way, *given, *option)
    assert status == 2
    assert f"{option[0]}: is for the printed board, and {way} does without it" in err


def test_four_corners_are_not_looked_at_for_any_time(capsys, pictures):
    corners = ["--corners", "1,1", "9,1", "9,9", "1,9", "--size", "9x9"]
    status, _, err = run(capsys, pictures, *corners, "--seconds", "5")
    assert status == 2
    assert "--seconds: --corners takes the first picture" in err


def test_whoever_checks_a_camera_places_nobody(capsys, pictures):
    status, _, err = run(capsys, pictures, "--check", "--seat-0", "left")
    assert status == 2
    assert "--seat-0: is for what is measured" in err


def test_nothing_but_a_calibration_is_written_over(capsys, pictures, tmp_path):
    film = tmp_path / "film.mp4"
    film.write_bytes(b"an evening")
    status, _, err = run(capsys, pictures, "--out", film)
    assert status == 2
    assert f"--out {film}: is there already and is no calibration" in err
    assert film.read_bytes() == b"an evening"
    for _ in range(2):
        assert run(capsys, pictures, "--no-lens", "--out", tmp_path / "table.json")[0] == 0
