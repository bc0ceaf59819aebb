"""Long evenings to measure with: a game that lasts, a feed that stops to be measured, and the memory of the process."""

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from companion.rules.games import GAMES
from companion.simulation.incidents import Incidents
from companion.simulation.script import Script
from companion.simulation.staging import stage_game
from companion.table.watching import Feed
from companion.vision.handover import SourceEvent
from companion.vision.types import Frame

GAME = GAMES["coins"]
_MOST_POINTS = 10_000


def long_game(seconds: float, seed: int, incidents: Incidents | None = None) -> Script:
    """Return a game of COINS that lasts at least so long."""
    settings = GAME.configure(target=_MOST_POINTS)
    hands = 1
    while (script := stage_game(GAME, settings, seed, hands_limit=hands, incidents=incidents)).duration < seconds:
        hands = max(hands + 1, int(hands * seconds / script.duration) + 1)
    return script


class Stops:
    """A feed that stops after every so many seconds of the source, and goes on when it is asked again.

    Attributes:
        time: Seconds of the source that have gone by.
        over: Whether it has come to its end.
    """

    def __init__(self, feed: Feed, every: float, end: float, clock: Callable[[Frame | SourceEvent], float]) -> None:
        """Set up.

        Args:
            feed: Where frames and events come from.
            every: Seconds between two stops.
            end: Seconds after which it is over.
            clock: Told of every item before anybody else; returns the time of the source.
        """
        self.time = 0.0
        self.over = False
        self._feed = feed
        self._items = iter(feed)
        self._every = every
        self._end = end
        self._clock = clock
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
            self.time = self._clock(item)
            yield item
            if self.time >= self._end:
                break
            if self.time >= self._next:
                self._next += self._every
                return
        self.over = True


def resident_bytes() -> int | None:
    """Return how much memory the process takes now; None where the system does not tell (all but Linux)."""
    if sys.platform != "linux":
        return None
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except (OSError, IndexError, ValueError):
        return None
    return pages * os.sysconf("SC_PAGE_SIZE")
