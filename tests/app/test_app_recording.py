"""A running game is recorded by one click."""

from app_tables import Theatre, plan_of, plays_of, script_of, tricks_of
from PySide6.QtCore import Qt

from companion.app.model.recording import amount, estimate
from companion.language import language
from companion.recording.opening import open_session

PATIENCE = 120_000

LEFT = Qt.MouseButton.LeftButton


def test_one_click_records_a_running_game(make_window, qtbot, tmp_path) -> None:
    script = script_of()
    theatre = Theatre(script, stop=tricks_of(script)[0].time + 0.8)
    window = make_window(theatre.open)
    window.open(plan_of())
    qtbot.waitUntil(lambda: window.live is not None, timeout=PATIENCE)
    button = window.sessions.button
    qtbot.waitUntil(lambda: button.toolTip().endswith(estimate(1280, 720)), timeout=PATIENCE)
    qtbot.mouseClick(button, LEFT)
    assert window.sessions.recording.problem() == ""
    folder = window.sessions.recording.folder
    assert folder.parent == tmp_path / "sessions"
    qtbot.waitUntil(lambda: window.sessions.recording.standing.frames > 5, timeout=PATIENCE)
    qtbot.waitUntil(lambda: button.text().startswith("●"), timeout=PATIENCE)
    qtbot.waitUntil(lambda: len(window.live.snapshot.history) >= 3, timeout=PATIENCE)
    qtbot.mouseClick(button, LEFT)
    assert button.text() == "Record"
    assert window.sessions.recording.folder is None
    assert window.sessions.recording.last == folder
    window.close()
    session = open_session(folder)
    assert session.notes == ()
    assert session.complete
    assert len(session.facts) >= 3


def test_the_subtitles_of_a_recording_speak_as_the_window_does(make_window, qtbot) -> None:
    script = script_of()
    theatre = Theatre(script, stop=plays_of(script)[0].time - 1.0)
    window = make_window(theatre.open)
    window.open(plan_of())
    qtbot.waitUntil(lambda: window.live is not None, timeout=PATIENCE)
    window.sessions.record(lambda recording: recording.start())
    folder = window.sessions.recording.folder
    window.prefer("language", "es")
    theatre.source.let_go(tricks_of(script)[0].time + 0.8)
    qtbot.waitUntil(lambda: len(window.live.snapshot.history) >= 3, timeout=PATIENCE)
    window.close()
    session = open_session(folder)
    assert session.language.code == "es"
    (won,) = [line for line in session.events if line["event"] == "trick_won"]
    assert f"{won['player']} wins the trick" in won["text"]
    subtitles = (folder / "announcements.vtt").read_text("utf-8")
    assert f"{won['player']} gana la baza" in subtitles
    assert "wins the trick" not in subtitles


def test_while_not_everything_is_recorded_the_window_says_so_all_the_time(make_window, qtbot) -> None:
    script = script_of()
    window = make_window(Theatre(script, stop=tricks_of(script)[0].time + 0.8).open)
    window.open(plan_of())
    qtbot.waitUntil(lambda: window.live is not None, timeout=PATIENCE)
    window.sessions.record(lambda recording: recording.start(limit=1))
    status = window.table_page.status
    qtbot.waitUntil(
        lambda: any(text.startswith("Not everything is recorded: the video") for text in status.texts), timeout=PATIENCE
    )
    qtbot.waitUntil(lambda: len(window.live.snapshot.history) >= 3, timeout=PATIENCE)
    window.sessions.recording.stop()
    qtbot.waitUntil(lambda: not any("Not everything" in text for text in status.texts), timeout=PATIENCE)


def test_sizes_in_words() -> None:
    assert amount(41_300_000) == "41 MB"
    assert amount(41_300_000, language("fr")) == "41 Mo"
    assert amount(36_200) == "37 kB"
    assert amount(2_340_000_000) == "2.3 GB"
    assert "2.8 GB" in estimate(1920, 1080)
