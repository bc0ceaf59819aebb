"""Everybody agrees to deal a hand anew: where that is said in the window, and how it is taken back."""

import pytest
from app_moments import Moment, before_hand, in_trick, plan_of, watch_of
from PySide6.QtWidgets import QMessageBox

from companion.app.model.store import Store

IN_A_TRICK = Moment("coins", in_trick(1, 3, 2), in_trick(1, 0, 1), hands=1)
BETWEEN_HANDS = Moment("steere_suits", before_hand(2), in_trick(1, 15, 1))
OUT_OF_STEP = Moment("coins", lambda script: in_trick(1, 3, 3)(script) + 3.5, in_trick(1, 2, 1), hides=True, hands=1)


@pytest.fixture
def shown(make_window):
    """Return what shows a moment of a game in a window."""

    def show(moment: Moment):
        store = Store()
        store.prefer(language="en")
        window = make_window(store=store)
        window.show_watch(plan_of(moment), watch_of(moment, drawn=False))
        window.table_page.refresh()
        return window

    return show


def _asked(window) -> dict[str, object]:
    """Return the buttons of the box that is open, by their words."""
    (box,) = [box for box in window.findChildren(QMessageBox) if box.isVisible()]
    return {button.text(): button for button in box.buttons()}


def test_who_leaves_a_game_may_deal_the_hand_anew_instead_and_take_that_back(shown) -> None:
    window = shown(IN_A_TRICK)
    page = window.table_page
    before = page.plays.plays.rowCount(), window.live.snapshot.facts
    assert before[0] > 1
    window.ask_to_leave()
    _asked(window)["Deal this hand anew"].click()
    assert window.live is not None
    assert (page.plays.plays.rowCount(), window.live.snapshot.facts) == (0, ())
    page.refresh()
    assert page.announcement.text == "Hand 1 is dealt anew"
    page.toolbar.undo.click()
    assert (page.plays.plays.rowCount(), window.live.snapshot.facts) == before
    page.refresh()
    assert page.announcement.text == "Hand 1 is not dealt anew"


def test_a_hand_of_which_nothing_was_played_is_not_offered_to_be_dealt_anew(shown) -> None:
    window = shown(IN_A_TRICK)
    window.table_page.deal_anew()
    assert not window.live.editor.can_deal_anew
    window.table_page.deal_anew()
    assert window.live.editor.complaint == "Nothing was played of this hand yet."


def test_a_table_that_does_not_fit_the_game_may_be_one_that_was_dealt_anew(shown) -> None:
    window = shown(OUT_OF_STEP)
    page = window.table_page
    page.stage.look_at(window.live.docket.open)
    (anew,) = [option for option in page.stage._looked_at.options if option.deed == "anew"]
    page.stage.notice.chosen.emit(anew)
    assert window.live.snapshot.facts == ()
    assert window.live.docket.open is None
    assert window.live.snapshot.state == "watching"


def test_a_hand_that_was_scored_is_struck_out_and_the_score_follows(shown) -> None:
    window = shown(BETWEEN_HANDS)
    page = window.table_page
    facts = window.live.snapshot.facts
    assert window.live.snapshot.view.hand == 2
    window.ask_to_leave()
    buttons = _asked(window)
    assert "Deal this hand anew" not in buttons
    buttons["Strike out hand 1"].click()
    assert (window.live.snapshot.facts, window.live.snapshot.view.totals) == ((), (0, 0, 0))
    page.refresh()
    assert page.announcement.text == "Hand 1 is dealt anew"
    page.toolbar.undo.click()
    assert window.live.snapshot.facts == facts
    page.refresh()
    assert page.announcement.text == "Hand 1 is not dealt anew"
