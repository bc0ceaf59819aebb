"""The main window: its pages, what they ask of each other, and what lives as long as a game does."""

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QCloseEvent, QFontMetrics, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget

from companion.app import theme
from companion.app.keeping import KeptGames
from companion.app.model.helping import rules_topic
from companion.app.model.letting_go import wait_until_let_go
from companion.app.model.library import Shelf
from companion.app.model.live import LiveTable
from companion.app.model.opening import Opening, open_watch
from companion.app.model.preferences import Preferences
from companion.app.model.preview import preview_of
from companion.app.model.setup import Plan, Setup
from companion.app.model.store import Store
from companion.app.model.watch import Watch
from companion.app.placing import let_shrink, place, remember_place
from companion.app.sessions import Sessions
from companion.app.style import Dress, scaled
from companion.app.voice import Voice
from companion.app.widgets.asking import ask
from companion.app.widgets.cards import CardPictures
from companion.app.widgets.choose_camera import PreviewMaker
from companion.app.widgets.help_page import HelpPage
from companion.app.widgets.labels import set_type
from companion.app.widgets.leaf import AnyLeaf, Leaf
from companion.app.widgets.preferences_page import PreferencesPage
from companion.app.widgets.sources import FindCameras
from companion.app.widgets.stack import Stack
from companion.app.widgets.start import StartPage
from companion.app.widgets.tab_order import go_on
from companion.app.widgets.table_page import TablePage
from companion.app.widgets.tools_page import ToolsPage
from companion.app.words import language_code, put, speak, spoken, tr
from companion.errors import UnusableError
from companion.language import language
from companion.vision.played_decks import forget_played

_TICK = 16
"""Milliseconds between two looks for something new: sixty a second, so that thirty pictures a second come evenly."""

_IDLE_TICK = 40
"""Milliseconds while no game is watched; a camera that is being set up still looks alive."""

_STATUS_TICKS = 30


