"""Recorded games for tests: a simulated table without pixels, in small pictures, written by the real recorder."""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import numpy as np

from companion.recording.opening import Session
from companion.recording.recorder import Recorder, Standing
from companion.recording.starting import about_session, about_source, begin, end, go_on, resume_time
from companion.rules.game import Game
from companion.rules.games import COINS
from companion.simulation.observations import ideal_observations
from companion.simulation.script import Script
from companion.simulation.staging import stage_game
from companion.table.past import NO_PAST
from companion.table.session import TableSession
from companion.vision.types import Frame, Image

NAMES = ("Ana", "Ben", "Carla")
WIDTH, HEIGHT = 320, 180


class Lens:
    """Shows frames to whoever taps it."""

    def __init__(self) -> None:
        self.listener: Callable[[Frame], None] | None = None

    def tap(self, listener: Callable[[Frame], None] | None) -> None:
        self.listener = listener

    def show(self, frame: Frame) -> None:
        if self.listener is not None:
            self.listener(frame)


@cache
def script_of(game: Game = COINS, seed: int = 3, target: int = 1) -> Script:
    return stage_game(game, game.configure(target=target), seed, NAMES, hands_limit=1)


def picture(time: float) -> Image:
    """Return a picture in which a bar tells the time, with patterns in the corners."""
    image = np.full((HEIGHT, WIDTH, 3), 90, np.uint8)
    for rows in (slice(0, 12, 2), slice(HEIGHT - 12, HEIGHT, 2)):
        image[rows, :12] = image[rows, -12:] = 220
    left = int(time * 20) % (WIDTH - 20)
    image[20:60, left : left + 20] = (40, 200, 240)
    return image


SIMULATED = about_source("simulated")


class Table:
    """A simulated game being refereed, and recorded."""

    def __init__(self, script: Script, recorded: Session | None = None) -> None:
        self.script = script
        facts = recorded.facts if recorded is not None else ()
        waiting = recorded.waiting if recorded is not None else ()
        state = {"facts": facts, "waiting": waiting, "past": recorded.past if recorded is not None else NO_PAST}
        self.session = TableSession(script.game, script.settings, names=script.names, **state)
        self.lens = Lens()
        self.begin_at = resume_time(recorded) if recorded is not None else 0.0
        self.told: list = []
        self.session.subscribe(self.told.append)

    def record(self, folder: Path, **options: object) -> Recorder:
        about = about_session(self.script.game, self.script.settings, self.script.names, about_source("simulated"))
        return begin(folder, about, self.session, self.lens, **{"patient": True, **options})

    def go_on(self, recorded: Session, seen: Mapping[str, object] = SIMULATED) -> Recorder:
        return go_on(recorded, self.session, self.lens, self.begin_at, seen, patient=True)

    def play(self, *, start: float = 0.0, until: float = float("inf")) -> None:
        """Play the script from one of its moments to another."""
        index = 0
        for moment, seen in ideal_observations(self.script):
            if not start <= moment <= until:
                continue
            time = self.begin_at + moment - start
            self.lens.show(Frame(picture(time), time, index))
            index += 1
            self.session.notice(seen, time, (1280, 720))

    def play_recorded(self, folder: Path, **options: object) -> Standing:
        """Play the whole script, recorded in a new folder; return how the recording stands at the end."""
        recorder = self.record(folder, **options)
        try:
            self.play()
        finally:
            standing = self.end(recorder)
        return standing

    def end(self, recorder: Recorder) -> Standing:
        end(recorder, self.session, self.lens)
        return recorder.standing


def record_game(folder: Path, script: Script | None = None) -> Table:
    """Record a whole simulated game."""
    table = Table(script or script_of())
    table.play_recorded(folder)
    return table


def state_of(folder: Path) -> dict[str, bytes]:
    """Return what stands in each file of a session."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}
