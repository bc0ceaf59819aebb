"""Moments of simulated games before the real window: pictures, boxes, questions, irregularities, without a thread."""

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache

import numpy as np
from app_evening import NoPump

from companion.app.model.pump import Picture, small
from companion.app.model.setup import Plan
from companion.app.model.watch import Watch
from companion.rules.facts import CardsPlayed, Fact, ThiefTook, TiebreakCard
from companion.rules.games import GAMES
from companion.rules.state import State
from companion.simulation.camera import camera_of
from companion.simulation.habits import Habits
from companion.simulation.incidents import Incidents
from companion.simulation.misreading import Faults
from companion.simulation.observations import Observer, frame_times
from companion.simulation.renderer import Renderer
from companion.simulation.script import Script
from companion.simulation.staging import stage_game
from companion.table.events import Candidates, CardPlayed, TiebreakCardDealt, TrickWon
from companion.table.session import TableSession
from companion.vision.handover import SourceEvent
from companion.vision.types import Image, SeenCard

NAMES = ("Ana", "Ben", "Carla", "Dora", "Emil")

SIZE = (1280, 720)
"""Of the pictures, pixels."""

_HABITS = Habits(pace=1.4, deal=False)

_SPAN_MM = 820.0
"""Width of the table that the camera shows."""

When = Callable[[Script], float]
"""Says at which second of a script a moment is."""


@dataclass(frozen=True, eq=False)
class Moment:
    """A moment of a game; no other is the same.

    Attributes:
        game: Id of the game.
        when: When it is.
        since: From when on the table is watched; what was before is known from the start.
        chosen: Settings of the game.
        seed: Of the game.
        tied: Whether the game is one that needs its tiebreak.
        incidents: What goes wrong.
        misread: Whether the last card is read in doubt.
        hides: Whether the second card of the last trick is never seen.
        told: Whether people say at once what only they know.
        lost: Whether the camera is lost by then.
        hands: How many hands are played; None for the whole game.
        names: Of the players.
        habits: How they lay their cards.
        rate: Looks a second of the script.
    """

    game: str
    when: When
    since: When = lambda script: 0.0
    chosen: Mapping[str, object] = field(default_factory=dict)
    seed: int = 2
    tied: bool = False
    incidents: Incidents | None = None
    misread: bool = False
    hides: bool = False
    told: bool = True
    lost: bool = False
    hands: int | None = None
    names: tuple[str, ...] = NAMES
    habits: Habits = _HABITS
    rate: float = 4.0


def in_trick(hand: int, trick: int, plays: int) -> When:
    """Return when so many plays of a trick lie there (hand from 1, trick from 0)."""

    def when(script: Script) -> float:
        times = [play.time for play in plays_of(script) if (play.hand, play.trick) == (hand, trick)]
        return times[plays - 1] + 0.9

    return when


def before_hand(hand: int) -> When:
    """Return when the table waits for the first card of a hand."""
    return lambda script: next(play.time for play in plays_of(script) if play.hand == hand) - 1.6


def at_end(script: Script) -> float:
    """Return when all is over."""
    return script.duration


def with_card(number: int) -> When:
    """Return when so many cards of a tiebreak lie there."""
    return lambda script: [deal.time for deal in script.truth if isinstance(deal, TiebreakCardDealt)][number - 1] + 0.8


def before_tiebreak(script: Script) -> float:
    """Return when the tiebreak is about to be dealt."""
    return next(deal.time for deal in script.truth if isinstance(deal, TiebreakCardDealt)) - 2.0


def before_theft(script: Script) -> float:
    """Return when the Thief is about to take a card."""
    return next(said.time for said in script.said if isinstance(said.what, ThiefTook)) + 0.6


def plays_of(script: Script) -> list[CardPlayed]:
    """Return who plays what."""
    return [event for event in script.truth if isinstance(event, CardPlayed)]


def plan_of(moment: Moment) -> Plan:
    """Return the plan of the game that a moment is of."""
    game = GAMES[moment.game]
    settings = game.configure(**moment.chosen)
    players = game.start(settings).players
    return Plan(game, settings, moment.names[:players], "simulated", str(moment.seed))


def watch_of(moment: Moment, *, drawn: bool = True) -> "Staged":
    """Return a watch that has come to a moment; its pictures are blank where they are not drawn."""
    return Staged(plan_of(moment), _script_of(moment), moment, drawn=drawn)


