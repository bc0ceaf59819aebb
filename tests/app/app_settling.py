"""Waits until a window has laid out what it was told."""

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication


def settle(qapp: QApplication) -> None:
    """Have everything done that waits: layouts that follow one another, and widgets that are to be deleted."""
    for _ in range(3):
        qapp.processEvents()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
