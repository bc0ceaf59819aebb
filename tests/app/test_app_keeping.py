"""A game that is not over is kept, and offered when the program is opened again."""

import json
import os
from dataclasses import replace

import pytest
from app_evening import FedWatch, evening
from app_tables import plan_of
from gallery_makers import keep_deck
from PySide6.QtWidgets import QMessageBox

from companion.app import sessions
from companion.app.keeping import KeptGames
from companion.app.model import keeping, recording
from companion.app.model.keeping import read_kept
from companion.app.model.opening import Beginning
from companion.app.model.recording import LiveRecording
from companion.app.model.setup import Plan
from companion.app.widgets.start import CAMERA
from companion.errors import UnusableError
from companion.recording.opening import open_session
from companion.table.session import TableSession
from companion.vision.tabletop.calibration import Calibration, calibration_from

PATIENCE = 60_000

PLAN = replace(plan_of(target=3), kind="camera", source="2")


@pytest.fixture(autouse=True)
def soon(monkeypatch) -> None:
    monkeypatch.setattr(keeping, "_PAUSE", 0.01)


def _watch(hold: float = 4.0) -> FedWatch:
    """Return a game that stops in the middle of its hand."""
    return FedWatch(PLAN, evening(PLAN), {}, [hold])


def _kept(folder) -> list:
    return sorted(folder.glob("*.json"))


def _play(window, qtbot, watch: FedWatch, folder) -> tuple:
    """Play until something is kept, and return the facts."""
    window.show_watch(PLAN, watch)
    qtbot.waitUntil(lambda: len(window.live.snapshot.facts) >= 2 and bool(_kept(folder)), timeout=PATIENCE)
    qtbot.waitUntil(lambda: read_kept(_kept(folder)[0]).facts == window.live.snapshot.facts, timeout=PATIENCE)
    return window.live.snapshot.facts


def _box(window) -> QMessageBox | None:
    boxes = [box for box in window.findChildren(QMessageBox) if box.isVisible()]
    return boxes[0] if boxes else None


def test_a_window_closed_in_the_middle_goes_on_with_the_game(make_window, qtbot, tmp_path, monkeypatch) -> None:
    folder = tmp_path / "games"
    first = make_window(games=folder)
    facts = _play(first, qtbot, _watch(), folder)
    first.close()

    opened: list[Beginning] = []
    monkeypatch.setattr(
        sessions,
        "open_watch",
        lambda plan, beginning: opened.append(beginning) or FedWatch(plan, evening(plan), {}, [0]),
    )
    second = make_window(games=folder)
    second.sessions.offer()
    box = _box(second)
    assert box is not None
    assert "Ana, Ben, Carla" in box.text()
    box.button(QMessageBox.StandardButton.Yes).click()
    qtbot.waitUntil(lambda: second.live is not None, timeout=PATIENCE)
    assert [beginning.facts for beginning in opened] == [facts]
    assert second.live.watch.session.speaker.names == PLAN.names
    # There is one game, in one file.
    assert len(_kept(folder)) <= 1


def test_a_camera_that_is_gone_leaves_the_game_on_offer(make_window, qtbot, tmp_path, monkeypatch) -> None:
    folder = tmp_path / "games"
    first = make_window(games=folder)
    facts = _play(first, qtbot, _watch(), folder)
    first.close()

    def gone(_plan, beginning):
        raise UnusableError("camera 2: is not there")

    monkeypatch.setattr(sessions, "open_watch", gone)
    second = make_window(games=folder)
    second.sessions.offer()
    _box(second).button(QMessageBox.StandardButton.Yes).click()
    qtbot.waitUntil(
        lambda: _box(second) is not None and "not there" in _box(second).informativeText(), timeout=PATIENCE
    )
    assert read_kept(_kept(folder)[0]).facts == facts


def _opens(monkeypatch) -> list[tuple]:
    """Have games gone on with open at once; return where the plans and beginnings come."""
    opened: list[tuple] = []

    def open_watch(plan, beginning):
        opened.append((plan, beginning))
        watch = FedWatch(plan, evening(PLAN), {}, [0])
        watch.pump.tap = lambda _: None
        watch.session = TableSession(plan.game, plan.settings, names=plan.names, facts=beginning.facts)
        return watch

    monkeypatch.setattr(sessions, "open_watch", open_watch)
    return opened


