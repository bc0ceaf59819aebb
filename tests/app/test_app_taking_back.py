"""What is read at the table after something was taken back, made again, or said in another language."""

import pytest
from app_moments import Moment, in_trick
from PySide6.QtCore import Qt

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier

WON = Moment("coins", in_trick(1, 2, 3), in_trick(1, 2, 1), hands=1)
"""The third trick was just won."""


@pytest.fixture
def page(shown):
    """Return the page of a table at which a trick was just won."""
    return shown(WON).table_page


def undo(page, qtbot) -> None:
    qtbot.keyClick(page, Qt.Key.Key_Z, CTRL)


def redo(page, qtbot) -> None:
    qtbot.keyClick(page, Qt.Key.Key_Z, CTRL | SHIFT)


def won(page) -> str:
    """Return who won the last trick, as it is said."""
    row = page._live.board.rows[-1]
    return f"{page._live.snapshot.names[row.winner]} wins the trick"


def test_a_trick_that_is_whole_again_after_an_undo_is_not_read_to_be_open(page, qtbot) -> None:
    undo(page, qtbot)
    assert "did not play" in page.announcement.text
    assert "is open again" in page.detail.text()
    redo(page, qtbot)
    assert page.announcement.text.startswith(won(page))
    assert "is open again" not in page.detail.text()


def test_a_trick_that_people_made_whole_again_after_an_undo_is_won_again(page, qtbot) -> None:
    last = page._live.snapshot.history[-1]
    undo(page, qtbot)
    page._live.watch.session.insert_play(last.fact, last.seat, last.cards)
    page.refresh()
    assert page.announcement.text.startswith(won(page))


def test_of_two_undos_only_what_still_holds_is_read_once_one_is_made_again(page, qtbot) -> None:
    undo(page, qtbot)
    undo(page, qtbot)
    assert page.announcement.text == "2 plays are taken back"
    redo(page, qtbot)
    assert page.announcement.text.endswith(" to play")
    assert page.detail.text() == ""


def test_what_a_change_did_is_still_read_after_a_switch_of_the_language(page, qtbot) -> None:
    undo(page, qtbot)
    undo(page, qtbot)
    window = page.window()
    window.prefer("language", "es")
    assert page.announcement.text == "2 jugadas deshechas"
    assert page.detail.text().startswith("La baza 3 vuelve a estar abierta")
    window.prefer("language", "en")
    assert page.announcement.text == "2 plays are taken back"
    assert page.detail.text().startswith("Trick 3 is open again")


def test_what_a_correction_did_is_not_told_of_what_was_played_since(page, qtbot) -> None:
    session = page._live.watch.session
    place = len(session.snapshot().facts) - 1
    free = sorted(set(page._live.game.deck.codes) - set(session.snapshot().view.seen))
    session.correct(place, (free[0],))
    page.refresh()
    detail = page.detail.text()
    assert detail
    seat = session.snapshot().view.expected
    session.insert_play(place + 1, seat, (free[1],))
    page.refresh()
    window = page.window()
    window.prefer("language", "es")
    window.prefer("language", "en")
    assert page.detail.text() == detail
