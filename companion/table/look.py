"""One look at the table: its tracks, where they lie on the table, and which counted cards are still there."""

from math import dist, inf

import numpy as np

from companion.table.geometry import Box, Point
from companion.table.ground import Ground
from companion.table.sighting import Sighting
from companion.table.tabletop import Tabletop
from companion.table.track import Track
from companion.table.tracker import Tracker

_GONE = 0.35
"""Seconds after which a card that is not seen, though nothing lies on it, has been taken."""

_MOVED = 0.8
"""How far a card must be from where it was played, in heights of the card, to have been taken."""

_CARRIED = 0.4
"""The same of one that was seen last on its way: a hand carries it, and it lies under nothing that it passes."""

_CAME_UNWATCHED = 0.5
"""Seconds after pictures come again within which a card is found that was laid while none came."""

_LAY_THERE = 3.0
"""Seconds from the first look within which a card was seen that lay there before: it takes that long at most to see."""

_ANOTHER_THERE = 0.5
"""Share of a card's place from which another card that lies there is what the picture shows."""

_STAYED_BARE = 0.25
"""Seconds after a card was seen last at which its place must show the bare table: a blink of the finder is shorter."""


class Look:
    """What the tracker saw last.

    Attributes:
        tracker: The tracks.
        tabletop: The plane they lie on.
        now: Seconds of the source.
        ground: The bare table in the last picture.
        size: Width and height of the picture, pixels.
    """

    def __init__(self, tracker: Tracker, tabletop: Tabletop, now: float, ground: Ground, size: tuple[int, int]) -> None:
        self.tracker = tracker
        self.tabletop = tabletop
        self.now = now
        self.ground = ground
        self.size = size
        self._tracks = {track.number: track for track in tracker.tracks}
        self._places: dict[int, Point] = {}
        self._lying: dict[int, Box] = {}
        self._heights: dict[int, float] = {}

    @property
    def numbers(self) -> frozenset[int]:
        """The numbers of all tracks that are known."""
        return frozenset(self._tracks)

    def of(self, sighting: Sighting) -> Track | None:
        """Return the track of a sighting, None where there is none any more."""
        return self._tracks.get(sighting.track) if sighting.track is not None else None

    def sees(self, track: Track) -> bool:
        """Whether this very look saw the card."""
        return self.tracker.seen_now(track)

    def lay_there(self, track: Track) -> bool:
        """Whether a card seems to have lain there before the first picture: those of a camera may be dark."""
        return track.first_seen - (self.tracker.began or 0.0) < _LAY_THERE

    def place(self, track: Track) -> Point:
        """Return where the middle of a card lies, millimetres."""
        place = self._places.get(track.number)
        if place is None:
            place = self._places[track.number] = self.tabletop.to_table(track.box.middle)
        return place

    def lying(self, track: Track) -> Box:
        """Return how a card lies on the table, millimetres."""
        lying = self._lying.get(track.number)
        if lying is None:
            lying = self._lying[track.number] = track.box.mapped(self.tabletop.to_table)
        return lying

    def find(self, sighting: Sighting, track: Track) -> None:
        """Have a card that was laid be this one, and lie where this lies."""
        sighting.track, sighting.box = track.number, track.box
        sighting.place, sighting.lying = self.place(track), self.lying(track)

    def exchange(self, one: Track, other: Track) -> None:
        """Have each of two cards be followed as what the other was until now."""
        one.exchange(other)
        for known in (self._places, self._lying, self._heights):
            known.clear()

    def from_middle(self, track: Track) -> float:
        """Return how far from the middle of play a card lies, millimetres."""
        return dist(self.place(track), self.tabletop.centre)

    def away(self, track: Track, sighting: Sighting) -> float:
        """Return how far a card lies from where a sighting came to rest, in heights; 0 where no camera saw that."""
        if sighting.place is None:
            return 0.0
        return dist(self.place(track), sighting.place) / self.height(track)

    def has_gone(self, sighting: Sighting, after: float) -> bool:
        """Whether the card of a sighting was not to be seen for some seconds although nothing lies on it.

        Seconds in which nobody looked do not count. What came to lie there after its place was bare lies not on it.
        """
        track = self.of(sighting)
        return track is None or (track.missed_for(self.now) > after and not self._may_lie_under(track, sighting))

    def is_covered(self, sighting: Sighting) -> bool:
        """Whether an arm, a cup or anything else that is no card is to be seen where the card of a sighting may lie.

        False where there is no picture that would tell, or the table was bare there meanwhile.
        """
        box = sighting.box
        if box is None or not self.ground.is_covered(box) or self.left_bare(sighting):
            return False
        return not any(self.sees(track) and track.box.overlap(box) > _ANOTHER_THERE for track in self.tracker.tracks)

    def left_bare(self, sighting: Sighting) -> bool:
        """Whether the bare table was to be seen where the card of a sighting lay, after that was seen last.

        False without a picture that tells.
        """
        if sighting.box is None or sighting.seen is None:
            return False
        until = self.ground.bare_until(sighting.box)
        return until is not None and until > sighting.seen + _STAYED_BARE

    def _may_lie_under(self, track: Track, sighting: Sighting) -> bool:
        carried = not track.at_rest(track.last_seen) and self.away(track, sighting) > _CARRIED
        return track.covered and not carried and not self.left_bare(sighting)

    def bare_until(self, track: Track) -> float:
        """Return until when, seconds, the bare table was to be seen where a card lies; minus infinity if nobody knows.

        The card came later, and so after all that lay still by then.
        """
        until = self.ground.bare_until(track.box)
        return -inf if until is None else until

    def watched_until(self, track: Track) -> float:
        """Return when, seconds, the last look was before nobody looked and a card came; minus infinity for none."""
        resumed = self.tracker.resumed
        if resumed is None or not 0.0 <= track.first_seen - resumed <= _CAME_UNWATCHED:
            return -inf
        return resumed - self.tracker.without

    def is_elsewhere(self, sighting: Sighting) -> bool:
        """Whether the card of a sighting was seen away from where it lay when it was seen there no more."""
        track = self.of(sighting)
        return track is not None and track.elsewhere

    def is_hidden(self, sighting: Sighting, after: float) -> bool:
        """Whether the card of a sighting has been out of sight for some seconds, whatever lies on it."""
        track = self.of(sighting)
        return sighting.track is not None and (track is None or track.hidden_for(self.now) > after)

    def is_shifted(self, sighting: Sighting, by: float) -> bool:
        """Whether the card of a sighting is seen, further from where it was played than so many heights."""
        track = self.of(sighting)
        return track is not None and self.sees(track) and self.away(track, sighting) > by

    def has_moved(self, sighting: Sighting) -> bool:
        """Whether the card of a sighting is seen too far from its place to lie in the trick, as a captured one may."""
        return self.is_shifted(sighting, _MOVED)

    def is_taken(self, sighting: Sighting, after: float = _GONE) -> bool:
        """Whether the card of a sighting has left its place in the trick."""
        track = self.of(sighting)
        if track is None or not track.face_up:
            return True
        elsewhere = self.away(track, sighting) > _MOVED
        if self.sees(track):
            return elsewhere
        missed = track.hidden_for(self.now) >= after and not self._may_lie_under(track, sighting)
        return missed or (elsewhere and track.at_rest(track.last_seen))

    def height(self, track: Track) -> float:
        """Return how high a card is where it lies, millimetres of the table as far as that is known."""
        height = self._heights.get(track.number)
        if height is None:
            end: Point = np.asarray((track.box.corners[0] + track.box.corners[1]) / 2, np.float64)
            height = self._heights[track.number] = max(2 * dist(self.tabletop.to_table(end), self.place(track)), 1.0)
        return height
