"""The score: one row a player or team, in the form that the game needs."""

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.app.model.scores import Score, ScoreKind, ScoreRow
from companion.app.style import colours_of, scaled
from companion.app.widgets.clickable_cards import point_at
from companion.app.widgets.score_rows import (
    HEAD,
    HEAD_LINE,
    NAME,
    Sheet,
    hands_width,
    head_height,
    lowest_line,
    paint_head,
    paint_middle,
)
from companion.app.widgets.seats import paint_mark
from companion.app.widgets.suits import paint_suit
from companion.app.words import put, spoken, tr
from companion.cards import suit_name
from companion.language import shown

_LEFT = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
_RIGHT = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight)

_LINES = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft) | int(Qt.TextFlag.TextWordWrap)

_FIRST_LINES = int(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft) | int(Qt.TextFlag.TextWordWrap)

_ROW, _TEAM_ROW = 2.2, 3.6
"""Height of a row in lines of type; of one with two names."""

_LEAST_ROW = 0.75
"""Part of it that a row keeps where the window is small."""

_LEAST_SEEN = 0.55
"""Part of it below which a row cannot be read: what stands above and below the rows gives way before."""

_FOOT_LINE = 1.3
"""Height of a line below the rows, in lines of type."""

_NAMES = 0.3
"""Part of the width that names take at most; more where hands leave room."""

_LEAST_NAME = 0.7
"""How small the names become, all alike, times their usual size, before the longest are cut off."""

_TOTAL = 3.2
"""Width of a total, in lines of type."""


