"""A running table: frames in, events out, and the commands of the person in front of it.

The camera's thread calls `observe`; a person's commands may come from any other thread at any time. Each is one step
under one lock, changes the book through one path and publishes its events to the subscribers in order.
"""

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.rules.facts import CardsPlayed, Fact, TiebreakCard
from companion.rules.game import Game
from companion.rules.settings import Settings
from companion.table.book import Book, with_cards, with_seat
from companion.table.events import Event, SourceChanged
from companion.table.snapshot import Counts, Snapshot, TableState
from companion.vision.handover import SourceEvent
from companion.vision.types import Frame, SeenCard

if TYPE_CHECKING:
    from companion.vision.eyes import Eyes

Listener = Callable[[Event], None]


class TableSession:
    """A table that is being refereed.

    Commands raise `ImpossibleFactError` (a `WrongInputError`), with nothing changed, where the facts would contradict
    each other; its `reason.text(names)` says why.
    """

    def __init__(
        self,
        game: Game,
        settings: Settings | None = None,
        *,
        eyes: "Eyes | None" = None,
        names: Sequence[str] = (),
    ) -> None:
        """Set the table.

        Args:
            game: What is played.
            settings: What was agreed; the game's defaults when None.
            eyes: What finds and reads cards in frames; may be None where only `notice` is called.
            names: The players, seat 0 first; seats without a name are called "Seat N".
        """
        players = game.start(settings).players
        named = tuple(names[seat] if seat < len(names) else f"Seat {seat}" for seat in range(players))
        self._book = Book(game, settings, named)
        self._eyes = eyes
        self._lock = threading.RLock()
        self._listeners: list[Listener] = []
        self._time = 0.0
        self._counts = Counts()
        self._state: TableState = "watching"
        self._announcement = ""

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Have every event from now on handed to a listener; return what ends that.

        Listeners are called in the thread that caused the event, in order, and must return at once.
        """
        with self._lock:
            self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    # The camera

    def observe(self, frame: Frame) -> tuple[Event, ...]:
        """Look at a frame and return what follows from it. Slow (find and read); the lock is not held meanwhile."""
        seen = self._eyes.look(frame.image, self._book.log.game.deck.id) if self._eyes is not None else []
        return self.notice(seen, frame.time)

    def notice(self, seen: Sequence[SeenCard], time: float) -> tuple[Event, ...]:  # noqa: ARG002
        """Take what was seen in one frame and return what follows from it.

        Args:
            seen: The cards in the frame.
            time: Seconds of the source.
        """
        with self._lock:
            self._time = time
            self._counts = replace(self._counts, frames=self._counts.frames + 1)
            return self._publish([])

    def source_changed(self, event: SourceEvent) -> tuple[Event, ...]:
        """Pass on what happened to the source."""
        with self._lock:
            self._time = max(self._time, event.time)
            return self._publish([SourceChanged(time=event.time, state=event.state, message=event.message)])

    # The person

    def correct(self, fact: int, cards: Sequence[str]) -> tuple[Event, ...]:
        """Say which cards the fact at this place really was."""
        with self._lock:
            corrected = with_cards(self._book.facts[fact], tuple(cards), "person", 1.0)
            return self._publish(self._book.revise({fact: corrected}, self._time, "person", "corrected by hand"))

    def change_seat(self, fact: int, seat: int) -> tuple[Event, ...]:
        """Say who really played the cards of the fact at this place."""
        with self._lock:
            corrected = with_seat(self._book.facts[fact], seat, "person")
            return self._publish(self._book.revise({fact: corrected}, self._time, "person", "corrected by hand"))

    def insert_play(self, fact: int, seat: int, cards: Sequence[str]) -> tuple[Event, ...]:
        """Add a play that was missed before the fact at this place; behind the last fact, the next play."""
        with self._lock:
            new = self._typed(seat, tuple(cards))
            if fact >= len(self._book.facts):
                return self._publish(self._book.append(new))
            return self._publish(self._book.insert(fact, new, "added by hand"))

    def remove_play(self, fact: int) -> tuple[Event, ...]:
        """Take out a play that never was; its card, if it lies there, does not count again."""
        with self._lock:
            return self._publish(self._book.remove(fact, self._time, "removed by hand"))

    def undo(self) -> tuple[Event, ...]:
        """Take back the last change, whatever it was; without one nothing happens."""
        with self._lock:
            return self._publish(self._book.undo(self._time))

    def redo(self) -> tuple[Event, ...]:
        """Make the last undone change again; without one nothing happens."""
        with self._lock:
            return self._publish(self._book.redo(self._time))

    def answer(self, question: int, card: str | None) -> tuple[Event, ...]:  # noqa: ARG002
        """Answer a question: the card's code, or None where there is no card that counts."""
        with self._lock:
            return self._publish([])

    def pause(self) -> None:
        """Count nothing from now on, for instance while people rearrange or show cards."""
        with self._lock:
            self._state = "paused"

    def resume(self) -> None:
        """Count again; cards that lie on the table now and were not counted stay uncounted."""
        with self._lock:
            self._state = "watching"

    # Views

    def snapshot(self) -> Snapshot:
        """Return the present moment."""
        with self._lock:
            return Snapshot(
                time=self._time,
                names=self._book.names,
                view=self._book.view,
                state=self._state,
                announcement=self._announcement,
                history=self._book.history(),
                counts=self._counts,
                can_undo=self._book.log.can_undo,
                can_redo=self._book.log.can_redo,
            )

    def _typed(self, seat: int, cards: tuple[str, ...]) -> Fact:
        if self._book.view.phase == "tiebreak":
            return TiebreakCard(seat, cards[0], source="person", time=self._time)
        return CardsPlayed(seat, cards, source="person", time=self._time)

    def _publish(self, events: Sequence[Event]) -> tuple[Event, ...]:
        for event in events:
            for listener in tuple(self._listeners):
                listener(event)
        return tuple(events)
