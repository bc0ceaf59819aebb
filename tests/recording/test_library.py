"""The library: an index over folders that can always be made again."""

import json
import shutil
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from datetime import datetime

import pytest

from companion.errors import UnusableError
from companion.recording import index, library
from companion.recording.export.sheet import sheet_of
from companion.recording.journal import Journal
from companion.recording.layout import change_about
from companion.recording.library import Library
from companion.recording.opening import open_session
from companion.recording.places import new_session_folder, plain_name
from companion.recording.summary import Player, statistics
from companion.rules import fact_json


@pytest.fixture
def shelf(recorded_once, tmp_path):
    """Return a library of two sessions and something else."""
    place = tmp_path / "library"
    for name in ("first evening", "second evening"):
        shutil.copytree(recorded_once[0], place / name)
    about = json.loads((place / "second evening" / "session.json").read_text("utf-8"))
    about |= {"started": "2031-01-01T20:00:00+00:00", "players": ["Zoë", "Ben", "Carla"]}
    (place / "second evening" / "session.json").write_text(json.dumps(about), "utf-8")
    (place / "holiday pictures").mkdir()
    with closing(Library(place, tmp_path / "index.sqlite")) as library:
        library.refresh()
        yield library


def names(entries):
    return [entry.folder.name for entry in entries]


def test_sessions_are_listed_the_newest_first(shelf, table):
    entries = shelf.entries()
    assert names(entries) == ["second evening", "first evening"]
    entry = entries[1]
    assert (entry.game, entry.players, entry.over, entry.complete) == ("coins", ("Ana", "Ben", "Carla"), True, True)
    assert entry.totals == tuple(table.session.log.view.totals)
    assert entry.winners == ("Ben",)
    assert entry.facts == 3
    assert entry.bytes > 10_000
    assert entry.seconds == pytest.approx(23.3, abs=0.2)


def test_what_a_killed_program_left_unfinished_is_gone_when_the_library_is_opened_again(shelf, tmp_path):
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    before = shelf.entries()
    (before[0].folder / f".video.mkv.{gone.pid}.part").write_bytes(b"half a film")
    (shelf.folder / f".labels.{gone.pid}.part" / "images").mkdir(parents=True)
    with closing(Library(shelf.folder, tmp_path / "index.sqlite")) as again:
        again.rebuild()
        assert again.entries() == before
    assert not list(shelf.folder.rglob("*.part"))


def test_a_session_that_an_older_version_did_not_understand_is_read_anew_by_a_newer_one(shelf, monkeypatch):
    entries = shelf.entries()
    with monkeypatch.context() as older:
        older.setattr(library, "__version__", "0.0.9")
        older.setattr(fact_json, "KINDS", {})
        shelf.refresh()
        assert [entry.facts for entry in shelf.entries()] == [0, 0]
    shelf.refresh()
    assert shelf.entries() == entries


def test_search_finds_words_anywhere(shelf):
    assert names(shelf.entries("zoë COINS")) == ["second evening"]
    assert names(shelf.entries("2031")) == ["second evening"]
    assert names(shelf.entries("carla")) == ["second evening", "first evening"]
    assert names(shelf.entries("chess")) == []


def test_names_tags_and_archive_live_in_the_folder(shelf, tmp_path):
    entry = shelf.find("first evening")
    shelf.rename(entry, "Grandma's birthday")
    shelf.tag(entry, ["family", " family", "long"])
    shelf.archive(shelf.find("second evening"))
    assert names(shelf.entries()) == ["first evening"]
    # Another index, made from the folders alone, knows all of it.
    with closing(Library(shelf.folder, tmp_path / "other.sqlite")) as other:
        assert other.rebuild() == 2
        assert other.entries(archived=True) == shelf.entries(archived=True)
        found = other.find("grandma's")
        assert (found.name, found.tags) == ("Grandma's birthday", ("family", "long"))
    shelf.archive(shelf.find("second evening"), archived=False)
    shelf.rename(entry, "")
    assert names(shelf.entries()) == ["second evening", "first evening"]
    assert shelf.find("first evening").name == "first evening"


