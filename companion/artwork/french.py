"""French cards: A, 2 to 10, J, Q and K of spades, hearts, diamonds and clubs."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from companion.artwork import busts
from companion.artwork.glyphs import Face, Pen, write_at
from companion.artwork.heads import Dress
from companion.artwork.palette import FRENCH_INKS, Palette
from companion.artwork.pips import PIPS
from companion.artwork.svg import document, place, rect

SUITS = ("S", "H", "D", "C")
RANKS = ("A", *(str(number) for number in range(2, 11)), "J", "Q", "K")
CODES = tuple(rank + suit for suit in SUITS for rank in RANKS)
SIZE_MM = (63.0, 88.0)

_BUSTS = {"J": busts.jack, "Q": busts.queen, "K": busts.king}

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


_ROMAN = Pen(upright=0.17, level=0.1, serif=0.07, slab=0.075, width=0.8, gap=0.05)


@dataclass(frozen=True, slots=True)
class FrenchStyle:
    """What one French deck looks like. The defaults are the plain deck.

    Lengths are millimetres of the card.
    """

    inks: Palette = FRENCH_INKS
    face: Face = _ROMAN
    index_height: float = 9.6
    index_suit: float = 7.8
    shapes: tuple[int, ...] = (0, 0, 0, 0)
    pip: float = 12.4
    corner: float = 3.2


def _symbol(style: FrenchStyle, suit: str) -> str:
    return PIPS[suit][style.shapes[SUITS.index(suit)]](style.inks.suits[suit], style.inks.ink)


def _indices(style: FrenchStyle, rank: str, suit: str) -> str:
    colour = style.inks.suits[suit].main
    one = write_at(style.face, rank, colour, 6.4, 4.2, style.index_height, widest=8.8) + place(
        _symbol(style, suit), 6.4, 4.2 + style.index_height + 1.8 + style.index_suit / 2, style.index_suit
    )
    return one + place(one, *SIZE_MM, turn=180)


def _pips(style: FrenchStyle, rank: str, suit: str) -> str:
    symbol = _symbol(style, suit)
    width, height = SIZE_MM
    if rank == "A":
        return place(symbol, width / 2, height / 2, 34.0 if suit == "S" else 24.0)
    left, top, across, down = 20.2, 15.6, width - 40.4, height - 31.2
    return "".join(
        place(symbol, left + x * across, top + y * down, style.pip, 180 if y > 0.5 else 0) for x, y in _LAYOUTS[rank]
    )


def _court(style: FrenchStyle, rank: str, suit: str) -> str:
    number = SUITS.index(suit)
    dress = Dress.cut(style.inks, number, number + RANKS.index(rank))
    width, height = busts.FIELD
    left, top = (SIZE_MM[0] - width) / 2, (SIZE_MM[1] - height) / 2
    figure = place(busts.double_ended(_BUSTS[rank](dress), f"half-{rank}{suit}", dress), left, top)
    pip = place(_symbol(style, suit), left + 5.6, top + 6.4, 8.4)
    frame = rect(left, top, width, height, stroke=style.inks.ink, width=0.5, radius=0.8)
    return figure + pip + place(pip, *SIZE_MM, turn=180) + frame


def face_svg(style: FrenchStyle, code: str) -> str:
    """Return the SVG document of one card."""
    rank, suit = code[:-1], code[-1]
    middle = _court(style, rank, suit) if rank in _BUSTS else _pips(style, rank, suit)
    return document(SIZE_MM, style.corner, middle + _indices(style, rank, suit), style.inks.paper, "#c9c9c6")