def _offered_again(make_window, qtbot, folder):
    """Play in a window and close it; return the next one, which offers to go on, and the facts."""
    first = make_window(games=folder)
    facts = _play(first, qtbot, _watch(), folder)
    first.close()
    second = make_window(games=folder)
    second.sessions.offer()
    return second, facts


def _another_camera(window, qtbot) -> None:
    """Take the third way that a box offers."""
    box = _box(window)
    (button,) = [button for button in box.buttons() if button.text() == "Another camera"]
    button.click()
    qtbot.waitUntil(lambda: window.live is None and window.start_page.stage == CAMERA, timeout=PATIENCE)
    assert window.start_page.start_button.text() == "Go on with the game"


def test_a_game_goes_on_before_another_camera(make_window, qtbot, tmp_path, monkeypatch) -> None:
    folder = tmp_path / "games"
    window = make_window(games=folder)
    facts = _play(window, qtbot, _watch(), folder)
    window.ask_to_leave()
    _another_camera(window, qtbot)
    # Should the computer fail just now, the game is there.
    assert read_kept(_kept(folder)[0]).facts == facts
    assert window.setup.called == PLAN.names
    opened = _opens(monkeypatch)
    window.start_page.source.choose("stream")
    qtbot.keyClicks(window.start_page.source.inputs["stream"], "rtsp://phone/")
    window.start_page.start_button.click()
    qtbot.waitUntil(lambda: window.live is not None, timeout=PATIENCE)
    ((plan, beginning),) = opened
    assert (plan.game, plan.settings, plan.names) == (PLAN.game, PLAN.settings, PLAN.names)
    assert (plan.kind, plan.source) == ("stream", "rtsp://phone/")
    assert beginning.facts == facts
    # It is the same game, kept in the same file, and the next time before the new camera.
    window.close()
    kept = KeptGames(folder).find()
    assert kept is not None
    assert (len(_kept(folder)), kept.plan.kind) == (1, "stream")


def _recorded(window, qtbot, folder, into):
    """Record a game, and take another camera in the middle of it; return the facts up to then."""
    watch = _watch()
    watch.pump.tap = lambda _: None
    window.show_watch(PLAN, watch)
    window.sessions.record(lambda recording: recording.start(folder=into))
    qtbot.waitUntil(lambda: len(window.live.snapshot.facts) >= 2 and bool(_kept(folder)), timeout=PATIENCE)
    facts = window.live.snapshot.facts
    window.ask_to_leave()
    _another_camera(window, qtbot)
    return facts


def test_a_game_knows_of_its_recording_though_nothing_is_played_meanwhile(make_window, qtbot, tmp_path) -> None:
    folder, into = tmp_path / "games", tmp_path / "evening"
    window = make_window(games=folder)
    watch = _watch()
    watch.pump.tap = lambda _: None
    _play(window, qtbot, watch, folder)
    assert read_kept(_kept(folder)[0]).recording is None
    window.sessions.record(lambda recording: recording.start(folder=into))
    qtbot.waitUntil(lambda: read_kept(_kept(folder)[0]).recording == into, timeout=PATIENCE)


def test_a_recording_goes_on_before_another_camera(make_window, qtbot, tmp_path, monkeypatch) -> None:
    folder, into = tmp_path / "games", tmp_path / "evening"
    window = make_window(games=folder)
    facts = _recorded(window, qtbot, folder, into)
    # Should the computer fail just now, the recording goes on with the game.
    assert read_kept(_kept(folder)[0]).recording == into
    opened = _opens(monkeypatch)
    window.start_page.start_button.click()
    qtbot.waitUntil(lambda: window.live is not None, timeout=PATIENCE)
    assert [beginning.facts for _, beginning in opened] == [facts]
    assert window.sessions.recording.folder == into
    assert window.sessions.button.isChecked()
    window.live.watch.session.undo()
    window.close()
    recorded = open_session(into)
    assert recorded.complete
    assert recorded.facts == facts[:-1]


def test_a_recording_that_waits_for_a_camera_is_completed_when_another_game_begins(
    make_window, qtbot, tmp_path, monkeypatch
) -> None:
    folder, into = tmp_path / "games", tmp_path / "evening"
    completed = []
    monkeypatch.setattr(recording, "complete", lambda path: completed.append(path) or [])
    window = make_window(lambda plan: FedWatch(plan, evening(PLAN), {}, [0]), games=folder)
    _recorded(window, qtbot, folder, into)
    assert not completed
    window.start_page.names[0].clear()
    qtbot.keyClicks(window.start_page.names[0], "Zoe")
    window.start_page.start_button.click()
    qtbot.waitUntil(lambda: window.live is not None and completed == [into], timeout=PATIENCE)


