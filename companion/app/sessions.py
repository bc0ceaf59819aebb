"""What the window does with recordings: the library, the replay, the record button, and games to go on with."""

import contextlib
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import cached_property, partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from companion.app.keeping import KeptGames
from companion.app.model.keeping import KeptGame, read_kept
from companion.app.model.library import Shelf, game_of
from companion.app.model.opening import Beginning, open_result, open_watch
from companion.app.model.recording import LiveRecording
from companion.app.model.retold import NOT_ALL_RECORDED
from companion.app.model.setup import Plan
from companion.app.model.telling import telling
from companion.app.model.watch import Watch
from companion.app.offering import Offers
from companion.app.widgets.library_page import LibraryPage
from companion.app.widgets.record_button import RecordButton
from companion.app.widgets.replay_page import ReplayPage
from companion.app.widgets.stack import Stack
from companion.app.widgets.start import CAMERA
from companion.app.words import spoken, tr
from companion.errors import CompanionError, UnusableError
from companion.language import Language, mark
from companion.recording.entry import Entry
from companion.recording.opening import Session, open_session
from companion.recording.starting import resume_time
from companion.rules.log import GameLog
from companion.table.past import NO_PAST
from companion.vision.gallery_file import is_taught
from companion.vision.gallery_shelf import taught_decks

if TYPE_CHECKING:
    from companion.app.window import MainWindow


_NOT_RECORDED = mark("The recording of this game cannot be gone on with, so nothing is recorded now ({reason})")


