"""A long evening at speed: whether memory and threads stay what they are while a session watches for hours."""

import gc
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.evaluation.evenings import GAME, Stops, long_game, resident_bytes
from companion.rules.facts import CardsPlayed
from companion.simulation.incidents import Incidents
from companion.simulation.misreading import Faults
from companion.simulation.observations import Observer
from companion.simulation.people import People
from companion.simulation.stamped import StampedSource
from companion.simulation.trouble import TroubledFeed, random_troubles
from companion.table.events import CardPlayed
from companion.table.session import TableSession
from companion.table.watching import watch
from companion.vision.capture_thread import Limits

Row = dict[str, Any]

_MISREAD = 0.02
_TROUBLE_EVERY = 60.0
"""Seconds between two troubles of the camera."""
_LIMITS = Limits(silent=10.0, frozen=60.0, opening=5.0, first_retry=0.01, longest_retry=0.05, closing=5.0)
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
    script = long_game(minutes * 60, seed, _INCIDENTS)
    source = StampedSource(Observer(script, Faults.measured(_MISREAD), seed=seed), script)
    session = TableSession(GAME, script.settings, eyes=source.eyes, names=script.names)
    source.people = People(script, session)
    rows: list[Row] = []
    begun = time.process_time()
    end = min(minutes * 60, script.duration)
    with TroubledFeed(source, random_troubles(seed, script.duration, _TROUBLE_EVERY), _LIMITS) as feed:
        stops = Stops(feed, every * 60, end, lambda _: feed.camera.time)
        while not stops.over:
            watch(session, stops)
            rows.append(_row(stops.time / 60, session, time.process_time() - begun))
            yield rows[-1]
        opened = feed.camera.opened
    truth = [(e.seat, e.cards) for e in script.truth if isinstance(e, CardPlayed) and e.time < stops.time]
    played = [(fact.seat, fact.cards) for fact in session.log.facts if isinstance(fact, CardsPlayed)]
    right = sum(mine == true for mine, true in zip(played, truth, strict=False))
    yield {**rows[-1], "plays": len(truth), "right": right, "opened": opened}


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


def _open_files() -> int | None:
    try:
        return len(list(Path("/proc/self/fd").iterdir()))
    except OSError:
        return None
