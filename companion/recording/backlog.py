"""What waits to be recorded: a queue that never makes its filler wait, unless the source can."""

import threading
from collections import deque

from companion.recording.items import Item, Picture


class Backlog:
    """Items in order. Pictures beyond a small number are dropped and counted; nothing else ever is.

    Attributes:
        dropped: How many pictures were dropped.
    """

    def __init__(self, pictures: int, *, patient: bool) -> None:
        """Set up.

        Args:
            pictures: How many may wait.
            patient: Make whoever brings a picture wait rather than drop it: for sources that can wait.
        """
        self.dropped = 0
        self._most = pictures
        self._patient = patient
        self._items: deque[Item] = deque()
        self._pictures = 0
        self._dropped_since = 0
        self._closed = False
        self._changed = threading.Condition()

    def put(self, item: Item) -> None:
        """Add an item; see the class for what may happen to a picture."""
        with self._changed:
            if isinstance(item, Picture):
                if self._patient:
                    self._changed.wait_for(lambda: self._pictures < self._most or self._closed)
                if self._pictures >= self._most:
                    self.dropped += 1
                    self._dropped_since += 1
                    return
                self._pictures += 1
            if not self._closed:
                self._items.append(item)
                self._changed.notify_all()

    def take(self) -> Item | None:
        """Return the next item, waiting for it; None when there will be none any more."""
        with self._changed:
            self._changed.wait_for(lambda: self._items or self._closed)
            if not self._items:
                return None
            item = self._items.popleft()
            if isinstance(item, Picture):
                self._pictures -= 1
                self._changed.notify_all()
            return item

    def dropped_since(self) -> int:
        """Return how many pictures were dropped since the last call."""
        with self._changed:
            dropped, self._dropped_since = self._dropped_since, 0
            return dropped

    def close(self) -> None:
        """Take nothing more in; what waits can still be taken."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
