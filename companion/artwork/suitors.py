"""The Seven Suitors: seven suits in seven colours with two sevens each, four special cards, and cards to keep track.

The game is Chris Wray's; the drawings are the project's. Every card carries its rank and suit in all four corners.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from companion.artwork.frames import frame_svg
from companion.artwork.glyphs import Pen, write_at
from companion.artwork.indices import indices_svg
from companion.artwork.numbers import spread, symbol_svg
from companion.artwork.palette import SUITOR_INKS
from companion.artwork.style import CourtStyle, DeckStyle, FrameStyle, IndexStyle, PipStyle, Spot
from companion.artwork.svg import circle, document, ellipse, num, path, place, rect
from companion.cards import SEVEN_SUITORS, Card

SIZE_MM = (63.0, 88.0)

PLAIN = DeckStyle(
    size_mm=SIZE_MM,
    corner=3.2,
    inks=SUITOR_INKS,
    index=IndexStyle(
        face=Pen(upright=0.19, level=0.17, width=0.82, gap=0.07, round_ends=True),
        height=9.0,
        width=9.4,
        suit=8.0,
        place="four",
        inset=(3.0, 4.2),
    ),
    frame=FrameStyle(),
    pips=PipStyle(shapes=(0,) * 7, size=9.6, field=(20.4, 19.0)),
    courts=CourtStyle(),
)
"""The project's deck."""


def _columns(*counts: int) -> tuple[tuple[float, float], ...]:
    """Return places in one to three columns, each column's spread evenly over the height (one in the middle)."""
    across = {1: (0.5,), 2: (0.0, 1.0), 3: (0.0, 0.5, 1.0)}[len(counts)]
    longest = max(counts)
    return tuple(
        (x, 0.5 + (index - (count - 1) / 2) / (longest - 1 if longest > 1 else 1))
        for x, count in zip(across, counts, strict=True)
        for index in range(count)
    )


_LAYOUTS: Mapping[str, tuple[tuple[float, float], ...]] = MappingProxyType(
    {
        "1": ((0.5, 0.5),),
        "2": _columns(2),
        "3": _columns(3),
        "4": _columns(2, 2),
        "5": (*_columns(2, 2), (0.5, 0.5)),
        "6": _columns(3, 3),
        "8": _columns(3, 2, 3),
        "9": _columns(3, 3, 3),
        "10": _columns(3, 4, 3),
        "11": _columns(4, 3, 4),
        "12": _columns(4, 4, 4),
        "13": _columns(4, 5, 4),
    }
)


def _pips(style: DeckStyle, rank: str, suit: str, number: int) -> str:
    (width, height), (left, top) = style.size_mm, style.pips.field
    spots: list[Spot] = [
        (left + x * (width - 2 * left), top + y * (height - 2 * top), 180.0 if style.pips.turned and y > 0.501 else 0.0)
        for x, y in _LAYOUTS[rank]
    ]
    return spread(style, suit, number, spots, 26.0 if rank == "1" else style.pips.size)


def _wedding(style: DeckStyle, suit: str, number: int) -> str:
    """A seven: two rings, joined, in a wreath of seven symbols. Sevens are what the game is about."""
    (width, height), gold = style.size_mm, style.inks.gold
    x, y = width / 2, height / 2
    symbol = symbol_svg(style, suit, number)
    wreath = "".join(place(place(symbol, 0, -20.5, 9.6), x, y, turn=360 / 7 * index) for index in range(7))
    ink = style.inks.ink

    def ring(centre: float) -> str:
        return circle(x + centre, y, 6.2, "none", ink, 2.5) + circle(x + centre, y, 6.2, "none", gold, 1.9)

    # The upper crossing of the left ring is drawn again on top, so that the rings are linked.
    arc = "M-2.395,-5.989 C-.624,-5.514 .844,-4.281 1.619,-2.62"
    link = place(path(arc, "none", ink, 2.5) + path(arc, "none", gold, 1.95), x, y)
    stones = place(symbol, x - 4, y - 7.4, 4.4) + place(symbol, x + 4, y - 7.4, 4.4)
    return wreath + ring(-4) + ring(4) + link + stones


