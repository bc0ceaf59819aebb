"""A game goes on before another camera, or waits for its own."""

import pytest
from app_evening import FedWatch, evening
from app_kept import (
    PATIENCE,
    PLAN,
    another_camera,
    held,
    kept_files,
    offer_of,
    offered_again,
    opens,
    play,
    record_and_wait,
)
from PySide6.QtCore import Qt

from companion.app import sessions
from companion.app.keeping import KeptGames
from companion.app.model import completing
from companion.app.model.keeping import read_kept
from companion.app.model.setup import Plan
from companion.errors import UnusableError
from companion.recording.layout import change_about
from companion.recording.opening import open_session
from companion.vision import camera

pytestmark = pytest.mark.usefixtures("kept_soon")


def test_a_game_goes_on_before_another_camera(make_window, qtbot, tmp_path, monkeypatch) -> None:
    folder = tmp_path / "games"
    window = make_window(games=folder)
    facts = play(window, qtbot, held(), folder)
    window.ask_to_leave()
    another_camera(window, qtbot)
    # Should the computer fail just now, the game is there.
    assert read_kept(kept_files(folder)[0]).facts == facts
    assert window.setup.called == PLAN.names
    opened = opens(monkeypatch)
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
    (kept,) = KeptGames(folder).find()
    assert (len(kept_files(folder)), kept.plan.kind) == (1, "stream")


def test_a_recording_goes_on_before_another_camera(make_window, qtbot, tmp_path, monkeypatch) -> None:
    folder, into = tmp_path / "games", tmp_path / "evening"
    window = make_window(games=folder)
    facts = record_and_wait(window, qtbot, folder, into)
    # Should the computer fail just now, the recording goes on with the game.
    assert read_kept(kept_files(folder)[0]).recording == into
    opened = opens(monkeypatch)
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
    monkeypatch.setattr(completing, "complete", lambda path: completed.append(path) or [])
    window = make_window(lambda plan: FedWatch(plan, evening(PLAN), {}, [0]), games=folder)
    record_and_wait(window, qtbot, folder, into)
    assert not completed
    window.start_page.names[0].clear()
    qtbot.keyClicks(window.start_page.names[0], "Zoe")
    window.start_page.start_button.click()
    qtbot.waitUntil(lambda: window.live is not None and completed == [into], timeout=PATIENCE)


def test_a_camera_that_is_gone_leaves_the_game_on_offer(make_window, qtbot, tmp_path, monkeypatch) -> None:
    folder = tmp_path / "games"
    first = make_window(games=folder)
    facts = play(first, qtbot, held(), folder)
    first.close()

    def gone(_plan, beginning):
        raise UnusableError("camera 2: is not there")

    monkeypatch.setattr(sessions, "open_watch", gone)
    second = make_window(games=folder)
    second.sessions.offer()
    offer_of(second).take_button.click()
    qtbot.waitUntil(
        lambda: offer_of(second) is not None and "not there" in offer_of(second).more.text(), timeout=PATIENCE
    )
    assert read_kept(kept_files(folder)[0]).facts == facts


def test_a_game_goes_on_before_its_camera_though_that_has_another_number(
    make_window, qtbot, tmp_path, monkeypatch
) -> None:
    monkeypatch.setattr(camera, "known_cameras", lambda: {0: "Integrated camera", 2: "Table camera"})
    second, _ = offered_again(make_window, qtbot, tmp_path / "games")
    opened = opens(monkeypatch)
    monkeypatch.setattr(camera, "known_cameras", lambda: {0: "Integrated camera", 1: "Table camera", 2: "Phone"})
    offer_of(second).take_button.click()
    qtbot.waitUntil(lambda: second.live is not None, timeout=PATIENCE)
    assert [plan.source for plan, _ in opened] == ["1"]


