"""Arrows between the seats of the drawn table: who passes how many cards to whom."""

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF

from companion.app.model.deal import Pass
from companion.app.model.seating import direction
from companion.app.widgets.seats import seat_colour, seat_text_colour

_WIDE, _HIGH = 0.33, 0.29
"""How far from the middle of the table arrows begin, by its width and height."""

_BEND = 0.13
"""How far an arrow bends away from the straight way, by its length: two ways between the same seats lie apart."""

_SHORT = 0.1
"""Part of the way left free at both ends."""

_CLEAR = 6.0
"""Pixels between a name and what begins or ends beside it."""

_NEAR, _FAR, _STEP = 0.1, 0.6, 0.02
"""Where the number stands on an arrow, by its length: as near to the giver as names and other numbers let it."""

_LATER = 150
"""Opacity of what is passed on in a second phase, of 255."""


def paint_passes(painter: QPainter, passes: Sequence[Pass], names: Sequence[QRectF], felt: QRectF, font: QFont) -> None:
    """Paint one arrow a passing, in the giver's colour, with the number of cards at its tail.

    Args:
        painter: What to paint with.
        passes: What is passed.
        names: Where the names of all seats stand, with what is said below them.
        felt: The table.
        font: Of the numbers.
    """
    places = [_place(seat, names, felt) for seat in range(len(names))]
    size = QFontMetricsF(font).height() * 0.62
    counts: list[tuple[Pass, QRectF]] = []
    for step in passes:
        start, end = places[step.giver], places[step.taker]
        way = end - start
        length = math.hypot(way.x(), way.y())
        if length < 1.0:
            continue
        across = QPointF(-way.y(), way.x()) / length
        bend = across * (_BEND * length * (1.6 if step.phase else 1.0))
        bow = (start + end) / 2 + bend
        path = QPainterPath(_along(start, bow, end, _SHORT))
        for part in range(1, 21):
            path.lineTo(_along(start, bow, end, _SHORT + (1 - 2 * _SHORT) * part / 20))
        colour = QColor(seat_colour(step.giver))
        colour.setAlpha(_LATER if step.phase else 255)
        pen = QPen(colour, 4.0, Qt.PenStyle.DashLine if step.phase else Qt.PenStyle.SolidLine)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(path)
        _paint_tip(painter, colour, _along(start, bow, end, 1 - _SHORT * 1.3), _along(start, bow, end, 1 - _SHORT))
        taken = [*names, *(circle for _, circle in counts)]
        counts.append((step, _free(start, bow, end, size, taken)))
    for step, circle in counts:  # Above all arrows: no tip hides a number.
        _paint_count(painter, step, circle, font)


def _place(seat: int, names: Sequence[QRectF], felt: QRectF) -> QPointF:
    """Return where the arrows of a seat begin: nearer to the middle than its name."""
    x, y = direction(seat, len(names))
    far = QPointF(x * felt.width() * _WIDE, y * felt.height() * _HIGH)
    name = names[seat].adjusted(-_CLEAR, -_CLEAR, _CLEAR, _CLEAR)
    share = 1.0
    while share > 0.3 and name.contains(felt.center() + far * share):
        share -= 0.02
    return felt.center() + far * share


def _free(start: QPointF, bow: QPointF, end: QPointF, size: float, taken: Sequence[QRectF]) -> QRectF:
    """Return the circle round a number, where on its arrow it is not in the way of what stands there already."""
    parts = (_SHORT + _NEAR + step * _STEP for step in range(round((_FAR - _NEAR) / _STEP)))
    middles = (_along(start, bow, end, part) for part in parts)
    circles = [QRectF(middle.x() - size, middle.y() - size, 2 * size, 2 * size) for middle in middles]
    return next((circle for circle in circles if not any(circle.intersects(other) for other in taken)), circles[0])


def _along(start: QPointF, bow: QPointF, end: QPointF, part: float) -> QPointF:
    """Return a point of the curve from start to end that is drawn towards a third point."""
    return start * ((1 - part) ** 2) + bow * (2 * part * (1 - part)) + end * (part**2)


def _paint_tip(painter: QPainter, colour: QColor, before: QPointF, tip: QPointF) -> None:
    way = tip - before
    length = max(1e-6, math.hypot(way.x(), way.y()))
    ahead = way / length
    across = QPointF(-ahead.y(), ahead.x())
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawPolygon(QPolygonF([tip + ahead * 10, tip - ahead * 6 + across * 8, tip - ahead * 6 - across * 8]))


def _paint_count(painter: QPainter, step: Pass, circle: QRectF, font: QFont) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(seat_colour(step.giver))
    painter.drawEllipse(circle)
    painter.setPen(seat_text_colour(step.giver))
    painter.setFont(font)
    painter.drawText(circle, int(Qt.AlignmentFlag.AlignCenter), str(step.count))
