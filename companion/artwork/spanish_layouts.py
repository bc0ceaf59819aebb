"""Where the symbols of Spanish number cards stand, and how high they are.

Spots are parts of a field: x, y, turn in degrees; heights are millimetres on the plain deck's card. The first layout of
every rank is the one that nearly all decks have; the others are found in some, or could be.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType

from companion.artwork.style import Layout, Spot

LONG = frozenset({"swords", "clubs"})
"""Suits whose symbols are long and point somewhere; those of the others stand upright all over the card."""
_HALF_WIDTHS = {"cups": 0.43, "coins": 0.5, "swords": 0.16, "clubs": 0.16}
"""Of symbols 1 high; a few are a little wider."""


def reach(suit: str, size: float, turn: float) -> tuple[float, float]:
    """Return half the width and height of what a symbol takes up.

    Args:
        suit: The symbol's suit.
        size: Its height, in any unit, that of the result.
        turn: Degrees by which it is turned.
    """
    wide, tall = _HALF_WIDTHS[suit] * size, 0.5 * size
    angle = math.radians(turn)
    cosine, sine = abs(math.cos(angle)), abs(math.sin(angle))
    return wide * cosine + tall * sine, wide * sine + tall * cosine


_WEST, _EAST, _NORTH, _SOUTH = 0.15, 0.85, 0.17, 0.83
_SIDES: tuple[Spot, ...] = ((_WEST, 0.5, 0.0), (_EAST, 0.5, 0.0))


def _corners(north: float) -> tuple[Spot, ...]:
    return tuple((x, y, 0.0) for y in (north, 1 - north) for x in (_WEST, _EAST))


def _column(*heights: float) -> tuple[Spot, ...]:
    return tuple((0.5, y, 0.0) for y in heights)


def _row(y: float, *columns: float) -> tuple[Spot, ...]:
    return tuple((x, y, 0.0) for x in columns)


_WIDE = (0.02, 0.5, 0.98)

_ROUND: Mapping[str, tuple[Layout, ...]] = MappingProxyType(
    {
        "1": (Layout(40.0, _column(0.5)),),
        "2": (
            Layout(30.0, _column(0.25, 0.75)),
            Layout(23.0, _row(0.5, 0.1, 0.9)),
            Layout(25.0, ((0.2, 0.27, 0.0), (0.8, 0.73, 0.0))),
        ),
        "3": (
            Layout(24.0, _column(0.17, 0.5, 0.83)),
            Layout(22.0, (*_column(0.24), *_row(0.74, 0.1, 0.9))),
            Layout(22.0, (*_row(0.28, 0.1, 0.9), *_column(0.76))),
            Layout(21.0, ((0.12, 0.2, 0.0), (0.5, 0.5, 0.0), (0.88, 0.8, 0.0))),
            Layout(16.0, _row(0.5, *_WIDE)),
        ),
        "4": (
            Layout(18.5, _corners(0.21)),
            Layout(21.0, _corners(0.31)),
            Layout(18.0, (*_column(0.17), *_row(0.5, 0.08, 0.92), *_column(0.83))),
        ),
        "5": (
            Layout(19.0, (*_corners(_NORTH), *_column(0.5))),
            Layout(15.0, (*_corners(0.29), *_column(0.5))),
            Layout(15.0, (*_column(_NORTH), *_row(0.5, *_WIDE), *_column(_SOUTH))),
        ),
        "6": (
            Layout(18.0, (*_corners(_NORTH), *_SIDES)),
            Layout(16.0, (*_row(0.22, *_WIDE), *_row(0.78, *_WIDE))),
            Layout(15.0, (*_row(0.35, *_WIDE), *_row(0.65, *_WIDE))),
            Layout(15.5, (*_column(_NORTH), *_row(0.5, 0.22, 0.78), *_row(_SOUTH, *_WIDE))),
        ),
        "7": (
            Layout(16.5, (*_corners(_NORTH), *_SIDES, *_column(0.333))),
            Layout(16.5, (*_corners(_NORTH), *_SIDES, *_column(0.667))),
            Layout(15.5, (*_corners(_NORTH), *_row(0.5, *_WIDE))),
            Layout(15.5, (*_row(0.2, *_WIDE), *_column(0.5), *_row(0.8, *_WIDE))),
        ),
        "8": (
            Layout(16.5, (*_corners(_NORTH), *_SIDES, *_column(0.333, 0.667))),
            Layout(15.0, (*_row(_NORTH, *_WIDE), *_row(0.5, 0.2, 0.8), *_row(_SOUTH, *_WIDE))),
            Layout(14.5, tuple((x, y, 0.0) for y in (0.13, 0.377, 0.623, 0.87) for x in (_WEST, _EAST))),
        ),
        "9": (
            Layout(15.0, tuple((x, y, 0.0) for y in (_NORTH, 0.5, _SOUTH) for x in (0.06, 0.5, 0.94))),
            Layout(14.0, (*((x, y, 0.0) for y in (0.13, 0.377, 0.623, 0.87) for x in (0.08, 0.92)), *_column(0.5))),
        ),
    }
)


def _rows(columns: Sequence[float], y: float) -> tuple[Spot, ...]:
    """A row in the upper half and the same row turned round in the lower."""
    return (*((x, y, 0.0) for x in columns), *((x, 1 - y, 180.0) for x in columns))


def _abreast(*columns: float) -> tuple[Spot, ...]:
    return tuple((x, 0.5, 0.0) for x in columns)


def _lying(count: int, first: float) -> tuple[Spot, ...]:
    """A column of symbols that lie on their side."""
    return tuple((0.5, first + (1 - 2 * first) * index / (count - 1), 90.0) for index in range(count))


_TWO, _THREE, _FOUR = (0.18, 0.82), (0.07, 0.5, 0.93), (0.0, 0.333, 0.667, 1.0)
_ACROSS: Spot = (0.5, 0.5, 90.0)
_UPRIGHT: Spot = (0.5, 0.5, 0.0)

# Long symbols point to the middle; an odd one lies across it.
_LONG: Mapping[str, tuple[Layout, ...]] = MappingProxyType(
    {
        "1": (Layout(72.0, (_UPRIGHT,)),),
        "2": (
            Layout(60.0, ((0.2, 0.5, 0.0), (0.8, 0.5, 180.0))),
            Layout(62.0, ((0.5, 0.5, 32.0), (0.5, 0.5, -32.0))),
            Layout(34.0, ((0.5, 0.25, 0.0), (0.5, 0.75, 0.0))),
            Layout(42.0, _lying(2, 0.33)),
        ),
        "3": (
            Layout(52.0, ((0.03, 0.5, 0.0), (0.5, 0.5, 180.0), (0.97, 0.5, 0.0))),
            Layout(60.0, (_UPRIGHT, (0.5, 0.5, 38.0), (0.5, 0.5, -38.0))),
            Layout(26.0, ((0.5, 0.16, 0.0), _UPRIGHT, (0.5, 0.84, 0.0))),
            Layout(42.0, _lying(3, 0.2)),
        ),
        "4": (
            Layout(31.0, _rows(_TWO, 0.275)),
            Layout(52.0, _abreast(*_FOUR)),
            Layout(42.0, _lying(4, 0.14)),
        ),
        "5": (
            Layout(29.0, (*_rows(_TWO, 0.255), _ACROSS)),
            Layout(26.0, (*_rows(_TWO, 0.2), _UPRIGHT)),
            Layout(52.0, _abreast(-0.06, 0.22, 0.5, 0.78, 1.06)),
            Layout(40.0, _lying(5, 0.1)),
        ),
        "6": (
            Layout(30.5, _rows(_THREE, 0.275)),
            Layout(24.0, (*_rows(_TWO, 0.16), *((x, 0.5, 0.0) for x in _TWO))),
            Layout(40.0, _lying(6, 0.08)),
        ),
        "7": (
            Layout(28.0, (*_rows(_THREE, 0.25), _ACROSS)),
            Layout(23.0, (*_rows(_THREE, 0.17), _UPRIGHT)),
            Layout(24.0, (*_rows(_TWO, 0.16), *_abreast(*_THREE))),
            Layout(40.0, _lying(7, 0.06)),
        ),
        "8": (
            Layout(30.5, _rows(_FOUR, 0.275)),
            Layout(23.0, (*_rows(_THREE, 0.17), *_abreast(*_TWO))),
        ),
        "9": (
            Layout(28.0, (*_rows(_FOUR, 0.25), _ACROSS)),
            Layout(24.0, (*_rows(_THREE, 0.16), *_abreast(*_THREE))),
            Layout(23.0, (*_rows(_FOUR, 0.17), _UPRIGHT)),
        ),
    }
)


_MOST_ROWS, _MOST_ABREAST = 4, 4
_FIELD_MM = (36.7, 79.0)
"""The plain deck's field, for the distances between rows and columns."""


