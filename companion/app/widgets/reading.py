"""What is new on the screen, told to a screen reader: it reads by itself only what has the keys."""

from PySide6 import QtGui
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QWidget

_EVENT = "QAccessibleAnnouncementEvent"
"""Qt has it from 6.8 on."""


def read_out(widget: QWidget, text: str, *, urgent: bool = False) -> None:
    """Let a screen reader say a text, where one is at work; empty for nothing.

    Args:
        widget: Where it is shown; of one that is not seen nothing is said.
        text: What to say.
        urgent: Whether it may interrupt what is being said.
    """
    if not text or not QAccessible.isActive() or not widget.isVisible() or not hasattr(QtGui, _EVENT):
        return
    event = QtGui.QAccessibleAnnouncementEvent(widget, text)
    event.setPoliteness(
        QAccessible.AnnouncementPoliteness.Assertive if urgent else QAccessible.AnnouncementPoliteness.Polite
    )
    QAccessible.updateAccessibility(event)
