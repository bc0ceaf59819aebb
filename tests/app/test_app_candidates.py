"""The buttons of candidates."""

from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from companion.app.model.picking import Told
from companion.app.widgets.candidates import CandidateRow
from companion.app.widgets.cards import CardPictures
from companion.app.widgets.labels import set_type

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
    qtbot.waitUntil(lambda: all(button.height() >= button.sizeHint().height() for button in buttons))
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

    qtbot.waitUntil(lambda: row.height() == row.sizeHint().height())
    assert offered() == ["[1]  3 Cups  50%", "[2]  8 Cups  30%"]
    first, second = (button.geometry() for button in row.findChildren(QPushButton) if button.isVisible())
    assert not first.intersects(second)
    assert row.rect().contains(first.united(second))
    page.resize(1400, 300)
    qtbot.waitUntil(lambda: len(offered()) == 3)
    assert all("Ana did not follow" in text for text in offered())
    pictures.close()
