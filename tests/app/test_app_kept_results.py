"""A game that is over is kept for a while: offered after a crash, found beside the recordings where it was seen."""

import errno
import shutil
import threading

import pytest
from app_kept import (
    PATIENCE,
    PLAN,
    another_camera,
    box_of,
    held,
    kept_files,
    offer_of,
    offered_in,
    opens,
    play,
    told_in,
)

from companion.app import keeping, sessions
from companion.app.model import result_shown
from companion.app.model.keeping import read_kept
from companion.app.widgets.start import CAMERA
from companion.recording.journal import Journal
from companion.recording.layout import EVENTS
from companion.recording.logbook import Logbook
from companion.vision import camera

pytestmark = pytest.mark.usefixtures("kept_soon")


def play_to_the_end(window, qtbot, folder) -> tuple:
    """Play a game to its end, and return its facts when they are kept."""
    watch = held()
    watch.pump.tap = lambda _: None
    play(window, qtbot, watch, folder)
    watch.let_go()
    qtbot.waitUntil(lambda: window.live.ending is not None, timeout=PATIENCE)
    facts = window.live.snapshot.facts
    qtbot.waitUntil(lambda: any(read_kept(path).facts == facts for path in kept_files(folder)), timeout=PATIENCE)
    return facts


def shown_again(window, qtbot) -> None:
    qtbot.waitUntil(lambda: window.live is not None and window.table_page.ending.isVisible(), timeout=PATIENCE)


def close_at_the_end(make_window, qtbot, folder) -> None:
    """Play a game to its end and close the window at once."""
    window = make_window(games=folder)
    play_to_the_end(window, qtbot, folder)
    window.close()


def shown_when_offered(make_window, qtbot, folder):
    """Return a window in which the result that it offered is shown."""
    window, box = offered_in(make_window, folder)
    box.take_button.click()
    shown_again(window, qtbot)
    return window


def test_a_result_that_a_crash_took_away_is_offered_and_can_be_corrected(make_window, qtbot, tmp_path) -> None:
    folder, after = tmp_path / "games", tmp_path / "after the crash"
    first = make_window(games=folder)
    facts = play_to_the_end(first, qtbot, folder)
    headline = first.live.ending.headline
    after.mkdir()
    shutil.copy(kept_files(folder)[0], after)  # As the disk was when the computer went down.
    second, box = offered_in(make_window, after)
    assert box.heading.text() == "Show the last result?"
    assert "wins the game" in told_in(second)[0]
    box.take_button.click()
    shown_again(second, qtbot)
    assert second.live.snapshot.facts == facts
    assert second.table_page.ending.headline.text == headline
    # A card that was misread, corrected: what is kept follows.
    last = second.live.ending.cards[-1].fact
    second.table_page.stage.open(lambda editor: editor.open_fact(last))
    (other, *_) = (code for code in PLAN.game.deck.codes if code not in second.live.snapshot.view.seen)
    second.table_page.stage.do(lambda editor: editor.make_cards((other,)))
    qtbot.waitUntil(lambda: read_kept(kept_files(after)[0]).facts[last].cards == (other,), timeout=PATIENCE)


def test_a_window_closed_right_after_the_last_trick_offers_the_result_once(make_window, qtbot, tmp_path) -> None:
    close_at_the_end(make_window, qtbot, tmp_path)
    offered_in(make_window, tmp_path)[1].leave_button.click()
    assert offered_in(make_window, tmp_path)[1] is None


def test_a_result_that_was_looked_at_is_not_offered_again(make_window, qtbot, tmp_path) -> None:
    close_at_the_end(make_window, qtbot, tmp_path)
    second = shown_when_offered(make_window, qtbot, tmp_path)
    second.close()
    assert offered_in(make_window, tmp_path)[1] is None


def test_a_result_and_the_game_that_broke_off_before_are_offered_together(make_window, qtbot, tmp_path) -> None:
    before = make_window(games=tmp_path)
    facts = play(before, qtbot, held(), tmp_path)
    before.close()
    close_at_the_end(make_window, qtbot, tmp_path)
    window, box = offered_in(make_window, tmp_path)
    result, broken_off = told_in(window)
    assert "wins the game" in result
    assert "hand 1" in broken_off
    assert box.take_button.text() == "Show the result"
    assert not box.camera_button.isVisible()
    box.list.setCurrentRow(1)
    assert box.take_button.text() == "Go on"
    assert box.camera_button.isVisible()
    assert [kept.facts for kept in map(read_kept, kept_files(tmp_path)) if kept.result is None] == [facts]
    box.leave_button.click()
    assert offer_of(window) is None
    # A result that was not wanted is found beside the recordings; what broke off is offered the next time.
    window.close()
    again, _ = offered_in(make_window, tmp_path)
    assert ["hand 1" in told for told in told_in(again)] == [True]