def test_a_camera_that_is_gone_gives_way_to_another(make_window, qtbot, tmp_path, monkeypatch) -> None:
    folder = tmp_path / "games"
    second, facts = _offered_again(make_window, qtbot, folder)
    _another_camera(second, qtbot)
    opened = _opens(monkeypatch)
    second.start_page.start_button.click()
    qtbot.waitUntil(lambda: second.live is not None, timeout=PATIENCE)
    assert [beginning.facts for _, beginning in opened] == [facts]


def test_a_game_that_waits_for_its_camera_gives_way_to_a_new_one_and_stays(make_window, qtbot, tmp_path) -> None:
    folder = tmp_path / "games"
    plans: list[Plan] = []
    window = make_window(lambda plan: plans.append(plan) or FedWatch(plan, evening(PLAN), {}, [0]), games=folder)
    facts = _play(window, qtbot, _watch(), folder)
    window.ask_to_leave()
    _another_camera(window, qtbot)
    # A simulated table knows nothing of the game that people play.
    window.start_page.source.choose("simulated")
    window.start_page.start_button.click()
    assert "camera" in window.start_page.problem.text()
    window.start_page.names[0].clear()
    qtbot.keyClicks(window.start_page.names[0], "Zoe")
    assert window.start_page.start_button.text() == "Start the game"
    window.start_page.start_button.click()
    qtbot.waitUntil(lambda: window.live is not None, timeout=PATIENCE)
    assert plans[0].names[0] == "Zoe"
    assert window.live.snapshot.facts == ()
    assert read_kept(_kept(folder)[0]).facts == facts


def test_a_game_that_was_left_or_is_over_is_not_offered(make_window, qtbot, tmp_path) -> None:
    folder = tmp_path / "games"
    window = make_window(games=folder)
    watch = _watch()
    _play(window, qtbot, watch, folder)
    watch.let_go()
    qtbot.waitUntil(lambda: window.live.board.phase == "over" and not _kept(folder), timeout=PATIENCE)
    _play(window, qtbot, _watch(), folder)
    window.leave()
    assert not _kept(folder)
    assert KeptGames(folder).find() is None


def test_a_game_that_another_window_plays_is_not_offered(make_window, qtbot, tmp_path) -> None:
    folder = tmp_path / "games"
    window = make_window(games=folder)
    _play(window, qtbot, _watch(), folder)
    other = make_window(games=folder)
    other.sessions.offer()
    assert _box(other) is None


@pytest.mark.parametrize("content", ["", "[]", '{"game": "coins"}', '{"game": "whist"}', '{"game": "coins", "se'])
def test_a_kept_game_that_cannot_be_gone_on_with_is_told_of_once_and_put_aside(make_window, tmp_path, content) -> None:
    (tmp_path / "1.json").write_text(content, "utf-8")
    window = make_window(games=tmp_path)
    window.sessions.offer()
    assert _box(window) is None
    assert "1.json: keeps no game that can be gone on with" in window.start_page.problem.text()
    assert (tmp_path / "1.damaged").read_text("utf-8") == content
    other = make_window(games=tmp_path)
    other.sessions.offer()
    assert other.start_page.problem.text() == ""


def test_a_game_that_a_newer_version_kept_stays_for_that_version(make_window, qtbot, tmp_path) -> None:
    folder = tmp_path / "games"
    window = make_window(games=folder)
    _play(window, qtbot, _watch(), folder)
    window.close()
    path = _kept(folder)[0]
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
    facts = _play(first, qtbot, _watch(), folder)
    first.close()
    (folder / "9999.json").write_text('{"game":', "utf-8")
    second = make_window(games=folder)
    second.sessions.offer()
    assert _box(second) is not None
    assert "9999.json" in second.start_page.problem.text()
    assert read_kept(_kept(folder)[0]).facts == facts


def _change_kept(folder, **changed) -> None:
    path = _kept(folder)[0]
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | changed), "utf-8")


