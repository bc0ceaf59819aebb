"""Type that follows the window's size, and labels in which it is larger or smaller."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from companion.app.style import scaled

_LONGEST_WORD = 16
"""Lines of type: a word that is wider than so many lines are high is cut off, and makes no window wider."""


class Label(QLabel):
    """A text in a given size and tone."""

    def __init__(
        self,
        text: str = "",
        parent: QWidget | None = None,
        *,
        size: float = 1.0,
        weight: QFont.Weight | None = None,
        tone: str = "",
        wraps: bool = False,
    ) -> None:
        """Make the label.

        Args:
            text: What it says.
            parent: The widget it is part of.
            size: Times the window's type.
            weight: Another weight than the window's.
            tone: `quiet`, `warning` or `accent`; empty for plain text.
            wraps: Whether long texts are broken into lines.
        """
        super().__init__(text, parent)
        self._size, self._weight = size, weight
        self.setProperty("tone", tone)
        self.setWordWrap(wraps)
        self.follow(self.font())

    def minimumSizeHint(self) -> QSize:
        """Return the least size; of a text that is broken into lines, as wide as its longest word can be."""
        least = super().minimumSizeHint()
        if self.wordWrap():
            least.setWidth(min(least.width(), _LONGEST_WORD * self.fontMetrics().height()))
        return least

    def tone(self, tone: str) -> None:
        """Take another tone: `quiet`, `warning` or `accent`; empty for plain text."""
        if self.property("tone") != tone:
            self.setProperty("tone", tone)
            self.style().unpolish(self)
            self.style().polish(self)

    def follow(self, font: QFont) -> None:
        """Take the size from the window's type."""
        self.setFont(scaled(font, self._size, self._weight))


_LEAST_SHARE = 0.8
"""How much smaller a line may become before it is cut."""


class YieldingLabel(Label):
    """A line, or some, cut off with dots where there is little room; it takes no more than there is."""

    def __init__(
        self,
        text: str = "",
        parent: QWidget | None = None,
        *,
        size: float = 1.0,
        weight: QFont.Weight | None = None,
        tone: str = "",
        shrinks: bool = False,
    ) -> None:
        """Make the label; see `Label`. It may become a little smaller before it is cut."""
        super().__init__(text, parent, size=size, weight=weight, tone=tone)
        self._shrinks = shrinks
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)

    def minimumSizeHint(self) -> QSize:
        """Return the least size: no width at all."""
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint as much as there is room for."""
        del event
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        lines = self.text().split("\n")
        font = scaled(self.font(), self._share(lines))
        painter.setFont(font)
        cut = [QFontMetrics(font).elidedText(line, Qt.TextElideMode.ElideRight, self.width()) for line in lines]
        shown = "\n".join(cut)
        painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), shown)
        painter.end()

    def _share(self, lines: list[str]) -> float:
        """Return how large these lines are painted, times the label's type."""
        share = 1.0
        if len(lines) > 1:
            share = min(share, self.height() / (self.fontMetrics().height() * len(lines)))
        if self._shrinks:
            widest = max(map(self.fontMetrics().horizontalAdvance, lines))
            share = min(share, max(_LEAST_SHARE, (self.width() - 1) / max(1, widest)))
        return share


_HANDLED = (QPushButton, QLineEdit, QComboBox, QAbstractSpinBox)

_LINES, _LOW_LINES, _LOW_LEAST = 2.1, 1.45, 28
"""Least height of what is clicked or typed into, in lines of type; of what gives way (`let_be_low`), with pixels."""


def let_be_low(widget: QWidget, low: bool) -> None:
    """Let something that is clicked become low where there is little room, or no longer."""
    if bool(widget.property("low")) != low:
        widget.setProperty("low", low)
        _give_height(widget)


def _give_height(widget: QWidget) -> None:
    line = QFontMetrics(widget.font()).height()
    low = bool(widget.property("low"))
    widget.setMinimumHeight(max(_LOW_LEAST, round(line * _LOW_LINES)) if low else round(line * _LINES))


def set_type(root: QWidget, font: QFont) -> None:
    """Give everything inside a widget this font, labels in their own sizes, and what is clicked a height to match.

    Qt hands a font down to what is inside only where no style sheet is in the way, and not to what comes later. A style
    sheet measures by the type that a widget had when it was first shown.
    """
    line = QFontMetrics(font).height()
    for widget in root.findChildren(QWidget):
        if isinstance(widget, Label):
            widget.follow(font)
            continue
        if isinstance(widget, QCheckBox):
            side = round(line * 1.15)
            # A widget that gets a style sheet of its own loses the type it had.
            widget.setStyleSheet(f"QCheckBox::indicator {{ width: {side}px; height: {side}px; }}")
        widget.setFont(font)
        if isinstance(widget, _HANDLED) and not isinstance(widget.parentWidget(), QAbstractSpinBox):
            _give_height(widget)
