"""A picture of the table: who sits where, as the camera sees it. Names are dragged to other seats, or moved by keys."""

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.app.model.seating import direction, nearest_seat
from companion.app.style import colours_of, scaled
from companion.app.widgets.seats import chip_size, paint_chip
from companion.app.words import put, tr

_STEPS = {Qt.Key.Key_Left: 1, Qt.Key.Key_Up: 1, Qt.Key.Key_Right: -1, Qt.Key.Key_Down: -1}


class SeatMap(QWidget):
    """Shows the players round the table and lets a person move them.

    Signals:
        swapped: Two seats whose players change places.
    """

    swapped = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        put(
            self,
            name="Who sits where",
            tip="Drag a name to another seat. By keys: arrows choose a name, Shift and an arrow moves it.",
        )
        self._names: tuple[str, ...] = ()
        self._dealer: int | None = None
        self._teams = False
        self._chosen = 0
        self._dragged: int | None = None
        self._pointer = QPointF()

    def sizeHint(self) -> QSize:
        """Return the wished size."""
        line = self.fontMetrics().height()
        return QSize(line * 26, line * 17)

    def minimumSizeHint(self) -> QSize:
        """Return the least size."""
        line = self.fontMetrics().height()
        return QSize(line * 16, line * 10)

    def show_players(self, names: tuple[str, ...], dealer: int | None, teams: bool = False) -> None:
        """Show these players, seat 0 first, and who deals; None where nobody is said to."""
        self._names, self._dealer, self._teams = names, dealer, teams
        self._chosen = min(self._chosen, len(names) - 1)
        self.setAccessibleDescription(", ".join(names))
        self.update()

    def place_of(self, seat: int) -> QRectF:
        """Return where the name of a seat is painted."""
        felt = self._felt()
        x, y = direction(seat, len(self._names))
        width, height = chip_size(scaled(self.font(), 1.1), self._names[seat])
        width = min(width, self.width() * 0.42)
        middle = QPointF(felt.center().x() + x * felt.width() * 0.52, felt.center().y() + y * felt.height() * 0.52)
        if abs(y) > 0.3:
            middle.setY(felt.bottom() if y > 0 else felt.top())
        left = min(max(middle.x() - width / 2, 0.0), self.width() - width)
        return QRectF(left, middle.y() - height / 2, width, height)

    # Moving

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of a name."""
        where = event.position()
        held = (seat for seat in range(len(self._names)) if self.place_of(seat).adjusted(-6, -6, 6, 6).contains(where))
        self._dragged = next(held, None)
        if self._dragged is not None:
            self._chosen, self._pointer = self._dragged, where
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Let the name follow."""
        if self._dragged is not None:
            self._pointer = event.position()
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let the name go at the nearest seat."""
        dragged, self._dragged = self._dragged, None
        self.unsetCursor()
        if dragged is None:
            return
        self._move(dragged, self._seat_at(event.position()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose names by arrows; with Shift, move them."""
        step = _STEPS.get(Qt.Key(event.key()))
        if step is None or not self._names:
            super().keyPressEvent(event)
            return
        other = (self._chosen + step) % len(self._names)
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self._move(self._chosen, other)
        else:
            self._chosen = other
            self.update()

    def _move(self, seat: int, other: int) -> None:
        self._chosen = other
        self.update()
        if seat != other:
            self.swapped.emit(seat, other)

    def _seat_at(self, point: QPointF) -> int:
        middle = self._felt().center()
        # Seats lie on a circle: the table's picture is wider than high.
        stretch = self._felt().width() / max(1.0, self._felt().height())
        return nearest_seat(point.x() - middle.x(), (point.y() - middle.y()) * stretch, len(self._names))

    # Painting

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show which name the keys move."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show it no more."""
        super().focusOutEvent(event)
        self.update()

    def changeEvent(self, event: QEvent) -> None:
        """Paint in the new language."""
        super().changeEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint table and names."""
        del event
        colours = colours_of(self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        line = self.fontMetrics().height()
        felt = self._felt()
        painter.setPen(QPen(QColor(colours.felt_edge), 2))
        painter.setBrush(QColor(colours.felt))
        painter.drawRoundedRect(felt, line * 2.5, line * 2.5)
        painter.setPen(QColor(colours.felt_text))
        painter.setFont(scaled(self.font(), 0.9))
        painter.drawText(felt, int(Qt.AlignmentFlag.AlignCenter), tr("as the camera\nsees the table"))
        font = scaled(self.font(), 1.1)
        for seat, name in enumerate(self._names):
            self._paint_notes(painter, seat, line)
            place = self.place_of(seat)
            if seat == self._dragged:
                painter.setOpacity(0.35)
            paint_chip(painter, seat, place, font, name)
            painter.setOpacity(1.0)
            if seat == self._chosen and self.hasFocus() and self._dragged is None:
                painter.setPen(QPen(QColor(colours.text), 2))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(place.adjusted(-4, -4, 4, 4), place.height() / 2 + 4, place.height() / 2 + 4)
        if self._dragged is not None:
            place = self.place_of(self._dragged)
            place.moveCenter(self._pointer)
            paint_chip(painter, self._dragged, place, font, self._names[self._dragged])
        painter.end()

    def _paint_notes(self, painter: QPainter, seat: int, line: int) -> None:
        notes = []
        if seat == self._dealer:
            notes.append(tr("deals"))
        if self._teams:
            notes.append(tr("team {letter}", letter="AB"[seat % 2]))
        if not notes:
            return
        x, y = direction(seat, len(self._names))
        place = self.place_of(seat)
        middle = QPointF(place.center().x() - x * line * 0.6, place.center().y() - y * line * 1.9)
        if abs(y) <= 0.3:
            middle = QPointF(place.center().x(), place.bottom() + line * 0.9)
        box = QRectF(middle.x() - line * 6, middle.y() - line, line * 12, line * 2)
        painter.setPen(QColor(colours_of(self).felt_text))
        painter.setFont(scaled(self.font(), 0.9))
        painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), " · ".join(notes))

    def _felt(self) -> QRectF:
        line = self.fontMetrics().height()
        return QRectF(self.rect()).adjusted(line * 3.4, line * 1.3, -line * 3.4, -line * 1.3)
