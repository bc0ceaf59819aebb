"""Cards of a trick that never lay still before the camera: what was glimpsed of them, and where they belong in it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.table.evidence import Row, likeliest_place
from companion.table.geometry import Point
from companion.table.lineup import seats_of_play
from companion.table.seating import scores_at
from companion.table.sighting import Sighting
from companion.table.tabletop import Tabletop
from companion.table.track import Track

_LEGIBLE = 0.5
"""How sure the reading of a glimpse must be for it to be kept."""

TELLS = 0.5
"""How much better (logarithm) a position must be than a later one: cards in the middle lie before nobody."""

_AHEAD = 2.0
"""How many times likelier than the next best one must read as a card to be remembered as that, however blurred."""

_ON_ITS_WAY = 0.4
"""Seconds from the last look at a card in movement to the first where it comes to rest, at most."""


@dataclass(frozen=True, slots=True)
class Glimpse:
    """A card that was seen in passing, in a hand or under one, or that lay where it seemed to be in one.

    Attributes:
        track: Its number.
        row: What it reads as.
        place: Where it lay still, or else was seen last, millimetres.
        time: When, seconds of the source.
        lay: It lay still there.
    """

    track: int
    row: Row
    place: Point
    time: float
    lay: bool = False

    @property
    def code(self) -> int:
        """The place of its likeliest code."""
        return likeliest_place(self.row)


class Glimpses:
    """What was seen in passing during the trick on the table."""

    def __init__(self) -> None:
        self._glimpses: dict[int, Glimpse] = {}

    def note(self, track: Track, place: Point, now: float) -> None:
        """Keep what a card reads as that does not count as a play."""
        row, before = track.evidence.row, self._glimpses.get(track.number)
        second, best = np.sort(row[:-1])[-2:]
        if not (best > _LEGIBLE or best >= _AHEAD * second):
            return
        lies = track.at_rest(now)
        if before is not None and before.lay and not lies:
            # It is being taken away, by anybody.
            place, now = before.place, before.time
        self._glimpses[track.number] = Glimpse(
            track.number, row, place, now, lay=lies or (before is not None and before.lay)
        )

    @property
    def _legible(self) -> list[Glimpse]:
        return [glimpse for glimpse in self._glimpses.values() if glimpse.row[:-1].max() > _LEGIBLE]

    @property
    def codes(self) -> set[int]:
        """The places of the codes that cards read as which were seen in passing."""
        return {glimpse.code for glimpse in self._legible}

    def drop(self, track: int) -> None:
        """Forget a card that did come to rest."""
        self._glimpses.pop(track, None)

    def saw(self, code: int, before: float) -> bool:
        """Whether a card that reads as a code, given by its place, was seen in passing before a time, seconds."""
        return any(glimpse.code == code and glimpse.time < before for glimpse in self._legible)

    def saw_vaguely(self, code: int) -> bool:
        """Whether a card was seen in passing that reads as a code, given by its place, however blurred."""
        return any(glimpse.code == code for glimpse in self._glimpses.values())

    def came(self, track: Track) -> bool:
        """Whether a card that reads as one at rest, however vaguely, was on its way just before that was first seen."""
        code, until = likeliest_place(track.evidence.row), track.first_seen
        seen = (glimpse.time for glimpse in self._glimpses.values() if glimpse.code == code)
        return any(0.0 < until - time < _ON_ITS_WAY for time in seen)

    def clear(self) -> None:
        """Forget all: another trick begins."""
        self._glimpses.clear()

    def recall(
        self, missed: Sighting, known: list[int], until: float, tabletop: Tabletop, players: int, swept: float
    ) -> None:
        """Take the surest glimpse of a card that was not counted for one that was missed.

        Args:
            missed: Of which nothing is known yet; gets what the glimpse says, if there is one.
            known: Places of the codes of the deal's cards; that of the glimpse is added.
            until: Glimpses from later on belong to the next trick.
            tabletop: The plane that it was seen on.
            players: Number of seats.
            swept: From when on, seconds, cards were taken from the table: where one was seen then says not whose it is.
        """
        candidates = [g for g in self._legible if g.time <= until and g.code not in known]
        glimpse = max(candidates, key=lambda glimpse: float(glimpse.row[:-1].max()), default=None)
        if glimpse is None:
            return
        missed.row = glimpse.row
        missed.seats = tabletop.seat_chances(glimpse.place, players) if glimpse.time < swept else None
        known.append(glimpse.code)
        self.drop(glimpse.track)


def position_of_missed(
    plays: Sequence[Sequence[Sighting]],
    missed: Sighting,
    leader: int | None,
    seats: Sequence[int],
    earliest: int = 0,
    tells: float = TELLS,
) -> int:
    """Return where in the order of a trick a play belongs that was not seen when it was made.

    Args:
        plays: Those that were seen, in order.
        missed: The one that was not.
        leader: Who was to lead; None where that is not known.
        seats: Those that play to the trick, clockwise.
        earliest: It was made behind so many of them.
        tells: How much better (logarithm) an earlier position must fit the places than a later one.
    """
    players = max(seats) + 1
    places = [seats_of_play(play, players) for play in plays]
    own = seats_of_play([missed], players)
    scores = scores_at(places, own, leader, seats)
    # Of positions about as good the last: a card that is missing was most likely taken up before it was seen.
    best = max(scores[earliest:])
    return max(position for position in range(earliest, len(scores)) if scores[position] > best - tells)
