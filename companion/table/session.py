"""A running table: frames in, events out, and the commands of the person in front of it.

The camera's thread calls `observe`; a person's commands may come from any other thread at any time. Each is one step
under one lock, changes the book through one path and publishes its events to the subscribers in order.
"""

import threading
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from companion.rules.blanks import called
from companion.rules.facts import Fact
from companion.rules.game import Game
from companion.rules.log import GameLog
from companion.rules.settings import Settings
from companion.rules.view import View
from companion.table.acquaintance import Acquaintance, Pupil
from companion.table.audience import Audience, Listener
from companion.table.bearings import Bearings
from companion.table.book import Book
from companion.table.camera_notices import camera_notice
from companion.table.dead_cards import DeadCards
from companion.table.desk import Desk
from companion.table.events import Event, Question, SourceChanged
from companion.table.evidence import Codes
from companion.table.geometry import Box
from companion.table.hard_to_read import HardToRead
from companion.table.held_cards import HeldCards
from companion.table.judging import Judging
from companion.table.laid import Laid
from companion.table.lying_about import LyingAbout
from companion.table.motion import MotionGate
from companion.table.pace import Pace
from companion.table.past import NO_PAST, Past
from companion.table.pictured_cards import PicturedCards
from companion.table.picturing import table_cards
from companion.table.referee import Referee
from companion.table.restoring import restore
from companion.table.sentences import Speaker
from companion.table.sighting import Deal
from companion.table.snapshot import Counts, Snapshot, TableState
from companion.table.standpoint import Standpoint
from companion.table.tabletop import Tabletop, card_height
from companion.table.tracker import Tracker
from companion.table.waiting import Waiting
from companion.table.witness import Witness, look_of
from companion.vision.handover import SourceEvent
from companion.vision.tabletop.nudge_watch import Nudge
from companion.vision.types import Frame, Image, SeenCard

if TYPE_CHECKING:
    from companion.vision.eyes import Eyes


