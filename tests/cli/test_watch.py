"""`companion watch`: a source goes in, events come out."""

import io
import json
import os
import sys
import threading

import av
import numpy as np
import pytest
from gallery_makers import keep_deck

from companion.cards import SPANISH48
from companion.cli.main import main
from companion.recording.opening import open_session
from companion.table.events import CardPlayed, GameWon, TrickWon
from companion.vision import gallery_file


def told(out):
    return [json.loads(line) for line in out.splitlines()]


def test_pictures_without_cards_are_watched_to_their_end(capsys, picture_folder):
    assert main(["watch", str(picture_folder), "--game", "coins", "--json"]) == 0
    out, err = capsys.readouterr()
    assert [(event["event"], event["state"]) for event in told(out)] == [("source", "opened"), ("source", "ended")]
    assert "3 frames" in err


def test_people_read_sentences_and_machines_nothing(capsys, picture_folder):
    assert main(["watch", str(picture_folder), "--game", "coins", "--players", "Ana,Ben,Carla"]) == 0
    out, err = capsys.readouterr()
    assert out == ""
    assert "Watching" in err
    assert "Ana 0, Ben 0, Carla 0" in err


@pytest.mark.parametrize(("lacks", "warns"), [(("8-", "9-"), True), (("9-",), False), ((), False)])
def test_a_taught_deck_of_forty_cards_is_told_to_be_too_small(
    capsys, picture_folder, tmp_path, monkeypatch, lacks, warns
):
    monkeypatch.setattr(gallery_file, "gallery_folder", lambda: tmp_path / "decks")
    codes = tuple(code for code in SPANISH48.codes if not code.startswith(lacks))
    keep_deck("Baraja", "spanish48", codes, tmp_path / "decks")
    assert main(["watch", str(picture_folder), "--game", "coins", "--deck-gallery", "Baraja"]) == 0
    assert ("“Baraja” has no 8 and 9" in capsys.readouterr().err) == warns


def test_one_picture_is_one_frame(capsys, picture_folder):
    for further in sorted(picture_folder.iterdir())[1:]:
        further.unlink()
    assert main(["watch", str(picture_folder), "--game", "coins"]) == 0
    assert capsys.readouterr().err.splitlines()[-1].endswith("(1 frame, 1 looked at)")


def test_recording_is_a_command_of_its_own(capsys, picture_folder, tmp_path):
    record = tmp_path / "record"
    assert main(["record", str(picture_folder), str(record), "--game", "coins", "--players", "Ana,Ben,Carla"]) == 0
    assert "Recorded in" in capsys.readouterr().err
    assert open_session(record).names == ("Ana", "Ben", "Carla")
    assert main(["record", str(picture_folder), str(record), "--game", "coins"]) == 2
    assert "holds a recording already" in capsys.readouterr().err


@pytest.mark.skipif(os.name != "posix" or sys.platform == "darwin", reason="names of files are text on this system")
def test_names_that_are_no_text_are_watched_recorded_and_found_again(capsys, picture_folder, tmp_path):
    odd = os.fsdecode(b"na\xefve")
    source = picture_folder.rename(tmp_path / odd)
    library = tmp_path / "library"
    library.mkdir()
    record = library / odd
    assert main(["watch", str(source), "--game", "coins", "--players", f"{odd},B,C", "--record", str(record)]) == 0
    assert open_session(record).names == ("na?ve", "B", "C")
    assert not open_session(record).notes
    (library / odd).rename(library / f"{odd} moved")
    for action in (["show", f"{odd} moved"], ["delete", f"{odd} moved"], ["restore", f"{odd} moved"], ["list"]):
        assert main(["sessions", "--library", str(library), *action]) == 0
    assert "na?ve 0, B 0, C 0" in capsys.readouterr().err


