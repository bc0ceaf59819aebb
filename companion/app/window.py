"""The main window: the start page, the table page, and what lives as long as a game does."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QCloseEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QMainWindow, QMessageBox, QStackedWidget

from companion.app.about import about_html, keys_html
from companion.app.model.live import LiveTable
from companion.app.model.opening import Opening, open_watch
from companion.app.model.setup import Plan, Setup
from companion.app.model.watch import Watch
from companion.app.style import scaled
from companion.app.voice import Voice
from companion.app.widgets.cards import CardPictures
from companion.app.widgets.labels import set_type
from companion.app.widgets.start import StartPage
from companion.app.widgets.table_page import TablePage

_TICK = 16
"""Milliseconds between two looks for something new: sixty a second, so that thirty pictures a second come evenly."""

_IDLE_TICK = 100
"""Milliseconds while no game is watched."""

_STATUS_TICKS = 30

_USUAL_WIDTH, _USUAL_HEIGHT = 1366, 768
"""The size of window that the system's font is meant for."""

_SMALLEST, _LARGEST, _STEP = 0.85, 2.4, 0.05
"""How far, and in what steps, type follows the window."""


class MainWindow(QMainWindow):
    """The app's window.

    Attributes:
        start_page: Where a game is set up.
        table_page: Where it is shown.
        live: The running game; None on the start page.
    """

    def __init__(
        self,
        setup: Setup | None = None,
        cameras: Mapping[int, str] | None = None,
        opener: Callable[[Plan], Watch] = open_watch,
    ) -> None:
        """Make the window.

        Args:
            setup: The choices to begin with.
            cameras: Names of the cameras by number.
            opener: Opens a plan; slow, called in a thread of its own.
        """
        super().__init__()
        self.setWindowTitle("Table companion")
        self.resize(1280, 720)
        self.live: LiveTable | None = None
        self.voice = Voice(self)
        self._opener = opener
        self._opening: Opening | None = None
        self._pictures: CardPictures | None = None
        self._ticks = 0
        self._usual_font = self.font()
        self.start_page = StartPage(setup if setup is not None else Setup(), cameras or {}, self)
        self.table_page = TablePage(self.voice, self)
        self._pages = QStackedWidget(self)
        self._pages.addWidget(self.start_page)
        self._pages.addWidget(self.table_page)
        self.setCentralWidget(self._pages)
        self.start_page.start_wanted.connect(self.open)
        self.start_page.about_wanted.connect(self.show_help)
        self.table_page.help_wanted.connect(self.show_help)
        self.table_page.new_game_wanted.connect(self.ask_to_leave)
        QShortcut(QKeySequence("F11"), self, self._toggle_full_screen)
        self._timer = QTimer(self)
        self._timer.setInterval(_IDLE_TICK)
        self._timer.timeout.connect(self._tick)
        self._timer.start()

    def open(self, plan: Plan) -> None:
        """Open a game in the background; it is shown when it is there."""
        self._give_up()
        self.start_page.show_opening(plan)
        self._opening = Opening(plan, self._opener)

    def show_watch(self, plan: Plan, watch: Watch) -> None:
        """Show a game and begin to watch it."""
        self.leave()
        self._pictures = CardPictures(plan.game.deck.id)
        self.live = LiveTable(plan.game, plan.settings, watch)
        self.table_page.show_game(self.live, self._pictures)
        self._pages.setCurrentWidget(self.table_page)
        self.table_page.setFocus()
        watch.start()
        self._timer.setInterval(_TICK)

    def leave(self) -> None:
        """End the running game, if there is one, and go to the start page."""
        self.table_page.leave_game()
        self._timer.setInterval(_IDLE_TICK)
        if self.live is not None:
            self.live.close()
            self.live = None
        if self._pictures is not None:
            self._pictures.close()
            self._pictures = None
        self._pages.setCurrentWidget(self.start_page)

    def ask_to_leave(self) -> None:
        """Leave the running game; first ask where it is not over."""
        if self.live is None or not self.live.snapshot.history or self.live.board.phase == "over":
            self.leave()
            return
        box = QMessageBox(
            QMessageBox.Icon.Question,
            "New game",
            "Leave this game? Its score is not kept.",
            QMessageBox.StandardButton.Yes | QMessageBox.StandardButton.Cancel,
            self,
        )
        box.setModal(True)
        box.accepted.connect(self.leave)
        box.finished.connect(box.deleteLater)
        box.open()

    def show_help(self) -> None:
        """Show keys and credits; the game goes on."""
        box = QMessageBox(self)
        box.setWindowTitle("Help and credits")
        box.setText(about_html() + keys_html())
        box.setModal(False)
        box.finished.connect(box.deleteLater)
        box.show()

    # Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let the type follow the window's size."""
        super().resizeEvent(event)
        factor = min(_LARGEST, max(_SMALLEST, min(self.height() / _USUAL_HEIGHT, self.width() / _USUAL_WIDTH)))
        font = scaled(self._usual_font, round(factor / _STEP) * _STEP)
        if self._pages.font() != font:
            self._pages.setFont(font)
            set_type(self._pages, font)

    def closeEvent(self, event: QCloseEvent) -> None:
        """End everything that runs."""
        self._timer.stop()
        self._give_up()
        self.leave()
        super().closeEvent(event)

    # Inside

    def _tick(self) -> None:
        if self._opening is not None:
            self._look_at_opening(self._opening)
        self.table_page.refresh()
        self._ticks += 1
        if self._ticks % _STATUS_TICKS == 0:
            self.table_page.refresh_status()

    def _look_at_opening(self, opening: Opening) -> None:
        watch = opening.poll()
        if watch is None and not opening.failure:
            return
        self._opening = None
        self.start_page.show_opening(None)
        if watch is None:
            self.start_page.show_problem(opening.failure)
        else:
            self.show_watch(opening.plan, watch)

    def _give_up(self) -> None:
        if self._opening is not None:
            self._opening.give_up()
            self._opening = None

    def _toggle_full_screen(self) -> None:
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)
