"""Simulated tables for the app's tests: pictures from the renderer or blank ones, eyes that know the truth."""

import time
from collections import deque
from collections.abc import Mapping
from functools import cache

import numpy as np

from companion.app.model.setup import Plan
from companion.app.model.watch import Watch
from companion.rules.game import Game
from companion.rules.games import COINS
from companion.simulation.misreading import Faults
from companion.simulation.observations import Observer
from companion.simulation.renderer import Renderer
from companion.simulation.script import Script
from companion.simulation.staging import stage_game
from companion.table.events import Candidates, CardPlayed, TrickWon
from companion.table.session import TableSession
from companion.vision.capture import Capture, Speed
from companion.vision.sources.base import Source
from companion.vision.types import Frame, Image, SeenCard

NAMES = ("Ana", "Ben", "Carla")

Misread = Mapping[str, Candidates]
"""What is read instead of a card, always: candidates with their chances."""


def plan_of(game: Game = COINS, **chosen: object) -> Plan:
    return Plan(game, game.configure(**chosen), NAMES, "simulated", "1")


@cache
def script_of(game: Game = COINS, seed: int = 1, **chosen: object) -> Script:
    return stage_game(game, game.configure(**chosen), seed, NAMES, hands_limit=1)


def tricks_of(script: Script) -> list[TrickWon]:
    """Return who wins each trick, as it should be."""
    return [event for event in script.truth if isinstance(event, TrickWon)]


def plays_of(script: Script) -> list[CardPlayed]:
    """Return who plays what, as it should be."""
    return [event for event in script.truth if isinstance(event, CardPlayed)]


class TruthEyes:
    """Sees what lies on the simulated table, but for what it is told to read otherwise."""

    waits = False

    def __init__(self, script: Script, misread: Misread) -> None:
        self._observer = Observer(script, Faults())
        self._misread = misread
        self._moments: dict[int, float] = {}

    def note(self, image: Image, moment: float) -> None:
        """Remember what a picture shows; pictures are told apart by where they lie in memory."""
        self._moments[image.ctypes.data] = moment

    def look(self, image: Image, _deck: str, _card_height: float | None = None) -> list[SeenCard]:
        return [self._wrong(card) for card in self._observer.look(self._moments[image.ctypes.data])]

    def _wrong(self, card: SeenCard) -> SeenCard:
        if card.best is None or card.best[0] not in self._misread:
            return card
        return SeenCard(card.corners, True, card.found, self._misread[card.best[0]])


class Rehearsal(Source):
    """A source that shows a script from its first play on, and tells the eyes what each picture shows.

    At the moment `stop` (seconds of the script) everybody holds still until the source is let go, so that a test can do
    something while the camera runs on.
    """

    is_live = False
    name = "rehearsal"

    def __init__(self, script: Script, eyes: TruthEyes, *, drawn: bool, stop: float | None) -> None:
        self._renderer = Renderer(script) if drawn else None
        self._eyes = eyes
        # A picture that is drawn anew each time must not lie where one lay that is still on its way.
        self._kept: deque[Image] = deque(maxlen=_BLANKS)
        self._duration = script.duration
        self._stop = stop
        self._frames = 0
        self._moment = plays_of(script)[0].time - 2.0
        self._blanks = [_blank(number) for number in range(_BLANKS)]

    def let_go(self, stop: float | None = None) -> None:
        """Go on behind the stop; to another one where it is given."""
        self._stop = stop

    def read(self) -> Frame | None:
        if self._moment > self._duration:
            return None
        held = self._stop is not None and self._moment >= self._stop
        if held:
            time.sleep(0.005)  # A camera that shows a still table does not run as fast as it can.
        image = (
            self._renderer.render(self._moment) if self._renderer is not None else self._blanks[self._frames % _BLANKS]
        )
        frame = Frame(image, self._frames / 10, self._frames)
        self._kept.append(image)
        self._eyes.note(image, self._moment)
        self._frames += 1
        self._moment += 0.0 if held else 0.1
        return frame

    def close(self) -> None:
        self._moment = self._duration + 1.0


_BLANKS = 16
"""More than can be on their way between the source and the eyes."""


def _blank(number: int) -> Image:
    """Return a picture in which something has moved since the last, so that it is looked at."""
    image = np.full((720, 1280, 3), 90, np.uint8)
    left = 640 * (number % 2)
    image[:, left : left + 300] = 170
    return image


class Theatre:
    """Opens a rehearsed table for a window, whatever source the plan names."""

    def __init__(
        self,
        script: Script | None = None,
        *,
        misread: Misread | None = None,
        stop: float | None = None,
        drawn: bool = False,
        speed: Speed = "max",
    ) -> None:
        self.script = script if script is not None else script_of()
        self._speed = speed
        self.eyes = TruthEyes(self.script, misread or {})
        self.source = Rehearsal(self.script, self.eyes, drawn=drawn, stop=stop)

    def open(self, plan: Plan) -> Watch:
        session = TableSession(plan.game, plan.settings, eyes=self.eyes, names=plan.names)
        capture = Capture(self.source, speed=self._speed)
        return Watch(session, capture, keep_all=self._speed == "max")


def playing(make_window, qtbot):
    """Return a window that watches a simulated game, which stands still behind its first trick."""
    script = script_of()
    window = make_window(Theatre(script, stop=tricks_of(script)[0].time + 0.8).open)
    window.open(plan_of())
    qtbot.waitUntil(lambda: window.live is not None, timeout=120_000)
    return window
