"""What number cards share, whatever the deck: symbols in a deck's shapes and colours, and cards without a layout."""

from collections.abc import Iterable

from companion.artwork.glyphs import write_at
from companion.artwork.jewels import jewels_svg
from companion.artwork.palette import SuitColours
from companion.artwork.pips import PIPS
from companion.artwork.style import Clipping, DeckStyle, Spot
from companion.artwork.svg import circle, ellipse, num, picture, place


def symbol_svg(style: DeckStyle, suit: str, number: int, colours: SuitColours | None = None) -> str:
    """Return a suit's symbol 1 high around the origin; its first where a card shows several.

    Args:
        style: The deck's style.
        suit: The suit.
        number: Its number in the deck's order of suits.
        colours: Other colours than the suit's usual ones.
    """
    if style.pips.clippings.get(suit):
        return clipping_svg(style.pips.clippings[suit][0])
    inks = colours or style.inks.suits[suit]
    drawn = PIPS[suit][style.pips.shapes[number]](inks, style.inks.ink)
    drawn += jewels_svg(suit, style.pips.jewels.get(suit, ""), inks, style.inks.ink)
    stretch = style.pips.stretch
    return drawn if stretch == 1.0 else f'<g transform="scale({num(stretch)} 1)">{drawn}</g>'


def clipping_svg(piece: Clipping) -> str:
    """Return a piece of a picture in place of a drawing 1 high around the origin."""
    return picture(piece.data, piece.aspect, piece.height)


def spread(style: DeckStyle, suit: str, number: int, spots: Iterable[Spot], size: float) -> str:
    """Return symbols at their places, in the suit's colours (or of its clippings) in turn where it has several."""
    several = (style.inks.suits[suit], *style.pips.mixed.get(suit, ()))
    symbols = [clipping_svg(piece) for piece in style.pips.clippings.get(suit, ())]
    symbols = symbols or [symbol_svg(style, suit, number, colours) for colours in several]
    return "".join(place(symbols[index % len(symbols)], x, y, size, turn) for index, (x, y, turn) in enumerate(spots))


def large_symbol(style: DeckStyle, suit: str, number: int, height: float) -> str:
    """Return one symbol in the middle of the card."""
    width, card_height = style.size_mm
    return spread(style, suit, number, [(width / 2, card_height / 2, 0.0)], height)


def ornate_symbol(style: DeckStyle, suit: str, number: int, height: float) -> str:
    """Return one symbol in the middle of the card with an inlay of the paper's colour and a rosette."""
    width, card_height = style.size_mm
    colours, paper = style.inks.suits[suit], style.inks.paper
    plain = symbol_svg(style, suit, number)
    inlay = symbol_svg(style, suit, number, SuitColours(paper, paper, paper, paper))
    rosette = "".join(place(ellipse(0, -0.09, 0.035, 0.09, paper), turn=turn) for turn in range(0, 360, 45))
    layers = (
        plain
        + place(inlay, scale=0.86)
        + place(plain, scale=0.78)
        + place(rosette + circle(0, 0, 0.04, colours.main), y=0.03)
    )
    return place(layers, width / 2, card_height / 2, height)


def giant_rank(style: DeckStyle, rank: str, suit: str, number: int) -> str:
    """Return the rank as large as the card allows, with the suit's symbol below it."""
    width, height = style.size_mm
    size = height * 0.42
    text = write_at(
        style.index.face,
        style.label(rank),
        style.inks.written(suit),
        width / 2,
        height * 0.1,
        size,
        widest=width * 0.72,
    )
    return text + place(symbol_svg(style, suit, number), width / 2, height * 0.74, height * 0.34)
