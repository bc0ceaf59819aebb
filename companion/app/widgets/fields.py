"""Fields that keep their value until a person means to change it."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QLineEdit, QSpinBox, QWidget

if TYPE_CHECKING:
    _Field = QWidget
else:
    _Field = object

_OPENING = (
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
    Qt.Key.Key_PageUp,
    Qt.Key.Key_PageDown,
    Qt.Key.Key_Home,
    Qt.Key.Key_End,
    Qt.Key.Key_Return,
    Qt.Key.Key_Enter,
    Qt.Key.Key_F4,
)


class _Still(_Field):
    """Mix-in of a field that leaves the wheel to the page it is on."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def setAccessibleName(self, name: str) -> None:
        """Name the field, and the one inside into which is typed: some screen readers come to that one."""
        super().setAccessibleName(name)
        self._name_inside()

    def _name_inside(self) -> None:
        for inside in self.findChildren(QLineEdit):
            inside.setAccessibleName(self.accessibleName())

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the page."""
        event.ignore()


class ChoiceField(_Still, QComboBox):
    """One of several; the wheel scrolls the page it is on."""

    def __init__(self, parent: QWidget | None = None, *, careful: bool = False) -> None:
        """Make the field.

        Args:
            parent: The widget this is part of.
            careful: What is chosen is done at once: keys open the list, and Enter in it chooses.
        """
        super().__init__(parent)
        self._careful = careful

    def setEditable(self, editable: bool) -> None:
        """Let something else be typed, too."""
        super().setEditable(editable)
        self._name_inside()
        if (inside := self.lineEdit()) is not None:
            inside.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let what is typed into be no higher than its room: the style gives it the height of all of the field."""
        if watched is self.lineEdit() and event.type() == QEvent.Type.Resize and watched.minimumHeight():
            watched.setMinimumHeight(0)
            watched.resize(watched.width(), self.height() - 2 * watched.y())
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the list where every step through it would be done."""
        if not self._careful:
            super().keyPressEvent(event)
        elif Qt.Key(event.key()) in _OPENING:
            self.showPopup()
        else:
            event.ignore()


class NumberField(_Still, QSpinBox):
    """A number; the wheel scrolls the page it is on."""


class MeasureField(_Still, QDoubleSpinBox):
    """A measure; the wheel scrolls the page it is on."""
