"""What the Thief took is said anew, once nothing is asked any more, where a card of its trick is set right."""

import pytest
from app_moments import Moment, before_theft
from PySide6.QtCore import Qt

from companion.rules.facts import ThiefTook

TAKEN = Moment(
    "seven_suitors",
    lambda script: before_theft(script) + 1.0,
    lambda script: before_theft(script) - 6.0,
    chosen={"special": True},
    seed=26,
    hands=1,
)


@pytest.fixture
def page(shown):
    return shown(TAKEN).table_page


def taken(page):
    """Return what the facts say that the Thief took."""
    return [fact.card for fact in page.stage._live.snapshot.facts if isinstance(fact, ThiefTook)]


def open_play(page, card):
    """Begin to set right the play of a card."""
    (fact,) = [play.fact for play in page.stage._live.snapshot.history if play.cards == (card,)]
    page.stage.open(lambda editor: editor.open_fact(fact))


def test_another_seven_or_none_is_taken_by_a_click(page, qtbot):
    panel = page.correction
    (first,) = taken(page)
    open_play(page, "thief")
    assert panel.thief_button.isVisible()
    qtbot.mouseClick(panel.thief_button, Qt.MouseButton.LeftButton)
    assert panel.chosen == (first,)
    assert not panel.thief_button.isVisible()
    qtbot.mouseClick(panel.remove_button, Qt.MouseButton.LeftButton)
    assert taken(page) == ["none"]
    assert not page.stage.is_busy
    open_play(page, "thief")
    qtbot.mouseClick(panel.thief_button, Qt.MouseButton.LeftButton)
    assert panel.chosen == ()
    assert not panel.remove_button.isVisible()
    panel.deck.picked.emit(first, False)
    qtbot.mouseClick(panel.take_button, Qt.MouseButton.LeftButton)
    assert taken(page) == [first]


def test_it_is_offered_with_each_card_of_that_trick_and_with_no_other(page):
    live = page.stage._live
    of_thief = next(play for play in live.snapshot.history if play.cards == ("thief",))
    for play in live.snapshot.history[-12:]:
        page.stage.open(lambda editor, fact=play.fact: editor.open_fact(fact))
        assert page.correction.thief_button.isVisible() == ((play.hand, play.trick) == (of_thief.hand, of_thief.trick))
