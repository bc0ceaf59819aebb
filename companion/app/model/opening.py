"""From a plan to a watch: opening cameras and loading models takes seconds, so it happens in a thread of its own."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from companion.app.model.addresses import address_of
from companion.app.model.drawing import elsewhere
from companion.app.model.letting_go import its_turn, let_go
from companion.app.model.priority import step_back
from companion.app.model.setup import Plan, SourceKind
from companion.app.model.trouble import Trouble
from companion.app.model.watch import Watch
from companion.errors import CompanionError, UnusableError
from companion.language import mark
from companion.rules.facts import Fact
from companion.table.mirroring import session_before
from companion.table.past import NO_PAST, Past
from companion.table.session import TableSession
from companion.table.tabletop import Tabletop
from companion.table.waiting import Waiting
from companion.vision.camera import camera_name
from companion.vision.capture import Capture, Speed, open_capture
from companion.vision.eyes import Eyes, ModelEyes
from companion.vision.played_decks import keep_played, last_played
from companion.vision.sources.base import Source
from companion.vision.tabletop.calibration import Calibration
from companion.vision.tabletop.profiles import find_profile

if TYPE_CHECKING:
    from companion.synth.designs import Design

_FIRST_LOOK = 64

EyesMaker = Callable[[], Eyes]


@dataclass(frozen=True, slots=True)
class Beginning:
    """Where a game begins.

    Attributes:
        facts: What was played and said already.
        time: Seconds of the source before which nothing is looked at, where the source can be wound forward.
        waiting: The cards that were laid and are not among the facts, and those that are asked about all the same.
        past: What led to the facts.
        paused: Whether nothing counts before people say that it does again.
    """

    facts: tuple[Fact, ...] = ()
    time: float = 0.0
    waiting: tuple[Waiting, ...] = ()
    past: Past = NO_PAST
    paused: bool = False


FRESH = Beginning()
"""A new game."""


def open_watch(
    plan: Plan,
    eyes: EyesMaker | None = None,
    speed: Speed = "real",
    hands_limit: int | None = None,
    beginning: Beginning = FRESH,
) -> Watch:
    """Load the models, open the source and lay out the table; nothing runs yet.

    Args:
        plan: What is played, and where the picture comes from.
        eyes: Loads what finds and reads the cards; what knows the plan's deck when None.
        speed: `real` paces a source that has an end, `max` reads as fast as the session looks.
        hands_limit: A simulated table stops after so many hands.
        beginning: Where it goes on, where it broke off.

    Raises:
        UnusableError: A model is missing or does not know the deck, or the source cannot be used.
    """
    fans = plan.game.fold.has_straights
    seeing = eyes() if eyes is not None else ModelEyes.shipped(plan.taught or None, plan.game.deck.id, fans=fans)
    # The first look is the slowest, and tells whether the models know the deck.
    seeing.look(np.zeros((_FIRST_LOOK, _FIRST_LOOK, 3), np.uint8), plan.game.deck.id)
    pupil = seeing.pupil if isinstance(seeing, ModelEyes) and plan.learns else None
    patient = speed == "max"
    if plan.kind == "simulated":
        session = TableSession(plan.game, plan.settings, eyes=seeing, names=plan.names, pupil=pupil)
        return Watch(session, _simulated(plan, session, speed, hands_limit), keep_all=patient)
    spec = spec_of(plan.kind, plan.source)
    calibration = kept_calibration(spec)
    capture = open_capture(
        spec,
        speed=speed,
        orientation=calibration.orientation if calibration is not None else None,
        begin_at=beginning.time,
    )
    if pupil is not None and not plan.taught:
        pupil.go_on(last_played(plan.game.deck.id, pupil.model), keep_played)
    session = session_before(
        capture,
        plan.game,
        plan.settings,
        eyes=seeing,
        calibrated=calibration is not None,
        names=plan.names,
        tabletop=_tabletop(calibration, capture),
        facts=beginning.facts,
        waiting=beginning.waiting,
        past=beginning.past,
        pupil=pupil,
    )
    if beginning.paused:
        session.pause()
    watch = Watch(session, capture, keep_all=patient and not capture.is_live)
    watch.pump.calibration = calibration
    return watch


NO_CAMERA = mark("no camera")
"""What stands where a camera has a name while nothing looks at the table."""


class _NoSource(Source):
    """Shows nothing."""

    name = NO_CAMERA
    is_live = False

    def read(self) -> None:
        """Return that there are no pictures."""

    def close(self) -> None:
        """Let go of nothing."""


def open_result(plan: Plan, beginning: Beginning) -> Watch:
    """Lay out the table of a game that is over, to be looked at and corrected: no camera is opened, nothing loaded."""
    session = TableSession(
        plan.game,
        plan.settings,
        names=plan.names,
        facts=beginning.facts,
        waiting=beginning.waiting,
        past=beginning.past,
    )
    return Watch(session, Capture(_NoSource(), begin_at=beginning.time))


SIMULATED = mark("simulated table")
"""What a simulated table is called where a camera has a name."""


def kept_calibration(spec: str) -> Calibration | None:
    """Return what is kept for a source; None where there is nothing that can be used: the game goes on without."""
    try:
        return find_profile(camera_name(spec))
    except UnusableError:
        return None


def unused_calibration(spec: str, width: int, height: int) -> UnusableError | None:
    """Return why what is kept for a source does not serve pictures of a size; None where it does, or none is kept."""
    try:
        kept = find_profile(camera_name(spec))
        if kept is not None:
            kept.for_size(width, height)
    except UnusableError as error:
        return error
    return None


def _tabletop(calibration: Calibration | None, capture: Capture) -> Tabletop | None:
    if calibration is None or calibration.table is None:
        return None
    try:
        return Tabletop.calibrated(calibration, *(capture.size or calibration.size))
    except UnusableError:
        return None


def spec_of(kind: SourceKind, source: str) -> str:
    """Return how `open_capture` is told of a source."""
    # What a person chose as a file is one, even if it is called "0"; what is entered as an address is no file.
    if kind == "stream":
        return address_of(source)
    return f"./{source}" if kind == "file" and source.isdecimal() else source


def _simulated(plan: Plan, session: TableSession, speed: Speed, hands_limit: int | None) -> Capture:
    from companion.simulation.people import People
    from companion.simulation.renderer import Renderer
    from companion.simulation.source import SimulatedSource
    from companion.simulation.staging import stage_game

    script = stage_game(plan.game, plan.settings, int(plan.source), plan.names, hands_limit=hands_limit)
    source = SimulatedSource(script, renderer=Renderer(script, design=_design(plan.game.deck.id)))
    # The player at the screen answers questions about cards; what the simulated people know they tell themselves.
    source.name = SIMULATED
    source.people = People(script, session, answering=False)
    return Capture(source, speed=speed)


@cache
def _design(deck: str) -> "Design":
    """Return the deck that lies on a simulated table; takes a moment the first time."""
    from companion.simulation.painter import plain_design

    return elsewhere(plain_design, deck)


class Opening:
    """A watch being opened in the background. Ask `poll` until it has an answer.

    Attributes:
        plan: What is being opened.
        trouble: Why it could not be opened.
    """

    def __init__(self, plan: Plan, opener: Callable[[Plan], Watch] = open_watch) -> None:
        """Begin to open."""
        self.plan = plan
        self.trouble = Trouble()
        self._opener = opener
        self._lock = threading.Lock()
        self._watch: Watch | None = None
        self._unwanted = False
        # A camera or an address may keep its opener waiting for long; the program does not wait for that to end.
        self._thread = threading.Thread(target=self._open, name="opening", daemon=True)
        self._thread.start()

    def poll(self) -> Watch | None:
        """Return the watch, once; None while it is not there, see `failure`."""
        with self._lock:
            watch, self._watch = self._watch, None
            return watch

    @property
    def failure(self) -> str:
        """Why it could not be opened, in English; empty while that is not known."""
        return self.trouble.told()

    def give_up(self) -> None:
        """Close the watch if it is there, or as soon as it will be."""
        with self._lock:
            self._unwanted = True
            watch, self._watch = self._watch, None
        if watch is not None:
            let_go(watch.close)

    def _open(self) -> None:
        step_back()  # The networks' threads are started here.
        plan = self.plan
        with its_turn(spec_of(plan.kind, plan.source) if plan.kind != "simulated" else ""):
            if self._unwanted:  # Whoever comes next need not wait for this one.
                return
            try:
                watch = self._opener(plan)
            except CompanionError as error:
                self.trouble.note(error)
                return
            except Exception as error:
                self.trouble.note(error)
                raise
            with self._lock:
                if not self._unwanted:
                    self._watch = watch
                    return
            watch.close()
