"""Whole simulated deals: what the referee makes of them, measured against what happened."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from companion.evaluation.looks import Looks
from companion.evaluation.seeing import Drawn, Seeing, WithoutPixels
from companion.rules.facts import CardsPlayed, TiebreakCard
from companion.rules.game import Game
from companion.rules.rulings import Ruling, TrickWon
from companion.rules.settings import Settings
from companion.simulation.camera import PICTURE_SIZE, TILT
from companion.simulation.habits import HABITS, TIDY, Habits
from companion.simulation.incidents import Incidents
from companion.simulation.lights import DAY
from companion.simulation.misreading import Faults
from companion.simulation.observations import USUAL_RATE, frame_times
from companion.simulation.people import People
from companion.simulation.script import Script
from companion.simulation.staging import stage_game
from companion.synth.designs import Design
from companion.table.events import (
    CardPlayed,
    CardSeen,
    Correction,
    Event,
    HandEnded,
    Irregularity,
    Question,
    SuitMarked,
    TiebreakCardDealt,
)
from companion.table.events import TrickWon as TrickWonEvent
from companion.table.play_facts import cards_of, seat_of
from companion.table.session import TableSession
from companion.table.told import ruled
from companion.vision.eyes import Eyes

_LINGERS = 12.0
"""Seconds for which people wait for the companion at the end, at most."""

Telling = tuple[object, ...]
"""What a ruling says, without its time and its words."""


@dataclass(frozen=True, slots=True)
class Deal:
    """What came of one deal.

    Attributes:
        game: Id of the game.
        seed: Of the deal.
        seconds: How long it took at the table.
        plays: How many plays there were, cards of a deal face up that breaks a tie among them.
        plays_right: How many of them the companion had right in the end: cards, seat and place in the order; less those
            that it told of after the last.
        tricks: How many tricks there were.
        tricks_right: How many of them had the right winner and winning card in the end.
        tricks_settled: How many had a winner at all in the end.
        tricks_alone: How many had all their cards right by their looks alone, without any knowledge of the game.
        wrong: Rulings that stood in the end and are not true.
        unsettled: Rulings that are true and were not made by the end.
        was_wrong: Rulings that were told and taken back later, and cards that were told ahead and were others.
        questions: How often it asked.
        corrections: How often it corrected itself.
        latencies: Seconds from each play at rest to its announcement, for those announced rightly at once.
    """

    game: str
    seed: int
    seconds: float
    plays: int
    plays_right: int
    tricks: int
    tricks_right: int
    tricks_settled: int
    tricks_alone: int
    wrong: tuple[Telling, ...]
    unsettled: int
    was_wrong: int
    questions: int
    corrections: int
    latencies: tuple[float, ...] = field(repr=False)

    @property
    def right(self) -> bool:
        """Whether every play and every ruling was right in the end."""
        return self.plays_right == self.plays and not self.wrong and not self.unsettled

    @property
    def right_alone(self) -> bool:
        """Whether the looks alone had every card right."""
        return self.tricks_alone == self.tricks


def play_deal(
    game: Game,
    settings: Settings | None,
    seed: int,
    faults: Faults,
    incidents: Incidents | None = None,
    *,
    answering: bool = True,
    whole: bool = False,
    eyes: Eyes | None = None,
    design: Design | None = None,
    light: str = DAY,
    size: tuple[int, int] = PICTURE_SIZE,
    tilt: float = TILT,
    habits: Habits = HABITS[TIDY],
    rate: float = USUAL_RATE,
) -> Deal:
    """Let a session referee one deal, or one game, that chance plays.

    Args:
        game: What is played.
        settings: What was agreed; the game's defaults where nothing is said.
        seed: The same seed gives the same deal and the same faults.
        faults: Of finder and reader.
        incidents: What goes wrong at the table; nothing where None.
        answering: People answer the companion's questions.
        whole: Play deal after deal until the game is over.
        eyes: Look at the table as it is drawn, without injected faults; None does without pixels.
        design: The deck that is drawn; None takes the project's own.
        light: The kind of light it is drawn in (`companion.simulation.lights.LIGHTS`).
        size: Width and height of the pictures, pixels.
        tilt: How far the camera is off the vertical, radians.
        habits: How people sit and lay their cards; they deal where that is drawn, for without it shows nothing but
            backs and takes longest.
        rate: Pictures looked at in a second of play, as a slow computer manages few.
    """
    habits = replace(habits, deal=eyes is not None)
    script = stage_game(
        game, settings, seed, hands_limit=None if whole else 1, incidents=incidents, habits=habits, tilt=tilt
    )
    seeing = (
        WithoutPixels(script, faults, seed) if eyes is None else Drawn(script, eyes, design, light=light, size=size)
    )
    session = TableSession(game, script.settings, eyes=seeing.eyes, names=script.names, pupil=seeing.pupil)
    told: list[tuple[float, Event]] = []
    now = 0.0
    session.subscribe(lambda event: told.append((now, event)))
    alone = Looks(script)
    for time in watch_script(script, session, seeing, answering=answering, looks=alone, rate=rate):
        now = time
    return judge(script, session, told, alone.tricks_right())


def watch_script(
    script: Script,
    session: TableSession,
    seeing: Seeing,
    *,
    answering: bool = True,
    looks: Looks | None = None,
    rate: float = USUAL_RATE,
) -> Iterator[float]:
    """Let a session watch a script, attended by people.

    Args:
        script: What happens.
        session: What watches it.
        seeing: Shows it to the session.
        answering: People answer its questions.
        looks: Takes note of what was seen.
        rate: Pictures looked at in a second.

    Yields:
        The time of each frame, seconds, before the session gets it.
    """
    people = People(script, session, answering=answering)
    time = 0.0
    for time in frame_times(script, rate):
        yield time
        seen = seeing.show(session, time)
        if looks is not None:
            looks.note(seen, time)
        people.attend(time)
    end = time
    while people.waiting and time < end + _LINGERS:
        time += 1 / rate
        yield time
        session.stay(time, seeing.size)
        people.attend(time)


def judge(script: Script, session: TableSession, told: Sequence[tuple[float, Event]], alone: int) -> Deal:
    """Compare what a session made of a deal with what happened.

    Args:
        script: What happened.
        session: What watched it.
        told: Its events, with the time at which each was told, seconds.
        alone: How many tricks the looks alone had right.
    """
    truth = [event for event in script.truth if isinstance(event, CardPlayed)]
    laid = [_laid(event) for event in script.truth if isinstance(event, CardPlayed | TiebreakCardDealt)]
    played = [
        (seat_of(fact), cards_of(fact)) for fact in session.log.facts if isinstance(fact, CardsPlayed | TiebreakCard)
    ]
    true_rulings = [telling for event in script.truth if (telling := _telling(event))]
    rulings = [telling for ruling in session.log.rulings if (telling := _telling_of(ruling, script))]
    won = {(ruling.hand, ruling.trick): (ruling.seat, ruling.card) for ruling in _tricks(session)}
    true_won = {(e.hand, e.trick): (e.seat, e.card) for e in script.truth if isinstance(e, TrickWonEvent)}
    events = [event for _, event in told]
    too_many = max(len(played) - len(laid), 0)
    withdrawn = [event for e in events if isinstance(e, Correction) for event in e.withdrawn if _telling(event)]
    return Deal(
        game=script.game.id,
        seed=script.seed,
        seconds=script.duration,
        plays=len(laid),
        plays_right=sum(mine == true for mine, true in zip(played, laid, strict=False)) - too_many,
        tricks=len(true_won),
        tricks_right=sum(won.get(place) == winner for place, winner in true_won.items()),
        tricks_settled=len(won),
        tricks_alone=alone,
        wrong=tuple(telling for telling in rulings if telling not in true_rulings),
        unsettled=sum(telling not in rulings for telling in true_rulings),
        was_wrong=sum(_telling(event) not in true_rulings for event in withdrawn) + _wrong_ahead(truth, events),
        questions=sum(isinstance(event, Question) for event in events),
        corrections=sum(isinstance(event, Correction) for event in events),
        latencies=tuple(_latencies(truth, told)),
    )


def _latencies(truth: Sequence[CardPlayed], told: Sequence[tuple[float, Event]]) -> Iterator[float]:
    rested = {(e.hand, e.trick, e.seat, e.cards): e.time for e in truth}
    for time, event in told:
        if isinstance(event, CardPlayed | CardSeen):
            rest = rested.pop((event.hand, event.trick, event.seat, event.cards), None)
            if rest is not None:
                yield time - rest


def _wrong_ahead(truth: Sequence[CardPlayed], events: Sequence[Event]) -> int:
    plays = {(e.hand, e.trick, e.seat, e.cards) for e in truth}
    return sum((e.hand, e.trick, e.seat, e.cards) not in plays for e in events if isinstance(e, CardSeen))


def _laid(event: CardPlayed | TiebreakCardDealt) -> tuple[int, tuple[str, ...]]:
    return event.seat, event.cards if isinstance(event, CardPlayed) else (event.card,)


def _tricks(session: TableSession) -> Iterator[TrickWon]:
    return (ruling for ruling in session.log.rulings if isinstance(ruling, TrickWon))


def _telling(event: Event) -> Telling | None:
    match event:
        case TrickWonEvent():
            return ("trick", event.hand, event.trick, event.seat, event.card, event.points, event.totals)
        case HandEnded():
            return ("hand", event.hand, event.scores, event.totals)
        case SuitMarked():
            return ("marked", event.team, event.suit)
        case Irregularity():
            return ("breach", event.code, event.hand, event.trick, event.seat, event.card)
    return None


def _telling_of(ruling: Ruling, script: Script) -> Telling | None:
    return _telling(ruled(ruling, 0.0, script.names))
