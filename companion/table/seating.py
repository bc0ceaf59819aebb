"""Who played a card: where it lies round the middle of play, and whose turn it was."""

from collections.abc import Sequence
from itertools import permutations

import numpy as np
import numpy.typing as npt

from companion.table.geometry import Point

SeatChances = npt.NDArray[np.float64]
"""(players,) logarithms of how well a place fits each seat; only differences count."""

_SCATTER_MM = 40.0
"""How far from the line between the middle and its player a card comes to rest (standard deviation)."""

_ANYWHERE = 0.003
"""Share of cards that are laid without regard to where their player sits."""

_NARROWEST = 16.0
"""Concentration (of a von Mises distribution) beyond which a place says nothing more."""

_BREACH = np.log(0.004)
"""Logarithm of the chance that a play comes from a seat whose turn it is not."""

_FURTHER_BREACH = np.log(0.25)
"""The same for a further play of a trick in which that has happened: one swap is two breaches."""

_SURE = 0.8
"""How sure it must be that plays came in another order than the rules say."""


def seat_directions(players: int) -> npt.NDArray[np.float64]:
    """Return (players, 2) unit vectors from the middle to the seats, as the camera sees them (y down).

    Seat 0 sits at the bottom of the picture; the next seat is on its left hand, so on the left of the picture.
    """
    angles = 2 * np.pi * np.arange(players) / players
    return np.column_stack([-np.sin(angles), np.cos(angles)])


def place_chances(place: Point, middle: Point, players: int) -> SeatChances:
    """Return how well the place of a card fits each seat.

    Args:
        place: Where the card lies, millimetres.
        middle: The middle of play, millimetres.
        players: Number of seats.
    """
    offset = place - middle
    distance = float(np.linalg.norm(offset))
    if distance < 1.0:
        return np.zeros(players)
    narrow = min((distance / _SCATTER_MM) ** 2, _NARROWEST)
    cosines = seat_directions(players) @ (offset / distance)
    density = np.exp(narrow * (cosines - 1.0)) / (2 * np.pi * np.exp(-narrow) * np.i0(narrow))
    return np.asarray(np.log((1 - _ANYWHERE) * density + _ANYWHERE / (2 * np.pi)), np.float64)


def arrange(
    places: Sequence[SeatChances | int], expected_leader: int | None, players: int
) -> tuple[tuple[int, ...], float]:
    """Return the seats of the plays of one trick, in order, and how sure that is.

    Turn order is a strong prior; another order is taken only where the places contradict it strongly.

    Args:
        places: For each play so far, how well its place fits each seat; or its seat, where a person has said it.
        expected_leader: Who was to lead; None where that is not known.
        players: Number of seats.

    Returns:
        The seats and the chance, 0..1, that they are right.
    """
    said = {place: seat for place, seat in enumerate(places) if isinstance(seat, int)}
    by_rule = (
        () if expected_leader is None else tuple((expected_leader + step) % players for step in range(len(places)))
    )
    orders, scores = [], []
    for order in permutations(range(players), len(places)):
        if any(order[place] != seat for place, seat in said.items()):
            continue
        fits = sum(float(chances[order[place]]) for place, chances in enumerate(places) if not isinstance(chances, int))
        orders.append(order)
        scores.append(fits + _order_chance(order, expected_leader, players))
    chances = np.exp(np.array(scores) - max(scores))
    chances /= chances.sum()
    best = int(np.argmax(chances))
    if by_rule in orders and chances[best] < _SURE:
        best = orders.index(by_rule)
    return orders[best], float(chances[best])


def _order_chance(order: tuple[int, ...], expected_leader: int | None, players: int) -> float:
    leader = order[0] if expected_leader is None else expected_leader
    breaches = sum(seat != (leader if step == 0 else (order[0] + step) % players) for step, seat in enumerate(order))
    return 0.0 if not breaches else float(_BREACH + (breaches - 1) * _FURTHER_BREACH)
