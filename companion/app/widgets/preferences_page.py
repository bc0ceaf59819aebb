"""The settings of the app: every value with what it is usually."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from companion.app.model.preferences import OPTIONS, Option, Preferences
from companion.app.widgets.fields import ChoiceField, NumberField
from companion.app.widgets.forms import choice_field, form_grid
from companion.app.widgets.labels import Label, set_type
from companion.app.widgets.leaf import Leaf
from companion.app.widgets.panels import panel, scrolled
from companion.app.words import put, tr
from companion.language import mark

_DEFAULTS = Preferences()


class PreferencesPage(Leaf):
    """A form of all preferences. Every change takes effect at once.

    Attributes:
        fields: The field of each preference.
        preferences: The values in force.

    Signals:
        changed: Name and value of a preference that a person has changed.
        reset_wanted: Everything as usual again.
        forget_wanted: Forget players, rules and cameras.
        forget_decks_wanted: Forget what was learned of decks by playing with them.
        test_wanted: Let the voice say something.
    """

    changed = Signal(str, object)
    reset_wanted = Signal()
    forget_wanted = Signal()
    forget_decks_wanted = Signal()
    test_wanted = Signal()

    def __init__(self, preferences: Preferences, parent: QWidget | None = None) -> None:
        super().__init__(mark("Settings"), parent)
        self.fields: dict[str, QWidget] = {}
        self.preferences = preferences
        self._form: QWidget | None = None
        inside = QWidget(self)
        frame, self._inside = panel("", inside)
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(14)
        column.addWidget(frame)
        column.addLayout(self._buttons())
        self.remark = put(Label(parent=inside, tone="quiet", wraps=True), name="Remarks")
        column.addWidget(self.remark)
        column.addStretch(1)
        self.body.addWidget(scrolled(inside, self))
        self.show_preferences(preferences)

    def show_preferences(self, preferences: Preferences) -> None:
        """Show these values."""
        self.preferences = preferences
        if self._form is not None:
            self._form.hide()
            self._form.deleteLater()
        form = self._form = QWidget(self)
        grid = form_grid(form)
        grid.setVerticalSpacing(14)
        self.fields = {}
        for row, option in enumerate(OPTIONS):
            value = getattr(preferences, option.name)
            field = _field(option, value, partial(self.changed.emit, option.name))
            label = Label(tr(option.label), form, weight=QFont.Weight.DemiBold)
            label.setBuddy(field)
            usual = tr("usual: {value}", value=_shown(option, getattr(_DEFAULTS, option.name)))
            explained = f"{tr(option.help)} ({usual})"
            field.setAccessibleName(label.text())
            field.setAccessibleDescription(explained)
            grid.addWidget(label, row, 0)
            grid.addWidget(field, row, 1)
            grid.addWidget(Label(explained, form, tone="quiet", wraps=True), row, 2)
            self.fields[option.name] = field
        grid.setColumnStretch(2, 1)
        self._inside.addWidget(form)
        set_type(form, self.font())

    def changeEvent(self, event: QEvent) -> None:
        """Show everything in the new language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.show_preferences(self.preferences)

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        for text, tip, signal in (
            (mark("Try the voice"), mark("Hear how announcements sound"), self.test_wanted),
            (mark("Everything as usual"), mark("Take all usual values again"), self.reset_wanted),
            (
                mark("Forget players and cameras"),
                mark("Names, house rules and cameras are asked for anew"),
                self.forget_wanted,
            ),
            (
                mark("Forget decks"),
                mark("What was learned of decks while they were played with is deleted; taught decks stay"),
                self.forget_decks_wanted,
            ),
        ):
            button = put(QPushButton(self), text, tip=tip)
            button.clicked.connect(signal)
            row.addWidget(button)
        row.addStretch(1)
        return row


def _field(option: Option, value: object, enter: Callable[[object], None]) -> QWidget:
    if isinstance(value, bool):
        box = QCheckBox()
        box.setChecked(value)
        box.toggled.connect(enter)
        return box
    if isinstance(value, int):
        return _number(option, value, enter)
    return _choice(option, str(value), enter)


def _choice(option: Option, value: str, enter: Callable[[object], None]) -> ChoiceField:
    return choice_field([(known, tr(text)) for known, text in option.choices], value, enter)


def _number(option: Option, value: int, enter: Callable[[object], None]) -> NumberField:
    box = NumberField()
    box.setRange(option.least, option.most)
    box.setSingleStep(5)
    box.setSuffix(" %")
    box.setValue(value)
    box.setMinimumWidth(110)
    box.valueChanged.connect(enter)
    return box


def _shown(option: Option, value: object) -> str:
    if isinstance(value, bool):
        return tr("on") if value else tr("off")
    return tr(dict(option.choices)[str(value)]) if option.choices else f"{value} %"
