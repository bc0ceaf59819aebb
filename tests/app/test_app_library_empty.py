"""What the library says where nothing is listed, and where the keys are after a look at a recording."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QMessageBox

PATIENCE = 60_000
LEFT = Qt.MouseButton.LeftButton


def told(page) -> list[str]:
    return [label.text() for label in page.findChildren(QLabel) if label.isVisible()]


def test_where_all_was_deleted_the_library_says_where_it_is(library, qtbot) -> None:
    page = library.sessions.library_page
    qtbot.mouseClick(page.delete_button, LEFT)
    library.findChild(QMessageBox).button(QMessageBox.StandardButton.Yes).click()
    qtbot.waitUntil(lambda: any(text.startswith("No recording is left here") for text in told(page)), timeout=PATIENCE)
    assert not any(text.startswith("Nothing is recorded yet") for text in told(page))
    qtbot.mouseClick(page.trash.back_button, LEFT)
    qtbot.waitUntil(lambda: page.sessions.rowCount() == 1, timeout=PATIENCE)
    assert page.sessions.isVisible()


def test_where_all_is_archived_the_library_says_how_it_is_seen(library, qtbot) -> None:
    page = library.sessions.library_page
    qtbot.mouseClick(page.archive_button, LEFT)
    qtbot.waitUntil(
        lambda: any(text.startswith("All recordings are archived") for text in told(page)), timeout=PATIENCE
    )
    page.archived.setChecked(True)
    qtbot.waitUntil(lambda: page.sessions.rowCount() == 1, timeout=PATIENCE)


def test_after_a_look_at_a_recording_the_keys_are_at_it_again(library, qtbot) -> None:
    page, replay = library.sessions.library_page, library.sessions.replay_page
    assert library.focusWidget() is page.search
    qtbot.keyClick(page.sessions, Qt.Key.Key_Return)
    assert replay.isVisible()
    qtbot.keyClick(library.focusWidget(), Qt.Key.Key_Escape)
    assert page.isVisible()
    assert library.focusWidget() is page.sessions
    assert page.chosen.name == "Birthday"


@pytest.mark.parametrize("code", ["en", "es", "fr"])
def test_what_moves_a_recording_stands_in_one_row_in_a_low_window_too(library, qtbot, code) -> None:
    qtbot.keyClick(library.sessions.library_page.sessions, Qt.Key.Key_Return)
    view = library.sessions.replay_page
    library.resize(910, 512)
    library.prefer("language", code)
    qtbot.waitUntil(lambda: view.overlay_button.y() == view.trick_back.y(), timeout=10_000)
    # Where there is room, its buttons are as wide as elsewhere.
    library.resize(1366, 768)
    qtbot.waitUntil(lambda: view.trick_back.property("tone") != "tight", timeout=10_000)
