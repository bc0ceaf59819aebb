"""The third step of a new game: what is agreed."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from companion.app.model.setup import Setup
from companion.app.widgets.labels import Label, set_type
from companion.app.widgets.panels import panel
from companion.app.widgets.settings_form import SettingsForm
from companion.app.words import put, spoken, tr


class RulesChoice(QWidget):
    """The settings and house rules of the game chosen; everything may be left as it is.

    Attributes:
        fields: The field of each setting.

    Signals:
        changed: Something was entered.
    """

    changed = Signal()

    def __init__(self, setup: Setup, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._setup = setup
        self.fields: dict[str, QWidget] = {}
        self._form: QWidget | None = None
        agreed, self._inside = panel("What is agreed", self)
        self._lead = Label(parent=agreed, tone="quiet", wraps=True)
        self._inside.addWidget(self._lead)
        self.usual_button = put(QPushButton(agreed), "As usual", tip="Take the usual rules again")
        self.usual_button.clicked.connect(self._take_usual)
        self._inside.addWidget(self.usual_button, 0, Qt.AlignmentFlag.AlignLeft)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(agreed)
        column.addStretch(1)
        self.show_game()

    def show_game(self) -> None:
        """Make the form for the game that is chosen."""
        if self._form is not None:
            self._form.hide()
            self._form.deleteLater()
        form = SettingsForm(self._setup, self._setup.rules, self._enter)
        self.fields = form.fields
        self._form = form
        self._inside.insertWidget(2, form)
        set_type(form, self.font())
        self._show_lead()

    def _enter(self, setting: str, text: str) -> None:
        self._setup.enter(setting, text)
        self._show_lead()
        self.changed.emit()

    def _take_usual(self) -> None:
        self._setup.use_defaults()
        self.show_game()
        self.changed.emit()

    def _show_lead(self) -> None:
        title = tr(self._setup.game.title)
        changed = self._setup.unusual
        text = tr("{game}: everything is as usual. Nothing has to be changed.", game=title)
        if changed:
            text = (
                spoken()
                .plural(
                    "{game}: {count} thing is agreed otherwise than usual.",
                    "{game}: {count} things are agreed otherwise than usual.",
                    changed,
                )
                .format(game=title, count=changed)
            )
        self._lead.setText(text)
        self.usual_button.setEnabled(bool(changed))
