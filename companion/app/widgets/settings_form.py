"""What is agreed before a game, as a form made from the game's schema."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtGui import QFont
from PySide6.QtWidgets import QVBoxLayout, QWidget

from companion.app.model.introductions import setting_help, setting_label, usual_value
from companion.app.model.setup import Setup
from companion.app.widgets.forms import form_grid, setting_field
from companion.app.widgets.labels import Label
from companion.app.words import spoken, tr
from companion.rules.settings import Setting


class SettingsForm(QWidget):
    """One row a setting with its explanation and its usual value.

    Attributes:
        fields: The field of each setting.
    """

    def __init__(self, setup: Setup, settings: Sequence[Setting], enter: Callable[[str, str], None]) -> None:
        """Make the form.

        Args:
            setup: Holds the choices.
            settings: What the form is for.
            enter: Takes the name of a setting and its text whenever a person changes it.
        """
        super().__init__()
        self.fields: dict[str, QWidget] = {}
        self._setup = setup
        self._enter = enter
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(14)
        usual = [setting for setting in settings if not setting.house_rule]
        rules = [setting for setting in settings if setting.house_rule]
        if usual:
            layout.addWidget(self._rows(usual))
        if rules:
            layout.addWidget(Label(tr("House rules"), self, size=1.15, weight=QFont.Weight.DemiBold))
            layout.addWidget(self._rows(rules))

    def _rows(self, settings: Sequence[Setting]) -> QWidget:
        part = QWidget(self)
        grid = form_grid(part)
        language = spoken()
        for row, setting in enumerate(settings):
            field = setting_field(setting, self._setup.text(setting.name), partial(self._enter, setting.name))
            label = Label(setting_label(setting, language), part)
            label.setBuddy(field)
            field.setAccessibleName(label.text())
            explained = f"{setting_help(setting, language)} ({usual_value(setting, language)})"
            field.setAccessibleDescription(explained)
            grid.addWidget(label, row, 0)
            grid.addWidget(field, row, 1)
            grid.addWidget(Label(explained, part, tone="quiet", wraps=True), row, 2)
            self.fields[setting.name] = field
        grid.setColumnStretch(2, 1)
        return part
