"""The order of play within a trick: cards that were found late, and plays that were never seen to lie still."""

from collections.abc import Sequence
from math import inf

from companion.rules.state import State
from companion.table.evidence import Codes, likeliest_place
from companion.table.expecting import Expectation, expected_of
from companion.table.laid import Laid
from companion.table.lineup import seats_of_play
from companion.table.look import Look
from companion.table.missed import TELLS, position_of_missed
from companion.table.recognition import SAME_CARD, Recognition
from companion.table.seating import best_score
from companion.table.sighting import Sighting
from companion.table.straights import Straights
from companion.table.track import Track
from companion.table.withdrawing import lie_before_one_seat, lies_before_somebody

_EARLIER = 0.3
"""Seconds by which a card must have come to rest before another to have been laid before it."""

_FOUND_LATE = 3.0
"""Seconds for which a card may lie there before it is found."""

_CLEARLY = 2.5
"""How much better (logarithm) its place must fit an earlier turn for a card to have been found late that was not seen
in passing before: in quick rounds many a card is first seen at rest, and on a heap none lies before anybody."""

_ON_IT = 0.5
"""Share of a card that lies under another which may hide it."""


class Ordering:
    """Finds the place of a card among those that were laid."""

    def __init__(self, codes: Codes, players: int, recognition: Recognition, laid: Laid) -> None:
        self._codes = codes
        self._players = players
        self._recognition = recognition
        self._laid = laid
        self._straights = Straights(codes)

    def place_of(self, new: Sighting, track: Track, look: Look, expected: Expectation) -> int:
        """Return where among all sightings a new one of the present trick belongs.

        One that took long to be recognised was laid before those that did not. One that was never seen to move lay
        there before it was found; its place tells whose turn that was.
        """
        current, sightings = self._laid.current, self._laid.sightings
        expected = expected_of(current, expected)
        earlier = self.joined_by(new, track, look, expected.state) or self._laid_again(new, expected)
        if earlier is not None:
            return sightings.index(earlier) + 1
        later = [s for s in current if s.track is not None and s.time > new.time + _EARLIER]
        later = later or [s for s in current if _lies_under(track, s, look)]
        if not later and (self._lay_there(track) or _came_to_rest_unseen(track, look)):
            plays = self._laid.plays(expected.state)
            room = 0 < len(plays) < len(expected.seats) and not any(lie_before_one_seat(s, new) for s in current)
            lay_by = max(look.now - _FOUND_LATE, look.bare_until(track), look.watched_until(track))
            earliest = sum(play[0].time <= lay_by for play in plays)
            under = [place for place, play in enumerate(plays, 1) if any(_lies_on(track, s, look) for s in play)]
            earliest = max([earliest, *under, _is_led(plays, expected)])
            unseen = bool(plays) and self._came_unseen(plays[0][0], look)
            glimpsed = bool(plays) and self._laid.glimpses.saw(likeliest_place(new.row), plays[-1][0].time)
            tells = TELLS if glimpsed or unseen else _CLEARLY
            # Who was to lead may come of a card misread: that the first card seen is the lead is the surer thing. Who
            # leads the first trick of a hand comes of none.
            leader = expected.leader if unseen or not expected.state.hand.tricks else None
            position = position_of_missed(plays, new, leader, expected.seats, earliest, tells) if room else len(plays)
            later = [play[0] for play in plays[position:]]
        return sightings.index(later[0]) if later else len(sightings)

    def _laid_again(self, new: Sighting, expected: Expectation) -> Sighting | None:
        """Return what stood for a card that was taken up and is laid again, where its turn was then rather than now."""
        if expected.state.has_straights:
            return None
        taken_up = [s for s in self._laid.withdrawn if s in self._laid.sightings and lie_before_one_seat(s, new)]
        same = [s for s in taken_up if new.row[self._recognition.place_of(s)] >= SAME_CARD]
        current = self._laid.current
        if not same or len(current) >= len(expected.seats):
            return None
        before = self._laid.sightings[: self._laid.sightings.index(same[-1])]
        position = sum(sighting in before for sighting in current)
        places = [seats_of_play([sighting], max(expected.seats) + 1) for sighting in current]
        own = seats_of_play([new], max(expected.seats) + 1)
        then = best_score([*places[:position], own, *places[position:]], expected.leader, expected.seats)
        now = best_score([*places, own], expected.leader, expected.seats)
        return same[-1] if then > now else None

    def joined_by(self, new: Sighting, track: Track, look: Look, state: State) -> Sighting | None:
        """Return the last card of an earlier play that a new card belongs to; None where it is of none.

        It lies among the cards of a play that lacks one; or, where it was never seen to move, it lies in a fan with
        one that it follows: the upper card was read before. What was laid while no picture came is in no order: there
        it is enough that it lies beside one that it follows.
        """
        if not state.has_straights:
            return None
        for play in self._laid.plays(state)[:-1]:
            if not self._straights.is_whole([*play, new], state) or not self._straights.lie_together(play, new):
                continue
            if (
                not self._straights.is_whole(play, state)
                or (self._straights.lie_in_fan(play, new) and self._lay_there(track))
                or (self._straights.lies_beside(play, new) and _came_unwatched([track, look.of(play[-1])], look))
            ):
                return play[-1]
        return None

    def _lay_there(self, track: Track) -> bool:
        """Whether a card was never seen to move, nor on its way just before it came to rest, too far off to follow."""
        return track.rest_since == track.first_seen and not self._laid.glimpses.came(track)

    def _came_unseen(self, first: Sighting, look: Look) -> bool:
        """Whether the first card of a trick was found when pictures came again: others may have been laid before it."""
        resumed = look.tracker.resumed
        return resumed is not None and abs(first.time - resumed) < _EARLIER

    def add_missed(self, trick: int, until: float, look: Look, expected: Expectation, seen: Sequence[Sighting]) -> None:
        """Add sightings for the plays of a collected trick that never lay still before the camera.

        Args:
            trick: Which.
            until: When the first card of the next trick was seen first, seconds of the source.
            look: The present look.
            expected: What the game expects.
            seen: The cards of the deal that count, and those that lead to the next trick: none of them was missed,
                though they were glimpsed on their way.
        """
        laid = self._laid
        known = [self._recognition.place_of(sighting) for sighting in seen]
        plays = laid.plays(expected.state, trick)
        unseen = any(card.unwatched for card in laid.of_trick(trick))
        swept = look.tracker.resumed if unseen and look.tracker.resumed is not None else inf
        while len(plays) < len(expected.seats):
            missed = self._missed(trick, look, expected)
            laid.glimpses.recall(missed, known, until, look.tabletop, self._players, swept)
            position = position_of_missed(plays, missed, expected.leader, expected.seats)
            beside = plays[position][0] if position < len(plays) else plays[-1][-1]
            place = laid.sightings.index(beside) + (position == len(plays))
            laid.sightings.insert(place, missed)
            plays.insert(position, [missed])

    def add_missed_trick(self, look: Look, expected: Expectation) -> None:
        """Add sightings for the plays of a trick of which nothing was seen."""
        for _ in expected.seats:
            self._laid.sightings.append(self._missed(self._laid.trick, look, expected))

    def _missed(self, trick: int, look: Look, expected: Expectation) -> Sighting:
        return Sighting(self._laid.number(), expected.deal, trick, look.now, self._codes.anything(), None)


