"""A page beside the game: a title, a way back, and what it is about."""

from typing import TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from companion.app import theme
from companion.app.widgets.labels import Label
from companion.app.words import put


class Leaf(QWidget):
    """A page with a head. What it is about goes into `body`, what can always be done to the end of `head`.

    Signals:
        back_wanted: Go back to where one came from.
    """

    back_wanted = Signal()

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        """Make the page.

        Args:
            title: A message to translate.
            parent: The widget this is part of.
        """
        super().__init__(parent)
        self.setObjectName("page")
        self.back_button = put(QPushButton(self), "Back", tip="Back to where you came from (Esc)")
        self.back_button.clicked.connect(self.back_wanted)
        head = QFrame(self)
        head.setObjectName("head")
        self.head = row = QHBoxLayout(head)
        row.setContentsMargins(32, 12, 32, 12)
        row.setSpacing(18)
        row.addWidget(self.back_button)
        row.addWidget(put(Label(parent=head, size=theme.HEADING, weight=QFont.Weight.DemiBold), title), 1)
        self.body = QVBoxLayout()
        self.body.setContentsMargins(32, 20, 32, 20)
        self.body.setSpacing(14)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(head)
        layout.addLayout(self.body, 1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go back on Escape, which reaches the page where nothing on it wants it."""
        if event.key() == Qt.Key.Key_Escape:
            self.back_wanted.emit()
        else:
            super().keyPressEvent(event)

    def leave(self) -> None:
        """The page is left: end what runs on it."""


AnyLeaf = TypeVar("AnyLeaf", bound=Leaf)
