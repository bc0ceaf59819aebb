"""A trick that was taken as its last card was laid, which nobody saw lie there, and people played on at once.

What they laid next seemed to be of that trick, until somebody who has a card in it laid a second one.
"""

from collections.abc import Sequence
from math import inf
from typing import NamedTuple

from companion.table.expecting import Expectation, expected_of
from companion.table.laid import Laid
from companion.table.look import Look
from companion.table.recognition import Recognition
from companion.table.sighting import Sighting
from companion.table.straights import Straights
from companion.table.track import Track
from companion.table.withdrawing import lie_before_one_seat, lies_before_somebody

_LEAST_TAKEN = 2
"""So many plays, at least, that went together were taken: a single card was taken back."""

_SOON, _LONG = 0.5, 2.5
"""Seconds out of sight after which cards were taken, where somebody who has one among them has laid another since, and
where nobody has: an arm may lie on them for as long."""


class Parted(NamedTuple):
    """What was laid behind a trick that was taken.

    Attributes:
        behind: The cards, in order of play: they are of the next trick.
        first_seen: When the first of them was seen first, seconds of the source.
        expected: What was expected of the trick that was taken.
    """

    behind: Sequence[Sighting]
    first_seen: float
    expected: Expectation


class Parting:
    """Finds such cards."""

    def __init__(self, laid: Laid, straights: Straights, recognition: Recognition) -> None:
        self._laid = laid
        self._straights = straights
        self._recognition = recognition

    def find(self, look: Look, expected: Expectation, new: Sequence[Sighting]) -> Parted | None:
        """Return what was laid behind a trick that was taken, and counts as one of it; None for nothing.

        Args:
            look: The present look.
            expected: What the game expects.
            new: What lies there and is not counted yet.
        """
        current = self._laid.withdrawable(expected.deal)
        gone = [s for s in current if s.seen is not None and (look.is_hidden(s, _SOON) or look.is_taken(s, _SOON))]
        behind = current[len(gone) :]
        if expected.deal[0] != "play" or not behind or current[: len(gone)] != gone:
            return None
        if sum(_was_swept(sighting, look) for sighting in gone) < _LEAST_TAKEN:
            return None
        if not _LEAST_TAKEN <= len(self._straights.plays(gone, expected.state)) < len(expected.seats):
            return None
        last = max(sighting.seen for sighting in gone if sighting.seen is not None)
        # One that was found anew since, where it was carried, lay there before.
        first = min(min(s.time, track.first_seen if (track := look.of(s)) else last) for s in behind)
        if len(behind) == 1 and self.is_left(behind[0], look.of(behind[0]), gone, look, expected):
            return None
        again = any(lie_before_one_seat(one, other) for one in gone for other in (*behind, *new))
        if first <= last or not (again or look.now - last > _LONG):
            return None
        return Parted(behind, first, expected_of(current, expected))

    def is_left(
        self, card: Sighting, track: Track | None, trick: Sequence[Sighting], look: Look, expected: Expectation
    ) -> bool:
        """Whether a card is the one that a trick lacked, all others of which were taken; it stays open once it is won.

        It lay there when pictures came again, before whose card was lacking: who won it lays it elsewhere in a moment.
        """
        if card.seats is None or track is None or look.watched_until(track) == -inf:
            return False
        if not expected.state.stays_open(self._recognition.code_at(self._recognition.place_of(card))):
            return False
        lacking = set(expected.seats) - {other.seat for other in trick}
        return lies_before_somebody(card.seats) and lacking == {int(card.seats.argmax())}


def _was_swept(sighting: Sighting, look: Look) -> bool:
    """Whether a card left its place before any other came to lie on it, and nothing hides it."""
    track, seen = look.of(sighting), sighting.seen
    if look.is_covered(sighting) or seen is None:
        return False
    if track is None or not track.covered:
        return look.is_taken(sighting, _SOON)
    above = (t for t in look.tracker.tracks if look.sees(t) and t.number > track.number)
    return all(other.first_seen - seen > _SOON for other in above if track.box.overlap(other.box) > 0)
