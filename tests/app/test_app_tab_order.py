"""Tab goes through every page as it is read; whatever it stops at has a name and shows that it has the keys."""

import numpy as np
import pytest
from app_gallery import table_screens
from app_settling import settle
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QCheckBox, QPushButton, QScrollArea, QWidget
from screens import NAMES, SCREENS

TABLES = (
    "table-coins",
    "table-question",
    "table-add",
    "table-correction",
    "table-irregularity-look",
    "table-end-coins",
)

SETTINGS = next(screen for screen in SCREENS if screen.name == "settings")

MOST = 60
"""Stops that no page has more of."""


def _named(widget: QWidget) -> str:
    return widget.accessibleName() or (widget.text() if isinstance(widget, QAbstractButton) else "")


def _walk(window: QWidget, qapp: QApplication, key: Qt.Key = Qt.Key.Key_Tab) -> list[QWidget]:
    """Return where Tab stops until it is where it began."""
    stops: list[QWidget] = []
    for _ in range(MOST):
        QTest.keyClick(window.focusWidget() or window, key)
        qapp.processEvents()
        stop = window.focusWidget()
        if stops and stop is stops[0]:
            return stops
        stops.append(stop)
    raise AssertionError([_named(stop) for stop in stops])


def _picture(window: QWidget, widget: QWidget) -> np.ndarray:
    image = window.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), image.bytesPerLine() // 4)
    corner = widget.mapTo(window, QPoint())
    left, top = max(corner.x() - 4, 0), max(corner.y() - 4, 0)
    return pixels[top : corner.y() + widget.height() + 4, left : corner.x() + widget.width() + 4].copy()


def _look_at_stops(window: QWidget, qapp: QApplication, where: str) -> None:
    for stop in _walk(window, qapp):
        assert _named(stop), f"{where}: {stop} has no name"
        stop.setFocus(Qt.FocusReason.TabFocusReason)
        marked = _picture(window, stop)
        stop.clearFocus()
        assert (_picture(window, stop) != marked).any(), f"{where}: {_named(stop)} does not show that it has the keys"


@pytest.fixture
def window(make_window, qapp):
    window = make_window()
    window.resize(1280, 720)
    window.activateWindow()
    return window


def test_every_stop_of_a_page_has_a_name_and_a_mark(window, qapp, qtbot) -> None:
    page = window.sessions.library_page
    for screen in SCREENS:
        screen.show(window)
        qtbot.waitUntil(lambda: page.looked or not page.isVisible(), timeout=60_000)
        settle(qapp)
        _look_at_stops(window, qapp, screen.name)


@pytest.mark.parametrize("name", TABLES)
def test_every_stop_of_a_table_has_a_name_and_a_mark(window, qapp, name) -> None:
    next(screen for screen in table_screens(drawn=False) if screen.name == name).show(window)
    settle(qapp)
    _look_at_stops(window, qapp, name)


def test_a_page_is_gone_through_as_it_is_read_even_where_parts_were_made_anew(window, qapp) -> None:
    page = window.start_page
    page.choose_game("seven_suitors")
    page.go_to(1)
    window.prefer("language", "fr")
    settle(qapp)
    page.names[0].setFocus()
    stops = _walk(window, qapp)
    read = [
        *page.names[1:],
        page.players_choice.map,
        page.start_button,
        page.next_button,
        page.library_button,
        page.tools_button,
        page.settings_button,
        page.help_button,
        page.names[0],
    ]
    places = [stops.index(widget) for widget in read]
    assert places == sorted(places)
    assert _walk(window, qapp, Qt.Key.Key_Backtab) == stops[::-1]


def test_who_played_comes_before_which_card(window, qapp) -> None:
    next(screen for screen in table_screens(drawn=False) if screen.name == "table-add").show(window)
    settle(qapp)
    panel = window.table_page.correction
    assert panel.accessibleName() == "Add the next play"
    panel.setFocus()
    stops = _walk(window, qapp)
    # One stop for all players: arrows lead from one to the other.
    players = next(place for place, stop in enumerate(stops) if _named(stop) in NAMES)
    assert players < stops.index(panel.search) < stops.index(panel.deck)


def test_what_tab_reaches_is_brought_into_sight(window, qapp) -> None:
    window.resize(900, 420)
    SETTINGS.show(window)
    settle(qapp)
    for key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
        for stop in _walk(window, qapp, key):
            stop.setFocus()
            QTest.keyClick(stop, key)
            reached = window.focusWidget()
            assert reached.visibleRegion().boundingRect().height() >= min(reached.height(), 20), _named(reached)


def test_the_page_keys_scroll_from_whatever_has_the_keys(window, qapp) -> None:
    window.resize(900, 420)
    SETTINGS.show(window)
    settle(qapp)
    area = next(area for area in window.findChildren(QScrollArea) if area.isVisible())
    box = next(box for box in area.findChildren(QCheckBox) if box.isVisible())
    box.setFocus()
    area.verticalScrollBar().setValue(0)
    QTest.keyClick(box, Qt.Key.Key_PageDown)
    assert area.verticalScrollBar().value() > 0


def test_after_a_question_answered_by_keys_the_keys_are_at_the_table(make_window, qtbot) -> None:
    window = make_window()
    next(screen for screen in table_screens(drawn=False) if screen.name == "table-question").show(window)
    page = window.table_page
    qtbot.waitUntil(page.question.isVisible, timeout=60_000)
    first = next(button for button in page.question.findChildren(QPushButton) if button.isVisible())
    first.setFocus()
    qtbot.keyClick(first, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: not page.question.isVisible(), timeout=60_000)
    assert window.focusWidget() is page
