"""A long evening at speed: whether memory and threads stay what they are while a session watches for hours."""

import gc
import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.rules.facts import CardsPlayed
from companion.rules.games import GAMES
from companion.simulation.incidents import Incidents
from companion.simulation.misreading import Faults
from companion.simulation.observations import Observer
from companion.simulation.people import People
from companion.simulation.script import Script
from companion.simulation.staging import stage_game
from companion.simulation.stamped import StampedSource
from companion.simulation.trouble import TroubledFeed, random_troubles
from companion.table.events import CardPlayed
from companion.table.session import TableSession
from companion.table.watching import watch
from companion.vision.capture_thread import Limits
from companion.vision.handover import SourceEvent
from companion.vision.types import Frame

Row = dict[str, Any]

_GAME = GAMES["coins"]

_MISREAD = 0.02
_TROUBLE_EVERY = 60.0
"""Seconds between two troubles of the camera."""
_LIMITS = Limits(silent=3.0, frozen=60.0, opening=5.0, first_retry=0.01, longest_retry=0.05, closing=5.0)
_MOST_POINTS = 10_000
_INCIDENTS = Incidents(exposed=0.005, taken_back=0.005, brushed=0.02, nudged=0.01, lost=0.02)


def soak(minutes: float, seed: int = 0, every: float = 5.0) -> Iterator[Row]:
    """Let one session watch one long game before a camera that fails now and then, as fast as it can.

    Args:
        minutes: Of simulated play.
        seed: Of the game.
        every: Minutes of simulated play between two measurements.

    Yields:
        The state of the process after every so many minutes: `minutes` of play, `rss` in bytes (None where it cannot
        be told), `threads`, open `files`, `facts` in the book, `frames` looked at; the last row tells how many `plays`
        there were, how many were `right`, and how often the camera was `opened`.
    """
    script = _long_game(minutes * 60, seed)
    source = StampedSource(Observer(script, Faults.measured(_MISREAD), seed=seed), script)
    session = TableSession(_GAME, script.settings, eyes=source.eyes, names=script.names)
    source.people = People(script, session)
    rows: list[Row] = []
    begun = time.process_time()
    end = min(minutes * 60, script.duration)
    with TroubledFeed(source, random_troubles(seed, script.duration, _TROUBLE_EVERY), _LIMITS) as feed:
        stops = _Stops(feed, every * 60, end)
        while not stops.over:
            watch(session, stops)
            rows.append(_row(stops.time / 60, session, time.process_time() - begun))
            yield rows[-1]
        opened = feed.camera.opened
    truth = [(e.seat, e.cards) for e in script.truth if isinstance(e, CardPlayed) and e.time < stops.time]
    played = [(fact.seat, fact.cards) for fact in session.log.facts if isinstance(fact, CardsPlayed)]
    right = sum(mine == true for mine, true in zip(played, truth, strict=False))
    yield {**rows[-1], "plays": len(truth), "right": right, "opened": opened}


class _Stops:
    """A feed that stops after every so many seconds of the source, and goes on when it is asked again."""

    def __init__(self, feed: TroubledFeed, every: float, end: float) -> None:
        self.time = 0.0
        self.over = False
        self._items = iter(feed)
        self._feed = feed
        self._every = every
        self._end = end
        self._next = every

    @property
    def dropped(self) -> int:
        """See `companion.table.watching.Feed`."""
        return self._feed.dropped

    @property
    def damaged(self) -> int:
        """See `companion.table.watching.Feed`."""
        return self._feed.damaged

    def __iter__(self) -> Iterator[Frame | SourceEvent]:
        for item in self._items:
            yield item
            self.time = self._feed.camera.time
            if self.time >= self._end:
                break
            if self.time >= self._next:
                self._next += self._every
                return
        self.over = True


def _long_game(seconds: float, seed: int) -> Script:
    settings = _GAME.configure(target=_MOST_POINTS)
    hands = 1
    while (script := stage_game(_GAME, settings, seed, hands_limit=hands, incidents=_INCIDENTS)).duration < seconds:
        hands = max(hands + 1, int(hands * seconds / script.duration) + 1)
    return script


def _row(minutes: float, session: TableSession, cpu: float) -> Row:
    gc.collect()
    return {
        "minutes": round(minutes, 2),
        "rss": resident_bytes(),
        "threads": threading.active_count(),
        "files": _open_files(),
        "facts": len(session.log.facts),
        "frames": session.snapshot().counts.frames,
        "cpu_seconds": round(cpu, 1),
    }


def resident_bytes() -> int | None:
    """Return how much memory the process takes now; None where the system does not tell (all but Linux)."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except (OSError, IndexError, ValueError):
        return None
    return pages * os.sysconf("SC_PAGE_SIZE")


def _open_files() -> int | None:
    try:
        return len(list(Path("/proc/self/fd").iterdir()))
    except OSError:
        return None