def _is_led(plays: Sequence[Sequence[Sighting]], expected: Expectation) -> bool:
    """Whether the first card that was seen lies before whoever was to lead: nobody played before that."""
    if not plays or expected.leader is None:
        return False
    seats = seats_of_play(plays[0], max(expected.seats) + 1)
    if isinstance(seats, int):
        return seats == expected.leader
    return lies_before_somebody(seats) and int(seats.argmax()) == expected.leader


def _came_unwatched(tracks: Sequence[Track | None], look: Look) -> bool:
    """Whether cards were laid while nobody looked."""
    return all(
        track is not None and (look.watched_until(track) > -inf or _came_to_rest_unseen(track, look))
        for track in tracks
    )


def _came_to_rest_unseen(track: Track, look: Look) -> bool:
    """Whether a card that was seen on its way lay still when pictures came again."""
    resumed = look.tracker.resumed
    return resumed is not None and track.first_seen < resumed <= track.rest_since < resumed + _EARLIER


def _lies_under(track: Track, sighting: Sighting, look: Look) -> bool:
    """Whether a card lies under that of a sighting, which came to lie on it: it came before."""
    above = look.of(sighting)
    if above is None or not track.covered or above.first_seen <= track.first_seen:
        return False
    return above.box.overlap(track.box) > _ON_IT


def _lies_on(track: Track, sighting: Sighting, look: Look) -> bool:
    """Whether a card lies on that of a sighting, which it hides: it came later."""
    below = look.of(sighting)
    hidden = below is not None and not look.sees(below) and below.first_seen < track.first_seen
    return hidden and sighting.box is not None and track.box.overlap(sighting.box) > _ON_IT
