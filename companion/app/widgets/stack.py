"""Pages one behind the other, of which only the one that is shown says how much room it needs."""

from typing import TypeVar

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QStackedWidget, QWidget

Page = TypeVar("Page", bound=QWidget)


class Stack(QStackedWidget):
    """Needs what its current page needs; Qt's own needs what any of its pages has ever needed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.currentChanged.connect(lambda _: self.updateGeometry())

    def pages(self, kind: type[Page]) -> list[Page]:
        """Return the pages of a kind that there are by now."""
        return [page for page in map(self.widget, range(self.count())) if isinstance(page, kind)]

    def minimumSizeHint(self) -> QSize:
        """Return the least size of the page that is shown."""
        current = self.currentWidget()
        return current.minimumSizeHint().expandedTo(current.minimumSize()) if current is not None else QSize(0, 0)
