"""A game that is not over is kept, and offered when the program is opened again."""

import json
import os
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest
from app_evening import FedWatch, evening
from app_kept import PATIENCE, PLAN, box_of, held, kept_files, offer_of, offered_again, opens, play, told_in
from gallery_makers import keep_deck
from PySide6.QtCore import QLockFile
from PySide6.QtWidgets import QMessageBox

from companion.app import keeping, sessions
from companion.app.keeping import KeptGames
from companion.app.model.keeping import read_kept
from companion.app.model.opening import Beginning
from companion.app.model.recording import LiveRecording
from companion.app.model.store import Store
from companion.app.widgets.start import CAMERA
from companion.recording.opening import open_session
from companion.vision.tabletop.calibration import Calibration, calibration_from

pytestmark = pytest.mark.usefixtures("kept_soon")


def test_a_window_closed_in_the_middle_goes_on_with_the_game(make_window, qtbot, tmp_path, monkeypatch) -> None:
    folder = tmp_path / "games"
    first = make_window(games=folder)
    facts = play(first, qtbot, held(), folder)
    first.close()

    opened: list[Beginning] = []
    monkeypatch.setattr(
        sessions,
        "open_watch",
        lambda plan, beginning: opened.append(beginning) or FedWatch(plan, evening(plan), {}, [0]),
    )
    second = make_window(games=folder)
    second.sessions.offer()
    (told,) = told_in(second)
    assert "Ana, Ben, Carla" in told
    assert "hand 1" in told
    offer_of(second).take_button.click()
    qtbot.waitUntil(lambda: second.live is not None, timeout=PATIENCE)
    assert [beginning.facts for beginning in opened] == [facts]
    assert second.live.watch.session.speaker.names == PLAN.names
    # There is one game, in one file.
    assert len(kept_files(folder)) <= 1


def test_a_game_knows_of_its_recording_though_nothing_is_played_meanwhile(make_window, qtbot, tmp_path) -> None:
    folder, into = tmp_path / "games", tmp_path / "evening"
    window = make_window(games=folder)
    watch = held()
    watch.pump.tap = lambda _: None
    play(window, qtbot, watch, folder)
    assert read_kept(kept_files(folder)[0]).recording is None
    window.sessions.record(lambda recording: recording.start(folder=into))
    qtbot.waitUntil(lambda: read_kept(kept_files(folder)[0]).recording == into, timeout=PATIENCE)


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


_LATE = {"game": "coins", "settings": {}, "names": ["A", "B", "C"], "kind": "camera", "source": "0", "taught": ""}
_LATE |= {"facts": [], "waiting": [], "recording": "", "time": 1.0, "saved": "9999-12-31T23:59:59-12:00"}


@pytest.mark.parametrize(
    "content", ["", "[]", '{"game": "coins"}', '{"game": "whist"}', '{"game": "coins", "se', json.dumps(_LATE)]
)
def test_a_kept_game_that_cannot_be_gone_on_with_is_told_of_once_and_put_aside(make_window, tmp_path, content) -> None:
    (tmp_path / "1.json").write_text(content, "utf-8")
    window = make_window(games=tmp_path)
    window.sessions.offer()
    assert offer_of(window) is None
    assert "1.json: keeps no game that can be gone on with" in window.start_page.problem.text()
    assert (tmp_path / "1.damaged").read_text("utf-8") == content
    other = make_window(games=tmp_path)
    other.sessions.offer()
    assert other.start_page.problem.text() == ""


@pytest.mark.parametrize("code", ["en", "es", "fr"])
def test_what_is_told_of_a_damaged_game_stays_to_be_read_in_every_language(make_window, qtbot, tmp_path, code) -> None:
    (tmp_path / "1.json").write_text("", "utf-8")
    store = Store()
    store.prefer(language=code)
    window = make_window(games=tmp_path, store=store)
    window.sessions.offer()
    qtbot.wait(300)
    assert "1.json" in window.start_page.problem.text()


def test_settings_and_a_game_that_a_crash_damaged_are_both_told_of(make_window, tmp_path) -> None:
    (tmp_path / "1.json").write_text("", "utf-8")
    (tmp_path / "settings.json").write_text('{"pref', "utf-8")
    store = Store(tmp_path / "settings.json")
    store.prefer(language="en")
    window = make_window(games=tmp_path, store=store)
    window.sessions.offer()
    told = window.start_page.problem.text()
    assert "settings.json cannot be read" in told
    assert "1.json: keeps no game" in told


def test_a_game_that_a_newer_version_kept_stays_for_that_version(make_window, qtbot, tmp_path) -> None:
    folder = tmp_path / "games"
    window = make_window(games=folder)
    play(window, qtbot, held(), folder)
    window.close()
    path = kept_files(folder)[0]
    _change_kept(folder, facts=[{"fact": "card_exchanged", "seat": 1}])
    content = path.read_text("utf-8")
    other = make_window(games=folder)
    other.sessions.offer()
    assert "newer version" in other.start_page.problem.text()
    assert path.read_text("utf-8") == content
    # As after days in which nobody went on with it: it is told of once more, and no longer.
    os.utime(path, (0, 0))
    other.sessions.offer()
    assert path.with_suffix(".damaged").read_text("utf-8") == content
    assert not path.exists()


