"""Where things are on the drawn table."""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QFont, QFontMetricsF

from companion.app.model.board import Place
from companion.app.model.seating import direction
from companion.app.widgets.seats import chip_size

_GAP = 10.0
_RIM = 16.0
"""Pixels between things, and between them and the table's edge."""


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


def lay_out_seat(place: Place, seats: int, size: QSize, shape: float, name_font: QFont, note_font: QFont) -> Spot:
    """Lay out one seat: cards towards the middle, the name at the rim, the note under the name.

    Args:
        place: The seat.
        seats: How many there are.
        size: Of the table, pixels.
        shape: Width of a card by its height.
        name_font: Of names.
        note_font: Of notes.
    """
    x, y = direction(place.seat, seats)
    beside = abs(x) > 0.3
    line = QFontMetricsF(note_font).height()
    chip_width, chip_height = chip_size(name_font, place.name)
    chip_width = min(chip_width, size.width() * 0.26)
    text_height = chip_height + line * 1.3
    height = min(size.height() * 0.42, (size.height() - text_height - 3 * _RIM) * 0.47, size.width() * 0.30)
    width = height * shape
    far_x = size.width() / 2 - width / 2 - chip_width - 2 * _RIM if beside else 0.0
    reach_x = min(max(far_x, width * 0.75), width * 1.9)
    reach_y = size.height() / 2 - height / 2 - _RIM - (0 if beside else text_height)
    middle = QPointF(size.width() / 2 + x * reach_x, size.height() / 2 + _lift(y) * reach_y)
    cards = _fan(middle, width, height, max(1, len(place.cards)))
    if beside:
        return _beside(cards, middle, 1 if x > 0 else -1, size, chip_width, chip_height, line)
    return _under(cards, middle, y > 0, size, chip_width, chip_height, line)


def _fan(middle: QPointF, width: float, height: float, count: int) -> tuple[QRectF, ...]:
    step = min(width * 0.32, width * 1.6 / count)
    left = middle.x() - (width + step * (count - 1)) / 2
    return tuple(QRectF(left + step * place, middle.y() - height / 2, width, height) for place in range(count))


def _beside(
    cards: tuple[QRectF, ...],
    middle: QPointF,
    side: int,
    size: QSize,
    chip_width: float,
    chip_height: float,
    line: float,
) -> Spot:
    edge = cards[-1].right() if side > 0 else cards[0].left()
    room = (size.width() - edge if side > 0 else edge) - 2 * _GAP
    centre = edge + side * (_GAP + room / 2)
    chip = QRectF(centre - chip_width / 2, middle.y() - chip_height, chip_width, chip_height)
    return Spot(cards, chip, QRectF(centre - room / 2, chip.bottom() + 3, room, line * 4))


def _under(
    cards: tuple[QRectF, ...],
    middle: QPointF,
    down: bool,
    size: QSize,
    chip_width: float,
    chip_height: float,
    line: float,
) -> Spot:
    top = cards[0].bottom() + _GAP if down else cards[0].top() - _GAP - chip_height - line * 1.2
    chip = QRectF(middle.x() - chip_width / 2, top, chip_width, chip_height)
    width = size.width() * 0.6
    return Spot(cards, chip, QRectF(middle.x() - width / 2, chip.bottom() + 2, width, line * 1.3))


def _lift(y: float) -> float:
    """Return how far up or down a seat is drawn; seats a little off the middle go to the table's corners."""
    if abs(y) < 0.05:
        return 0.0
    return (1.0 if y > 0 else -1.0) * (1.0 if abs(y) > 0.8 else 0.9)