class Sessions:
    """Recordings in the window.

    Attributes:
        button: Records the running game.
        recording: Of the running game; None while there is none.
    """

    def __init__(self, window: "MainWindow", pages: Stack, shelf: Shelf, games: KeptGames) -> None:
        """Make the button.

        Args:
            window: The window, with its start page and table page.
            pages: What in the window holds its pages.
            shelf: The library.
            games: Keeps the running game.
        """
        self._window = window
        self._pages = pages
        self._shelf = shelf
        self._games = games
        self._kept: KeptGame | None = None
        self._waiting: KeptGame | None = None
        self._recorded: Session | None = None
        self._unrecorded: CompanionError | None = None
        self._beginning: Beginning | None = None
        self._shows_result = self._result_was_wanted = False
        self._records_anew = False
        self._offers = Offers(window, games, shelf.again(), self)
        self._ended: list[LiveRecording] = []
        self.recording: LiveRecording | None = None
        self.button = RecordButton(window.table_page)
        window.table_page.toolbar.take_in(self.button)
        window.start_page.library_wanted.connect(self.show_library)
        window.table_page.stage.rules_wanted.connect(self.set_up_anew)
        window.start_page.game_changed.connect(self._look_whether_it_goes_on)

    # Pages

    @cached_property
    def library_page(self) -> LibraryPage:
        """The sessions there are."""
        page = LibraryPage(self._shelf, self._window.setup.learnt, self._pages)
        page.replay_wanted.connect(self.show_replay)
        page.resume_wanted.connect(self.go_on)
        page.result.wanted.connect(self.show_result)
        page.taught.connect(self._window.use_taught)
        return self._window.take_in(page, self._window.go_back)

    @cached_property
    def replay_page(self) -> ReplayPage:
        """One of them, looked at again; from it one goes back to the others."""
        return self._window.take_in(ReplayPage(self._pages), self.show_library)

    def show_library(self) -> None:
        """Show the sessions there are."""
        replays = self._pages.pages(ReplayPage)
        looks_back = any(page.replay is not None for page in replays)
        for page in replays:
            page.leave()
        self._offers.look_anew()
        self._window.show_page(self.library_page)
        self.library_page.result.show_game(self._games.last_result())
        made = [recording.last for recording in self._recordings if recording.last is not None]
        self.library_page.arrive(made[-1] if made else None, back=looks_back)

    def show_replay(self, entry: Entry) -> None:
        """Look at a session again."""
        try:
            session = open_session(entry.folder)
        except CompanionError as error:
            self.library_page.problem.tell(error.told)
            return
        self._window.show_page(self.replay_page)
        self.replay_page.show_session(session)

    def refresh(self, current: QWidget | None) -> None:
        """Show what is new on the page that is shown."""
        if isinstance(current, LibraryPage):
            current.refresh()
            current.show_videos(one for made in self._recordings for one in made.completions)
        elif isinstance(current, ReplayPage):
            current.refresh()
        elif current is self._window.start_page:
            self._offers.look()

    def refresh_status(self) -> None:
        """Show how the recording goes, and what is written beside it."""
        self.button.refresh()
        for page in self._pages.pages(LibraryPage):
            page.look_beside()

    @property
    def _recordings(self) -> list[LiveRecording]:
        """Those of this window, the last one last."""
        return self._ended if self.recording is None else [*self._ended, self.recording]

    # Games

    def opener(self, usual: Callable[[Plan], Watch]) -> Callable[[Plan], Watch]:
        """Return what opens the next game: one that is gone on with, or a new one; no other is offered any more."""
        self._offers.end()
        if self._beginning is None:
            return usual
        return partial(open_result if self._shows_result else open_watch, beginning=self._beginning)

    def follow(self, plan: Plan, watch: Watch) -> None:
        """Let the button record this game and keep it; one that is gone on with is recorded as before."""
        recording = self.recording = LiveRecording(plan, watch, self._shelf.folder, spoken())
        if self._recorded is not None and self._beginning is not None:
            recording.go_on(self._recorded, self._beginning.time)
            if recording.folder is not None:
                for before in self._ended:
                    before.give_away(recording.folder)
        if self._records_anew:
            recording.start()
        if self._unrecorded is not None:
            recording.trouble.note(self._unrecorded)
        going_on = self._kept is not None and self._games.hold(self._kept)
        camera = self._kept.camera if self._kept is not None and self._shows_result else ""
        self._result_was_wanted = self._shows_result
        self._begin_next(None)
        self.button.follow(recording if not self._result_was_wanted else None)
        self._games.begin(plan, watch, lambda: recording.with_plays, going_on=going_on, camera=camera)

    def record(self, begin: Callable[[LiveRecording], None]) -> None:
        """Record the running game otherwise than the button would.

        Args:
            begin: Starts the recording.

        Raises:
            UnusableError: It cannot be recorded so.
        """
        if self.recording is not None:
            begin(self.recording)
            if problem := self.recording.problem():
                raise UnusableError(problem)

    def speak(self, language: Language) -> None:
        """Record in this language from now on."""
        if self.recording is not None:
            self.recording.speak(language)

    def leave_game(self, *, keep: bool) -> None:
        """End the recording with the game; kept, it is offered when the program is opened again.

        One whose result people have seen is not offered; it is found beside the recordings.
        """
        seen = self._result_was_wanted or self._window.table_page.result_is_known
        recorded = self.recording is not None and self.recording.is_whole
        self._games.leave(keep=keep, seen=seen, recorded=recorded)
        self.button.follow(None)
        if self.recording is not None:
            self.recording.stop()
            self._ended.append(self.recording)
            self.recording = None

    @property
    def problem(self) -> str:
        """What a person should know about recording and keeping the running game, in words; empty for nothing."""
        if self.recording is not None and (problem := self.recording.problem(spoken())):
            return problem
        standing = self.recording.standing if self.recording is not None else None
        if standing is not None and standing.problem is not None:
            return tr(NOT_ALL_RECORDED, reason=standing.problem.told(spoken()))
        if self._games.problem:
            reason = tr(self._games.problem)
            return tr("Should the computer fail, this game is lost: it cannot be kept ({reason})", reason=reason)
        return ""

    @property
    def taught_deck(self) -> str:
        """Name of the taught deck that the running game is played with; empty for none."""
        return self.recording.plan.taught if self.recording is not None else ""

    @property
    def can_set_up_anew(self) -> bool:
        """Whether the running game can be gone on with before another camera, or with other rules."""
        return self._games.path is not None

    def instead_of_leaving(self) -> list[tuple[str, Callable[[], object]]]:
        """Return what else a person may want who leaves a game that is not over: words, and what does it."""
        live = self._window.live
        others: list[tuple[str, Callable[[], object]]] = []
        if self.can_set_up_anew:
            others.append((tr("Change camera or rules"), self.set_up_anew))
        if live is not None and live.editor.can_deal_anew:
            others.append((tr("Deal this hand anew"), self._window.table_page.deal_anew))
        if live is not None and live.editor.hand_to_strike is not None:
            struck = tr("Strike out hand {number}", number=live.editor.hand_to_strike)
            others.append((struck, self._window.table_page.strike_hand))
        return others

    def set_up_anew(self) -> None:
        """Leave the running game, to be gone on with as soon as another camera, or other rules, are chosen."""
        path, live, begun = self._games.path, self._window.live, self.recording
        if path is None or live is None or begun is None:
            return
        now = live.watch.session.snapshot()
        self._games.leave(keep=True, hold=True)
        plan = replace(begun.plan, names=now.names)
        paused = now.state == "paused"
        saved, recording = datetime.now(UTC), begun.leave_off()
        kept = KeptGame(path, plan, now.facts, now.time, saved, recording, now.waiting, now.past, paused=paused)
        self._window.leave(keep=True)
        self.choose_camera(kept)

    def going_on(self, plan: Plan) -> Plan:
        """Return this plan; where a game waits to be gone on with, it begins with what was played of that."""
        kept = self._waiting if self._window.start_page.goes_on else None
        self._waiting = None
        self._window.start_page.go_on(False)
        records_anew = False
        if kept is not None and (plan.game, plan.settings) != (kept.plan.game, kept.plan.settings):
            # A recording says once what is played by which rules.
            records_anew = kept.recording is not None
            kept = replace(kept, recording=None)
        if kept is None or records_anew:
            for recording in self._ended:
                recording.complete()
        if kept is not None:
            self._take_up(replace(kept, plan=plan))
            self._records_anew = records_anew
        return plan

    def forget(self, problem: str) -> None:
        """The game that was to be gone on with could not be opened: offer it again, with the reason."""
        kept = self._kept
        self._begin_next(None)
        if kept is not None:
            self._offers.offer_kept(kept, problem)

    def go_on(self, entry: Entry) -> None:
        """Go on with a recorded game of the library where it broke off."""
        self.go_on_from(entry, lambda error: self.library_page.problem.tell(error.told))

    def show_result(self, kept: KeptGame) -> None:
        """Show the result of a game that is over: its recording where it has one, else its table without a camera."""
        if not self._games.hold(kept):
            self.library_page.problem.tell(telling(mark("Another window shows this game.")))
            return
        with contextlib.suppress(UnusableError):
            kept = read_kept(kept.path)  # Another window may have set a card of it right since.
        self._window.go_back()
        if kept.recording is not None:
            with contextlib.suppress(CompanionError):
                session = open_session(kept.recording)
                self._window.show_page(self.replay_page)
                self.replay_page.show_session(session)
                self._games.put_by(kept)
                return
        self._begin_next(Beginning(kept.facts, kept.time, kept.waiting, kept.past), kept)
        self._shows_result = True
        self._window.open(kept.plan_today)

    def go_on_from(self, entry: Entry, refuse: Callable[[CompanionError], None]) -> None:
        """Go on with a recorded game where it broke off; `refuse` is told why that cannot be."""
        setup = self._window.setup
        try:
            game, recorded = game_of(entry, setup.kind, setup.sources[setup.kind])
            taught = setup.taught.get(game.plan.game.deck.id, "")
            game = replace(game, plan=replace(game.plan, taught=taught if not taught or is_taught(taught) else ""))
        except CompanionError as error:
            refuse(error)
            return
        self._window.go_back()
        if game.lacks_camera:
            self._choose_instead(game)
            return
        self._go_on_with(recorded)
        self._window.open(game.plan_today)

    def go_on_with_kept(self, kept: KeptGame) -> None:
        """Go on with a kept game, or have the camera chosen first where its own, or its taught deck, is not there."""
        taught = kept.plan.taught
        if taught and not is_taught(taught):
            others = any(known.deck == kept.plan.game.deck.id for known in taught_decks())
            gone = (
                tr(
                    "The taught deck “{name}” is not there any more. Choose the cards below the camera, and go on.",
                    name=taught,
                )
                if others
                else tr(
                    "The taught deck “{name}” is not there any more. Go on, and its cards are asked about more.",
                    name=taught,
                )
            )
            self.choose_camera(replace(kept, plan=replace(kept.plan, taught="")), gone)
            return
        if kept.lacks_camera:
            self._choose_instead(kept)
            return
        kept = replace(kept, plan=kept.plan_today)
        self._take_up(kept)
        self._window.open(kept.plan)

    def choose_camera(self, kept: KeptGame, problem: str = "") -> None:
        """Have camera and rules chosen with which a kept game goes on.

        Args:
            kept: The game.
            problem: Why it does not go on as it is, in words; empty where people want it so.
        """
        start = self._window.start_page
        self._waiting = kept
        start.choose_game(kept.plan.game.id)
        self._window.setup.take(kept.plan)
        start.show_setup()
        start.go_to(CAMERA)
        start.go_on(True)
        usual = mark(
            "Choose the camera. Everybody has to sit in its picture as before. "
            "A wrong dealer, rule or game is set right in the steps before."
        )
        start.show_hint(telling(usual))
        start.show_problem(problem)

    def offer(self) -> None:
        """Offer the game that broke off of late, if there is one, as soon as that is known."""
        self._offers.offer()

    def close(self) -> None:
        """End everything that runs; videos that are being completed, and exports, are waited for."""
        self.leave_game(keep=True)
        for recording in self._ended:
            recording.close()
        self._offers.close()
        for page in self._pages.pages(LibraryPage):
            page.wait()

    def _begin_next(
        self, beginning: Beginning | None, kept: KeptGame | None = None, recorded: Session | None = None
    ) -> None:
        """Have the next game begin so, or as a new one; whatever was being opened is left, and lends it nothing."""
        self._beginning, self._kept, self._recorded, self._unrecorded = beginning, kept, recorded, None
        self._records_anew = self._shows_result = False

    def _go_on_with(self, recorded: Session, kept: KeptGame | None = None) -> None:
        # Earlier versions did not write all into the log.
        paused, past = recorded.paused, recorded.past
        if paused is None and kept is not None:
            paused = kept.paused
        if past == NO_PAST and kept is not None and recorded.facts[: len(kept.facts)] == kept.facts:
            past = kept.past
        beginning = Beginning(recorded.facts, resume_time(recorded), recorded.waiting, past, bool(paused))
        self._begin_next(beginning, kept, recorded)

    def _choose_instead(self, kept: KeptGame) -> None:
        """Have another camera chosen where that of the game is not plugged in; its own is taken as soon as it is."""
        self._window.setup.camera = kept.camera
        self.choose_camera(kept, tr("“{camera}” is not plugged in.", camera=kept.camera))

    def _look_whether_it_goes_on(self) -> None:
        """Let the start button go on with the game that waits as long as what is chosen fits what was played of it."""
        if self._waiting is None:
            return
        start, setup, was = self._window.start_page, self._window.setup, self._waiting.plan
        goes_on = (setup.game.deck, setup.called) == (was.game.deck, was.names)
        try:
            GameLog(setup.game, setup.agreed, self._waiting.facts)
        except CompanionError:
            goes_on = False
        start.go_on(goes_on)
        another = mark("With these choices a new game begins; the other one is kept.")
        start.show_hint(telling("" if goes_on else another))

    def _take_up(self, kept: KeptGame) -> None:
        self._begin_next(Beginning(kept.facts, kept.time, kept.waiting, kept.past, kept.paused), kept)
        if kept.recording is not None:
            # The game itself does not depend on its recording.
            try:
                recorded = open_session(kept.recording)
                recorded.check_known()
                self._go_on_with(recorded, kept)
            except CompanionError as error:
                self._unrecorded = UnusableError(_NOT_RECORDED, reason=error)
