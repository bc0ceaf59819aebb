"""A small picture of the table: who sits where, as the camera sees it."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.app.model.seating import direction
from companion.app.style import colours_of, scaled
from companion.app.widgets.seats import chip_size, paint_chip


class SeatMap(QWidget):
    """Shows the players round the table."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.setAccessibleName("Who sits where")
        self._names: tuple[str, ...] = ()
        self._dealer: int | None = None

    def sizeHint(self) -> QSize:
        """Return the wished size."""
        line = self.fontMetrics().height()
        return QSize(line * 17, line * 10)

    def show_players(self, names: tuple[str, ...], dealer: int | None) -> None:
        """Show these players, seat 0 first, and who deals; None where nobody is said to."""
        self._names, self._dealer = names, dealer
        self.setAccessibleDescription(", ".join(names))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint table and names."""
        del event
        colours = colours_of(self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        line = self.fontMetrics().height()
        felt = QRectF(self.rect()).adjusted(line * 2.6, line * 1.3, -line * 2.6, -line * 1.3)
        painter.setPen(QPen(QColor(colours.felt_edge), 2))
        painter.setBrush(QColor(colours.felt))
        painter.drawRoundedRect(felt, line * 2, line * 2)
        painter.setPen(QColor(colours.felt_text))
        painter.setFont(scaled(self.font(), 0.85))
        painter.drawText(felt, int(Qt.AlignmentFlag.AlignCenter), "as the camera\nsees the table")
        font = scaled(self.font(), 0.95)
        for seat, name in enumerate(self._names):
            x, y = direction(seat, len(self._names))
            width, height = chip_size(font, name)
            width = min(width, self.width() * 0.42)
            middle = QPointF(felt.center().x() + x * felt.width() * 0.52, felt.center().y() + y * felt.height() * 0.52)
            if abs(y) > 0.3:
                middle.setY(felt.bottom() if y > 0 else felt.top())
            if seat == self._dealer:
                painter.setPen(QColor(colours.felt_text))
                inwards = QPointF(middle.x() - x * line * 2.2, middle.y() - y * line * 1.7)
                box = QRectF(inwards.x() - line * 3, inwards.y() - line, line * 6, line * 2)
                painter.setFont(scaled(self.font(), 0.85))
                painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), "deals")
            left = min(max(middle.x() - width / 2, 0.0), self.width() - width)
            paint_chip(painter, seat, QRectF(left, middle.y() - height / 2, width, height), font, name)
        painter.end()
