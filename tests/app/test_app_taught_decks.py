"""Taught decks in the window: which cards are known, another name, deleted, and what of it is refused."""

from pathlib import Path

import pytest
from app_tables import Theatre, plan_of
from gallery_makers import keep_deck
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QInputDialog, QMessageBox

from companion.app.widgets.start import CAMERA
from companion.app.widgets.taught_cards import TaughtCards
from companion.cards import SPANISH48
from companion.errors import UnusableError

LEFT = Qt.MouseButton.LeftButton
PATIENCE = 120_000


@pytest.fixture
def decks(make_window, no_taught_decks: Path):
    """Return the list of taught decks of a window in which the first of two is played with."""
    keep_deck("Grandma's", "spanish48", ("3-cups", "1-coins"), no_taught_decks)
    keep_deck("Holidays", "spanish48", ("1-coins",), no_taught_decks)
    window = make_window()
    window.setup.taught["spanish48"] = window.setup.learnt["spanish48"] = "Grandma's"
    window.show_page(window.tools_page)
    window.tools_page.show_flow(2)
    found = window.tools_page.teaching.decks
    assert found.isVisible()
    return found


def rename(qtbot, decks, name: str) -> None:
    qtbot.mouseClick(decks.rename_button, LEFT)
    dialog = next(dialog for dialog in decks.findChildren(QInputDialog) if dialog.isVisible())
    dialog.setTextValue(name)
    dialog.accept()


def test_one_sees_which_cards_are_known_and_which_are_not(decks, qtbot) -> None:
    assert [decks.names.itemText(row) for row in range(decks.names.count())] == ["Grandma's", "Holidays"]
    assert "Cards known: 2 of 48." in decks.about.text()
    qtbot.mouseClick(decks.cards_button, LEFT)
    dialog = decks.findChild(TaughtCards)
    items = {dialog.cards.item(row).text(): dialog.cards.item(row) for row in range(dialog.cards.count())}
    assert len(items) == 48
    assert items["3 of Cups"].toolTip() == "3 of Cups"
    assert items["4 of Cups"].toolTip() == "4 of Cups: not taught yet"
    dialog.reject()
    decks.names.setCurrentIndex(1)
    assert "Cards known: 1 of 48." in decks.about.text()


def test_of_a_kept_spanish_deck_of_forty_cards_nothing_is_missing(decks, no_taught_decks) -> None:
    forty = tuple(code for code in SPANISH48.codes if not code.startswith(("8-", "9-")))
    keep_deck("Baraja", "spanish48", forty, no_taught_decks)
    decks.look("Baraja")
    assert "without the 8 and 9" in decks.about.text()
    assert "SUITS and COINS are played with 48 cards" in decks.about.text()


def test_a_deck_is_called_otherwise_and_played_with_all_the_same(decks, qtbot, no_taught_decks) -> None:
    window = decks.window()
    rename(qtbot, decks, "  Oma  ")
    assert decks.names.currentText() == "Oma"
    assert window.setup.taught == window.setup.learnt == {"spanish48": "Oma"}
    assert window.store.remembered.taught == {"spanish48": "Oma"}
    assert sorted(path.stem for path in no_taught_decks.iterdir()) == ["Holidays", "Oma"]
    for name, why in (("Holidays", "already"), ("a/b", "cannot be used")):
        rename(qtbot, decks, name)
        assert why in decks.problem.text()
        assert decks.names.currentText() == "Oma"
    rename(qtbot, decks, "Oma")
    assert decks.problem.text() == ""


def test_a_deck_is_deleted_when_one_is_sure_and_usual_cards_are_played_with_then(decks, qtbot) -> None:
    window = decks.window()
    for button, left in (
        (QMessageBox.StandardButton.Cancel, ["Grandma's", "Holidays"]),
        (QMessageBox.StandardButton.Yes, ["Holidays"]),
        (QMessageBox.StandardButton.Yes, []),
    ):
        qtbot.mouseClick(decks.delete_button, LEFT)
        box = [box for box in decks.findChildren(QMessageBox) if box.isVisible()][-1]
        assert box.defaultButton() is box.button(QMessageBox.StandardButton.Cancel)
        box.button(button).click()
        assert [decks.names.itemText(row) for row in range(decks.names.count())] == left
    assert not decks.isVisible()
    assert window.setup.taught == {}
    assert window.setup.plan().taught == ""


