"""The score: a race where a total wins, hand by hand where the number of hands is agreed."""

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.app.colours import Colours
from companion.app.model.board import Board, ScoreRow
from companion.app.style import colours_of, scaled
from companion.app.widgets.seats import paint_mark, seat_colour

_LEFT = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
_RIGHT = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight)
_MIDDLE = int(Qt.AlignmentFlag.AlignCenter)
_NAME = 1.4
"""Size of names, times the window's type."""

_MOST_STEPS = 24
"""Points of a race that are drawn one by one."""

_MOST_HANDS = 6
"""Hands shown side by side; of longer games the last ones."""


class ScoreBoard(QWidget):
    """Shows one row a player or team."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Score")
        self._board: Board | None = None

    def sizeHint(self) -> QSize:
        """Return the wished size."""
        rows = len(self._board.scores) if self._board is not None else 3
        return QSize(420, round(self.fontMetrics().height() * (rows * 2.3 + 1.4)))

    def show_board(self, board: Board) -> None:
        """Show this standing."""
        if self._board is not None and (board.scores, board.goal) == (self._board.scores, self._board.goal):
            return
        self._board = board
        self.setAccessibleDescription(_spoken(board))
        self.updateGeometry()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the rows."""
        del event
        if self._board is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours = colours_of(self)
        line = QFontMetricsF(self.font()).height()
        head = QRectF(0, 0, self.width(), line * 1.3)
        row_height = (self.height() - head.height()) / len(self._board.scores)
        names = self._name_width()
        total_width = line * 3.2
        middle = QRectF(names, 0, self.width() - names - total_width, head.height())
        painter.setFont(scaled(self.font(), 0.9))
        painter.setPen(QColor(colours.quiet))
        painter.drawText(QRectF(self.width() - total_width, 0, total_width, head.height()), _RIGHT, "total")
        if self._board.goal is None:
            self._paint_hand_numbers(painter, middle)
        else:
            painter.drawText(middle.adjusted(0, 0, -line * 0.6, 0), _RIGHT, f"game to {self._board.goal}")
        for number, row in enumerate(self._board.scores):
            top = head.height() + number * row_height
            self._paint_row(painter, colours, row, QRectF(0, top, self.width(), row_height), names, total_width)
        painter.end()

    def _name_width(self) -> float:
        assert self._board is not None
        metrics = QFontMetricsF(scaled(self.font(), _NAME, QFont.Weight.DemiBold))
        widest = max(metrics.horizontalAdvance(row.name) for row in self._board.scores)
        return min(widest + metrics.height() * 1.9, self.width() * 0.36)

    def _columns(self, row: ScoreRow) -> list[str]:
        assert self._board is not None
        over = self._board.phase != "play"
        present = [] if over else [str(row.present)]
        return [*(str(score) for score in row.hands), *present][-_MOST_HANDS:]

    def _paint_hand_numbers(self, painter: QPainter, middle: QRectF) -> None:
        assert self._board is not None
        row = self._board.scores[0]
        shown = len(self._columns(row))
        last = len(row.hands) + (self._board.phase == "play")
        for place in range(shown):
            cell = _cell(middle, shown, place)
            painter.drawText(cell, _MIDDLE, f"hand {last - shown + 1 + place}")

    def _paint_row(
        self, painter: QPainter, colours: Colours, row: ScoreRow, area: QRectF, names: float, total_width: float
    ) -> None:
        assert self._board is not None
        name_font = scaled(self.font(), _NAME, QFont.Weight.DemiBold)
        metrics = QFontMetricsF(name_font)
        mark = metrics.height() * 0.72
        paint_mark(painter, row.seats[0], QPointF(mark * 0.8, area.center().y()), mark)
        painter.setFont(name_font)
        painter.setPen(QColor(colours.text))
        room = QRectF(mark * 1.75, area.top(), names - mark * 2.1, area.height())
        painter.drawText(room, _LEFT, metrics.elidedText(row.name, Qt.TextElideMode.ElideRight, room.width()))
        middle = QRectF(names, area.top(), area.width() - names - total_width, area.height())
        if self._board.goal is not None:
            self._paint_race(painter, colours, row, middle, self._board.goal)
        else:
            self._paint_hands(painter, colours, row, middle)
        painter.setFont(scaled(self.font(), 2.0, QFont.Weight.Bold))
        painter.setPen(QColor(colours.accent if row.wins else colours.text))
        painter.drawText(
            QRectF(area.right() - total_width, area.top(), total_width, area.height()), _RIGHT, str(row.total)
        )

    def _paint_race(self, painter: QPainter, colours: Colours, row: ScoreRow, area: QRectF, goal: int) -> None:
        usable = area.adjusted(0, 0, -self.fontMetrics().height() * 0.6, 0)
        height = min(area.height() * 0.5, self.fontMetrics().height() * 1.15)
        # Few points are counted one by one, many are measured.
        steps = goal if goal <= _MOST_STEPS else 1
        width, gap = usable.width() / steps, 3.0 if steps > 1 else 0.0
        painter.setPen(Qt.PenStyle.NoPen)
        for step in range(steps):
            cell = QRectF(usable.left() + step * width, usable.center().y() - height / 2, width - gap, height)
            radius = min(cell.width(), cell.height()) * 0.3
            painter.setBrush(QColor(colours.line))
            painter.drawRoundedRect(cell, radius, radius)
            reached = min(1.0, max(0.0, row.total / goal * steps - step))
            if reached > 0:
                painter.setBrush(seat_colour(row.seats[0]))
                painter.drawRoundedRect(QRectF(cell.topLeft(), QSizeF(cell.width() * reached, height)), radius, radius)

    def _paint_hands(self, painter: QPainter, colours: Colours, row: ScoreRow, area: QRectF) -> None:
        columns = self._columns(row)
        for place, text in enumerate(columns):
            present = place == len(columns) - 1 and len(row.hands) < len(columns)
            painter.setFont(scaled(self.font(), _NAME, QFont.Weight.DemiBold if present else QFont.Weight.Normal))
            painter.setPen(QColor(colours.text if present else colours.quiet))
            painter.drawText(_cell(area, len(columns), place), _MIDDLE, text)


def _cell(area: QRectF, columns: int, place: int) -> QRectF:
    """Return the place of a hand's score; the last hand stands beside the total."""
    width = area.width() / _MOST_HANDS
    return QRectF(area.right() - (columns - place) * width, area.top(), width, area.height())


def _spoken(board: Board) -> str:
    """Return the standing in words, for screen readers."""
    goal = f"; game to {board.goal}" if board.goal is not None else ""
    return ", ".join(f"{row.name} {row.total}" for row in board.scores) + goal
