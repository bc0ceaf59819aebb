"""Teaching a deck in the app: a guided flow before a camera."""

import threading
import time
from dataclasses import replace

import numpy as np
import pytest
from app_sources import GREY, PATIENCE, Still, shows, wait_until
from app_teaching import SQUARE, Teacher, answer_of, ask_while_teaching, begin_teaching
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QMenu, QMessageBox, QPushButton

from companion.app.model.lessons import Teaching
from companion.app.widgets.taught_cards import ShownCards
from companion.cards import SPANISH48
from companion.errors import UnusableError
from companion.vision.capture import Capture
from companion.vision.gallery_shelf import delete_deck, rename_deck
from companion.vision.teaching import Lesson, TaughtCard
from companion.vision.unfinished_lessons import unfinished_lessons


def test_a_deck_is_taught_in_the_app(make_window, qtbot) -> None:
    window = make_window()
    flow = window.tools_page.teaching
    kept = []
    ask_while_teaching(window, qtbot, "Grandmother's", kept.append)
    assert "Cards known: 1 of 48" in flow.told.text()
    answer = next(button for button in flow.question.findChildren(QPushButton) if button.text() == "3 of Cups")
    answer.click()
    qtbot.waitUntil(lambda: not flow.question.isVisible(), timeout=PATIENCE)
    assert flow.look.lesson.recognised[1].code == "3-cups"
    flow.end_button.click()
    qtbot.waitUntil(lambda: "Grandmother's" in flow.told.text(), timeout=PATIENCE)
    assert "Cards known: 2 of 48; show the others" in flow.told.text()
    assert len(kept) == 1
    assert window.setup.taught == {"spanish48": "Grandmother's"}
    window.setup.choose_game("coins")
    assert window.setup.plan().taught == "Grandmother's"
    window.setup.kind = "simulated"
    assert window.setup.plan().taught == ""


def test_a_deck_that_is_kept_while_the_page_is_left_is_kept_and_chosen(make_window, qtbot) -> None:
    window = make_window()
    flow = window.tools_page.teaching
    kept = []
    ask_while_teaching(window, qtbot, "Grandmother's", kept.append)
    flow.end_button.click()
    window.go_back()
    assert len(kept) == 1
    assert window.setup.taught == {"spanish48": "Grandmother's"}


def test_what_was_seen_is_kept_though_the_camera_is_lost(make_window, qtbot) -> None:
    window = make_window()
    camera = Still(GREY)

    def gone() -> Still:
        raise UnusableError("nobody there")

    def opener(_source: str) -> Capture:
        return Capture(camera, reopen=gone)

    flow = begin_teaching(window, qtbot, "Grandmother's cards", Teacher, opener=opener)
    qtbot.waitUntil(lambda: flow.question.isVisible(), timeout=PATIENCE)
    camera.close()
    qtbot.waitUntil(lambda: "no picture" in flow.picture.message, timeout=PATIENCE)
    qtbot.mouseClick(flow.end_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "Grandmother's cards" in flow.told.text(), timeout=PATIENCE)


def test_cards_of_an_earlier_teaching_are_known_though_they_are_not_shown_again(closing) -> None:
    class GoesOn(Teacher):
        kept = frozenset(SPANISH48.codes[:30])

    look = closing(Teaching("0", "ours", "spanish48", teacher=GoesOn, opener=shows(GREY), keep=lambda _: None))
    wait_until(lambda: look.lesson is not None)
    assert "Cards known: 30 of 48" in look.told()


def test_of_a_spanish_deck_of_forty_cards_nothing_is_missing(make_window, qtbot) -> None:
    class Forty(Teacher):
        missing = tuple(code for code in SPANISH48.codes if code[:2] in ("8-", "9-"))

        def lesson(self) -> Lesson:
            return replace(super().lesson(), doubtful=(), missing=self.missing)

    window = make_window()
    flow = begin_teaching(window, qtbot, "Baraja", Forty)
    qtbot.waitUntil(lambda: "without the 8 and 9" in flow.told.text(), timeout=PATIENCE)
    assert "SUITS and COINS are played with 48 cards" in flow.told.text()
    assert "Lay the others" not in flow.told.text()
    window.prefer("language", "es")
    qtbot.waitUntil(lambda: "sin ochos ni nueves" in flow.told.text(), timeout=PATIENCE)
    window.prefer("language", "en")
    qtbot.mouseClick(flow.end_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "Done." in flow.told.text(), timeout=PATIENCE)
    assert "SUITS and COINS are played with 48 cards" in flow.told.text()
    assert "show the others" not in flow.told.text()


def test_a_card_under_whose_name_another_was_kept_is_asked_for(make_window, qtbot) -> None:
    class Renames(Teacher):
        def lesson(self) -> Lesson:
            return replace(super().lesson(), renamed={"5-swords": "3-swords"})

    window = make_window()
    flow = begin_teaching(window, qtbot, "Baraja", Renames)
    asks = "Still to be shown, for another card was kept under the name: 5 of Swords"
    qtbot.waitUntil(lambda: asks in flow.told.text(), timeout=PATIENCE)


