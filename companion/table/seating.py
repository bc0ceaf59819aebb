"""Who played a card: where it lies round the middle of play, and whose turn it was."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import permutations
from math import pi
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from companion.table.geometry import Point

SeatChances = npt.NDArray[np.float64]
"""(players,) logarithms of how well a place fits each seat; only differences count."""

Directions = npt.NDArray[np.float64]
"""(players, 2) unit vectors from the middle of play to the seats."""

Off = tuple[float, ...]
"""How far clockwise of where they would sit evenly people sit, radians, by seat; nothing where all sit evenly."""


class Sitting(NamedTuple):
    """How people sit round the middle.

    Attributes:
        turn: How far clockwise of where they were taken to all of them sit, radians.
        off: How far clockwise of even places each of them sits then, radians; nothing where all sit evenly.
    """

    turn: float
    off: Off


THREE_SIDES = (
    Sitting(pi / 3, (pi / 6, 0.0, -pi / 6)),
    Sitting(-pi / 3, (-pi / 6, pi / 6, 0.0)),
    Sitting(pi, (0.0, -pi / 6, pi / 6)),
)
"""How three sit who leave one side of a table to the camera: it is seat 0, seat 1 or seat 2 that sits left of it."""

Places = Mapping[int, SeatChances | int]
"""By the places of plays in the log: how well where their cards lie fits each seat, or the seat that is known."""

Orders = npt.NDArray[np.intp]
"""(N, plays) seats, in orders in which they may have played."""

_NOTHING = np.zeros(1)

_SCATTER_MM = 40.0
"""How far from the line between the middle and its player a card comes to rest (standard deviation)."""

ANYWHERE = 0.005
"""Share of cards that are laid without regard to where their player sits, before any were seen."""

_EARLIER_CARDS = 40
"""How many cards that expectation is worth against those that are seen."""

_NARROWEST = 16.0
"""Concentration (of a von Mises distribution) beyond which a place says nothing more."""

_BREACH = np.log(0.004)
"""Logarithm of the chance that a play comes from a seat whose turn it is not."""

_FURTHER_BREACH = np.log(0.6)
"""The same for a further play of a trick in which that has happened: who was passed over mostly plays next."""


@lru_cache(maxsize=32)
def seat_directions(players: int, off: Off = ()) -> Directions:
    """Return unit vectors from the middle to the seats, as the camera sees them (y down).

    Seat 0 sits at the bottom of the picture; the next seat is on its left hand, so on the left of the picture.

    Args:
        players: How many.
        off: How far clockwise of there each of them sits, radians; nothing for all of them evenly.
    """
    angles = 2 * np.pi * np.arange(players) / players + np.array(off or 0.0)
    directions = np.column_stack([-np.sin(angles), np.cos(angles)])
    directions.setflags(write=False)
    return directions


def mirrored(chances: SeatChances) -> SeatChances:
    """Return how well the place on the other side, left and right exchanged, fits each seat."""
    players = len(chances)
    return chances[-np.arange(players) % players]


def share_anywhere(strays: int, cards: int) -> float:
    """Return the share of cards that are laid without regard to seats, as far as this table shows it.

    Args:
        strays: How many cards lay before another seat than that of their player.
        cards: How many cards there were.
    """
    return (strays + ANYWHERE * _EARLIER_CARDS) / (cards + _EARLIER_CARDS)


def place_chances(place: Point, middle: Point, seats: Directions, anywhere: float = ANYWHERE) -> SeatChances:
    """Return how well the place of a card fits each seat.

    Args:
        place: Where the card lies, millimetres.
        middle: The middle of play, millimetres.
        seats: (players, 2) unit vectors from the middle to the seats.
        anywhere: Share of cards that are laid without regard to seats.
    """
    offset = place - middle
    distance = float(np.linalg.norm(offset))
    if distance < 1.0:
        return np.zeros(len(seats))
    narrow = min((distance / _SCATTER_MM) ** 2, _NARROWEST)
    cosines = seats @ (offset / distance)
    density = np.exp(narrow * (cosines - 1.0)) / _whole_circle(narrow)
    return np.asarray(np.log((1 - anywhere) * density + anywhere / (2 * np.pi)), np.float64)


@lru_cache(maxsize=64)
def _whole_circle(narrow: float) -> float:
    """Return what the densities of all directions add up to; most cards lie so far out that they are as narrow."""
    return float(2 * np.pi * np.exp(-narrow) * np.i0(narrow))


def arrange(
    places: Sequence[SeatChances | int], expected_leader: int | None, seats: Sequence[int]
) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """Return the seats of the plays of one trick, in order, and how sure each is.

    Turn order is a strong prior; another order is taken only where the places contradict it strongly.

    Args:
        places: For each play so far, how well its place fits each seat; or its seat, where a person has said it.
        expected_leader: Who was to lead; None where that is not known.
        seats: Those that play to the trick, clockwise.

    Returns:
        The seats, and for each the chance, 0..1, that it is right.
    """
    orders, scores = scored(places, expected_leader, seats)
    chances = np.exp(scores - scores.max())
    chances /= chances.sum()
    best = orders[int(chances.argmax())]
    return tuple(best.tolist()), tuple(((orders == best) * chances[:, None]).sum(axis=0).tolist())


def best_score(places: Sequence[SeatChances | int], expected_leader: int | None, seats: Sequence[int]) -> float:
    """Return the logarithm of how well the best arrangement fits; arguments as for `arrange`."""
    return float(scored(places, expected_leader, seats)[1].max())


def scores_at(
    places: Sequence[SeatChances | int], own: SeatChances | int, expected_leader: int | None, seats: Sequence[int]
) -> list[float]:
    """Return the best score with one more play, with its own place, at each position; arguments as for `arrange`."""
    lines = ([*places[:position], own, *places[position:]] for position in range(len(places) + 1))
    return [best_score(line, expected_leader, seats) for line in lines]


def scored(
    places: Sequence[SeatChances | int], expected_leader: int | None, seats: Sequence[int]
) -> tuple[Orders, npt.NDArray[np.float64]]:
    """Return (N, plays) the seats that may have made the plays of a trick, in order, and (N,) logarithms of how well
    each of that fits; arguments as for `arrange`."""
    orders, scores = orders_of_play(len(places), expected_leader, tuple(seats))
    fitting = np.ones(len(orders), np.bool_)
    for place, fits in enumerate(places):
        if isinstance(fits, int):
            fitting &= orders[:, place] == fits
    if fitting.any() and not fitting.all():
        orders, scores = orders[fitting], scores[fitting]
    fitted = sum((fits[orders[:, place]] for place, fits in enumerate(places) if not isinstance(fits, int)), _NOTHING)
    return orders, fitted + scores


@lru_cache(maxsize=256)
def orders_of_play(
    plays: int, expected_leader: int | None, seats: tuple[int, ...]
) -> tuple[Orders, npt.NDArray[np.float64]]:
    """Return (N, plays) the orders in which so many seats may have played, and (N,) logarithms of their chances."""
    orders = list(permutations(seats, plays))
    chances = [_order_chance(order, expected_leader, seats) for order in orders]
    return np.array(orders, np.intp), np.array(chances)


def _order_chance(order: tuple[int, ...], expected_leader: int | None, seats: Sequence[int]) -> float:
    first = seats.index(order[0])
    breaches = sum(seat != seats[(first + step) % len(seats)] for step, seat in enumerate(order))
    if expected_leader in seats and order[0] != expected_leader:
        breaches += 1
    return 0.0 if not breaches else float(_BREACH + (breaches - 1) * _FURTHER_BREACH)
