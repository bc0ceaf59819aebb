"""A deck that is half taught is gone on with, forgotten, or taught in one window at a time."""

import threading

import pytest
from app_sources import GREY, PATIENCE, shows, wait_until
from app_teaching import Teacher, answer_of, ask_while_teaching, begin_teaching
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox

from companion.app.model.lessons import Teaching
from companion.errors import UnusableError
from companion.vision.gallery_shelf import delete_deck, rename_deck
from companion.vision.unfinished_lessons import unfinished_lessons


def test_a_deck_that_is_half_taught_is_offered_and_gone_on_with(make_window, qtbot, no_taught_decks) -> None:
    first = make_window()
    ask_while_teaching(first, qtbot, "Grandmother's", lambda _: None)
    assert not first.tools_page.teaching.unfinished.isVisible()
    answer_of(first, "3 of Cups").click()
    qtbot.waitUntil(lambda: [lesson.known for lesson in unfinished_lessons()] == [2], timeout=PATIENCE)
    # Another program, after one that was left in the middle.
    first.go_back()
    second = make_window()
    flow = second.tools_page.teaching
    flow._make = lambda source, called, deck: Teaching(
        source, called, deck, teacher=Teacher, opener=shows(GREY), keep=lambda _: None
    )
    second.show_page(second.tools_page)
    second.tools_page.show_flow(2)
    assert "“Grandmother's” broke off (Spanish deck). Cards recognised: 2 of 48." in flow.unfinished.about.text()
    qtbot.mouseClick(flow.unfinished.go_on_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "Cards known: 2 of 48" in flow.told.text(), timeout=PATIENCE)
    assert not flow.question.isVisible()
    assert not flow.unfinished.isVisible()
    # Left in the middle, it is offered still; kept, it is not.
    second.go_back()
    second.show_page(second.tools_page)
    second.tools_page.show_flow(2)
    assert flow.unfinished.isVisible()
    # Nobody is told to lay cards before a camera that is off.
    assert flow.told.text() == ""
    qtbot.mouseClick(flow.unfinished.go_on_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(flow.end_button.isEnabled, timeout=PATIENCE)
    qtbot.mouseClick(flow.end_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "The deck is kept" in flow.told.text(), timeout=PATIENCE)
    assert unfinished_lessons() == ()
    second.tools_page.show_flow(2)
    assert not flow.unfinished.isVisible()
    # What is left to read once the camera is off is in no other language than the window's.
    second.go_back()
    assert "The deck is kept" in flow.told.text()
    second.prefer("language", "es")
    assert flow.told.text() == ""


def test_a_name_that_is_taught_in_another_window_is_refused_until_it_is_kept_there(
    make_window, qtbot, no_taught_decks
) -> None:
    first, second = make_window(), make_window()
    kept = []
    ask_while_teaching(first, qtbot, "Grandmother's", kept.append)
    qtbot.waitUntil(lambda: bool(unfinished_lessons()), timeout=PATIENCE)
    flow = begin_teaching(second, qtbot, "Grandmother's", Teacher)
    qtbot.waitUntil(lambda: "being taught in another window" in flow.picture.message, timeout=PATIENCE)
    assert not flow.end_button.isEnabled()
    # What is being taught there is no lesson that broke off.
    flow.leave()
    assert not flow.unfinished.isVisible()
    first.tools_page.teaching.end_button.click()
    qtbot.waitUntil(lambda: "The deck is kept" in first.tools_page.teaching.told.text(), timeout=PATIENCE)
    assert len(kept) == 1
    flow.begin_button.click()
    qtbot.waitUntil(flow.question.isVisible, timeout=PATIENCE)


def test_a_deck_that_is_taught_in_another_window_is_neither_renamed_nor_deleted(make_window, qtbot, no_taught_decks):
    ask_while_teaching(make_window(), qtbot, "ours", lambda _: None)
    for change in (lambda: rename_deck("ours", "theirs"), lambda: delete_deck("ours")):
        with pytest.raises(UnusableError, match="being taught in another window"):
            change()


def test_teaching_may_begin_again_in_the_same_window(make_window, qtbot, no_taught_decks) -> None:
    window = make_window()
    ask_while_teaching(window, qtbot, "ours", lambda _: None)
    flow = window.tools_page.teaching
    flow.begin_button.click()
    qtbot.waitUntil(flow.question.isVisible, timeout=PATIENCE)
    window.go_back()
    assert not list(no_taught_decks.glob(".*.teaching"))


def test_a_deck_that_is_half_taught_is_forgotten_when_people_say_so(make_window, qtbot, no_taught_decks) -> None:
    window = make_window()
    ask_while_teaching(window, qtbot, "ours", lambda _: None)
    qtbot.waitUntil(lambda: bool(unfinished_lessons()), timeout=PATIENCE)
    row = window.tools_page.teaching.unfinished
    window.tools_page.show_flow(0)
    window.tools_page.show_flow(2)
    assert row.isVisible()
    qtbot.mouseClick(row.forget_button, Qt.MouseButton.LeftButton)
    box = row.findChild(QMessageBox)
    qtbot.mouseClick(box.button(QMessageBox.StandardButton.Yes), Qt.MouseButton.LeftButton)
    assert not row.isVisible()
    assert unfinished_lessons() == ()


def test_a_lesson_that_another_window_goes_on_with_is_not_forgotten(make_window, qtbot, no_taught_decks) -> None:
    first, second = make_window(), make_window()
    ask_while_teaching(first, qtbot, "ours", lambda _: None)
    qtbot.waitUntil(lambda: bool(unfinished_lessons()), timeout=PATIENCE)
    first.go_back()
    second.show_page(second.tools_page)
    second.tools_page.show_flow(2)
    row = second.tools_page.teaching.unfinished
    qtbot.mouseClick(row.forget_button, Qt.MouseButton.LeftButton)
    # It is gone on with while the other window still asks whether it is to be forgotten.
    first.show_page(first.tools_page)
    first.tools_page.teaching.begin_button.click()
    qtbot.waitUntil(first.tools_page.teaching.question.isVisible, timeout=PATIENCE)
    box = row.findChild(QMessageBox)
    qtbot.mouseClick(box.button(QMessageBox.StandardButton.Yes), Qt.MouseButton.LeftButton)
    assert "being taught in another window" in row.about.text()
    assert len(unfinished_lessons()) == 1


def test_an_answer_at_the_moment_of_leaving_writes_no_note_any_more(make_window, qtbot, no_taught_decks) -> None:
    looks, going_on = threading.Event(), threading.Event()

    class Slow(Teacher):
        def add(self, image, **how):
            if unfinished_lessons():
                looks.set()
                going_on.wait(PATIENCE / 1000)
            return super().add(image, **how)

    window = make_window()
    flow = begin_teaching(window, qtbot, "ours", Slow)
    qtbot.waitUntil(lambda: looks.is_set() and flow.question.isVisible(), timeout=PATIENCE)
    look = flow.look
    answer_of(window, "3 of Cups").click()
    window.go_back()
    for lesson in unfinished_lessons():
        lesson.path.unlink()  # Another window has gone on with it meanwhile, and kept the deck.
    going_on.set()
    wait_until(lambda: not look._looker.is_alive())
    assert unfinished_lessons() == ()


def test_a_lesson_that_cannot_be_noted_says_so_and_goes_on(make_window, qtbot, no_taught_decks) -> None:
    no_taught_decks.write_text("no folder", "utf-8")
    window = make_window()
    ask_while_teaching(window, qtbot, "ours", lambda _: None)
    told = window.tools_page.teaching.told
    qtbot.waitUntil(lambda: "Should the computer fail, what was seen is lost" in told.text(), timeout=PATIENCE)
    assert "Cards known: 1 of 48" in told.text()
