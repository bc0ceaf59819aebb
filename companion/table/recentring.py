"""Where the middle of play is: tricks that people have played say it, whatever knocks the camera seemed to get."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from companion.table.first_middle import first_middle
from companion.table.geometry import Point
from companion.table.sighting import Sighting
from companion.table.unchanged import Grounds, are_same

_TRICKS = 3
"""So many tricks in a row must agree."""

_OFF_MM = 45.0
"""How far from the middle their cards must lie on the mean for it to be somewhere else."""

_AGREE_MM = 35.0
"""How far the middle of each of these tricks may be from that of all of them."""


_TELLS_MM = 20.0
"""By how much the first cards must say that it is elsewhere."""


@dataclass(frozen=True, slots=True)
class Trick:
    """The trick that lies on the table.

    Attributes:
        places: Where its plays lie, millimetres, in order.
        leader: Who was to lead it; None where that is not known.
        seats: Those that play to it, clockwise.
    """

    places: Sequence[Point]
    leader: int | None
    seats: Sequence[int]


class Recentring:
    """Notices that the cards of whole tricks do not lie round the middle, so that seats would be told wrongly."""

    def __init__(self) -> None:
        self._after = -1
        self._looked_at: Grounds = ()
        self._first: Point | None = None
        self._first_looked_at: Grounds = ()

    def first(
        self, sightings: Sequence[Sighting], trick: Callable[[], Trick], centre: Point, players: int
    ) -> Point | None:
        """Return the middle of play as the first cards of a game tell it; None where it is where it was.

        Args:
            sightings: All that are remembered, with their places.
            trick: Says what lies on the table; asked only as long as that may tell the middle.
            centre: The middle as it is taken to be, millimetres.
            players: Number of seats at the table.
        """
        if self._first is None:
            self._first = centre
        whole = [s for s in sightings if s.confirmed and not (s.dismissed or s.aside or s.second)]
        known = [(s.place, s.seat) for s in whole if s.place is not None and s.seat is not None]
        if len({s.trick for s in whole}) >= _TRICKS:
            return None
        present = trick()
        grounds = [centre, *present.places, *(place for place, _ in known)]
        if are_same(grounds, self._first_looked_at):
            return None
        self._first_looked_at = grounds
        middle = first_middle(known, present.places, present.leader, present.seats, self._first, players)
        return middle if middle is not None and np.linalg.norm(middle - centre) > _TELLS_MM else None

    def middle(self, sightings: Sequence[Sighting], centre: Point, cards: int) -> Point | None:
        """Return the new middle of play, millimetres; None where it is where it was.

        Args:
            sightings: All that are remembered, with their places.
            centre: The middle as it was taken to be, millimetres.
            cards: How many cards make a trick; tricks of more or fewer are left out.
        """
        tricks: dict[int, list[Point]] = {}
        for sighting in sightings:
            if sighting.confirmed and not sighting.dismissed and not sighting.aside and sighting.place is not None:
                tricks.setdefault(sighting.trick, []).append(sighting.place)
        whole = [trick for trick, places in tricks.items() if len(places) == cards and trick > self._after]
        latest = sorted(whole)[-_TRICKS:]
        if len(latest) < _TRICKS:
            return None
        known = [place for trick in latest for place in tricks[trick]]
        if are_same([centre, *known], self._looked_at):
            return None
        self._looked_at = [centre, *known]
        middles = np.array([np.mean(tricks[trick], axis=0) for trick in latest])
        middle = middles.mean(axis=0)
        if np.linalg.norm(middle - centre) < _OFF_MM:
            return None
        if np.linalg.norm(middles - middle, axis=1).max() > _AGREE_MM:
            return None
        self._after = latest[-1]
        return np.asarray(middle, np.float64)
