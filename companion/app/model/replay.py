"""A recorded session as the window shows it: any picture of it, what was seen in it, and what was said then."""

import getpass
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np

from companion.app.model.pictured import PicturedCard
from companion.app.model.pump import Picture, small
from companion.app.model.retold import retold
from companion.app.model.sayings import RESULTS
from companion.app.model.swapping import change_told, exchange_told
from companion.app.model.wording import short_name
from companion.errors import CompanionError, UnusableError, WrongInputError
from companion.language import ENGLISH, Language, mark
from companion.recording.annotations import Annotation, add_annotation, said_now
from companion.recording.correcting import correct_cards, correct_seat, insert_play, remove_play
from companion.recording.labels import Label, Labeller
from companion.recording.opening import NO_EVENTS, Session
from companion.recording.playback import Pictures, faults_of, scaled_to
from companion.recording.story import Trick, title_of, tricks_of
from companion.recording.undoing import Way, go_back, next_step, steps_of
from companion.rules.facts import CardsPlayed, TiebreakCard
from companion.table import events as said
from companion.table.play_facts import with_cards, with_seat
from companion.table.sentences import Speaker
from companion.table.snapshot import CardRole
from companion.table.told import ruled

_STALE = 1.5
"""Seconds after which boxes that were seen last are not shown any more."""

_AHEAD = 0.4
"""Seconds before a ruling at which the picture shows what it is about."""

MarkKind = Literal["hand", "trick", "ruling", "warning"]

_QUIET = (*NO_EVENTS, *(kind.event for kind in said.SEEN_ANYWAY))
_RULED = (*(kind.event for kind in RESULTS), said.Irregularity.event)
_WARNINGS = ("irregularity", "question", "correction", "recording", "desynchronised")


@dataclass(frozen=True, slots=True)
class Mark:
    """Something worth jumping to.

    Attributes:
        time: Seconds of the session.
        kind: What it is.
        text: What it is called.
    """

    time: float
    kind: MarkKind
    text: str


