"""While a deck is taught: questions are answered, and answers are taken back or set right."""

import time
from dataclasses import replace

import numpy as np
from app_sources import GREY, PATIENCE, Still, shows, wait_until
from app_teaching import SQUARE, Teacher, answer_of, ask_while_teaching, begin_teaching
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QMenu, QPushButton

from companion.app.model.lessons import Teaching
from companion.app.widgets.taught_cards import ShownCards
from companion.vision.capture import Capture
from companion.vision.teaching import Lesson, TaughtCard


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
