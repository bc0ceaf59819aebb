"""The steps of a guided flow: where one is, and a way to any of them."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QPushButton, QWidget

from companion.app.words import put


class StageBar(QWidget):
    """One button a step, numbered.

    Signals:
        chosen: The step a person wants to go to.
    """

    chosen = Signal(int)

    def __init__(self, titles: Sequence[str], parent: QWidget | None = None) -> None:
        """Make the bar.

        Args:
            titles: Of the steps, as messages to translate.
            parent: The widget this is part of.
        """
        super().__init__(parent)
        self.buttons = QButtonGroup(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        for number, title in enumerate(titles):
            button = QPushButton(self)
            put(button, title, name=title)
            button.setProperty("tone", "stage")
            button.setCheckable(True)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            self.buttons.addButton(button, number)
            row.addWidget(button)
        row.addStretch(1)
        self.buttons.button(0).setChecked(True)
        self.buttons.idClicked.connect(self.chosen)

    def show_stage(self, number: int) -> None:
        """Show that one is at this step."""
        self.buttons.button(number).setChecked(True)
