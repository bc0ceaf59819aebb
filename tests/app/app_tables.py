"""Simulated tables for the app's tests: pictures from the renderer or blank ones, eyes that know the truth."""

import threading
from collections.abc import Callable, Mapping

import numpy as np

from companion.app.model.setup import Plan
from companion.app.model.watch import Watch
from companion.rules.games import COINS
from companion.simulation.observations import Faults, Observer
from companion.simulation.script import Script
from companion.simulation.source import SimulatedSource
from companion.simulation.staging import stage_game
from companion.table.events import Candidates
from companion.table.session import TableSession
from companion.vision.capture import Capture, Speed
from companion.vision.types import Frame, Image, SeenCard

Misread = Mapping[str, Candidates]
"""What is read instead of a card, always: candidates with their chances."""

NAMES = ("Ana", "Ben", "Carla")


class TruthEyes:
    """Sees what the simulation put on the table at the time of the frame, but for what it is told to read otherwise."""

    def __init__(self, script: Script, misread: Misread | None = None) -> None:
        self._observer = Observer(script, Faults())
        self._misread = misread or {}
        self._times: dict[int, float] = {}

    def note(self, frame: Frame) -> None:
        """Remember when a picture was taken; pictures are told apart by where they lie in memory."""
        self._times[frame.image.ctypes.data] = frame.time

    def look(self, image: Image, deck: str, card_height: float | None = None) -> list[SeenCard]:
        return [self._wrong(card) for card in self._observer.look(self._times[image.ctypes.data])]

    def _wrong(self, card: SeenCard) -> SeenCard:
        if card.best is None or card.best[0] not in self._misread:
            return card
        return SeenCard(card.corners, True, card.found, self._misread[card.best[0]])


class Rehearsal:
    """A source that shows a script, drawn or as blank pictures, and tells the eyes when each picture was taken.

    It holds on at `stops` (seconds) until it is let go, so that a test can do something at a known moment.
    """

    is_live = False

    def __init__(self, script: Script, eyes: TruthEyes, *, drawn: bool = False, stops: tuple[float, ...] = ()) -> None:
        self.name = "rehearsal"
        self._source = SimulatedSource(script) if drawn else None
        self._eyes = eyes
        self._count = int(script.duration * 10) + 1
        self._next = 0
        self._stops = list(stops)
        self._go = threading.Event()
        self._kept: list[Frame] = []

    def let_go(self) -> None:
        """Go on behind the present stop."""
        self._go.set()

    def read(self) -> Frame | None:
        if self._next >= self._count:
            return None
        time = self._next / 10
        if self._stops and time >= self._stops[0]:
            self._go.wait()
            self._go.clear()
            self._stops.pop(0)
        self._next += 1
        frame = self._source.read() if self._source is not None else Frame(_blank(self._next), time, self._next - 1)
        if frame is not None:
            self._eyes.note(frame)
            self._kept = [*self._kept[-20:], frame]
        return frame

    def close(self) -> None:
        self._count = 0
        self._stops = []
        self._go.set()


def _blank(number: int) -> Image:
    # Another grey each time, so that nothing takes the table for unchanged.
    return np.full((720, 1280, 3), 60 + 120 * (number % 2), np.uint8)


def rehearse(
    script: Script, *, speed: Speed = "max", drawn: bool = False, misread: Misread | None = None
) -> Callable[[Plan], Watch]:
    """Return an opener for the window that shows a script, whatever source the plan names."""

    def open_it(plan: Plan) -> Watch:
        eyes = TruthEyes(script, misread=misread)
        session = TableSession(plan.game, plan.settings, eyes=eyes, names=plan.names)
        capture = Capture(Rehearsal(script, eyes, drawn=drawn), speed=speed)
        return Watch(session, capture, keep_all=speed == "max")

    return open_it


def coins_plan() -> Plan:
    return Plan(COINS, COINS.configure(target=10), NAMES, "simulated", "1")


def coins_script(seed: int = 1) -> Script:
    return stage_game(COINS, COINS.configure(target=10), seed, NAMES, hands_limit=1)
