"""A ring round what has been reached by keys and has no mark of its own."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFocusEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from companion.app.style import colours_of

_BY_KEYS = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)

_WIDTH = 3.0


class Ringed(QWidget):
    """A page that takes keys itself; a ring shows it where Tab has led to it, not where it has the keys anyway."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._ringed = False

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the ring."""
        super().focusInEvent(event)
        self._ringed = event.reason() in _BY_KEYS
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show it no more."""
        super().focusOutEvent(event)
        self._ringed = False
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ring."""
        super().paintEvent(event)
        if not self._ringed:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(colours_of(self).accent), _WIDTH))
        edge = _WIDTH / 2 + 1
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(edge, edge, -edge, -edge), 8, 8)
        painter.end()