def test_a_result_of_which_nothing_can_be_noted_is_offered_once(make_window, qtbot, tmp_path, monkeypatch) -> None:
    close_at_the_end(make_window, qtbot, tmp_path)

    def no_note(_) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(keeping, "note_seen", no_note)
    window, box = offered_in(make_window, tmp_path)
    box.leave_button.click()
    assert offer_of(window) is None


@pytest.mark.parametrize("leaves", ["the window", "for another game", "for the table"])
def test_a_result_that_people_have_seen_is_found_beside_the_recordings(
    make_window, qtbot, tmp_path, monkeypatch, leaves
) -> None:
    folder = tmp_path / "games"
    first = make_window(games=folder)
    facts = play_to_the_end(first, qtbot, folder)
    if leaves == "the window":
        monkeypatch.setattr(result_shown, "_TO_READ", 0.0)
        first.close()
    elif leaves == "for another game":
        first.ask_to_leave()
        assert first.live is None
    else:
        first.table_page.ending.back.click()
        first.close()
    second, box = (first, offer_of(first)) if first.isVisible() else offered_in(make_window, folder)
    assert box is None
    second.start_page.library_button.click()
    row = second.sessions.library_page.result
    assert row.isVisible()
    assert "wins the game" in row.told.text()
    row.show_button.click()
    shown_again(second, qtbot)
    assert second.live.snapshot.facts == facts
    assert len(kept_files(folder)) == 1


def test_a_game_that_a_correction_takes_up_again_can_be_played_on(make_window, qtbot, tmp_path) -> None:
    close_at_the_end(make_window, qtbot, tmp_path)
    second = shown_when_offered(make_window, qtbot, tmp_path)
    assert "No camera is on" in second.live.pulse.message
    assert not second.sessions.button.isEnabled()
    assert "no camera is on" in second.sessions.button.toolTip()
    last = second.live.ending.cards[-1].fact
    second.table_page.stage.do(lambda editor: editor.take_out(last))
    assert second.live.ending is None
    assert "Change camera or rules" in second.live.pulse.message
    facts = second.live.snapshot.facts
    second.ask_to_leave()
    (other,) = [button for button in box_of(second).buttons() if button.text() == "Change camera or rules"]
    other.click()
    assert second.start_page.goes_on
    assert second.sessions._waiting.facts == facts


def test_a_game_that_a_correction_takes_up_again_while_its_camera_is_packed_away_is_still_of_that_camera(
    make_window, qtbot, tmp_path, monkeypatch
) -> None:
    monkeypatch.setattr(camera, "known_cameras", lambda: {2: "Table camera"})
    close_at_the_end(make_window, qtbot, tmp_path)
    monkeypatch.setattr(camera, "known_cameras", lambda: {2: "Integrated camera"})
    second = shown_when_offered(make_window, qtbot, tmp_path)
    last = second.live.ending.cards[-1].fact
    second.table_page.stage.do(lambda editor: editor.take_out(last))
    second.close()
    third, box = offered_in(make_window, tmp_path)
    box.take_button.click()
    assert third.start_page.problem.text() == "“Table camera” is not plugged in."


def test_a_recorded_game_that_is_over_is_kept_by_its_recording_alone(make_window, qtbot, tmp_path) -> None:
    folder = tmp_path / "games"
    window = make_window(games=folder)
    watch = held()
    watch.pump.tap = lambda _: None
    play(window, qtbot, watch, folder)
    window.sessions.record(lambda recording: recording.start(folder=tmp_path / "sessions" / "evening"))
    watch.let_go()
    qtbot.waitUntil(lambda: window.live.ending is not None, timeout=PATIENCE)
    window.close()
    assert not kept_files(folder)


