"""Cards that came to the table and were not judged yet."""

from math import inf
from operator import attrgetter

from companion.table.dead_cards import DeadCards
from companion.table.laid import Laid
from companion.table.look import Look
from companion.table.recognition import reach_of_play
from companion.table.sighting import Sighting
from companion.table.track import Track

_WAIT_FOR_EARLIER = 0.8
"""Seconds that a card waits for one that came to the table before it and does not lie still yet."""

_READ = 0.6
"""How sure the reading of a card must be that others wait for."""

_SURELY_READ = 0.9
"""How sure the reading of a card must be that others cover before it was judged: rounds are played fast on a heap."""

_HEAP_MM = 60.0
"""How far from the middle such a heap lies at most: further out, cards lie before their players."""

_LEGIBLE = 0.35
"""How sure the reading of a card must be that lies partly under another."""

_LIES_LONG = 1.5
"""Seconds for which such a card must lie still to count although it cannot be read."""

_BESIDE = 0.85
"""How far from a card, in heights, one comes to the table that may be the next of its straight."""

_MISSED = 0.3
"""Seconds for which a card that comes to the table may be missed."""

_TRACK = attrgetter("track")

_CAME = attrgetter("arrived", "number")
"""In which order cards came to the table: of two found lying there at one look, the one seen on its way first."""


class Arrivals:
    """Finds the cards that are to be judged, and says which of them may be judged now."""

    def __init__(self, laid: Laid, dead: DeadCards) -> None:
        self._laid = laid
        self._dead = dead

    def seen(self, look: Look, *, fanned: bool) -> list[Track]:
        """Return the cards seen now that were not judged yet, in the order in which they came to the table.

        Args:
            look: The present look.
            fanned: Whether plays may be straights: of a fanned one the lower cards lie under the next ones.
        """
        new = [track for track in look.tracker.tracks if look.sees(track) and self._is_unknown(track, look, fanned)]
        return sorted(new, key=_CAME)

    def note_joined(self, look: Look) -> None:
        """Note beside which cards others come to lie that were not judged yet; one look may have missed them."""
        coming = [
            track
            for track in look.tracker.tracks
            if track.hidden_for(look.now) < _MISSED and self._is_unknown(track, look, fanned=True)
        ]
        for sighting in self._laid.current:
            sighting.joined = any(_comes_beside(track, sighting) for track in coming)

    def waits_for_earlier(self, track: Track, look: Look) -> bool:
        """Whether a card that came before this one is still being laid, or hidden by the hand that laid it."""
        if look.now - track.rest_since > _WAIT_FOR_EARLIER:
            return False
        return any(
            _CAME(other) < _CAME(track)
            and other.hidden_for(look.now) < _WAIT_FOR_EARLIER
            and self._is_unknown(other, look, fanned=False)
            and not other.at_rest(look.now)
            and other.evidence.row[:-1].max() > _READ
            and look.from_middle(other) < reach_of_play(self._laid.sightings, look.tabletop.centre)
            for other in look.tracker.tracks
        )

    def _is_unknown(self, track: Track, look: Look, fanned: bool) -> bool:
        return (
            track.face_up
            and (not track.covered or _is_read_under_others(track, look) or (fanned and _shows(track, look.now)))
            and track.number not in self._dead.ignored
            and track.number not in self._dead.spent
            and track.number not in map(_TRACK, self._laid.sightings)
        )


def _comes_beside(track: Track, sighting: Sighting) -> bool:
    return sighting.box is not None and track.box.distance(sighting.box) < _BESIDE


def _is_read_under_others(track: Track, look: Look) -> bool:
    """Whether a card was read before others came to lie on it, in the middle, or was covered while nobody looked.

    One player's upper card counts alone.
    """
    counts = look.from_middle(track) < _HEAP_MM or look.watched_until(track) > -inf
    return counts and bool(track.evidence.row[:-1].max() > _SURELY_READ)


def _shows(track: Track, now: float) -> bool:
    """Whether a card that lies partly under another was read, or has lain there so long that it is one."""
    return bool(track.evidence.row[:-1].max() > _LEGIBLE) or (
        track.at_rest(now) and now - track.rest_since > _LIES_LONG
    )
