"""The running table as the window shows it: asked for what is new, it answers; told what a person wants, it does it."""

from collections import deque
from dataclasses import dataclass, replace

from companion.app.model.board import Board, board_of
from companion.app.model.choice import (
    Subject,
    crop_of,
    subject_of_fact,
    subject_of_question,
    subject_of_track,
    to_card,
    to_nothing,
)
from companion.app.model.moment import Fold, Moment
from companion.app.model.pictured import PicturedCard, pictured
from companion.app.model.pump import Picture
from companion.app.model.rate import Rate
from companion.app.model.sayings import Saying, announce
from companion.app.model.scores import Score, score_of
from companion.app.model.watch import Watch
from companion.language import ENGLISH, Language
from companion.rules.game import Game
from companion.rules.settings import Settings
from companion.table.snapshot import Snapshot
from companion.vision.handover import SourceState
from companion.vision.types import Image


@dataclass(frozen=True, slots=True)
class Pulse:
    """How the watching goes.

    Attributes:
        source: Name of the source.
        state: Of the source: `opened`, `lost`, `resumed`, `ended`; None before the first.
        shown: Frames a second that come from it.
        looked: Frames a second that were looked at, and found changed or not.
        dropped: Frames that nobody looked at because a newer one came.
        damaged: Pictures that could not be decoded.
        message: What a person should know about the picture; empty for nothing.
    """

    source: str
    state: SourceState | None
    shown: float
    looked: float
    dropped: int
    damaged: int
    message: str