def test_a_deck_that_is_known_whole_can_be_chosen_again_by_its_name(make_window, qtbot) -> None:
    class Knows(Teacher):
        def lesson(self) -> Lesson:
            return Lesson((), (), (), ())

    window = make_window()
    flow = begin_teaching(window, qtbot, "Grandmother's", Knows)
    qtbot.waitUntil(lambda: "All 48 cards are known" in flow.told.text(), timeout=PATIENCE)
    qtbot.mouseClick(flow.end_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.setup.taught == {"spanish48": "Grandmother's"}, timeout=PATIENCE)


def test_a_card_that_is_not_among_those_offered_can_be_named(make_window, qtbot) -> None:
    window = make_window()
    flow = window.tools_page.teaching
    ask_while_teaching(window, qtbot, "ours", lambda _: None)
    button = next(button for button in flow.question.findChildren(QPushButton) if button.text() == "Another card")
    menu = button.menu()
    coins = next(suit for suit in menu.findChildren(QMenu) if suit.title() == "Coins")
    assert len(coins.actions()) == 12
    next(action for action in coins.actions() if action.text() == "King of Coins").trigger()
    qtbot.waitUntil(lambda: not flow.question.isVisible(), timeout=PATIENCE)
    assert flow.look.lesson.recognised[1].code == "12-coins"


def test_a_wrong_answer_is_taken_back_and_the_card_is_asked_about_again(make_window, qtbot) -> None:
    window = make_window()
    flow = window.tools_page.teaching
    kept = []
    ask_while_teaching(window, qtbot, "ours", lambda teacher: kept.append(dict(teacher.said)))
    assert not flow.undo_button.isVisible()
    answer_of(window, "3 of Cups").click()
    qtbot.waitUntil(lambda: not flow.question.isVisible(), timeout=PATIENCE)
    assert any(label.text() == "Last answer: 3 of Cups" for label in flow.answered.findChildren(QLabel))
    flow.undo_button.click()
    qtbot.waitUntil(flow.question.isVisible, timeout=PATIENCE)
    assert "Cards known: 1 of 48" in flow.told.text()
    assert not flow.undo_button.isVisible()
    answer_of(window, "No card of this deck").click()
    qtbot.waitUntil(lambda: not flow.question.isVisible(), timeout=PATIENCE)
    flow.undo_button.click()
    qtbot.waitUntil(flow.question.isVisible, timeout=PATIENCE)
    answer_of(window, "2 of Cups").click()
    qtbot.waitUntil(lambda: not flow.question.isVisible(), timeout=PATIENCE)
    flow.end_button.click()
    qtbot.waitUntil(lambda: bool(kept), timeout=PATIENCE)
    assert kept == [{2: "2-cups"}]
    qtbot.waitUntil(lambda: not flow.answered.isVisible(), timeout=PATIENCE)


def test_after_an_answer_by_keys_the_keys_are_at_the_next_question_or_at_what_takes_it_back(make_window, qtbot) -> None:
    window = make_window()
    flow = window.tools_page.teaching
    ask_while_teaching(window, qtbot, "ours", lambda _: None)
    answer = answer_of(window, "3 of Cups")
    answer.setFocus()
    qtbot.keyClick(answer, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: not flow.question.isVisible(), timeout=PATIENCE)
    assert window.focusWidget() is flow.undo_button
    qtbot.keyClick(flow.undo_button, Qt.Key.Key_Space)
    qtbot.waitUntil(flow.question.isVisible, timeout=PATIENCE)
    qtbot.waitUntil(lambda: window.focusWidget() is answer_of(window, "2 of Cups"), timeout=PATIENCE)


def test_what_was_taken_back_is_asked_about_though_other_cards_leave_no_doubt(closing) -> None:
    class Sure(Teacher):
        """Once it was told of the second card, it takes it for one by itself."""

        told = False

        def confirm(self, number: int, code: str) -> Lesson:
            self.told = True
            return super().confirm(number, code)

        def lesson(self) -> Lesson:
            lesson = super().lesson()
            return replace(lesson, doubtful=()) if self.told else lesson

    look = closing(Teaching("0", "ours", "spanish48", teacher=Sure, opener=shows(GREY), keep=lambda _: None))
    wait_until(lambda: look.doubt is not None)
    look.confirm(2, "3-cups")
    wait_until(lambda: look.doubt is None)
    look.take_back()
    wait_until(lambda: look.doubt is not None and look.doubt.number == 2)
    look.confirm(2, "2-cups")
    wait_until(lambda: look.doubt is None)
    assert look.answered == {2: "2-cups"}
    look.take_back()
    look.take_back()
    assert look.answered == {}


