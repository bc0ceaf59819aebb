"""A play that a person is setting right while others come and go: it stays the same play, or is told to be gone."""

from dataclasses import replace

import pytest
from app_evening import FedWatch, evening
from app_tables import plan_of
from PySide6.QtCore import Qt

from companion.app.model.shifting import gap_now, place_now
from companion.rules.facts import CardsPlayed

PATIENCE = 60_000

PLAYS = ((1, "1-coins"), (2, "2-cups"), (0, "1-swords"))

A, B, C, D = (CardsPlayed(seat % 3, (f"{seat + 1}-cups",), time=float(seat)) for seat in range(4))


@pytest.fixture
def table(make_window, qtbot):
    """Return a window at a table on which a trick was said to lie, and where nothing else happens."""
    window, plan = make_window(), plan_of()
    watch = FedWatch(plan, evening(plan), {}, [0.0])
    window.show_watch(plan, watch)
    for seat, code in PLAYS:
        watch.change(lambda session, seat=seat, code=code: session.insert_play(99, seat, (code,)))
    qtbot.waitUntil(lambda: len(window.live.snapshot.history) == 3, timeout=PATIENCE)
    return window


def _change(window, qtbot, command, plays: int) -> None:
    window.live.watch.change(command)
    qtbot.waitUntil(lambda: len(window.live.snapshot.history) == plays, timeout=PATIENCE)


def _plays(window) -> list[tuple[int, str]]:
    window.live.refresh()
    return [(entry.seat, entry.cards[0]) for entry in window.live.snapshot.history]


def test_the_play_that_was_opened_is_corrected_though_another_has_gone(table, qtbot) -> None:
    page = table.table_page
    qtbot.keyClick(page, "c")
    assert "Ana" in page.correction._title.text()
    qtbot.keyClicks(page.correction.search, "king cups")
    _change(table, qtbot, lambda session: session.remove_play(1), 2)
    assert page.correction.isVisible()
    assert page.correction.search.text() == "king cups"
    qtbot.keyClick(page.correction.search, Qt.Key.Key_Return)
    assert _plays(table) == [(1, "1-coins"), (0, "12-cups")]


def test_a_play_that_is_taken_back_while_it_is_set_right_is_told_to_be_gone(table, qtbot) -> None:
    page = table.table_page
    qtbot.keyClick(page, "c")
    qtbot.keyClick(page.correction, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert page.table.isVisible()
    assert _plays(table) == list(PLAYS[:2])
    page.refresh_status()
    assert "not there any more" in page.status.texts[3]
    # A key that comes too late changes nothing.
    qtbot.keyClick(page.correction.search, Qt.Key.Key_Return)
    assert _plays(table) == list(PLAYS[:2])


def test_a_play_that_becomes_another_card_meanwhile_is_shown_as_that(table, qtbot) -> None:
    page = table.table_page
    qtbot.keyClick(page, "c")
    table.live.watch.change(lambda session: session.correct(2, ("9-clubs",)))
    qtbot.waitUntil(lambda: "9 of Clubs" in page.correction._title.text(), timeout=PATIENCE)
    # What it was taken for before can be chosen again.
    qtbot.keyClicks(page.correction.search, "ace swords")
    qtbot.keyClick(page.correction.search, Qt.Key.Key_Return)
    assert _plays(table)[2] == (0, "1-swords")


def test_a_missed_play_is_added_where_it_was_missed_though_the_game_goes_on(table, qtbot) -> None:
    page = table.table_page
    qtbot.keyClick(page, "a")
    qtbot.keyClicks(page.correction.search, "9 clubs")
    _change(table, qtbot, lambda session: session.insert_play(99, 1, ("10-clubs",)), 4)
    assert page.correction.search.text() == "9 clubs"
    assert page.correction._title.text() == "Add a play that was missed"
    qtbot.keyClick(page.correction.search, Qt.Key.Key_Return)
    assert _plays(table)[3:] == [(2, "9-clubs"), (1, "10-clubs")]


@pytest.mark.parametrize(
    ("place", "before", "after", "now"),
    [
        (1, (A, B), (A, B, C), 1),
        (1, (A, B), (A, C, B), 2),
        (2, (A, B, C), (A, C), 1),
        (1, (A, B, C), (A, C), None),
        (1, (A, B, C), (A, replace(B, cards=("9-coins",)), C), 1),
        (1, (A, B), (A, D), None),
        (2, (A, B, C), (A, D, replace(C, seat=1)), 2),
        (1, (A, B, C), (A, D, replace(B, seat=0), replace(C, seat=1)), 2),
    ],
)
def test_where_a_play_stands_now(place, before, after, now) -> None:
    assert place_now(place, before, after) == now


@pytest.mark.parametrize(
    ("place", "before", "after", "now"),
    [
        (2, (A, B), (A, B, C), 2),
        (2, (A, B), (A,), 1),
        (2, (A, B), (A, C, B), 3),
        (1, (A, B), (C, A, B), 2),
        (1, (A, B, C), (A, C), 1),
    ],
)
def test_where_a_gap_is_now(place, before, after, now) -> None:
    assert gap_now(place, before, after) == now


def test_an_earlier_play_is_reached_and_set_right_by_keys(table, qtbot) -> None:
    page = table.table_page
    qtbot.keyClick(page, "c")
    for _ in range(5):  # There is none before the first.
        qtbot.keyClick(page.correction, Qt.Key.Key_PageUp)
    assert "Ben" in page.correction._title.text()
    qtbot.keyClick(page.correction, "k")
    qtbot.keyClick(page.correction.search, Qt.Key.Key_PageDown)
    assert "Carla" in page.correction._title.text()
    qtbot.keyClicks(page.correction.search, "king clubs")
    qtbot.keyClick(page.correction.search, Qt.Key.Key_Return)
    assert _plays(table)[1] == (2, "12-clubs")
    assert _plays(table)[::2] == list(PLAYS[::2])
    # From a play that is to be added the way back leads to the last one.
    qtbot.keyClick(page, "a")
    qtbot.keyClick(page.correction, Qt.Key.Key_PageUp)
    assert "Ana" in page.correction._title.text()
