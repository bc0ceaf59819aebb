"""Spanish cards: 1 to 12 of cups, coins, swords and clubs."""

from collections.abc import Sequence
from types import MappingProxyType

from companion.artwork.courts import Court, court_svg
from companion.artwork.frames import frame_svg
from companion.artwork.glyphs import Pen
from companion.artwork.grounds import ground_svg
from companion.artwork.heads import Dress
from companion.artwork.indices import indices_svg
from companion.artwork.numbers import giant_rank, large_symbol, spread, symbol_svg
from companion.artwork.ornaments import ornament_svg
from companion.artwork.palette import SPANISH_INKS
from companion.artwork.pictures import picture_svg
from companion.artwork.spanish_layouts import LONG, layouts
from companion.artwork.style import CourtStyle, DeckStyle, FrameStyle, IndexStyle, PipStyle, Spot
from companion.artwork.svg import document, place
from companion.cards import SPANISH48, Card

SIZE_MM = (61.5, 95.0)

_LYING = 90.0
"""A symbol on its side stays so wherever the others point."""
_LEAN = 24.0

_ROLES = MappingProxyType({"10": "knave", "11": "knight", "12": "king"})

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


def _turn(look: PipStyle, suit: str, spot: Spot, *, odd: bool, lean: float) -> float:
    """Return by how many degrees a symbol is turned.

    Args:
        look: Of the deck's symbols.
        suit: The symbol's suit.
        spot: Where it stands.
        odd: It is the second, fourth, ... of its card.
        lean: How far symbols beside the middle lean towards it.
    """
    x, y, turn = spot
    if suit not in LONG:
        return turn + 180.0 * (look.capsized and y > 0.5)
    if turn == _LYING:
        return turn
    upright = turn % 180.0
    pointed = {"in": turn, "out": turn + 180.0, "up": upright, "by turns": upright + 180.0 * odd}[look.pointing]
    leans = 0.0 if x == 0.5 else (lean if (x < 0.5) == (y < 0.5) else -lean)
    return pointed + look.tilt + leans


def _pips(style: DeckStyle, rank: str, suit: str, number: int) -> str:
    look, (width, height) = style.pips, style.size_mm
    if look.layout == "giant":
        return giant_rank(style, rank, suit, number)
    unusual = look.layouts.get((suit, rank))
    layout = unusual or layouts(rank, suit)[0]
    scale = look.size * height / SIZE_MM[1]
    if rank == "1":
        size = layout.size * look.ace * height / SIZE_MM[1]
        return _ornamented(style, rank, suit, number, [(width / 2, height / 2, 0.0)], size)
    if look.layout == "one":
        return large_symbol(style, suit, number, layouts("1", suit)[0].size * 0.8 * scale)
    left, top = look.field
    lean = _LEAN if look.leaning and unusual is None and rank in ("4", "5") else 0.0
    placed = [
        (
            left + spot[0] * (width - 2 * left),
            top + spot[1] * (height - 2 * top),
            _turn(look, suit, spot, odd=bool(index % 2), lean=lean),
        )
        for index, spot in enumerate(layout.spots)
    ]
    size = layout.size * scale * look.sizes.get((suit, rank), 1.0)
    return _ornamented(style, rank, suit, number, placed, size)


def _ornamented(style: DeckStyle, rank: str, suit: str, number: int, placed: Sequence[Spot], size: float) -> str:
    return ornament_svg(style, suit, rank, placed, size) + spread(style, suit, number, placed, size)


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
    if style.pips.pictures:
        middle = picture_svg(style, card.code, Dress.cut(style.inks, number, number))
    elif rank in _ROLES:
        dress = Dress.cut(style.inks, number, number, style.courts.fabrics)
        middle = court_svg(Court(style, rank, _ROLES[rank], dress, symbol, _held(symbol, suit), colour, suit))
    else:
        middle = _pips(style, rank, suit, number)
    body = ground_svg(style) + frame_svg(style, suit) + middle + indices_svg(style, rank, colour, symbol)
    return document(style.size_mm, style.corner, body, style.inks.paper, style.inks.edge)
