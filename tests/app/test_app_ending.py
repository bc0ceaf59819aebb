"""The screen at the end of a game is kept as a picture."""

from app_moments import Moment
from PySide6.QtCore import QPoint, Qt

from companion.app.widgets.ending import EndScreen

ENDED = Moment("coins", lambda script: script.duration, chosen={"target": 3})
LEFT = Qt.MouseButton.LeftButton


def test_a_picture_of_the_end_is_there_whole_or_its_place_is_told(qtbot, tmp_path):
    screen = EndScreen()
    qtbot.addWidget(screen)
    place = tmp_path / "game.png"
    screen._saved(place)
    assert place.read_bytes().startswith(b"\x89PNG")
    assert str(place) in screen.facts.text()
    taken = tmp_path / "a folder"
    (taken / "with something").mkdir(parents=True)
    screen._saved(taken)
    assert "another folder" in screen.facts.text()
    assert sorted(found.name for found in tmp_path.iterdir()) == ["a folder", "game.png"]


def test_a_click_on_a_card_of_the_last_trick_sets_it_right_and_the_end_follows(shown, qtbot) -> None:
    page = shown(ENDED, size=(1366, 768)).table_page
    assert page.pages.currentWidget() is page.ending
    cards = page.ending.cards
    last = page._live.ending.cards[-1]
    spots = [QPoint(x, cards.height() // 2) for x in range(0, cards.width(), 8)]
    (spot, *_) = [spot for spot in spots if cards.card_at(spot.toPointF()) == last.fact]
    qtbot.mouseClick(cards, LEFT, pos=spot)
    assert page.pages.currentWidget() is not page.ending
    assert page._live.editor.subject.cards == (last.code,)
    qtbot.keyClick(page.stage.correction, Qt.Key.Key_Escape)
    assert page.stage.currentWidget() is page.stage.table


def test_the_last_hand_is_struck_out_from_the_end_of_the_game_and_that_is_taken_back(shown, qtbot) -> None:
    page = shown(ENDED, size=(1366, 768)).table_page
    ended = page._live.snapshot.view
    assert page.ending.strike.text() == f"Strike out hand {ended.hand}"
    qtbot.mouseClick(page.ending.strike, LEFT)
    assert page._live.snapshot.view.phase == "play"
    assert page._live.snapshot.view.totals != ended.totals
    assert page.pages.currentWidget() is not page.ending
    page.toolbar.undo.click()
    assert page._live.snapshot.view.totals == ended.totals
    assert page.pages.currentWidget() is page.ending


def test_from_the_table_of_a_game_that_is_over_a_button_and_a_key_lead_back_to_the_result(shown, qtbot) -> None:
    page = shown(ENDED).table_page
    assert page.toolbar.result.isVisible()
    assert not page.toolbar.result.isEnabled()
    page.ending.back.click()
    qtbot.mouseClick(page.toolbar.result, LEFT)
    assert page.ending.isVisible()
    # A correction is left as it is.
    qtbot.keyClick(page.ending, Qt.Key.Key_C)
    assert page.stage.is_busy
    qtbot.keyClick(page.stage.correction, Qt.Key.Key_Escape)
    qtbot.keyClick(page, Qt.Key.Key_Escape)
    page.ending.back.click()
    assert not page.ending.isVisible()
    qtbot.keyClick(page, Qt.Key.Key_W)
    assert page.ending.isVisible()


def test_there_is_no_result_to_show_while_the_game_goes_on(shown, qtbot) -> None:
    page = shown(ENDED).table_page
    page.ending.strike.click()
    assert page.toolbar.add.isVisible()
    assert not page.toolbar.result.isVisible()
    qtbot.keyClick(page, Qt.Key.Key_W)
    assert not page.ending.isVisible()
