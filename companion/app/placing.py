"""Where the window stands: where it was last time, and never beyond a screen."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QGuiApplication, QScreen
from PySide6.QtWidgets import QLayout, QMainWindow

from companion.app.model.preferences import Remembered
from companion.app.model.store import Store

_LEAST = (800, 480)
"""Width and height, pixels, below which the window does not shrink."""

_USUAL = (1280, 720)
"""Width and height, pixels, of a window that was never placed, where the screen is large enough."""

_RIM, _HEAD = 8, 40
"""Pixels of a screen left free for the window's frame, and for its title."""


def let_shrink(window: QMainWindow) -> None:
    """Let a window become smaller than its present type needs: type follows, and needs less then."""
    layout = window.layout()
    if layout is not None:
        layout.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
    window.setMinimumSize(*_LEAST)


def place(window: QMainWindow, last: Remembered) -> None:
    """Give a window its place of last time, where a screen is there still; nothing of it lies beyond the screen."""
    rooms = [_room(screen) for screen in QGuiApplication.screens()]
    window.resize(QSize(*_USUAL).boundedTo(_room(window.screen()).size()))
    if len(last.window) == 4 and last.window[2] > 0 and last.window[3] > 0:
        wanted = QRect(*last.window)
        room = max(rooms, key=lambda room: _area(room.intersected(wanted)), default=QRect())
        if room.intersects(wanted):
            window.setGeometry(_inside(wanted, room))
    if last.maximised:
        window.setWindowState(Qt.WindowState.WindowMaximized)


def remember_place(window: QMainWindow, store: Store) -> None:
    """Keep a window's place for the next time; of one that fills the screen, the place before."""
    if not window.isFullScreen():
        usual = window.normalGeometry()
        at = (usual.x(), usual.y(), usual.width(), usual.height())
        store.remember(window=at, maximised=window.isMaximized())


def _room(screen: QScreen) -> QRect:
    """Return where on a screen the inside of a window may lie."""
    return screen.availableGeometry().adjusted(_RIM, _HEAD, -_RIM, -_RIM)


def _area(rectangle: QRect) -> int:
    return rectangle.width() * rectangle.height() if rectangle.isValid() else 0


def _inside(wanted: QRect, room: QRect) -> QRect:
    """Return a rectangle made no larger than the room, and moved into it."""
    size = wanted.size().boundedTo(room.size())
    left = max(room.left(), min(wanted.left(), room.right() + 1 - size.width()))
    top = max(room.top(), min(wanted.top(), room.bottom() + 1 - size.height()))
    return QRect(QPoint(left, top), size)
