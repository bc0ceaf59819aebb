"""Cards as a list of pictures with their names."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QListView, QListWidget, QListWidgetItem, QWidget

from companion.app.widgets.cards import image_pixmap, paint_blank
from companion.app.words import put, spoken, tr
from companion.cards import DECKS, card_name
from companion.vision.types import Image

_HEIGHT = 5.0
"""Of a card, lines of type."""


class CardIcons(QListWidget):
    """Shows cards of a deck as they look, or that they are not known yet."""

    def __init__(self, deck: str, parent: QWidget | None = None) -> None:
        """Make an empty list.

        Args:
            deck: Id of the deck.
            parent: The widget this is part of; its type is taken.
        """
        super().__init__(parent)
        put(self, name="Cards of the deck")
        self.setViewMode(QListView.ViewMode.IconMode)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setMovement(QListView.Movement.Static)
        self.setWordWrap(True)
        self._names = {code: card_name(DECKS[deck].parse(code), spoken()) for code in DECKS[deck].codes}

    def add(self, code: str, look: Image | None, number: int | None = None) -> None:
        """Add a card.

        Args:
            code: Which one.
            look: What it looks like, (h, w, 3) uint8 BGR; None where it is not known yet.
            number: What names it to whoever chooses it.
        """
        line = self.fontMetrics().height()
        high = round(line * _HEIGHT)
        self.setIconSize(QSize(high, high))
        widest = max(self.fontMetrics().horizontalAdvance(name) for name in self._names.values())
        self.setGridSize(QSize(widest + round(line * 1.5), high + round(line * 2.6)))
        name = self._names[code]
        item = QListWidgetItem(
            QIcon(image_pixmap(look, self, _HEIGHT) if look is not None else self._blank(high)), name
        )
        item.setTextAlignment(Qt.AlignmentFlag.AlignHCenter)
        told = name if look is not None else tr("{card}: not taught yet", card=name)
        item.setToolTip(told)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, told)
        item.setData(Qt.ItemDataRole.UserRole, number)
        self.addItem(item)

    def _blank(self, high: int) -> QPixmap:
        ratio = self.devicePixelRatioF()
        picture = QPixmap(round(high * 0.7 * ratio), round(high * ratio))
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setOpacity(0.35)
        paint_blank(painter, QRectF(1, 1, high * 0.7 - 2, high - 2))
        painter.end()
        return picture
