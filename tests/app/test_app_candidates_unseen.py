"""A digit answers only with a choice whose button is seen."""

import pytest
from PySide6.QtWidgets import QApplication, QPushButton, QVBoxLayout, QWidget

from companion.app.model.picking import Ask
from companion.app.widgets.cards import CardPictures
from companion.app.widgets.labels import set_type
from companion.app.widgets.question import QuestionBar
from companion.rules.reasons import reason
from companion.rules.view import Need

CHOICES = ("8-cups", "3-coins", "5-swords")


def _seen(row) -> int:
    return sum(button.isVisible() for button in row.findChildren(QPushButton))


@pytest.fixture
def pictures():
    pictures = CardPictures("spanish48")
    yield pictures
    pictures.close()


def test_choices_without_room_are_not_taken_by_a_digit_and_the_deck_is_offered(qtbot, pictures) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    bar = QuestionBar(page)
    QVBoxLayout(page).addWidget(bar)
    set_type(page, page.font())
    page.resize(1400, 200)
    page.show()
    bar.ask_people(
        Ask(Need("thief", reason("thief-takes", seat=0), 0, choices=CHOICES, may_decline=True), "Which?", CHOICES),
        pictures,
    )
    qtbot.waitUntil(lambda: _seen(bar.candidates) == 3, timeout=60_000)
    assert not bar._other.isVisible()
    page.resize(420, 200)
    qtbot.waitUntil(lambda: _seen(bar.candidates) == 2, timeout=60_000)
    QApplication.processEvents()
    assert bar._other.isVisible()
    answers = []
    bar.answered.connect(answers.append)
    bar.choose(2)
    assert not answers
    bar.choose(1)
    assert answers == [CHOICES[1]]