def test_what_changes_on_disk_is_noticed(shelf):
    shutil.rmtree(shelf.folder / "first evening")
    shutil.copytree(shelf.folder / "second evening", shelf.folder / "third evening")
    shelf.refresh()
    assert sorted(names(shelf.entries())) == ["second evening", "third evening"]


def test_deleting_moves_a_session_whole_to_the_trash(shelf):
    entry = shelf.find("first evening")
    files = sorted(path.name for path in entry.folder.iterdir())
    trashed = shelf.delete(entry)
    assert names(shelf.entries()) == ["second evening"]
    assert sorted(path.name for path in trashed.iterdir()) == files
    assert shelf.restore(shelf.trashed()[0]).name == "first evening"
    assert names(shelf.entries()) == ["second evening", "first evening"]
    shelf.delete(shelf.find("first evening"))
    assert shelf.empty_trash() == 1
    assert shelf.trashed() == []
    assert not trashed.exists()


def test_what_a_file_manager_leaves_in_the_trash_is_no_session(shelf):
    trashed = shelf.delete(shelf.find("first evening"))
    (trashed.parent / ".DS_Store").write_bytes(b"its own")
    assert shelf.trashed() == [trashed]
    assert shelf.empty_trash() == 1
    assert shelf.trashed() == []


def test_a_session_that_cannot_be_opened_is_listed_with_its_problem(shelf):
    (shelf.folder / "first evening" / "session.json").write_text('{"game": "chess"}', "utf-8")
    shelf.refresh()
    entry = shelf.find("first evening")
    assert entry.game == ""
    assert "chess" in entry.problem


def test_what_a_simulation_wrote_is_no_session_but_a_session_without_its_log_is_one(shelf):
    film = shelf.folder / "simulated"
    film.mkdir()
    (film / "session.json").write_text(
        json.dumps({"game": "coins", "video": "table.mp4", "truth": "truth.jsonl"}), "utf-8"
    )
    (shelf.folder / "first evening" / "events.jsonl").unlink()
    (shelf.folder / "second evening" / "events.jsonl").unlink()
    (shelf.folder / "second evening" / "session.json").write_text("{torn", "utf-8")
    shelf.refresh()
    assert sorted(names(shelf.entries())) == ["first evening", "second evening"]
    with pytest.raises(UnusableError, match=r"no recorded session \(events\.jsonl is missing\)"):
        open_session(film)


def test_a_deleted_session_whose_name_another_has_by_now_comes_back_beside_it(shelf):
    trashed = shelf.delete(shelf.find("first evening"))
    kept = shelf.find("second evening").folder.rename(shelf.folder / "first evening")
    facts = (kept / "events.jsonl").read_bytes()
    assert shelf.restore(trashed) == shelf.folder / "first evening 2"
    assert (kept / "events.jsonl").read_bytes() == facts
    assert sorted(names(shelf.entries())) == ["first evening", "first evening 2"]
    assert shelf.trashed() == []


@pytest.mark.parametrize("damage", [b"no database at all, only some text" * 50, b""])
def test_a_damaged_index_is_made_again(shelf, tmp_path, damage):
    path = tmp_path / "damaged.sqlite"
    path.write_bytes(damage)
    with closing(Library(shelf.folder, path)) as library:
        library.refresh()
        assert library.entries() == shelf.entries()


def test_an_index_of_another_version_is_made_again(shelf, tmp_path):
    path = tmp_path / "newer.sqlite"
    with closing(sqlite3.connect(path)) as index:
        index.execute("PRAGMA user_version = 99")
    with closing(Library(shelf.folder, path)) as library:
        assert library.rebuild() == 2