class ScoreBoard(QWidget):
    """Shows the standing.

    Signals:
        name_clicked: The seat whose name was clicked.
    """

    name_clicked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        put(self, name="Score")
        self.setMouseTracking(True)
        self._score: Score | None = None

    def sizeHint(self) -> QSize:
        """Return the wished size."""
        return self._size(1.0, self._head(self._score) if self._score is not None else HEAD_LINE)

    def minimumSizeHint(self) -> QSize:
        """Return the size with the rows close together, closer still under a head of two lines."""
        return self._size(_LEAST_ROW, HEAD_LINE)

    def _size(self, share: float, head: float) -> QSize:
        score, line = self._score, self.fontMetrics().height()
        if score is None:
            return QSize(420, round(line * 8))
        return QSize(420, round(line * (share * _rows(score) + 0.1 + head + 1.35 * self._foot(score))))

    def show_score(self, score: Score) -> None:
        """Show this standing."""
        if score == self._score:
            return
        self._score = score
        self._tell()
        self.updateGeometry()
        self.update()

    def changeEvent(self, event: QEvent) -> None:
        """Write anew what depends on the language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._tell()
            self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Have room for what is said below the rows."""
        super().resizeEvent(event)
        self.updateGeometry()

    def _tell(self) -> None:
        if self._score is not None:
            self.setAccessibleDescription(_spoken(self._score))
            self.setToolTip(". ".join(self._score.notes))

    def _head(self, score: Score) -> float:
        """Return how high what stands above the rows is, in lines of type."""
        middle = self.width() - self._name_width(score) - self._total_width()
        return head_height(score, self.font(), middle)

    def _foot(self, score: Score) -> int:
        """Return how many lines stand below the rows; one is kept free where it may come in this game."""
        if not score.notes:
            return int(score.kind in ("losing", "balance"))
        needed = QFontMetricsF(self.font()).horizontalAdvance(". ".join(score.notes))
        room = max(100.0, self.width() - self._broken_width(score))
        return 1 if needed <= room else min(4, math.ceil(1.15 * needed / room))

    def _above_and_below(self, score: Score, line: float) -> tuple[float, float]:
        """Return how high what stands above and below the rows is, pixels: what the rows leave it, in whole lines."""
        rows = line * _LEAST_SEEN * _rows(score)
        wished = head, lines = line * self._head(score), self._foot(score)
        for head in (wished[0], line * HEAD_LINE):
            lines = min(wished[1], max(0, int((self.height() - rows - head) / (line * _FOOT_LINE))))
            if lines >= min(1, wished[1]):
                break
        return head, lines * line * _FOOT_LINE

    def _broken_width(self, score: Score) -> float:
        metrics = QFontMetricsF(self.font())
        if not score.broken:
            return 0.0
        return metrics.horizontalAdvance(tr("Broken:")) + 6 + metrics.height() * (1.25 * len(score.broken) + 0.5)

    def name_at(self, position: QPointF) -> int | None:
        """Return the first seat of the row whose names stand at a place in the widget; None where there is none."""
        score = self._score
        if score is None or position.x() >= self._name_width(score):
            return None
        head, foot = self._above_and_below(score, self.fontMetrics().height())
        row = math.floor((position.y() - head) * len(score.rows) / max(1.0, self.height() - head - foot))
        return score.rows[row].seats[0] if 0 <= row < len(score.rows) else None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show that names can be clicked."""
        point_at(self, clickable=self.name_at(event.position()) is not None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Tell whose name was clicked."""
        seat = self.name_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and seat is not None:
            self.name_clicked.emit(seat)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the rows."""
        del event
        score = self._score
        if score is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        sheet = Sheet(painter, colours_of(self), self.font(), score)
        line = sheet.line
        head, foot = self._above_and_below(score, line)
        names, total = self._name_width(score), self._total_width()
        corner = lowest_line(QRectF(self.width() - total, 0, total, head), line)
        sheet.write(corner, _RIGHT, tr("total"), sheet.colours.quiet, scaled(self.font(), HEAD))
        paint_head(sheet, QRectF(names, 0, self.width() - names - total, head))
        height = (self.height() - head - foot) / len(score.rows)
        for number, row in enumerate(score.rows):
            self._paint_row(sheet, row, QRectF(0, head + number * height, self.width(), height), names, total)
        if foot:
            self._paint_foot(sheet, QRectF(0, self.height() - foot, self.width(), foot))
        painter.end()

    def _name_width(self, score: Score) -> float:
        metrics = QFontMetricsF(scaled(self.font(), NAME, QFont.Weight.DemiBold))
        widest = max(metrics.horizontalAdvance(name) for row in score.rows for name in row.players)
        most = self.width() * _NAMES
        if score.kind == "hands":
            most = max(most, self.width() - self._total_width() - hands_width(score, self.font()))
        return min(widest + metrics.height() * 1.9, most)

    def _total_width(self) -> float:
        return QFontMetricsF(self.font()).height() * _TOTAL

    def _paint_row(self, sheet: Sheet, row: ScoreRow, area: QRectF, names: float, total: float) -> None:
        metrics = QFontMetricsF(scaled(self.font(), NAME, QFont.Weight.DemiBold))
        mark = metrics.height() * 0.72
        widest = max(metrics.horizontalAdvance(name) for other in sheet.score.rows for name in other.players)
        share = min(1.0, max(_LEAST_NAME, (names - mark * 2.1) / widest))
        font = scaled(self.font(), NAME * share, QFont.Weight.DemiBold)
        metrics = QFontMetricsF(font)
        colour = sheet.colours.quiet if row.out else sheet.colours.text
        height = min(area.height() / len(row.seats), metrics.height() * 1.15)
        top = area.center().y() - height * len(row.seats) / 2
        for place, (seat, name) in enumerate(zip(row.seats, row.players, strict=True)):
            line = QRectF(mark * 1.75, top + place * height, names - mark * 2.1, height)
            paint_mark(sheet.painter, seat, QPointF(mark * 0.8, line.center().y()), mark)
            sheet.write(line, _LEFT, metrics.elidedText(name, Qt.TextElideMode.ElideRight, line.width()), colour, font)
        paint_middle(sheet, row, QRectF(names, area.top(), area.width() - names - total, area.height()))
        number = QRectF(area.right() - total, area.top(), total, area.height())
        large = scaled(self.font(), 2.0, QFont.Weight.Bold)
        text = shown(row.total)
        sheet.write(number, _RIGHT, text, sheet.colours.accent if row.wins else sheet.colours.text, large)

    def _paint_foot(self, sheet: Sheet, area: QRectF) -> None:
        score, size = sheet.score, sheet.line
        if score.broken:
            label = tr("Broken:")
            first = QRectF(area.left(), area.top(), area.width(), size * 1.3)
            sheet.write(first, _LEFT, label, sheet.colours.quiet)
            left = area.left() + QFontMetricsF(self.font()).horizontalAdvance(label) + 6
            for suit in score.broken:
                place = QRectF(left, first.center().y() - size / 2, size, size)
                paint_suit(sheet.painter, score.deck, suit, place, sheet.colours)
                left += size * 1.25
        told = area.adjusted(self._broken_width(score), 0, 0, 0)
        text, metrics = ". ".join(score.notes), QFontMetricsF(self.font())
        lines = int(told.height() / metrics.height())
        if lines <= 1:
            sheet.write(told, _LEFT, text, sheet.colours.quiet)
        elif metrics.boundingRect(told, _LINES, text).height() <= told.height():
            sheet.write(told, _LINES, text, sheet.colours.quiet)
        else:  # The first lines are seen; the tip has all.
            sheet.painter.setClipRect(QRectF(told.topLeft(), QSizeF(told.width(), lines * metrics.height())))
            sheet.write(told, _FIRST_LINES, text, sheet.colours.quiet)


def _rows(score: Score) -> float:
    """Return how high all rows are at most, in lines of type."""
    return sum(_ROW if len(row.seats) == 1 else _TEAM_ROW for row in score.rows)


_TOLD: Mapping[ScoreKind, Callable[[Score], str]] = MappingProxyType(
    {
        "race": lambda score: tr("game to {goal}", goal=score.goal),
        "losing": lambda score: tr("more than {goal} loses", goal=score.goal),
    }
)


def _spoken(score: Score) -> str:
    """Return the standing in words, for screen readers."""
    parts = [_told_row(score, row) for row in score.rows]
    if score.kind in _TOLD:
        parts.append(_TOLD[score.kind](score))
    if score.broken:
        broken = ", ".join(suit_name(score.deck, suit, spoken()) for suit in score.broken)
        parts.append(f"{tr('Broken:')} {broken}")
    return "; ".join([*parts, *score.notes])


def _told_row(score: Score, row: ScoreRow) -> str:
    marked = [suit_name(score.deck, mark.suit, spoken()) for mark in row.marks if mark.state == "marked"]
    return f"{row.name} {row.total}" + (f" ({', '.join(marked)})" if marked else "")
