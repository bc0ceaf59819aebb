"""`companion score`: what it prints and how it ends."""

import io
import json
import os
import threading
from pathlib import Path

import pytest

from companion.cli.main import main

RECORDS = Path(__file__).parent.parent / "golden" / "records.jsonl"
GOOD = RECORDS.read_text(encoding="utf-8").splitlines()


def expected(line):
    return json.loads(line)["expected"]


@pytest.fixture
def record_file(tmp_path):
    def write(*lines, name="records.jsonl"):
        path = tmp_path / name
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        return str(path)

    return write


def printed(capsys):
    captured = capsys.readouterr()
    return [json.loads(line) for line in captured.out.splitlines()], captured.err


def test_json_lines_in_and_out_in_the_same_order(capsys):
    assert main(["score", "--json", str(RECORDS)]) == 0
    assert printed(capsys) == ([expected(line) for line in GOOD], "")


def test_a_single_record_over_several_lines(capsys, record_file):
    assert main(["score", "--json", record_file(json.dumps(json.loads(GOOD[1]), indent=2))]) == 0
    assert printed(capsys) == ([expected(GOOD[1])], "")


def test_standard_input(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(GOOD[0].encode())))
    assert main(["score", "-", "--json"]) == 0
    assert printed(capsys) == ([expected(GOOD[0])], "")


def test_an_impossible_record_is_named_and_the_rest_is_scored(capsys, record_file):
    broken = json.loads(GOOD[1])
    broken["record"]["hands"][0][4] = broken["record"]["hands"][0][0]
    path = record_file(GOOD[0], json.dumps(broken), "no json", GOOD[2])
    assert main(["score", "--json", path]) == 1
    results, errors = printed(capsys)
    assert results == [expected(GOOD[0]), expected(GOOD[2])]
    first, second = errors.splitlines()
    assert first.startswith(f"companion: {path}, line 2, hand 1, trick 1: ")
    assert first.endswith("was already played in this hand")
    assert second.startswith(f"companion: {path}, line 3, no JSON: ")


def test_a_file_that_cannot_be_read_is_named_and_the_others_are_scored(capsys, record_file, tmp_path):
    missing = str(tmp_path / "missing.json")
    assert main(["score", "--json", missing, str(tmp_path), record_file(GOOD[0], "{}")]) == 2
    results, errors = printed(capsys)
    assert results == [expected(GOOD[0])]
    assert f"companion: cannot read {missing}: there is no such file" in errors
    assert f"companion: cannot read {tmp_path}: a folder of this name is there" in errors
    assert len(errors.splitlines()) == 3


def test_a_game_that_is_not_known_is_told_of_before_what_else_is_wrong(capsys, record_file):
    assert main(["score", record_file('{"game": "bridge"}')]) == 1
    errors = capsys.readouterr().err
    assert "'bridge'" in errors
    assert '"record"' not in errors


@pytest.mark.parametrize("content", ["", "\n\n  \n"])
def test_a_file_without_records_says_so(capsys, tmp_path, content):
    path = tmp_path / "empty.jsonl"
    path.write_text(content, "utf-8")
    assert main(["score", "--json", str(path)]) == 0
    assert printed(capsys) == ([], f"companion: {path}: holds no record\n")


def test_hands_after_the_end_are_mentioned(capsys, record_file):
    record = json.loads(GOOD[0])
    record["record"]["hands"].append([[0, "1-cups"]])
    assert main(["score", "--json", record_file(json.dumps(record))]) == 0
    results, errors = printed(capsys)
    assert results[0]["winners"] == expected(GOOD[0])["winners"]
    assert "hands recorded after the end of the game and ignored: 1" in errors


def test_plays_after_the_end_that_cannot_be_are_mentioned(capsys, record_file):
    plays = [[1, "2-coins"], [2, "1-cups"], [0, "2-cups"], [2, "2-cups"], [0, "3-cups"]]
    record = {"game": "coins", "record": {"target": 1, "hands": [plays]}}
    assert main(["score", "--json", record_file(json.dumps(record))]) == 0
    results, errors = printed(capsys)
    assert results[0]["winners"] == [2]
    assert "plays after the end of the game that cannot be and are ignored: 1" in errors


def test_two_players_of_one_name_are_told_apart_on_the_sheet(capsys, record_file):
    record = json.loads(GOOD[1]) | {"players": ["Ana", "Ben", "Ana"]}
    assert main(["score", record_file(json.dumps(record))]) == 0
    sheet = capsys.readouterr().err
    assert "  Ana (1)      Ben  Ana (3)\n" in sheet


