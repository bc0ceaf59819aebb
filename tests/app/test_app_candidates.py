"""The buttons of candidates."""

from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from companion.app.model.picking import Told
from companion.app.widgets.candidates import CandidateRow
from companion.app.widgets.cards import CardPictures

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
