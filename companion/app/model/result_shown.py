"""Whether the result of a game that is over is shown, and whether people know it."""

import time

_TO_READ = 8.0
"""Seconds in which people have read a result."""


class ResultShown:
    """Follows one game's result: it is shown when the game is over, until people go back to the table.

    Attributes:
        was_left: Whether people left the result for the table.
    """

    def __init__(self) -> None:
        self.was_left = False
        self._since: float | None = None

    def follow(self, *, is_over: bool) -> None:
        """Note whether the game is over at this moment; a correction may have it go on."""
        if not is_over:
            self.was_left, self._since = False, None
        elif self._since is None:
            self._since = time.monotonic()

    @property
    def is_known(self) -> bool:
        """Whether people left the result for the table, or had time to read it."""
        return self.was_left or (self._since is not None and time.monotonic() - self._since >= _TO_READ)
