"""Where people sit around the simulated table, and where their cards and hands go. Millimetres, table frame."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import atan2, cos, pi, sin

import numpy as np
import numpy.typing as npt

from companion.simulation.habits import Seating

Point = npt.NDArray[np.float64]

_BEYOND_MM = 170.0
"""How far outside the picture a hand waits, so that neither it nor its card is seen."""


def facing(direction: Point) -> float:
    """Return the clockwise angle of a thing whose top points into a direction (0 for away from seat 0)."""
    return atan2(float(direction[0]), float(-direction[1]))


def turned(x: float, y: float, angle: float) -> Point:
    """Return the point (x, y) turned clockwise, in a frame whose y points down."""
    return np.array([x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)])


@dataclass(frozen=True)
class Place:
    """One seat's place at the table.

    Attributes:
        seat: From 0.
        outward: (2,) unit vector from the table's middle to the player.
        outside: (2,) where hands wait out of the picture.
        pile: (2,) where the tricks won lie.
        packet: (2,) where the cards dealt to the player lie until they are taken up.
        right: (2,) unit vector to the player's right.
    """

    seat: int
    outward: Point
    outside: Point
    pile: Point
    packet: Point

    @cached_property
    def right(self) -> Point:
        """Return the unit vector to the player's right."""
        return np.array([self.outward[1], -self.outward[0]])

    @cached_property
    def angle(self) -> float:
        """Return the angle of a card that lies upright for this player."""
        return facing(-self.outward)

    def shoulder(self, side: float) -> Point:
        """Return where an arm comes from; `side` is 1 for the right arm, -1 for the left."""
        return self.outside + self.outward * 320 + self.right * (side * 130)


_CORNER = pi / 4
"""How far clockwise, or the other way, the corner of a table is from the middle of its side, radians; where five sit
around it, halfway to the next of them."""

_SIDES: Mapping[int, Sequence[float]] = {2: (pi / 2, pi / 2), 3: (pi / 2, pi / 3, pi / 6)}
"""How far clockwise of where they would sit evenly so many people sit who leave the camera's side to it: the first of
them sits left of it."""


def seated(players: int, seating: Seating, lot: float) -> list[float]:
    """Return how far clockwise of where they would sit evenly people sit, radians.

    Args:
        players: How many.
        seating: Where the camera stands.
        lot: Which seats are next to the bottom edge, where nobody sits at it, 0..1: seat 0 is left or right of a
            corner, and anybody may be left of a free side.
    """
    if seating == "corner":
        return [min(_CORNER, pi / players) * (-1 if lot < 0.5 else 1)] * players
    if seating == "even" or players not in _SIDES:
        return [0.0] * players
    off, left = _SIDES[players], int(lot * players)
    return [off[(seat - left) % players] - 2 * pi * left / players for seat in range(players)]


def places_around(players: int, span_mm: float, off: Sequence[float], aspect: float = 9 / 16) -> tuple[Place, ...]:
    """Seat people around the part of the table that the camera shows.

    Args:
        players: How many.
        span_mm: Width of what the camera shows.
        off: How far clockwise of where they would sit evenly each of them sits, radians.
        aspect: Its height divided by its width.
    """
    half = np.array([span_mm / 2, span_mm / 2 * aspect])
    places = []
    for seat in range(players):
        # Seat 0 at the bottom; the next seat, on its left hand, further clockwise as seen from above.
        bearing = pi / 2 + 2 * pi * seat / players + off[seat]
        outward = np.array([cos(bearing), sin(bearing)])
        edge = min((reach + _BEYOND_MM) / max(abs(part), 1e-9) for reach, part in zip(half, outward, strict=True))
        right = np.array([outward[1], -outward[0]])
        places.append(
            Place(seat, outward, outward * edge, outward * half * 0.72 + right * 0.27 * half[0], outward * half * 0.6)
        )
    return tuple(places)