@pytest.mark.parametrize("failure", ["a full disk", "one line that cannot be"])
def test_a_game_of_which_not_everything_was_recorded_is_kept_with_its_result(
    make_window, qtbot, tmp_path, monkeypatch, failure
) -> None:
    folder = tmp_path / "games"
    window = make_window(games=folder)
    watch = held()
    watch.pump.tap = lambda _: None
    play(window, qtbot, watch, folder)
    window.sessions.record(lambda recording: recording.start(folder=tmp_path / "sessions" / "evening"))
    write = Journal._write_line

    def no_plays(journal, line):
        if journal.path.name == EVENTS:
            raise OSError(errno.ENOSPC, "No space left on device")
        write(journal, line)

    append, failed = Logbook._append, []

    def not_once(logbook, line):
        if line["event"] == "facts" and not failed:
            failed.append(line)
            raise ValueError("no such line")
        append(logbook, line)

    if failure == "a full disk":
        monkeypatch.setattr(Journal, "_write_line", no_plays)
    else:
        monkeypatch.setattr(Logbook, "_append", not_once)
    watch.let_go()
    qtbot.waitUntil(lambda: window.live.ending is not None, timeout=PATIENCE)
    assert "Not everything is recorded" in window.sessions.problem
    facts = window.live.snapshot.facts
    qtbot.waitUntil(lambda: read_kept(kept_files(folder)[0]).facts == facts, timeout=PATIENCE)
    window.close()
    again = shown_when_offered(make_window, qtbot, folder)
    assert again.live.snapshot.facts == facts


def seen_result(make_window, qtbot, folder) -> tuple:
    """Play a game to its end and let people see the result; return its facts."""
    window = make_window(games=folder)
    facts = play_to_the_end(window, qtbot, folder)
    window.table_page.ending.back.click()
    window.close()
    return facts


def show_from_library(window) -> None:
    window.start_page.library_button.click()
    window.sessions.library_page.result.show_button.click()


def test_a_result_that_is_wanted_while_a_recorded_game_is_opened_is_not_recorded_to_that(
    make_window, qtbot, tmp_path, monkeypatch
) -> None:
    folder, into = tmp_path / "games", tmp_path / "sessions" / "evening"
    over = seen_result(make_window, qtbot, folder)
    window = make_window(games=folder)
    watch = held()
    watch.pump.tap = lambda _: None
    window.show_watch(PLAN, watch)
    window.sessions.record(lambda recording: recording.start(folder=into))
    qtbot.waitUntil(lambda: len(window.live.snapshot.facts) >= 2 and len(kept_files(folder)) == 2, timeout=PATIENCE)
    facts = window.live.snapshot.facts
    window.close()
    window, box = offered_in(make_window, folder)
    at_last = threading.Event()
    monkeypatch.setattr(sessions, "open_watch", lambda *_, **__: at_last.wait(60) and held())
    try:
        box.take_button.click()
        show_from_library(window)
    finally:
        at_last.set()
    shown_again(window, qtbot)
    assert window.live.snapshot.facts == over
    assert window.sessions.recording.folder is None
    window.close()
    assert [kept.facts for kept in map(read_kept, kept_files(folder))] == [over, facts]
    assert not offered_in(make_window, folder)[1].offers[0].is_over


def test_a_game_that_waits_for_another_camera_is_kept_once_though_a_result_is_looked_at(
    make_window, qtbot, tmp_path, monkeypatch
) -> None:
    opened = opens(monkeypatch)
    seen_result(make_window, qtbot, tmp_path)
    window = make_window(games=tmp_path)
    play(window, qtbot, held(), tmp_path)
    window.ask_to_leave()
    another_camera(window, qtbot)
    show_from_library(window)
    shown_again(window, qtbot)
    window.ask_to_leave()
    window.start_page.go_to(CAMERA)
    assert window.start_page.start_button.text() == "Go on with the game"
    window.start_page.start_button.click()
    qtbot.waitUntil(lambda: window.live is not None and bool(opened), timeout=PATIENCE)
    qtbot.wait(1500)
    assert len(kept_files(tmp_path)) == 2


def test_a_result_that_another_window_has_set_right_since_it_was_listed_is_shown_so(
    make_window, qtbot, tmp_path
) -> None:
    seen_result(make_window, qtbot, tmp_path)
    first, second = make_window(games=tmp_path), make_window(games=tmp_path)
    first.start_page.library_button.click()
    show_from_library(second)
    shown_again(second, qtbot)
    first.sessions.library_page.result.show_button.click()
    assert first.sessions.library_page.problem.text() == "Another window shows this game."
    last = second.live.ending.cards[-1].fact
    (other, *_) = (code for code in PLAN.game.deck.codes if code not in second.live.snapshot.view.seen)
    second.table_page.stage.open(lambda editor: editor.open_fact(last))
    second.table_page.stage.do(lambda editor: editor.make_cards((other,)))
    facts = second.live.snapshot.facts
    assert facts[last].cards == (other,)
    second.close()
    first.sessions.library_page.result.show_button.click()
    qtbot.waitUntil(lambda: first.live is not None, timeout=PATIENCE)
    assert first.live.snapshot.facts == facts
