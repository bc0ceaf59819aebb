"""Where the middle of play is, and how far round it all sit: tricks that people have played say it.

Whatever knocks the camera seemed to get, and whatever side of the table it looks over.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import atan2

import numpy as np

from companion.table.first_middle import Around, first_middle
from companion.table.geometry import Point
from companion.table.seating import THREE_SIDES, Off, Sitting, seat_directions
from companion.table.sighting import Sighting
from companion.table.tabletop import Tabletop
from companion.table.unchanged import Grounds, are_same

_TRICKS = 3
"""So many tricks in a row must agree."""

_OFF_MM = 45.0
"""How far from the middle their cards must lie on the mean for it to be somewhere else."""

_AGREE_MM = 35.0
"""How far the middle of each of these tricks may be from that of all of them."""


_TELLS_MM = 20.0
"""By how much the first cards must say that it is elsewhere."""

_ROUND, _TOGETHER, _TRICKS_ROUND = 0.35, 0.85, 2
"""How far round all must sit, radians, and how much together (1: all alike) the cards of so many tricks must say it."""

_BETTER = 0.04
"""How much more together they must say that three leave one side of the table to the camera."""


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
        self._turn = 0.0
        self._is_told = False
        self._first_looked_at: Grounds = ()
        self._round_looked_at: Grounds = ()

    def first(
        self, sightings: Sequence[Sighting], trick: Callable[[], Trick], tabletop: Tabletop, players: int
    ) -> Around | None:
        """Return how people sit as the first cards of a game tell it; None where they sit as they were taken to.

        Where what told it turns out to be no play, as cards that are mixed, all is as it was taken to be at first.

        Args:
            sightings: All that are remembered, with their places.
            trick: Says what lies on the table; asked only as long as that may tell the middle.
            tabletop: As people are taken to sit round it.
            players: Number of seats at the table.
        """
        centre, off = tabletop.centre, tabletop.off
        if self._first is None:
            self._first = centre
        whole = [s for s in sightings if s.confirmed and not (s.dismissed or s.aside or s.second)]
        known = [(s.place, s.seat) for s in whole if s.place is not None and s.seat is not None]
        self._is_told |= bool(whole)
        if len({s.trick for s in whole}) >= _TRICKS:
            return None
        present = trick()
        grounds = [centre, *present.places, *(place for place, _ in known)]
        if are_same(grounds, self._first_looked_at):
            return None
        self._first_looked_at = grounds
        if not (self._is_told or present.places) and all(s.dismissed or s.aside for s in sightings):
            around: Around | None = Around(self._first, -self._turn, ())
        else:
            around = first_middle(known, present.places, present.leader, present.seats, self._first, players, off)
        if around is None or not (
            around.turn or around.off != off or np.linalg.norm(around.middle - centre) > _TELLS_MM
        ):
            return None
        self._turn += around.turn
        return around

    def moved(self, move: Callable[[Point], Point]) -> None:
        """Take all places to be where they come to lie by a move of the whole table."""
        if self._first is not None:
            self._first = move(self._first)

    def further_round(self, sightings: Sequence[Sighting], tabletop: Tabletop, players: int) -> Sitting | None:
        """Return how people sit; None where they sit as they were taken to, or that is not clear.

        Args:
            sightings: All that are remembered, with their places.
            tabletop: As people are taken to sit round it.
            players: Number of seats at the table.
        """
        centre, off = tabletop.centre, tabletop.off
        tricks: dict[int, list[Sighting]] = {}
        for sighting in sightings:
            if sighting.confirmed and not (sighting.dismissed or sighting.aside) and sighting.place is not None:
                tricks.setdefault(sighting.trick, []).append(sighting)
        latest = [cards for _, cards in sorted(tricks.items()) if _in_turn(cards, players)][-_TRICKS_ROUND:]
        cards = [card for trick in latest for card in trick]
        known = [(card.place, card.seat) for card in cards if card.place is not None and card.seat is not None]
        grounds = [centre, *(place for place, _ in known)]
        if len(latest) < _TRICKS_ROUND or are_same(grounds, self._round_looked_at):
            return None
        self._round_looked_at = grounds

        def together(off: Off) -> complex:
            directions = seat_directions(players, off)
            turns = [_clockwise(directions[seat], place - centre) for place, seat in known]
            return complex(np.exp(1j * np.array(turns)).mean())

        means = {off: together(off)}
        if players == len(THREE_SIDES):
            means |= {sitting.off: together(sitting.off) for sitting in THREE_SIDES}
        best = max(means, key=lambda which: abs(means[which]) + _BETTER * (which == off))
        turn = float(np.angle(means[best]))
        is_clear = abs(means[best]) > _TOGETHER and (abs(turn) > _ROUND or best != off)
        return Sitting(turn, best) if is_clear else None

    def middle(self, sightings: Sequence[Sighting], tabletop: Tabletop, players: int) -> Point | None:
        """Return the new middle of play, millimetres; None where it is where it was.

        Args:
            sightings: All that are remembered, with their places.
            tabletop: As people are taken to sit round it.
            players: How many cards make a trick; tricks of more or fewer are left out.
        """
        centre = tabletop.centre
        tricks: dict[int, list[Point]] = {}
        for sighting in sightings:
            if sighting.confirmed and not sighting.dismissed and not sighting.aside and sighting.place is not None:
                tricks.setdefault(sighting.trick, []).append(sighting.place)
        whole = [trick for trick, places in tricks.items() if len(places) == players and trick > self._after]
        latest = sorted(whole)[-_TRICKS:]
        if len(latest) < _TRICKS:
            return None
        known = [place for trick in latest for place in tricks[trick]]
        if are_same([centre, *known], self._looked_at):
            return None
        self._looked_at = [centre, *known]
        # Where one side of the table is left free the middle is not that of the cards.
        away = np.mean([np.linalg.norm(place - centre) for place in known]) * tabletop.seats(players).mean(axis=0)
        middles = np.array([np.mean(tricks[trick], axis=0) - away for trick in latest])
        middle = middles.mean(axis=0)
        if np.linalg.norm(middle - centre) < _OFF_MM:
            return None
        if np.linalg.norm(middles - middle, axis=1).max() > _AGREE_MM:
            return None
        self._after = latest[-1]
        return np.asarray(middle, np.float64)


def _in_turn(cards: Sequence[Sighting], players: int) -> bool:
    """Whether the cards of a trick were played clockwise, one by each player."""
    seats = [card.seat for card in cards]
    first = seats[0]
    return first is not None and seats == [(first + step) % players for step in range(players)]


def _clockwise(one: Point, other: Point) -> float:
    """Return how far clockwise a direction is of another, radians."""
    (x, y), (u, v) = one.tolist(), other.tolist()
    return atan2(x * v - y * u, x * u + y * v)
