"""Everything a table session tells the world: one frozen value an event, and their one form as JSON.

The same objects go to the window, the announcer, `companion watch --json`, recordings and the truth of a simulation.
Facts and rulings become events in `companion.table.told` and nowhere else.
"""

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from companion.errors import CompanionError
from companion.rules.facts import Source
from companion.rules.reasons import Reason
from companion.vision.handover import SourceState

Candidates = tuple[tuple[str, float], ...]
"""Card codes with their chances, the likeliest first."""


_UNWRITTEN = {"written": False}
"""Metadata of fields that are not part of the JSON form."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Base of all events.

    Attributes:
        time: Seconds of the source at which it was said.
    """

    event: ClassVar[str]

    time: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Play(Event):
    """A card, or several as a straight, was laid to a trick.

    Attributes:
        seat: Who played, from 0.
        player: Their name.
        cards: Codes; several for a straight.
        confidence: 0..1.
        hand: Number of the hand, from 1.
        trick: Number of the trick, from 0.
    """

    seat: int
    player: str
    cards: tuple[str, ...]
    confidence: float
    hand: int
    trick: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPlayed(Play):
    """A play was accepted.

    Attributes:
        by: Whether the camera or a person says so.
    """

    event: ClassVar[str] = "card_played"

    by: Source = "camera"


@dataclass(frozen=True, slots=True, kw_only=True)
class CardSeen(Play):
    """A card lies there for certain that cannot be accepted yet, since an earlier one is not known yet.

    `card_played` follows once that is known; where the answer changes what this one was, it alone holds.
    """

    event: ClassVar[str] = "card_seen"


@dataclass(frozen=True, slots=True, kw_only=True)
class TrickWon(Event):
    """A trick is complete. Of several with the same hand and trick the last one holds.

    Attributes:
        seat: The winner.
        player: Their name.
        card: The card that won.
        trick: From 0.
        hand: From 1.
        points: What the winner's score gained.
        totals: Standing of the game after it, by seat or team.
        reason: Why the card won, in words.
        corrected: Whether it takes the place of an earlier ruling on the same trick.
        scored: Whether the standing is another than before the trick.
        ruling: The reason as data, to be said in other languages; None where only its words are known.
    """

    event: ClassVar[str] = "trick_won"

    seat: int
    player: str
    card: str
    trick: int
    hand: int
    points: int
    totals: tuple[int, ...]
    reason: str
    corrected: bool = False
    scored: bool = True
    ruling: Reason | None = field(default=None, compare=False, repr=False, metadata=_UNWRITTEN)


@dataclass(frozen=True, slots=True, kw_only=True)
class SuitMarked(Event):
    """A team marked a suit (Seven Suitors).

    Attributes:
        team: 0 for seats 0 and 2, 1 for seats 1 and 3.
        suit: Number of the suit.
        marked: All suits the team has marked, ascending.
    """

    event: ClassVar[str] = "suit_marked"

    team: int
    suit: int
    marked: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HandEnded(Event):
    """All cards of a hand are played. Keys as in `companion.rules.rulings.HandEnded`.

    Attributes:
        notes: What made the scores, in words.
        rulings: The notes as data, to be said in other languages.
    """

    event: ClassVar[str] = "hand_ended"

    hand: int
    scores: tuple[int, ...]
    totals: tuple[int, ...]
    next_dealer: int | None
    next_leader: int | None
    notes: tuple[str, ...] = ()
    rulings: tuple[Reason, ...] = field(default=(), compare=False, repr=False, metadata=_UNWRITTEN)


@dataclass(frozen=True, slots=True, kw_only=True)
class TiebreakNeeded(Event):
    """A deal face up must decide. Keys as in `companion.rules.rulings.TiebreakNeeded`."""

    event: ClassVar[str] = "tiebreak_needed"

    tied: tuple[int, ...]
    dealer: int
    order: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TiebreakCardDealt(Event):
    """A seat got its card of the tiebreak."""

    event: ClassVar[str] = "tiebreak_card"

    seat: int
    player: str
    card: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GameWon(Event):
    """The game is over.

    Attributes:
        winners: Seats or teams.
        totals: Final standing.
        reason: What decided it, in words.
        ruling: The reason as data, to be said in other languages; None where only its words are known.
    """

    event: ClassVar[str] = "game_won"

    winners: tuple[int, ...]
    totals: tuple[int, ...]
    reason: str
    ruling: Reason | None = field(default=None, compare=False, repr=False, metadata=_UNWRITTEN)


