"""A game that is not over is kept, and offered when the program is opened again."""

import pytest
from app_evening import FedWatch, evening
from app_kept import (
    PATIENCE,
    PLAN,
    box_of,
    change_kept,
    held,
    kept_files,
    offer_of,
    opens,
    play,
    taken_up_in,
    told_in,
)
from gallery_makers import keep_deck
from PySide6.QtWidgets import QMessageBox

from companion.app import sessions
from companion.app.model.keeping import read_kept
from companion.app.model.opening import Beginning
from companion.app.model.recording import LiveRecording
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


@pytest.mark.parametrize("others", [False, True])
def test_a_game_whose_taught_deck_is_gone_goes_on_with_other_cards(
    make_window, qtbot, tmp_path, monkeypatch, no_taught_decks, others
) -> None:
    folder = tmp_path / "games"
    first = make_window(games=folder)
    facts = play(first, qtbot, held(), folder)
    first.close()
    change_kept(folder, taught="Grandma's")
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
    change_kept(folder, recording=str(tmp_path / "moved"))
    opened = opens(monkeypatch)
    second = taken_up_in(make_window, folder, qtbot)
    assert [beginning.facts for _, beginning in opened] == [facts]
    qtbot.waitUntil(lambda: "nothing is recorded now" in second.table_page.status.texts[3], timeout=PATIENCE)
    assert "moved" in second.table_page.status.texts[3]


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


def test_a_recording_keeps_how_the_camera_sees_the_table(tmp_path) -> None:
    watch = held()
    watch.pump.tap = lambda _: None
    watch.pump.calibration = Calibration("camera", (1280, 720), seats_turned=120.0)
    recording = LiveRecording(PLAN, watch, tmp_path)
    recording.start(folder=tmp_path / "evening")
    recording.close()
    kept = open_session(tmp_path / "evening").about["calibration"]
    assert calibration_from(kept, "evening").seats_turned == 120.0
