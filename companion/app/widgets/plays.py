"""The list of plays of the hand: one row a trick, one column a seat."""

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QEvent, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor, QFont, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from companion.app.model.board import Board, TrickRow
from companion.app.widgets.seats import seat_colour
from companion.app.words import put, tr
from companion.language import shown

_Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()

_LINE = 1.45
"""Height of a row, in lines of type."""


class PlaysModel(QAbstractTableModel):
    """Tricks as rows; the columns are the trick's number, the cards by seat, and what it was worth."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._names: tuple[str, ...] = ()
        self._rows: tuple[TrickRow, ...] = ()

    def show_board(self, board: Board) -> bool:
        """Show these tricks; return whether anything changed."""
        names = tuple(place.name for place in board.places)
        if (names, board.rows) == (self._names, self._rows):
            return False
        self.beginResetModel()
        self._names, self._rows = names, board.rows
        self.endResetModel()
        return True

    def fact(self, index: _Index) -> int | None:
        """Return the fact behind a cell; None where it shows no card."""
        cards = self._cards(index)
        return cards[0].fact if cards else None

    def _cards(self, index: _Index) -> tuple[Any, ...]:
        if not index.isValid() or not 1 <= index.column() <= len(self._names):
            return ()
        return self._rows[index.row()].cards[index.column() - 1]

    # Qt

    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        """Return the number of tricks."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: _Index = _NOWHERE) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() or not self._names else len(self._names) + 2

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the heads of the columns."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return (tr("trick"), *self._names, tr("worth"))[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignCenter
        return None

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return what a cell shows."""
        row, column = self._rows[index.row()], index.column()
        cards = self._cards(index)
        wins = bool(cards) and cards[0].wins
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._text(row, column)
            case Qt.ItemDataRole.TextAlignmentRole:
                return Qt.AlignmentFlag.AlignCenter
            case Qt.ItemDataRole.FontRole if wins:
                font = QFont()
                font.setBold(True)
                return font
            case Qt.ItemDataRole.BackgroundRole if wins:
                colour = QColor(seat_colour(column - 1))
                colour.setAlpha(70)
                return colour
            case Qt.ItemDataRole.ToolTipRole:
                return row.why or None
            case Qt.ItemDataRole.AccessibleTextRole if cards:
                won = f", {tr('wins')}" if wins else ""
                return tr("{name}: {reason}", name=self._names[column - 1], reason=f"{self._text(row, column)}{won}")
        return None

    def _text(self, row: TrickRow, column: int) -> str:
        if column == 0:
            return tr("tiebreak") if row.trick is None else str(row.trick + 1)
        if column > len(self._names):
            return "" if row.winner is None or row.trick is None else shown(row.points, "+") if row.points else "–"
        names = [card.name for card in row.cards[column - 1]]
        text = f"{names[0]}–{names[-1]}" if len(names) > 1 else "".join(names)
        return f"▸ {text}" if text and row.leader == column - 1 else text


class PlaysList(QTableView):
    """Shows the plays; a click or Enter on a card asks to correct it.

    Signals:
        card_chosen: The fact of the card.
    """

    card_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.plays = PlaysModel(self)
        self.setModel(self.plays)
        put(self, name="Plays of the hand")
        self.setShowGrid(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.horizontalHeader().setSectionsClickable(False)
        self.horizontalHeader().setTextElideMode(Qt.TextElideMode.ElideRight)
        self.clicked.connect(self._choose)
        self.activated.connect(self._choose)

    def show_board(self, board: Board) -> None:
        """Show these tricks, the newest in sight."""
        if self.plays.show_board(board):
            last = self.plays.columnCount() - 1
            for column in range(last + 1):
                narrow = column in (0, last)
                mode = QHeaderView.ResizeMode.ResizeToContents if narrow else QHeaderView.ResizeMode.Stretch
                self.horizontalHeader().setSectionResizeMode(column, mode)
            self._fit()
            self.scrollToBottom()

    def changeEvent(self, event: QEvent) -> None:
        """Make the rows as high as the new type asks for."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()
            self.scrollToBottom()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the newest trick in sight."""
        super().resizeEvent(event)
        self._fit()
        self.scrollToBottom()

    def _fit(self) -> None:
        """Make the rows as high as the type asks for; where not all have room, so high that none is cut in two."""
        rows, room = self.verticalHeader(), self.viewport().height()
        height = round(self.fontMetrics().height() * _LINE)
        rows.setMinimumSectionSize(1)  # Qt's own is that of the largest type there ever was.
        count = self.plays.rowCount()
        if count * height <= room:
            rows.setDefaultSectionSize(height)
            return
        seen = max(1, room // height)
        rows.setDefaultSectionSize(max(height, room // seen))
        rows.resizeSection(count - 1, max(height, room - (seen - 1) * rows.defaultSectionSize()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave typed text to the page's one-key commands."""
        if event.text().isprintable() and event.text().strip():
            event.ignore()
        else:
            super().keyPressEvent(event)

    def _choose(self, index: QModelIndex) -> None:
        fact = self.plays.fact(index)
        if fact is not None:
            self.card_chosen.emit(fact)