@cache
def _script_of(moment: Moment) -> Script:
    plan = plan_of(moment)
    return stage_game(
        plan.game,
        plan.settings,
        moment.seed,
        plan.names,
        hands_limit=moment.hands,
        force_tie=moment.tied,
        incidents=moment.incidents,
        habits=moment.habits,
        span_mm=_SPAN_MM,
    )


class StillPump(NoPump):
    """Shows one picture.

    Attributes:
        image: The picture.
    """

    rate = 30.0
    is_live = True

    def __init__(self, image: Image) -> None:
        super().__init__()
        self.image = image
        self.size = (image.shape[1], image.shape[0])
        self._number = 1
        self._room = (640, 360)

    def show_at(self, width: int, height: int) -> None:
        self._room = (width, height)
        self._number += 1

    def picture(self, after: int) -> tuple[int, Picture] | None:
        return (self._number, small(self.image, *self._room)) if after < self._number else None


class Staged(Watch):
    """Has watched a script up to a moment, and stays there."""

    def __init__(self, plan: Plan, script: Script, moment: Moment, *, drawn: bool) -> None:
        begin, self._end = moment.since(script), moment.when(script)
        self._said = deque(said.what for said in script.said if isinstance(said.what, Fact))
        facts = tuple(self._facts_before(plan, script, begin))
        session = TableSession(plan.game, plan.settings, names=plan.names, facts=facts)
        super().__init__(session, None)  # Nothing comes from a source.
        self._threads = ()
        self._moment, self._script = moment, script
        self._draw = Renderer(script, *SIZE).render if drawn else _blank
        self.pump = StillPump(self._draw(self._end))
        self._watch(begin)
        if moment.lost:
            self.pump.state = "lost"
            session.source_changed(SourceEvent(state="lost", message="table camera", time=self._end))
            self._changed()

    def start(self) -> None:
        """Begin nothing."""

    def _facts_before(self, plan: Plan, script: Script, begin: float) -> Iterator[Fact]:
        state = plan.game.start(plan.settings)
        for event in script.truth:
            if event.time >= begin or not isinstance(event, CardPlayed | TiebreakCardDealt):
                continue
            yield from self._answers(state)
            if isinstance(event, CardPlayed):
                fact = CardsPlayed(event.seat, event.cards, source="camera", time=event.time)
            else:
                fact = TiebreakCard(event.seat, event.card, source="camera", time=event.time)
            state.apply(fact)
            yield fact
        if begin:
            yield from self._answers(state)

    def _answers(self, state: State) -> Iterator[Fact]:
        while state.needs() and self._said:
            fact = self._said.popleft()
            state.apply(fact)
            yield fact

    def _watch(self, begin: float) -> None:
        session, script, moment = self.session, self._script, self._moment
        observer = Observer(script, Faults(), camera_of(script, *SIZE))
        doubtful = self._doubtful()
        gone = self._gone() if moment.hides else ""
        for time in frame_times(script, moment.rate):
            if not begin <= time <= self._end:
                continue
            if observer.has_changed(time) or session.is_curious():
                seen = [_read(card, doubtful) for card in observer.look(time)]
                session.notice([card for card in seen if card.best is None or card.best[0] != gone], time, SIZE)
            else:
                session.stay(time, SIZE)
            plays, self._plays = self._plays, []
            if moment.incidents is not None and observer.has_changed(time):
                self.evidence.keep(plays, replace(session.snapshot(), image=self._draw(time)))
            while moment.told and session.view.needs and self._said:
                session.say(self._said.popleft())

    def _doubtful(self) -> Mapping[str, Candidates]:
        if not self._moment.misread:
            return {}
        plays = plays_of(self._script)
        last = [play for play in plays if play.time <= self._end][-1].cards[0]
        other = plays[-1].cards[0]
        return {last: ((other, 0.48), (last, 0.44), (plays[-2].cards[0], 0.03))}

    def _gone(self) -> str:
        tricks = [trick for trick in self._script.truth if isinstance(trick, TrickWon) and trick.time <= self._end]
        where = tricks[-1].hand, tricks[-1].trick
        return [play for play in plays_of(self._script) if (play.hand, play.trick) == where][1].cards[0]


def _blank(_time: float) -> Image:
    return np.full((SIZE[1], SIZE[0], 3), 90, np.uint8)


def _read(card: SeenCard, doubtful: Mapping[str, Candidates]) -> SeenCard:
    if card.best is None or card.best[0] not in doubtful:
        return card
    return SeenCard(card.corners, True, card.found, doubtful[card.best[0]])
