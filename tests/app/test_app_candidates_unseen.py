"""A digit picks, or answers with, only a candidate whose button is seen."""

import pytest
from PySide6.QtWidgets import QApplication, QPushButton, QVBoxLayout, QWidget

from companion.app.model.picking import Ask, Effects, Picking
from companion.app.widgets.cards import CardPictures
from companion.app.widgets.correction import CorrectionPanel
from companion.app.widgets.labels import set_type
from companion.app.widgets.question import QuestionBar
from companion.rules.reasons import reason
from companion.rules.view import Need

LIKELY = tuple((code, 0.2) for code in ("8-cups", "3-coins", "5-swords", "2-clubs", "7-coins"))


def _seen(row) -> int:
    return sum(button.isVisible() for button in row.findChildren(QPushButton))


@pytest.fixture
def pictures():
    pictures = CardPictures("spanish48")
    yield pictures
    pictures.close()


def test_a_digit_of_a_candidate_that_has_no_room_looks_for_a_card_by_name(qtbot, pictures) -> None:
    panel = CorrectionPanel()
    qtbot.addWidget(panel)
    panel.resize(520, 420)
    panel.show()
    picking = Picking(
        "Ben played the 3 of Cups",
        seat=1,
        asks_seat=True,
        chosen=("3-cups",),
        present="3-cups",
        candidates=LIKELY,
        removable=True,
    )
    panel.open_for(picking, ("Ana", "Ben", "Carla"), frozenset(), pictures, None, Effects())
    qtbot.waitUntil(lambda: 0 < _seen(panel.candidates) < len(LIKELY), timeout=60_000)
    seen = _seen(panel.candidates)
    qtbot.keyClicks(panel, str(seen + 1))
    assert panel.chosen != (LIKELY[seen][0],)
    assert panel.search.text() == str(seen + 1)


def test_choices_without_room_are_not_taken_by_a_digit_and_the_deck_is_offered(qtbot, pictures) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    bar = QuestionBar(page)
    QVBoxLayout(page).addWidget(bar)
    set_type(page, page.font())
    page.resize(1400, 200)
    page.show()
    choices = tuple(code for code, _ in LIKELY[:3])
    bar.ask_people(
        Ask(Need("thief", reason("thief-takes", seat=0), 0, choices=choices, may_decline=True), "Which?", choices),
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
    assert answers == [choices[1]]