# --- The special cards ---------------------------------------------------------------------------------------------


def _wheel(style: DeckStyle, radius: float, width: float) -> str:
    """A ring in the seven colours around the origin."""
    part = 2 * 3.14159265 * radius / 7
    return "".join(
        circle(
            0,
            0,
            radius,
            "none",
            style.inks.suits[suit].main,
            width,
            f'stroke-dasharray="{num(part)} {num(6 * part + 1)}" transform="rotate({num(360 / 7 * index - 90)})"',
        )
        for index, suit in enumerate(SEVEN_SUITORS.suits)
    )


def _zero(style: DeckStyle) -> str:
    ink = style.inks.ink
    rings = circle(0, 0, 18.6, "none", ink, 0.5) + circle(0, 0, 11.4, "none", ink, 0.5)
    return f'<g transform="scale(.8 1.15)">{_wheel(style, 15.0, 7.2)}{rings}</g>'


def _half(style: DeckStyle) -> str:
    ink = style.inks.ink
    disc = "M0,-18 C-9.94,-18 -18,-9.94 -18,0 C-18,9.94 -9.94,18 0,18 Z"
    colours = "".join(
        rect(-18, -18 + index * 36 / 7, 18, 36 / 7, style.inks.suits[suit].main)
        for index, suit in enumerate(SEVEN_SUITORS.suits)
    )
    clip = f'<defs><clipPath id="disc"><path d="{disc}"/></clipPath></defs><g clip-path="url(#disc)">{colours}</g>'
    dotted = path(
        "M0,-18 C9.94,-18 18,-9.94 18,0 C18,9.94 9.94,18 0,18", "none", ink, 0.6, 'stroke-dasharray="1.8 1.8"'
    )
    return clip + path(disc, "none", ink, 0.7) + dotted


def _thief(style: DeckStyle) -> str:
    ink, skin, gold = style.inks.ink, style.inks.skin, style.inks.gold
    sack = path("M6,-4 C16,-8 25,2 21,15 C18,22 6,22 2,16 C-1,10 2,0 6,-4 Z", gold, ink, 0.5) + path(
        "M4,-6 L9,-3 L12,-7", "none", ink, 0.9
    )
    seven = write_at(style.index.face, "7", ink, 11.6, 3.4, 10.5)
    coat = path("M-22,23 C-22,8 -16,2 -8,1 L2,1 C8,2 11,10 11,23 Z", "#3a4150", ink, 0.5)
    stripes = path("M-20.6,12 L9.6,12 M-21.6,17.4 L10.6,17.4", "none", style.inks.paper, 1.7)
    face = ellipse(-4, -7.6, 8.2, 9.4, skin, ink, 0.5)
    mask = path(
        "M-12.6,-10.6 C-8,-13.4 0,-13.4 4.6,-10.6 C5,-6 1,-5.2 -1.6,-7 L-4,-8 L-6.4,-7 C-9,-5.2 -13,-6 -12.6,-10.6 Z",
        ink,
    )
    eyes = circle(-7.6, -9, 1.35, style.inks.paper) + circle(-0.4, -9, 1.35, style.inks.paper)
    smile = path("M-7.6,-2.4 Q-3,1 .6,-3.2", "none", ink, 0.7)
    hat = path("M-12.6,-12.6 C-12,-21 4,-21 4.6,-12.6 C0,-15 -8,-15 -12.6,-12.6 Z", "#3a4150", ink, 0.5)
    band = path("M-12.8,-12.4 C-8,-15 0,-15 4.8,-12.4", "none", style.inks.suits["7"].main, 1.7)
    return coat + stripes + face + mask + eyes + smile + hat + band + sack + seven


