"""All irregularities of a game, to be looked at again."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QListView, QListWidget, QListWidgetItem, QWidget

from companion.app.model.notices import Notice
from companion.app.words import put, spoken, tr


class RemarksList(QListWidget):
    """Lists notices; a click or Enter asks to look at one.

    Signals:
        notice_chosen: The notice, a `companion.app.model.notices.Notice`.
    """

    notice_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        put(self, name="Irregularities of the game")
        self.setWordWrap(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # Lines are broken for the width beside it, so it must not come and go.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self._shown: tuple[object, ...] = ()
        self.itemClicked.connect(self._choose)
        self.itemActivated.connect(self._choose)

    def show_notices(self, notices: tuple[Notice, ...]) -> None:
        """List these, the newest first."""
        if (notices, spoken().code) == self._shown:
            return
        self._shown = notices, spoken().code
        self.clear()
        for notice in reversed(notices):
            item = QListWidgetItem(notice.title, self)
            item.setData(Qt.ItemDataRole.UserRole, notice)
        if not notices:
            QListWidgetItem(tr("Nothing irregular so far"), self).setFlags(Qt.ItemFlag.NoItemFlags)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave typed text to the page's one-key commands."""
        if event.text().isprintable() and event.text().strip():
            event.ignore()
        else:
            super().keyPressEvent(event)

    def _choose(self, item: QListWidgetItem) -> None:
        notice = item.data(Qt.ItemDataRole.UserRole)
        if notice is not None:
            self.notice_chosen.emit(notice)
