"""What was deleted of the library and still takes room: taken back, or deleted for good."""

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from companion.app.model.recording import amount
from companion.app.widgets.asking import ask
from companion.app.widgets.labels import Label
from companion.app.words import put, spoken, tr


class TrashRow(QWidget):
    """Says how much room deleted sessions take; not to be seen where there are none.

    Signals:
        back_wanted: The folder of the session that was deleted last; it is to be taken back.
        emptied: All of them are to be deleted for good.
    """

    back_wanted = Signal(object)
    emptied = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._latest: Path | None = None
        self.told = Label(parent=self, tone="quiet")
        self.back_button = put(QPushButton(self), "Take back", tip="Take the session back that was deleted last")
        self.empty_button = put(QPushButton(self), "Empty the trash", tip="Delete for good what was deleted")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        for widget in (self.told, self.back_button, self.empty_button):
            row.addWidget(widget)
        self.back_button.clicked.connect(lambda: self.back_wanted.emit(self._latest))
        self.empty_button.clicked.connect(self._ask)
        self.hide()

    def show_trash(self, trashed: tuple[Path, ...], size: int) -> None:
        """Show what there is.

        Args:
            trashed: Folders of the deleted sessions, the latest first.
            size: Bytes that they take.
        """
        self._latest = trashed[0] if trashed else None
        self.told.setText(tr("In the trash: {size}", size=amount(size, spoken())))
        self.setVisible(bool(trashed))

    def _ask(self) -> None:
        ask(
            self,
            tr("Empty the trash"),
            tr("Delete for good what is in the trash, with its videos?"),
            (tr("Empty the trash"), tr("Keep")),
            self.emptied.emit,
            careful=True,
        )
