"""Cards that lie on the table and are no plays any more, or never were."""

from collections.abc import Sequence

from companion.table.evidence import likeliest_place
from companion.table.laid import Laid
from companion.table.sighting import Sighting
from companion.table.track import Track
from companion.table.tracker import Tracker

_TAKEN_UP = 0.35
"""Seconds out of sight after which a card that does not count was taken up."""


class DeadCards:
    """Knows the cards that do not count, by the numbers of their tracks.

    Attributes:
        spent: Those that counted in an earlier deal.
        ignored: Those that lie there without counting.
        won: Those among them that seem to lie open before who won them.
        shown: Those among them that somebody seems to show.
    """

    def __init__(self, laid: Laid) -> None:
        self.spent: set[int] = set()
        self.ignored: set[int] = set()
        self.won: set[int] = set()
        self.shown: set[int] = set()
        self._laid = laid
        self._strangers: dict[int, Sighting | None] = {}

    def is_spent(self, track: Track) -> bool:
        """Whether the card was counted in an earlier trick."""
        sighting = self._laid.of(track)
        return track.number in self.spent or (sighting is not None and sighting.trick < self._laid.trick)

    def is_stranger(self, track: Track) -> bool:
        """Whether the card is known to be of another deck."""
        return track.number in self._strangers

    def add_stranger(self, track: Track, sighting: Sighting) -> None:
        """Remember a card of another deck."""
        self._strangers[track.number] = sighting

    def take_strangers(self) -> list[Sighting]:
        """Return the cards that are no cards of the deck and were not told of before."""
        found = [sighting for sighting in self._strangers.values() if sighting is not None]
        self._strangers = dict.fromkeys(self._strangers)
        return found

    def ignore_all(self, tracker: Tracker) -> None:
        """Let nothing that lies on the table now count later; what was taken up before may come to be played."""
        uncounted = [track for track in tracker.tracks if self._laid.of(track) is None]
        tracker.forget([t.number for t in uncounted if t.hidden_for(tracker.now) > _TAKEN_UP and not t.covered])
        self.ignored |= {track.number for track in uncounted}

    def meant(self, tracker: Tracker, place: int, number: int | None) -> Track | None:
        """Return the card that people mean who say that one counts after all; None where that is not clear.

        Args:
            tracker: What the last look saw.
            place: Of the code that they say it is.
            number: Of the track that they speak of; None where they speak of none.
        """
        lying = [t for t in tracker.faces if self._laid.of(t) is None and t.number not in self.spent]
        if number is not None:
            return next((track for track in lying if track.number == number), None)
        alike = [t for t in lying if t.number in self.ignored and likeliest_place(t.evidence.row) == place]
        return alike[0] if len(alike) == 1 else None

    def spend(self, old: Sequence[Sighting]) -> None:
        """Have cards of earlier deals, where they still lie there, not count again."""
        self.spent |= {s.track for s in old if s.track is not None}

    def keep(self, numbers: frozenset[int]) -> None:
        """Forget all cards but those of some tracks."""
        self.spent &= numbers
        self.ignored &= numbers
        self.won &= numbers
        self.shown &= numbers
        self._strangers = {number: s for number, s in self._strangers.items() if number in numbers}
