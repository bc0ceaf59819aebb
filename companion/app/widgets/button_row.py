"""A row of buttons that are tight where they would not have room beside each other."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QPushButton, QWidget

from companion.app.widgets.flowing import FlowingRow

_GAP, _PADDING = 8, 30
"""Pixels between two buttons, and beside the text of one where there is room for all in a row."""


class ButtonRow(QWidget):
    """Buttons from left to right, with room beside their texts where the place is wide enough for that."""

    def __init__(self, buttons: Sequence[QPushButton]) -> None:
        """Make the row.

        Args:
            buttons: From left to right.
        """
        super().__init__()
        self._buttons = buttons
        row = FlowingRow(_GAP, _GAP)
        for button in buttons:
            row.addWidget(button)
        self.setLayout(row)

    def event(self, event: QEvent) -> bool:
        """Fit the buttons to their place, and to their texts where these change."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self._fit()
        return super().event(event)

    def _fit(self) -> None:
        shown = [button for button in self._buttons if not button.isHidden()]
        texts = [button.fontMetrics().horizontalAdvance(button.text()) for button in shown]
        tight = sum(texts) + len(texts) * (_PADDING + _GAP) - _GAP > self.width()
        for button in shown:
            if (button.property("tone") == "tight") != tight:
                button.setProperty("tone", "tight" if tight else "")
                button.style().unpolish(button)
                button.style().polish(button)
                button.updateGeometry()