def test_an_index_that_another_program_is_writing_is_waited_for_and_never_thrown_away(shelf, tmp_path, monkeypatch):
    path = tmp_path / "index.sqlite"
    monkeypatch.setattr(index, "_WAIT", 0.05)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(UnusableError, match=r"index.sqlite: .* locked"):
            Library(shelf.folder, path)
        other.execute("ROLLBACK")
    with closing(Library(shelf.folder, path)) as library:
        assert library.entries() == shelf.entries()


def test_where_no_index_can_be_written_sessions_are_listed_all_the_same(shelf, tmp_path):
    (tmp_path / "no file").mkdir()
    with closing(Library(shelf.folder, tmp_path / "no file")) as library:
        library.refresh()
        assert library.entries() == shelf.entries()


def test_a_disk_that_is_not_plugged_in_is_an_empty_library_and_its_index_stays(shelf, tmp_path):
    unplugged = shelf.folder.rename(tmp_path / "unplugged")
    known = (tmp_path / "index.sqlite").read_bytes()
    with closing(Library(shelf.folder, tmp_path / "index.sqlite")) as library:
        library.refresh()
        assert library.entries() == []
        assert library.trashed() == []
    assert (tmp_path / "index.sqlite").read_bytes() == known
    unplugged.rename(shelf.folder)
    with closing(Library(shelf.folder, tmp_path / "index.sqlite")) as library:
        assert names(library.entries()) == ["second evening", "first evening"]


def test_a_library_that_is_no_folder_is_told_in_one_line(tmp_path):
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(UnusableError, match=r"file: the library cannot be opened \(no folder of that name is there\)"):
        Library(tmp_path / "file", tmp_path / "index.sqlite")


def test_a_session_that_is_being_recorded_is_not_deleted(shelf):
    entry = shelf.find("first evening")
    journal = Journal(entry.folder / "events.jsonl", alone=True)
    with pytest.raises(UnusableError, match="being recorded"):
        shelf.delete(entry)
    journal.close()
    assert shelf.delete(entry).exists()


def test_a_session_without_its_log_can_be_deleted(shelf):
    entry = shelf.find("first evening")
    (entry.folder / "events.jsonl").unlink()
    assert shelf.delete(entry).exists()


def test_nothing_of_a_deleted_session_stays_in_the_library(shelf, tmp_path):
    about = json.loads((shelf.folder / "second evening" / "session.json").read_text("utf-8"))
    assert "Zoë" in about["players"]
    shelf.delete(shelf.find("second evening"))
    shelf.empty_trash()
    shelf.close()
    left = [path for place in (shelf.folder, tmp_path) for path in place.rglob("*") if path.is_file()]
    assert any(path.suffix == ".sqlite" for path in left)
    assert not [path for path in left if "Zoë".encode() in path.read_bytes()]


def test_a_name_that_fits_none_or_several_is_refused(shelf):
    with pytest.raises(UnusableError, match="no session 'third'"):
        shelf.find("third")
    with pytest.raises(UnusableError, match="several"):
        shelf.find("evening")


def test_a_folders_name_names_its_session_whatever_others_are_called(shelf):
    shelf.rename(shelf.find("second evening"), "first evening")
    assert shelf.find("first evening").folder.name == "first evening"
    assert shelf.find("second evening").name == "first evening"


def test_names_and_tags_are_kept_in_one_line(shelf):
    shelf.rename(shelf.find("first evening"), " At\nAna's,\t late ")
    shelf.tag(shelf.find("first evening"), ["with\nrain", " ", "cake"])
    entry = shelf.find("first evening")
    assert (entry.name, entry.tags) == ("At Ana's, late", ("cake", "with rain"))


def test_words_that_only_one_session_has_name_it(shelf):
    assert shelf.find("ZOË coins evening").folder.name == "second evening"


@pytest.mark.parametrize("name", ["", " "])
def test_nothing_names_no_session_not_even_the_only_one(shelf, name):
    shelf.delete(shelf.find("first evening"))
    with pytest.raises(UnusableError, match="empty"):
        shelf.find(name)


