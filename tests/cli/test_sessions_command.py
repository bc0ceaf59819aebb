"""`companion sessions`: what is in the trash, what was changed, and what is left out."""

import json
import shutil

import pytest

from companion.cli.main import main


@pytest.fixture
def sessions(capsys, recorded, tmp_path):
    """Return what runs the command on a library of the sessions `a` and `b`, and returns its status and outputs."""
    library = tmp_path / "library"
    for name in "ab":
        shutil.copytree(recorded, library / name)

    def run(*words):
        status = main(["sessions", "--library", str(library), *words])
        return status, *capsys.readouterr()

    run.library = library
    return run


def deleted(sessions, name):
    """Delete a session; return the name of its folder in the trash."""
    return json.loads(sessions("delete", name, "--json")[1])["trash"].rpartition("/")[2]


@pytest.mark.parametrize("given", ["Friday night", "friday", "b"])
def test_a_deleted_session_comes_back_by_its_name_or_words_of_it(sessions, given):
    sessions("rename", "b", "Friday night")
    sessions("delete", "Friday night")
    assert sessions("restore", given)[0] == 0
    assert "Friday night" in sessions("list")[2]


def test_the_trash_is_listed_with_the_names_of_its_sessions(sessions):
    sessions("rename", "b", "Friday night")
    renamed, plain = deleted(sessions, "b"), deleted(sessions, "a")
    assert sessions("restore")[2].splitlines() == [plain, f"{renamed}: Friday night"]
    assert [json.loads(line)["name"] for line in sessions("restore", "--json")[1].splitlines()] == ["a", "Friday night"]


def test_of_two_deleted_sessions_of_one_name_none_is_taken_unasked(sessions):
    first = deleted(sessions, "a")
    (sessions.library / "b").rename(sessions.library / "a")
    second = deleted(sessions, "a")
    status, _, told = sessions("restore", "a")
    assert status == 2
    assert f"'a' may be several sessions in the trash, the one deleted last first: '{second}', '{first}'" in told
    assert sessions("restore", first)[0] == 0
    assert sessions("restore")[2].strip() == second


@pytest.mark.parametrize("given", ["nothing", " "])
def test_what_is_not_in_the_trash_is_told(sessions, given):
    sessions("delete", "a")
    status, _, told = sessions("restore", given)
    assert status == 2
    assert "`companion sessions restore` names them" in told
    assert not (sessions.library / "a").exists()


def test_a_session_that_says_nothing_in_the_trash_comes_back_by_its_folder(sessions):
    trashed = deleted(sessions, "a")
    (sessions.library / ".trash" / trashed / "session.json").write_text("{torn", "utf-8")
    assert sessions("restore")[2].strip() == trashed
    assert sessions("restore", "a")[0] == 0


@pytest.mark.parametrize(
    ("words", "now"),
    [
        (["rename", "a", "Friday"], {"name": "Friday"}),
        (["players", "a", "Zoe,Yan,Xia"], {"players": ["Zoe", "Yan", "Xia"]}),
        (["tag", "a", "family"], {"tags": ["family"]}),
        (["archive", "a"], {"archived": True}),
    ],
)
def test_what_was_changed_is_given_as_json(sessions, words, now):
    status, out, _ = sessions(*words, "--json")
    assert status == 0
    changed = json.loads(out)
    assert changed["folder"] == str(sessions.library / "a")
    assert {key: changed[key] for key in now} == now


def test_people_are_not_told_what_they_have_changed(sessions):
    assert sessions("rename", "a", "Friday") == (0, "", "")


def test_statistics_say_what_they_leave_out(sessions):
    assert "Left out" not in sessions("stats")[2]
    (sessions.library / "a" / "session.json").write_text('{"game": "chess"}', "utf-8")
    told = sessions("stats")[2]
    assert "Ben" in told
    assert "Left out: 1 session that cannot be opened; `companion sessions list` tells which and why" in told
    out, told = sessions("stats", "--json")[1:]
    assert all(json.loads(line)["games"] == 1 for line in out.splitlines())
    assert "Left out: 1 session" in told


def test_a_session_that_says_oddly_whether_it_is_archived_is_listed(sessions):
    path = sessions.library / "a" / "session.json"
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | {"archived": "x"}), "utf-8")
    assert "a: coins" in sessions("list")[2]
    sessions("archive", "a")
    assert "a: coins" not in sessions("list")[2]
