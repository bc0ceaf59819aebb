"""The library: recordings are found, renamed, deleted and taken back."""

import shutil
import threading

import pytest
from app_tables import plan_of
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QInputDialog, QLabel, QMessageBox, QWidget

from companion.app.model import library as library_model
from companion.app.model.library import Shelf
from companion.app.model.recording import LiveRecording
from companion.errors import UnusableError
from companion.recording import places
from companion.recording.journal import Journal
from companion.recording.layout import EVENTS
from companion.recording.library import Library

PATIENCE = 120_000

LEFT = Qt.MouseButton.LeftButton


def test_the_library_finds_renames_and_deletes(library, qtbot, shelf_folder) -> None:
    page = library.sessions.library_page
    assert page.chosen.name == "Birthday"
    assert "Ben 2" in page.sessions.item(0, 3).text()
    page.search.setText("no such thing")
    qtbot.waitUntil(lambda: page.sessions.rowCount() == 0, timeout=PATIENCE)
    page.search.setText("ana")
    qtbot.waitUntil(lambda: page.sessions.rowCount() == 1, timeout=PATIENCE)
    qtbot.mouseClick(page.rename_button, LEFT)
    dialog = library.findChild(QInputDialog)
    dialog.setTextValue("Grandma's evening")
    dialog.accept()
    qtbot.waitUntil(lambda: page.chosen is not None and page.chosen.name == "Grandma's evening", timeout=PATIENCE)
    assert page.statistics.rowCount() == 3
    qtbot.mouseClick(page.delete_button, LEFT)
    library.findChild(QMessageBox).button(QMessageBox.StandardButton.Yes).click()
    qtbot.waitUntil(lambda: page.sessions.rowCount() == 0, timeout=PATIENCE)
    assert not (shelf_folder / "Birthday").exists()
    assert len(list((shelf_folder / ".trash").iterdir())) == 1


@pytest.fixture
def searched(monkeypatch) -> threading.Event:
    """Return what a deletion waits for; and then for what is found meanwhile, where that does not wait for it."""
    delete, event = Library.delete, threading.Event()

    def delete_at_last(*arguments: object) -> object:
        event.wait(PATIENCE / 1000)
        for other in {thread for thread in threading.enumerate() if thread.name == "library"}:
            if other is not threading.current_thread():
                other.join(1.0)
        return delete(*arguments)

    monkeypatch.setattr(Library, "delete", delete_at_last)
    return event


def test_a_search_that_is_typed_while_a_session_is_being_deleted_does_not_find_it(library, qtbot, searched) -> None:
    page = library.sessions.library_page
    qtbot.mouseClick(page.delete_button, LEFT)
    library.findChild(QMessageBox).button(QMessageBox.StandardButton.Yes).click()
    page.search.setText("ana")
    searched.set()
    qtbot.waitUntil(lambda: page.sessions.rowCount() == 0, timeout=PATIENCE)


def test_the_session_that_is_chosen_stays_so_when_another_goes_and_comes_back(library, qtbot, shelf_folder) -> None:
    page = library.sessions.library_page
    shutil.copytree(shelf_folder / "Birthday", shelf_folder / "Another")
    page._look()
    qtbot.waitUntil(lambda: page.sessions.rowCount() == 2, timeout=PATIENCE)
    first, second = page._shown.entries
    page.sessions.selectRow(1)
    page._change(lambda shelf: shelf.delete(first))
    qtbot.waitUntil(lambda: page.sessions.rowCount() == 1, timeout=PATIENCE)
    assert page.chosen.folder == second.folder
    (trashed,) = page._shown.trashed
    page._change(lambda shelf: shelf.restore(trashed))
    qtbot.waitUntil(lambda: page.sessions.rowCount() == 2, timeout=PATIENCE)
    assert page.chosen.folder == second.folder


def test_what_was_recorded_last_is_chosen_once_and_then_what_a_person_chose(library, qtbot, shelf_folder) -> None:
    page, recorder = library.sessions.library_page, LiveRecording(plan_of(), None, shelf_folder)
    shutil.copytree(shelf_folder / "Birthday", shelf_folder / "Another")
    page._look()
    qtbot.waitUntil(lambda: page.sessions.rowCount() == 2, timeout=PATIENCE)
    page.sessions.selectRow(0)
    first, second = page._shown.entries
    recorder._last = second.folder
    library.sessions._ended.append(recorder)
    library.sessions.show_library()
    qtbot.waitUntil(lambda: page.chosen.folder == second.folder, timeout=PATIENCE)
    page.sessions.selectRow(0)
    library.sessions.show_library()
    shutil.copytree(shelf_folder / "Birthday", shelf_folder / "Third")
    page._look()
    qtbot.waitUntil(lambda: page.sessions.rowCount() == 3, timeout=PATIENCE)
    assert page.chosen.folder == first.folder


