"""How much room the symbols of Spanish number cards have: beside each other, and up to the indices and the edges."""

from itertools import combinations

from companion.artwork import spanish
from companion.artwork.indices import extent
from companion.artwork.spanish_layouts import LONG, layouts, reach
from companion.artwork.style import DeckStyle, Layout

_LARGEST, _STEP = 1.9, 1.05
"""Most that symbols are enlarged by, and how finely that is tried."""


def _millimetres(style: DeckStyle, layout: Layout, size: float) -> float:
    """Return the height of a layout's symbols on a deck's cards, for their size against the plain deck's."""
    return layout.size * size * style.size_mm[1] / spanish.SIZE_MM[1]


def clear(style: DeckStyle, suit: str, layout: Layout, size: float) -> bool:
    """Return whether a layout's symbols keep clear of the indices at two corners and of the card's edges.

    Args:
        style: The deck's style.
        suit: The symbols' suit.
        layout: Where they stand.
        size: Of the symbols, against the plain deck's.
    """
    look, (width, height), (left, top) = style.pips, style.size_mm, style.pips.field
    (digit, tall), (dx, dy) = extent(style.index), style.index.inset
    right, bottom = dx + 0.6 * digit + 0.3, dy + tall + 0.3  # number cards have one digit
    for x, y, turn in layout.spots:
        tilt = look.tilt if suit in LONG and turn != 90.0 else 0.0
        wide, high = reach(suit, _millimetres(style, layout, size), turn + tilt)
        across, down = left + x * (width - 2 * left), top + y * (height - 2 * top)
        at_near = across - wide <= right and down - high <= bottom
        at_far = across + wide >= width - right and down + high >= height - bottom
        if at_near or at_far:
            return False
        if not (wide < across < width - wide and high < down < height - high):
            return False
    return True


def _crowded(style: DeckStyle, suit: str, layout: Layout, size: float) -> bool:
    """Return whether a layout's symbols would overlap; the arguments are those of `clear`."""
    (width, height), (left, top) = style.size_mm, style.pips.field
    placed = [
        (x * (width - 2 * left), y * (height - 2 * top), *reach(suit, _millimetres(style, layout, size), turn))
        for x, y, turn in layout.spots
    ]
    return any(
        abs(x - other_x) < wide + other_wide and abs(y - other_y) < high + other_high
        for (x, y, wide, high), (other_x, other_y, other_wide, other_high) in combinations(placed, 2)
    )


def fits(style: DeckStyle, suit: str, layout: Layout, size: float) -> bool:
    """Return whether a layout's symbols touch neither each other, nor an index, nor the edge; see `clear`."""
    return clear(style, suit, layout, size) and not _crowded(style, suit, layout, size)


def room(style: DeckStyle, suit: str, rank: str) -> float:
    """Return by how much a card's symbols could be larger without touching each other, the index or the edge."""
    look = style.pips
    layout = look.layouts.get((suit, rank)) or layouts(rank, suit)[0]
    factor = 1.0
    while factor < _LARGEST:
        size = look.size * factor * _STEP
        if not fits(style, suit, layout, size):
            break
        factor *= _STEP
    return factor
