"""Which kept games are offered, for how long, and what becomes of those that are not wanted now."""

import json
import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest
from app_kept import LATE, PATIENCE, PLAN, change_kept, held, kept_files, offer_of, offered_again, opens, play, told_in
from PySide6.QtCore import QLockFile, QSysInfo

from companion.app import keeping
from companion.app.keeping import KeptGames
from companion.app.model.keeping import read_kept

pytestmark = pytest.mark.usefixtures("kept_soon")


def test_a_game_that_was_left_in_the_middle_is_not_offered(make_window, qtbot, tmp_path) -> None:
    folder = tmp_path / "games"
    window = make_window(games=folder)
    play(window, qtbot, held(), folder)
    window.leave()
    assert not kept_files(folder)
    assert KeptGames(folder).find() == ()


def test_a_game_that_another_window_plays_is_not_offered(make_window, qtbot, tmp_path) -> None:
    folder = tmp_path / "games"
    window = make_window(games=folder)
    play(window, qtbot, held(), folder)
    other = make_window(games=folder)
    other.sessions.offer()
    assert offer_of(other) is None


def _aged(path, hours: float) -> None:
    """Let a kept game, and its file, be as after this time."""
    content = json.loads(path.read_text("utf-8"))
    saved = datetime.fromisoformat(content["saved"]) - timedelta(hours=hours)
    written = path.stat().st_mtime - hours * 3600
    path.write_text(json.dumps(content | {"saved": saved.isoformat()}), "utf-8")
    os.utime(path, (written, written))


@pytest.mark.parametrize("days", [8, -8])
def test_a_game_is_offered_however_late_it_is_found_and_then_for_a_day_and_a_half(
    make_window, qtbot, tmp_path, days
) -> None:
    window = make_window(games=tmp_path)
    play(window, qtbot, held(), tmp_path)
    window.close()
    (path,) = kept_files(tmp_path)
    _aged(path, days * 24)  # Nobody opened the program for so long, or the clock was set.
    for _ in range(2):
        games = KeptGames(tmp_path)
        assert len(games.find()) == 1
        games.let_go_of_found()
    _aged(path, 37)
    assert KeptGames(tmp_path).find() == ()
    _aged(path, -37)  # It was today's clock that was wrong.
    assert len(KeptGames(tmp_path).find()) == 1


def test_of_games_that_are_offered_no_more_the_newest_few_stay(tmp_path) -> None:
    week_ago = datetime.now(UTC) - timedelta(days=7)
    content = json.dumps(LATE | {"saved": (week_ago - timedelta(days=1)).isoformat(), "camera": ""})
    for number in range(14):
        path = tmp_path / f"{number:02}.json"
        path.write_text(content, "utf-8")
        os.utime(path, (week_ago.timestamp(), week_ago.timestamp()))
    games = KeptGames(tmp_path)
    assert games.find() == ()
    assert games.damaged == []
    assert [path.name for path in kept_files(tmp_path)] == [f"{number:02}.json" for number in range(4, 14)]


@pytest.mark.parametrize("error", [QLockFile.LockError.PermissionError, QLockFile.LockError.UnknownError])
def test_a_game_is_offered_though_its_disk_can_only_be_read(make_window, qtbot, tmp_path, monkeypatch, error) -> None:
    folder = tmp_path / "games"
    first = make_window(games=folder)
    play(first, qtbot, held(), folder)
    first.close()
    refuses = SimpleNamespace(tryLock=lambda _: False, error=lambda: error, unlock=lambda: None)
    monkeypatch.setattr(keeping, "_lock_of", lambda _: refuses)
    second = make_window(games=folder)
    second.sessions.offer()
    assert offer_of(second) is not None


@pytest.mark.parametrize("runs", [True, False])
def test_a_game_whose_program_was_killed_is_offered_though_a_full_disk_lets_nobody_take_its_lock(
    make_window, qtbot, tmp_path, monkeypatch, runs
) -> None:
    folder = tmp_path / "games"
    first = make_window(games=folder)
    play(first, qtbot, held(), folder)
    first.close()
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    owner = os.getpid() if runs else ended.pid, QSysInfo.machineHostName(), "companion"
    refused = QLockFile.LockError.LockFailedError
    left = SimpleNamespace(
        tryLock=lambda _: False, error=lambda: refused, unlock=lambda: None, getLockInfo=lambda: owner
    )
    monkeypatch.setattr(keeping, "_lock_of", lambda _: left)
    second = make_window(games=folder)
    second.sessions.offer()
    assert (offer_of(second) is None) is runs


def not_now(window) -> None:
    offer_of(window).leave_button.click()


def two_kept(make_window, qtbot, folder):
    """Have two games broken off, one after the other, and return the facts of the first."""
    second, facts = offered_again(make_window, qtbot, folder)
    not_now(second)
    play(second, qtbot, held(), folder)
    second.close()
    return facts


