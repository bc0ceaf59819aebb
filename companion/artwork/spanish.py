"""Spanish cards: 1 to 12 of cups, coins, swords and clubs."""

from collections.abc import Mapping
from types import MappingProxyType

from companion.artwork.courts import Court, court_svg
from companion.artwork.frames import frame_svg
from companion.artwork.glyphs import Pen
from companion.artwork.heads import Dress
from companion.artwork.indices import indices_svg
from companion.artwork.numbers import Spot, giant_rank, large_symbol, spread, symbol_svg
from companion.artwork.palette import SPANISH_INKS
from companion.artwork.style import CourtStyle, DeckStyle, FrameStyle, IndexStyle, PipStyle
from companion.artwork.svg import document, place
from companion.cards import SPANISH48, Card

SIZE_MM = (61.5, 95.0)

_ROLES = MappingProxyType({"10": "knave", "11": "knight", "12": "king"})
_LONG = frozenset({"swords", "clubs"})

_WEST, _EAST, _NORTH, _SOUTH = 0.15, 0.85, 0.17, 0.83
_SIDES: tuple[Spot, ...] = ((_WEST, 0.5, 0.0), (_EAST, 0.5, 0.0))


def _corners(north: float) -> tuple[Spot, ...]:
    return tuple((x, y, 0.0) for y in (north, 1 - north) for x in (_WEST, _EAST))


def _column(*heights: float) -> tuple[Spot, ...]:
    return tuple((0.5, y, 0.0) for y in heights)


# Round symbols (coins, cups) stand upright all over the card. By rank: a symbol's height, and where the symbols stand.
_ROUND: Mapping[str, tuple[float, tuple[Spot, ...]]] = MappingProxyType(
    {
        "1": (40.0, _column(0.5)),
        "2": (30.0, _column(0.25, 0.75)),
        "3": (24.0, _column(0.17, 0.5, 0.83)),
        "4": (18.5, _corners(0.21)),
        "5": (19.0, (*_corners(_NORTH), *_column(0.5))),
        "6": (18.0, (*_corners(_NORTH), *_SIDES)),
        "7": (16.5, (*_corners(_NORTH), *_SIDES, *_column(0.333))),
        "8": (16.5, (*_corners(_NORTH), *_SIDES, *_column(0.333, 0.667))),
        "9": (15.0, tuple((x, y, 0.0) for y in (_NORTH, 0.5, _SOUTH) for x in (0.06, 0.5, 0.94))),
    }
)


def _rows(columns: tuple[float, ...], y: float) -> tuple[Spot, ...]:
    """A row in the upper half and the same row turned round in the lower."""
    return (*((x, y, 0.0) for x in columns), *((x, 1 - y, 180.0) for x in columns))


_TWO, _THREE, _FOUR = (0.18, 0.82), (0.07, 0.5, 0.93), (0.0, 0.333, 0.667, 1.0)
_ACROSS: Spot = (0.5, 0.5, 90.0)

# Long symbols (swords, clubs) point to the middle; an odd one lies across it.
_LONG_LAYOUTS: Mapping[str, tuple[float, tuple[Spot, ...]]] = MappingProxyType(
    {
        "1": (72.0, ((0.5, 0.5, 0.0),)),
        "2": (60.0, ((0.2, 0.5, 0.0), (0.8, 0.5, 180.0))),
        "3": (52.0, ((0.03, 0.5, 0.0), (0.5, 0.5, 180.0), (0.97, 0.5, 0.0))),
        "4": (31.0, _rows(_TWO, 0.275)),
        "5": (29.0, (*_rows(_TWO, 0.255), _ACROSS)),
        "6": (30.5, _rows(_THREE, 0.275)),
        "7": (28.0, (*_rows(_THREE, 0.25), _ACROSS)),
        "8": (30.5, _rows(_FOUR, 0.275)),
        "9": (28.0, (*_rows(_FOUR, 0.25), _ACROSS)),
    }
)

PLAIN = DeckStyle(
    size_mm=SIZE_MM,
    corner=4.5,
    inks=SPANISH_INKS,
    index=IndexStyle(
        face=Pen(upright=0.2, level=0.09, serif=0.09, slab=0.06, width=0.86, gap=0.06),
        height=7.8,
        width=9.0,
        inset=(5.8, 6.0),
        at_edge=True,
        in_ink=True,
    ),
    frame=FrameStyle(margin=(4.2, 4.2), line=0.55, broken=True),
    pips=PipStyle(),
    courts=CourtStyle(kind="figure", field=(6.2, 8.4), symbols="none"),
)
"""The project's plain deck."""


def _pips(style: DeckStyle, rank: str, suit: str, number: int) -> str:
    look, (width, height) = style.pips, style.size_mm
    if look.layout == "giant":
        return giant_rank(style, rank, suit, number)
    layout = _LONG_LAYOUTS if suit in _LONG else _ROUND
    size, spots = layout[rank]
    scale = look.size * height / SIZE_MM[1]
    if rank == "1":
        return large_symbol(style, suit, number, size * look.ace * height / SIZE_MM[1])
    if look.layout == "one":
        return large_symbol(style, suit, number, layout["1"][0] * 0.8 * scale)
    left, top = look.field
    lean = 24.0 if look.leaning and suit in _LONG and rank in ("4", "5") else 0.0
    placed = (
        (
            left + x * (width - 2 * left),
            top + y * (height - 2 * top),
            (turn if look.turned or turn == 90.0 else 0.0) + (lean if (x < 0.5) == (y < 0.5) else -lean) * (x != 0.5),
        )
        for x, y, turn in spots
    )
    return spread(style, suit, number, placed, size * scale)


def _held(symbol: str, suit: str) -> str:
    """Return the symbol where a standing figure's raised hand is."""
    return {
        "cups": place(symbol, -14.6, -67.2, 14.5),
        "coins": place(symbol, -14.4, -67.6, 14.5),
        "swords": place(symbol, -15.4, -66.2, 30.0, turn=180),
        "clubs": place(symbol, -15, -64.6, 28.0),
    }[suit]


def face_svg(style: DeckStyle, card: Card) -> str:
    """Return the SVG document of one card."""
    rank, suit = card.rank, str(card.suit)
    number, colour = SPANISH48.suits.index(suit), style.inks.written(suit)
    symbol = symbol_svg(style, suit, number)
    if rank in _ROLES:
        dress = Dress.cut(style.inks, number, number, style.courts.fabrics)
        middle = court_svg(Court(style, rank, _ROLES[rank], dress, symbol, _held(symbol, suit), colour))
    else:
        middle = _pips(style, rank, suit, number)
    body = frame_svg(style, suit) + middle + indices_svg(style, rank, colour, symbol)
    return document(style.size_mm, style.corner, body, style.inks.paper, style.inks.edge)
