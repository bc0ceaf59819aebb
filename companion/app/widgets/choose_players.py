"""The second step of a new game: who plays, where they sit, and who deals first."""

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from companion.app.model.introductions import SETTING_LABELS
from companion.app.model.setup import FIRST_DEALER, SEATING, Setup
from companion.app.widgets.forms import choice_field
from companion.app.widgets.labels import Label, set_type
from companion.app.widgets.name_rows import NameRows
from companion.app.widgets.panels import panel
from companion.app.widgets.seat_map import SeatMap
from companion.app.widgets.settings_form import SettingsForm
from companion.app.words import put, tr
from companion.language import mark

_HINT = mark("Drag a name to its seat, as the camera sees the table. The camera may stand anywhere: turn the table.")


class PlayersChoice(QWidget):
    """Names beside a picture of the table.

    Attributes:
        fields: The fields of the settings asked for here.

    Signals:
        changed: Something was entered.
        done: Enter was pressed in the last name.
    """

    changed = Signal()
    done = Signal()

    def __init__(self, setup: Setup, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._setup = setup
        self.fields: dict[str, QWidget] = {}
        self._dealer: QComboBox | None = None
        self._form: QWidget | None = None
        self.map = SeatMap(self)
        self.map.swapped.connect(self._swap)
        who, self._inside = panel("Who plays", self)
        self._where, table = panel("Where they sit", self)
        where = self._where
        table.addWidget(put(Label(parent=where, tone="quiet", wraps=True), _HINT))
        table.addWidget(self.map, 1)
        turn = put(QPushButton(where), "Turn the table", tip="Everybody moves one seat on, clockwise")
        turn.clicked.connect(self.turn)
        table.addWidget(turn, 0, Qt.AlignmentFlag.AlignRight)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(24)
        left = QVBoxLayout()
        left.addWidget(who)
        left.addStretch(1)
        row.addLayout(left, 8)
        right = QVBoxLayout()
        right.addWidget(where, 1)
        right.addStretch(0)
        row.addLayout(right, 11)
        self.show_game()

    @property
    def names(self) -> list[QLineEdit]:
        """The fields of the names, seat 0 first."""
        return self._rows.fields

    def fit(self, height: int) -> None:
        """Keep everybody round the table in sight at once, beside a form that is higher than the page.

        Args:
            height: Of what is seen of the page at once, pixels.
        """
        layout = self._where.layout()
        if layout is None or not layout.hasHeightForWidth():
            return
        besides = layout.totalHeightForWidth(self._where.width()) - self.map.sizeHint().height()
        self._where.setMaximumHeight(max(height, besides + self.map.minimumSizeHint().height()))

    def show_game(self) -> None:
        """Make the form for the game that is chosen."""
        if self._form is not None:
            self._form.hide()
            self._form.deleteLater()
        self._form = self._make_form()
        self._inside.addWidget(self._form)
        set_type(self._form, self.font())
        self.show_map()

    def show_map(self) -> None:
        """Show the names at their seats."""
        setup = self._setup
        dealer = int(setup.text(FIRST_DEALER)) if self._dealer is not None else None
        self.map.show_players(setup.called, dealer, setup.teams)

    def _make_form(self) -> QWidget:
        setup = self._setup
        form = QWidget(self)
        layout = QVBoxLayout(form)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(14)
        settings = SettingsForm(setup, [known for known in setup.settings if known.name in SEATING], self._enter)
        self.fields = dict(settings.fields)
        if settings.fields:
            layout.addWidget(settings)
        self._rows = NameRows(setup.names, setup.people, form)
        self._rows.edited.connect(self._rename)
        self._rows.swap_wanted.connect(self._swap)
        self._rows.entered.connect(self._go_on)
        layout.addWidget(self._rows)
        self._add_dealer(layout, form)
        return form

    def _add_dealer(self, layout: QVBoxLayout, form: QWidget) -> None:
        setting = next((known for known in self._setup.game.settings if known.name == FIRST_DEALER), None)
        self._dealer = None
        if setting is None:
            return
        seats = tuple((str(seat), name) for seat, name in enumerate(self._setup.called))
        self._dealer = choice_field(seats, self._setup.text(FIRST_DEALER), partial(self._enter, FIRST_DEALER))
        oldest = "oldest" in setting.help
        question = tr("Who is the oldest? The oldest player deals first.") if oldest else tr("Who deals first?")
        self._dealer.setAccessibleName(tr(SETTING_LABELS[FIRST_DEALER]))
        self._dealer.setAccessibleDescription(question)
        self.fields[FIRST_DEALER] = self._dealer
        layout.addWidget(Label(question, form, wraps=True))
        layout.addWidget(self._dealer)

    def _go_on(self, seat: int) -> None:
        if seat + 1 < len(self.names):
            self._rows.choose(seat + 1)
        else:
            self.done.emit()

    def _rename(self, seat: int, text: str) -> None:
        self._setup.name(seat, text)
        self._refresh_names()

    def _swap(self, one: int, other: int) -> None:
        self._setup.swap(one, other)
        self._refresh_all()

    def turn(self) -> None:
        """Let everybody move one seat on."""
        self._setup.turn_round()
        self._refresh_all()

    def _refresh_all(self) -> None:
        self._rows.show_names(self._setup.names)
        if self._dealer is not None:
            self._dealer.setCurrentIndex(self._dealer.findData(self._setup.text(FIRST_DEALER)))
        self._refresh_names()

    def _refresh_names(self) -> None:
        if self._dealer is not None:
            for seat, name in enumerate(self._setup.called):
                self._dealer.setItemText(seat, name)
        self.show_map()
        self.changed.emit()

    def _enter(self, setting: str, text: str) -> None:
        self._setup.enter(setting, text)
        if self._setup.players != len(self.names):
            self.show_game()
        self.show_map()
        self.changed.emit()
