"""A team's board of Seven Suitors: seven suits to mark off, with the sevens captured in this hand."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from companion.app.colours import Colours
from companion.app.model.scores import SuitMark
from companion.app.widgets.suits import paint_suit

_WIDEST = 1.15
"""Width of a suit's field by its height, at most."""


def paint_board(
    painter: QPainter, colours: Colours, deck: str, marks: Sequence[SuitMark], area: QRectF, ink: QColor
) -> None:
    """Paint a board: each suit's symbol in a field, filled and ticked once it is marked, one dot a captured seven.

    Args:
        painter: What to paint with.
        colours: The set in force.
        deck: Id of the deck.
        marks: The suits, in order.
        area: Where.
        ink: The team's colour.
    """
    height = area.height() * 0.88
    width = min(area.width() / len(marks), height * _WIDEST)
    for place, mark in enumerate(marks):
        field = QRectF(area.left() + place * width, area.center().y() - height / 2, width, height)
        _paint_field(painter, colours, deck, mark, field.adjusted(1.5, 0, -1.5, 0), ink)


def _paint_field(painter: QPainter, colours: Colours, deck: str, mark: SuitMark, field: QRectF, ink: QColor) -> None:
    done = mark.state in ("marked", "married")
    fill = QColor(ink)
    fill.setAlpha(90 if mark.state == "marked" else 45)
    pen = QPen(ink if done else QColor(colours.line), 2.0 if done else 1.0)
    if mark.state == "married":
        pen.setStyle(Qt.PenStyle.DashLine)  # The mark itself follows at the end of the hand.
    painter.setPen(pen)
    painter.setBrush(fill if done else Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(field, 6, 6)
    upper = QRectF(field.left(), field.top(), field.width(), field.height() * 0.7).adjusted(3, 3, -3, -1)
    paint_suit(painter, deck, mark.suit, upper, colours, faint=mark.state in ("split", "gone"))
    if mark.state == "marked":
        _paint_tick(painter, colours, field)
    elif mark.state == "gone":
        painter.setPen(QPen(QColor(colours.quiet), 1.5))
        painter.drawLine(field.bottomLeft(), field.topRight())
    for seven in range(mark.sevens):
        away = (seven - (mark.sevens - 1) / 2) * 10
        middle = QPointF(field.center().x() + away, field.bottom() - field.height() * 0.15)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink)
        painter.drawEllipse(middle, 3.4, 3.4)


def _paint_tick(painter: QPainter, colours: Colours, field: QRectF) -> None:
    size = field.height() * 0.3
    corner = QPointF(field.right() - size * 0.55, field.top() + size * 0.5)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colours.accent))
    painter.drawEllipse(corner, size * 0.6, size * 0.6)
    tick = QPainterPath(corner + QPointF(-size * 0.28, 0.0))
    tick.lineTo(corner + QPointF(-size * 0.06, size * 0.22))
    tick.lineTo(corner + QPointF(size * 0.3, -size * 0.22))
    painter.setPen(QPen(QColor(colours.on_accent), max(1.5, size * 0.14)))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(tick)
