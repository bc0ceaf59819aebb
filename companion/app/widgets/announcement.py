"""The last announcement, in the largest type that fits."""

import re

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.app.style import colours_of, scaled
from companion.app.widgets.clickable_cards import point_at
from companion.app.widgets.isolating import isolated
from companion.app.words import put

_LARGEST, _SMALLEST = 4.4, 0.8
"""Times the window's font; a whole sentence in small type says more than half of one."""

_DEAR = 0.8
"""A text goes on one line where that is not smaller than so many times what two lines allow."""

_NUMBER = re.compile(r" ([-−]?\d+)\b")
"""A number stays with the name before it."""

_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter) | int(Qt.TextFlag.TextWordWrap)
_CENTRED = int(Qt.AlignmentFlag.AlignCenter) | int(Qt.TextFlag.TextWordWrap)


class Announcement(QWidget):
    """Shows one or two lines that can be read across a table; a click asks to hear them again.

    Signals:
        clicked: It is to be said again.
    """

    clicked = Signal()

    def __init__(self, parent: QWidget | None = None, *, centred: bool = False) -> None:
        super().__init__(parent)
        self._flags = _CENTRED if centred else _LEFT
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        put(self, name="Last announcement", tip="Say it again (R)")
        self._can_be_heard = self._gives_way = False
        self._text = self._shown = ""
        self._warns = False

    @property
    def text(self) -> str:
        """What is shown."""
        return self._text

    def sizeHint(self) -> QSize:
        """Return the wished size: two lines of large type."""
        return QSize(480, round(self.fontMetrics().height() * 5.6))

    def minimumSizeHint(self) -> QSize:
        """Return the least size: that of two lines of large type, or of usual type where it gives way."""
        least = round(self.fontMetrics().height() * 2.6) if self._gives_way else self.sizeHint().height()
        return QSize(0, least)

    def give_way(self, gives_way: bool) -> None:
        """Become smaller where something else has no room, or no longer."""
        self._gives_way = gives_way
        self.updateGeometry()

    def announce(self, text: str, *, warns: bool = False) -> None:
        """Show a text; a warning in the colour of warnings."""
        if (text, warns) == (self._text, self._warns):
            return
        self._text, self._warns = text, warns
        self._shown = isolated(_NUMBER.sub("\u00a0\\1", text))
        self.setAccessibleDescription(text)
        self.update()

    def offer(self, can_be_heard: bool) -> None:
        """Show that a click says it again, or that there is nothing to say, or no voice."""
        self._can_be_heard = can_be_heard
        point_at(self, clickable=can_be_heard)

    def event(self, event: QEvent) -> bool:
        """Tell what a click does only where it does something."""
        return (event.type() == QEvent.Type.ToolTip and not self._can_be_heard) or super().event(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Take two clicks for one: nobody wants to hear it twice."""

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Tell that it was clicked."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.clicked.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the text as large as it fits."""
        del event
        colours = colours_of(self)
        painter = QPainter(self)
        room = QRectF(self.rect())
        painter.setFont(self._fitting(painter, room))
        painter.setPen(QColor(colours.warning if self._warns else colours.text))
        painter.drawText(room, self._flags, self._shown)
        painter.end()

    def _fitting(self, painter: QPainter, room: QRectF) -> QFont:
        """Return the largest font that fits, on one line where that costs little."""
        factor = self._largest(painter, room, self._flags)
        on_one_line = self._largest(painter, room, self._flags & ~int(Qt.TextFlag.TextWordWrap))
        return self._scaled(on_one_line if on_one_line >= factor * _DEAR else factor)

    def _largest(self, painter: QPainter, room: QRectF, flags: int) -> float:
        factor = _LARGEST
        while factor > _SMALLEST:
            painter.setFont(self._scaled(factor))
            needed = painter.boundingRect(room, flags, self._shown)
            if needed.height() <= room.height() and needed.width() <= room.width():
                return factor
            factor -= 0.2
        return _SMALLEST

    def _scaled(self, factor: float) -> QFont:
        return scaled(self.font(), factor, QFont.Weight.DemiBold)
