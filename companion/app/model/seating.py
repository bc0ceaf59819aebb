"""Where the seats are round a drawn table."""

import math

from companion.language import ENGLISH, Language


def direction(seat: int, seats: int) -> tuple[float, float]:
    """Return the unit vector from the middle of the table to a seat, x to the right and y down.

    Seat 0 is at the bottom; the others follow clockwise as seen from above, so the next one is on the left.
    """
    angle = math.pi / 2 + 2 * math.pi * seat / seats
    return math.cos(angle), math.sin(angle)


def nearest_seat(x: float, y: float, seats: int) -> int:
    """Return the seat that lies in this direction from the middle of the table."""
    return max(range(seats), key=lambda seat: sum(a * b for a, b in zip(direction(seat, seats), (x, y), strict=True)))


def side_name(seat: int, seats: int, language: Language = ENGLISH) -> str:
    """Return where in the camera's picture a seat is: "at the bottom", "on the left"."""
    x, y = direction(seat, seats)
    if abs(x) < 0.2:
        return language.text("at the bottom of the picture") if y > 0 else language.text("at the top")
    if abs(y) < 0.2:
        return language.text("on the left") if x < 0 else language.text("on the right")
    if y > 0:
        return language.text("at the bottom left") if x < 0 else language.text("at the bottom right")
    return language.text("at the top left") if x < 0 else language.text("at the top right")
