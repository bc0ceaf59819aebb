"""Every card of a deck to choose from, suit by suit."""

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from companion.app.model.choice import matching
from companion.app.style import colours_of
from companion.app.widgets.cards import CardPictures, card_path, paint_card
from companion.app.words import put, spoken
from companion.cards import DECKS, card_name

_Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_MOST_ROWS = 5
_CODE = Qt.ItemDataRole.UserRole
_FADED = Qt.ItemDataRole.UserRole + 1


def rows_of(deck: str) -> tuple[tuple[str, ...], ...]:
    """Return the codes of a deck, a suit a row, or two where there are many; cards without a suit come last."""
    cards = DECKS[deck].cards
    suits = dict.fromkeys(card.suit for card in cards)
    rows = [tuple(card.code for card in cards if card.suit == suit) for suit in suits]
    if len(rows) <= _MOST_ROWS:
        return tuple(rows)
    return tuple(
        (*rows[place], *(rows[place + 1] if place + 1 < len(rows) else ())) for place in range(0, len(rows), 2)
    )


class DeckModel(QAbstractTableModel):
    """The cards of a deck; those that a typed text does not mean cannot be chosen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._deck = ""
        self._rows: tuple[tuple[str, ...], ...] = ()
        self._matching: frozenset[str] = frozenset()
        self._allowed: frozenset[str] = frozenset()
        self._played: frozenset[str] = frozenset()

    def show_deck(self, deck: str, played: frozenset[str], allowed: frozenset[str] | None = None) -> None:
        """Show the cards of a deck; those already played are fainter, others than those allowed cannot be picked."""
        self.beginResetModel()
        self._deck, self._rows, self._played = deck, rows_of(deck), played
        self._allowed = frozenset(DECKS[deck].codes) if allowed is None else allowed
        self._matching = self._allowed
        self.endResetModel()

    def search(self, text: str) -> tuple[QModelIndex, ...]:
        """Leave only the cards that a typed text means; return where they are."""
        self._matching = self.meant(text)
        self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, self.columnCount() - 1))
        places = ((row, column) for row, codes in enumerate(self._rows) for column in range(len(codes)))
        return tuple(self.index(row, column) for row, column in places if self._rows[row][column] in self._matching)

    def meant(self, text: str) -> frozenset[str]:
        """Return the cards that a typed text means, of those that can be picked."""
        return frozenset(matching(self._deck, text, spoken())) & self._allowed

    def code(self, index: _Index) -> str | None:
        """Return the card of a cell; None where there is none, or none that matches."""
        if not index.isValid() or index.column() >= len(self._rows[index.row()]):
            return None
        code = self._rows[index.row()][index.column()]
        return code if code in self._matching else None

    def place(self, code: str | None) -> QModelIndex:
        """Return the cell of a card; no cell where there is no such card."""
        places = ((row, codes.index(code)) for row, codes in enumerate(self._rows) if code in codes)
        return next((self.index(row, column) for row, column in places), QModelIndex())

    # Qt

    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        """Return the number of suits."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: _Index = _NOWHERE) -> int:
        """Return the length of the longest suit."""
        return 0 if parent.isValid() else max((len(row) for row in self._rows), default=0)

    def flags(self, index: _Index) -> Qt.ItemFlag:
        """Let only matching cards be chosen."""
        if self.code(index) is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return what a cell shows."""
        codes = self._rows[index.row()]
        if index.column() >= len(codes):
            return None
        code = codes[index.column()]
        match role:
            case Qt.ItemDataRole.ToolTipRole | Qt.ItemDataRole.AccessibleTextRole:
                return card_name(DECKS[self._deck].parse(code), spoken())
            case _ if role == _CODE:
                return code
            case _ if role == _FADED:
                return code in self._played
        return None


class _CardDelegate(QStyledItemDelegate):
    """Paints a cell as its card."""

    def __init__(self, view: "DeckView") -> None:
        super().__init__(view)
        self._view = view

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paint the card, fainter where it was played or cannot be meant."""
        code, pictures = index.data(_CODE), self._view.pictures
        if code is None or pictures is None:
            return
        cell = QRectF(option.rect).adjusted(2, 2, -2, -2)
        height = min(cell.height(), cell.width() / pictures.shape)
        width = height * pictures.shape
        place = QRectF(cell.center().x() - width / 2, cell.center().y() - height / 2, width, height)
        ratio = self._view.devicePixelRatioF()
        pixmap = pictures.pixmap(code, max(8, round(height * ratio)))
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        matches = bool(index.flags() & Qt.ItemFlag.ItemIsEnabled)
        painter.setOpacity(0.1 if not matches else 0.45 if index.data(_FADED) else 1.0)
        paint_card(painter, pixmap, place)
        painter.setOpacity(1.0)
        selected = option.state & QStyle.StateFlag.State_Selected
        if selected or code in self._view.chosen:
            colours = colours_of(self._view)
            painter.setPen(QPen(QColor(colours.accent if code in self._view.chosen else colours.quiet), 4))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPath(card_path(place))
        painter.restore()


