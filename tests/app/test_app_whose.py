"""A card lies between players: whose it was is offered to be said with one press, and nothing waits for that."""

from dataclasses import replace

import pytest
from app_gallery import LONG_NAMES, WHOSE
from app_moments import in_trick
from app_settling import settle
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from companion.app.model.whose import OpenWhose
from companion.table.events import SourceChanged

CARD, SEATS = "5H", (2, 3, 4)
"""The card of which it is open in `WHOSE`, and whose it may be: the first is whom it is entered for."""


def offered(window) -> list[str]:
    """Return the names on the buttons; none where nothing is offered."""
    bar = window.table_page.whose
    return [button.text() for button in buttons(window)] if bar.isVisible() else []


def buttons(window) -> list[QPushButton]:
    return [button for button in window.table_page.whose.findChildren(QPushButton) if button.isVisible()]


def whose(window) -> int:
    """Return whom the card is entered for."""
    return next(entry.seat for entry in window.live.snapshot.history if CARD in entry.cards)


def play_tricks(window, many: int) -> None:
    """Let everybody play the lowest cards that were not seen, in turn."""
    session = window.live.watch.session
    for _ in range(many * len(LONG_NAMES)):
        view = session.view
        code = next(code for code in window.live.game.deck.codes if code not in view.seen)
        session.insert_play(len(session.log.facts), view.expected, (code,))
    window.live.watch._changed()
    window.table_page.refresh()


def refresh(window) -> None:
    window.live.watch._changed()
    window.table_page.refresh()


def test_everybody_it_may_be_has_a_button_and_whom_it_stands_with_is_marked(shown) -> None:
    window = shown(WHOSE)
    assert offered(window) == [LONG_NAMES[seat] for seat in SEATS]
    assert [button.isChecked() for button in buttons(window)] == [True, False, False]
    bar = window.table_page.whose
    assert bar.accessibleDescription() == "Whose was the 5 of Hearts?"
    assert all(button.accessibleDescription() for button in buttons(window))
    assert all(button.focusPolicy() & Qt.FocusPolicy.TabFocus for button in buttons(window))


@pytest.mark.parametrize("by_keys", [False, True])
def test_another_player_is_the_correction_by_hand_and_one_undo_takes_it_back(shown, qtbot, by_keys) -> None:
    window = shown(WHOSE)
    before = window.live.snapshot.facts
    if by_keys:
        qtbot.keyClick(window.table_page, Qt.Key(Qt.Key.Key_1 + SEATS[1]), Qt.KeyboardModifier.AltModifier)
    else:
        qtbot.mouseClick(buttons(window)[1], Qt.MouseButton.LeftButton)
    assert whose(window) == SEATS[1]
    assert not offered(window)
    assert window.live.saying.headline.startswith("Corrected: ")
    assert next(fact.source for fact in window.live.snapshot.facts if CARD in fact.cards) == "person"
    window.table_page.toolbar.undo.click()
    assert window.live.snapshot.facts == before
    assert not offered(window)


def test_whom_it_stands_with_confirms_and_changes_nothing(shown, qtbot) -> None:
    window = shown(WHOSE)
    before, could_undo = window.live.snapshot.facts, window.live.snapshot.can_undo
    buttons(window)[0].setFocus()
    qtbot.keyClick(buttons(window)[0], Qt.Key.Key_Space)
    assert not offered(window)
    assert (window.live.snapshot.facts, window.live.snapshot.can_undo) == (before, could_undo)
    assert QApplication.focusWidget() is window.table_page
    refresh(window)
    assert not offered(window)


def test_it_goes_when_the_next_but_one_trick_is_whole(shown) -> None:
    window = shown(WHOSE)
    play_tricks(window, 1)
    assert offered(window)
    play_tricks(window, 1)
    assert not offered(window)


def test_it_goes_when_its_trick_is_set_right_otherwise_or_taken_back(shown) -> None:
    window = shown(WHOSE)
    window.live.watch.session.correct(0, ("KC",))
    refresh(window)
    assert not offered(window)
    window = shown(WHOSE)
    window.live.watch.session.deal_anew()
    refresh(window)
    assert not offered(window)


def test_a_newer_one_takes_its_place(shown) -> None:
    window = shown(WHOSE)
    play_tricks(window, 1)
    last = window.live.snapshot.history[-1]
    others = (last.seat + 1) % 5, (last.seat + 2) % 5
    newer = SourceChanged(
        time=window.live.snapshot.time, state="resumed", message="", card=last.cards[0], seat=last.seat, others=others
    )
    window.live.watch.session.tell(newer)
    refresh(window)
    assert offered(window) == [LONG_NAMES[seat] for seat in (last.seat, *others)]


def test_what_is_told_of_a_trick_that_is_not_seen_yet_is_offered_once_it_is(shown) -> None:
    moment = shown(WHOSE).live.moment
    (told,) = [entry for entry in moment.snapshot.history if CARD in entry.cards]
    event = SourceChanged(
        time=moment.snapshot.time, state="resumed", message="", card=CARD, seat=told.seat, others=SEATS[1:]
    )
    without = replace(moment, snapshot=replace(moment.snapshot, history=moment.snapshot.history[:1]))
    open_whose = OpenWhose()
    open_whose.hear([event], without)
    assert open_whose.card is None
    open_whose.follow(moment)
    assert open_whose.card is not None
    assert open_whose.card.seats == SEATS


@pytest.mark.parametrize("size", [(910, 512), (1024, 600), (1366, 768)])
@pytest.mark.parametrize("large", [False, True])
def test_the_drawn_table_stays_where_it_is_and_nothing_of_the_offer_is_cut_off(shown, qapp, size, large) -> None:
    window = shown(WHOSE, language="fr", size=size)
    window.prefer("large_type", large)
    settle(qapp)
    page = window.table_page
    with_offer = page.stage.geometry()
    panel = page.whose.parentWidget()
    for button in buttons(window):
        assert panel.rect().contains(button.rect().translated(button.mapTo(panel, button.rect().topLeft())))
        assert button.width() >= button.minimumSizeHint().width()
        assert not _overlaps(button, page.plays)
    window.live.editor.whose.put_away()
    refresh(window)
    settle(qapp)
    assert not offered(window)
    assert page.stage.geometry() == with_offer


def test_while_something_is_set_right_it_is_not_offered_beside_it(shown) -> None:
    window = shown(WHOSE)
    window.table_page.toolbar.correct.click()
    assert not offered(window)
    window.table_page.correction.close_button.click()
    assert offered(window)


def test_it_is_asked_in_the_language_that_is_switched_to(shown) -> None:
    window = shown(WHOSE)
    window.prefer("language", "es")
    assert window.table_page.whose.accessibleDescription() == "¿De quién era el 5 de corazones?"


def test_nothing_is_offered_before_the_trick_is_whole(shown) -> None:
    window = shown(replace(WHOSE, when=in_trick(1, 0, 4)))
    assert not offered(window)


def _overlaps(one: QWidget, other: QWidget) -> bool:
    places = (widget.rect().translated(widget.mapToGlobal(widget.rect().topLeft())) for widget in (one, other))
    return next(places).intersects(next(places))
