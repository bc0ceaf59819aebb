"""`companion replay`, `export` and `sessions`: recorded sessions on the command line."""

import json
import re
import shutil

import av
import pytest

from companion.cli.main import main
from companion.recording.finishing import picture_times
from companion.recording.journal import Journal
from companion.recording.opening import open_session


def lines(capsys):
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_replay_tells_tricks_and_events(capsys, recorded):
    assert main(["replay", str(recorded)]) == 0
    told = capsys.readouterr().err
    assert "Hand 1, trick 1: Ben with the 5 of Coins" in told
    assert "COINS - by Mark Steere: Ana 0, Ben 2, Carla 0" in told
    assert main(["replay", str(recorded), "--json"]) == 0
    assert [(trick["trick"], trick["winner"]) for trick in lines(capsys)] == [("1.1", 1)]
    assert main(["replay", str(recorded), "--events", "--json", "--trick", "1.1"]) == 0
    assert [line["event"] for line in lines(capsys)].count("card_played") == 3
    assert main(["replay", str(recorded), "--events"]) == 0
    assert "Ben plays the 5 of Coins" in capsys.readouterr().err


def test_a_trick_that_was_not_played_is_told(capsys, recorded):
    for trick in ("9.9", "foo"):
        assert main(["replay", str(recorded), "--trick", trick]) == 1
        assert "there is no trick" in capsys.readouterr().err


def test_replay_writes_pictures(capsys, recorded, tmp_path):
    out = tmp_path / "frames"
    assert main(["replay", str(recorded), "--trick", "1.1", "--frames", str(out), "--mask"]) == 0
    assert len(list(out.glob("*.png"))) > 20
    assert main(["replay", str(recorded), "--trick", "1.1", "--frames", str(out)]) == 2
    assert "already" in capsys.readouterr().err
    assert main(["replay", str(recorded), "--frames", str(tmp_path / "other")]) == 2
    assert main(["replay", str(recorded), "--frames", str(tmp_path / "other"), "--trick", "9.9"]) == 1