def test_a_card_that_was_recognised_wrongly_is_set_right_by_keys_and_by_a_click_on_it(make_window, qtbot) -> None:
    class Mistaken(Teacher):
        """Takes one card for the ace of cups, and is in no doubt about another."""

        def lesson(self) -> Lesson:
            cards = tuple(
                TaughtCard(
                    number,
                    np.zeros((160, 112, 3), np.uint8),
                    self.said.get(number, code),
                    0.99,
                    ((code, 0.99),),
                    number in self.said,
                    SQUARE + 200 * number,
                )
                for number, code in ((0, "1-cups"), (1, "4-coins"))
            )
            return Lesson(cards, cards, (), ("1-swords",))

    window = make_window()
    flow = begin_teaching(window, qtbot, "ours", Mistaken)
    qtbot.waitUntil(flow.wrong_button.isVisible, timeout=PATIENCE)
    assert not flow.undo_button.isVisible()
    flow.wrong_button.setFocus()
    qtbot.keyClick(flow.wrong_button, Qt.Key.Key_Space)
    dialog = flow.findChild(ShownCards)
    assert [dialog.cards.item(row).text() for row in range(dialog.cards.count())] == ["Ace of Cups", "4 of Coins"]
    qtbot.keyClick(dialog.cards, Qt.Key.Key_Return)
    qtbot.waitUntil(flow.question.isVisible, timeout=PATIENCE)
    qtbot.waitUntil(lambda: window.focusWidget() is answer_of(window, "Ace of Cups"), timeout=PATIENCE)
    swords = next(menu for menu in flow.question.findChildren(QMenu) if menu.title() == "Swords")
    next(action for action in swords.actions() if action.text() == "Ace of Swords").trigger()
    qtbot.waitUntil(lambda: not flow.question.isVisible(), timeout=PATIENCE)
    assert [card.code for card in flow.look.lesson.recognised] == ["1-swords", "4-coins"]
    qtbot.waitUntil(lambda: flow.picture.message == "", timeout=PATIENCE)
    where = flow.picture._outline(flow.look.cards[1]).boundingRect().center()
    assert flow.picture.card_at(where + where) is None
    qtbot.mouseClick(flow.picture, Qt.MouseButton.LeftButton, pos=where.toPoint())
    qtbot.waitUntil(flow.question.isVisible, timeout=PATIENCE)
    answer_of(window, "No card of this deck").click()
    qtbot.waitUntil(lambda: flow.look.answered == {0: "1-swords", 1: None}, timeout=PATIENCE)


def test_the_card_that_is_asked_about_stays_while_others_come(closing) -> None:
    class Growing(Teacher):
        looks = 0

        def lesson(self) -> Lesson:
            lesson = super().lesson()
            self.looks += 1
            worse = replace(lesson.cards[1], number=2 + self.looks, code=None, confirmed=False)
            return replace(lesson, doubtful=(worse, *lesson.doubtful) if self.looks > 1 else lesson.doubtful)

    look = closing(Teaching("0", "ours", "spanish48", teacher=Growing, opener=shows(GREY), keep=lambda _: None))
    wait_until(lambda: look.lesson is not None and len(look.lesson.doubtful) > 1)
    assert look.doubt.number == 2
    look.confirm(2, "2-cups")
    wait_until(lambda: look.doubt.number != 2)


def test_cards_of_another_deck_than_the_one_chosen_are_told(closing) -> None:
    class Puzzled(Teacher):
        def other_deck(self, _lesson: Lesson) -> str | None:
            return "french52"

    look = closing(Teaching("0", "ours", "spanish48", teacher=Puzzled, opener=shows(GREY), keep=lambda _: None))
    wait_until(lambda: look.lesson is not None and look.other_deck is not None)
    assert "they look like another deck: French deck" in look.told()


def test_without_a_camera_nothing_is_asked_for_and_nothing_can_be_kept(make_window, qtbot) -> None:
    def gone(_: str) -> Capture:
        raise UnusableError("camera 0: is not there")

    window = make_window()
    flow = window.tools_page.teaching
    flow._make = lambda source, name, deck: Teaching(source, name, deck, teacher=Teacher, opener=gone)
    window.show_page(window.tools_page)
    window.tools_page.show_flow(2)
    qtbot.keyClicks(flow.name, "ours")
    flow.begin_button.click()
    qtbot.waitUntil(lambda: flow.look is not None and bool(flow.look.problem), timeout=PATIENCE)
    flow.refresh()
    assert flow.told.text() == ""
    assert not flow.end_button.isEnabled()


def test_a_deck_that_cannot_be_kept_is_told(closing) -> None:
    look = closing(Teaching("0", "bad", "spanish48", teacher=Teacher, opener=shows(GREY), keep=lambda _: None))
    wait_until(lambda: look.lesson is not None)
    look.dismiss(2)
    look.finish()
    wait_until(lambda: bool(look.failure.told()))
    assert look.told() == "the disk is full"
    assert look.doubt is None


def test_answers_are_heard_after_the_last_picture(closing) -> None:
    kept = []
    capture = Capture(Still(GREY, pictures=1))
    look = closing(Teaching("0", "ours", "spanish48", teacher=Teacher, opener=lambda _: capture, keep=kept.append))
    wait_until(lambda: look.lesson is not None)
    wait_until(lambda: capture.state == "ended")
    time.sleep(0.3)  # longer than it waits for another picture
    look.confirm(2, "3-cups")
    wait_until(lambda: look.doubt is None)
    look.finish()
    wait_until(lambda: bool(look.kept))
    assert look.kept == "ours"
    assert len(kept) == 1


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
