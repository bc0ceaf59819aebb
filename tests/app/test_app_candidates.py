"""The buttons of candidates."""

from itertools import combinations

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QPushButton, QVBoxLayout, QWidget

from companion.app.model.picking import Told
from companion.app.widgets.candidates import CandidateRow
from companion.app.widgets.cards import CardPictures
from companion.app.widgets.labels import set_type
from companion.app.widgets.question import QuestionBar
from companion.table.events import Question

_LONG = "Ana did not follow suit in trick 3, and played the 2 of Clubs in trick 8"


def test_what_a_candidate_changes_can_be_read_whichever_it_is(qtbot) -> None:
    pictures = CardPictures("spanish48")
    page = QWidget()
    qtbot.addWidget(page)
    row = CandidateRow(2, page)
    QVBoxLayout(page).addWidget(row)
    page.resize(700, 200)
    page.show()
    effects = {"3-cups": Told(), "8-cups": Told(_LONG, changes=True)}
    row.show_candidates((("3-cups", 0.6), ("8-cups", 0.4)), pictures, effects.__getitem__)
    buttons = [button for button in row.findChildren(QPushButton) if button.isVisible()]
    assert [button.text().count("\n") for button in buttons] == [0, 2]
    qtbot.waitUntil(lambda: all(button.height() >= button.sizeHint().height() for button in buttons), timeout=60_000)
    pictures.close()


def test_two_candidates_are_offered_however_narrow_it_is(qtbot) -> None:
    pictures = CardPictures("spanish48")
    page = QWidget()
    qtbot.addWidget(page)
    row = CandidateRow(4, page)
    QVBoxLayout(page).addWidget(row)
    page.resize(260, 300)
    set_type(page, page.font())
    page.show()
    row.show_candidates(
        (("3-cups", 0.5), ("8-cups", 0.3), ("2-cups", 0.1)), pictures, lambda _: Told(_LONG, changes=True)
    )

    def offered() -> list[str]:
        return [button.text() for button in row.findChildren(QPushButton) if button.isVisible()]

    qtbot.waitUntil(lambda: row.height() == row.sizeHint().height(), timeout=60_000)
    assert offered() == ["[1] 3 Cups 50%", "[2] 8 Cups 30%"]
    first, second = (button.geometry() for button in row.findChildren(QPushButton) if button.isVisible())
    assert not first.intersects(second)
    assert row.rect().contains(first.united(second))
    page.resize(1400, 300)
    qtbot.waitUntil(lambda: len(offered()) == 3, timeout=60_000)
    assert all("Ana did not follow" in text for text in offered())
    pictures.close()


def test_a_question_with_three_answers_beside_the_candidates_keeps_them_apart_in_type_twice_as_large(qtbot) -> None:
    pictures = CardPictures("french52")
    page = QWidget()
    qtbot.addWidget(page)
    font = page.font()
    font.setPointSizeF(font.pointSizeF() * 2)
    page.setFont(font)
    bar = QuestionBar(page)
    QVBoxLayout(page).addWidget(bar)
    set_type(page, font)
    page.show()
    asked = Question(
        time=0.0, question=1, seat=0, player="Ana", message="", candidates=(("KD", 0.85), ("AH", 0.1)), together=()
    )
    least = {}
    for together in ("", "Ana: 8 of Spades; Ben: 3 of Diamonds", ""):
        bar.ask(asked, "Ana's card:", "Is it?", pictures, lambda _: Told(_LONG, changes=True), lambda: None, together)
        for _ in range(3):  # What stands above each other asks for its height afterwards.
            QApplication.processEvents()
        page.resize(480, page.layout().minimumSize().height())
        QApplication.processEvents()
        shown = [button for button in bar.findChildren(QPushButton) if button.isVisible()]
        assert ("None misread (Y)" in [button.text() for button in shown]) == bool(together)
        least[bool(together)] = bar.minimumSizeHint().height()
        for one, other in combinations(shown, 2):
            assert (
                not one.geometry()
                .translated(one.parentWidget().mapTo(bar, QPoint()))
                .intersects(other.geometry().translated(other.parentWidget().mapTo(bar, QPoint())))
            ), (one.text(), other.text())
    assert least[True] <= least[False] + page.fontMetrics().height()
    pictures.close()