@pytest.mark.parametrize("way", [[], ["--events", "--json"]])
def test_replay_tells_that_the_video_ends_too_early_or_cannot_be_read(capsys, recorded, tmp_path, way):
    folder = tmp_path / "evening"
    shutil.copytree(recorded, folder)
    assert main(["replay", str(folder), *way]) == 0
    assert "the video" not in capsys.readouterr().err
    video = folder / "video.mkv"
    video.write_bytes(video.read_bytes()[: video.stat().st_size // 4])
    assert main(["replay", str(folder), *way]) == 0
    assert f"{folder}: the video ends 1" in (told := capsys.readouterr().err)
    assert "seconds before the recording: it was cut" in told
    video.write_bytes(b"no film at all")
    assert main(["replay", str(folder), *way]) == 0
    assert "video.mkv: cannot be read" in capsys.readouterr().err


def _data_of_pictures(video):
    with av.open(str(video)) as film:
        return [bytes(packet) for packet in film.demux(video=0) if packet.size]


def test_replay_tells_of_a_short_part_that_is_gone_and_of_pictures_that_it_cannot_write(capsys, recorded, tmp_path):
    folder = tmp_path / "evening"
    shutil.copytree(recorded, folder)
    video = folder / "video.mkv"
    whole, pictures = video.read_bytes(), _data_of_pictures(video)
    assert main(["replay", str(folder), "--json"]) == 0
    out, told = capsys.readouterr()
    assert "the video" not in told
    (start,) = (json.loads(line)["start"] for line in out.splitlines())
    number = sum(time < start for time in picture_times(video)) + 12
    first, last = whole.index(pictures[number]), whole.index(pictures[number + 15])
    video.write_bytes(whole[:first] + bytes(last - first) + whole[last:])
    assert main(["replay", str(folder)]) == 0
    assert "that were looked at and are missing in the video: 1" in capsys.readouterr().err
    data = pictures[number]
    video.write_bytes(whole.replace(data, data[:5] + bytes(len(data) - 5)))
    assert main(["replay", str(folder), "--trick", "1.1", "--frames", str(tmp_path / "out")]) == 0
    (_, count, lost) = re.search(r"(: (\d+) pictures, (\d+) more cannot be decoded)", capsys.readouterr().err).groups()
    assert len(list((tmp_path / "out").iterdir())) == int(count)
    assert int(lost) > 0


def test_replay_again_tells_what_is_said_differently(capsys, recorded, tmp_path):
    # Today's models see no card in the test's blank pictures, so nothing is told again; few of them will do.
    folder = tmp_path / "evening"
    shutil.copytree(recorded, folder)
    video = folder / "video.mkv"
    video.write_bytes(video.read_bytes()[: video.stat().st_size // 8])
    assert main(["replay", str(folder), "--again", "--json"]) == 1
    out, err = capsys.readouterr()
    found = [json.loads(line) for line in out.splitlines()]
    assert {item["what"] for item in found} == {"play", "winner", "totals"}
    assert all(item["now"] is None for item in found)
    assert "1 of 1 trick;" in err
    assert "the video ends" in err


@pytest.mark.parametrize(
    ("form", "name"),
    [
        ("yolo", "yolo"),
        ("coco", "coco"),
        ("voc", "voc"),
        ("yolo-cls", "cls"),
        ("reader-crops", "crops"),
        ("csv", "play.csv"),
        ("json", "play.json"),
        ("record", "record.json"),
        ("html", "sheet.html"),
        ("pdf", "sheet.pdf"),
    ],
)
def test_every_form_is_written_once_and_never_over(capsys, recorded, tmp_path, form, name):
    out = tmp_path / "deep" / name
    assert main(["export", str(recorded), "--format", form, "--out", str(out), "--json"]) == 0
    assert lines(capsys)[0]["format"] == form
    assert out.exists()
    assert main(["export", str(recorded), "--format", form, "--out", str(out)]) == 2
    assert "already" in capsys.readouterr().err
    assert [path.name for path in out.parent.iterdir()] == [name]


def test_a_file_where_a_folder_should_be_is_told_in_our_words(capsys, recorded, tmp_path):
    (tmp_path / "notes").write_text("somebody's", "utf-8")
    status = main(["export", str(recorded), "--format", "html", "--out", str(tmp_path / "notes" / "sheet.html")])
    assert status == 2
    assert "something of this name is there already" in capsys.readouterr().err
    assert (tmp_path / "notes").read_text("utf-8") == "somebody's"


def test_an_exported_record_scores(capsys, recorded, tmp_path):
    assert main(["export", str(recorded), "--format", "record", "--out", str(tmp_path / "r.json")]) == 0
    assert main(["score", str(tmp_path / "r.json"), "--json"]) == 0
    assert lines(capsys)[0]["totals"] == list(open_session(recorded).log.view.totals)


@pytest.mark.parametrize(
    ("form", "option"),
    [
        ("yolo", ["--corrected"]),
        ("csv", ["--trick", "1.1"]),
        ("yolo-cls", ["--every", "2"]),
        ("reader-crops", ["--mask"]),
        ("clip", ["--classes", "sides"]),
        ("coco", ["--language", "fr"]),
    ],
)
def test_an_option_that_an_export_would_leave_out_is_refused(capsys, recorded, tmp_path, form, option):
    out = tmp_path / "out"
    assert main(["export", str(recorded), "--format", form, "--out", str(out), *option]) == 2
    assert f"{option[0]}: is for --format" in capsys.readouterr().err
    assert not out.exists()


@pytest.mark.parametrize(
    ("form", "name", "ending"),
    [("clip", "trick", ".mp4"), ("pdf", "sheet.html", ".pdf"), ("record", "r.txt", ".jsonl or .json")],
)
def test_a_name_that_would_not_be_opened_by_what_shows_it_is_refused(capsys, recorded, tmp_path, form, name, ending):
    assert main(["export", str(recorded), "--format", form, "--out", str(tmp_path / name)]) == 2
    assert f"{name}: the name of a file of --format {form} has to end in {ending}" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("options", [["--again", "--trick", "1.1"], ["--mask"], ["--events", "--mask"]])
def test_an_option_that_a_replay_would_leave_out_is_refused(capsys, recorded, options):
    assert main(["replay", str(recorded), *options]) == 2
    assert f"{options[-1] if options[-1] == '--mask' else '--trick'}: " in capsys.readouterr().err


@pytest.mark.parametrize("option", [["--finder", "x.onnx"], ["--magnifier", "x.onnx"], ["--deck-gallery", "nope"]])
@pytest.mark.parametrize("way", [[], ["--events"]])
def test_a_replay_that_looks_at_nothing_takes_no_model(capsys, recorded, option, way):
    assert main(["replay", str(recorded), *way, *option]) == 2
    assert f"{option[0]}: is for --again" in capsys.readouterr().err


def test_a_clip_needs_its_trick(capsys, recorded, tmp_path):
    clip = ["export", str(recorded), "--format", "clip", "--out", str(tmp_path / "c.mp4")]
    assert main(clip) == 2
    assert "--trick" in capsys.readouterr().err
    assert main([*clip, "--trick", "1.2"]) == 1
    assert main([*clip, "--trick", "1.1"]) == 0
    assert (tmp_path / "c.mp4").stat().st_size > 1000


@pytest.mark.parametrize(("options", "says"), [([], "to the end"), (["--corrected"], "a person named")])
def test_a_hand_that_is_not_over_teaches_no_cards_and_says_why(capsys, recorded, tmp_path, options, says):
    folder, out = tmp_path / "evening", tmp_path / "crops"
    shutil.copytree(recorded, folder)
    log = folder / "events.jsonl"
    told = log.read_text("utf-8").splitlines(keepends=True)
    before = next(place for place, line in enumerate(told) if json.loads(line)["event"] == "trick_won")
    log.write_text("".join(told[: before - 2]), "utf-8")
    assert main(["export", str(folder), "--format", "reader-crops", "--out", str(out), *options]) == 1
    assert says in capsys.readouterr().err
    assert not out.exists()


def test_a_clip_of_a_trick_that_was_not_filmed_is_not_had(capsys, recorded, tmp_path):
    folder = tmp_path / "evening"
    shutil.copytree(recorded, folder)
    (folder / "video.mkv").write_bytes(b"")
    clip = ["export", str(folder), "--format", "clip", "--out", str(tmp_path / "c.mp4"), "--trick", "1.1"]
    assert main(clip) == 1
    assert "the video has no pictures of trick 1.1" in capsys.readouterr().err
    assert not (tmp_path / "c.mp4").exists()


@pytest.mark.parametrize("command", ["replay", "export"])
def test_a_file_is_not_the_folder_of_a_session(tmp_path, capsys, command):
    (tmp_path / "video.mkv").touch()
    more = ["--format", "csv", "--out", str(tmp_path / "a.csv")] if command == "export" else []
    assert main([command, str(tmp_path / "video.mkv"), *more]) == 2
    assert "video.mkv: is a file; give the folder of a recorded session" in capsys.readouterr().err


def test_what_is_no_session_is_refused_in_words(capsys, tmp_path):
    for command in (["replay", str(tmp_path)], ["export", str(tmp_path), "--format", "csv", "--out", "x.csv"]):
        assert main(command) == 2
        assert "is no recorded session" in capsys.readouterr().err


def test_without_a_folder_the_library_is_that_of_the_app(capsys, recorded, tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_SESSIONS", str(tmp_path / "library"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert main(["sessions", "list"]) == 0
    assert f"No sessions in {tmp_path / 'library'}" in capsys.readouterr().err
    assert main(["sessions", "stats"]) == main(["sessions", "restore"]) == main(["sessions", "rebuild"]) == 0
    assert not (tmp_path / "library").exists(), "who only looks makes no folder"
    assert main(["sessions", "show", "one"]) == 2
    assert "there is no session 'one'" in capsys.readouterr().err
    shutil.copytree(recorded, tmp_path / "library" / "one")
    assert main(["sessions", "list"]) == 0
    assert "one: coins" in capsys.readouterr().err
    assert main(["sessions", "--library", str(tmp_path / "nowhere"), "list"]) == 2
    assert "there is no such folder" in capsys.readouterr().err


def test_no_file_called_minus_is_written_by_who_means_standard_output(capsys, recorded, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["export", str(recorded), "--format", "record", "--out", "-"]) == 2
    assert "not standard output; give its name" in capsys.readouterr().err
    assert list(tmp_path.glob("-")) == []


def test_labels_that_come_back_are_counted_by_what_they_say(capsys, recorded, tmp_path):
    place, out = tmp_path / "library", tmp_path / "edited"
    shutil.copytree(recorded, place / "one")
    imported = ["sessions", "--library", str(place), "import", "one", str(out)]
    assert main(imported) == 2
    assert f"{out}: there is no such folder" in capsys.readouterr().err
    assert main(["export", str(place / "one"), "--format", "yolo", "--out", str(out)]) == 0
    capsys.readouterr()
    assert main(imported) == 0
    assert capsys.readouterr().err.rstrip().endswith("nothing is said differently")
    back = len(open_session(recorded).game.deck.codes)
    labels = {path: path.read_text("utf-8").splitlines() for path in sorted(out.glob("labels/*/*.txt"))}
    path = next(path for path, lines in labels.items() if lines and not lines[0].startswith(f"{back} "))
    first, *others = labels[path]
    path.write_text("\n".join([" ".join([str(back), *first.split()[1:]]), *others]), "utf-8")
    assert main([*imported, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {kind: told[kind] for kind in ("name", "side", "box", "add", "remove")} == {
        **dict.fromkeys(("name", "box", "add", "remove"), 0),
        "side": 1,
    }
    shutil.copy(path, path.with_name("999999.000.txt"))
    assert main(imported) == 0
    assert ", of another session: 1 picture" in capsys.readouterr().err
    path.write_text(path.read_text("utf-8") + "\n77 0 0 1 0 1 1 0 1\n", "utf-8")
    assert main(imported) == 2
    assert "expected the number of a class" in capsys.readouterr().err


def test_the_library_on_the_command_line(capsys, recorded, tmp_path):
    place = tmp_path / "library"
    shutil.copytree(recorded, place / "one")

    def sessions(*words):
        assert main(["sessions", "--library", str(place), *words]) == 0
        return capsys.readouterr()

    assert "coins" in sessions("list").err
    sessions("rename", "one", "Birthday")
    sessions("players", "Birthday", "Ana, Ben,Zoë")
    assert main(["sessions", "--library", str(place), "players", "Birthday", "Emil"]) == 1
    assert "fewer names (1) than players (3)" in capsys.readouterr().err
    sessions("tag", "birthday", "family")
    told = json.loads(sessions("show", "birthday", "--json").out)
    assert (told["name"], told["tags"]) == ("Birthday", ["family"])
    assert told["players"] == ["Ana", "Ben", "Zoë"]
    sessions("archive", "birthday")
    assert "No sessions" in sessions("list").err
    assert "No sessions" in sessions("stats").err
    assert "trash is empty" in sessions("restore").err
    assert sessions("restore", "--json") == ("", "")
    sessions("archive", "birthday", "--undo")
    assert json.loads(sessions("stats", "--json").out.splitlines()[0])["player"] == "Ben"
    assert "1 session in" in sessions("rebuild").err
    assert json.loads(sessions("complete", "birthday", "--json").out)["problems"] == []
    sessions("delete", "birthday")
    assert "one" in sessions("restore").err
    sessions("restore", "one")
    assert "Birthday" in sessions("list").err
    sessions("delete", "one")
    assert json.loads(sessions("empty-trash", "--json").out) == {"deleted": 1}
    assert main(["sessions", "--library", str(place), "show", "one"]) == 2


def test_a_video_that_cannot_be_completed_yet_is_told_of_by_name_and_status(capsys, recorded, tmp_path):
    shutil.copytree(recorded, tmp_path / "evening")
    complete = ["sessions", "--library", str(tmp_path), "complete", "evening"]
    journal = Journal(tmp_path / "evening" / "events.jsonl", alone=True)
    assert main(complete) == 1
    assert capsys.readouterr().err.startswith("evening: it is being recorded or corrected just now")
    assert main([*complete, "--json"]) == 1
    assert len(lines(capsys)[0]["problems"]) == 1
    journal.close()
    assert main(complete) == 0
    assert capsys.readouterr().err == "evening: done\n"


def test_resume_refuses_what_cannot_go_on(capsys, recorded, tmp_path):
    source = str(tmp_path)
    assert main(["watch", source, "--resume", str(recorded)]) == 2
    assert "the game is over" in capsys.readouterr().err
    assert main(["watch", source, "--resume", str(recorded), "--record", str(tmp_path / "x")]) == 2
    assert main(["watch", source]) == 2
    assert "--game is missing" in capsys.readouterr().err
    assert main(["watch", source, "--game", "coins", "--record-limit", "-1"]) == 2


def test_faces_are_not_filmed_where_blurring_was_asked_for_and_cannot_be_done(capsys, recorded, tmp_path):
    folder = tmp_path / "evening"
    shutil.copytree(recorded, folder)
    about = json.loads((folder / "session.json").read_text("utf-8"))
    (folder / "session.json").write_text(json.dumps(about | {"settings": {"target": 5}}), "utf-8")
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert main(["watch", str(tmp_path), "--resume", str(folder), "--record-mask"]) == 2
    assert "was begun without it" in capsys.readouterr().err
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    for command in (["watch", str(tmp_path), "--game", "coins"], ["demo", "--headless"]):
        assert main([*command, "--record-mask"]) == 2
        assert "nothing is recorded" in capsys.readouterr().err


@pytest.fixture
def unfinished(recorded, tmp_path):
    """Return the folder of a recorded game that broke off in the middle."""
    folder = tmp_path / "evening"
    shutil.copytree(recorded, folder)
    about = json.loads((folder / "session.json").read_text("utf-8"))
    (folder / "session.json").write_text(json.dumps(about | {"state": "running", "settings": {"target": 5}}), "utf-8")
    return folder


@pytest.mark.parametrize(
    "agreed", [["--players", "Zoe,Yan,Xia"], ["--first-dealer", "0"], ["--target", "9"], ["--option", "target=9"]]
)
def test_what_was_agreed_is_not_agreed_anew_when_a_game_goes_on(capsys, unfinished, picture_folder, agreed):
    log = (unfinished / "events.jsonl").read_bytes()
    assert main(["watch", str(picture_folder), "--resume", str(unfinished), *agreed]) == 2
    assert capsys.readouterr().err.startswith(f"companion: {agreed[0]}: ")
    assert (unfinished / "events.jsonl").read_bytes() == log


def test_resume_goes_on_with_the_game_in_its_folder(capsys, unfinished, picture_folder):
    folder = unfinished
    before = open_session(folder)
    assert main(["watch", str(picture_folder), "--resume", str(folder), "--json"]) == 0
    out, err = capsys.readouterr()
    assert "Going on in hand 1, trick 2: Ana 0, Ben 2, Carla 0" in err
    assert all(json.loads(line)["time"] > before.end for line in out.splitlines())
    session = open_session(folder)
    assert session.facts == before.facts
    assert session.complete
    assert [video.name for video in session.videos] == ["video.mkv", "video-2.mkv"]
    assert main(["watch", str(picture_folder), "--resume", str(folder), "--game", "steere_suits"]) == 2


@pytest.mark.parametrize("can_be_told", [True, False])
def test_a_recording_that_broke_off_while_nothing_counted_is_paused_where_somebody_can_go_on(
    capsys, unfinished, picture_folder, tmp_path, can_be_told
):
    facts = tmp_path / "facts.jsonl"
    facts.write_text("", "utf-8")
    with (unfinished / "events.jsonl").open("a", encoding="utf-8") as log:
        log.write('{"event": "pause", "time": 1.0, "paused": true}\n')
    options = ["--facts", str(facts)] if can_be_told else []
    assert main(["watch", str(picture_folder), "--resume", str(unfinished), *options]) == 0
    assert ("Nothing counts" if can_be_told else "counts again") in capsys.readouterr().err
    assert open_session(unfinished).paused is can_be_told


def test_a_session_of_a_newer_version_is_listed_as_partly_readable_and_not_gone_on_with(capsys, recorded, tmp_path):
    place = tmp_path / "library"
    shutil.copytree(recorded, place / "whole")
    shutil.copytree(recorded, place / "newer")
    log = place / "newer" / "events.jsonl"
    values = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    for value in values:
        del value["crc"]
        for fact in value.get("facts", ()):
            fact["fact"] = "card_exchanged"
    log.write_text("".join(f"{json.dumps(value)}\n" for value in values), "utf-8")
    assert main(["sessions", "--library", str(place), "list"]) == 0
    whole, newer = sorted(capsys.readouterr().err.splitlines(), key=lambda line: "newer" in line)
    assert ("partly readable" in whole, "partly readable" in newer) == (False, True)
    assert main(["watch", str(tmp_path), "--resume", str(place / "newer")]) == 2
    assert "a newer version of the program wrote this session" in capsys.readouterr().err


def test_one_odd_session_does_not_hide_the_others(capsys, recorded, tmp_path):
    shelf = tmp_path / "shelf"
    odd = {
        "number": {"seconds": "y"},
        "endless": {"seconds": "1e999"},
        "early": {"started": "0001-01-01T00:00:00+14:00"},
        "half": {"players": ["\\ud800", "Ben", "Carla"]},
        "nothing": {"started": None},
        "naive": {"started": "2031-01-01T20:00:00"},
    }
    shutil.copytree(recorded, shelf / "good")
    for name, changes in odd.items():
        shutil.copytree(recorded, shelf / name)
        about = json.loads((shelf / name / "session.json").read_text("utf-8")) | changes
        text = json.dumps(about).replace("\\\\ud800", "\\ud800").replace('"1e999"', "1e999")
        (shelf / name / "session.json").write_text(text, "utf-8")
    for command in ("list", "stats"):
        assert main(["sessions", "--library", str(shelf), command, *(["--json"] if command == "list" else [])]) == 0
        out, err = capsys.readouterr()
        if command == "list":
            assert {json.loads(line)["name"] for line in out.splitlines()} >= {"good", *odd}
        assert "Traceback" not in err
