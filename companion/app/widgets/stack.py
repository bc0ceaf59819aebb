"""Pages one behind the other, of which only the one that is shown says how much room it needs."""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QStackedWidget, QWidget


class Stack(QStackedWidget):
    """Needs what its current page needs; Qt's own needs what any of its pages has ever needed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.currentChanged.connect(lambda _: self.updateGeometry())

    def minimumSizeHint(self) -> QSize:
        """Return the least size of the page that is shown."""
        current = self.currentWidget()
        return current.minimumSizeHint().expandedTo(current.minimumSize()) if current is not None else QSize(0, 0)
