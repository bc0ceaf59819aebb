"""Cards that are laid for a next game which nobody has begun: people are told once that they do not count.

While people clear up, show what they still hold and look at tricks, the table is not bare for long; while they shuffle
and deal it is.
"""

from companion.table.tracker import Tracker

_BARE = 6.0
"""Seconds without an open card on the table after which people have gathered and dealt."""

_READ = 0.9
"""How surely the first card is read: nobody is to be told of a hand over the table."""


class NextGame:
    """Watches a table at which the game is over.

    Attributes:
        is_told: Whether people were told since the game was over.
    """

    def __init__(self) -> None:
        self.is_told = False
        self._bare_since: float | None = None

    def step(self, tracker: Tracker, now: float, *, is_over: bool) -> bool:
        """Take a look; return whether people are to be told now that what is laid does not count.

        Args:
            tracker: What the last look saw.
            now: Seconds of the source.
            is_over: Whether the game is over.
        """
        if not is_over:
            self.is_told, self._bare_since = False, None
            return False
        lying = tracker.faces
        if not lying:
            self._bare_since = now if self._bare_since is None else self._bare_since
            return False
        if self.is_told or self._bare_since is None:
            return False
        if min(track.first_seen for track in lying) - self._bare_since < _BARE:
            self._bare_since = None
            return False
        self.is_told = any(track.at_rest(now) and track.evidence.row[:-1].max() >= _READ for track in lying)
        return self.is_told
