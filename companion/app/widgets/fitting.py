"""Rows that show as much as there is room for."""

from PySide6.QtCore import QEvent
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget


class FittingRow(QWidget):
    """Fits what it shows to its width: when that changes, and when buttons have become wider or narrower."""

    def fit(self) -> None:
        """Show what there is room for."""
        raise NotImplementedError

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the new width."""
        super().resizeEvent(event)
        self.fit()

    def event(self, event: QEvent) -> bool:
        """Fit what has become wider or narrower."""
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self.fit()
        return done
