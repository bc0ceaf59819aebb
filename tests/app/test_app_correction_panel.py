"""The panel that sets a card right, by keyboard alone."""

import pytest
from PySide6.QtCore import Qt

from companion.app.model.choice import Subject
from companion.app.widgets.cards import CardPictures
from companion.app.widgets.correction import CorrectionPanel

NAMES = ("Ana", "Ben", "Carla")
SUBJECT = Subject(4, None, 1, "3-cups", ("3-cups",), (("3-cups", 0.6), ("8-cups", 0.3), ("3-coins", 0.1)))


@pytest.fixture
def panel(qtbot):
    pictures = CardPictures("spanish48")
    panel = CorrectionPanel()
    qtbot.addWidget(panel)
    panel.resize(760, 560)
    panel.open_for(SUBJECT, NAMES, frozenset({"3-cups", "1-coins"}), pictures, None)
    panel.show()
    yield panel
    pictures.close()


def test_a_digit_chooses_a_candidate(panel, qtbot) -> None:
    with qtbot.waitSignal(panel.card_chosen) as chosen:
        qtbot.keyClick(panel, "2")
    assert chosen.args == ["3-coins"]


def test_a_digit_without_a_candidate_begins_a_search(panel, qtbot) -> None:
    qtbot.keyClick(panel, "9")
    assert panel.search.text() == "9"


def test_letters_search_and_return_chooses(panel, qtbot) -> None:
    qtbot.keyClick(panel, "k")
    qtbot.keyClicks(panel.search, "ing sw")
    with qtbot.waitSignal(panel.card_chosen) as chosen:
        qtbot.keyClick(panel.search, Qt.Key.Key_Return)
    assert chosen.args == ["12-swords"]


def test_a_search_that_means_nothing_chooses_nothing(panel, qtbot) -> None:
    qtbot.keyClicks(panel.search, "joker")
    with qtbot.assertNotEmitted(panel.card_chosen):
        qtbot.keyClick(panel.search, Qt.Key.Key_Return)


def test_arrow_keys_walk_through_the_deck(panel, qtbot) -> None:
    qtbot.keyClicks(panel.search, "coins")
    qtbot.keyClick(panel.search, Qt.Key.Key_Down)
    qtbot.keyClick(panel.deck, Qt.Key.Key_Right)
    with qtbot.waitSignal(panel.card_chosen) as chosen:
        qtbot.keyClick(panel.deck, Qt.Key.Key_Return)
    assert chosen.args == ["2-coins"]


def test_typing_goes_on_after_walking_through_the_deck(panel, qtbot) -> None:
    panel.deck.setFocus()
    qtbot.keyClick(panel.deck, "q")
    assert panel.search.text() == "q"


def test_a_click_on_a_card_chooses_it(panel, qtbot) -> None:
    place = panel.deck.visualRect(panel.deck.cards.index(3, 11)).center()
    with qtbot.waitSignal(panel.card_chosen) as chosen:
        qtbot.mouseClick(panel.deck.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert chosen.args == ["12-clubs"]


def test_delete_says_it_was_no_card(panel, qtbot) -> None:
    with qtbot.waitSignal(panel.removed):
        qtbot.keyClick(panel, Qt.Key.Key_Delete)


def test_a_card_that_does_not_count_cannot_be_removed(panel, qtbot) -> None:
    pictures = CardPictures("spanish48")
    panel.open_for(Subject(None, 7, 0, None, (), ()), NAMES, frozenset(), pictures, None)
    pictures.close()
    with qtbot.assertNotEmitted(panel.removed):
        qtbot.keyClick(panel, Qt.Key.Key_Delete)