@pytest.mark.parametrize("others", [False, True])
def test_a_game_whose_taught_deck_is_gone_goes_on_with_other_cards(
    make_window, qtbot, tmp_path, monkeypatch, no_taught_decks, others
) -> None:
    folder = tmp_path / "games"
    first = make_window(games=folder)
    facts = _play(first, qtbot, _watch(), folder)
    first.close()
    _change_kept(folder, taught="Grandma's")
    if others:
        keep_deck("Holidays", first.setup.game.deck.id, ("1-coins",), no_taught_decks)
    opened = _opens(monkeypatch)
    second = make_window(games=folder)
    second.sessions.offer()
    _box(second).button(QMessageBox.StandardButton.Yes).click()
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
    facts = _play(first, qtbot, _watch(), folder)
    first.close()
    _change_kept(folder, recording=str(tmp_path / "moved"))
    opened = _opens(monkeypatch)
    second = make_window(games=folder)
    second.sessions.offer()
    _box(second).button(QMessageBox.StandardButton.Yes).click()
    qtbot.waitUntil(lambda: second.live is not None, timeout=PATIENCE)
    assert [beginning.facts for _, beginning in opened] == [facts]
    qtbot.waitUntil(lambda: "nothing is recorded now" in second.table_page.status.texts[3], timeout=PATIENCE)
    assert "moved" in second.table_page.status.texts[3]


def test_what_is_kept_for_long_is_thrown_away(make_window, qtbot, tmp_path) -> None:
    window = make_window(games=tmp_path)
    _play(window, qtbot, _watch(), tmp_path)
    window.close()
    path = _kept(tmp_path)[0]
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | {"saved": "2020-02-02T20:20:20+00:00"}), "utf-8")
    assert KeptGames(tmp_path).find() is None
    assert not _kept(tmp_path)


def test_a_game_that_cannot_be_kept_says_so_and_goes_on(make_window, qtbot, tmp_path) -> None:
    (tmp_path / "games").write_text("a file where the folder should be", "utf-8")
    window = make_window(games=tmp_path / "games")
    watch = _watch()
    window.show_watch(PLAN, watch)
    qtbot.waitUntil(lambda: "cannot be kept" in window.table_page.status.texts[3], timeout=PATIENCE)
    watch.let_go()
    qtbot.waitUntil(lambda: window.live.board.phase == "over", timeout=PATIENCE)


def test_a_recording_that_cannot_be_made_says_so_and_the_game_goes_on(make_window, qtbot, tmp_path) -> None:
    (tmp_path / "sessions").write_text("a file where the library should be", "utf-8")
    window = make_window()
    window.show_watch(PLAN, _watch())
    window.sessions.button.click()
    qtbot.waitUntil(lambda: "cannot be written" in window.table_page.status.texts[3], timeout=PATIENCE)
    assert not window.sessions.button.isChecked()
    qtbot.waitUntil(lambda: len(window.live.snapshot.facts) >= 2, timeout=PATIENCE)


def test_leaving_says_what_becomes_of_the_game(make_window, qtbot, tmp_path, monkeypatch) -> None:
    window = make_window()
    window.show_watch(PLAN, _watch())
    qtbot.waitUntil(lambda: len(window.live.snapshot.history) >= 2, timeout=PATIENCE)
    window.ask_to_leave()
    box = _box(window)
    assert "not kept" in box.text()
    assert box.defaultButton() is box.button(QMessageBox.StandardButton.Cancel)
    box.reject()
    monkeypatch.setattr(LiveRecording, "folder", tmp_path)
    window.ask_to_leave()
    boxes = [box for box in window.findChildren(QMessageBox) if box.isVisible()]
    assert ["stays among the recordings" in box.text() for box in boxes] == [True]


def test_a_game_that_is_not_gone_on_with_just_now_stays_when_another_begins(make_window, qtbot, tmp_path) -> None:
    folder = tmp_path / "games"
    second, facts = _offered_again(make_window, qtbot, folder)
    _box(second).reject()
    second.show_watch(PLAN, _watch())
    qtbot.waitUntil(lambda: len(_kept(folder)) == 2, timeout=PATIENCE)
    second.leave()
    (kept,) = _kept(folder)
    assert read_kept(kept).facts == facts
    third = make_window(games=folder)
    third.sessions.offer()
    assert _box(third) is not None


def test_a_recording_keeps_how_the_camera_sees_the_table(tmp_path) -> None:
    watch = _watch()
    watch.pump.tap = lambda _: None
    watch.pump.calibration = Calibration("camera", (1280, 720), seats_turned=120.0)
    recording = LiveRecording(PLAN, watch, tmp_path)
    recording.start(folder=tmp_path / "evening")
    recording.close()
    kept = open_session(tmp_path / "evening").about["calibration"]
    assert calibration_from(kept, "evening").seats_turned == 120.0
