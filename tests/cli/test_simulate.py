"""`companion simulate`."""

import json
from itertools import pairwise
from pathlib import Path

import av
import cv2
import numpy as np
import pytest

from companion.cli.main import main
from companion.rules.facts import FaceUpCard
from companion.table.dictation import parse_line

SMALL = ("--size", "160x90", "--fps", "2", "--pace", "3")


def test_writes_video_truth_and_session(tmp_path, capsys) -> None:
    out = tmp_path / "new" / "game"
    options = [
        "--game",
        "coins",
        "--seed",
        "4",
        "--target",
        "3",
        "--first-dealer",
        "1",
        "--players",
        "Ana,Bo,Cy",
        "--json",
    ]
    assert main(["simulate", *options, "--out", str(out), *SMALL]) == 0
    summary = json.loads(capsys.readouterr().out)
    session = json.loads((out / "session.json").read_text("utf-8"))
    events = [json.loads(line) for line in (out / "truth.jsonl").read_text("utf-8").splitlines()]
    assert sorted(path.name for path in out.iterdir()) == ["said.jsonl", "session.json", "table.mp4", "truth.jsonl"]

    video = cv2.VideoCapture(str(out / "table.mp4"))
    frames = 0
    while video.read()[0]:
        frames += 1
    assert video.get(cv2.CAP_PROP_FPS) == pytest.approx(2)
    assert (video.get(cv2.CAP_PROP_FRAME_WIDTH), video.get(cv2.CAP_PROP_FRAME_HEIGHT)) == (160, 90)
    video.release()
    assert frames == session["frames"] == summary["frames"]
    assert frames == int(session["duration"] * 2) + 1

    assert session["players"] == ["Ana", "Bo", "Cy"]
    assert session["settings"] == {"target": 3, "first_dealer": 1}
    assert [events[0]["event"], events[-1]["event"]] == ["source", "source"]
    first = events[1]
    assert (first["event"], first["seat"], first["player"]) == ("card_played", 2, "Cy")
    assert {"time", "cards", "confidence"} <= set(first)
    assert events[-2]["event"] == "game_won"


def test_the_same_seed_writes_the_same_truth(tmp_path) -> None:
    for name in ("one", "two"):
        arguments = ["simulate", "--game", "steere_suits", "--hands", "1", "--tie", "--out", str(tmp_path / name)]
        assert main(arguments + list(SMALL)) == 0
    one, two = ((tmp_path / name / "truth.jsonl").read_text("utf-8") for name in ("one", "two"))
    assert one == two
    assert '"tiebreak_card"' in one


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--game", "whist"], "no game 'whist'"),
        (["--game", "coins", "--hands", "3"], "no setting 'hands'"),
        (["--game", "coins", "--target", "many"], "target must be"),
        (["--game", "coins", "--option", "target"], "NAME=VALUE"),
        (["--game", "coins", "--players", "A,B"], "--players names 2 people"),
        (["--game", "hearts_pp", "--players", "A,B"], "players must be"),
        (
            ["--game", "hearts_pp", "--players", "A,B,C", "--option", "players=4"],
            "--players names 3 people, but hearts_pp is played by 4",
        ),
        (["--game", "coins", "--tie"], "no tie to simulate"),
        (["--game", "steere_suits", "--tie", "--hands-limit", "1"], "no tie within 1 of its hands to simulate"),
        (["--game", "coins", "--size", "huge"], "--size huge"),
        (["--game", "coins", "--size", "641x360"], "even"),
        (["--game", "coins", "--fps", "0"], "--fps 0"),
        (["--game", "coins", "--pace", "0"], "--pace 0"),
        (["--game", "coins", "--incidents", "out_of_turn=2"], "out_of_turn=2"),
        (["--game", "coins", "--seed", "-1"], "--seed -1"),
        (["--game", "coins", "--hands-limit", "0"], "--hands-limit 0"),
        (["--game", "coins", "--surface", "ice"], "--surface ice"),
        (["--game", "coins", "--light", "neon"], "--light neon: there are day, dusk, lamp, sun"),
        (["--game", "coins", "--tilt", "-1"], "--tilt -1"),
        (["--game", "coins", "--tilt", "nan"], "--tilt nan"),
        (["--game", "coins", "--art", "nowhere"], "nowhere"),
    ],
)
def test_unusable_options_are_one_clear_line(tmp_path, capsys, arguments, says) -> None:
    out = tmp_path / "out"
    assert main(["simulate", *arguments, "--out", str(out)]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    assert says in lines[0]
    assert not out.exists()


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path, capsys) -> None:
    (tmp_path / "file").write_text("in the way", "utf-8")
    assert main(["simulate", "--game", "coins", "--out", str(tmp_path / "file" / "out"), *SMALL]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    assert str(tmp_path / "file" / "out") in lines[0]


def test_a_recording_is_not_written_over(tmp_path: Path, capsys) -> None:
    kept = {"session.json": '{"format": 1}', "events.jsonl": '{"event": "session"}\n'}
    for name, text in kept.items():
        (tmp_path / name).write_text(text, "utf-8")
    assert main(["simulate", "--game", "coins", "--out", str(tmp_path), *SMALL]) == 2
    assert "holds a recording" in capsys.readouterr().err
    assert {path.name: path.read_text("utf-8") for path in tmp_path.iterdir()} == kept


def test_so_many_play_as_are_named(tmp_path) -> None:
    arguments = ["simulate", "--game", "hearts_pp", "--hands-limit", "1", "--players", "Ana,Bo,Cy,Di,Ed", "--no-deal"]
    assert main([*arguments, "--out", str(tmp_path), "--size", "64x64", "--fps", "1", "--pace", "10"]) == 0
    session = json.loads((tmp_path / "session.json").read_text("utf-8"))
    assert session["players"] == ["Ana", "Bo", "Cy", "Di", "Ed"]
    assert session["settings"]["players"] == 5


def test_what_no_camera_sees_and_lost_frames_are_written(tmp_path) -> None:
    out = tmp_path / "game"
    arguments = ["simulate", "--game", "forum_suits", "--option", "players=3", "--hands-limit", "1", "--out", str(out)]
    assert main([*arguments, *SMALL, "--no-deal", "--incidents", "lost=1,shown=0.2"]) == 0
    told = (out / "said.jsonl").read_text("utf-8").splitlines()
    # It can be told to `companion watch --facts` as it stands.
    said = [parse_line(line, "said.jsonl") for line in told]
    assert isinstance(said[0].fact, FaceUpCard)
    assert {line.deed for line in said} >= {"pause", "resume"}
    assert [line.time for line in said] == [json.loads(line)["time"] for line in told]
    session = json.loads((out / "session.json").read_text("utf-8"))
    assert session["frames"] < int(session["duration"] * 2) + 1
    # What was lost is missing in time, too: the film is as long as the game.
    with av.open(str(out / "table.mp4")) as film:
        times = [float(frame.time) for frame in film.decode(video=0)]
    assert times[-1] > session["duration"] - 1
    assert max(later - earlier for earlier, later in pairwise(times)) > 0.9


def test_a_deck_with_cards_missing_is_told(tmp_path, capsys) -> None:
    art = tmp_path / "short-deck"
    art.mkdir()
    for code in ("1-cups", "2-cups"):
        cv2.imwrite(str(art / f"{code}.png"), np.full((120, 80, 3), 220, np.uint8))
    assert main(["simulate", "--game", "coins", "--art", str(art), "--out", str(tmp_path / "out"), *SMALL]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "the design short-deck lacks 46 cards of the deck spanish48: 3-cups" in line