def test_a_film_of_play_is_refereed_and_recorded(capsys, tmp_path):
    film, record = tmp_path / "film", tmp_path / "record"
    game = ["--game", "coins", "--target", "1", "--players", "Ana,Ben,Carla"]
    small = ["--size", "960x540", "--no-deal", "--fps", "6"]
    assert main(["simulate", *game, *small, "--seed", "3", "--out", str(film)]) == 0
    capsys.readouterr()
    status = main(["watch", str(film / "table.mp4"), *game, "--json", "--record", str(record)])
    out, _ = capsys.readouterr()
    assert status == 0
    true = told((film / "truth.jsonl").read_text("utf-8"))
    kinds = {CardPlayed.event, TrickWon.event, GameWon.event}
    keys = ("event", "seat", "player", "cards", "card", "points", "totals", "winners")

    def story(events):
        return [[event.get(key) for key in keys] for event in events if event["event"] in kinds]

    assert story(told(out)) == story(true)
    recorded = open_session(record)
    assert not recorded.notes
    assert [without(line, "text") for line in recorded.events] == told(out)
    assert story(recorded.events) == story(true)
    assert recorded.names == ("Ana", "Ben", "Carla")
    with av.open(str(recorded.videos[0])) as video:
        assert float(video.duration / av.time_base) == pytest.approx(recorded.events[-1]["time"], abs=1.0)


def without(line, key):
    return {name: value for name, value in line.items() if name != key}


def test_a_film_that_is_cut_short_is_watched_as_far_as_it_goes(capsys, tmp_path):
    path = tmp_path / "table.mkv"
    with av.open(str(path), "w") as film:
        stream = film.add_stream("mpeg4", rate=10)
        stream.width, stream.height = 320, 180
        for _ in range(60):
            noise = np.random.default_rng(1).integers(0, 255, (180, 320, 3), np.uint8)
            film.mux(stream.encode(av.VideoFrame.from_ndarray(noise, format="bgr24")))
        film.mux(stream.encode())
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    status = main(["watch", str(path), "--game", "coins", "--json"])
    out, _ = capsys.readouterr()
    assert status == 1
    assert [event["state"] for event in told(out) if event["event"] == "source"][-2:] == ["lost", "ended"]
    assert "cut short" in out


def test_what_no_camera_sees_is_told_by_a_file(capsys, picture_folder, tmp_path):
    facts = tmp_path / "facts.jsonl"
    facts.write_text(
        '{"fact": "face_up_card", "card": "7H"}\n{"fact": "cards_kept", "seat": 0, "cards": ["2C"]}\n', "utf-8"
    )
    options = ["--game", "forum_suits", "--option", "players=3", "--json"]
    assert main(["watch", str(picture_folder), *options, "--facts", str(facts)]) == 0
    out, err = capsys.readouterr()
    assert "--facts: 1 line waited" in err
    assert not [event for event in told(out) if event["event"] == "need"]
    facts.write_text('{"fact": "face_up_card", "card": "1C"}\n', "utf-8")
    assert main(["watch", str(picture_folder), *options, "--facts", str(facts)]) == 0
    out, err = capsys.readouterr()
    assert "line 1" in err
    assert "'1C' is no card" in err
    assert [event["kind"] for event in told(out) if event["event"] == "need"] == ["face_up"]


def test_lines_that_make_no_sense_end_it_before_it_begins(capsys, picture_folder, tmp_path):
    facts = tmp_path / "facts.jsonl"
    facts.write_text('\n{"fact": "thief"}\n', "utf-8")
    watched = ["watch", str(picture_folder), "--game", "coins", "--facts"]
    assert main([*watched, str(facts)]) == 1
    assert "line 2" in capsys.readouterr().err
    assert main([*watched, str(tmp_path / "none")]) == 2


def test_people_speak_on_standard_input(capsys, picture_folder, monkeypatch):
    said = b'{"fact": "face_up_card", "card": "7H", "time": 0}\nnonsense\n{"card": "\xff"}\n'
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(said), "ascii"))
    options = ["--game", "forum_suits", "--option", "players=3", "--json", "--facts", "-"]
    assert main(["watch", str(picture_folder), *options]) == 0
    for thread in threading.enumerate():
        if thread.name == "facts":
            thread.join()
    told = capsys.readouterr().err
    assert "standard input, line 2: is no JSON" in told
    assert "standard input, line 3: is no UTF-8 text" in told


def test_nobody_speaks_where_standard_input_is_closed(capsys, picture_folder, monkeypatch):
    monkeypatch.setattr("sys.stdin", None)
    assert main(["watch", str(picture_folder), "--game", "coins", "--facts", "-"]) == 2
    assert "standard input is closed" in capsys.readouterr().err
