"""Runs the models and rules of today over an old recording, and tells what they say differently."""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.errors import UnusableError
from companion.recording.opening import Session
from companion.recording.playback import Pictures
from companion.recording.story import Place, place_in, tricks_of
from companion.rules.facts import CardsPlayed, Fact, TiebreakCard
from companion.rules.log import GameLog
from companion.rules.rulings import TrickWon
from companion.table.play_facts import cards_of, seat_of
from companion.table.session import TableSession
from companion.table.tabletop import Tabletop
from companion.table.watching import watch
from companion.vision.eyes import Eyes
from companion.vision.handover import SourceEvent
from companion.vision.tabletop.calibration import calibration_from
from companion.vision.types import Frame


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is said otherwise.

    Attributes:
        hand: From 1.
        trick: From 0; None for a tiebreak.
        what: `play`, `winner` or `totals`.
        seat: Whose card; None where it is not about one.
        was: As recorded; None where there was nothing.
        now: As it is said today; None where nothing is.
        time: When, seconds of the recording.
    """

    hand: int
    trick: int | None
    what: str
    seat: int | None
    was: str | None
    now: str | None
    time: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """What came of it.

    Attributes:
        differences: In order of play.
        tricks: How many tricks were recorded.
        questions: Open or asked: then and now.
        corrections: Then and now.
    """

    differences: tuple[Difference, ...]
    tricks: int
    questions: tuple[int, int]
    corrections: tuple[int, int]


class _Film:
    """The pictures of a recording as a source: `companion.table.watching.Feed`.

    Where people paused, so does the table.
    """

    dropped = 0

    def __init__(self, pictures: Pictures, pauses: Sequence[tuple[float, bool]], table: TableSession) -> None:
        self._pictures = pictures
        self._pauses = deque(pauses)
        self._table = table
        self.damaged = 0

    def __iter__(self) -> Iterator[Frame | SourceEvent]:
        for index in range(len(self._pictures)):
            frame = self._pictures.number(index)
            if frame is None:
                self.damaged += 1
            else:
                self._pause(frame.time)
                yield frame

    def _pause(self, time: float) -> None:
        """Pause and go on as people did before a time, seconds."""
        while self._pauses and self._pauses[0][0] < time:
            _, paused = self._pauses.popleft()
            if paused:
                self._table.pause()
            else:
                self._table.resume()


def play_again(session: Session, eyes: Eyes) -> Comparison:
    """Referee a recording's video anew.

    A recording that began in the middle of a game is refereed from there on.

    Args:
        session: The recording; its facts are taken as they stand, corrections included.
        eyes: What finds and reads cards today.

    Raises:
        UnusableError: There is no video that can be read.
    """
    with Pictures(session.videos) as pictures:
        if not pictures.times:
            lacking = "has no video that can be read, so it cannot be looked at again"
            raise UnusableError(f"{session.folder}: {'; '.join([lacking, *map(str, pictures.problems)])}")
        begin = pictures.times[0]
        before = _before(session.facts, begin)
        told: list[str] = []
        tabletop = _tabletop(session, pictures)
        table = TableSession(
            session.game, session.settings, eyes=eyes, names=session.names, tabletop=tabletop, facts=before
        )
        table.subscribe(lambda event: told.append(event.event))
        watch(table, _Film(pictures, session.pauses, table))
        log = table.log
    was = [str(line["event"]) for line in session.events]
    return Comparison(
        tuple(_differences(session, log)),
        len(tricks_of(session)),
        (was.count("question"), told.count("question")),
        (was.count("correction"), told.count("correction")),
    )


def _tabletop(session: Session, pictures: Pictures) -> Tabletop | None:
    """Return the table as it was calibrated when it was recorded; None where it was not, or not for this video."""
    frame = pictures.number(0)
    calibration = session.about.get("calibration")
    if calibration is None or frame is None:
        return None
    if any(earlier.get("calibration") != calibration for earlier in session.earlier):
        # It went on with another camera.
        return None
    height, width = frame.image.shape[:2]
    try:
        return Tabletop.calibrated(calibration_from(calibration, str(session.folder)), width, height)
    except UnusableError:
        return None


def _before(facts: tuple[Fact, ...], begin: float) -> tuple[Fact, ...]:
    """Return the facts that a video beginning then cannot show."""
    count = 0
    while count < len(facts) and facts[count].time < begin:
        count += 1
    return facts[:count]


@dataclass(slots=True)
class _Told:
    """One trick as it was told.

    Attributes:
        plays: The cards of each seat.
        won: Who won it, with what.
        totals: The standing after it.
        time: Of its first card.
    """

    plays: dict[int, str]
    won: str | None
    totals: str | None
    time: float


def _differences(session: Session, now: GameLog) -> Iterator[Difference]:
    old, new = _tricks(session.log, session.names), _tricks(now, session.names)
    for place in sorted({*old, *new}, key=lambda place: (place[0], place[1] is None, place[1] or 0)):
        was, said = old.get(place), new.get(place)
        time = (was or said or _Told({}, None, None, 0.0)).time
        for seat in range(len(session.names)):
            old_card, new_card = (None if told is None else told.plays.get(seat) for told in (was, said))
            if old_card != new_card:
                yield Difference(*place, "play", seat, old_card, new_card, time)
        old_won, new_won = (None if told is None else told.won for told in (was, said))
        if old_won != new_won:
            yield Difference(*place, "winner", None, old_won, new_won, time)
        old_totals, new_totals = (None if told is None else told.totals for told in (was, said))
        if old_totals != new_totals:
            yield Difference(*place, "totals", None, old_totals, new_totals, time)


def _tricks(log: GameLog, names: tuple[str, ...]) -> dict[Place, _Told]:
    state = log.game.start(log.settings)
    tricks: dict[Place, _Told] = {}
    for fact in log.facts:
        if isinstance(fact, CardsPlayed | TiebreakCard):
            told = tricks.setdefault(place_in(state, fact), _Told({}, None, None, fact.time))
            told.plays[seat_of(fact)] = " ".join(cards_of(fact))
            won = next((ruling for ruling in state.apply(fact) if isinstance(ruling, TrickWon)), None)
            if won is not None:
                told.won = f"{names[won.seat]} ({won.card})"
                told.totals = ", ".join(str(total) for total in won.totals)
        else:
            state.apply(fact)
    return tricks