class MainWindow(QMainWindow):
    """The app's window. Pages beside the game are made when they are first asked for: it opens sooner without them.

    Attributes:
        start_page: Where a game is set up.
        table_page: Where it is shown.
        live: The running game; None while there is none.
    """

    def __init__(
        self,
        setup: Setup | None = None,
        find_cameras: FindCameras = dict,
        opener: Callable[[Plan], Watch] = open_watch,
        store: Store | None = None,
        make_preview: PreviewMaker = preview_of,
        shelf: Shelf | None = None,
        games: KeptGames | None = None,
    ) -> None:
        """Make the window.

        Args:
            setup: The choices to begin with; those of last time without.
            find_cameras: Tells which cameras there are.
            opener: Opens a plan; slow, called in a thread of its own.
            store: Keeps preferences and choices; without one nothing is kept.
            make_preview: Begins to look at a source before a game.
            shelf: The library of recorded sessions; the usual one without.
            games: Keeps the running game; without it no game is kept.
        """
        super().__init__()
        self.store = store if store is not None else Store()
        self.live: LiveTable | None = None
        self.voice = Voice(self)
        self._opener = opener
        self._find_cameras = find_cameras
        self._opening: Opening | None = None
        self._pictures: CardPictures | None = None
        self._ticks = 0
        self._usual_font = self.font()
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        self._dress = Dress(app, self.store.preferences.scheme, self)
        speak(language_code(self.store.preferences))
        put(self, title="Table companion")
        self.setup = setup if setup is not None else Setup(remembered=self.store.remembered)
        self.setup.language = spoken()
        # Pages are made where they stay: one that is moved into another widget is styled anew with all that is in it.
        self._pages = Stack(self)
        self.setCentralWidget(self._pages)
        self.start_page = StartPage(self.setup, find_cameras, make_preview, self._pages)
        self.table_page = TablePage(self.voice, self._pages)
        self.sessions = Sessions(self, self._pages, shelf if shelf is not None else Shelf(), games or KeptGames())
        for page in (self.start_page, self.table_page):
            self._pages.addWidget(page)
        let_shrink(self)
        self._connect()
        self._prefer_voice()
        place(self, self.store.remembered)
        self._timer = QTimer(self)
        self._timer.setInterval(_IDLE_TICK)
        self._timer.timeout.connect(self._tick)
        self._timer.start()
        self._tell_remark()

    # Games

    def open(self, plan: Plan) -> None:
        """Open a game in the background; it is shown when it is there."""
        self._give_up()
        self.start_page.show_opening(plan)
        plan = replace(plan, learns=self.store.preferences.learn)
        self._opening = Opening(plan, self.sessions.opener(self._opener))

    def show_watch(self, plan: Plan, watch: Watch) -> None:
        """Show a game and begin to watch it."""
        self.leave()
        self.start_page.leave()
        self._pictures = CardPictures(plan.game.deck.id)
        self.live = LiveTable(plan.game, plan.settings, watch, spoken())
        self.table_page.people = self.setup.people
        self.table_page.show_game(self.live, self._pictures)
        self._pages.setCurrentWidget(self.table_page)
        self.table_page.setFocus()
        self.sessions.follow(plan, watch)
        watch.start()
        self._timer.setInterval(_TICK)

    def leave(self, *, keep: bool = False) -> None:
        """End the running game, if there is one, and go to the start page.

        Args:
            keep: Offer to go on with it when the program is opened again.
        """
        self.table_page.leave_game()
        self._timer.setInterval(_IDLE_TICK)
        self.sessions.leave_game(keep=keep)
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
            self._leave_for_another()
            return
        recorded = self.sessions.recording is not None and self.sessions.recording.folder is not None
        ask(
            self._pages,
            tr("New game"),
            tr("Leave this game? Its recording ends here and stays among the recordings.")
            if recorded
            else tr("Leave this game? Its score is not kept."),
            (tr("Leave"), tr("Go on playing")),
            self._leave_for_another,
            careful=True,
            others=self.sessions.instead_of_leaving(),
        )

    # Pages

    @cached_property
    def preferences_page(self) -> PreferencesPage:
        """Settings of the app."""
        page = self.take_in(PreferencesPage(self.store.preferences, self._pages), self.go_back)
        page.changed.connect(self.prefer)
        page.reset_wanted.connect(self._reset)
        page.forget_wanted.connect(self._forget_people)
        page.forget_decks_wanted.connect(self._forget_decks)
        page.test_wanted.connect(lambda: self.voice.say(tr("This is how announcements sound.")))
        self._show_voice()
        return page

    @cached_property
    def help_page(self) -> HelpPage:
        """Rules, answers, keys and credits."""
        return self.take_in(HelpPage(self._pages), self.go_back)

    @cached_property
    def tools_page(self) -> ToolsPage:
        """Printing, calibrating, teaching."""
        page = ToolsPage(self.setup, self._find_cameras, lambda: self.sessions.taught_deck, self._pages)
        page.taught.connect(self.use_taught)
        page.teaching.decks.changed.connect(self._rename_taught)
        return self.take_in(page, self.go_back)

    def take_in(self, page: AnyLeaf, back: Callable[[], None]) -> AnyLeaf:
        """Take in a page beside the game, from which `back` leads back, and return it."""
        self._pages.addWidget(page)
        page.back_wanted.connect(back)
        return page

    def use_taught(self, deck: str, name: str) -> None:
        """Let the next game of a deck be played with one that was taught."""
        self.setup.taught[deck] = self.setup.learnt[deck] = name
        self.store.remember(taught=dict(self.setup.taught), learnt=dict(self.setup.learnt))

    def show_page(self, page: Leaf) -> None:
        """Show a page beside the game, which goes on."""
        self.start_page.leave()
        page.setFocus()
        self._pages.setCurrentWidget(page)
        page.setFont(self._pages.font())  # Dialogs over the page take its own.
        set_type(page, page.font())
        page.back_button.setFocus()

    def show_help(self, topic: str = "") -> None:
        """Show help; at a topic where one is named."""
        if topic:
            self.help_page.show_topic(topic)
        self.show_page(self.help_page)

    def go_back(self) -> None:
        """Go back to the game, or to where one is set up."""
        for leaf in self._pages.pages(Leaf):
            leaf.leave()
        if self.live is not None:
            self._pages.setCurrentWidget(self.table_page)
            self.table_page.setFocus()
        else:
            self._pages.setCurrentWidget(self.start_page)
            self.start_page.arrive()

    # Preferences

    def prefer(self, name: str, value: object) -> None:
        """Change a preference, at once and for the next time."""
        preferences = self.store.prefer(**{name: value})
        for page in self._pages.pages(PreferencesPage):
            page.preferences = preferences
        code = language_code(preferences)
        unheard = code != spoken().code and self.voice.is_behind
        if code != spoken().code:
            self.setup.language = language(code)
            if self.live is not None:
                self.live.speak(language(code))
            self.sessions.speak(language(code))
            speak(code)
            self._set_type(force=True)
        self._dress.wear(preferences.scheme)
        self._set_type()
        self._prefer_voice()
        if unheard:
            self.table_page.say_again()
        self._tell_remark()

    # Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let the type follow the window's size."""
        super().resizeEvent(event)
        self._set_type()

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Go on in the order in which the page is read, and keep in sight what is reached."""
        page = self._pages.currentWidget()
        return go_on(page, self.focusWidget(), forward) or super().focusNextPrevChild(forward)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Remember the window's place and end everything that runs; what is waited for is waited for out of sight."""
        remember_place(self, self.store)
        self.hide()
        self._timer.stop()
        self._give_up()
        self.leave(keep=True)
        self.start_page.leave()
        self.start_page.game_choice.close_drawing()
        for leaf in self._pages.pages(Leaf):
            leaf.leave()
        self.sessions.close()
        for tools in self._pages.pages(ToolsPage):
            tools.printing.wait()
        wait_until_let_go()
        super().closeEvent(event)

    # Inside

    def _connect(self) -> None:
        start = self.start_page
        start.start_wanted.connect(self._start)
        start.kept_wanted.connect(lambda: self.store.remember(**self.setup.chosen()))
        start.help_wanted.connect(self.show_help)
        start.rules_wanted.connect(lambda game: self.show_help(rules_topic(game)))
        start.print_wanted.connect(self._show_printing)
        start.settings_wanted.connect(lambda: self.show_page(self.preferences_page))
        start.tools_wanted.connect(lambda: self.show_page(self.tools_page))
        self.table_page.help_wanted.connect(self.show_help)
        self.table_page.new_game_wanted.connect(self.ask_to_leave)
        self.table_page.named.connect(self._remember_names)
        self.voice.changed.connect(self._show_voice)
        for keys, wanted in (
            ("F11", lambda: self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)),
            ("Ctrl+,", lambda: self.show_page(self.preferences_page)),
        ):
            QShortcut(QKeySequence(keys), self, wanted)

    def _start(self, plan: Plan) -> None:
        self.open(self.sessions.going_on(plan))

    def _remember_names(self, names: tuple[str, ...]) -> None:
        for seat, name in enumerate(names):
            self.setup.name(seat, name)
        self.start_page.show_setup()
        self.store.remember(names=self.setup.names)

    def _leave_for_another(self) -> None:
        self.leave()
        self.start_page.go_to(0)

    def _show_printing(self, deck: str) -> None:
        self.tools_page.choose_deck(deck)
        self.show_page(self.tools_page)

    def _rename_taught(self, name: str, new: str) -> None:
        self.setup.rename_taught(name, new)
        self.store.remember(taught=dict(self.setup.taught), learnt=dict(self.setup.learnt))

    def _reset(self) -> None:
        for name, value in ((name, getattr(Preferences(), name)) for name in Preferences.__dataclass_fields__):
            self.prefer(name, value)
        self.preferences_page.show_preferences(self.store.preferences)

    def _forget_people(self) -> None:
        self.store.forget()
        self.setup.forget()
        self.start_page.show_setup()
        self.preferences_page.remark.setText(tr("Players, house rules and cameras are forgotten."))

    def _forget_decks(self) -> None:
        if self.live is not None:
            self.live.watch.session.forget_deck()
        try:
            forget_played()
        except UnusableError as error:
            self.preferences_page.remark.setText(error.told(spoken()))
        else:
            self.preferences_page.remark.setText(tr("The decks that were played with are forgotten."))

    def _prefer_voice(self) -> None:
        self.voice.prefer(self.store.preferences, spoken().code)
        self._show_voice()

    def _show_voice(self) -> None:
        problem, detail = self.voice.problem, self.voice.detail
        text = f"{tr(problem)} ({tr(detail)})" if problem and detail else tr(problem) if problem else ""
        for page in self._pages.pages(PreferencesPage):
            page.remark.setText(text)

    def _tell_remark(self) -> None:
        remark, self.store.remark = self.store.remark, None
        if remark is not None:
            self.start_page.show_problem(remark.told(spoken()))

    def _set_type(self, force: bool = False) -> None:
        line = QFontMetrics(self._usual_font).height()
        factor = theme.type_factor(self.width(), self.height(), self.store.preferences.look, line)
        font = scaled(self._usual_font, factor)
        if force or self._pages.font() != font:
            self._pages.setFont(font)
            set_type(self._pages, font)

    def _tick(self) -> None:
        if self._opening is not None:
            self._look_at_opening(self._opening)
        current: QWidget | None = self._pages.currentWidget()
        if current is self.start_page:
            self.start_page.refresh()
        elif isinstance(current, ToolsPage):
            current.refresh()
        self.sessions.refresh(current)
        self.table_page.refresh()
        self._ticks += 1
        if self._ticks % _STATUS_TICKS == 0:
            self.table_page.besides = self.sessions.problem
            self.table_page.refresh_status()
            self.sessions.refresh_status()

    def _look_at_opening(self, opening: Opening) -> None:
        watch = opening.poll()
        failure = opening.trouble.told(spoken())
        if watch is None and not failure:
            return
        self._opening = None
        self.start_page.show_opening(None)
        if watch is None:
            self.start_page.refuse(opening.plan, failure)
            self.sessions.forget(failure)
        else:
            self.show_watch(opening.plan, watch)

    def _give_up(self) -> None:
        if self._opening is not None:
            self._opening.give_up()
            self._opening = None
