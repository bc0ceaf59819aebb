"""Teaching a deck in the app, with a teacher that knows one card and asks about another, for tests of it."""

import numpy as np
from app_sources import GREY, PATIENCE, shows
from PySide6.QtWidgets import QPushButton

from companion.app.model.lessons import Teaching
from companion.cards import SPANISH48
from companion.errors import UnusableError
from companion.vision.shown import ShownBefore
from companion.vision.teaching import Lesson, TaughtCard

SQUARE = np.float32([[100, 100], [200, 100], [200, 260], [100, 260]])


class Teacher:
    """Knows one card and is in doubt about another."""

    kept: frozenset[str] = frozenset()

    def __init__(self, name: str, _deck: str) -> None:
        self.said: dict[int, str | None] = {}
        self.fails = name == "bad"

    def add(self, _image, **_how) -> Lesson:
        return self.lesson()

    def lesson(self) -> Lesson:
        crop = np.zeros((160, 112, 3), np.uint8)
        code = self.said.get(2)
        doubt = TaughtCard(2, crop, code, 0.5, (("2-cups", 0.5), ("3-cups", 0.4)), code is not None, SQUARE)
        known = TaughtCard(1, crop, "1-cups", 0.99, (), False, SQUARE)
        recognised = (known, doubt) if code else (known,)
        asked = () if 2 in self.said else (doubt,)
        codes = {card.code for card in recognised} | self.kept
        return Lesson(
            (known, doubt), recognised, asked, tuple(other for other in SPANISH48.codes if other not in codes)
        )

    def confirm(self, number: int, code: str) -> Lesson:
        self.said[number] = code
        return self.lesson()

    def dismiss(self, number: int) -> Lesson:
        self.said[number] = None
        return self.lesson()

    def take_back(self, number: int) -> Lesson:
        del self.said[number]
        return self.lesson()

    def other_deck(self, _lesson: Lesson) -> str | None:
        return None

    def so_far(self) -> tuple[ShownBefore, ...]:
        said = self.said.get(2)
        return tuple(ShownBefore((np.zeros((160, 112, 3), np.uint8),), code, False) for code in ("1-cups", said))

    def take_up(self, cards) -> None:
        self.said = {2: cards[1].said} if cards[1].said else {}

    def gallery(self) -> object:
        if self.fails:
            raise UnusableError("the disk is full")
        return self


def begin_teaching(window, qtbot, name: str, teacher, keep=lambda _: None, opener=None):
    """Begin to teach a Spanish deck; return what shows that."""
    flow = window.tools_page.teaching
    flow._make = lambda source, called, deck: Teaching(
        source, called, deck, teacher=teacher, opener=opener or shows(GREY), keep=keep
    )
    window.show_page(window.tools_page)
    window.tools_page.show_flow(2)
    flow.deck.setCurrentIndex(flow.deck.findData("spanish48"))
    qtbot.keyClicks(flow.name, name)
    flow.begin_button.click()
    return flow


def ask_while_teaching(window, qtbot, name: str, keep) -> None:
    """Teach a Spanish deck up to the first question."""
    flow = begin_teaching(window, qtbot, name, Teacher, keep)
    qtbot.waitUntil(flow.question.isVisible, timeout=PATIENCE)


def answer_of(window, text: str) -> QPushButton:
    question = window.tools_page.teaching.question
    return next(button for button in question.findChildren(QPushButton) if button.text() == text)
