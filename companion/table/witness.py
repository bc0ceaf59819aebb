"""What the recorder of a running session is shown: the facts when they changed, every look at the table, all events."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.rules.facts import Fact
from companion.table.events import Event
from companion.table.past import Past
from companion.table.sighting import Sighting
from companion.table.tracker import Tracker
from companion.table.waiting import Waiting
from companion.vision.types import SeenCard


@dataclass(frozen=True, slots=True)
class Looked:
    """One look at the table: what was found and read, before any conclusion.

    Attributes:
        time: Seconds of the source.
        size: Width and height of the frame, pixels.
        cards: The cards as they were seen.
        tracks: For each of these, the number of the physical card; None where it was found twice.
    """

    time: float
    size: tuple[int, int]
    cards: tuple[SeenCard, ...]
    tracks: tuple[int | None, ...]


class Witness(Protocol):
    """Is shown everything before anybody else hears of it, in the thread in which it happens; must return at once."""

    def facts_stand(self, time: float, facts: tuple[Fact, ...], tracks: tuple[int | None, ...]) -> None:
        """Take all facts as they are after a change; it comes before the events that follow from it.

        Args:
            time: Seconds of the source.
            facts: All of them, in order.
            tracks: For each, the track that its card was seen as; None where that is not known.
        """

    def wait(self, time: float, waiting: Sequence[Waiting]) -> None:
        """Take the cards that wait for an earlier one to be known, as they are after a change, also of the facts.

        Args:
            time: Seconds of the source.
            waiting: All of them, in order of play.
        """

    def remember(self, time: float, past: Past) -> None:
        """Take what led to the facts as they stand, after a change that was more than one more card seen.

        Args:
            time: Seconds of the source.
            past: It.
        """

    def pause(self, time: float, paused: bool) -> None:
        """Take that nothing counts from now on, or that cards count again.

        Args:
            time: Seconds of the source.
            paused: Whether nothing counts.
        """

    def looked(self, look: Looked) -> None:
        """Take a look at the table."""

    def heard(self, event: Event) -> None:
        """Take an event."""


def tracks_of(origins: Sequence[int | None], sightings: Sequence[Sighting]) -> tuple[int | None, ...]:
    """Return for each fact, by the number of its sighting, the track that its card was seen as."""
    known = {sighting.number: sighting.track for sighting in sightings}
    return tuple(known.get(origin) if origin is not None else None for origin in origins)


def look_of(seen: Sequence[SeenCard], tracker: Tracker, time: float, size: tuple[int, int]) -> Looked:
    """Return a look that the tracker has just taken in, with the tracks of its cards."""
    numbers = {track.box.corners.tobytes(): track.number for track in tracker.tracks if tracker.seen_now(track)}
    return Looked(time, size, tuple(seen), tuple(numbers.get(card.corners.tobytes()) for card in seen))
