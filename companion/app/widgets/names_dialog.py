"""Asks what the players of a game are called: one that is played, or one that was recorded."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QDialog, QPushButton, QWidget

from companion.app.widgets.dialogs import fill_dialog
from companion.app.widgets.labels import Label
from companion.app.widgets.name_rows import NameRows
from companion.app.words import put, spoken, tr
from companion.errors import WrongInputError
from companion.rules.blanks import named


class NamesDialog(QDialog):
    """Shows the names and gives them back when they tell the players apart.

    Signals:
        chosen: The names, seat 0 first, and whether they hold in all recordings.

    Attributes:
        rows: The names.
        everywhere: Whether they hold in all recordings.
        problem: Why they cannot be.
    """

    chosen = Signal(tuple, bool)

    def __init__(
        self, names: Sequence[str], people: Sequence[str], parent: QWidget, seat: int = 0, *, recorded: bool = False
    ) -> None:
        """Make the dialog.

        Args:
            names: What the players are called now, seat 0 first.
            people: Names that are offered while one is typed.
            parent: The page it belongs to.
            seat: Whose name is to be changed first.
            recorded: The game is one of many recorded ones, and a name may have been wrong in all of them.
        """
        super().__init__(parent)
        self.setWindowTitle(tr("Names"))
        self.setModal(True)
        self.rows = NameRows(names, people, self)
        self.problem = put(Label(parent=self, tone="warning", wraps=True), name="Problems")
        self.everywhere = put(QCheckBox(self), "In all recordings in which somebody has the old name")
        self.everywhere.setVisible(recorded)
        self.take_button = put(QPushButton(self), "Change the names")
        self.take_button.setProperty("tone", "primary")
        self.take_button.setDefault(True)
        self.leave_button = put(QPushButton(self), "Leave as they are")
        self.take_button.clicked.connect(self.take)
        self.leave_button.clicked.connect(self.reject)
        self.rows.swap_wanted.connect(self._swap)
        self.rows.entered.connect(self.take)
        self.finished.connect(self.deleteLater)
        self._lay_out()
        self.rows.choose(seat)

    def take(self) -> None:
        """Give the names back, or tell why they cannot be."""
        try:
            names = named(self.rows.names, len(self.rows.fields), spoken())
        except WrongInputError as error:
            self.problem.setText(error.told(spoken()))
            self.problem.show()
            return
        self.chosen.emit(names, self.everywhere.isChecked())
        self.accept()

    def _swap(self, one: int, other: int) -> None:
        names = list(self.rows.names)
        names[one], names[other] = names[other], names[one]
        self.rows.show_names(names)

    def _lay_out(self) -> None:
        self.problem.hide()
        told = tr("The names alone change: what was played and the score stay with each seat.")
        about = Label(told, self, tone="quiet", wraps=True)
        inside = (about, self.rows, self.everywhere, self.problem)
        fill_dialog(self, tr("What are the players called?"), inside, (self.leave_button, self.take_button))
        self.setMinimumWidth(self.fontMetrics().height() * 28)
