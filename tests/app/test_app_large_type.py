"""Where the system's own type is twice as large and the screen small, everything can be read and reached."""

import pytest
from app_gallery import table_screens
from app_moments import Moment, in_trick, plan_of, watch_of
from camera_gallery import CAMERAS
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QPushButton, QScrollBar
from screen_faults import painted_texts

from companion.app.model.store import Store
from companion.app.theme import USUAL_LINE, Look, type_factor

COINS = Moment("coins", in_trick(1, 3, 2), in_trick(1, 2, 2), hands=1)


@pytest.fixture(params=["es", "fr"])
def small(request, make_window, qapp):
    """Return a window of 1024 x 600 pixels in which the system's type is twice as large."""
    usual = qapp.font()
    larger = QFont(usual)
    larger.setPointSizeF(2 * usual.pointSizeF())
    qapp.setFont(larger)
    store = Store()
    store.prefer(language=request.param, scheme="light")
    window = make_window(store=store)
    window.resize(1024, 600)
    yield window
    qapp.setFont(usual)


def _settle(qapp) -> None:
    for _ in range(3):
        qapp.processEvents()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def _place(widget) -> QRect:
    return QRect(widget.mapTo(widget.window(), QPoint()), widget.size())


def _scrolls_sideways(window) -> list[str]:
    bars = [bar for bar in window.findChildren(QScrollBar) if bar.isVisible() and bar.maximum()]
    return [bar.parentWidget().parentWidget().objectName() for bar in bars if bar.orientation().name == "Horizontal"]


def _whole(window) -> None:
    """Assert that every button lies in the window with its whole text."""
    for button in window.findChildren(QPushButton):
        if button.isVisible() and button.text():
            assert window.rect().contains(_place(button)), button.text()
            assert button.fontMetrics().horizontalAdvance(button.text()) + 8 <= button.width(), button.text()


def test_the_toolbar_is_whole_and_says_where_the_game_stands(small, qapp) -> None:
    small.show_watch(plan_of(COINS), watch_of(COINS, drawn=False))
    small.table_page.refresh()
    _settle(qapp)
    _whole(small)
    toolbar = small.table_page.toolbar
    with painted_texts() as painted:
        toolbar.place.grab()
    assert [part.text for part in painted] == [toolbar.place.text()]
    assert all(number in toolbar.place.text() for number in ("1", "4"))


def test_undoing_is_a_sign_where_words_have_no_room_but_keeps_its_name(small, qapp) -> None:
    small.show_watch(plan_of(COINS), watch_of(COINS, drawn=False))
    _settle(qapp)
    undo = small.table_page.toolbar.undo
    name = undo.accessibleName()
    assert undo.text() == "\N{ANTICLOCKWISE TOP SEMICIRCLE ARROW}"
    small.resize(1920, 600)
    _settle(qapp)
    assert undo.text() == undo.accessibleName() == name
    small.resize(1024, 600)
    small.prefer("language", "en")
    _settle(qapp)
    assert undo.accessibleName() == "Undo"
    assert undo.text() in ("Undo", "\N{ANTICLOCKWISE TOP SEMICIRCLE ARROW}")


@pytest.mark.parametrize("name", ["teach-doubt", "camera-read"])
def test_nothing_before_a_camera_scrolls_sideways(small, qapp, name) -> None:
    next(screen for screen in CAMERAS if screen.name == name).show(small)
    _settle(qapp)
    assert _scrolls_sideways(small) == []


def test_what_is_done_with_recordings_is_whole(small, qapp) -> None:
    small.sessions.show_library()
    _settle(qapp)
    _whole(small)


@pytest.mark.parametrize("name", ["table-end-steere_suits", "table-end-forum_suits"])
def test_the_standing_at_the_end_can_be_read(small, qapp, name) -> None:
    next(screen for screen in table_screens(drawn=False) if screen.name == name).show(small)
    _settle(qapp)
    ending = small.table_page.ending
    with painted_texts() as painted:
        ending.finals.grab()
    assert [part.text for part in painted if not part.fits] == []
    line = ending.fontMetrics().height()
    assert all(part.place.height() >= 0.6 * line for part in painted if part.text == "Ana")
    _whole(small)


def test_type_of_the_usual_size_follows_the_window_as_before() -> None:
    for size in ((1024, 600), (1280, 720), (1920, 1080)):
        assert type_factor(*size, Look()) == type_factor(*size, Look(), USUAL_LINE - 2)
    assert type_factor(1280, 720, Look(), 2 * USUAL_LINE) == type_factor(1280, 720, Look())
    assert 1.2 < 2 * type_factor(1024, 600, Look(), 2 * USUAL_LINE) < 2 * type_factor(1024, 600, Look())
