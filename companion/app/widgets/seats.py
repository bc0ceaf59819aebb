"""How a seat is marked wherever it appears: a colour and a shape, so that neither has to be told apart alone."""

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QIcon, QPainter, QPainterPath, QPixmap, QPolygonF

from companion.app.colours import EDGES, SEATS, text_on


def seat_colour(seat: int) -> QColor:
    """Return the colour of a seat."""
    return QColor(SEATS[seat % len(SEATS)])


def seat_edge_colour(seat: int) -> QColor:
    """Return the colour of a rim around a seat's colour: lines and bars stand out from a light ground by it."""
    return QColor(EDGES[seat % len(EDGES)])


def seat_text_colour(seat: int) -> QColor:
    """Return the colour of text on a seat's colour."""
    return QColor(text_on(SEATS[seat % len(SEATS)]))


def _polygon(corners: int, turn: float) -> QPainterPath:
    path = QPainterPath()
    steps = (turn + 2 * math.pi * corner / corners for corner in range(corners))
    path.addPolygon(QPolygonF([QPointF(0.5 * math.cos(step), 0.5 * math.sin(step)) for step in steps]))
    path.closeSubpath()
    return path


def _circle() -> QPainterPath:
    path = QPainterPath()
    path.addEllipse(QRectF(-0.44, -0.44, 0.88, 0.88))
    return path


_SHAPES = (
    _circle(),
    _polygon(4, 0.0),
    _polygon(3, -math.pi / 2),
    _polygon(4, math.pi / 4),
    _polygon(5, -math.pi / 2),
)


def paint_mark(painter: QPainter, seat: int, middle: QPointF, size: float, colour: QColor | None = None) -> None:
    """Paint a seat's shape, `size` pixels across."""
    painter.save()
    painter.translate(middle)
    painter.scale(size, size)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour or seat_colour(seat))
    painter.drawPath(_SHAPES[seat % len(_SHAPES)])
    painter.restore()


def chip_size(font: QFont, text: str) -> tuple[float, float]:
    """Return width and height of a chip with this text."""
    metrics = QFontMetricsF(font)
    return metrics.horizontalAdvance(text) + metrics.height() * 1.9, metrics.height() * 1.35


def paint_chip(painter: QPainter, seat: int, rectangle: QRectF, font: QFont, text: str) -> None:
    """Paint a name on its seat's colour, with the seat's shape before it."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(seat_colour(seat))
    painter.drawRoundedRect(rectangle, rectangle.height() / 2, rectangle.height() / 2)
    paint_text = seat_text_colour(seat)
    height = rectangle.height()
    paint_mark(
        painter, seat, QPointF(rectangle.left() + height * 0.6, rectangle.center().y()), height * 0.46, paint_text
    )
    painter.setPen(paint_text)
    painter.setFont(font)
    inner = rectangle.adjusted(height * 0.95, 0, -height * 0.3, 0)
    elided = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, inner.width() + 2)
    painter.drawText(inner, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), elided)


def seat_icon(seat: int) -> QIcon:
    """Return a seat's mark for a button."""
    pixmap = QPixmap(32, 32)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_mark(painter, seat, QPointF(16, 16), 28)
    painter.end()
    return QIcon(pixmap)
