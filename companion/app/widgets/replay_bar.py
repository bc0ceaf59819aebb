"""The bar under a recorded picture: where one is, what happened when, and a handle to pull."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from companion.app.model.replay import Mark, MarkKind
from companion.app.style import colours_of
from companion.app.words import put

_MARGIN = 10
_NEAR = 6.0
"""Pixels within which a pointer means a mark."""

_HEIGHTS: dict[MarkKind, float] = {"hand": 1.0, "trick": 0.62, "ruling": 0.3, "warning": 0.8}
"""Of the room above the line."""


class ReplayBar(QWidget):
    """A time line with marks.

    Signals:
        wanted: The time a person wants to see, seconds.
        stepped: How many pictures to go on (or back).
    """

    wanted = Signal(float)
    stepped = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        put(self, name="Time line of the recording")
        self._span = (0.0, 1.0)
        self._time = 0.0
        self._marks: tuple[Mark, ...] = ()

    def sizeHint(self) -> QSize:
        """Return the wished size."""
        return QSize(400, round(3.0 * self.fontMetrics().height()))

    def show_session(self, start: float, end: float, marks: tuple[Mark, ...]) -> None:
        """Show a session's time and marks."""
        self._span = (start, max(end, start + 0.001))
        self._marks = marks
        self.update()

    def show_time(self, time: float, told: str) -> None:
        """Show where one is; `told` is what a screen reader says of it."""
        self._time = time
        self.setAccessibleDescription(told)
        self.update()

    def place_of(self, time: float) -> float:
        """Return where on the bar a time is, pixels from the left."""
        start, end = self._span
        share = min(1.0, max(0.0, (time - start) / (end - start)))
        return _MARGIN + share * (self.width() - 2 * _MARGIN)

    # Qt

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go where the pointer is."""
        self.wanted.emit(self._time_at(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the pointer while it is pressed."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.wanted.emit(self._time_at(event.position().x()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step by picture with the arrow keys, by a second with the page keys."""
        keys = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_PageUp: -10, Qt.Key.Key_PageDown: 10}
        step = keys.get(Qt.Key(event.key()))
        if step is not None:
            self.stepped.emit(step)
        elif event.key() == Qt.Key.Key_Home:
            self.wanted.emit(self._span[0])
        elif event.key() == Qt.Key.Key_End:
            self.wanted.emit(self._span[1])
        else:
            super().keyPressEvent(event)

    def event(self, event) -> bool:  # type: ignore[no-untyped-def]
        """Tell what the mark under the pointer is."""
        if isinstance(event, QHelpEvent):
            near = [mark for mark in self._marks if abs(self.place_of(mark.time) - event.pos().x()) <= _NEAR]
            QToolTip.showText(event.globalPos(), "\n".join(mark.text for mark in near[:6]), self)
            return True
        return super().event(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the line, the marks and the handle."""
        colours = colours_of(self)
        tones = {"hand": colours.text, "trick": colours.quiet, "ruling": colours.accent, "warning": colours.warning}
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        line = self.height() * 0.72
        here = self.place_of(self._time)
        for left, right, tone in (
            (_MARGIN, self.width() - _MARGIN, colours.line),
            (_MARGIN, here, colours.accent),
        ):
            painter.setBrush(QColor(tone))
            painter.drawRoundedRect(QRectF(left, line - 2, max(0.0, right - left), 4), 2, 2)
        for mark in self._marks:
            height = (line - 6) * _HEIGHTS[mark.kind]
            painter.setBrush(QColor(tones[mark.kind]))
            painter.drawRect(QRectF(self.place_of(mark.time) - 1, line - 4 - height, 2, height))
        painter.setBrush(QColor(colours.accent))
        painter.drawEllipse(QPointF(here, line), 7, 7)
        if self.hasFocus():
            painter.setBrush(QColor(colours.ground))
            painter.drawEllipse(QPointF(here, line), 3, 3)
        painter.end()

    def _time_at(self, x: float) -> float:
        start, end = self._span
        share = min(1.0, max(0.0, (x - _MARGIN) / max(1, self.width() - 2 * _MARGIN)))
        return start + share * (end - start)