def _fourteen(style: DeckStyle) -> str:
    rays = "".join(
        place(
            path("M0,-20 L2.6,-12 L-2.6,-12 Z", style.inks.suits[suit].main, style.inks.ink, 0.3), turn=360 / 14 * index
        )
        for index, suit in enumerate((*SEVEN_SUITORS.suits, *SEVEN_SUITORS.suits))
    )
    disc = circle(0, 0, 12.4, style.inks.gold, style.inks.ink, 0.5)
    return rays + disc + write_at(style.index.face, "14", style.inks.ink, 0, -5.6, 11.2)


def _mask(style: DeckStyle) -> str:
    """The thief's index: his mask, 9 mm wide around the origin."""
    shape = "M-4.6,-1.8 C-2,-3.2 2,-3.2 4.6,-1.8 C5,1.6 2.4,2.2 1,1 L0,.4 L-1,1 C-2.4,2.2 -5,1.6 -4.6,-1.8 Z"
    eyes = circle(-2.1, -0.5, 0.8, style.inks.paper) + circle(2.1, -0.5, 0.8, style.inks.paper)
    return path(shape, style.inks.ink) + eyes


_SPECIALS: Mapping[str, tuple[Callable[[DeckStyle], str], str]] = MappingProxyType(
    {
        "0": (_zero, "ZERO"),
        "1/2": (_half, "HALF"),
        "thief": (_thief, "THIEF"),
        "14": (_fourteen, "FOURTEEN"),
    }
)


def _corners(style: DeckStyle, block: str) -> str:
    """Repeat a block around the origin in all four corners, the lower ones turned round."""
    width, height = style.size_mm
    x, y = style.index.inset[0] + style.index.width / 2 + 0.6, style.index.inset[1] + style.index.height / 2
    upper = place(block, x, y) + place(block, width - x, y)
    return upper + place(upper, width, height, turn=180)


def _special(style: DeckStyle, code: str) -> str:
    (width, height), ink = style.size_mm, style.inks.ink
    draw, name = _SPECIALS[code]
    index = style.index
    block = (
        _mask(style)
        if code == "thief"
        else write_at(index.face, code, ink, 0, -index.height / 2, index.height, widest=index.width + 1.6)
    )
    ribbon = "".join(
        rect(width / 2 - 17.5 + number * 5, height - 12.4, 5, 2.2, style.inks.suits[suit].main)
        for number, suit in enumerate(SEVEN_SUITORS.suits)
    )
    title = write_at(index.face, name, ink, width / 2, height - 19.4, 4.4, widest=36.0)
    return _corners(style, block) + place(draw(style), width / 2, height / 2 - 3.4) + title + ribbon


def face_svg(style: DeckStyle, card: Card) -> str:
    """Return the SVG document of one card."""
    if card.suit is None:
        body = frame_svg(style, "") + _special(style, card.code)
    else:
        number = SEVEN_SUITORS.suits.index(card.suit)
        symbol = symbol_svg(style, card.suit, number)
        middle = _wedding(style, card.suit, number) if card.rank == "7" else _pips(style, card.rank, card.suit, number)
        colour = style.inks.written(card.suit)
        body = frame_svg(style, card.suit) + middle + indices_svg(style, card.rank, colour, symbol)
    return document(style.size_mm, style.corner, body, style.inks.paper, style.inks.edge)


def mark_svg(style: DeckStyle, suit: str) -> str:
    """Return the SVG document of a suit's tracking card: the suit on its own colour, with no rank.

    A team lays it down when it has married the suit. Tracking cards are no part of the deck.
    """
    (width, height), number = style.size_mm, SEVEN_SUITORS.suits.index(suit)
    colours, paper = style.inks.suits[suit], style.inks.paper
    field = rect(3.2, 3.2, width - 6.4, height - 6.4, colours.light, colours.dark, 0.8, 2.2)
    disc = circle(width / 2, height / 2, 21, paper, colours.dark, 0.8)
    ring = circle(width / 2, height / 2, 24, "none", style.inks.gold, 1.4)
    body = field + disc + ring + place(symbol_svg(style, suit, number), width / 2, height / 2, 27)
    return document(style.size_mm, style.corner, body, paper, style.inks.edge)
