"""What the window offers when it is opened: to go on with games that broke off, or to look at the last results."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from companion.app.keeping import KeptGames
from companion.app.model.keeping import KeptGame
from companion.app.model.library import Shelf
from companion.app.model.offers import Offer, kept_offer, recorded_offers
from companion.app.widgets.offer_dialog import OfferDialog
from companion.app.words import spoken
from companion.errors import CompanionError
from companion.recording.entry import Entry

if TYPE_CHECKING:
    from companion.app.window import MainWindow


class Taker(Protocol):
    """Does what people choose of a game that is offered."""

    def go_on_with_kept(self, kept: KeptGame) -> None:
        """Go on with a kept game."""
        ...

    def go_on_from(self, entry: Entry, refuse: Callable[[CompanionError], None]) -> None:
        """Go on with a recorded game; `refuse` is told in words why that cannot be."""
        ...

    def choose_camera(self, kept: KeptGame) -> None:
        """Have camera and rules chosen with which a kept game goes on."""
        ...

    def show_result(self, kept: KeptGame) -> None:
        """Show the result of a game that is over."""
        ...


class Offers:
    """Offers all games at once, in one dialog; recorded ones join it as soon as they are found."""

    def __init__(self, window: "MainWindow", games: KeptGames, recordings: Shelf, taker: Taker) -> None:
        """Offer nothing yet.

        Args:
            window: Where it is asked.
            games: What was kept.
            recordings: A shelf of its own, looked through in the background: a recorded game may have broken off.
            taker: Does what people choose.
        """
        self._window = window
        self._games = games
        self._recordings = recordings
        self._taker = taker
        self._dialog: OfferDialog | None = None
        self._offered = set[Path]()
        self._looks_anew = False
        self.asks = False

    def offer(self) -> None:
        """Offer the games that broke off of late, if there are any, as soon as that is known."""
        kept = self._games.find()
        if self._games.damaged:
            start = self._window.start_page
            before = start.problem.text()
            told = [before, *(told for error in self._games.damaged if (told := error.told(spoken())) not in before)]
            start.show_problem("\n".join(filter(None, told)))
        self._show(tuple(map(kept_offer, kept)))
        self.asks = True
        self._recordings.look()

    def offer_kept(self, kept: KeptGame, problem: str = "") -> None:
        """Offer a kept game, or its result where it is over, and others beside it.

        Args:
            kept: The game.
            problem: Why it could not be gone on with a moment ago, in words; empty where nobody tried.
        """
        others = (other for other in self._games.find() if other.path != kept.path)
        self._show((kept_offer(kept), *map(kept_offer, others)), problem)

    def look(self) -> None:
        """Offer recorded games that broke off, once that is known; called again and again."""
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
        found = recorded_offers(news.entries, datetime.now(UTC))
        self._show(tuple(offer for offer in found if offer.recording not in self._offered))

    def look_anew(self) -> None:
        """Look once more before a recorded game is offered: it may be deleted, archived or renamed meanwhile."""
        self._looks_anew = self.asks

    def end(self) -> None:
        """Offer nothing any more."""
        self.asks = False
        if self._dialog is not None:
            self._dialog.end()
            self._dialog = None
        self._games.let_go_of_found()

    def close(self) -> None:
        """End what runs in the background."""
        self._recordings.close()

    def _show(self, offers: tuple[Offer, ...], problem: str = "") -> None:
        if not offers:
            return
        # A game that is recorded, and kept as well, is offered once.
        self._offered |= {offer.recording for offer in offers if offer.recording is not None}
        dialog = self._dialog
        if dialog is None:
            dialog = self._dialog = OfferDialog(self._window.centralWidget() or self._window)
            dialog.taken.connect(self._take)
            dialog.camera_wanted.connect(self._choose_camera)
            dialog.declined.connect(self._put_by)
        dialog.add(offers, problem)
        dialog.open()

    def _take(self, offer: Offer) -> None:
        self._hold(offer)
        if isinstance(offer.game, Entry):
            start = self._window.start_page
            self._taker.go_on_from(offer.game, lambda error: start.show_problem(error.told(spoken())))
        elif offer.is_over:
            self._taker.show_result(offer.game)
        else:
            self._taker.go_on_with_kept(offer.game)

    def _choose_camera(self, offer: Offer) -> None:
        self._hold(offer)
        assert isinstance(offer.game, KeptGame)
        self._taker.choose_camera(offer.game)

    def _hold(self, offer: Offer) -> None:
        """Hold the game that is taken up; the others are there for other windows, and the next time."""
        self._dialog = None
        if isinstance(offer.game, KeptGame):
            self._games.hold(offer.game)
        self._games.let_go_of_found()

    def _put_by(self) -> None:
        """Offer what was listed no more in this window."""
        dialog, self._dialog = self._dialog, None
        for offer in dialog.offers if dialog is not None else ():
            if isinstance(offer.game, KeptGame):
                self._games.put_by(offer.game)
        self._games.let_go_of_found()
