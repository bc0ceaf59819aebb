"""What is agreed before a game, as a form made from the game's schema."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from companion.app.model.setup import Setup
from companion.app.widgets.forms import form_grid, setting_field
from companion.app.widgets.labels import Label
from companion.rules.settings import Setting


class SettingsForm(QWidget):
    """One row a setting with its explanation; house rules are there when asked for.

    Attributes:
        fields: The field of each setting.
    """

    def __init__(self, setup: Setup, enter: Callable[[str, str], None]) -> None:
        """Make the form.

        Args:
            setup: Holds the choices.
            enter: Takes the name of a setting and its text whenever a person changes it.
        """
        super().__init__()
        self.fields: dict[str, QWidget] = {}
        self._setup = setup
        self._enter = enter
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(10)
        usual = [setting for setting in setup.settings if not setting.house_rule]
        rules = [setting for setting in setup.settings if setting.house_rule]
        if usual:
            layout.addWidget(self._rows(usual))
        if rules:
            more = QPushButton("House rules …", self)
            more.setCheckable(True)
            hidden = self._rows(rules)
            hidden.hide()
            more.toggled.connect(hidden.setVisible)
            layout.addWidget(more, 0, Qt.AlignmentFlag.AlignLeft)
            layout.addWidget(hidden)

    def _rows(self, settings: Sequence[Setting]) -> QWidget:
        part = QWidget(self)
        grid = form_grid(part)
        for row, setting in enumerate(settings):
            field = setting_field(setting, self._setup.text(setting.name), partial(self._enter, setting.name))
            label = Label(setting.name.replace("_", " ").capitalize(), part)
            label.setBuddy(field)
            field.setAccessibleName(label.text())
            field.setAccessibleDescription(setting.help)
            grid.addWidget(label, row, 0)
            grid.addWidget(field, row, 1)
            grid.addWidget(Label(setting.help, part, tone="quiet", wraps=True), row, 2)
            self.fields[setting.name] = field
        grid.setColumnStretch(2, 1)
        return part
