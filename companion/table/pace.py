"""How quickly this computer looks: one that is too slow misses what is laid at once."""

from collections import deque
from statistics import median

_SLOW = 0.42
"""Seconds that a look takes on a computer that is too slow: at three pictures a second all is told as at six, at two
one hand in three goes wrong (`docs/results.md`)."""

_LOOKS = 15
"""So many looks are weighed together: a single one may take long."""


class Pace:
    """Takes the time of each look, from its picture to the first one that came after it."""

    def __init__(self) -> None:
        self._took: deque[float] = deque(maxlen=_LOOKS)
        self._begun: tuple[float, int] | None = None
        self._is_told = False

    def begin(self, time: float, dropped: int) -> None:
        """Note that a look begins.

        Args:
            time: Of its picture, seconds of the source.
            dropped: How many pictures nobody has looked at so far because a newer one came.
        """
        self._begun = time, dropped

    def becomes_slow(self, time: float, dropped: int) -> bool:
        """Take note of the picture after a look; return whether people should hear now that looks take too long.

        Where no picture was left out meanwhile the computer waited for its camera. It is said once.

        Args:
            time: As for `begin`.
            dropped: As for `begin`.
        """
        if self._begun is None:
            return False
        begun, dropped_then = self._begun
        self._begun = None
        self._took.append(time - begun if dropped > dropped_then else 0.0)
        if self._is_told or len(self._took) < _LOOKS or median(self._took) < _SLOW:
            return False
        self._is_told = True
        return True
