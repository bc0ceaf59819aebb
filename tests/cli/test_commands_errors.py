"""What cannot be used is told in one clear line, with the right exit status and never with a traceback."""

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli.main import main
from companion.errors import UnusableError
from companion.vision.tabletop.profiles import find_profile


@pytest.fixture
def broken(tmp_path):
    """Return files that are not what their names say."""
    (tmp_path / "broken.mp4").write_bytes(b"\0\0\0\x18ftypmp42" + bytes(500))
    (tmp_path / "empty.mkv").write_bytes(b"")
    (tmp_path / "text.avi").write_text("no film", "utf-8")
    (tmp_path / "folder").mkdir()
    return tmp_path


def run(capsys, *arguments):
    """Return the exit status, standard output and standard error of a command."""
    try:
        status = main([str(argument) for argument in arguments])
    except SystemExit as end:
        status = end.code
    out, err = capsys.readouterr()
    return status, out, err


@pytest.mark.parametrize(
    ("package", "arguments"),
    [
        ("av", ["watch", "film.mp4", "--game", "coins"]),
        ("cv2", ["read", "picture.png", "--deck", "french52"]),
        ("onnxruntime", ["read", "picture.png", "--deck", "french52"]),
        ("reportlab", ["print", "calibration-board"]),
        ("platformdirs", ["sessions", "list"]),
    ],
)
def test_a_package_that_is_missing_is_named(tmp_path, package, arguments):
    program = f"import sys; sys.modules[{package!r}] = None; from companion.cli.main import main; sys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == f"companion: the package {package} is missing: install the companion again\n"
    assert done.returncode == 2


def test_a_part_of_the_program_that_is_missing_is_a_fault_of_ours(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "companion.rules.records", None)
    with pytest.raises(ModuleNotFoundError, match="companion"):
        run(capsys, "score", "-")


def test_where_packages_are_listed_no_folder_is_expected(capsys):
    status, out, err = run(capsys, "art", "--list", "here", "there")
    assert (status, out) == (2, "")
    assert "--list prints the commands and stops; leave it out, or DOWNLOADS and ART" in err


@pytest.mark.parametrize("option", ["--run", "--data"])
def test_a_training_is_given_a_folder_and_no_file(capsys, broken, option):
    status, _, err = run(capsys, "train", "reader", option, broken / "text.avi", "--resume")
    assert status == 2
    assert f"{option} {broken / 'text.avi'}: is a file; name a folder" in err
    assert "checkpoint" not in err


@pytest.mark.parametrize("name", ["broken.mp4", "empty.mkv", "text.avi", "folder", "missing.mp4"])
def test_a_source_that_cannot_be_used_is_named(capsys, broken, name):
    status, out, err = run(capsys, "watch", broken / name, "--game", "coins", "--json")
    assert status == 2
    assert out == ""
    assert name in err
    assert len(err.splitlines()) == 1


def test_a_camera_that_is_not_there(capsys):
    status, _, err = run(capsys, "watch", "97", "--game", "coins")
    assert status == 2
    assert "97" in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["--game", "bridge"], "bridge"),
        (["--game", "coins", "--target", "none"], "target"),
        (["--game", "coins", "--target", "0"], "target"),
        (["--game", "coins", "--hands", "3"], "hands"),
        (["--game", "coins", "--option", "target"], "NAME=VALUE"),
        (["--game", "coins", "--option", "colour=red"], "colour"),
        (["--game", "coins", "--first-dealer", "3"], "first_dealer"),
        (["--game", "coins", "--players", "Ana,Ben"], "players"),
        (["--game", "coins", "--players", "Ana,Ben,ana"], "Two players are called Ana. Give each a name of their own."),
        (["--game", "coins", "--players", "Player 2,,Ben"], "Two players are called Player 2"),
        (
            ["--game", "coins", "--option", "target=12", "--target", "13"],
            "target is given twice, as 13 and as 12; leave one of them out",
        ),
        (
            ["--game", "coins", "--option", "target=12", "--option", "target=13"],
            "target is given twice, as 12 and as 13; leave one of them out",
        ),
    ],
)
@pytest.mark.parametrize("command", ["watch", "demo"])
def test_an_option_that_cannot_be_is_named(capsys, tmp_path, command, arguments, named):
    source = [tmp_path] if command == "watch" else ["--headless"]
    status, out, err = run(capsys, command, *source, *arguments, "--json")
    assert status == 2
    assert out == ""
    assert named in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["score", ""],
        ["read", ""],
        ["replay", ""],
        ["sessions", "--library", "", "list"],
        ["simulate", "--game", "coins", "--out", ""],
        ["print", "french52", "--out", ""],
        ["record", "film.mp4", "", "--game", "coins"],
        ["watch", "film.mp4", "--game", "coins", "--facts", ""],
        ["evaluate", "--photos", ""],
    ],
)
def test_an_empty_name_is_not_the_present_folder(capsys, tmp_path, monkeypatch, arguments):
    monkeypatch.chdir(tmp_path)
    status, _, err = run(capsys, *arguments)
    assert status == 2
    assert "the name is empty; give that of a file or folder" in err
    assert not any(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["bench", "--soak", "1", "--recording", "1"], "--recording: not allowed with argument --soak"),
        (["bench", "--video", "film.mp4"], "--video: needs --app"),
        (["bench", "--fps", "5", "--soak", "1"], "--fps: needs --recording"),
        (["bench", "--records", "5"], "--records: needs --rules"),
        (["evaluate", "--deals", "1", "--taught", "1"], "--taught: does not go with --deals"),
        (["evaluate", "--deals", "1", "--photos", "."], "--photos: does not go with --deals"),
        (["evaluate", "--taught", "1", "--report", "out"], "--report: does not go with --taught"),
        (["evaluate", "--misread", "0.1"], "--misread: is for whole deals"),
        (["evaluate", "--deck-art", "."], "--deck-art: is for whole deals"),
        (["calibrate", "film.mp4", "--check", "--out", "table.json"], "--out: is for what is measured"),
    ],
)
def test_an_option_that_would_change_nothing_is_refused(capsys, arguments, said):
    status, _, err = run(capsys, *arguments)
    assert status == 2
    assert said in err


