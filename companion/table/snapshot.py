"""The moment of a running table as a value that views may keep and draw without a lock."""

from dataclasses import dataclass, field
from typing import Literal

from companion.rules.facts import Fact, Source
from companion.rules.view import View
from companion.table.events import Candidates, Question
from companion.table.past import NO_PAST, Past
from companion.table.seating import Places
from companion.table.tabletop import Tabletop
from companion.table.waiting import Waiting
from companion.vision.types import FloatArray, Image

TableState = Literal["watching", "waiting_for_clear_table", "desynchronised", "paused", "over"]
"""What the session is doing.

`watching`: the next card at rest counts. `waiting_for_clear_table`: a trick is complete and its cards still lie there.
`desynchronised`: what lies on the table does not fit the game; a person should look. `paused`: a person rearranges
cards, nothing counts. `over`: the game is won.
"""

CardRole = Literal["back", "moving", "new", "asked", "played", "spent", "ignored"]
"""What a seen card is to the game.

`back`: face down. `moving`: not at rest. `new`: at rest, not decided yet. `asked`: a question is open about it.
`played`: counted in the present trick. `spent`: counted in an earlier trick. `ignored`: no card of the play.
"""


@dataclass(frozen=True, slots=True)
class TableCard:
    """One physical card on the table.

    Attributes:
        track: Number of the physical card, the same from frame to frame.
        corners: (4, 2) float32 pixels of the frame, clockwise from its own top left.
        role: What it is to the game.
        code: What it is taken for; None where that is open.
        candidates: What it may be, the likeliest first.
        seat: Who played it, or before whom it waits to be known; None for a card not counted, or where that is not
            clear.
        fact: Place of its fact in the log; None for a card not counted.
        question: Number of the open question about it; None where nothing is asked.
    """

    track: int
    corners: FloatArray
    role: CardRole
    code: str | None
    candidates: Candidates
    seat: int | None = None
    fact: int | None = None
    question: int | None = None


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One fact of the game, as a list of plays shows it.

    Attributes:
        fact: Place in the log, what commands take.
        kind: `play` or `tiebreak`.
        hand: From 1.
        trick: From 0.
        seat: Who played.
        cards: Codes.
        source: Camera or person.
        confidence: 0..1.
    """

    fact: int
    kind: Literal["play", "tiebreak"]
    hand: int
    trick: int
    seat: int
    cards: tuple[str, ...]
    source: Source
    confidence: float


@dataclass(frozen=True, slots=True)
class Counts:
    """How many frames and readings went where; nothing is dropped silently.

    Attributes:
        frames: Frames given to the session.
        looked: Frames in which cards were looked for.
        still: Frames not looked at because nothing had changed.
        skipped: Frames not looked at because they came too soon after the last.
        dropped: Frames nobody looked at because a newer one came.
        damaged: Pictures that could not be decoded.
        dismissed: Cards seen and not counted: ghosts, cards shown, cards of other decks.
    """

    frames: int = 0
    looked: int = 0
    still: int = 0
    skipped: int = 0
    dropped: int = 0
    damaged: int = 0
    dismissed: int = 0


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A running table at one moment.

    Attributes:
        time: Seconds of the source.
        names: The players, seat 0 first.
        view: The game.
        state: What the session is doing.
        cards: The cards on the table.
        question: The open question, the oldest first asked; None when there is none.
        asked: The place in the log of the play that the question is about, and the card there that is in doubt; None
            where that card is in no play yet.
        announcement: The last ruling or question in words.
        facts: All facts, in order: those of `history` and those that no camera sees.
        waiting: The cards that were laid a while ago and are not among them, for one that is not known yet, and those
            laid since, in order of play; then those among them that are asked about.
        past: What led to the facts.
        history: The plays and the cards of a tiebreak.
        places: Where the plays lie, as far as that tells whose they are.
        is_ahead: Whether a play that is added behind all others is of the next deal, for all cards of this one lie
            there, and one of them is not known yet.
        counts: Frames and readings counted.
        can_undo: Whether there is a change to take back.
        can_redo: Whether there is an undone change to make again.
        image: The frame that `cards` was seen in; None before the first.
        tabletop: How the pictures show the table; None as long as nothing tells.
    """

    time: float
    names: tuple[str, ...]
    view: View
    state: TableState
    cards: tuple[TableCard, ...] = ()
    question: Question | None = None
    asked: tuple[int, str] | None = None
    announcement: str = ""
    facts: tuple[Fact, ...] = ()
    waiting: tuple[Waiting, ...] = ()
    past: Past = NO_PAST
    history: tuple[HistoryEntry, ...] = ()
    places: Places = field(default_factory=dict, compare=False)
    is_ahead: bool = False
    counts: Counts = field(default_factory=Counts)
    can_undo: bool = False
    can_redo: bool = False
    image: Image | None = None
    tabletop: Tabletop | None = None
