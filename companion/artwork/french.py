"""French cards: A, 2 to 10, J, Q and K of spades, hearts, diamonds and clubs."""

from collections.abc import Mapping
from types import MappingProxyType

from companion.artwork.courts import Court, court_svg
from companion.artwork.frames import frame_svg
from companion.artwork.glyphs import Pen
from companion.artwork.grounds import ground_svg
from companion.artwork.heads import Dress
from companion.artwork.indices import indices_svg
from companion.artwork.numbers import giant_rank, large_symbol, ornate_symbol, spread, symbol_svg
from companion.artwork.palette import FRENCH_INKS
from companion.artwork.pictures import picture_svg
from companion.artwork.style import CourtStyle, DeckStyle, FrameStyle, IndexStyle, PipStyle
from companion.artwork.svg import document
from companion.cards import FRENCH52, Card

SIZE_MM = (63.0, 88.0)

_ROLES = MappingProxyType({"J": "knave", "Q": "queen", "K": "king"})

_SIX = ((0, 0), (1, 0), (0, 0.5), (1, 0.5), (0, 1), (1, 1))
_EIGHT = tuple((x, y / 3) for y in range(4) for x in (0, 1))

# Where the pips stand: parts of the layout's field; those below the middle are upside down.
_LAYOUTS: Mapping[str, tuple[tuple[float, float], ...]] = MappingProxyType(
    {
        "2": ((0.5, 0), (0.5, 1)),
        "3": ((0.5, 0), (0.5, 0.5), (0.5, 1)),
        "4": ((0, 0), (1, 0), (0, 1), (1, 1)),
        "5": ((0, 0), (1, 0), (0.5, 0.5), (0, 1), (1, 1)),
        "6": _SIX,
        "7": (*_SIX, (0.5, 0.25)),
        "8": (*_SIX, (0.5, 0.25), (0.5, 0.75)),
        "9": (*_EIGHT, (0.5, 0.5)),
        "10": (*_EIGHT, (0.5, 1 / 6), (0.5, 5 / 6)),
    }
)

PLAIN = DeckStyle(
    size_mm=SIZE_MM,
    corner=3.2,
    inks=FRENCH_INKS,
    index=IndexStyle(
        face=Pen(upright=0.17, level=0.1, serif=0.07, slab=0.075, width=0.8, gap=0.05),
        height=9.6,
        width=8.8,
        suit=7.8,
        inset=(2.0, 4.2),
    ),
    frame=FrameStyle(),
    pips=PipStyle(size=12.4, field=(20.2, 15.6)),
    courts=CourtStyle(kind="bust", framed=True),
)
"""The project's plain deck."""


def _pips(style: DeckStyle, rank: str, suit: str, number: int) -> str:
    look, (width, height) = style.pips, style.size_mm
    if look.layout == "giant":
        return giant_rank(style, rank, suit, number)
    if rank == "A":
        size = height * (0.38 if suit == "S" else 0.28) * look.ace
        return (ornate_symbol if look.ornate else large_symbol)(style, suit, number, size)
    if look.layout == "one":
        return large_symbol(style, suit, number, height * 0.4)
    left, top = look.field
    spots = (
        (left + x * (width - 2 * left), top + y * (height - 2 * top), 180.0 if look.turned and y > 0.5 else 0.0)
        for x, y in _LAYOUTS[rank]
    )
    return spread(style, suit, number, spots, look.size)


def face_svg(style: DeckStyle, card: Card) -> str:
    """Return the SVG document of one card."""
    rank, suit = card.rank, str(card.suit)
    number, colour = FRENCH52.suits.index(suit), style.inks.written(suit)
    symbol = symbol_svg(style, suit, number)
    if style.pips.pictures:
        middle = picture_svg(style, card.code, Dress.cut(style.inks, number, number))
    elif rank in _ROLES:
        dress = Dress.cut(style.inks, number, number + FRENCH52.ranks.index(rank), style.courts.fabrics)
        middle = court_svg(Court(style, rank, _ROLES[rank], dress, symbol, "", colour, suit))
    else:
        middle = _pips(style, rank, suit, number)
    body = ground_svg(style) + frame_svg(style, suit) + middle + indices_svg(style, rank, colour, symbol)
    return document(style.size_mm, style.corner, body, style.inks.paper, style.inks.edge)