def test_a_damaged_game_hides_no_other_one(make_window, qtbot, tmp_path) -> None:
    folder = tmp_path / "games"
    first = make_window(games=folder)
    facts = play(first, qtbot, held(), folder)
    first.close()
    (folder / "9999.json").write_text('{"game":', "utf-8")
    second = make_window(games=folder)
    second.sessions.offer()
    assert offer_of(second) is not None
    assert "9999.json" in second.start_page.problem.text()
    assert read_kept(kept_files(folder)[0]).facts == facts


def _change_kept(folder, place=0, **changed) -> None:
    path = kept_files(folder)[place]
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | changed), "utf-8")


@pytest.mark.parametrize("others", [False, True])
def test_a_game_whose_taught_deck_is_gone_goes_on_with_other_cards(
    make_window, qtbot, tmp_path, monkeypatch, no_taught_decks, others
) -> None:
    folder = tmp_path / "games"
    first = make_window(games=folder)
    facts = play(first, qtbot, held(), folder)
    first.close()
    _change_kept(folder, taught="Grandma's")
    if others:
        keep_deck("Holidays", first.setup.game.deck.id, ("1-coins",), no_taught_decks)
    opened = opens(monkeypatch)
    second = make_window(games=folder)
    second.sessions.offer()
    offer_of(second).take_button.click()
    assert second.start_page.stage == CAMERA
    assert "“Grandma's” is not there any more" in second.start_page.problem.text()
    # Cards are chosen only where there are some to choose from.
    assert ("Choose the cards" in second.start_page.problem.text()) == others
    assert second.start_page.camera_choice.design.isVisible() == others
    assert not opened
    second.start_page.start_button.click()
    qtbot.waitUntil(lambda: second.live is not None, timeout=PATIENCE)
    assert [(plan.taught, beginning.facts) for plan, beginning in opened] == [("", facts)]


def test_a_game_whose_recording_is_gone_goes_on_and_says_that_nothing_is_recorded(
    make_window, qtbot, tmp_path, monkeypatch
) -> None:
    folder = tmp_path / "games"
    first = make_window(games=folder)
    facts = play(first, qtbot, held(), folder)
    first.close()
    _change_kept(folder, recording=str(tmp_path / "moved"))
    opened = opens(monkeypatch)
    second = make_window(games=folder)
    second.sessions.offer()
    offer_of(second).take_button.click()
    qtbot.waitUntil(lambda: second.live is not None, timeout=PATIENCE)
    assert [beginning.facts for _, beginning in opened] == [facts]
    qtbot.waitUntil(lambda: "nothing is recorded now" in second.table_page.status.texts[3], timeout=PATIENCE)
    assert "moved" in second.table_page.status.texts[3]


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
    content = json.dumps(_LATE | {"saved": (week_ago - timedelta(days=1)).isoformat(), "camera": ""})
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


def test_a_game_that_cannot_be_kept_says_so_and_goes_on(make_window, qtbot, tmp_path) -> None:
    (tmp_path / "games").write_text("a file where the folder should be", "utf-8")
    window = make_window(games=tmp_path / "games")
    watch = held()
    window.show_watch(PLAN, watch)
    qtbot.waitUntil(lambda: "cannot be kept" in window.table_page.status.texts[3], timeout=PATIENCE)
    watch.let_go()
    qtbot.waitUntil(lambda: window.live.board.phase == "over", timeout=PATIENCE)


def test_a_recording_that_cannot_be_made_says_so_and_the_game_goes_on(make_window, qtbot, tmp_path) -> None:
    (tmp_path / "sessions").write_text("a file where the library should be", "utf-8")
    window = make_window()
    window.show_watch(PLAN, held())
    window.sessions.button.click()
    qtbot.waitUntil(lambda: "cannot be written" in window.table_page.status.texts[3], timeout=PATIENCE)
    assert not window.sessions.button.isChecked()
    qtbot.waitUntil(lambda: len(window.live.snapshot.facts) >= 2, timeout=PATIENCE)


def test_leaving_says_what_becomes_of_the_game(make_window, qtbot, tmp_path, monkeypatch) -> None:
    window = make_window()
    window.show_watch(PLAN, held())
    qtbot.waitUntil(lambda: len(window.live.snapshot.history) >= 2, timeout=PATIENCE)
    window.ask_to_leave()
    box = box_of(window)
    assert "not kept" in box.text()
    assert box.defaultButton() is box.button(QMessageBox.StandardButton.Cancel)
    box.reject()
    monkeypatch.setattr(LiveRecording, "folder", tmp_path)
    window.ask_to_leave()
    boxes = [box for box in window.findChildren(QMessageBox) if box.isVisible()]
    assert ["stays among the recordings" in box.text() for box in boxes] == [True]


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
    _change_kept(folder, -1, names=["Dora", "Eva", "Fritz"])
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


def test_a_recording_keeps_how_the_camera_sees_the_table(tmp_path) -> None:
    watch = held()
    watch.pump.tap = lambda _: None
    watch.pump.calibration = Calibration("camera", (1280, 720), seats_turned=120.0)
    recording = LiveRecording(PLAN, watch, tmp_path)
    recording.start(folder=tmp_path / "evening")
    recording.close()
    kept = open_session(tmp_path / "evening").about["calibration"]
    assert calibration_from(kept, "evening").seats_turned == 120.0


def test_a_game_of_an_evening_with_a_clock_that_was_years_wrong_is_offered_for_as_long_as_others(tmp_path) -> None:
    path = tmp_path / "1.json"
    path.write_text(json.dumps(_LATE | {"saved": "2015-03-01T21:00:00+00:00", "camera": ""}), "utf-8")
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