class LiveTable:
    """A watch and what is to be shown of it.

    Attributes:
        game: What is played.
        watch: The source and the session.
        snapshot: The table.
        moment: The game, folded from its facts.
        board: The trick on the table.
        score: The standing.
        cards: The cards in the picture.
        saying: The last announcement; None before the first, and when it was a question that is settled.
        subject: The card that a person is setting right; None when nobody does.
        complaint: Why the last thing a person wanted cannot be; empty when it was done.
    """

    def __init__(self, game: Game, settings: Settings, watch: Watch, language: Language = ENGLISH) -> None:
        self.game = game
        self.language = language
        self.watch = watch
        self.saying: Saying | None = None
        self.subject: Subject | None = None
        self.complaint = ""
        self._fold = Fold(game, settings)
        self._seen = -1
        self._picture = 0
        self._looked = Rate()
        self._unspoken: deque[Saying] = deque()
        self.snapshot: Snapshot = watch.session.snapshot()
        self._folded: tuple[object, ...] = ()
        self._show(self.snapshot)

    def speak(self, language: Language) -> None:
        """Tell everything in this language from now on."""
        self.language = language
        self._show(self.snapshot)

    def refresh(self) -> bool:
        """Take in what is new; return whether anything but the picture changed."""
        for event in self.watch.events():
            saying = announce(event, self.watch.session.speaker)
            if saying is not None:
                self.saying = saying
                self._unspoken.append(saying)
        new = self.watch.snapshot(self._seen)
        if new is None:
            return False
        self._seen, snapshot = new
        self._show(snapshot)
        return True

    def picture(self) -> Picture | None:
        """Return the next live picture; None where there is none since the last call."""
        new = self.watch.pump.picture(self._picture)
        if new is None:
            return None
        self._picture, picture = new
        return picture

    def to_say(self) -> list[Saying]:
        """Return what is to be spoken since the last call, in order."""
        return [self._unspoken.popleft() for _ in range(len(self._unspoken))]

    @property
    def pulse(self) -> Pulse:
        """How the watching goes."""
        pump = self.watch.pump
        message = self.watch.failure
        if not message and pump.state == "lost":
            message = f"There is no picture from {pump.name}"
        elif not message and pump.finished:
            message = "The end"
        elif not message and self.snapshot.state == "paused":
            message = "Paused: cards do not count"
        return Pulse(pump.name, pump.state, pump.rate, self._looked.a_second, pump.dropped, pump.damaged, message)

    # What a person wants

    def undo(self) -> None:
        """Take back the last change."""
        self.complaint = self.watch.change(lambda session: session.undo())

    def redo(self) -> None:
        """Make the last undone change again."""
        self.complaint = self.watch.change(lambda session: session.redo())

    def pause(self, paused: bool) -> None:
        """Stop counting cards, or go on."""
        self.complaint = self.watch.change(lambda session: session.pause() if paused else session.resume())

    def answer(self, question: int, code: str | None) -> None:
        """Answer a question of the referee; None for no card that counts."""
        self.complaint = self.watch.change(lambda session: session.answer(question, code))

    def open_track(self, track: int) -> bool:
        """Begin to set right a card in the picture; return whether there is such a card."""
        return self._open(subject_of_track(self.snapshot, track))

    def open_fact(self, fact: int) -> bool:
        """Begin to set right a play; return whether there is such a play."""
        return self._open(subject_of_fact(self.snapshot, fact))

    def open_last(self) -> bool:
        """Begin to set right the last play; return whether there is one."""
        return bool(self.snapshot.history) and self.open_fact(self.snapshot.history[-1].fact)

    def open_question(self) -> bool:
        """Begin to set right the card that is asked about; return whether there is one."""
        return self._open(subject_of_question(self.snapshot))

    def make_card(self, code: str) -> None:
        """Say which card the subject is; done where that can be."""
        subject = self.subject
        if subject is None:
            return
        if subject.fact is None and subject.question is None and subject.seat is None:
            self.complaint = "Say first who played the card."
            return
        self._finish(self.watch.change(to_card(subject, code)))

    def make_seat(self, seat: int) -> None:
        """Say who played the subject; done where that can be, and the subject stays open."""
        subject = self.subject
        if subject is None:
            return
        fact = subject.fact
        if fact is None:
            self.subject = replace(subject, seat=seat)
            return
        self.complaint = self.watch.change(lambda session: session.change_seat(fact, seat))
        if not self.complaint:
            self.subject = replace(subject, seat=seat)

    def make_nothing(self) -> None:
        """Say that the subject is no card that counts; done where that can be."""
        command = to_nothing(self.subject) if self.subject is not None else None
        if command is not None:
            self._finish(self.watch.change(command))

    def leave(self) -> None:
        """Stop setting right; nothing changes."""
        self.subject, self.complaint = None, ""

    @property
    def crop(self) -> Image | None:
        """The subject as the camera sees it; None where it does not."""
        return crop_of(self.snapshot, self.subject.track if self.subject is not None else None)

    @property
    def played(self) -> frozenset[str]:
        """The cards already played in the hand."""
        return frozenset(self.snapshot.view.seen)

    def close(self) -> None:
        """End the watching."""
        self.watch.close()

    # Inside

    def _open(self, subject: Subject | None) -> bool:
        self.subject, self.complaint = subject, ""
        return subject is not None

    def _finish(self, complaint: str) -> None:
        self.complaint = complaint
        if not complaint:
            self.subject = None

    def _show(self, snapshot: Snapshot) -> None:
        if self.saying is not None and self.saying.asks and snapshot.question is None:
            self.saying = None  # Settled: nothing is to be read any more.
        self._looked.count(_looked_at(snapshot) - _looked_at(self.snapshot))
        self.snapshot = snapshot
        lying = any(card.role == "played" for card in snapshot.cards)
        folded = (snapshot.facts, lying, self.language.code)
        if folded != self._folded:
            self._folded = folded
            self.moment = Moment(self._fold.follow(snapshot.facts), snapshot, self.language)
            self.board: Board = board_of(self.moment)
            self.score: Score = score_of(self.moment)
        self.cards: tuple[PicturedCard, ...] = pictured(snapshot, self.game.deck.id, self.language)


def _looked_at(snapshot: Snapshot) -> int:
    return snapshot.counts.looked + snapshot.counts.still
