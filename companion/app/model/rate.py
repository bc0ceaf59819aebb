"""How often something happens."""

import time
from collections import deque

_OVER = 2.0
"""Seconds over which rates are measured."""


class Rate:
    """Counts how often something happens a second; one thread counts, any may ask."""

    def __init__(self) -> None:
        self._times: deque[tuple[float, int]] = deque(maxlen=240)

    def count(self, times: int = 1) -> None:
        """Note that it has just happened, once or several times."""
        self._times.append((time.monotonic(), times))

    @property
    def a_second(self) -> float:
        """How often it happened a second of late."""
        since = time.monotonic() - _OVER
        return sum(times for moment, times in tuple(self._times) if moment >= since) / _OVER
