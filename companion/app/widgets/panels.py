"""Panels with a title, and pages that scroll where they do not fit."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from companion.app import theme
from companion.app.widgets.labels import Label
from companion.app.words import put


def panel(title: str, parent: QWidget | None = None) -> tuple[QFrame, QVBoxLayout]:
    """Return a panel and the layout inside it, below the title.

    Args:
        title: A message to translate; empty for none.
        parent: The widget it is part of.
    """
    frame = QFrame(parent)
    frame.setObjectName("panel")
    layout = QVBoxLayout(frame)
    layout.setContentsMargins(18, 12, 18, 14)
    layout.setSpacing(10)
    if title:
        layout.addWidget(put(Label(parent=frame, size=theme.STRONG, weight=QFont.Weight.DemiBold), title))
    return frame, layout


def framed(widget: QWidget) -> QFrame:
    """Return a panel that is narrow around one widget."""
    frame = QFrame()
    frame.setObjectName("panel")
    layout = QVBoxLayout(frame)
    layout.setContentsMargins(12, 8, 12, 8)
    layout.addWidget(widget)
    return frame


def scrolled(inside: QWidget, parent: QWidget | None = None) -> QScrollArea:
    """Return a frameless area in which something scrolls up and down where it does not fit.

    Tab goes to what is inside, which is brought into sight; the page keys reach the area from there.
    """
    inside.setObjectName("page")
    area = QScrollArea(parent)
    area.setWidgetResizable(True)
    area.setWidget(inside)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return area
