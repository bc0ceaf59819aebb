"""The running table as the window shows it: asked for what is new, it answers; told what a person wants, it does it."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from time import monotonic

from companion.app.model.board import Board, board_of
from companion.app.model.chart import Chart, chart_of
from companion.app.model.editing import Editor
from companion.app.model.ending import Ending, ending_of
from companion.app.model.evidence import Shot
from companion.app.model.letting_go import let_go
from companion.app.model.moment import Fold, Moment
from companion.app.model.notices import Docket, Notice, breaches_of, is_of, lost_of
from companion.app.model.opening import NO_CAMERA
from companion.app.model.pictured import PicturedCard, from_above, pictured
from companion.app.model.pump import Picture
from companion.app.model.rate import Rate
from companion.app.model.retelling import IN_A_ROW, Retelling
from companion.app.model.sayings import Saying, announce, announce_anew, announce_picture
from companion.app.model.scores import Score, score_of
from companion.app.model.watch import Watch
from companion.language import ENGLISH, Language
from companion.rules.facts import CardsPlayed
from companion.rules.game import Game
from companion.rules.settings import Settings
from companion.table.events import CardPlayed, Correction, Event, Question
from companion.table.sentences import Speaker
from companion.table.snapshot import Snapshot
from companion.vision.handover import SourceState


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
        editor: What a person sets right.
        notices: The irregularities of the game, and what does not fit.
        docket: Which of them are still to be looked at.
        ending: The end of the game; None while it goes on.
        cards: The cards in the picture.
        saying: The last announcement; None before the first, and when it was a question that is settled.
    """

    def __init__(self, game: Game, settings: Settings, watch: Watch, language: Language = ENGLISH) -> None:
        self.game = game
        self.language = language
        self.watch = watch
        self.saying: Saying | None = None
        self._heard: Saying | None = None
        self._fold = Fold(game, settings)
        self._seen = -1
        self._picture = 0
        self._looked = Rate()
        self._unspoken: deque[Saying] = deque()
        self._held: list[Saying] = []
        self._undone = -inf
        self._folded: tuple[object, ...] = ()
        self._retelling = Retelling()
        self._breaches: tuple[Notice, ...] = ()
        self.docket = Docket()
        self.snapshot: Snapshot = watch.session.snapshot()
        self.moment = Moment(self._fold.follow(self.snapshot.facts), self.snapshot, language)
        self.editor = Editor(watch, self.moment)
        self._show(self.snapshot)

    def speak(self, language: Language) -> None:
        """Tell everything in this language from now on."""
        self.language = language
        self._say_anew()
        self._show(self.snapshot)

    def refresh(self) -> bool:
        """Take in what is new; return whether anything but the picture changed."""
        events = self.watch.events()
        new = self.watch.snapshot(self._seen)
        events += self.watch.events()  # What the snapshot already holds is also said now.
        before = self.moment
        if new is not None:
            self._seen, snapshot = new
            self._show(snapshot)
        self.editor.whose.hear(events, self.moment)
        now = monotonic()
        self._forget_refuted(events)
        self._hear(self._retelling.sayings(events, before, self.moment, now), now)
        if self.watch.pump.is_live:
            # People look at the cards: without a word they would play on, unseen.
            pictures = (announce_picture(event, self.language) for event in events)
            self._unspoken.extend(saying for saying in pictures if saying is not None)
        self._forget_settled()
        return new is not None or bool(events)

    def picture(self) -> Picture | None:
        """Return the next live picture; None where there is none since the last call."""
        new = self.watch.pump.picture(self._picture)
        if new is None:
            return None
        self._picture, picture = new
        return picture

    def to_say(self) -> list[Saying]:
        """Return what is to be spoken since the last call, in order; of undos in a row once no other follows."""
        if monotonic() - self._undone > IN_A_ROW:
            self._let_out()
        return [self._unspoken.popleft() for _ in range(len(self._unspoken))]

    @property
    def to_repeat(self) -> Saying | None:
        """What is said again on demand: the last announcement, or the one before a question that is settled."""
        return self.saying if self.saying is not None else self._heard

    def straighten(self, straight: bool) -> bool:
        """Show the table from above, or as the camera sees it; return whether the first is so from now on."""
        done = self.watch.pump.straighten(straight)
        self._show(self.snapshot)
        return done

    @property
    def reads_of_open_notice(self) -> bool:
        """Whether the announcement that is read now is of the notice that is to be looked at next."""
        notice = self.docket.open
        return notice is not None and self.saying is not None and is_of(self.saying.event, notice)

    @property
    def chart(self) -> Chart:
        """The course of the game."""
        return chart_of(self.moment)

    def shot(self, fact: int) -> Shot | None:
        """Return the picture of the table when a play was made; None where none is kept."""
        said = self.snapshot.facts[fact]
        return self.watch.evidence.find(said.time, said.seat) if isinstance(said, CardsPlayed) else None

    @property
    def pulse(self) -> Pulse:
        """How the watching goes."""
        pump, say = self.watch.pump, self.language.text
        trouble = self.watch.trouble.told(self.language)
        message = say("The watching has stopped: {reason}").format(reason=trouble) if trouble else ""
        message = message or pump.missing(self.language)
        if not message and pump.name == NO_CAMERA:
            message = say("No camera is on")
            if self.ending is None:
                message = say("No camera is on. To play on before one: “New game”, then “Change camera or rules”")
        elif not message and pump.finished:
            message = say("The end")
        elif not message and self.snapshot.state == "paused":
            message = say("Paused: cards do not count")
        source = say(pump.name) if pump.name else ""  # A simulated table has a name in every language.
        return Pulse(source, pump.state, pump.rate, self._looked.a_second, pump.dropped, pump.damaged, message)

    def close(self) -> None:
        """End the watching; nobody waits until the last look is done."""
        let_go(self.watch.close)

    # Inside

    def _hear(self, sayings: Sequence[Saying], now: float) -> None:
        """Take what is to be said: shown at once, and spoken."""
        if any(saying.in_a_row for saying in sayings):
            self._held = [saying for saying in self._held if not saying.in_a_row]
            self._undone = now
        elif sayings:
            self._let_out()
        for saying in sayings:
            self.saying = saying
            self._heard = self._heard if saying.asks else saying
        (self._held if now - self._undone <= IN_A_ROW else self._unspoken).extend(sayings)

    def _let_out(self) -> None:
        """Have spoken what waited for undos to end, but for questions that are settled."""
        settled = self.snapshot.question is None
        self._unspoken.extend(saying for saying in self._held if not (saying.asks and settled))
        self._held.clear()
        self._undone = -inf

    def _forget_settled(self) -> None:
        """Read no question that is settled; where several are open, read the one that is answered next."""
        said = self.saying.event if self.saying is not None else None
        asked = self.snapshot.question
        if isinstance(said, Question) and (asked is None or said.question != asked.question):
            speaker = Speaker(self.game.deck, self.snapshot.names, self.language)
            self.saying = announce(asked, speaker) if asked is not None else None

    def _forget_refuted(self, events: Sequence[Event]) -> None:
        """Read no more that a card was not played as soon as it counts again."""
        said = self.saying.event if self.saying is not None else None
        if isinstance(said, Correction) and said.now is None and any(_brings_back(event, said) for event in events):
            self.saying = self._heard = None

    def _say_anew(self) -> None:
        """Put the last announcement into the words of today: the language, or a name, is another."""
        speaker = Speaker(self.game.deck, self.snapshot.names, self.language)
        self.saying, self._heard = (
            announce_anew(saying, speaker) if saying is not None else None for saying in (self.saying, self._heard)
        )

    def _show(self, snapshot: Snapshot) -> None:
        self._looked.count(_looked_at(snapshot) - _looked_at(self.snapshot))
        before, self.snapshot = self.snapshot, snapshot
        if snapshot.names != before.names:
            self._say_anew()
        self.moment = Moment(self._fold.follow(snapshot.facts), snapshot, self.language)
        folded = (snapshot.facts, snapshot.names, self.moment.table_is_clear, self.language.code)
        if folded != self._folded:
            self._folded = folded
            self.board: Board = board_of(self.moment)
            self.score: Score = score_of(self.moment)
            self.ending: Ending | None = ending_of(self.moment, self.board)
            self._breaches = breaches_of(self.moment, live=self.watch.pump.is_live)
        lost = lost_of(self.moment)
        self.notices: tuple[Notice, ...] = self._breaches if lost is None else (*self._breaches, lost)
        self.docket.follow(self.notices)
        self.editor.follow(self.moment)
        self._forget_settled()
        cards = pictured(snapshot, self.game.deck.id, self.language)
        self.watch.pump.see(snapshot.tabletop)
        top = self.watch.pump.top
        self.cards: tuple[PicturedCard, ...] = cards if top is None else from_above(cards, top)


def _brings_back(event: Event, gone: Correction) -> bool:
    """Whether an event is the play that was taken out."""
    if not isinstance(event, CardPlayed) or (event.hand, event.seat) != (gone.hand, gone.seat):
        return False
    return event.cards == ((gone.was,) if isinstance(gone.was, str) else gone.was)


def _looked_at(snapshot: Snapshot) -> int:
    return snapshot.counts.looked + snapshot.counts.still
