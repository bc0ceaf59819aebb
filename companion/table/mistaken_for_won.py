"""Cards that were taken for won ones which lie open, and turn out to be plays."""

from collections.abc import Sequence

from companion.table.dead_cards import DeadCards
from companion.table.evidence import likeliest_place
from companion.table.expecting import Expectation
from companion.table.geometry import Point
from companion.table.laid import Laid, Won
from companion.table.look import Look
from companion.table.recognition import Recognition, beyond_plays
from companion.table.track import Track

_AMONG = 0.3
"""How much further out, in heights, than its player's plays a card lies at most that was laid over a won one."""

_READ, _VAGUE = 0.9, 0.5
"""How sure it reads as what it is, at least; and how sure the one below it read as that, at most."""

_APART, _SHOWS_WITHIN = 0.25, 3.0
"""How far from where the one below lies it does, in heights; and seconds within which that shows again, if ever."""

_BEFORE_ANOTHER, _BEFORE_LEADER = 3.0, 1.0
"""How much better (logarithm) the place of a trick's first card fits another seat than the leader's for a lead to be
missing; and how much worse than the best seat the leader's may fit the place of that lead."""


class MistakenForWon:
    """Tells such cards."""

    def __init__(self, recognition: Recognition, laid: Laid, dead: DeadCards) -> None:
        self._recognition = recognition
        self._laid = laid
        self._dead = dead
        self._lying: dict[int, Won] = {}
        """Where won cards lay last, and how they read there, by the number of the track."""
        self._doubted: set[int] = set()
        self._leads: set[int] = set()

    def doubt(self, track: Track) -> None:
        """Remember a card as one that may be a lead as well: it only reads as one of the trick before it."""
        self._doubted.add(track.number)

    def leads(self, track: Track) -> bool:
        """Whether a card turned out to be a lead."""
        return track.number in self._leads

    def find(self, look: Look, expected: Expectation, plays: Sequence[Point]) -> list[Track]:
        """Return the cards that are plays, as a look shows; their like that lie below them are won cards.

        Args:
            look: The present look.
            expected: What the game expects.
            plays: Where cards are played, millimetres.
        """
        self._lying = {number: card for number, card in self._lying.items() if number in self._dead.won}
        self._doubted &= self._dead.won
        self._leads &= look.numbers
        resting = [track for track in look.tracker.faces if look.sees(track) and track.at_rest(look.now)]
        won = [track for track in resting if track.number in self._dead.won]
        found: list[Track] = []
        for track in won:
            below = self._moved_from(track, look)
            if below is None or not self._may_lie_over(track, below):
                continue
            again = [other for other in resting if other not in won and below.is_found_in(other)]
            if again:
                # It is followed as the new card from now on, and that as what it was.
                look.exchange(track, again[0])
            elif beyond_plays(track, look, plays) <= _AMONG and track.evidence.row[:-1].max() >= _READ:
                self._laid.won.append(self._lying.pop(track.number))
                found.append(track)
        led = [track for track in won if track.number in self._doubted and self._was_led(track, look, expected)]
        self._leads |= {track.number for track in led}
        return [*found, *(track for track in led if track not in found)]

    def _moved_from(self, track: Track, look: Look) -> Won | None:
        """Return how a won card lay that seems to lie somewhere else since a moment ago; None where it lies still."""
        below = self._lying.get(track.number)
        if (
            below is not None
            and track.box.distance(below.box) > _APART
            and look.now - track.rest_since <= _SHOWS_WITHIN
        ):
            return below
        self._lying[track.number] = Won(track.box, track.evidence.row)
        return None

    def _may_lie_over(self, track: Track, below: Won) -> bool:
        """Whether a card reads as what one below did not, which is followed as that: another that was laid over it."""
        place = likeliest_place(track.evidence.row)
        return below.row[place] <= _VAGUE and not self._recognition.all_seen(place, self._laid.sightings)

    def _was_led(self, track: Track, look: Look, expected: Expectation) -> bool:
        """Whether a card lies before who was to lead, and a card of somebody else's came after it."""
        current, leader = self._laid.current, expected.leader
        if len(current) != 1 or leader is None or expected.state.hand.plays or current[0].seats is None:
            return False
        if (
            current[0].time < track.rest_since
            or float(current[0].seats.max() - current[0].seats[leader]) < _BEFORE_ANOTHER
        ):
            return False
        own = look.tabletop.seat_chances(look.place(track), expected.state.players)
        return float(own.max() - own[leader]) < _BEFORE_LEADER