def test_statistics_over_evenings(shelf):
    found = {one.player: one for one in statistics(shelf.players(shelf.entries()))}
    assert (found["Ben"].games, found["Ben"].won, found["Ben"].streak) == (2, 2, 2)
    assert found["Ben"].totals == (2, 2)
    assert (found["Zoë"].games, found["Zoë"].won) == (1, 0)
    assert found["Ben"].tricks == 2


def test_statistics_of_a_search_count_what_it_finds_and_nothing_else(shelf):
    found = {one.player: one.games for one in statistics(shelf.players(shelf.entries("zoë")))}
    assert found == {"Zoë": 1, "Ben": 1, "Carla": 1}


def test_streaks_and_bests():
    def line(won, points, over=True):
        return Player("Ana", "coins", won, over, 3, points, 1, 0, 0, "")

    one = statistics(
        [line(False, 9), line(True, 5), line(True, 7), line(False, 9), line(True, 1), line(False, 99, over=False)]
    )[0]
    assert (one.games, one.won, one.streak, one.best, one.points) == (5, 3, 2, 9, 31)


def test_the_best_total_is_the_lowest_where_the_lowest_wins():
    lines = [Player("Ana", "hearts_pp", points < 100, True, 3, points, 1, 0, 0, "") for points in (212, 37, 150)]
    assert [(one.won, one.best) for one in statistics(lines)] == [(1, 37)]


def test_new_sessions_get_names_of_their_own(tmp_path):
    now = datetime(2026, 11, 21, 20, 15)
    first = new_session_folder("coins", now, tmp_path)
    assert first.name == "2026-11-21 20-15 coins"
    first.mkdir()
    assert new_session_folder("coins", now, tmp_path).name == "2026-11-21 20-15 coins 2"
    assert plain_name("Él/../:*?2") == "El-..-2"


def test_a_video_that_was_deleted_to_make_room_is_missed_in_the_list_and_takes_none(shelf):
    entry = shelf.entries()[0]
    assert (shelf.refresh(), shelf.entries()[0]) == (None, entry)
    video = entry.folder / "video.mkv"
    size = video.stat().st_size
    video.unlink()
    shelf.refresh()
    assert shelf.entries()[0].bytes == entry.bytes - size
    assert (entry.problem, shelf.entries()[0].problem) == ("", "the video is missing")


@pytest.fixture
def in_new_york(monkeypatch):
    """Let the clock here be five hours behind."""
    if not hasattr(time, "tzset"):
        pytest.skip("the clock of this system cannot be set for a test")
    with monkeypatch.context() as there:
        there.setenv("TZ", "America/New_York")
        time.tzset()
        yield
    time.tzset()


def test_an_evening_is_that_of_the_day_on_which_it_was_played_wherever_that_was(shelf, in_new_york):
    folder = shelf.entries()[0].folder
    change_about(folder, started="2031-01-02T01:30:00+00:00")
    shelf.refresh()
    assert "2031-01-01" in sheet_of(open_session(folder)).lines
    assert names(shelf.entries("2031-01-01")) == [folder.name]
    assert names(shelf.entries("2031-01-02")) == []


@pytest.mark.parametrize("change", ["delete", "rename"])
def test_where_the_index_cannot_grow_any_more_what_is_changed_is_listed_all_the_same(shelf, change):
    entry = shelf.entries()[0]
    shelf._index._connection.execute("PRAGMA max_page_count = 1")  # As where the disk is full.
    if change == "delete":
        shelf.delete(entry)
    shelf.rename(shelf.entries()[-1], "a long evening " * 2000)
    assert [entry.name[:6] for entry in shelf.entries()][-1] == "a long"
    assert len(shelf.entries()) == (1 if change == "delete" else 2)
    assert len(shelf.players(shelf.entries())) == 3 * len(shelf.entries())
