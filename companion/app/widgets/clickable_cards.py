"""What is painted can be clicked: the cards of the live picture and of the drawn table."""

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QSizePolicy, QWidget


class ClickableCards(QWidget):
    """A widget that paints cards.

    Signals:
        card_clicked: The number of the card that was clicked, as `card_at` gives it.
    """

    card_clicked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMouseTracking(True)

    def card_at(self, position: QPointF) -> int | None:
        """Return the number of the card at a place in the widget, the topmost; None where there is none."""
        raise NotImplementedError

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show that cards can be clicked."""
        point_at(self, clickable=self.card_at(event.position()) is not None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Tell which card was clicked."""
        card = self.card_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and card is not None:
            self.card_clicked.emit(card)


def point_at(widget: QWidget, *, clickable: bool) -> None:
    """Let the pointer over a widget show whether what it painted there can be clicked."""
    widget.setCursor(Qt.CursorShape.PointingHandCursor if clickable else Qt.CursorShape.ArrowCursor)
