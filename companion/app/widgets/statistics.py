"""Statistics over many evenings: a table of all players and games, and the course of one game as lines."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from companion.app import theme
from companion.app.model.evenings import MEASURES, course_of, games_of, measures_of
from companion.app.model.library import Shown
from companion.app.widgets.chart import ChartView
from companion.app.widgets.fields import ChoiceField
from companion.app.widgets.labels import Label
from companion.app.widgets.panels import panel
from companion.app.widgets.tables import fill_table, make_table
from companion.app.words import day_in_short, put, tr
from companion.language import mark, shown
from companion.recording.summary import Statistics
from companion.rules.games import GAMES

_HEADS = (
    mark("Game"),
    mark("Player"),
    mark("Games"),
    mark("Won"),
    mark("In a row"),
    mark("Tricks"),
    mark("Points"),
    mark("Best"),
    mark("Shoots"),
    mark("Marriages"),
)


class StatisticsView(QWidget):
    """Shows who won how much, and how it came about.

    Attributes:
        table: One row a player and game.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = Shown()
        self.table = put(make_table(self), name="Statistics")
        self.game = put(ChoiceField(self), name="Which game")
        self.measure = put(ChoiceField(self), name="What is counted")
        self.chart = put(ChartView(self), name="Evening by evening")
        self._none = put(
            Label(parent=self, tone="quiet", wraps=True), "Games that are recorded to their end are counted here."
        )
        self._none.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._frame, inside = panel("", self)
        heading = put(Label(parent=self, size=theme.STRONG, weight=QFont.Weight.DemiBold), "Evening by evening")
        chosen = QHBoxLayout()
        chosen.setSpacing(12)
        chosen.addWidget(heading)
        chosen.addStretch(1)
        chosen.addWidget(self.game)
        chosen.addWidget(self.measure)
        inside.addLayout(chosen)
        inside.addWidget(self.chart, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(12)
        layout.addWidget(self._none, 1)
        layout.addWidget(self.table, 5)
        layout.addWidget(self._frame, 6)
        self.game.currentIndexChanged.connect(self._offer_measures)
        self.measure.currentIndexChanged.connect(self._show_course)
        self.table.itemSelectionChanged.connect(self._follow_row)

    def show_library(self, shown: Shown) -> None:
        """Show what these sessions say, in the language of the window."""
        self._shown = shown
        fill_table(self.table, _HEADS, [_line(one) for one in shown.statistics])
        there = bool(shown.statistics)
        self._none.setVisible(not there)
        self.table.setVisible(there)
        self._frame.setVisible(there)
        chosen = self.game.currentData()
        self.game.blockSignals(True)
        self.game.clear()
        for game in games_of(shown.players):
            self.game.addItem(tr(GAMES[game].title), game)
        self.game.setCurrentIndex(max(0, self.game.findData(chosen)))
        self.game.blockSignals(False)
        self._offer_measures()

    def _offer_measures(self) -> None:
        game, chosen = self.game.currentData(), self.measure.currentData()
        self.measure.blockSignals(True)
        self.measure.clear()
        for measure in measures_of(str(game)):
            self.measure.addItem(tr(measure.title), measure.id)
        self.measure.setCurrentIndex(max(0, self.measure.findData(chosen)))
        self.measure.blockSignals(False)
        self._show_course()

    def _show_course(self) -> None:
        game, measure = self.game.currentData(), self.measure.currentData()
        chart = course_of(self._shown.players, game, MEASURES[measure], day_in_short) if game and measure else None
        self.chart.show_chart(chart)

    def _follow_row(self) -> None:
        """Show the game of the row that is chosen."""
        row = self.table.currentRow()
        if 0 <= row < len(self._shown.statistics):
            self.game.setCurrentIndex(max(0, self.game.findData(self._shown.statistics[row].game)))


def _line(one: Statistics) -> tuple[str, ...]:
    numbers = (one.games, one.won, one.streak, one.tricks, one.points)
    best = "" if one.best is None else shown(one.best)
    special = (str(one.shoots) if one.shoots else "", str(one.marriages) if one.marriages else "")
    return (tr(GAMES[one.game].title), one.player, *map(shown, numbers), best, *special)
