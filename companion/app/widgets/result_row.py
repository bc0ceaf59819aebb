"""The last game that is over, kept for a while beside the recordings: to look at its result and set a card right."""

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from companion.app.model.keeping import KeptGame
from companion.app.widgets.labels import Label
from companion.app.words import put, spoken


class ResultRow(QWidget):
    """Says who won the last game; not to be seen where none is kept.

    Signals:
        wanted: The game whose result is to be shown.
    """

    wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kept: KeptGame | None = None
        self.told = put(Label(parent=self, wraps=True), name="The last result")
        self.show_button = put(
            QPushButton(self), "Show the result", tip="Look at the game again that is over, and set its cards right"
        )
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(12)
        row.addWidget(self.told, 1)
        row.addWidget(self.show_button)
        self.show_button.clicked.connect(lambda: self.wanted.emit(self._kept))
        self.hide()

    def show_game(self, kept: KeptGame | None) -> None:
        """Show a game that is over; None for none."""
        self._kept = kept
        self.setVisible(kept is not None)
        self._tell()

    def changeEvent(self, event: QEvent) -> None:
        """Say it in the language that was switched to."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and hasattr(self, "show_button"):
            self._tell()

    def _tell(self) -> None:
        if self._kept is not None:
            self.told.setText(self._kept.told(spoken()))