def test_when_the_last_session_is_gone_the_keys_are_where_one_sees_them(library, qtbot) -> None:
    page = library.sessions.library_page
    library.activateWindow()
    qtbot.waitUntil(library.isActiveWindow, timeout=PATIENCE)
    page.sessions.setFocus()
    entry = page.chosen
    page._shelf.change(lambda shelf: shelf.delete(entry))
    qtbot.waitUntil(lambda: page.sessions.rowCount() == 0, timeout=PATIENCE)
    assert library.focusWidget() is page.search


def test_why_a_session_was_not_deleted_is_told_though_something_is_searched_for_since(
    library, qtbot, shelf_folder, searched
) -> None:
    page = library.sessions.library_page
    writing = Journal(shelf_folder / "Birthday" / EVENTS, alone=True)
    qtbot.mouseClick(page.delete_button, LEFT)
    library.findChild(QMessageBox).button(QMessageBox.StandardButton.Yes).click()
    page.search.setText("ana")
    searched.set()
    qtbot.waitUntil(lambda: "is being recorded" in page.problem.text(), timeout=PATIENCE)
    writing.close()


def test_what_was_deleted_is_taken_back_or_deleted_for_good(library, qtbot, shelf_folder) -> None:
    page = library.sessions.library_page

    def delete() -> None:
        qtbot.mouseClick(page.delete_button, LEFT)
        answer()
        qtbot.waitUntil(page.trash.isVisible, timeout=PATIENCE)

    def answer() -> None:
        box = library.findChild(QMessageBox)
        box.button(QMessageBox.StandardButton.Yes).click()
        qtbot.waitUntil(lambda: library.findChild(QMessageBox) is None, timeout=PATIENCE)

    assert not page.trash.isVisible()
    delete()
    assert "kB" in page.trash.told.text() or "MB" in page.trash.told.text()
    qtbot.mouseClick(page.trash.back_button, LEFT)
    qtbot.waitUntil(lambda: not page.trash.isVisible(), timeout=PATIENCE)
    assert (page.chosen.name, (shelf_folder / "Birthday").is_dir()) == ("Birthday", True)
    delete()
    qtbot.mouseClick(page.trash.empty_button, LEFT)
    answer()
    qtbot.waitUntil(lambda: not page.trash.isVisible(), timeout=PATIENCE)
    assert list((shelf_folder / ".trash").iterdir()) == []
    assert page.sessions.rowCount() == 0


def test_a_search_does_not_measure_the_trash_anew_with_every_letter(shelf_folder, monkeypatch) -> None:
    measured = []
    monkeypatch.setattr(library_model, "size_of", lambda folder: measured.append(folder) or 1000)
    shelf = Shelf(shelf_folder, shelf_folder.parent / "other.sqlite")

    def shown(act) -> library_model.Shown:
        act()
        shelf.close()
        return shelf.poll()

    (entry,) = shown(shelf.look).entries
    news = shown(lambda: shelf.change(lambda library: library.delete(entry)))
    assert (len(news.trashed), news.trash_size) == (1, 1000)
    for search in ("a", "an", "ana"):
        assert shown(lambda search=search: shelf.look(search)).trash_size == 1000
    assert len(measured) == 1
    news = shown(lambda: shelf.change(lambda library: library.restore(news.trashed[0])))
    assert (news.trashed, news.trash_size) == ((), 0)


@pytest.mark.parametrize("is_usual", [True, False])
def test_a_library_on_a_disk_that_is_not_plugged_in_says_so_and_not_that_nothing_was_recorded(
    make_window, qtbot, tmp_path, monkeypatch, is_usual
) -> None:
    folder = tmp_path / "sessions"
    monkeypatch.setattr(places, "_usual_folder", lambda: folder if is_usual else tmp_path / "Videos")
    window = make_window()
    qtbot.mouseClick(window.start_page.library_button, LEFT)
    beginning = "Nothing is recorded yet" if is_usual else f"The folder of the recordings is not there: {folder}\n"
    page = window.sessions.library_page
    assert is_usual or not any(text.startswith("Nothing is recorded yet") for text in _texts(page))
    qtbot.waitUntil(lambda: any(text.startswith(beginning) for text in _texts(page)), timeout=PATIENCE)


def test_a_library_that_cannot_be_read_is_not_said_to_hold_nothing(library, qtbot, monkeypatch) -> None:
    def fails(*_: object) -> None:
        raise UnusableError("the library's index cannot be used (disk I/O error); try again")

    monkeypatch.setattr(library_model.Library, "refresh", fails)
    page = library.sessions.library_page
    page.arrive()
    qtbot.waitUntil(lambda: "disk I/O error" in page.problem.text(), timeout=PATIENCE)
    assert not any(text.startswith("Nothing is recorded yet") for text in _texts(page))


def _texts(page: QWidget) -> list[str]:
    return [label.text() for label in page.findChildren(QLabel) if label.isVisible()]