def test_the_deck_of_the_running_game_stays_as_it_is(decks, qtbot, no_taught_decks) -> None:
    window = decks.window()
    plan = plan_of()
    window.show_watch(
        type(plan)(plan.game, plan.settings, plan.names, plan.kind, plan.source, "Grandma's"), Theatre().open(plan)
    )
    window.show_page(window.tools_page)
    for button in (decks.rename_button, decks.delete_button):
        qtbot.mouseClick(button, LEFT)
        assert "played with this deck" in decks.problem.text()
    assert window.findChild(QMessageBox) is None
    decks.names.setCurrentIndex(1)
    assert decks.problem.text() == ""
    rename(qtbot, decks, "Summer")
    assert decks.names.currentText() == "Summer"
    window.leave()
    window.show_page(window.tools_page)
    decks.names.setCurrentIndex(0)
    rename(qtbot, decks, "Oma")
    assert decks.names.currentText() == "Oma"


def test_a_damaged_deck_says_so_and_can_only_be_deleted(make_window, no_taught_decks, qtbot) -> None:
    no_taught_decks.mkdir()
    (no_taught_decks / "ours.gallery").write_bytes(b"PK")
    window = make_window()
    window.show_page(window.tools_page)
    window.tools_page.show_flow(2)
    decks = window.tools_page.teaching.decks
    assert "is damaged" in decks.about.text()
    assert not decks.cards_button.isEnabled()
    assert not decks.rename_button.isEnabled()
    assert decks.delete_button.isEnabled()


def test_every_taught_deck_of_the_games_kind_is_offered_before_the_camera(decks) -> None:
    window = decks.window()
    window.go_back()
    window.start_page.choose_game("coins")
    window.start_page.go_to(3)
    design = window.start_page.camera_choice.design
    offered = ["Cards of a usual design", "The taught deck “Grandma's”", "The taught deck “Holidays”"]
    assert [design.itemText(row) for row in range(design.count())] == offered
    assert design.currentIndex() == 1
    window.start_page.choose_game("hearts_pp")
    window.start_page.go_to(3)
    assert not design.isVisible()


def test_a_deck_of_forty_cards_that_is_chosen_for_a_game_of_48_says_what_to_do(decks, qtbot, no_taught_decks) -> None:
    forty = tuple(code for code in SPANISH48.codes if not code.startswith(("8-", "9-")))
    keep_deck("Baraja", "spanish48", forty, no_taught_decks)
    window = decks.window()
    window.setup.taught["spanish48"] = "Baraja"
    window.setup.kind = "camera"
    window.go_back()
    window.start_page.choose_game("coins")
    window.start_page.go_to(CAMERA)
    camera = window.start_page.camera_choice
    assert camera.too_small.isVisible()
    assert "“Baraja” has no 8 and 9" in camera.too_small.text()
    assert "add the eights and nines of another one" in camera.too_small.text()
    window.prefer("language", "es")
    assert "«Baraja» no tiene ochos ni nueves" in camera.too_small.text()
    assert camera.design.currentText() == "La baraja enseñada «Baraja»"
    for row, warns in ((2, False), (1, True), (0, False)):
        camera.design.setCurrentIndex(row)
        camera.design.activated.emit(row)
        assert camera.too_small.isVisible() == warns
    camera.design.setCurrentIndex(1)
    camera.design.activated.emit(1)
    camera.source.choose("simulated")
    assert not camera.too_small.isVisible(), "its cards are drawn"
    window.start_page.choose_game("hearts_pp")
    window.start_page.go_to(CAMERA)
    assert not camera.too_small.isVisible()


def test_a_game_that_wants_a_deck_that_is_gone_leads_to_where_another_is_chosen(make_window, qtbot) -> None:
    def gone(_plan):
        raise UnusableError("there is no taught deck 'ours'")

    window = make_window(gone)
    window.setup.kind, window.setup.sources["camera"] = "camera", "0"
    window.setup.choose_game("coins")
    window.setup.taught["spanish48"] = "ours"
    window.start_page.go_to(0)
    window.start_page.start()
    qtbot.waitUntil(lambda: "no taught deck" in window.start_page.problem.text(), timeout=PATIENCE)
    assert window.start_page.stage == CAMERA
    assert window.start_page.camera_choice.design.isVisible()
    assert window.start_page.camera_choice.design.itemText(0) == "Cards of a usual design"
