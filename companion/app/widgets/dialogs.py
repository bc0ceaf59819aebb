"""How dialogs are laid out."""

from collections.abc import Sequence

from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from companion.app import theme
from companion.app.widgets.labels import Label, set_type


def fill_dialog(
    dialog: QDialog,
    heading: str | Label,
    inside: Sequence[QWidget],
    buttons: Sequence[QPushButton],
    filling: QWidget | None = None,
) -> None:
    """Put a heading, widgets one below the other and a row of buttons into a dialog, in its parent's type.

    Args:
        dialog: What is laid out.
        heading: What it is about; a label of its own where that changes.
        inside: What stands between heading and buttons, from the top.
        buttons: From the left.
        filling: Which of what stands inside takes the room that is left; None for none.
    """
    row = QHBoxLayout()
    row.addStretch(1)
    for button in buttons:
        row.addWidget(button)
    layout = QVBoxLayout(dialog)
    layout.setContentsMargins(24, 20, 24, 18)
    layout.setSpacing(12)
    layout.addWidget(heading if isinstance(heading, Label) else Label(heading, dialog, size=theme.HEADING, wraps=True))
    for widget in inside:
        layout.addWidget(widget, int(widget is filling))
    if filling is None:
        layout.addStretch(1)
    layout.addLayout(row)
    parent = dialog.parentWidget()
    if parent is not None:
        dialog.setFont(parent.font())
        set_type(dialog, parent.font())
