"""Fields for the settings of a game, made from their schema."""

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QCheckBox, QGridLayout, QWidget

from companion.app.model.introductions import CHOICE_LABELS
from companion.app.widgets.fields import ChoiceField, NumberField
from companion.app.widgets.labels import Label
from companion.app.words import put, tr
from companion.rules.settings import Setting

Enter = Callable[[str], None]
"""Takes the text of a field whenever a person changes it."""

_NO_LIMIT = 9999

_OPEN = "none"
"""The text of a number that is left open."""


def form_grid(form: QWidget) -> QGridLayout:
    """Give a form a grid for its fields and return it."""
    grid = QGridLayout(form)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(12)
    grid.setVerticalSpacing(8)
    return grid


def add_fields(form: QWidget, *fields: tuple[str, QWidget]) -> tuple[QGridLayout, list[Label]]:
    """Give a form a grid with a row a field, each behind its label, and return the grid and the labels.

    Args:
        form: The form.
        *fields: Text of the label, marked for translation, and the field.
    """
    grid = form_grid(form)
    labels = []
    for row, (text, field) in enumerate(fields):
        label = put(Label(parent=form), text)
        label.setBuddy(field)
        grid.addWidget(label, row, 0)
        grid.addWidget(field, row, 1)
        labels.append(label)
    return grid, labels


def setting_field(setting: Setting, text: str, enter: Enter) -> QWidget:
    """Return a field for a setting that shows a text of it."""
    match setting.kind:
        case "flag":
            return _flag_field(text, enter)
        case "choice":
            choices = tuple(
                (str(choice), tr(CHOICE_LABELS.get(str(choice), str(choice)))) for choice in setting.choices
            )
            return choice_field(choices, text, enter)
        case "number":
            return _number_field(setting, text, enter)


def choice_field(choices: Sequence[tuple[str, str]], text: str, enter: Enter) -> ChoiceField:
    """Return a field to choose one of some texts, each with what a person reads."""
    field = ChoiceField()
    for value, shown in choices:
        field.addItem(shown, value)
    field.setCurrentIndex(max(0, field.findData(text)))
    field.currentIndexChanged.connect(lambda place: enter(str(field.itemData(place))))
    return field


def _flag_field(text: str, enter: Enter) -> QCheckBox:
    field = QCheckBox()
    field.setChecked(text == "on")
    field.toggled.connect(lambda on: enter("on" if on else "off"))
    return field


def _number_field(setting: Setting, text: str, enter: Enter) -> NumberField:
    field = NumberField()
    # An optional number is left open by the step below its smallest value.
    least = setting.minimum - 1 if setting.optional else setting.minimum
    field.setRange(least, _NO_LIMIT if setting.maximum is None else setting.maximum)
    if setting.optional:
        field.setSpecialValueText(tr("as the rules say"))
    field.setValue(least if text in (_OPEN, "") else int(text))
    field.setMinimumWidth(90)
    usual = ", ".join(str(choice) for choice in setting.choices)
    if usual:
        field.setToolTip(tr("Usual: {values}", values=usual))
    field.valueChanged.connect(lambda value: enter(_OPEN if value < setting.minimum else str(value)))
    return field