def test_games_are_offered_all_at_once_and_again_the_next_time_where_they_are_not_wanted_now(
    make_window, qtbot, tmp_path
) -> None:
    folder = tmp_path / "games"
    two_kept(make_window, qtbot, folder)
    change_kept(folder, -1, names=["Dora", "Eva", "Fritz"])
    for _ in range(2):
        window = make_window(games=folder)
        window.sessions.offer()
        newest, before = told_in(window)
        assert "Dora, Eva, Fritz" in newest
        assert "Ana, Ben, Carla" in before
        assert offer_of(window).heading.text() == "Take up one of these games?"
        not_now(window)
        assert offer_of(window) is None
        assert len(kept_files(folder)) == 2
        window.close()


def test_a_game_before_the_newest_is_gone_on_with_and_the_newest_is_there_for_others_and_the_next_time(
    make_window, qtbot, tmp_path, monkeypatch
) -> None:
    folder = tmp_path / "games"
    facts = two_kept(make_window, qtbot, folder)
    after = kept_files(folder)[-1]
    content = after.read_text("utf-8")
    opened = opens(monkeypatch)
    window = make_window(games=folder)
    window.sessions.offer()
    offer_of(window).list.setCurrentRow(1)
    offer_of(window).take_button.click()
    qtbot.waitUntil(lambda: window.live is not None, timeout=PATIENCE)
    assert [beginning.facts for _, beginning in opened] == [facts]
    elsewhere = KeptGames(folder)
    assert [kept.path for kept in elsewhere.find()] == [after]
    elsewhere.let_go_of_found()
    window.leave()
    assert kept_files(folder) == [after], "the one that was gone on with, and left, is done"
    assert after.read_text("utf-8") == content


def test_a_recorded_game_that_is_not_wanted_now_is_not_offered_once_more_among_the_recordings(
    make_window, qtbot, tmp_path
) -> None:
    folder, library = tmp_path / "games", tmp_path / "sessions"
    first = make_window(games=folder)
    watch = held()
    watch.pump.tap = lambda _: None
    play(first, qtbot, watch, folder)
    first.sessions.record(lambda recording: recording.start(folder=library / "evening"))
    qtbot.waitUntil(lambda: read_kept(kept_files(folder)[0]).recording is not None, timeout=PATIENCE)
    first.close()
    about = library / "evening" / "session.json"  # As after a crash.
    about.write_text(json.dumps(json.loads(about.read_text("utf-8")) | {"state": "running"}), "utf-8")
    for asks in (True, False):
        if not asks:
            kept_files(folder)[0].unlink()
        window = make_window(games=folder)
        window.sessions.offer()
        if asks:
            not_now(window)
        qtbot.waitUntil(lambda window=window: not window.sessions._offers.asks, timeout=PATIENCE)
        assert (offer_of(window) is None) == asks, "it is offered once, by itself or as a recording"
        window.close()


def test_a_game_that_is_not_gone_on_with_just_now_stays_when_another_begins(make_window, qtbot, tmp_path) -> None:
    folder = tmp_path / "games"
    second, facts = offered_again(make_window, qtbot, folder)
    offer_of(second).reject()
    second.show_watch(PLAN, held())
    qtbot.waitUntil(lambda: len(kept_files(folder)) == 2, timeout=PATIENCE)
    second.leave()
    (kept,) = kept_files(folder)
    assert read_kept(kept).facts == facts
    third = make_window(games=folder)
    third.sessions.offer()
    assert offer_of(third) is not None


def test_a_game_of_an_evening_with_a_clock_that_was_years_wrong_is_offered_for_as_long_as_others(tmp_path) -> None:
    path = tmp_path / "1.json"
    path.write_text(json.dumps(LATE | {"saved": "2015-03-01T21:00:00+00:00", "camera": ""}), "utf-8")
    long_ago = datetime(2015, 3, 1, 21, tzinfo=UTC).timestamp()
    os.utime(path, (long_ago, long_ago))
    games = KeptGames(tmp_path)
    assert len(games.find()) == 1
    assert path.exists()
    two_days_ago = datetime.now(UTC).timestamp() - 48 * 3600
    os.utime(path, (two_days_ago, two_days_ago))
    assert KeptGames(tmp_path).find() == (), "another window holds it"
    games.let_go_of_found()
    assert KeptGames(tmp_path).find() == ()


def test_the_game_that_began_last_is_offered_though_the_clock_was_set_back(tmp_path, monkeypatch) -> None:
    times = [datetime(2026, 3, 29, hour, tzinfo=UTC) for hour in (20, 19, 19, 18, 21)]
    monkeypatch.setattr(keeping, "datetime", SimpleNamespace(now=lambda _: times.pop(0)))
    begun = []
    while times:
        begun.append(keeping._next_in(tmp_path))
        begun[-1].touch()
    assert sorted(tmp_path.glob("*.json"), reverse=True) == begun[::-1]
    assert len(set(begun)) == 5
