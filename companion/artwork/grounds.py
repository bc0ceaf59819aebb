"""What is printed pale on the paper, behind everything else: a letter, rings, a lozenge, stripes."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from companion.artwork.glyphs import write_at
from companion.artwork.style import DeckStyle, GroundStyle
from companion.artwork.svg import circle, path, polygon, rect


def _letter(style: DeckStyle, ground: GroundStyle) -> str:
    width, height = style.size_mm
    size = height * 0.74
    face = style.index.face
    return write_at(face, ground.letter, ground.colour, width / 2, (height - size) / 2, size, widest=width * 0.76)


def _rings(style: DeckStyle, ground: GroundStyle) -> str:
    width, height = style.size_mm
    return "".join(
        circle(width / 2, height / 2, width * part, "none", ground.colour, width * 0.045) for part in (0.14, 0.26, 0.38)
    )


def _lozenge(style: DeckStyle, ground: GroundStyle) -> str:
    width, height = style.size_mm
    tips = (
        (width / 2, height * 0.12),
        (width * 0.88, height / 2),
        (width / 2, height * 0.88),
        (width * 0.12, height / 2),
    )
    return path(polygon(tips), ground.colour)


def _stripes(style: DeckStyle, ground: GroundStyle) -> str:
    width, height = style.size_mm
    (left, top), step = style.frame.margin, width / 9
    return "".join(
        rect(left + index * step, top, step / 2, height - 2 * top, ground.colour)
        for index in range(int((width - 2 * left) / step))
    )


GROUNDS: Mapping[str, Callable[[DeckStyle, GroundStyle], str]] = MappingProxyType(
    {"letter": _letter, "rings": _rings, "lozenge": _lozenge, "stripes": _stripes}
)
"""What a ground may show."""


def ground_svg(style: DeckStyle) -> str:
    """Return what is printed behind a card's symbols and picture, nothing where the paper is plain."""
    return GROUNDS[style.ground.kind](style, style.ground) if style.ground else ""
