"""Where the middle of play is, and how people sit round it, before whole tricks have told it: the first cards say it.

Nobody hangs a camera exactly over the middle. One card tells little of it; two that were played in turn lie as far
apart as their players sit, whoever led, and leave one middle only. Middle and ring are normally distributed before, so
what the cards make of them is linear: Bishop, Pattern Recognition and Machine Learning, 2006, section 3.3. Where nobody
sits at the bottom edge of the picture, for the camera looks over a corner of the table or has a side to itself, all sit
some way round; how far is tried out.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from companion.table.geometry import Point
from companion.table.seating import THREE_SIDES, Off, Sitting, orders_of_play, seat_directions

Placed = Sequence[tuple[Point, int]]
"""Places of cards, millimetres, and the seats of who played them."""

_OFF_MM = ((0.6, 20.0), (0.4, 90.0))
"""How often, and how far then, the middle of play is off that of the picture, along each axis (standard deviation)."""

_EVEN = 0.8
"""How often everybody sits where they should."""

_TURNS = {pi / 6: 0.03, pi / 4: 0.07}
"""By how much all may sit further round, clockwise or the other way, radians, and how often."""

_BESIDE: Mapping[int, Sequence[Sitting]] = {2: (Sitting(pi / 2, ()), Sitting(-pi / 2, ())), 3: THREE_SIDES}
"""How so few may sit who leave one side of a table to the camera: two face to face, three on the other sides."""

_OFTEN_BESIDE = 0.05

_OPPOSITE_MM = 60.0
"""How far from the middle cards must lie to tell so: those of a straight lie beside each other."""

_RING_MM, _RING_OFF_MM = 95.0, 30.0
"""How far from the middle people lay cards, and by how much they differ from table to table (standard deviation)."""

_SCATTER_MM = 30.0
"""How far from there a card comes to rest, along each axis (standard deviation)."""

_SECOND = float(np.log(0.02))
"""Logarithm of the chance that a card is a second one of somebody who has played."""

_STRAY = float(np.log(0.01 / (1000.0 * 600.0)))
"""The same for one that is no play, and lies anywhere; a density, for each square millimetre."""

_LEAST_CHANCE = float(np.log(0.0007))
"""Orders that are rarer are not thought of."""

_FITS_MM = 90.0
"""How far from where it should lie a card may be at most, for what the cards say together to be believed."""

_FITS_TURNED_MM = 45.0
"""The same for all to sit further round."""

_ALONE = 2
"""Fewer cards say nothing."""


class Around(NamedTuple):
    """How people sit.

    Attributes:
        middle: Of play, millimetres.
        turn: How far clockwise of where they should all of them sit, radians.
        off: How far clockwise of even places each of them sits then, radians; nothing where all sit evenly.
    """

    middle: Point
    turn: float
    off: Off


@dataclass(frozen=True, slots=True)
class _Fit:
    around: Around
    ring: float
    worst: float
    score: float

    @property
    def is_believed(self) -> bool:
        """Whether cards that say that all sit further round lie as they do then."""
        return not self.around.turn or (self.worst < _FITS_TURNED_MM and self.ring > _OPPOSITE_MM)


def first_middle(
    known: Placed,
    trick: Sequence[Point],
    leader: int | None,
    seats: Sequence[int],
    centre: Point,
    players: int,
    off: Off = (),
) -> Around | None:
    """Return how people most likely sit; None where the cards do not say it.

    Args:
        known: The cards of whole tricks.
        trick: Where the plays of the present one lie, in order; some of them may be out of turn, or none.
        leader: Who was to lead it; None where that is not known.
        seats: Those that play to it, clockwise.
        centre: Of the picture, millimetres.
        players: Number of seats at the table: not all of them play to every trick.
        off: How far off even places each of them was taken to sit up to now.
    """
    if not trick or len(known) + len(trick) < _ALONE:
        return None
    is_first = leader is not None and not known and len(trick) == len(seats)
    fits = [
        (_fit([*known, *placed], centre, players, sitting, spread, chance + float(np.log(share * often))), plays)
        for placed, plays, chance in _explained(trick, leader, tuple(seats))
        for share, spread in _OFF_MM
        for sitting, often in _sittings(players, off, tells=is_first and plays == len(trick) and placed[0][1] == leader)
    ]
    believed = [fit for fit in fits if fit[0].is_believed]
    best, plays = max(believed, key=lambda fit: fit[0].score)
    return best.around if best.worst < _FITS_MM and len(known) + plays >= _ALONE else None


def _sittings(players: int, off: Off, *, tells: bool) -> Iterator[tuple[Sitting, float]]:
    """Yield how all may sit, and how often that is.

    Only as they were taken to where the order of play does not tell it. It does once the first trick is whole, all its
    cards are plays, and who was to lead it did, whether or not the others played in turn.
    """
    yield Sitting(0.0, off), _EVEN
    if not tells or off:
        return
    for turn, often in _TURNS.items():
        yield Sitting(turn, off), often
        yield Sitting(-turn, off), often
    for sitting in _BESIDE.get(players, ()):
        yield sitting, _OFTEN_BESIDE


def _explained(
    trick: Sequence[Point], leader: int | None, seats: tuple[int, ...]
) -> Iterator[tuple[Placed, int, float]]:
    """Yield whose the cards of a trick may be, how many are plays, and the logarithm of its chance.

    One that is nobody's is left out; a second one of somebody tells of the middle only together with others.
    """
    for order, chance in _orders(len(trick), leader, seats):
        if chance > _LEAST_CHANCE:
            yield list(zip(trick, order, strict=True)), len(trick), chance
    for other, place in enumerate(trick):
        rest = [*trick[:other], *trick[other + 1 :]]
        for order, chance in _orders(len(rest), leader, seats):
            if chance < 0.0:
                continue
            placed = list(zip(rest, order, strict=True))
            yield placed, len(rest), chance + _STRAY
            for seat in order[:other]:
                yield [*placed, (place, seat)], len(rest), chance + _SECOND


def _orders(plays: int, leader: int | None, seats: tuple[int, ...]) -> Iterator[tuple[list[int], float]]:
    if not plays:
        yield [], 0.0
        return
    orders, chances = orders_of_play(plays, leader, seats)
    yield from zip(orders.tolist(), chances.tolist(), strict=True)


def _fit(placed: Placed, centre: Point, players: int, sitting: Sitting, off_mm: float, chance: float) -> _Fit:
    """Fit middle and ring to cards of which the seats are known, both of them normally distributed before."""
    turn, off = sitting
    if not placed:
        return _Fit(Around(centre, turn, off), _RING_MM, 0.0, chance)
    clockwise = np.array([[cos(turn), sin(turn)], [-sin(turn), cos(turn)]])
    directions = seat_directions(players, off)[[seat for _, seat in placed]] @ clockwise
    design: npt.NDArray[np.float64] = np.concatenate(
        [np.tile(np.eye(2), (len(placed), 1)), directions.reshape(-1, 1)], axis=1
    )
    places = np.concatenate([place for place, _ in placed])
    prior, spread = np.array([*centre, _RING_MM]), np.diag([off_mm**2, off_mm**2, _RING_OFF_MM**2])
    away = places - design @ prior
    covariance = design @ spread @ design.T + _SCATTER_MM**2 * np.eye(len(away))
    solved = np.linalg.solve(covariance, away)
    likeliest = prior + spread @ design.T @ solved
    worst = float(np.linalg.norm((places - design @ likeliest).reshape(-1, 2), axis=1).max())
    spread_out = np.linalg.slogdet(covariance)[1] + len(away) * np.log(2 * np.pi)
    score = chance - 0.5 * float(away @ solved + spread_out)
    return _Fit(Around(likeliest[:2], turn, off), float(likeliest[2]), worst, score)
