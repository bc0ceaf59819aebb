"""The first page: a new game in four steps, each of which may be left as it was last time."""

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from companion.app.model.preview import preview_of
from companion.app.model.setup import FIRST_DEALER, LIVE, SEATING, Plan, PlanError, Setup
from companion.app.model.telling import Telling, telling
from companion.app.widgets.choose_camera import CameraChoice, PreviewMaker
from companion.app.widgets.choose_game import GameChoice
from companion.app.widgets.choose_players import PlayersChoice
from companion.app.widgets.choose_rules import RulesChoice
from companion.app.widgets.labels import Label, set_type
from companion.app.widgets.panels import scrolled
from companion.app.widgets.reading import read_out
from companion.app.widgets.sources import FindCameras
from companion.app.widgets.stage_bar import StageBar
from companion.app.words import put, spoken, tr
from companion.language import mark
from companion.vision.gallery_file import is_taught

GAME, PLAYERS, RULES, CAMERA = range(4)

_TITLES = (mark("1  Game"), mark("2  Players"), mark("3  Rules"), mark("4  Camera"))

_KEYPAD = Qt.KeyboardModifier.KeypadModifier

_ABOVE = 20
"""Pixels above and below the page's content."""

_WIDEST = 100
"""Lines of text that the page's content may be wide."""


