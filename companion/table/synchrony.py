"""Whether what lies on the table fits the game, and what to tell people where it does not."""

from collections.abc import Sequence

from companion.table.book import Book
from companion.table.events import Desynchronised, Event
from companion.table.lineup import seats_of_trick
from companion.table.sighting import Sighting


class Synchrony:
    """Notices when the table and the game part, and when they meet again.

    Attributes:
        is_lost: Whether they have parted.
    """

    def __init__(self, book: Book) -> None:
        self.is_lost = False
        self._book = book

    def judge(self, sightings: Sequence[Sighting], now: float) -> list[Event]:
        """Return what is to be told now.

        Args:
            sightings: All that are remembered.
            now: Seconds of the source.
        """
        open_ones = [s for s in sightings if s.is_open and s.track is None and not s.supposed]
        missing = len(open_ones)
        if bool(missing) == self.is_lost:
            return []
        self.is_lost = bool(missing)
        if not missing:
            return [Desynchronised(time=now, state="resumed", message="the cards fit the game again")]
        cards = "one card" if missing == 1 else f"{missing} cards"
        message = f"the trick was taken before {cards} of it could be seen; say which, or play on until it is clear"
        trick = {sighting.trick for sighting in open_ones}
        seen = [s.decided for s in sightings if s.trick in trick and s.decided is not None]
        played = {seat for seat, _ in self._book.view.plays}
        expected = tuple(seat for seat in seats_of_trick(self._book.log.state) if seat not in played)
        return [
            Desynchronised(
                time=now, state="lost", message=message, missing=missing, seen=tuple(seen), expected=expected
            )
        ]