class DeckView(QTableView):
    """Lets cards be picked by click, or by arrow keys and Space, and taken by a second click or Enter.

    Signals:
        picked: A code, and whether it is picked or dropped beside those picked before.
        taken: What is picked is to be taken.

    Attributes:
        pictures: Of the deck.
        chosen: The codes picked.
        adds: Whether every click adds to what is picked.
    """

    picked = Signal(str, bool)
    taken = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pictures: CardPictures | None = None
        self.chosen: tuple[str, ...] = ()
        self.adds = False
        self._pressed = False
        self._before: tuple[str, ...] = ()
        self.cards = DeckModel(self)
        self.setModel(self.cards)
        self.setItemDelegate(_CardDelegate(self))
        put(self, name="Cards of the deck")
        self.setStyleSheet("QTableView { selection-background-color: transparent; }")  # The card is marked itself.
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.hide()
            header.setMinimumSectionSize(8)
            header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)

    def minimumSizeHint(self) -> QSize:
        """Return the least useful size."""
        return QSize(300, 130)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Paint the cards anew."""
        super().resizeEvent(event)
        self.viewport().update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Pick the card under the pointer; a card that is picked already is taken."""
        self._pressed = True
        super().mousePressEvent(event)
        self._pressed = False
        code = self.cards.code(self.indexAt(event.position().toPoint()))
        if code is None or event.button() != Qt.MouseButton.LeftButton:
            return
        adds = self.adds or bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if not adds and self.chosen == (code,):
            self.taken.emit()
        else:
            self.picked.emit(code, adds)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave typed text to the search."""
        key, code = event.key(), self.cards.code(self.currentIndex())
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.taken.emit()
        elif key == Qt.Key.Key_Space and code is not None:
            self.picked.emit(code, True)
        elif event.text().isprintable() and event.text().strip():
            event.ignore()
        else:
            super().keyPressEvent(event)

    def currentChanged(self, current: _Index, previous: _Index) -> None:
        """Pick the card that the arrow keys have come to."""
        super().currentChanged(current, previous)
        code = self.cards.code(current)
        if code is not None and not self._pressed and not self.adds:
            self.picked.emit(code, False)

    def show_deck(
        self, pictures: CardPictures, played: frozenset[str], allowed: frozenset[str] | None, adds: bool
    ) -> None:
        """Show a deck.

        Args:
            pictures: Its cards.
            played: Codes that were already played.
            allowed: Codes that can be picked; None for all.
            adds: Whether every click adds to what is picked.
        """
        self.pictures, self.adds, self.chosen = pictures, adds, ()
        self.cards.show_deck(pictures.deck_id, played, allowed)

    def mark(self, chosen: tuple[str, ...]) -> None:
        """Mark the cards that are picked."""
        self.chosen = chosen
        self.viewport().update()

    def means(self, text: str) -> bool:
        """Whether a typed text means a card that can be picked."""
        return bool(self.cards.meant(text))

    def search(self, text: str) -> bool:
        """Leave only the cards that a typed text means, the first of them selected; return whether there is one."""
        found = self.cards.search(text)
        if text.strip() and found:
            self.setCurrentIndex(found[0])
        else:
            self.clearSelection()
            self.setCurrentIndex(QModelIndex())
        return bool(text.strip() and found)