@dataclass(frozen=True, slots=True, kw_only=True)
class Irregularity(Event):
    """A breach of the rules, or something at the table that cannot be.

    Attributes:
        code: As the rules name it: `out-of-turn`, `wrong-leader`, ...
        seat: The offender.
        card: The card it happened with, if one.
        message: What a person is told.
        hand: From 1.
        trick: From 0.
        expected: The seat that should have played, where that was wrong.
        ruling: The message as data, to be said in other languages, later too; None where only its words are known.
    """

    event: ClassVar[str] = "irregularity"

    code: str
    seat: int
    card: str | None
    message: str
    hand: int
    trick: int
    expected: int | None = None
    ruling: Reason | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Event):
    """A card could not be read surely enough to rule on. It is asked once; an answer or later evidence settles it.

    Attributes:
        question: Number to answer it by.
        seat: Who played the card.
        player: Their name.
        candidates: What it may be, the likeliest first.
        hand: Number of the hand in which the card was played, from 1.
        trick: Number of the trick, from 0.
        message: What a person is told.
        doubt: Why it is asked, as data, where there is more to say than that the card could not be read.
        beside: It is about the card that lies face up beside the deal, which nobody played.
        together: Who played which cards, as they are read, where these together mean a breach of the rules unless one
            of them was misread: `TableSession.confirm` says that none was.
    """

    event: ClassVar[str] = "question"

    question: int
    seat: int
    player: str
    candidates: Candidates
    message: str
    hand: int = 1
    trick: int = 0
    doubt: Reason | None = field(default=None, compare=False, repr=False)
    beside: bool = False
    together: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Needed(Event):
    """The game needs something that no camera sees; people are asked once, and told what is assumed if nobody answers.

    Attributes:
        kind: `thief`, `kept_cards` or `face_up`.
        seat: Whom to ask; None for the table.
        player: Their name.
        count: How many cards to name.
        choices: The cards to choose from.
        may_decline: Whether naming none is an answer.
        assumed: What the game goes on with because nobody has answered; empty while it waits.
        hand: Number of the hand, from 1.
        message: What a person is told.
        ruling: The question as data, to be said in other languages; None where only its words are known.
    """

    event: ClassVar[str] = "need"

    kind: str
    seat: int | None
    player: str | None
    count: int
    choices: tuple[str, ...]
    may_decline: bool
    assumed: tuple[str, ...] = ()
    hand: int
    message: str
    ruling: Reason | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction(Event):
    """Something said before was wrong.

    Attributes:
        was: Code said before; None for a card that was missed; several codes for a straight.
        now: Code that holds now; None for a card that was never played.
        reason: Why, in words.
        seat: Who played the card, as it holds now (or held, where there is no card any more).
        was_seat: Who was said to have played it, where that was wrong too.
        hand: Number of the hand, from 1.
        by: Whether the camera or a person says so.
        withdrawn: Events that no longer hold. Those that take their place follow this event.
        cleared: The breaches among them that nothing takes the place of, though the play they were stays.
    """

    event: ClassVar[str] = "correction"

    was: str | tuple[str, ...] | None
    now: str | tuple[str, ...] | None
    reason: str
    seat: int
    hand: int
    was_seat: int | None = None
    by: Source = "camera"
    withdrawn: tuple[Event, ...] = ()
    cleared: tuple[Irregularity, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DealtAnew(Event):
    """People deal a hand anew: nothing counts that was played of it.

    Attributes:
        state: `dealt`; `taken_back` where that was a mistake, and all counts as before.
        hand: Number of the hand, from 1.
        totals: Standing of the game now.
        withdrawn: Rulings that no longer hold.
    """

    event: ClassVar[str] = "dealt_anew"

    state: Literal["dealt", "taken_back"]
    hand: int
    totals: tuple[int, ...]
    withdrawn: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceChanged(Event):
    """Something happened to the source of frames.

    Attributes:
        state: What.
        message: What people are told.
        notice: What they should know of the camera although its pictures come, a key of
            `companion.table.camera_notices.CAMERA_NOTICES`; empty for nothing.
        card: The code of the card that this is about; empty for none.
        seat: Who that card is entered for, where it may be another's; None else.
        others: Who else may have played it, the likeliest first.
    """

    event: ClassVar[str] = "source"

    state: SourceState
    message: str
    notice: str = ""
    card: str = ""
    seat: int | None = None
    others: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Desynchronised(Event):
    """What lies on the table does not fit what was seen of the game, or fits again.

    Attributes:
        state: `lost` or `resumed`.
        message: What is seen, what was expected, and how to go on.
        missing: How many cards of the trick were not seen.
        seen: The cards that lie there or lay there last, as far as they were read.
        expected: The seats whose cards to the trick are missing in the game.
    """

    event: ClassVar[str] = "desynchronised"

    state: Literal["lost", "resumed"]
    message: str
    missing: int = 0
    seen: tuple[str, ...] = ()
    expected: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordingChanged(Event):
    """Something happened to the recording; the game goes on.

    Attributes:
        state: `troubled`: something is not recorded any more. `resumed`: everything is recorded again.
        message: What is not recorded, why, and what to do, in English.
        folder: Where it is recorded; empty where only the message is known. Not in the JSON form.
        problem: Why something is not recorded; None for nothing.
    """

    event: ClassVar[str] = "recording"

    state: Literal["troubled", "resumed"]
    message: str = ""
    folder: str = field(default="", metadata=_UNWRITTEN)
    problem: CompanionError | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersNamed(Event):
    """A person said what the players are called from now on; seats, plays and scores stay as they are.

    Attributes:
        players: Seat 0 first.
    """

    event: ClassVar[str] = "players"

    players: tuple[str, ...]


SEEN_ANYWAY: tuple[type[Event], ...] = (CardPlayed, CardSeen, SourceChanged, PlayersNamed)
"""What is to be seen on the table or the screen and would only interrupt where it was announced as well; but for
notices about the camera."""
