"""What the window offers when it is opened: to go on with a game that broke off, or to look at the last result."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from companion.app.keeping import KeptGames
from companion.app.model.keeping import KeptGame, broken_off
from companion.app.model.library import Shelf, unfinished
from companion.app.widgets.asking import ask
from companion.app.words import spoken, tr
from companion.recording.entry import Entry

if TYPE_CHECKING:
    from companion.app.window import MainWindow


class Taker(Protocol):
    """Does what people choose of a game that is offered."""

    def go_on_with_kept(self, kept: KeptGame) -> None:
        """Go on with a kept game."""
        ...

    def go_on_from(self, entry: Entry, refuse: Callable[[str], None]) -> None:
        """Go on with a recorded game; `refuse` is told in words why that cannot be."""
        ...

    def choose_camera(self, kept: KeptGame) -> None:
        """Have camera and rules chosen with which a kept game goes on."""
        ...

    def show_result(self, kept: KeptGame) -> None:
        """Show the result of a game that is over."""
        ...


class Offers:
    """Offers one game after the other, the newest first, until people take one or there is none left."""

    def __init__(self, window: "MainWindow", games: KeptGames, recordings: Shelf, taker: Taker) -> None:
        """Offer nothing yet.

        Args:
            window: Where it is asked.
            games: What was kept; such games come first.
            recordings: A shelf of its own, looked through in the background: a recorded game may have broken off.
            taker: Does what people choose.
        """
        self._window = window
        self._games = games
        self._recordings = recordings
        self._taker = taker
        self._declined = set[Path]()
        self._looks_anew = False
        self.asks = False

    def offer(self) -> None:
        """Offer the game that broke off of late, if there is one, as soon as that is known."""
        kept = self._games.find()
        if self._games.damaged:
            start = self._window.start_page
            before = start.problem.text()
            told = [before, *(told for error in self._games.damaged if (told := error.told(spoken())) not in before)]
            start.show_problem("\n".join(filter(None, told)))
        if kept is not None:
            self.offer_kept(kept)
            return
        self.asks = True
        self._recordings.look()

    def offer_kept(self, kept: KeptGame, problem: str = "") -> None:
        """Offer a kept game, or its result where it is over.

        Args:
            kept: The game.
            problem: Why it could not be gone on with a moment ago, in words; empty where nobody tried.
        """
        if kept.result is not None:
            self._offer_result(kept, problem)
            return
        self._ask(
            kept.told(spoken()),
            problem,
            lambda: self._taker.go_on_with_kept(kept),
            lambda: self._put_by(kept),
            (tr("Change camera or rules"), lambda: self._taker.choose_camera(kept)),
        )

    def look(self) -> None:
        """Offer a recorded game where one broke off, once that is known; called again and again."""
        if not self.asks:
            return
        news = self._recordings.poll()
        if self._looks_anew:
            self._looks_anew = False
            self._recordings.look()
            return
        if news is None:
            return
        self.asks = False
        others = tuple(entry for entry in news.entries if entry.folder.resolve() not in self._declined)
        entry = unfinished(others, datetime.now(UTC))
        if entry is not None:
            self._offer_recorded(entry)

    def look_anew(self) -> None:
        """Look once more before a recorded game is offered: it may be deleted, archived or renamed meanwhile."""
        self._looks_anew = self.asks

    def end(self) -> None:
        """Offer nothing any more."""
        self.asks = False

    def close(self) -> None:
        """End what runs in the background."""
        self._recordings.close()

    def _offer_result(self, kept: KeptGame, problem: str) -> None:
        ask(
            self._window.centralWidget() or self._window,
            tr("Show the last result?"),
            kept.told(spoken()),
            (tr("Show the result"), tr("Not now")),
            lambda: self._taker.show_result(kept),
            more=problem or tr("A misread card can be set right. Later the result is found under “Recordings”."),
            otherwise=lambda: self._put_by(kept),
        )

    def _offer_recorded(self, entry: Entry) -> None:
        self._ask(
            broken_off(entry.players, entry.title, spoken()),
            "",
            lambda: self._taker.go_on_from(entry, self._window.start_page.show_problem),
            lambda: self._offer_others(entry.folder),
        )

    def _put_by(self, kept: KeptGame) -> None:
        """Offer a game no more, and what may have broken off before it."""
        self._games.put_by(kept)
        self._offer_others(kept.recording)

    def _offer_others(self, recording: Path | None) -> None:
        """Offer what is not put by; a recording that is put by is not offered once more among the recordings."""
        if recording is not None:
            self._declined.add(recording.resolve())
        self.offer()

    def _ask(
        self,
        what: str,
        problem: str,
        go_on: Callable[[], None],
        otherwise: Callable[[], None],
        other: tuple[str, Callable[[], None]] | None = None,
    ) -> None:
        ask(
            self._window.centralWidget() or self._window,
            tr("Go on with the last game?"),
            what,
            (tr("Go on"), tr("Not now")),
            go_on,
            more=problem or tr("It goes on where the last card was announced."),
            others=() if other is None else (other,),
            otherwise=otherwise,
        )
