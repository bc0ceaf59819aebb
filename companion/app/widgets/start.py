"""The first page: which game, who plays, what is agreed, and where the picture comes from."""

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont, QResizeEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from companion.app.model.seating import side_name
from companion.app.model.setup import FIRST_DEALER, Plan, PlanError, Setup
from companion.app.widgets.forms import choice_field, form_grid
from companion.app.widgets.game_tile import GameTile
from companion.app.widgets.labels import Label, set_type
from companion.app.widgets.seat_map import SeatMap
from companion.app.widgets.seats import seat_icon
from companion.app.widgets.settings_form import SettingsForm
from companion.app.widgets.sources import SourceField

_STEPS = (
    "Set the camera so that it sees the whole table, the first player at the bottom of its picture.",
    "Deal and play as always. Every card is laid face up before the player it comes from.",
    "Take the trick when its winner was named. If a card was misread, click on it.",
)

_WIDEST = 92
"""Lines of text that the page's content may be wide."""


class StartPage(QWidget):
    """Lets a person set up a game; the choices are kept in the setup.

    Signals:
        start_wanted: The plan of a game that can be started.
        about_wanted: Show the credits.
    """

    start_wanted = Signal(object)
    about_wanted = Signal()

    def __init__(self, setup: Setup, cameras: Mapping[int, str], parent: QWidget | None = None) -> None:
        """Make the page.

        Args:
            setup: Holds the choices.
            cameras: Names of the cameras by number.
            parent: The widget this is part of.
        """
        super().__init__(parent)
        self.setObjectName("page")
        self.setup = setup
        self.names: list[QLineEdit] = []
        self.fields: dict[str, QWidget] = {}
        self._dealer: QComboBox | None = None
        self._games = QButtonGroup(self)
        self._forms: list[QWidget] = []
        self._players, self._agreed = QVBoxLayout(), QVBoxLayout()
        self._agreed_panel = _panel("What is agreed", self._agreed)
        self._map = SeatMap(self)
        self.source = SourceField(setup, cameras, self)
        self.problem = Label(parent=self, tone="warning", wraps=True)
        self.problem.setAccessibleName("What is missing")
        self.start_button = QPushButton("Start the game", self)
        self.start_button.setProperty("tone", "primary")
        self.start_button.clicked.connect(self.start)
        self._lay_out()
        self._show_game()

    def start(self) -> None:
        """Start the game, or say what is missing."""
        try:
            plan = self.setup.plan()
        except PlanError as error:
            self.show_problem(str(error))
            self._focus(error.field)
            return
        self.show_problem("")
        self.start_wanted.emit(plan)

    def show_problem(self, problem: str) -> None:
        """Say what is wrong; empty for nothing."""
        self.problem.setText(problem)

    def show_opening(self, plan: Plan | None) -> None:
        """Show that a game is being opened; None: no more."""
        self.start_button.setEnabled(plan is None)
        self.start_button.setText("Start the game" if plan is None else "Opening …")

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep lines from growing too long to read."""
        super().resizeEvent(event)
        self._inside.setMaximumWidth(_WIDEST * _line(self))
        self.start_button.setMinimumSize(_line(self) * 14, _line(self) * 2 + 8)

    def choose_game(self, game: str) -> None:
        """Choose a game by its id, as a click does."""
        place = next(place for place, known in enumerate(self.setup.games) if known.id == game)
        self._games.button(place).click()

    # Layout

    def _lay_out(self) -> None:
        inside = self._inside = QWidget(self)
        columns = QHBoxLayout(inside)
        columns.setContentsMargins(32, 32, 32, 20)
        columns.setSpacing(40)
        columns.addLayout(self._left(), 1)
        columns.addLayout(self._right(), 1)
        middle = QWidget(self)
        middle.setObjectName("page")
        centred = QHBoxLayout(middle)
        centred.setContentsMargins(0, 0, 0, 0)
        centred.addStretch(1)
        centred.addWidget(inside, 1000)
        centred.addStretch(1)
        scroll = QScrollArea(self)
        scroll.setWidgetResizable(True)
        scroll.setWidget(middle)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(scroll, 1)
        layout.addWidget(self._foot())

    def _foot(self) -> QFrame:
        about = QPushButton("Credits and help", self)
        about.clicked.connect(self.about_wanted)
        foot = QFrame(self)
        foot.setObjectName("foot")
        row = QHBoxLayout(foot)
        row.setContentsMargins(32, 12, 32, 12)
        row.setSpacing(16)
        row.addWidget(about)
        row.addWidget(self.problem, 1)
        row.addWidget(self.start_button)
        return foot

    def _left(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(12)
        column.addWidget(Label("Table companion", self, size=2.6, weight=QFont.Weight.DemiBold))
        lead = "It watches your cards on a real table, names the winner of every trick and keeps the score."
        column.addWidget(Label(lead, self, size=1.15, tone="quiet", wraps=True))
        column.addSpacing(14)
        for place, game in enumerate(self.setup.games):
            tile = GameTile(game, self)
            self._games.addButton(tile, place)
            column.addWidget(tile)
        column.addStretch(1)
        self._games.button(self.setup.games.index(self.setup.game)).setChecked(True)
        self._games.idClicked.connect(self._choose)
        return column

    def _right(self) -> QVBoxLayout:
        players = QVBoxLayout()
        beside = QHBoxLayout()
        beside.setSpacing(16)
        beside.addLayout(self._players, 1)
        beside.addWidget(self._map)
        players.addLayout(beside)
        source = QVBoxLayout()
        source.addWidget(self.source)
        column = QVBoxLayout()
        column.setSpacing(14)
        column.addWidget(_panel("Who plays", players))
        column.addWidget(_panel("Where the picture comes from", source))
        column.addWidget(self._agreed_panel)
        column.addLayout(self._steps())
        column.addStretch(1)
        return column

    def _steps(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setContentsMargins(18, 6, 18, 6)
        grid.setHorizontalSpacing(14)
        for row, step in enumerate(_STEPS):
            figure = Label(str(row + 1), self, size=1.3, weight=QFont.Weight.Bold, tone="accent")
            grid.addWidget(figure, row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(Label(step, self, tone="quiet", wraps=True), row, 1)
        grid.setColumnStretch(1, 1)
        return grid

    # What depends on the game

    def _choose(self, place: int) -> None:
        self.setup.choose_game(self.setup.games[place].id)
        self._show_game()

    def _show_game(self) -> None:
        for form in self._forms:
            form.hide()
            form.deleteLater()
        settings = SettingsForm(self.setup, self._enter)
        self.fields |= settings.fields
        self._forms = [self._players_form(), settings]
        self._players.addWidget(self._forms[0])
        self._agreed.addWidget(self._forms[1])
        self._agreed_panel.setVisible(bool(self.setup.settings))
        for form in self._forms:
            set_type(form, self.font())
        self._show_map()

    def _players_form(self) -> QWidget:
        form = QWidget(self)
        grid = form_grid(form)
        self.names = []
        for seat, name in enumerate(self.setup.names):
            mark = Label(parent=form)
            mark.setPixmap(seat_icon(seat).pixmap(18, 18))
            field = QLineEdit(name, form)
            field.setPlaceholderText(f"Player {seat + 1}")
            field.setAccessibleName(f"Name of the player {side_name(seat, self.setup.players)}")
            field.textEdited.connect(partial(self._rename, seat))
            grid.addWidget(mark, seat, 0)
            grid.addWidget(field, seat, 1)
            self.names.append(field)
        self._dealer = None
        setting = next((known for known in self.setup.game.settings if known.name == FIRST_DEALER), None)
        if setting is not None:
            seats = tuple((str(seat), name) for seat, name in enumerate(self.setup.called))
            self._dealer = choice_field(seats, self.setup.text(FIRST_DEALER), partial(self._enter, FIRST_DEALER))
            what = setting.help.replace("seat of the first dealer", "First dealer")
            self._dealer.setAccessibleName(what)
            self.fields[FIRST_DEALER] = self._dealer
            row = self.setup.players
            grid.addWidget(Label(what, form, tone="quiet"), row, 0, 1, 2)
            grid.addWidget(self._dealer, row + 1, 1)
        grid.setColumnStretch(1, 1)
        return form

    def _rename(self, seat: int, text: str) -> None:
        self.setup.name(seat, text)
        if self._dealer is not None:
            for other, name in enumerate(self.setup.called):
                self._dealer.setItemText(other, name)
        self._show_map()

    def _enter(self, setting: str, text: str) -> None:
        before = self.setup.players
        self.setup.enter(setting, text)
        if self.setup.players != before:
            self._show_game()
        self._show_map()

    def _show_map(self) -> None:
        dealer = int(self.setup.text(FIRST_DEALER)) if self._dealer is not None else None
        self._map.show_players(self.setup.called, dealer)

    def _focus(self, field: str) -> None:
        target = {"names": self.names[0], "source": self.source}.get(field) or self.fields.get(field)
        if target is not None:
            target.setFocus()


def _panel(title: str, body: QVBoxLayout) -> QFrame:
    panel = QFrame()
    panel.setObjectName("panel")
    layout = QVBoxLayout(panel)
    layout.setContentsMargins(18, 12, 18, 14)
    layout.setSpacing(8)
    layout.addWidget(Label(title, panel, size=1.15, weight=QFont.Weight.DemiBold))
    layout.addLayout(body)
    return panel


def _line(widget: QWidget) -> int:
    return widget.fontMetrics().height()
