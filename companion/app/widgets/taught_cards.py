"""The cards of a taught deck as they were learnt, and those that are missing."""

from collections.abc import Mapping

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QListView,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from companion.app import theme
from companion.app.widgets.cards import image_pixmap, paint_blank
from companion.app.widgets.labels import Label, set_type
from companion.app.words import put, spoken, tr
from companion.cards import DECKS, card_name
from companion.vision.gallery_shelf import TaughtDeck
from companion.vision.types import Image

_HEIGHT = 5.0
"""Of a card, lines of type."""


class TaughtCards(QDialog):
    """Shows every card of the deck: as it was learnt, or that it has not been yet."""

    def __init__(self, deck: TaughtDeck, looks: Mapping[str, Image], parent: QWidget | None = None) -> None:
        """Make the dialog.

        Args:
            deck: The deck, which can be used.
            looks: By code how a card looks, (h, w, 3) uint8 BGR.
            parent: The widget it belongs to.
        """
        super().__init__(parent)
        self.setWindowTitle(tr("Decks that were taught"))
        self.setModal(True)
        total = len(DECKS[deck.deck].codes)
        known = tr("Cards known: {known} of {total}.", known=len(looks), total=total)
        self.cards = put(QListWidget(self), name="Cards of the deck")
        self.cards.setViewMode(QListView.ViewMode.IconMode)
        self.cards.setResizeMode(QListView.ResizeMode.Adjust)
        self.cards.setMovement(QListView.Movement.Static)
        self.cards.setWordWrap(True)
        close = put(QPushButton(self), "Close")
        close.setDefault(True)
        close.clicked.connect(self.accept)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 20, 24, 18)
        layout.setSpacing(12)
        layout.addWidget(Label(deck.name, self, size=theme.HEADING))
        layout.addWidget(Label(known, self, tone="quiet", wraps=True))
        layout.addWidget(self.cards, 1)
        layout.addLayout(buttons)
        if parent is not None:
            self.setFont(parent.font())
            set_type(self, parent.font())
        self._fill(deck, looks)
        line = self.fontMetrics().height()
        room = parent.window().size() if parent is not None else QSize(1024, 600)
        self.resize(min(line * 52, room.width() - 40), min(line * 34, room.height() - 40))
        self.finished.connect(self.deleteLater)

    def _fill(self, deck: TaughtDeck, looks: Mapping[str, Image]) -> None:
        line = self.fontMetrics().height()
        high = round(line * _HEIGHT)
        self.cards.setIconSize(QSize(high, high))
        names = {code: card_name(DECKS[deck.deck].parse(code), spoken()) for code in DECKS[deck.deck].codes}
        widest = max(self.fontMetrics().horizontalAdvance(name) for name in names.values())
        self.cards.setGridSize(QSize(widest + round(line * 1.5), high + round(line * 2.6)))
        for code, name in names.items():
            look = looks.get(code)
            picture = image_pixmap(look, self, _HEIGHT) if look is not None else self._blank(high)
            item = QListWidgetItem(QIcon(picture), name)
            item.setTextAlignment(Qt.AlignmentFlag.AlignHCenter)
            told = name if look is not None else tr("{card}: not taught yet", card=name)
            item.setToolTip(told)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, told)
            self.cards.addItem(item)
        self.cards.setCurrentRow(0)

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
