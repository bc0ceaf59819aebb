"""Type that follows the window's size, and labels in which it is larger or smaller."""

from PySide6.QtGui import QFont
from PySide6.QtWidgets import QLabel, QWidget

from companion.app.style import scaled


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

    def tone(self, tone: str) -> None:
        """Take another tone: `quiet`, `warning` or `accent`; empty for plain text."""
        if self.property("tone") != tone:
            self.setProperty("tone", tone)
            self.style().unpolish(self)
            self.style().polish(self)

    def follow(self, font: QFont) -> None:
        """Take the size from the window's type."""
        self.setFont(scaled(font, self._size, self._weight))


def set_type(root: QWidget, font: QFont) -> None:
    """Give everything inside a widget this font, labels in their own sizes.

    Qt hands a font down to what is inside only where no style sheet is in the way, and not to what comes later.
    """
    for widget in root.findChildren(QWidget):
        if isinstance(widget, Label):
            widget.follow(font)
        else:
            widget.setFont(font)
