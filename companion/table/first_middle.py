"""Where the middle of play is, and how people sit round it, before whole tricks have told it: the first cards say it.

Nobody hangs a camera exactly over the middle. One card tells little of it; two that were played in turn lie as far
apart as their players sit, whoever led, and leave one middle only. Middle and ring are normally distributed before, so
what the cards make of them is linear: Bishop, Pattern Recognition and Machine Learning, 2006, section 3.3. Where nobody
sits at the bottom edge of the picture, for the camera looks over a corner of the table or has a side to itself, all sit
some way round; how far is tried out.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import inf, log, pi
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from companion.table.geometry import Point
from companion.table.seating import THREE_SIDES, Off, Sitting, orders_of_play, seat_directions

Floats = npt.NDArray[np.float64]

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


class _Explanation(NamedTuple):
    """Whose the cards of a trick may be.

    Attributes:
        placed: Those that tell of the middle.
        plays: How many of them are plays.
        chance: Logarithm of how likely that is.
    """

    placed: Placed
    plays: int
    chance: float


class _Fit(NamedTuple):
    """What one explanation makes of the middle.

    Attributes:
        around: How people sit then.
        plays: How many cards of the trick are plays.
        worst: How far the card is from its place that is farthest from it, millimetres.
        score: Logarithm of how likely all of it is.
    """

    around: Around
    plays: int
    worst: float
    score: float


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
    explained = [*_explained(trick, leader, tuple(seats))]
    telling = [one for one in explained if is_first and one.plays == len(trick) and one.placed[0][1] == leader]
    best = max(
        (
            fit
            for sitting, often, among in _sittings(players, off, explained, telling)
            for alike in _of_one_length(among)
            for fit in _fits(alike, known, centre, players, sitting, often)
        ),
        key=lambda fit: fit.score,
    )
    return best.around if best.worst < _FITS_MM and len(known) + best.plays >= _ALONE else None


def _sittings(
    players: int, off: Off, explained: Sequence[_Explanation], telling: Sequence[_Explanation]
) -> Iterator[tuple[Sitting, float, Sequence[_Explanation]]]:
    """Yield how all may sit, how often that is, and whose the cards may be then.

    Only as they were taken to where the order of play does not tell it. It does once the first trick is whole, all its
    cards are plays, and who was to lead it did, whether or not the others played in turn.
    """
    yield Sitting(0.0, off), _EVEN, explained
    if not telling or off:
        return
    for turn, often in _TURNS.items():
        yield Sitting(turn, off), often, telling
        yield Sitting(-turn, off), often, telling
    for sitting in _BESIDE.get(players, ()):
        yield sitting, _OFTEN_BESIDE, telling


def _of_one_length(explained: Sequence[_Explanation]) -> Iterator[Sequence[_Explanation]]:
    for count in sorted({len(one.placed) for one in explained}):
        yield [one for one in explained if len(one.placed) == count]


def _explained(trick: Sequence[Point], leader: int | None, seats: tuple[int, ...]) -> Iterator[_Explanation]:
    """Yield whose the cards of a trick may be.

    One that is nobody's is left out; a second one of somebody tells of the middle only together with others.
    """
    for order, chance in _orders(len(trick), leader, seats):
        if chance > _LEAST_CHANCE:
            yield _Explanation([*zip(trick, order, strict=True)], len(trick), chance)
    for other, place in enumerate(trick):
        rest = [*trick[:other], *trick[other + 1 :]]
        for order, chance in _orders(len(rest), leader, seats):
            if chance < 0.0:
                continue
            placed = [*zip(rest, order, strict=True)]
            yield _Explanation(placed, len(rest), chance + _STRAY)
            for seat in order[:other]:
                yield _Explanation([*placed, (place, seat)], len(rest), chance + _SECOND)


def _orders(plays: int, leader: int | None, seats: tuple[int, ...]) -> Iterator[tuple[list[int], float]]:
    if not plays:
        yield [], 0.0
        return
    orders, chances = orders_of_play(plays, leader, seats)
    yield from zip(orders.tolist(), chances.tolist(), strict=True)


def _fits(
    alike: Sequence[_Explanation], known: Placed, centre: Point, players: int, sitting: Sitting, often: float
) -> Iterator[_Fit]:
    """Yield the likeliest of some explanations for each of `_OFF_MM`, middle and ring normally distributed before.

    Those that say that all sit further round, though the cards do not lie as they do then, are left out.

    Args:
        alike: Explanations of as many cards each.
        known: The cards of whole tricks.
        centre: Of the picture, millimetres.
        players: Number of seats at the table.
        sitting: How all sit.
        often: How often they do.
    """
    cards = [[*known, *one.placed] for one in alike]
    places = np.array([[place for place, _ in placed] for placed in cards]) - centre
    seats = np.array([[seat for _, seat in placed] for placed in cards])
    further_round = tuple(sitting.turn + off for off in sitting.off or (0.0,) * players)
    towards = seat_directions(players, further_round)[seats]
    chances = np.array([one.chance for one in alike])
    for share, off_mm in _OFF_MM:
        middles, rings, worst, scores = _solved(places, towards, off_mm)
        if sitting.turn:
            scores[(worst >= _FITS_TURNED_MM) | (rings <= _OPPOSITE_MM)] = -inf
        scores += chances + log(share * often)
        best = int(scores.argmax())
        if scores[best] > -inf:
            around = Around(centre + middles[best], sitting.turn, sitting.off)
            yield _Fit(around, alike[best].plays, float(worst[best]), float(scores[best]))


def _solved(places: Floats, towards: Floats, off_mm: float) -> tuple[Floats, Floats, Floats, Floats]:
    """Fit middle and ring to every row of cards of which the seats are known.

    Args:
        places: (N, K, 2) from the middle of the picture, millimetres.
        towards: (N, K, 2) unit vectors to the seats.
        off_mm: How far off that middle the middle of play is, along each axis (standard deviation).

    Returns:
        (N, 2) where the middle is, (N,) how far from there people lay cards, (N,) how far the card is from its place
        that is farthest from it, all in millimetres, and (N,) logarithms of how likely the places are.
    """
    count, sure = places.shape[1], 1 / _SCATTER_MM**2
    away = places - _RING_MM * towards
    # The middle's two axes tell each other nothing: the equations are solved for the ring first.
    of_middle, of_ring = 1 / off_mm**2 + count * sure, 1 / _RING_OFF_MM**2 + count * sure
    of_both, pulls, outwards = sure * towards.sum(1), sure * away.sum(1), sure * (away * towards).sum((1, 2))
    of_ring = of_ring - (of_both**2).sum(1) / of_middle
    longer = (outwards - (of_both * pulls).sum(1) / of_middle) / of_ring
    middles = (pulls - of_both * longer[:, None]) / of_middle
    left = away - middles[:, None] - longer[:, None, None] * towards
    worst = np.sqrt((left**2).sum(2)).max(1)
    fitted = sure * (away**2).sum((1, 2)) - (pulls * middles).sum(1) - outwards * longer
    spread = np.log(of_middle**2 * of_ring * off_mm**4 * _RING_OFF_MM**2) + 2 * count * log(2 * pi / sure)
    return middles, _RING_MM + longer, worst, -0.5 * (fitted + spread)
