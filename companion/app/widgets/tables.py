"""Tables of texts, of which a row can be chosen."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from companion.app.words import tr

_ROW = 1.9
"""Height of a row in lines of type."""


class _Table(QTableWidget):
    """Has rows as high as its type asks for."""

    def changeEvent(self, event: QEvent) -> None:
        """Make the rows as high as the new type asks for."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.verticalHeader().setDefaultSectionSize(round(self.fontMetrics().height() * _ROW))


def make_table(parent: QWidget) -> QTableWidget:
    """Return an empty table that is only read."""
    table = _Table(parent)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setTabKeyNavigation(False)
    table.setWordWrap(False)
    table.setShowGrid(False)
    table.setAlternatingRowColors(True)
    table.verticalHeader().hide()
    table.horizontalHeader().setHighlightSections(False)
    table.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    return table


def fill_table(table: QTableWidget, heads: tuple[str, ...], rows: list[tuple[str, ...]], wide: int = -1) -> None:
    """Show rows of texts.

    Args:
        table: Where.
        heads: Of the columns, messages to translate.
        rows: A text a column.
        wide: The column that takes what room is left, and is cut off where there is none; the last without.
    """
    table.setColumnCount(len(heads))
    table.setRowCount(len(rows))
    table.setHorizontalHeaderLabels([tr(head) for head in heads])
    table.verticalHeader().setDefaultSectionSize(round(table.fontMetrics().height() * _ROW))
    for place, row in enumerate(rows):
        for column, text in enumerate(row):
            item = QTableWidgetItem(text)
            item.setToolTip(text)
            table.setItem(place, column, item)
    header = table.horizontalHeader()
    for column in range(len(heads)):
        widest = column == wide % len(heads)
        mode = QHeaderView.ResizeMode.Stretch if widest else QHeaderView.ResizeMode.ResizeToContents
        header.setSectionResizeMode(column, mode)
