"""The course of a game as lines, one a player or team."""

from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.app.colours import Colours
from companion.app.model.chart import Chart
from companion.app.style import colours_of, scaled
from companion.app.widgets.isolating import isolated
from companion.app.widgets.seats import paint_mark, seat_colour, seat_edge_colour
from companion.app.words import put, tr
from companion.language import shown

_RIM = 2.0
"""Pixels that the dark rim of a line takes, both sides together."""

_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500)
"""Distances between lines of the grid, points."""

_MOST_GRID = 5

_APART = 3.0
"""Pixels between two numbers of hands, at least."""

_NUMBERED = (1, 2, 5, 10, 20, 50)
"""Which hands are numbered where there is no room for all: every so many."""

_RIGHT = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight)
_LEFT = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)


class ChartView(QWidget):
    """Shows how the totals grew; each line ends with its player's mark, name and total."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(200, 100)
        put(self, name="Course of the game")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._chart: Chart | None = None

    def sizeHint(self) -> QSize:
        """Return the wished size."""
        return QSize(420, 240)

    def show_chart(self, chart: Chart | None) -> None:
        """Show this course; nothing for None."""
        if chart == self._chart:
            return
        self._chart = chart
        lines = chart.lines if chart is not None else ()
        self.setAccessibleDescription(", ".join(f"{line.name} {line.totals[-1]}" for line in lines))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint grid, hands and lines."""
        del event
        chart = self._chart
        if chart is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours = colours_of(self)
        small = scaled(self.font(), 0.9)
        painter.setFont(small)
        metrics = QFontMetricsF(small)
        widest = max(metrics.horizontalAdvance(f"{line.name} {line.totals[-1]}") for line in chart.lines)
        names = min(widest + metrics.height() * 1.3, self.width() * 0.4)
        area = QRectF(metrics.height() * 2.4, 6, self.width() - names - metrics.height() * 2.9, self.height() - 10)
        area.setHeight(area.height() - metrics.height() * 1.2)
        plot = _Plot(chart, area)
        self._paint_grid(painter, colours, plot)
        thick = max(2.6, metrics.height() * 0.2)
        for line in reversed(chart.lines):
            points = QPolygonF([plot.point(place, total) for place, total in enumerate(line.totals)])
            for colour, width in ((seat_edge_colour, thick + _RIM), (seat_colour, thick)):
                painter.setPen(QPen(colour(line.seats[0]), width, j=Qt.PenJoinStyle.RoundJoin))
                painter.drawPolyline(points)
        self._paint_names(painter, colours, plot, metrics)
        painter.end()

    def _paint_grid(self, painter: QPainter, colours: Colours, plot: "_Plot") -> None:
        chart, area = plot.chart, plot.area
        height = QFontMetricsF(painter.font()).height()
        low, high = plot.low, plot.high
        step = next((step for step in _STEPS if (high - low) / step <= _MOST_GRID), _STEPS[-1])
        first = -(-low // step) * step
        for value in range(first, high + 1, step):
            y = plot.point(0, value).y()
            painter.setPen(QPen(QColor(colours.line), 1.5 if value == 0 else 1.0))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            painter.setPen(QColor(colours.quiet))
            label = QRectF(0, max(0.0, y - height / 2), area.left() - 6, height)
            painter.drawText(label, _RIGHT, shown(value))
        painter.setPen(QPen(QColor(colours.line), 1.0, Qt.PenStyle.DashLine))
        for end in chart.ends:
            if end != chart.tricks:
                right = plot.point(end, 0).x()
                painter.drawLine(QPointF(right, area.top()), QPointF(right, area.bottom()))
        painter.setPen(QColor(colours.quiet))
        for text, middle in plot.parts(QFontMetricsF(painter.font())):
            below = QRectF(middle - area.width() / 2, area.bottom() + 2, area.width(), height)
            painter.drawText(below, int(Qt.AlignmentFlag.AlignCenter), text)
        if chart.goal is not None and low <= chart.goal <= high:
            painter.setPen(QPen(QColor(colours.accent), 1.5, Qt.PenStyle.DotLine))
            y = plot.point(0, chart.goal).y()
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))

    def _paint_names(self, painter: QPainter, colours: Colours, plot: "_Plot", metrics: QFontMetricsF) -> None:
        lines = sorted(plot.chart.lines, key=lambda line: -line.totals[-1])
        height = metrics.height() * 1.05
        tops: list[float] = []
        for line in lines:
            wanted = plot.point(plot.chart.tricks, line.totals[-1]).y()
            tops.append(max(wanted, tops[-1] + height if tops else height / 2))
        # Names that were pushed out at the bottom push those above them up.
        for place in range(len(tops) - 1, -1, -1):
            lowest = self.height() - height / 2 if place == len(tops) - 1 else tops[place + 1] - height
            tops[place] = min(tops[place], lowest)
        for line, y in zip(lines, tops, strict=True):
            end = plot.point(plot.chart.tricks, line.totals[-1])
            paint_mark(painter, line.seats[0], end, metrics.height() * 0.75)
            painter.setPen(QColor(colours.text))
            room = QRectF(plot.area.right() + metrics.height() * 0.7, y - height / 2, self.width(), height)
            room.setRight(self.width())
            total = f" {shown(line.totals[-1])}"
            left = room.width() - metrics.horizontalAdvance(total)
            name = metrics.elidedText(line.name, Qt.TextElideMode.ElideRight, left)
            painter.drawText(room, _LEFT, f"{isolated(name)}{total}")


class _Plot:
    """Where things are in a chart."""

    def __init__(self, chart: Chart, area: QRectF) -> None:
        self.chart = chart
        self.area = area
        low, high = chart.span
        near = chart.goal is not None and chart.goal <= 2 * high
        self.low, self.high = low, max(high, chart.goal) if near and chart.goal is not None else high

    def point(self, trick: int, total: int) -> QPointF:
        """Return the place of a total behind a trick."""
        x = self.area.left() + self.area.width() * trick / max(1, self.chart.tricks)
        y = self.area.bottom() - self.area.height() * (total - self.low) / (self.high - self.low)
        return QPointF(x, y)

    def parts(self, metrics: QFontMetricsF) -> list[tuple[str, float]]:
        """Return what stands below the hands, and the middle of each: of many hands every second, fifth, tenth one."""
        chart = self.chart
        ends = [*chart.ends, *([chart.tricks] if chart.tricks not in chart.ends else [])]
        edges = [self.point(trick, 0).x() for trick in (0, *ends)]
        places = [(number, (left + right) / 2) for number, (left, right) in enumerate(pairwise(edges), 1)]
        names = chart.labels or tuple(tr("hand {number}", number=number) for number, _ in places)
        # The present hand has just begun, perhaps.
        finished = [right - left for left, right in pairwise(edges)][: max(1, len(chart.ends))]
        for texts in (names, tuple(str(number) for number, _ in places)):
            widest = max(map(metrics.horizontalAdvance, texts), default=0.0) + _APART
            if widest <= min(finished):
                break
        every = next((every for every in _NUMBERED if widest <= every * min(finished)), _NUMBERED[-1])
        told: list[tuple[str, float]] = []
        for text, (number, middle) in zip(texts, places, strict=False):
            if number % every == 0 and (not told or middle - told[-1][1] >= widest):
                told.append((text, middle))
        return told