def _compositions(count: int, rows: int) -> Iterator[tuple[int, ...]]:
    """Write a number as a sum of so many numbers between 1 and the most symbols abreast, in every order."""
    if rows == 1:
        if count <= _MOST_ABREAST:
            yield (count,)
        return
    for first in range(1, min(count - rows + 1, _MOST_ABREAST) + 1):
        for rest in _compositions(count - first, rows - 1):
            yield (first, *rest)


def _reach(count: int) -> float:
    """Return how far a row of so many symbols reaches to either side, in parts of the field: few stand closer."""
    return min(0.5, 0.2 + 0.1 * count)


def _row_layout(rows: tuple[int, ...], long: bool) -> Layout:
    """Return rows of so many symbols each, as large as the distances allow; below the middle long ones are turned."""
    width, height = _FIELD_MM
    top = {1: 0.5, 2: 0.27, 3: 0.17, 4: 0.12}[len(rows)]
    heights = [top + (1 - 2 * top) * row / max(len(rows) - 1, 1) for row in range(len(rows))]
    apart = height * (1 - 2 * top) / (len(rows) - 1) if len(rows) > 1 else height
    beside = width * min((2 * _reach(count) / (count - 1) for count in rows if count > 1), default=1.0)
    size = min(0.82 * apart, beside / 0.36, 34.0) if long else min(0.86 * apart, 0.86 * beside, 26.0)
    spots = []
    for y, count in zip(heights, rows, strict=True):
        reach = _reach(count)
        for column in range(count):
            x = 0.5 if count == 1 else 0.5 - reach + 2 * reach * column / (count - 1)
            spots.append((round(x, 3), round(y, 3), 180.0 if long and y > 0.5 else 0.0))
    return Layout(round(size, 1), tuple(spots))


@cache
def _rows_of(count: int, long: bool) -> tuple[Layout, ...]:
    """Return all layouts in rows that differ by one symbol at most."""
    shapes = (shape for rows in range(1, _MOST_ROWS + 1) for shape in _compositions(count, rows))
    return tuple(_row_layout(shape, long) for shape in shapes if max(shape) - min(shape) <= 1)


def layouts(rank: str, suit: str) -> tuple[Layout, ...]:
    """Return the layouts that a number card of a suit may have: the usual one, others by hand, then all in rows."""
    by_hand = (_LONG if suit in LONG else _ROUND)[rank]
    return by_hand if rank == "1" else (*by_hand, *_rows_of(int(rank), suit in LONG))
