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
from companion.rules.log import GameLog
from companion.rules.settings import Settings
from companion.table.book import Book, cards_of, seat_of, with_cards, with_seat
from companion.table.events import CardPlayed, Desynchronised, Event, SourceChanged
from companion.table.evidence import Codes
from companion.table.look import Look
from companion.table.motion import MotionGate
from companion.table.picturing import table_cards
from companion.table.referee import Referee
from companion.table.restoring import restore
from companion.table.sentences import Speaker
from companion.table.sighting import Sighting
from companion.table.snapshot import Counts, Snapshot, TableState
from companion.table.tabletop import Tabletop, card_height
from companion.table.tracker import Tracker
from companion.table.watcher import Expectation, Watcher
from companion.table.witness import Witness, look_of, tracks_of
from companion.vision.handover import SourceEvent
from companion.vision.types import Frame, Image, SeenCard

if TYPE_CHECKING:
    from companion.vision.eyes import Eyes

Listener = Callable[[Event], None]


def default_names(players: int) -> tuple[str, ...]:
    """Return names for players who gave none."""
    return tuple(f"Seat {seat}" for seat in range(players))


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
        tabletop: Tabletop | None = None,
        facts: Sequence[Fact] = (),
    ) -> None:
        """Set the table.

        Args:
            game: What is played.
            settings: What was agreed; the game's defaults when None.
            eyes: What finds and reads cards in frames; may be None where only `notice` is called.
            names: The players, seat 0 first; default names for seats that have none.
            tabletop: The calibrated table; guessed from the size of the cards when None.
            facts: What was entered already, by a session that this one goes on from; no event is made of it.

        Raises:
            ImpossibleFactError: The facts contradict each other or the settings.
        """
        players = game.start(settings).players
        self._book = Book(game, settings, (*names[:players], *default_names(players)[len(names) :]))
        self._speaker = Speaker(game.deck, self._book.names)
        self._codes = Codes(game.deck.codes)
        self._cards_in_deal = sum(self._book.log.state.copies.values())
        self._eyes = eyes
        self._tabletop = tabletop
        self._tracker = Tracker(self._codes)
        self._watcher = Watcher(self._codes, players, self._book.log.state.copies)
        self._referee = Referee(self._book, self._codes)
        self._gate = MotionGate()
        self._lock = threading.RLock()
        self._listeners: list[Listener] = []
        self._witness: Witness | None = None
        self._witnessed: tuple[Fact, ...] = ()
        self._time = 0.0
        self._counts = Counts()
        self._paused = False
        self._lost = False
        self._announcement = ""
        self._image: Image | None = None
        restore(facts, self._book, self._watcher, self._codes)

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Have every event from now on handed to a listener; return what ends that.

        Listeners are called in the thread that caused the event, in order, and must return at once.
        """
        with self._lock:
            self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def attach(self, witness: Witness | None) -> None:
        """Show a witness everything from now on, the facts there are already first; None: nobody any more."""
        with self._lock:
            self._witness, self._witnessed = witness, ()
            self._show_facts()

    @property
    def log(self) -> GameLog:
        """The facts and rulings; to be read only, and only while nothing else uses the session."""
        return self._book.log

    @property
    def speaker(self) -> Speaker:
        """What puts this table's events into words."""
        return self._speaker

    # The camera

    def observe(self, frame: Frame) -> tuple[Event, ...]:
        """Look at a frame and return what follows from it. Slow (find and read); the lock is not held meanwhile."""
        height, width = frame.image.shape[:2]
        if self._eyes is None or not (self._gate.has_changed(frame.image) or self.is_curious()):
            with self._lock:
                self._image = frame.image
                return self.stay(frame.time, (width, height))
        seen = self._eyes.look(frame.image, self._book.log.game.deck.id, card_height(self._tracker.tracks))
        self._gate.looked_at(frame.image)
        with self._lock:
            self._image = frame.image
            return self.notice(seen, frame.time, (width, height))

    def skip(self, frame: Frame) -> None:
        """Take note of a frame that is not looked at because it came too soon after the last."""
        with self._lock:
            self._count(frames=1, skipped=1)
            self._time = max(self._time, frame.time)

    def notice(self, seen: Sequence[SeenCard], time: float, size: tuple[int, int]) -> tuple[Event, ...]:
        """Take what was seen in one frame and return what follows from it.

        Args:
            seen: The cards in the frame.
            time: Seconds of the source.
            size: Width and height of the frame, pixels.
        """
        with self._lock:
            self._count(frames=1, looked=1)
            self._time = max(self._time, time)
            self._tracker.update(seen, self._time)
            if self._witness is not None:
                self._witness.looked(look_of(seen, self._tracker, self._time, size))
            return self._watch(size)

    def is_curious(self) -> bool:
        """Whether another look may tell something although nothing moves."""
        with self._lock:
            return self._watcher.is_curious(self._tracker, self._time)

    def stay(self, time: float, size: tuple[int, int]) -> tuple[Event, ...]:
        """Take that a frame shows the same as the last one; arguments as for `notice`."""
        with self._lock:
            self._count(frames=1, still=1)
            self._time = max(self._time, time)
            self._tracker.stay(self._time)
            return self._watch(size)

    def source_changed(self, event: SourceEvent) -> tuple[Event, ...]:
        """Pass on what happened to the source."""
        with self._lock:
            self._time = max(self._time, event.time)
            return self._publish([SourceChanged(time=event.time, state=event.state, message=event.message)])

    def tell(self, event: Event) -> None:
        """Publish an event that neither the table nor the source made, such as trouble with the recording."""
        with self._lock:
            self._publish([event])

    def count_lost(self, dropped: int, damaged: int) -> None:
        """Note how many frames the source has lost so far."""
        with self._lock:
            self._counts = replace(self._counts, dropped=dropped, damaged=damaged)

    # The person

    def correct(self, fact: int, cards: Sequence[str]) -> tuple[Event, ...]:
        """Say which cards the fact at this place really was.

        A card that the camera took for the same gives way to what it may be instead.
        """
        with self._lock:
            corrected = with_cards(self._book.facts[fact], tuple(cards), "person", 1.0)
            changes = {fact: corrected} | self._referee.giving_way(fact, tuple(cards), self._watcher.sightings)
            return self._command(lambda: self._book.revise(changes, self._time, "person", "corrected by hand"))

    def change_seat(self, fact: int, seat: int) -> tuple[Event, ...]:
        """Say who really played the cards of the fact at this place."""
        with self._lock:
            corrected = with_seat(self._book.facts[fact], seat, "person")
            return self._command(
                lambda: self._book.revise({fact: corrected}, self._time, "person", "corrected by hand")
            )

    def insert_play(self, fact: int, seat: int, cards: Sequence[str]) -> tuple[Event, ...]:
        """Add a play that was missed before the fact at this place; behind the last fact, the next play."""
        with self._lock:
            new = self._typed(seat, tuple(cards))
            last = fact >= len(self._book.facts)
            before = None if last else self._sighting_of(fact)
            sighting = self._watcher.add_said(self._referee.deal, cards[0], seat, self._time, before)
            return self._command(
                lambda: (
                    self._book.append(new, sighting.number)
                    if last
                    else self._book.insert(fact, new, sighting.number, "added by hand")
                )
            )

    def say(self, fact: Fact) -> tuple[Event, ...]:
        """Add a fact that no camera sees, such as an answer to one of the view's `needs`."""
        with self._lock:
            return self._command(lambda: self._book.append(replace(fact, time=self._time)))

    def remove_play(self, fact: int) -> tuple[Event, ...]:
        """Take out a play that never was; its card, if it lies there, does not count again."""
        with self._lock:
            return self._command(lambda: self._book.remove(fact, self._time, "person", "removed by hand"))

    def undo(self) -> tuple[Event, ...]:
        """Take back the last change, whatever it was; without one nothing happens."""
        with self._lock:
            return self._command(lambda: self._book.undo(self._time))

    def redo(self) -> tuple[Event, ...]:
        """Make the last undone change again; without one nothing happens."""
        with self._lock:
            return self._command(lambda: self._book.redo(self._time))

    def answer(self, question: int, card: str | None) -> tuple[Event, ...]:
        """Answer a question: the card's code, or None where there is no card that counts.

        Raises:
            UnknownCardError: The code is no card of the deck.
        """
        with self._lock:
            if card is not None:
                self._book.log.game.deck.parse(card)
            asked = next((s for s in self._watcher.sightings if s.question == question and not s.dismissed), None)
            if asked is None:
                return ()
            index = self._book.index_of(asked.number)
            if index is not None:
                return self.remove_play(index) if card is None else self.correct(index, (card,))
            asked.pinned = card
            asked.dismissed = card is None
            if asked.dismissed:
                self._tracker.forget([asked.track])
            return self._publish(self._decide())

    def pause(self) -> None:
        """Count nothing from now on, for instance while people rearrange or show cards."""
        with self._lock:
            self._paused = True

    def resume(self) -> None:
        """Count again; cards that lie on the table now and were not counted stay uncounted."""
        with self._lock:
            self._watcher.ignore_all(self._tracker)
            self._paused = False

    # Views

    def snapshot(self) -> Snapshot:
        """Return the present moment."""
        with self._lock:
            return Snapshot(
                time=self._time,
                names=self._book.names,
                view=self._book.view,
                state=self._state,
                cards=table_cards(self._tracker, self._watcher, self._referee, self._book),
                question=self._referee.questions[0] if self._referee.questions else None,
                announcement=self._announcement,
                facts=self._book.facts,
                history=self._book.history(),
                counts=self._counts,
                can_undo=self._book.log.can_undo,
                can_redo=self._book.log.can_redo,
                image=self._image,
            )

    # How it works

    @property
    def _state(self) -> TableState:
        if self._paused:
            return "paused"
        if self._book.view.phase == "over":
            return "over"
        if self._lost:
            return "desynchronised"
        return "waiting_for_clear_table" if self._watcher.is_full(self._expectation()) else "watching"

    def _expectation(self) -> Expectation:
        state = self._book.log.state
        leader = state.hand.next_leader
        seats = state.hand.order if state.hand.plays else state.seats_of_trick(leader if leader is not None else 0)
        return Expectation(self._referee.deal, len(seats), self._cards_in_deal, leader)

    def _watch(self, size: tuple[int, int]) -> tuple[Event, ...]:
        """Draw conclusions from the tracks as they are now."""
        if self._tabletop is None and (pixels := card_height(self._tracker.tracks)) is not None:
            self._tabletop = Tabletop.guessed(*size, pixels)
        if self._tabletop is None or self._paused or self._book.view.phase == "over":
            return ()
        self._watcher.step(Look(self._tracker, self._tabletop, self._time), self._expectation())
        return self._publish(self._decide())

    def _decide(self) -> list[Event]:
        events = self._referee.step(self._watcher.sightings, self._time)
        missing = sum(1 for sighting in self._watcher.sightings if sighting.is_open and sighting.track is None)
        if bool(missing) != self._lost:
            self._lost = bool(missing)
            events.append(self._synchrony(missing))
        self._counts = replace(self._counts, dismissed=self._watcher.dismissed)
        return events

    def _synchrony(self, missing: int) -> Desynchronised:
        if not missing:
            return Desynchronised(time=self._time, state="resumed", message="the cards fit the game again")
        cards = "one card" if missing == 1 else f"{missing} cards"
        message = f"the trick was taken before {cards} of it could be seen; say which, or play on until it is clear"
        return Desynchronised(time=self._time, state="lost", message=message, missing=missing)

    def _command(self, change: Callable[[], list[Event]]) -> tuple[Event, ...]:
        """Make a person's change of the book, and let the sightings follow it."""
        before = dict(zip(self._book.origins, self._book.facts, strict=True))
        try:
            events = change()
        finally:
            self._follow(before)
        return self._publish([*events, *self._decide()])

    def _follow(self, before: dict[int | None, Fact]) -> None:
        for sighting in self._watcher.sightings:
            index = self._book.index_of(sighting.number)
            if index is None:
                if sighting.decided is not None or (sighting.track is None and sighting.pinned is not None):
                    sighting.decided = None
                    sighting.dismissed = True
                continue
            fact = self._book.facts[index]
            sighting.dismissed = False
            sighting.decided = cards_of(fact)[0]
            if fact == before.get(sighting.number):
                continue
            sighting.pinned = sighting.decided
            sighting.pinned_seat = seat_of(fact)
        present = [self._book.origins[index] for index in self._book.unfinished]
        self._watcher.lay_out([origin for origin in present if origin is not None])

    def _sighting_of(self, fact: int) -> Sighting | None:
        origin = self._book.origins[fact]
        return next((sighting for sighting in self._watcher.sightings if sighting.number == origin), None)

    def _typed(self, seat: int, cards: tuple[str, ...]) -> Fact:
        if self._book.view.phase == "tiebreak":
            return TiebreakCard(seat, cards[0], source="person", time=self._time)
        return CardsPlayed(seat, cards, source="person", time=self._time)

    def _count(self, **more: int) -> None:
        self._counts = replace(self._counts, **{name: getattr(self._counts, name) + by for name, by in more.items()})

    def _show_facts(self) -> None:
        facts = self._book.facts
        if self._witness is not None and facts != self._witnessed:
            self._witnessed = facts
            self._witness.facts_stand(self._time, facts, tracks_of(self._book.origins, self._watcher.sightings))

    def _publish(self, events: Sequence[Event]) -> tuple[Event, ...]:
        self._show_facts()
        for event in events:
            if self._witness is not None:
                self._witness.heard(event)
            if not isinstance(event, CardPlayed | SourceChanged):
                self._announcement = self._speaker.sentence(event)
            for listener in tuple(self._listeners):
                listener(event)
        return tuple(events)
