"""What comes of the video of a recording that has ended is told where recordings are found."""

import threading

import pytest
from app_tables import playing
from PySide6.QtCore import Qt

from companion.app.model import completing
from companion.recording.starting import complete

PATIENCE = 120_000
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def completed(monkeypatch, reluctant) -> threading.Event:
    """Return what the completion of a video waits for."""

    def complete_at_last(folder):
        reluctant.wait()
        return complete(folder)

    monkeypatch.setattr(completing, "complete", complete_at_last)
    return reluctant


@pytest.fixture
def ended(make_window, qtbot, completed):
    """Return a window in which a recorded game was left, with the recordings shown, and the folder of that one."""
    window = playing(make_window, qtbot)
    window.sessions.record(lambda recording: recording.start())
    folder = window.sessions.recording.folder
    qtbot.waitUntil(lambda: window.sessions.recording.standing.frames > 5, timeout=PATIENCE)
    window.leave()
    qtbot.mouseClick(window.start_page.library_button, LEFT)
    qtbot.waitUntil(lambda: window.sessions.library_page.sessions.rowCount() > 0, timeout=PATIENCE)
    return window, folder


def test_a_video_that_could_not_be_completed_is_told_of_in_the_library_in_the_language_of_the_window(
    ended, qtbot, completed
) -> None:
    window, folder = ended
    told = window.sessions.library_page.videos
    qtbot.waitUntil(lambda: told.isVisible() and "are being written into the video" in told.text(), timeout=PATIENCE)
    assert told.text().startswith(f"“{folder.name}”: ")
    video = folder / "video.mkv"
    video.write_bytes(b"\0" * 4 + video.read_bytes()[4:])
    completed.set()
    failed = f"“{folder.name}”: video.mkv: chapters and subtitles could not be written (the file is damaged)"
    qtbot.waitUntil(lambda: told.text() == failed, timeout=PATIENCE)
    assert told.property("tone") == "warning"
    window.prefer("language", "fr")
    qtbot.waitUntil(lambda: "n'ont pas pu être écrits" in told.text(), timeout=PATIENCE)
    assert "damaged" not in told.text()


def test_a_video_that_was_completed_is_not_told_of_any_more(ended, qtbot, completed) -> None:
    window, _ = ended
    told = window.sessions.library_page.videos
    qtbot.waitUntil(lambda: told.isVisible(), timeout=PATIENCE)
    completed.set()
    qtbot.waitUntil(lambda: not told.isVisible(), timeout=PATIENCE)