class Replay:
    """A session that is looked through. Pictures are numbered from 0.

    Attributes:
        session: The recording.
        marks: Tricks and what was said, in order of time.
        index: The number of the picture that is shown.
        overlay: Whether boxes are shown.
    """

    def __init__(self, session: Session, language: Language = ENGLISH) -> None:
        """Open a session's pictures; a session without a video shows its marks."""
        self.index = 0
        self.overlay = True
        self._refusal: CompanionError | None = None
        self._before: Session | None = None
        self._language = language
        self._shifting = ""
        self._pictures = Pictures(session.videos)
        self._take(session)

    def speak(self, language: Language) -> None:
        """Tell everything in another language from now on."""
        self._language = language
        self.marks = _marks(self.session, self._tricks, language)

    @property
    def complaint(self) -> str:
        """Why the last thing a person wanted cannot be, in words; empty when it was done."""
        return self._refusal.told(self._language) if self._refusal is not None else ""

    @property
    def effect(self) -> str:
        """What that did to tricks and score, in words; empty where it was not about a play."""
        return change_told(self._before, self.session.log, self._language) if self._before is not None else ""

    @property
    def count(self) -> int:
        """How many pictures there are."""
        return len(self._pictures)

    @property
    def problems(self) -> tuple[UnusableError, ...]:
        """Which parts of the video cannot be read, and why; whether the rest goes together with what was seen."""
        return faults_of(self._pictures, self._looks, ended=self.session.filmed_to_its_end)

    @property
    def start(self) -> float:
        """The time of the first picture."""
        return self._pictures.times[0] if self.count else 0.0

    @property
    def end(self) -> float:
        """The time of the last picture, or of the last event where there is none."""
        return self._pictures.times[-1] if self.count else self.session.end

    @property
    def time(self) -> float:
        """The time of the picture that is shown."""
        return self._pictures.times[self.index] if self.count else 0.0

    # Going somewhere

    def go_to(self, time: float) -> None:
        """Show the picture of a time."""
        if self.count:
            self.index = self._pictures.index_at(time)

    def step(self, pictures: int) -> None:
        """Go some pictures on, or back."""
        if self.count:
            self.index = min(max(0, self.index + pictures), self.count - 1)

    def step_mark(self, way: int, kinds: Sequence[MarkKind]) -> None:
        """Go to the next mark of some kinds (1), or the one before (-1)."""
        times = [mark.time for mark in self.marks if mark.kind in kinds]
        place = bisect_right(times, self.time + 0.05) if way > 0 else bisect_left(times, self.time - 0.05) - 1
        if 0 <= place < len(times):
            self.go_to(times[place])

    def go_before(self, mark: Mark) -> None:
        """Show the picture that a ruling is about, a moment before it was said."""
        self.go_to(mark.time if mark.kind in ("hand", "trick") else max(self.start, mark.time - _AHEAD))

    # What is shown

    def picture(self, width: int, height: int) -> Picture | None:
        """Return the picture, no larger than its room; None where it cannot be decoded."""
        frame = self._pictures.number(self.index) if self.count else None
        return small(frame.image, width, height) if frame is not None else None

    def cards(self) -> tuple[PicturedCard, ...]:
        """Return the cards in the picture."""
        if not self.overlay or not self.count:
            return ()
        look = self._looks.at(self.time)
        frame = self._pictures.number(self.index)
        if look is None or frame is None or self.time - look.time > _STALE:
            return ()
        labels = self._labeller.label(look).labels
        return tuple(
            self._pictured(label, scaled_to(frame.image, label.corners, look.size))
            for label in labels
            if label.track is not None
        )

    @property
    def said(self) -> str:
        """What was announced last at this time."""
        texts = [mark for mark in self.marks if mark.kind in ("ruling", "warning") and mark.time <= self.time + 0.05]
        return texts[-1].text if texts else ""

    @property
    def trick(self) -> Trick | None:
        """The trick that is being played at this time; None before the first."""
        begun = [trick for trick in self._tricks if trick.start <= self.time + 0.05]
        return begun[-1] if begun else None

    # What a person says

    def fact_of(self, track: int) -> int | None:
        """Return the place of the play whose card this track is; None for a card that was not played."""
        return self.session.tracks.index(track) if track in self.session.tracks else None

    def code_of(self, track: int) -> str | None:
        """Return what a card in the picture is taken for; None where it is not in it, or not known."""
        label = self._label_of(track)
        return label.code if label is not None else None

    def name_card(self, track: int, code: str) -> None:
        """Say which card a track is: a play is corrected in the log, any other card is annotated."""
        self._before = None
        fact, label = self.fact_of(track), self._label_of(track)
        cards = self._renamed(fact, label, code) if fact is not None else None
        if fact is not None and cards is not None:
            self._correct(lambda folder: correct_cards(folder, fact, cards, _author()))
            return
        said = said_now(self.session.folder)
        if label is not None and not label.face_up:
            self._annotate(Annotation("side", track, self.time, face_up=True, author=_author(), said=said))
        self._annotate(Annotation("name", track, self.time, card=code, author=_author(), said=said))

    def naming(self, track: int, code: str) -> str:
        """Return what naming a card does to other plays, and to the game; empty where no other play changes."""
        fact = self.fact_of(track)
        cards = self._renamed(fact, self._label_of(track), code) if fact is not None else None
        if fact is None or cards is None:
            return ""
        told = with_cards(self.session.facts[fact], cards, "person", 1.0)
        return exchange_told(self.session, fact, told, self._language)

    def reseating(self, track: int, seat: int | None) -> str:
        """Return what saying who played a card does to other plays, and to the game; as of `naming`."""
        fact = self.fact_of(track)
        if fact is None or seat is None:
            return ""
        told = with_seat(self.session.facts[fact], seat, "person")
        return exchange_told(self.session, fact, told, self._language)

    def seat_of(self, track: int) -> int | None:
        """Return who played a card; None where it does not count."""
        fact = self.fact_of(track)
        play = self.session.facts[fact] if fact is not None else None
        return play.seat if isinstance(play, CardsPlayed | TiebreakCard) else None

    def change_seat(self, track: int, seat: int | None, said: str = "") -> None:
        """Say who played a card; None where it does not count, or where it counts after all a seat.

        `said` is the time of what a person does at once with it, in ISO 8601; empty for now.
        """
        fact = self.fact_of(track)
        if fact is None:
            if seat is not None:
                self._insert(track, seat)
        elif seat is None:
            self._correct(lambda folder: remove_play(folder, fact, _author(), said))
        else:
            self._correct(lambda folder: correct_seat(folder, fact, seat, _author()))

    def remove_card(self, track: int) -> None:
        """Say that there is no such card; it was no play either."""
        self._before = None
        said = said_now(self.session.folder)
        if self.fact_of(track) is not None:
            self.change_seat(track, None, said)
            if self._refusal is not None:
                return
        self._annotate(Annotation("remove", track, self.time, author=_author(), said=said))

    def shift_box(self, track: int, right: float, down: float) -> None:
        """Move the box of a card by some pixels of what was looked at; it is moved along while the card lies still."""
        self._before = None
        look = self._looks.at(self.time)
        if look is None or track not in look.tracks:
            self._refusal = WrongInputError(mark("The box of this card cannot be moved."))
            return
        was = look.cards[look.tracks.index(track)].corners
        label = self._label_of(track)
        now = label.corners if label is not None else was
        moved = now + np.array([right, down], np.float32)
        # A box that is moved bit by bit is moved once.
        last = next_step(self._steps, "undo")
        goes_on = last is not None and last.said == self._shifting and last.tracks == {track} and last.time == look.time
        self._shifting = said = self._shifting if goes_on else said_now(self.session.folder)
        self._annotate(Annotation("box", track, look.time, corners=moved, was=was, author=_author(), said=said))

    # Back and forth

    def can(self, way: Way) -> bool:
        """Whether there is something to take back, or to make again."""
        return next_step(self._steps, way) is not None

    def go_back(self, way: Way) -> int | None:
        """Take back what was changed last, or make it again, and show a picture with a card it is about.

        Returns:
            The track of this card; None where there is none, or several.
        """
        self._shifting = ""
        try:
            done = go_back(self.session.folder, way, _author())
        except CompanionError as error:
            self._refusal = error
            return None
        self._refusal = self._before = None
        if done is None:
            return None
        session, step = done
        self._follow(session)
        look = self._looks.at(self.time)
        if look is None or not step.tracks.intersection(look.tracks):
            self.go_to(step.time)
        return next(iter(step.tracks)) if len(step.tracks) == 1 else None

    def close(self) -> None:
        """Let go of the files."""
        self._pictures.close()

    # Inside

    def _label_of(self, track: int) -> Label | None:
        """Return the label of a card in the picture that is shown; None where it is not in it."""
        look = self._looks.at(self.time)
        labels = self._labeller.label(look).labels if look is not None else ()
        return next((label for label in labels if label.track == track), None)

    def _renamed(self, fact: int, label: Label | None, code: str) -> tuple[str, ...] | None:
        """Return the cards of a play with the one of a label called otherwise; None where it is not known which it is.

        Which card of a straight is which goes by what they were taken for.
        """
        play = self.session.facts[fact]
        if not isinstance(play, CardsPlayed) or len(play.cards) == 1:
            return (code,)
        if label is None or label.code not in play.cards:
            return None
        return tuple(code if card == label.code else card for card in play.cards)

    def _insert(self, track: int, seat: int) -> None:
        """Say that a card was played; before the first play after this moment."""
        label = self._label_of(track)
        if label is None or label.code is None:
            self._refusal = WrongInputError(mark("Say first which card it is."))
            return
        cards, place = (label.code,), sum(fact.time <= self.time for fact in self.session.facts)
        self._correct(lambda folder: insert_play(folder, place, seat, cards, _author(), track))

    def _correct(self, change: Callable[[Path], Session]) -> None:
        try:
            self._follow(change(self.session.folder))
            self._refusal = None
        except CompanionError as error:
            self._refusal = error

    def _annotate(self, annotation: Annotation) -> None:
        try:
            add_annotation(self.session.folder, annotation)
            self._follow_annotations()
            self._refusal = None
        except CompanionError as error:
            self._refusal = error

    def _follow(self, session: Session) -> None:
        """Take over the session as it is now, with what that does to the game."""
        self._before = self.session if session.facts != self.session.facts else None
        self._take(session)

    def _take(self, session: Session) -> None:
        self.session = session
        self._looks = session.looks
        self._follow_annotations()
        self._tricks = tricks_of(session)
        self.marks = _marks(session, self._tricks, self._language)

    def _follow_annotations(self) -> None:
        self._labeller = Labeller(self.session)
        self._steps = steps_of(self.session)

    def _pictured(self, label: Label, corners: "np.typing.NDArray[np.float32]") -> PicturedCard:
        assert label.track is not None
        fact, seat = self.fact_of(label.track), self.seat_of(label.track)
        role: CardRole = "back" if not label.face_up else "ignored" if fact is None else "played"
        name = short_name(self.session.game.deck.id, label.code, self._language) if label.code is not None else ""
        return PicturedCard(
            track=label.track,
            corners=tuple((float(x), float(y)) for x, y in corners),
            label=name if label.face_up else "",
            seat=seat,
            role=role,
        )


def _marks(session: Session, tricks: Sequence[Trick], language: Language) -> tuple[Mark, ...]:
    speaker = Speaker(session.game.deck, session.names, language)
    marks: list[Mark] = []
    hand = 0
    for trick in tricks:
        marks.append(Mark(trick.start, "trick" if trick.hand == hand else "hand", title_of(trick, speaker)))
        hand = trick.hand
    for place, fact in enumerate(session.facts):
        for ruling in session.log.rulings_of(place):
            event = ruled(ruling, fact.time, session.names)
            marks.append(Mark(fact.time, _kind(event.event), speaker.sentence(event)))
    for line in session.events:
        # Rulings are told as they stand now, the rest is what was said then.
        event_name = str(line["event"])
        if event_name not in (*_QUIET, *_RULED) and isinstance(line.get("text"), str):
            marks.append(Mark(float(line["time"]), _kind(event_name), retold(line, speaker)))
    return tuple(sorted(marks, key=lambda mark: mark.time))


def _kind(event: str) -> MarkKind:
    return "warning" if event in _WARNINGS else "ruling"


def _author() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        # Some systems know no name for who is logged in.
        return ""
