"""The names of the players as fields below each other, each with the shape and the side of its seat."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCompleter, QLineEdit, QWidget

from companion.app.model.seating import side_name
from companion.app.widgets.forms import form_grid
from companion.app.widgets.labels import Label
from companion.app.widgets.seats import seat_icon
from companion.app.words import spoken, tr

_MOVES = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class NameField(QLineEdit):
    """A name. Alt and an arrow move it to the field above or below.

    Signals:
        move_wanted: By how many places, down.
    """

    move_wanted = Signal(int)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take the keys that move."""
        step = _MOVES.get(Qt.Key(event.key()))
        if step is not None and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self.move_wanted.emit(step)
        else:
            super().keyPressEvent(event)
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                event.accept()  # It was taken for the name; the page shall not go on, too.


class NameRows(QWidget):
    """The fields.

    Attributes:
        fields: Seat 0 first.

    Signals:
        edited: The seat whose name was changed, and the name.
        swap_wanted: Two seats whose players change places.
        entered: The seat in whose name Enter was pressed.
    """

    edited = Signal(int, str)
    swap_wanted = Signal(int, int)
    entered = Signal(int)

    def __init__(self, names: Sequence[str], people: Sequence[str] = (), parent: QWidget | None = None) -> None:
        """Make the fields.

        Args:
            names: Seat 0 first; empty for a seat whose player has none.
            people: Names that are offered while one is typed.
            parent: The widget this is part of.
        """
        super().__init__(parent)
        self.fields: list[QLineEdit] = []
        grid = form_grid(self)
        for seat, name in enumerate(names):
            shape = Label(parent=self)
            shape.setPixmap(seat_icon(seat).pixmap(22, 22))
            side = side_name(seat, len(names), spoken())
            field = NameField(name, self)
            field.setPlaceholderText(tr("Player {number}", number=seat + 1))
            field.setAccessibleName(tr("Name of the player {where}", where=side))
            field.setCursorPosition(0)  # Of a name that is too long its beginning is seen.
            edit = partial(self.edited.emit, seat)
            field.textEdited.connect(edit)
            if people:
                _offer(field, people, edit)
            field.move_wanted.connect(partial(self._move, seat))
            field.returnPressed.connect(partial(self.entered.emit, seat))
            grid.addWidget(shape, seat, 0)
            grid.addWidget(field, seat, 1)
            grid.addWidget(Label(side, self, tone="quiet"), seat, 2)
            self.fields.append(field)

    @property
    def names(self) -> tuple[str, ...]:
        """What stands in the fields."""
        return tuple(field.text() for field in self.fields)

    def show_names(self, names: Sequence[str]) -> None:
        """Show these names, seat 0 first."""
        for field, name in zip(self.fields, names, strict=True):
            field.setText(name)
            field.setCursorPosition(0)

    def choose(self, seat: int) -> None:
        """Let the name of a seat be typed over."""
        self.fields[seat].setFocus()
        self.fields[seat].selectAll()

    def _move(self, seat: int, step: int) -> None:
        other = (seat + step) % len(self.fields)
        self.swap_wanted.emit(seat, other)
        self.fields[other].setFocus()


def _offer(field: QLineEdit, people: Sequence[str], take: Callable[[str], None]) -> None:
    offered = QCompleter(list(people), field)
    offered.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
    offered.activated.connect(take)
    field.setCompleter(offered)