def test_the_score_sheet_names_the_author_the_totals_and_the_winner(capsys, record_file):
    assert main(["score", record_file(GOOD[1])]) == 0
    sheet = capsys.readouterr().err
    assert sheet.startswith("COINS - by Mark Steere\ntarget 10, first dealer seat 1\n")
    total = next(line for line in sheet.splitlines() if line.startswith("total"))
    assert [int(number) for number in total.split()[1:]] == expected(GOOD[1])["totals"]
    assert f"Seat {expected(GOOD[1])['winners'][0]} won: reached the target of 10" in sheet


def test_every_trick_on_request(capsys, record_file):
    path = record_file(GOOD[1])
    main(["score", path])
    brief = capsys.readouterr().err
    main(["score", "--tricks", path])
    full = capsys.readouterr().err
    tricks = sum(len(hand["trick_winners"]) for hand in expected(GOOD[1])["hands"])
    assert full.count(" *") == tricks
    assert " *" not in brief


def test_without_a_file_the_command_line_is_unusable(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["score"])
    assert ended.value.code == 2
    assert "FILE" in capsys.readouterr().err


def test_the_score_sheet_calls_the_players_as_the_record_does(capsys, record_file):
    record = {**json.loads(GOOD[0]), "players": ["Ana", "", "Zoë"]}
    assert main(["score", "--tricks", record_file(json.dumps(record))]) == 0
    told = capsys.readouterr().err
    assert "Ana" in told
    assert "Player 2" in told
    assert "Zoë" in told
    assert "seat 0" not in told


@pytest.mark.parametrize(
    ("players", "said"),
    [
        (["Ana", "Ben", "Carla", "Dora"], '"players" is ignored: it names 4 of 3 players'),
        (["Ana", "Ben"], '"players" is ignored: it names 2 of 3 players'),
        (["Ana", 2, "Carla"], '"players" is ignored: it holds what is no name'),
    ],
)
def test_names_that_are_not_one_a_player_are_told_and_nobody_gets_the_name_of_another(
    capsys, record_file, players, said
):
    path = record_file(json.dumps({**json.loads(GOOD[0]), "players": players}))
    assert main(["score", path]) == 0
    first, *sheet = capsys.readouterr().err.splitlines()
    assert first.startswith(f"companion: {path}, line 1: {said}")
    assert "Ana" not in "".join(sheet)
    assert "seat 0" in "".join(sheet)
    assert main(["score", "--json", path]) == 0
    assert printed(capsys)[0] == [expected(GOOD[0])]


def test_keys_that_mean_nothing_in_the_game_are_told(capsys, record_file):
    record = json.loads(GOOD[1])
    hand = {"plays": record["record"]["hands"][0], "kitty": ["AS"]}
    record["record"] |= {"first_deler": 2, "options": {"short": True}, "hands": [hand, *record["record"]["hands"][1:]]}
    path = record_file(json.dumps(record), GOOD[1])
    assert main(["score", "--json", path]) == 0
    results, errors = printed(capsys)
    assert results == [expected(GOOD[1])] * 2
    assert errors.splitlines() == [
        f'companion: {path}, line 1: coins has no "first_deler", "options" in its records; ignored',
        f'companion: {path}, line 1: hand 1: coins has no "kitty" in its hands; ignored',
    ]


def test_a_key_that_is_there_twice_is_refused(capsys, record_file):
    path = record_file(GOOD[1].replace('"target"', '"target": 99, "target"', 1), GOOD[0])
    assert main(["score", "--json", path]) == 1
    results, errors = printed(capsys)
    assert results == [expected(GOOD[0])]
    assert errors == f'companion: {path}, line 1, the key "target" is there twice; leave one of them out\n'


def test_a_name_of_a_file_breaks_no_line(capsys, tmp_path):
    assert main(["score", str(tmp_path / "two\nlines\x1b[2J.json")]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "two?lines?[2J.json: there is no such file or folder" in line


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no such pipes")
def test_a_pipe_with_records_is_read(capsys, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=(f"{GOOD[0]}\n{GOOD[1]}\n",))
    writer.start()
    assert main(["score", "--json", str(pipe)]) == 0
    writer.join()
    assert printed(capsys) == ([expected(line) for line in GOOD[:2]], "")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no such devices")
@pytest.mark.parametrize("device", ["/dev/zero", "/dev/full", "/dev/null"])
def test_a_device_is_no_record(capsys, device):
    assert main(["score", device]) == 2
    assert capsys.readouterr().err == (
        f"companion: cannot read {device}: it is no file but a device or a pipe; give a plain file\n"
    )
