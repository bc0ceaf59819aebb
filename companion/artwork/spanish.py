"""Spanish cards: 1 to 12 of cups, coins, swords and clubs."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from companion.artwork import figures
from companion.artwork.glyphs import Face, Pen, write_at
from companion.artwork.heads import Dress
from companion.artwork.palette import SPANISH_INKS, Palette
from companion.artwork.pips import PIPS
from companion.artwork.svg import document, path, place

SUITS = ("cups", "coins", "swords", "clubs")
CODES = tuple(f"{rank}-{suit}" for suit in SUITS for rank in range(1, 13))
SIZE_MM = (61.5, 95.0)

_LONG = frozenset({"swords", "clubs"})
_FIGURES = {10: figures.knave, 11: figures.knight, 12: figures.king}
_BREAKS: Mapping[str, int] = MappingProxyType({"coins": 0, "cups": 1, "swords": 2, "clubs": 3})
"""How often the frame's upper and lower lines are broken: `la pinta`, by which the suit shows in a fanned hand."""

Spot = tuple[float, float, float]
"""Where a symbol stands: x and y as parts of the layout's field, turn in degrees."""

_WEST, _EAST, _NORTH, _SOUTH = 0.15, 0.85, 0.17, 0.83
_CORNERS = ((_WEST, _NORTH), (_EAST, _NORTH), (_WEST, _SOUTH), (_EAST, _SOUTH))
_SIDES = ((_WEST, 0.5), (_EAST, 0.5))

# Round symbols (coins, cups) stand upright all over the card. By rank: a symbol's height, and where the symbols stand.
_ROUND: Mapping[int, tuple[float, tuple[tuple[float, float], ...]]] = MappingProxyType(
    {
        1: (40.0, ((0.5, 0.5),)),
        2: (30.0, ((0.5, 0.25), (0.5, 0.75))),
        3: (24.0, ((0.5, 0.17), (0.5, 0.5), (0.5, 0.83))),
        4: (18.5, _CORNERS),
        5: (19.0, (*_CORNERS, (0.5, 0.5))),
        6: (18.0, (*_CORNERS, *_SIDES)),
        7: (16.5, (*_CORNERS, *_SIDES, (0.5, 0.333))),
        8: (16.5, (*_CORNERS, *_SIDES, (0.5, 0.333), (0.5, 0.667))),
        9: (15.0, tuple((x, y) for y in (_NORTH, 0.5, _SOUTH) for x in (0.06, 0.5, 0.94))),
    }
)


def _rows(columns: tuple[float, ...], y: float) -> tuple[Spot, ...]:
    """A row in the upper half and the same row turned round in the lower."""
    return (*((x, y, 0.0) for x in columns), *((x, 1 - y, 180.0) for x in columns))


_TWO, _THREE, _FOUR = (0.18, 0.82), (0.07, 0.5, 0.93), (0.0, 0.333, 0.667, 1.0)
_ACROSS: Spot = (0.5, 0.5, 90.0)

# Long symbols (swords, clubs) point to the middle; an odd one lies across it.
_LONG_LAYOUTS: Mapping[int, tuple[float, tuple[Spot, ...]]] = MappingProxyType(
    {
        1: (72.0, ((0.5, 0.5, 0.0),)),
        2: (60.0, ((0.2, 0.5, 0.0), (0.8, 0.5, 180.0))),
        3: (52.0, ((0.03, 0.5, 0.0), (0.5, 0.5, 180.0), (0.97, 0.5, 0.0))),
        4: (31.0, _rows(_TWO, 0.275)),
        5: (29.0, (*_rows(_TWO, 0.255), _ACROSS)),
        6: (30.5, _rows(_THREE, 0.275)),
        7: (28.0, (*_rows(_THREE, 0.25), _ACROSS)),
        8: (30.5, _rows(_FOUR, 0.275)),
        9: (28.0, (*_rows(_FOUR, 0.25), _ACROSS)),
    }
)


_ROMAN = Pen(upright=0.2, level=0.09, serif=0.09, slab=0.06, width=0.86, gap=0.06)


@dataclass(frozen=True, slots=True)
class SpanishStyle:
    """What one Spanish deck looks like. The defaults are the plain deck.

    Lengths are millimetres of the card.
    """

    inks: Palette = SPANISH_INKS
    face: Face = _ROMAN
    index_height: float = 7.8
    shapes: tuple[int, ...] = (0, 0, 0, 0)
    margin: float = 4.2
    line: float = 0.55
    corner: float = 4.5


def _frame(style: SpanishStyle, suit: str) -> str:
    (w, h), m = SIZE_MM, style.margin
    breaks, gap = _BREAKS[suit], 4.6
    length = (w - 2 * m - gap * breaks) / (breaks + 1)
    level = [
        f"M{m + index * (length + gap):.2f},{y} l{length:.2f},0" for y in (m, h - m) for index in range(breaks + 1)
    ]
    upright = f"M{m},{m} L{m},{h - m} M{w - m},{m} L{w - m},{h - m}"
    return path(" ".join([*level, upright]), "none", style.inks.ink, style.line, 'stroke-linecap="square"')


def _indices(style: SpanishStyle, rank: int) -> str:
    inset = style.margin + 1.8
    one = write_at(
        style.face,
        str(rank),
        style.inks.ink,
        inset,
        inset,
        style.index_height,
        anchor="start",
        widest=4.9 * len(str(rank)),
    )
    return one + place(one, *SIZE_MM, turn=180)


def _symbol(style: SpanishStyle, suit: str) -> str:
    return PIPS[suit][style.shapes[SUITS.index(suit)]](style.inks.suits[suit], style.inks.ink)


def _pips(style: SpanishStyle, rank: int, suit: str) -> str:
    symbol = _symbol(style, suit)
    left, top, width, height = 12.4, 8.0, SIZE_MM[0] - 24.8, SIZE_MM[1] - 16.0
    if suit in _LONG:
        size, spots = _LONG_LAYOUTS[rank]
    else:
        size, round_spots = _ROUND[rank]
        spots = tuple((x, y, 0.0) for x, y in round_spots)
    return "".join(place(symbol, left + x * width, top + y * height, size, turn) for x, y, turn in spots)


def _court(style: SpanishStyle, rank: int, suit: str) -> str:
    number = SUITS.index(suit)
    dress = Dress.cut(style.inks, number, number)
    symbol = _symbol(style, suit)
    held = {
        "cups": place(symbol, -14.6, -67.2, 14.5),
        "coins": place(symbol, -14.4, -67.6, 14.5),
        "swords": place(symbol, -15.4, -66.2, 30.0, turn=180),
        "clubs": place(symbol, -15, -64.6, 28.0),
    }[suit]
    return place(_FIGURES[rank](dress, held), SIZE_MM[0] / 2 + (-0.8 if rank == 12 else 1.0), SIZE_MM[1] - 7.6, 0.94)


def face_svg(style: SpanishStyle, code: str) -> str:
    """Return the SVG document of one card."""
    text, suit = code.split("-")
    rank = int(text)
    middle = _court(style, rank, suit) if rank >= 10 else _pips(style, rank, suit)
    body = _frame(style, suit) + middle + _indices(style, rank)
    return document(SIZE_MM, style.corner, body, style.inks.paper, "#c9c7bd")