class TableSession:
    """A table that is being refereed.

    Commands raise a `WrongInputError`, with nothing changed: `ImpossibleFactError` where the facts would contradict
    each other (its `reason.text(names)` says why), `UnknownCardError` for a code that is no card of the deck.
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
        waiting: Sequence[Waiting] = (),
        past: Past = NO_PAST,
        pupil: Pupil | None = None,
    ) -> None:
        """Set the table.

        Args:
            game: What is played.
            settings: What was agreed; the game's defaults when None.
            eyes: What finds and reads cards in frames; may be None where only `notice` is called.
            names: The players, seat 0 first; those without one are numbered.
            tabletop: The calibrated table; guessed from the size of the cards when None.
            facts: What was entered already, by a session that this one goes on from; no event is made of it.
            waiting: The cards that were laid in that one and are not known for sure (`Snapshot.waiting`).
            past: What led to the facts (`Snapshot.past`), or to the first of them: undo takes it back.
            pupil: What gets to know the cards of the deck in play, hand by hand; None for nothing.

        Raises:
            ImpossibleFactError: The facts contradict each other or the settings.
        """
        players = game.start(settings).players
        self._book = Book(game, settings, called(names, players))
        self._speaker = Speaker(game.deck, self._book.names)
        self._codes = Codes(game.deck.codes)
        self._eyes = eyes
        self._tracker = Tracker(self._codes)
        self._standpoint = Standpoint(self._tracker, tabletop)
        self._laid = Laid(self._codes)
        self._dead = DeadCards(self._laid)
        self._referee = Referee(self._book, self._codes, self._laid.add_between)
        self._bearings = Bearings(self._book, self._laid, self._standpoint, goes_on=bool(facts or waiting))
        self._judging = Judging(
            self._book,
            self._speaker,
            self._codes,
            tracker=self._tracker,
            standpoint=self._standpoint,
            laid=self._laid,
            dead=self._dead,
            bearings=self._bearings,
            referee=self._referee,
        )
        self._desk = Desk(self._book, self._laid, self._dead, self._referee, self._tracker, self._judging.expectation)
        self._gate = MotionGate()
        self._hard_to_read = HardToRead()
        self._pace = Pace()
        self._held = HeldCards(self._codes, self._laid)
        self._pictured = PicturedCards(self._tracker, self._laid)
        self._lying_about = LyingAbout(self._tracker, self._laid)
        self._lock = threading.RLock()
        self._audience = Audience(
            self._book, self._speaker, self._codes, self._referee, tuple(waiting), lambda: self._desk.past
        )
        self._time = 0.0
        self._counts = Counter[str]()
        self._paused = False
        self._image: Image | None = None
        self._acquaintance = None if pupil is None else Acquaintance(pupil, game.deck.id)
        restored = restore(facts, waiting, self._book, self._judging.watcher, self._codes)
        self._referee.doubt(restored.doubted)
        self._desk.remember(past, restored.numbers)

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Have every event from now on handed to a listener; return what ends that.

        Listeners are called in the thread that caused the event, in order, and must return at once.
        """
        with self._lock:
            return self._audience.subscribe(listener)

    def attach(self, witness: Witness | None) -> None:
        """Show a witness everything from now on, the facts there are already first; None: nobody any more."""
        with self._lock:
            self._audience.attach(witness, self._judging.counting, self._time, paused=self._paused)

    def forget_deck(self) -> None:
        """Forget what was learned of the deck in play; from the next picture on."""
        if self._acquaintance is not None:
            self._acquaintance.forget()

    def turned_round(self) -> None:
        """Put right what was seen: all pictures up to now were mirror images. To be called while one is looked at."""
        with self._lock:
            if self._acquaintance is not None:
                self._acquaintance.turned_round()
            self._pictured.forget()
            self._lying_about.forget()
            self._publish(self._bearings.mirror(self._time))

    @property
    def log(self) -> GameLog:
        """The facts and rulings; to be read only, and only while nothing else uses the session."""
        return self._book.log

    @property
    def view(self) -> View:
        """The game at this moment."""
        with self._lock:
            return self._book.view

    @property
    def speaker(self) -> Speaker:
        """What puts this table's events into words."""
        return self._speaker

    # The camera

    def observe(self, frame: Frame) -> tuple[Event, ...]:
        """Look at a frame and return what follows from it. Slow (find and read); the lock is not held meanwhile."""
        height, width = frame.image.shape[:2]
        with self._lock:
            if self._pace.becomes_slow(frame.time, self._counts["dropped"]):
                self._publish([camera_notice("slow", max(self._time, frame.time))])
        if self._acquaintance is not None:
            with self._lock:
                self._acquaintance.prepare(self._time, self._is_over)
            self._acquaintance.teach()
        if self._eyes is None or not (self._gate.has_changed(frame.image) or self.is_curious()):
            with self._lock:
                self._image = frame.image
                return self.stay(frame.time, (width, height))
        with self._lock:
            self._pace.begin(frame.time, self._counts["dropped"])
            now = max(self._time, frame.time)
            image = self._lying_about.painted_over(frame.image, now)
            image = self._pictured.painted_over(self._held.painted_over(image, now), now)
        seen = self._eyes.look(image, self._book.log.game.deck.id, card_height(self._tracker.tracks))
        self._gate.looked_at(frame.image)
        nudge = self._standpoint.look(frame.image, frame.time, seen)
        with self._lock:
            self._image = frame.image
            lying = [sighting.box for sighting in self._laid.current if sighting.box is not None]
            boxes = [*(Box.of(card.corners) for card in seen), *lying]
            self._standpoint.ground.look(self._gate.small, frame.time, width, boxes)
            events = self.notice(seen, frame.time, (width, height))
            if self._acquaintance is not None and not self._paused:
                self._acquaintance.look(frame.image, self._laid.current, self._tracker)
            return events if nudge is None else (*events, *self._knocked(nudge))

    def skip(self, frame: Frame) -> None:
        """Take note of a frame that is not looked at because it came too soon after the last."""
        with self._lock:
            self._counts.update(("frames", "skipped"))
            self._time = max(self._time, frame.time)

    def notice(self, seen: Sequence[SeenCard], time: float, size: tuple[int, int]) -> tuple[Event, ...]:
        """Take what was seen in one frame and return what follows from it.

        Args:
            seen: The cards in the frame.
            time: Seconds of the source.
            size: Width and height of the frame, pixels.
        """
        with self._lock:
            self._counts.update(("frames", "looked"))
            self._time = max(self._time, time)
            self._fit_size(size)
            seen = self._lying_about.part(seen, size, self._time)
            seen = self._pictured.part(seen, size, self._time)
            if self._pictured.take_news():
                self._publish([camera_notice("pictured", self._time)])
            seen = self._held.part(seen, self._book.log.state, size, self._time)
            if self._held.take_news():
                self._publish([camera_notice("in-hand", self._time)])
            self._tracker.update(seen, self._time)
            self._standpoint.follow(self._laid.sightings)
            if self._image is not None and not self._paused:
                self._hard_to_read.look(self._image, self._tracker, self._laid.sightings, self._time)
            self._audience.show_look(lambda: look_of(seen, self._tracker, self._time, size))
            return self._judge(size)

    def is_curious(self) -> bool:
        """Whether another look may tell something although nothing moves."""
        with self._lock:
            waits = self._eyes is not None and self._eyes.waits
            curious = waits or self._standpoint.is_curious or self._lying_about.is_curious
            return curious or self._judging.watcher.is_curious(self._tracker, self._time)

    def stay(self, time: float, size: tuple[int, int]) -> tuple[Event, ...]:
        """Take that a frame shows the same as the last one; arguments as for `notice`."""
        with self._lock:
            self._counts.update(("frames", "still"))
            self._time = max(self._time, time)
            self._fit_size(size)
            self._tracker.stay(self._time)
            return self._judge(size)

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
            self._counts["dropped"], self._counts["damaged"] = dropped, damaged

    # The person

    def correct(self, fact: int, cards: Sequence[str]) -> tuple[Event, ...]:
        """Say which cards the fact at this place really was.

        A card that the camera took for the same gives way to what it may be instead.
        """
        return self._carry_out(lambda: self._desk.correct(fact, cards, self._time))

    def change_seat(self, fact: int, seat: int) -> tuple[Event, ...]:
        """Say who really played the cards of the fact at this place."""
        return self._carry_out(lambda: self._bearings.change_seat(self._desk, fact, seat, self._time))

    def confirm_seat(self, fact: int) -> tuple[Event, ...]:
        """Say that the cards of the fact at this place are whose it says; they stay theirs, whoever leads."""
        return self._carry_out(lambda: self._desk.confirm_seat(fact))

    def insert_play(self, fact: int, seat: int, cards: Sequence[str], track: int | None = None) -> tuple[Event, ...]:
        """Add a play that was missed before the fact at this place; behind the last fact, the next play.

        While an earlier card is not known it waits for that; a card that waits already is named. `track`: its physical
        card, where one that lies there is meant.
        """
        return self._carry_out(lambda: self._desk.insert_play(fact, seat, cards, self._time, track))

    def say(self, fact: Fact) -> tuple[Event, ...]:
        """Add a fact that no camera sees, such as an answer to one of the view's `needs`.

        It takes the place of what was assumed when nobody had said it.
        """
        return self._carry_out(lambda: self._desk.say(fact, self._time))

    def thief_took(self, fact: int, card: str | None) -> tuple[Event, ...]:
        """Say what the Thief really took in the trick of the play at this place (Seven Suitors); None: no seven."""
        return self._carry_out(lambda: self._desk.thief_took(fact, card, self._time))

    def remove_play(self, fact: int) -> tuple[Event, ...]:
        """Take out a play that never was; its card, if it lies there, does not count again."""
        return self._carry_out(
            lambda: self._judging.left_over.taking_out(partial(self._desk.remove_play, fact, self._time), self._time)
        )

    def deal_anew(self) -> tuple[Event, ...]:
        """Have nothing of the present hand count, nor what lies on the table: it is dealt anew. One change to undo."""
        return self._carry_out(lambda: self._desk.deal_anew(self._time))

    def strike_hand(self) -> tuple[Event, ...]:
        """Have nothing of the hand that was scored last count, before a card of the next: it is dealt anew."""
        return self._carry_out(lambda: self._desk.strike_hand(self._time))

    def undo(self) -> tuple[Event, ...]:
        """Take back the last change, whatever it was; without one nothing happens."""
        with self._lock:
            return self._publish(
                [*self._bearings.back_or_forth(self._desk.undo, self._time), *self._judging.decide(self._time)]
            )

    def redo(self) -> tuple[Event, ...]:
        """Make the last undone change again; without one nothing happens."""
        return self._carry_out(lambda: self._bearings.back_or_forth(self._desk.redo, self._time))

    def answer(self, question: int, card: str | None) -> tuple[Event, ...]:
        """Answer a question: the card's code, or None where there is no card that counts."""
        return self._carry_out(lambda: self._desk.answer(question, card, self._time))

    def confirm(self, question: int) -> tuple[Event, ...]:
        """Say that all the cards that a question doubts together (`Question.together`) are as they were read."""
        return self._carry_out(lambda: self._desk.confirm(question, self._time))

    def name_players(self, names: Sequence[str]) -> tuple[Event, ...]:
        """Say what the players are called from now on, seat 0 first; see `Book.name_players`."""
        with self._lock:
            named = self._book.name_players(names, self._time)
            self._speaker.names = self._book.names
            return self._publish(named)

    def pause(self) -> None:
        """Count nothing from now on, for instance while people rearrange or show cards."""
        with self._lock:
            self._paused = True
            self._audience.pause(self._time, paused=True)

    def resume(self) -> None:
        """Count again; cards that lie on the table now and were not counted stay uncounted."""
        with self._lock:
            self._dead.ignore_all(self._tracker)
            self._paused = False
            self._audience.pause(self._time, paused=False)

    # Views

    def snapshot(self) -> Snapshot:
        """Return the present moment."""
        with self._lock:
            question = self._referee.questions[0] if self._referee.questions else None
            return Snapshot(
                time=self._time,
                names=self._book.names,
                view=self._book.view,
                state=self._state,
                cards=table_cards(self._tracker, self._laid, self._dead, self._referee, self._book),
                question=question,
                asked=None if question is None else self._desk.asked_about(question.question),
                announcement=self._audience.announcement,
                facts=self._book.facts,
                waiting=self._audience.waiting,
                past=self._desk.past,
                history=self._book.history(),
                places=self._desk.places,
                is_ahead=self._desk.is_ahead,
                counts=Counts(**self._counts, dismissed=self._laid.dismissed),
                can_undo=self._desk.can_undo,
                can_redo=self._desk.can_redo,
                image=self._image,
                tabletop=self._standpoint.known,
            )

    # How it works

    @property
    def _state(self) -> TableState:
        if self._paused:
            return "paused"
        if self._book.view.phase == "over":
            return "over"
        if self._judging.is_lost:
            return "desynchronised"
        return "waiting_for_clear_table" if self._laid.is_full(self._judging.expectation()) else "watching"

    def _judge(self, size: tuple[int, int]) -> tuple[Event, ...]:
        """Draw conclusions from the tracks as they are now."""
        if self._paused:
            return ()
        events = self._judging.look(size, self._time)
        if any(isinstance(event, Question) for event in events):
            # First, so that the question is what stands there then.
            why = self._hard_to_read.why(self._laid.sightings, self._time)
            events = events if why is None else [camera_notice(why, self._time), *events]
        return self._publish(events)

    def _fit_size(self, size: tuple[int, int]) -> None:
        if notice := self._standpoint.fit_size(size, self._laid.sightings):
            self._publish([camera_notice(notice, self._time)])

    def _knocked(self, nudge: Nudge) -> tuple[Event, ...]:
        """Keep the table where it is; people are told where the camera may not see all of it any more."""
        self._standpoint.knocked(nudge, self._laid.sightings)
        if not nudge.large:
            return ()
        return self._publish([camera_notice("turned" if nudge.turned else "moved", self._time)])

    def _carry_out(self, command: Callable[[], list[Event]]) -> tuple[Event, ...]:
        """Carry out a person's command, decide anew, and publish what followed from both: one change to take back."""
        with self._lock:
            with self._desk.one_command():
                events = command()
                told = self._book.facts
                events = [*events, *self._judging.decide(self._time)]
                self._bearings.follow(told)
            return self._publish(events)

    def _is_over(self, deal: Deal) -> bool:
        view = self._book.view
        return view.phase != "play" or view.hand > deal[1]

    def _publish(self, events: Sequence[Event]) -> tuple[Event, ...]:
        if self._acquaintance is not None:
            self._acquaintance.hear(events, self._book.view.hand, self._time)
        return self._audience.publish(events, self._judging.counting, self._time)
