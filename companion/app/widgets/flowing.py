"""A layout that breaks a row of things into as many rows as it needs."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem


class FlowingRow(QLayout):
    """Lays out its things from left to right; what has no room any more begins another row."""

    def __init__(self, across: int, down: int) -> None:
        """Make the layout.

        Args:
            across: Pixels between two things.
            down: Pixels between two rows.
        """
        super().__init__()
        self.setContentsMargins(0, 0, 0, 0)
        self._across, self._down = across, down
        self._items: list[QLayoutItem] = []

    def addItem(self, item: QLayoutItem) -> None:
        """Add a thing behind the others."""
        self._items.append(item)
        self.invalidate()

    def count(self) -> int:
        """Return how many things there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """Return a thing by its place; None beyond the last one."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Take a thing out; None beyond the last one."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """Return that it takes no more room than it needs."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """Return that narrow places need more rows."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of all rows in a place of this width."""
        places = self._places(QRect(0, 0, width, 0))
        return max((place.bottom() + 1 for place in places), default=0)

    def sizeHint(self) -> QSize:
        """Return the size of everything in one row."""
        hints = [item.sizeHint() for item in self._items if not item.isEmpty()]
        width = sum(hint.width() for hint in hints) + self._across * max(0, len(hints) - 1)
        return QSize(width, max((hint.height() for hint in hints), default=0))

    def minimumSize(self) -> QSize:
        """Return the least size of the largest thing."""
        least = QSize(0, 0)
        for item in self._items:
            least = least.expandedTo(item.minimumSize())
        return least

    def setGeometry(self, room: QRect) -> None:
        """Lay everything out."""
        super().setGeometry(room)
        for item, place in zip(self._items, self._places(room), strict=True):
            item.setGeometry(place)

    def _places(self, room: QRect) -> list[QRect]:
        places: list[QRect] = []
        corner, lowest = room.topLeft(), room.top()
        for item in self._items:
            if item.isEmpty():  # What is hidden takes no room, nor a gap.
                places.append(QRect(corner, QSize(0, 0)))
                continue
            size = item.sizeHint().boundedTo(QSize(room.width(), item.sizeHint().height()))
            if corner.x() > room.left() and corner.x() + size.width() > room.left() + room.width():
                corner = QPoint(room.left(), lowest + self._down)
            places.append(QRect(corner, size))
            lowest = max(lowest, corner.y() + size.height())
            corner += QPoint(size.width() + self._across, 0)
        return places