class StartPage(QWidget):
    """Lets a person set up a game; the choices are kept in the setup.

    Signals:
        start_wanted: The plan of a game that can be started.
        game_changed: Another game, other players or rules were chosen.
        kept_wanted: Keep what was chosen until now; it would have to be entered again.
        help_wanted: Show help.
        rules_wanted: Show the rules of the game with this id.
        print_wanted: Print the deck with this id.
        settings_wanted: Show the settings of the app.
        library_wanted: Show the recorded sessions.
        tools_wanted: Show what prepares a table: printing, calibrating, teaching.

    Attributes:
        goes_on: Whether it is a game that waits for its camera that starts, and no new one.
    """

    start_wanted = Signal(object)
    game_changed = Signal()
    kept_wanted = Signal()
    help_wanted = Signal()
    rules_wanted = Signal(str)
    print_wanted = Signal(str)
    settings_wanted = Signal()
    library_wanted = Signal()
    tools_wanted = Signal()

    def __init__(
        self,
        setup: Setup,
        find_cameras: FindCameras,
        make_preview: PreviewMaker = preview_of,
        parent: QWidget | None = None,
    ) -> None:
        """Make the page.

        Args:
            setup: Holds the choices.
            find_cameras: Tells which cameras there are.
            make_preview: Begins to look at a source.
            parent: The widget this is part of.
        """
        super().__init__(parent)
        self.setObjectName("page")
        self.setup = setup
        self.game_choice = GameChoice(setup, self)
        self.players_choice = PlayersChoice(setup, self)
        self.rules_choice = RulesChoice(setup, self)
        self.camera_choice = CameraChoice(setup, find_cameras, make_preview, self)
        self.source = self.camera_choice.source
        self.bar = StageBar(_TITLES, self)
        self.stages = QStackedWidget(self)
        self.problem = put(Label(parent=self, tone="warning", wraps=True), name="What is missing")
        self._hint = telling()
        self._language = spoken()
        self._opening = False
        self.goes_on = False
        self._make_buttons()
        self._lay_out()
        self._connect()
        self.go_to(GAME)

    @property
    def names(self) -> list[QLineEdit]:
        """The fields of the names, seat 0 first."""
        return self.players_choice.names

    @property
    def fields(self) -> Mapping[str, QWidget]:
        """The field of each setting."""
        return {**self.rules_choice.fields, **self.players_choice.fields}

    @property
    def stage(self) -> int:
        """The step on the screen."""
        return self.stages.currentIndex()

    def go_to(self, stage: int) -> None:
        """Show a step."""
        leaving = self.stage == CAMERA and stage != CAMERA
        self.show_problem("")
        self.stages.setCurrentIndex(stage)
        self.bar.show_stage(stage)
        self.back_button.setEnabled(stage > GAME)
        self.next_button.setVisible(stage < CAMERA)
        # The button that goes on is the coloured one: the next step, and on the last one the game.
        _tone(self.next_button, "primary", self.font())
        _tone(self.start_button, "primary" if stage == CAMERA else "", self.font())
        if leaving:
            self.camera_choice.leave()
        elif stage == CAMERA and self.isVisible():
            self.camera_choice.enter()
        self._focus_first()
        self.kept_wanted.emit()

    def start(self) -> None:
        """Start the game, or say what is missing."""
        try:
            plan = self.setup.plan()
        except PlanError as error:
            self._show_field(error.field)
            self.show_problem(str(error))
            return
        if self.goes_on and plan.kind not in LIVE:
            self.show_problem(tr("The game goes on at its table: choose a camera, or a phone."))
            return
        self.show_problem("")
        if plan.kind == "camera":
            self.source.mean_camera()
        self.kept_wanted.emit()
        self.camera_choice.leave()
        self.start_wanted.emit(plan)

    def refresh(self) -> None:
        """Show what is new in the picture of the source."""
        if self.stage == CAMERA:
            self.camera_choice.refresh()

    def go_on(self, goes_on: bool) -> None:
        """Let the start button go on with a game, which waits for its camera; or begin another."""
        self.goes_on = goes_on
        self.camera_choice.may_turn = not goes_on
        self.show_opening(None)

    def leave(self) -> None:
        """The page is left: let go of the source; what was wrong was read."""
        self.show_problem("")
        self.kept_wanted.emit()
        self.camera_choice.leave()

    def arrive(self) -> None:
        """The page is on the screen again."""
        self.source.follow()
        if self.stage == CAMERA:
            self.camera_choice.enter()

    def show_hint(self, hint: Telling) -> None:
        """Say what holds in all steps until another hint is given, in the language of then."""
        self._hint = hint
        self.show_problem("")

    def show_problem(self, problem: str) -> None:
        """Say what is wrong, until people go on; empty for nothing."""
        told = problem or self._hint(spoken())
        if told != self.problem.text():
            self.problem.setText(told)
            read_out(self.problem, told, urgent=True)
        if problem and self.stage == CAMERA and self.isVisible() and not self._opening:
            self.camera_choice.enter()

    def refuse(self, plan: Plan, why: str) -> None:
        """Say why a game could not be opened; where its taught deck is gone, at the step where another is chosen."""
        if plan.taught and not is_taught(plan.taught):
            self.go_to(CAMERA)
        self.show_problem(why)

    def show_opening(self, plan: Plan | None) -> None:
        """Show that a game is being opened; None: no more."""
        self._opening = plan is not None
        if plan is not None:
            self.show_hint(telling())
        self.start_button.setEnabled(plan is None)
        self._name_start()

    def show_setup(self) -> None:
        """Show the choices where they were changed elsewhere."""
        self._show_game()
        self.source.follow()

    def choose_game(self, game: str) -> None:
        """Choose a game by its id, as a click does."""
        self.game_choice.choose(game)

    # Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Enter press the button it is on, or else the one that goes on."""
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter) or event.modifiers() & ~_KEYPAD:
            super().keyPressEvent(event)
            return
        focused = self.focusWidget()
        if isinstance(focused, QPushButton) and not focused.isCheckable():
            focused.click()
        elif self.stage < CAMERA:
            self.next_button.click()
        elif isinstance(focused, QLineEdit):
            # What was typed is looked at first; Enter once more starts the game.
            self.camera_choice.look_now()
            self.start_button.setFocus()
        else:
            self.start_button.click()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep lines from growing too long to read."""
        super().resizeEvent(event)
        self._fit()

    def _name_start(self) -> None:
        """Say on the button that starts what it does, or what is done."""
        ready = tr("Go on with the game") if self.goes_on else tr("Start the game")
        self.start_button.setText(tr("Opening …") if self._opening else ready)

    def _fit(self) -> None:
        line = self.fontMetrics().height()
        for inside in self._insides:
            inside.setMaximumWidth(_WIDEST * line)
        self.start_button.setMinimumSize(line * 12, line * 2 + 8)
        self.next_button.setMinimumSize(line * 9, line * 2 + 8)

    def changeEvent(self, event: QEvent) -> None:
        """Make the forms anew in the new language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and spoken() is not self._language:
            # Qt tells it once more, later: what was said since is in the new language and stays.
            self._language = self.setup.language = spoken()
            self.show_problem("")
            self._show_game()
            self._name_start()
        elif event.type() == QEvent.Type.FontChange and self._insides:
            self._fit()  # Type follows the size of the window, after it.

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the table with its players follow what is seen of its step at once."""
        if event.type() == QEvent.Type.Resize:
            area = self.stages.widget(PLAYERS)
            if isinstance(area, QScrollArea) and watched in (area.viewport(), self.players_choice):
                self.players_choice.fit(area.viewport().height() - 2 * _ABOVE)
        return super().eventFilter(watched, event)

    # Layout

    def _make_buttons(self) -> None:
        self.start_button = put(QPushButton(self), "Start the game", tip="Start with what is chosen (Ctrl+Return)")
        self.next_button = put(QPushButton(self), "Next", tip="Go on to the next step (Alt+Right)")
        self.back_button = put(QPushButton(self), "Back", tip="Go back to the step before (Alt+Left)")
        self.settings_button = put(QPushButton(self), "Settings", tip="Language, voice, colours (Ctrl+,)")
        self.help_button = put(QPushButton(self), "Help", tip="Rules, answers, keys, credits (F1)")
        self.tools_button = put(QPushButton(self), "Prepare", tip="Print cards, calibrate a camera, teach a deck")
        self.library_button = put(QPushButton(self), "Recordings", tip="Look at recorded sessions again (Ctrl+L)")
        for keys, button in (
            ("F1", self.help_button),
            ("Ctrl+L", self.library_button),
            ("Ctrl+Return", self.start_button),
            ("Alt+Right", self.next_button),
            ("Alt+Left", self.back_button),
        ):
            # Shortcuts of buttons are lost when the button gets a text in another language.
            QShortcut(QKeySequence(keys), self, button.click, context=Qt.ShortcutContext.WidgetWithChildrenShortcut)

    def _lay_out(self) -> None:
        self._insides: list[QWidget] = []
        for choice in (self.game_choice, self.players_choice, self.rules_choice, self.camera_choice):
            self.stages.addWidget(self._centred(choice))
        head = QFrame(self)
        head.setObjectName("head")
        row = QHBoxLayout(head)
        row.setContentsMargins(32, 12, 32, 12)
        row.addWidget(self.bar)
        row.addStretch(1)
        for button in (self.library_button, self.tools_button, self.settings_button, self.help_button):
            row.addWidget(button)
        foot = QFrame(self)
        foot.setObjectName("foot")
        row = QHBoxLayout(foot)
        row.setContentsMargins(32, 12, 32, 12)
        row.setSpacing(12)
        row.addWidget(self.back_button)
        row.addWidget(self.problem, 1)
        row.addWidget(self.start_button)
        row.addWidget(self.next_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(head)
        layout.addWidget(self.stages, 1)
        layout.addWidget(foot)

    def _centred(self, inside: QWidget) -> QWidget:
        self._insides.append(inside)
        inside.installEventFilter(self)
        middle = QWidget(self)
        area = scrolled(middle, self.stages)
        area.viewport().installEventFilter(self)
        row = QHBoxLayout(middle)
        row.setContentsMargins(32, _ABOVE, 32, _ABOVE)
        row.addStretch(1)
        row.addWidget(inside, 1000)
        row.addStretch(1)
        return area

    def _connect(self) -> None:
        self.bar.chosen.connect(self.go_to)
        self.start_button.clicked.connect(self.start)
        self.next_button.clicked.connect(lambda: self.go_to(min(CAMERA, self.stage + 1)))
        self.back_button.clicked.connect(lambda: self.go_to(max(GAME, self.stage - 1)))
        self.settings_button.clicked.connect(self.settings_wanted)
        self.help_button.clicked.connect(self.help_wanted)
        self.library_button.clicked.connect(self.library_wanted)
        self.tools_button.clicked.connect(self.tools_wanted)
        self.game_choice.chosen.connect(self._show_game)
        self.game_choice.rules_wanted.connect(lambda: self.rules_wanted.emit(self.setup.game.id))
        self.game_choice.print_wanted.connect(lambda: self.print_wanted.emit(self.setup.game.deck.id))
        self.players_choice.done.connect(self.next_button.click)
        self.camera_choice.turn_wanted.connect(self._turn)
        for made in (
            self.game_choice.chosen,
            self.players_choice.changed,
            self.rules_choice.changed,
            self.camera_choice.changed,
            self.camera_choice.found,
        ):
            made.connect(lambda *_: self.show_problem(""))
        for changed in (self.players_choice.changed, self.rules_choice.changed, self.game_choice.chosen):
            changed.connect(lambda *_: self.game_changed.emit())

    def _show_game(self) -> None:
        self.players_choice.show_game()
        self.rules_choice.show_game()
        for choice in (self.players_choice, self.rules_choice):
            set_type(choice, self.font())

    def _turn(self) -> None:
        self.players_choice.turn()
        self.camera_choice.show_seats()

    def _focus_first(self) -> None:
        """Let the keys begin where a person looks first."""
        first: tuple[QWidget | None, ...] = (
            self.game_choice.games.checkedButton(),
            self.names[0] if self.names else None,
            next(iter(self.rules_choice.fields.values()), self.next_button),
            self.source.chosen_button,  # Arrows choose another source, Enter starts the game.
        )
        target = first[self.stage]
        if target is not None:
            target.setFocus()

    def _show_field(self, field: str) -> None:
        """Go to the step where something is missing, and to its field."""
        target: QWidget | None = {"names": self.names[0], "source": self.source}.get(field) or self.fields.get(field)
        stage = {"names": PLAYERS, "source": CAMERA, FIRST_DEALER: PLAYERS}.get(field, RULES)
        self.go_to(PLAYERS if field in SEATING else stage)
        if target is not None:
            target.setFocus()


def _tone(button: QPushButton, tone: str, font: QFont) -> None:
    if button.property("tone") != tone:
        button.setProperty("tone", tone)
        button.style().unpolish(button)
        button.style().polish(button)
        # The style sheet has given the button a font of its own making.
        button.setFont(font)
