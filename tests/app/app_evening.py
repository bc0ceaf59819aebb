"""Simulated games of every kind before the real window, without pixels: a watch that is fed what would be seen."""

import threading
import time
from collections.abc import Mapping

from companion.app.model.setup import Plan
from companion.app.model.watch import Watch
from companion.simulation.habits import Habits
from companion.simulation.misreading import Faults
from companion.simulation.observations import Observer, frame_times
from companion.simulation.script import Script
from companion.simulation.staging import stage_game
from companion.table.events import Candidates
from companion.table.session import TableSession
from companion.vision.handover import SourceEvent
from companion.vision.types import SeenCard

NAMES = ("Ana", "Ben", "Carla", "Dora", "Emil")

_RATE = 5.0
"""Looks a second of the script."""

_HABITS = Habits(pace=1.4, deal=False)

_BREATH = 0.002


def evening(plan: Plan) -> Script:
    """Return a plan's game, played by chance."""
    return stage_game(plan.game, plan.settings, int(plan.source), plan.names, habits=_HABITS)


class NoPump:
    """What a window asks of the frames where there are none."""

    name = "simulated table"
    is_live = False
    size = None
    rate = 0.0
    dropped = 0
    damaged = 0
    finished = False
    can_straighten = False
    calibration = None
    top = None

    def __init__(self) -> None:
        self.state = "opened"

    def start(self) -> None:
        """Begin nothing."""

    def close(self) -> None:
        """End nothing."""

    def see(self, tabletop):
        """Take note of nothing."""

    def show_at(self, width: int, height: int) -> None:
        """Take note of nothing."""

    def missing(self, language):
        """Say that there is no picture, as those do that look at frames."""
        return language.text("There is no picture from {source}").format(source=self.name) * (self.state == "lost")

    def picture(self, after: int) -> None:
        """Have none."""


class FedWatch(Watch):
    """Watches a script as fast as it can; holds still while the table is asked something, and at moments wanted.

    Attributes:
        script: What happens.
        misread: What is read instead of a card.
    """

    def __init__(self, plan: Plan, script: Script, misread: Mapping[str, Candidates], holds: list[float]) -> None:
        session = TableSession(plan.game, plan.settings, names=plan.names)
        super().__init__(session, None)  # Nothing comes from a source.
        self.script, self.misread = script, misread
        self.pump = NoPump()
        self._holds = holds
        self._closing = threading.Event()
        self._threads = (threading.Thread(target=self._run, args=(self._play,), name="fed"),)

    def close(self) -> None:
        self._closing.set()
        super().close()

    def let_go(self) -> None:
        """Go on behind the next moment at which the table holds still."""
        self._holds.pop(0)

    def lose(self) -> None:
        """Lose the camera."""
        self._say_source("lost")

    def find(self) -> None:
        """Find it again."""
        self._say_source("resumed")

    def _say_source(self, state) -> None:
        self.pump.state = state
        self.session.source_changed(SourceEvent(state=state, message="simulated", time=self.session.snapshot().time))
        self._changed()

    def _play(self) -> None:
        observer = Observer(self.script, Faults())
        for moment in frame_times(self.script, _RATE):
            while self._waits(moment) and not self._closing.is_set():
                time.sleep(_BREATH)
            if self._closing.is_set():
                return
            if observer.has_changed(moment) or self.session.is_curious():
                self.session.notice([self._wrong(card) for card in observer.look(moment)], moment, observer.size)
            else:
                self.session.stay(moment, observer.size)
            self._changed()

    def _waits(self, moment: float) -> bool:
        if self._holds and moment >= self._holds[0]:
            return True
        snapshot = self.session.snapshot()
        return snapshot.question is not None or bool(snapshot.view.needs)

    def _wrong(self, card: SeenCard) -> SeenCard:
        if card.best is None or card.best[0] not in self.misread:
            return card
        return SeenCard(card.corners, True, card.found, self.misread[card.best[0]])
