"""Where things are on the drawn table."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QFont, QFontMetricsF

from companion.app.model.board import Place
from companion.app.model.seating import direction
from companion.app.widgets.seats import chip_size

_GAP = 10.0
_RIM = 16.0
"""Pixels between things, and between them and the table's edge."""

_LARGEST, _SMALLEST, _STEP = 0.42, 0.1, 0.96
"""Height of a card by that of the table; cards become smaller step by step until nothing overlaps."""

_SPREADS = (1.45, 2.2, 9.0)
"""How far cards at the sides may lie from the middle, in widths of a card; the nearest that fits is taken."""

_NOTE, _WIDEST_NOTE = 8.0, 0.27
"""Width of a note at the side, in lines of its type, and by the table's width at most: it takes more lines then."""

_FAN = 0.32
"""Part of a card that is seen of it where another lies on it."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where the things of one seat are, in pixels of the widget.

    Attributes:
        cards: One place a card; one also where no card lies yet.
        chip: The name.
        note: What is said of the player.
    """

    cards: tuple[QRectF, ...]
    chip: QRectF
    note: QRectF

    @property
    def extent(self) -> QRectF:
        """The place that all cards take together."""
        return self.cards[0].united(self.cards[-1])


def lay_out(places: Sequence[Place], size: QSize, shape: float, name_font: QFont, note_font: QFont) -> tuple[Spot, ...]:
    """Lay out all seats: cards towards the middle, as large as they can be, names at the rim, notes under the names.

    Args:
        places: The seats, in order.
        size: Of the table, pixels.
        shape: Width of a card by its height.
        name_font: Of names.
        note_font: Of notes.
    """
    layout = _Layout(size, shape, name_font, QFontMetricsF(note_font).height(), len(places))
    height = min(size.height() * _LARGEST, size.width() * 0.3)
    while True:
        for spread in _SPREADS:
            spots = tuple(layout.seat(place, height, spread) for place in places)
            if _fits(spots, size):
                return spots
        if height <= size.height() * _SMALLEST:
            return spots
        height *= _STEP


def _fits(spots: Sequence[Spot], size: QSize) -> bool:
    inside = QRectF(0, 0, size.width(), size.height()).adjusted(_GAP, _GAP, -_GAP, -_GAP)
    if not all(inside.contains(spot.extent) and inside.contains(spot.chip) for spot in spots):
        return False
    for one, other in combinations(spots, 2):
        around = one.extent.adjusted(-_GAP, -_GAP, _GAP, _GAP)
        if around.intersects(other.extent) or around.intersects(other.chip):
            return False
        if one.chip.intersects(other.extent) or one.chip.intersects(other.chip):
            return False
    return not any(spot.chip.intersects(spot.extent) for spot in spots)


WIDEST_CHIP = 0.26
"""Part of the table's width that a name takes at most."""


class _Layout:
    """What all seats of one table share."""

    def __init__(self, size: QSize, shape: float, name_font: QFont, line: float, seats: int) -> None:
        self._size = size
        self._shape = shape
        self._name_font = name_font
        self._line = line
        self._directions = [direction(seat, seats) for seat in range(seats)]
        # The seats at the sides are spread over the whole height, however few they are.
        steepest = max((abs(y) for x, y in self._directions if _beside(x)), default=1.0)
        self._steepest = steepest if steepest > 0.05 else 1.0

    def seat(self, place: Place, height: float, spread: float) -> Spot:
        """Lay out one seat with cards of this height, at the sides at most `spread` widths from the middle."""
        x, y = self._directions[place.seat]
        size, width = self._size, height * self._shape
        chip_width, chip_height = chip_size(self._name_font, place.name)
        chip_width = min(chip_width, size.width() * WIDEST_CHIP)
        count = max(1, len(place.cards))
        fan = width * (1 + _FAN * (count - 1))
        if not _beside(x):
            text = _GAP + chip_height + self._line * 1.3
            away = size.height() / 2 - height / 2 - _RIM - text
            cards = self._fan(QPointF(size.width() / 2, size.height() / 2 + y * away), width, height, count)
            return self._under(cards, y > 0, chip_width, chip_height)
        beside = max(chip_width, min(self._line * _NOTE, size.width() * _WIDEST_NOTE))
        far = size.width() / 2 - fan / 2 - beside - 2 * _RIM
        reach = math.copysign(min(far, width * spread), x)
        away = size.height() / 2 - height / 2 - _RIM
        middle = QPointF(size.width() / 2 + reach, size.height() / 2 + y / self._steepest * away * 0.96)
        return self._at_side(self._fan(middle, width, height, count), x > 0, chip_width, chip_height)

    def _fan(self, middle: QPointF, width: float, height: float, count: int) -> tuple[QRectF, ...]:
        step = width * _FAN
        left = middle.x() - (width + step * (count - 1)) / 2
        return tuple(QRectF(left + step * place, middle.y() - height / 2, width, height) for place in range(count))

    def _at_side(self, cards: tuple[QRectF, ...], right: bool, chip_width: float, chip_height: float) -> Spot:
        edge = cards[-1].right() if right else cards[0].left()
        room = (self._size.width() - edge if right else edge) - 2 * _GAP
        centre = edge + (1 if right else -1) * (_GAP + room / 2)
        chip = QRectF(centre - chip_width / 2, cards[0].center().y() - chip_height, chip_width, chip_height)
        return Spot(cards, chip, QRectF(centre - room / 2, chip.bottom() + 3, room, self._line * 4))

    def _under(self, cards: tuple[QRectF, ...], down: bool, chip_width: float, chip_height: float) -> Spot:
        centre = cards[0].united(cards[-1]).center().x()
        top = cards[0].bottom() + _GAP if down else cards[0].top() - _GAP - chip_height - self._line * 1.2
        chip = QRectF(centre - chip_width / 2, top, chip_width, chip_height)
        width = self._size.width() * 0.6
        return Spot(cards, chip, QRectF(centre - width / 2, chip.bottom() + 2, width, self._line * 1.3))


def _beside(x: float) -> bool:
    return abs(x) > 0.3