def test_a_game_whose_camera_is_not_plugged_in_goes_on_before_no_other_unless_that_is_chosen(
    make_window, qtbot, tmp_path, monkeypatch
) -> None:
    monkeypatch.setattr(camera, "known_cameras", lambda: {2: "Table camera"})
    second, facts = offered_again(make_window, qtbot, tmp_path / "games")
    opened = opens(monkeypatch)
    monkeypatch.setattr(camera, "known_cameras", lambda: {2: "Integrated camera"})
    offer_of(second).take_button.click()
    assert second.live is None
    assert second.start_page.problem.text() == "“Table camera” is not plugged in."
    second.start_page.start_button.click()
    qtbot.waitUntil(lambda: second.live is not None, timeout=PATIENCE)
    assert [beginning.facts for _, beginning in opened] == [facts]


def test_a_camera_that_is_gone_gives_way_to_another(make_window, qtbot, tmp_path, monkeypatch) -> None:
    folder = tmp_path / "games"
    second, facts = offered_again(make_window, qtbot, folder)
    another_camera(second, qtbot)
    opened = opens(monkeypatch)
    second.start_page.start_button.click()
    qtbot.waitUntil(lambda: second.live is not None, timeout=PATIENCE)
    assert [beginning.facts for _, beginning in opened] == [facts]


def test_a_game_that_waits_for_its_camera_gives_way_to_a_new_one_and_stays(make_window, qtbot, tmp_path) -> None:
    folder = tmp_path / "games"
    plans: list[Plan] = []
    window = make_window(lambda plan: plans.append(plan) or FedWatch(plan, evening(PLAN), {}, [0]), games=folder)
    facts = play(window, qtbot, held(), folder)
    window.ask_to_leave()
    another_camera(window, qtbot)
    # A simulated table knows nothing of the game that people play.
    window.start_page.source.choose("simulated")
    window.start_page.start_button.click()
    assert "camera" in window.start_page.problem.text()
    window.start_page.names[0].clear()
    qtbot.keyClicks(window.start_page.names[0], "Zoe")
    assert window.start_page.start_button.text() == "Start the game"
    assert "a new game begins" in window.start_page.problem.text()
    window.start_page.start_button.click()
    qtbot.waitUntil(lambda: window.live is not None, timeout=PATIENCE)
    assert plans[0].names[0] == "Zoe"
    assert window.live.snapshot.facts == ()
    assert read_kept(kept_files(folder)[0]).facts == facts


@pytest.mark.parametrize(("cameras", "source"), [({1: "Table camera", 2: "Phone"}, "1"), ({2: "Phone"}, "")])
def test_a_recorded_game_goes_on_before_its_camera_and_before_no_other_unless_that_is_chosen(
    make_window, qtbot, shelf_folder, monkeypatch, cameras, source
) -> None:
    seen = {"source_kind": "camera", "source_spec": "2", "source_camera": "Table camera"}
    change_about(shelf_folder / "Birthday", state="running", settings={"target": 5, "first_dealer": 0}, **seen)
    monkeypatch.setattr(camera, "known_cameras", lambda: cameras)
    window = make_window(games=shelf_folder.parent / "games")
    opened = opens(monkeypatch)
    start = window.start_page
    qtbot.mouseClick(start.library_button, Qt.MouseButton.LeftButton)
    page = window.sessions.library_page
    qtbot.waitUntil(lambda: page.sessions.rowCount() > 0, timeout=PATIENCE)
    qtbot.mouseClick(page.resume_button, Qt.MouseButton.LeftButton)
    if not source:
        assert (window.live, start.problem.text()) == (None, "“Table camera” is not plugged in.")
        start.source.choose("stream")
        start.source.inputs["stream"].setText("rtsp://phone/")
        start.start_button.click()
    qtbot.waitUntil(lambda: window.live is not None, timeout=PATIENCE)
    ((plan, beginning),) = opened
    assert plan.source == (source or "rtsp://phone/")
    assert beginning.facts == open_session(shelf_folder / "Birthday").facts
    assert window.sessions.recording.folder == shelf_folder / "Birthday"
