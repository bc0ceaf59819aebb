"""The ranks in a card's corners."""

from collections.abc import Mapping
from types import MappingProxyType

from companion.artwork.glyphs import write_at
from companion.artwork.style import DeckStyle, IndexStyle
from companion.artwork.svg import place, rect

# Corners that carry an index, and the turn in degrees it has there.
_UPPER_LEFT, _UPPER_RIGHT, _LOWER_LEFT, _LOWER_RIGHT = (0, 0), (1, 0), (0, 1), (1, 1)
PLACES: Mapping[str, tuple[tuple[tuple[int, int], int], ...]] = MappingProxyType(
    {
        "two": ((_UPPER_LEFT, 0), (_LOWER_RIGHT, 180)),
        "four": ((_UPPER_LEFT, 0), (_UPPER_RIGHT, 0), (_LOWER_LEFT, 180), (_LOWER_RIGHT, 180)),
        "upright": ((_UPPER_LEFT, 0), (_LOWER_RIGHT, 0)),
        "upper": ((_UPPER_LEFT, 0), (_UPPER_RIGHT, 0)),
        "one": ((_UPPER_LEFT, 0),),
    }
)
"""Where a card carries its indices."""

_GAP = 0.18
"""Space between rank and symbol, in heights of the rank."""


def extent(index: IndexStyle) -> tuple[float, float]:
    """Return the width and height of one index."""
    if not index.height:
        return 0.0, 0.0
    gap = _GAP * index.height if index.suit else 0.0
    if index.beside:
        return index.width + gap + index.suit, max(index.height, index.suit)
    return max(index.width, index.suit), index.height + gap + index.suit


def indices_svg(style: DeckStyle, rank: str, colour: str, symbol: str) -> str:
    """Return all indices of one card.

    Args:
        style: The deck's style.
        rank: The card's rank.
        colour: The suit's colour.
        symbol: The suit's symbol, 1 high around the origin.
    """
    index = style.index
    if not index.height:
        return ""
    width, height = extent(index)
    ink = style.inks.ink if index.in_ink else colour
    label = style.label(rank)
    rank_x = 0.0 if index.at_edge else (index.width if index.beside else width) / 2
    written = write_at(
        index.face,
        label,
        ink,
        rank_x,
        0,
        index.height,
        anchor="start" if index.at_edge else "middle",
        widest=index.width,
    )
    covered = min(width, index.face.write(label, ink)[1] * index.height) if index.at_edge else width
    plate = rect(-0.5, -0.5, max(covered, index.suit) + 1.0, height + 1.0, style.inks.paper) if index.plate else ""
    block = plate + written
    if index.suit:
        gap = _GAP * index.height
        if index.beside:
            block += place(symbol, index.width + gap + index.suit / 2, index.height / 2, index.suit)
        else:
            block += place(symbol, width / 2, index.height + gap + index.suit / 2, index.suit)
    (card_width, card_height), (dx, dy) = style.size_mm, index.inset
    parts = []
    for (right, low), turn in PLACES[index.place]:
        left = card_width - dx - width if right else dx
        top = card_height - dy - height if low else dy
        # A turned block hangs from its lower right corner.
        parts.append(place(block, left + width, top + height, turn=180) if turn else place(block, left, top))
    return "".join(parts)