def test_of_an_option_that_is_given_twice_the_last_counts(capsys, tmp_path):
    base = ["simulate", "--game", "coins", "--size", "wrong", "--out", tmp_path / "out"]
    assert "--size wrong" in run(capsys, *base)[2]
    assert "--size worse" in run(capsys, *base, "--size", "worse")[2]


def test_a_wrong_choice_of_speed_shows_the_usage(capsys, tmp_path):
    status, _, err = run(capsys, "watch", tmp_path, "--game", "coins", "--speed", "warp")
    assert status == 2
    assert "--speed" in err


def test_a_game_has_to_be_named(capsys, tmp_path):
    status, _, err = run(capsys, "watch", tmp_path)
    assert status == 2
    assert "--game" in err


def test_a_negative_seed(capsys):
    status, _, err = run(capsys, "demo", "--headless", "--seed", "-1")
    assert status == 2
    assert "--seed" in err


@pytest.mark.parametrize("command", ["watch", "demo"])
def test_help(capsys, command):
    status, out, _ = run(capsys, command, "--help")
    assert status == 0
    assert "--game" in out
    assert "Exit status" in out


def test_a_recording_is_not_written_over(capsys, tmp_path, picture_folder):
    (tmp_path / "events.jsonl").write_text(json.dumps({"event": "source"}) + "\n", "utf-8")
    status, _, err = run(capsys, "watch", picture_folder, "--game", "coins", "--record", tmp_path)
    assert status == 2
    assert "another folder" in err


def test_what_cannot_be_written_is_told_in_a_line(tmp_path):
    if not Path("/dev/full").exists():
        pytest.skip("this system has no device that is always full")
    record = tmp_path / "game.json"
    record.write_text('{"game": "coins", "record": {"hands": [[]]}}\n', "utf-8")
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "companion", "score", str(record), "--json"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert line.startswith("companion: ")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
@pytest.mark.parametrize("name", ["good.json", "missing.json"])
def test_words_that_a_full_disk_refuses_end_nothing_else(tmp_path, name):
    record = {"game": "coins", "record": {"hands": [[]]}}
    (tmp_path / "good.json").write_text(f"{json.dumps(record)}\nno record\n{json.dumps(record)}\n", "utf-8")
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "companion", "score", str(tmp_path / name), "--json"],
            stdout=subprocess.PIPE,
            stderr=full,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    # What was wrong with the second record could not be told; the third was scored all the same.
    assert len(done.stdout.splitlines()) == (2 if name == "good.json" else 0)


@pytest.mark.skipif(os.name != "posix", reason="needs a shell with pipes")
def test_a_failure_that_nobody_reads_is_a_failure_still(tmp_path):
    command = (
        f"{{ sleep 0.2; {shlex.quote(sys.executable)} -m companion replay gone 2>&3; echo $?; }} 3>&1 >status | true"
    )
    subprocess.run(["/bin/sh", "-c", command], cwd=tmp_path, check=True)
    assert (tmp_path / "status").read_text() == "2\n"


@pytest.mark.skipif(os.name != "posix", reason="needs a shell that closes streams")
@pytest.mark.parametrize(("closed", "heard"), [(">&-", "stderr"), ("2>&-", "stdout"), (">&- 2>&-", "")])
def test_nobody_listening_from_the_start_is_no_failure(tmp_path, closed, heard):
    record = tmp_path / "game.json"
    record.write_text('{"game": "coins", "record": {"hands": [[]]}}\nno record\n', "utf-8")
    command = f"exec {shlex.quote(sys.executable)} -m companion score {shlex.quote(str(record))} --json {closed}"
    done = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    said = {"stdout": done.stdout, "stderr": done.stderr}
    assert {name for name, text in said.items() if text} == ({heard} if heard else set())
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="names of files are text on this system")
def test_a_name_that_no_terminal_can_show_is_told_as_well_as_it_can_be(tmp_path):
    name = os.fsdecode(b"bad\xff.jpg")
    done = subprocess.run(
        [sys.executable, "-m", "companion", "read", str(tmp_path / name), "--deck", "french52"],
        env=os.environ | {"PYTHONIOENCODING": "utf-8:strict"},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr
    assert b"bad" in done.stderr


def test_a_calibration_that_may_not_be_looked_at_is_named(broken, monkeypatch):
    def locked(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("companion.vision.tabletop.profiles.Path.exists", locked)
    with pytest.raises(UnusableError, match="access is not permitted"):
        find_profile("camera 0", broken)


@pytest.mark.parametrize(
    ("given", "usage"),
    [
        (["bench", "--bogus"], "usage: companion bench "),
        (["sessions", "list", "--library", "x"], "[--library DIR] ACTION"),
        (["--bogus"], "usage: companion [-h]"),
    ],
)
def test_an_option_that_a_command_does_not_know_shows_what_it_knows(capsys, given, usage):
    with pytest.raises(SystemExit) as stopped:
        main(given)
    assert stopped.value.code == 2
    told = capsys.readouterr().err
    assert usage in told
    assert "unrecognized arguments: --" in told
