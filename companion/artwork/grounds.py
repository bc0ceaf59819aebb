"""What is printed pale on the paper, behind everything else: letters, rings, stripes, a star, a shield, a sun.

Clubs, taverns and firms have decks made with their sign behind the symbols. It says nothing about the card.
"""

from collections.abc import Callable, Mapping
from itertools import product
from math import cos, pi, sin
from types import MappingProxyType

from companion.artwork.glyphs import write_at
from companion.artwork.style import DeckStyle, GroundStyle
from companion.artwork.svg import circle, path, place, polygon, rect

Size = tuple[float, float]
"""Width and height of the field that a ground fills, mm; grounds are drawn around its middle."""


def _written(ground: GroundStyle, size: Size) -> str:
    width, height = size
    return write_at(ground.face, ground.letters, ground.colour, 0, -height / 2, height, widest=width)


def _rings(ground: GroundStyle, size: Size) -> str:
    across = min(size)
    return "".join(
        circle(0, 0, across * part, "none", ground.colour, across * ground.line) for part in (0.16, 0.31, 0.46)
    )


def _disc(ground: GroundStyle, size: Size) -> str:
    return circle(0, 0, min(size) / 2, ground.colour)


def _lozenge(ground: GroundStyle, size: Size) -> str:
    x, y = size[0] / 2, size[1] / 2
    return path(polygon(((0, -y), (x, 0), (0, y), (-x, 0))), ground.colour)


def _panel(ground: GroundStyle, size: Size) -> str:
    width, height = size
    return rect(-width / 2, -height / 2, width, height, ground.colour, radius=width * ground.line)


def _stripes(ground: GroundStyle, size: Size) -> str:
    width, height = size
    step = width * 1.5 * ground.line
    return "".join(
        rect(-width / 2 + number * step, -height / 2, step / 2, height, ground.colour)
        for number in range(int(width / step) + 1)
    )


def _grid(ground: GroundStyle, size: Size) -> str:
    width, height = size
    step = width * 1.5 * ground.line
    across, along = int(width / step), int(height / step)
    return "".join(
        circle((column - (across - 1) / 2) * step, (row - (along - 1) / 2) * step, step * 0.28, ground.colour)
        for column, row in product(range(across), range(along))
    )


def _star(ground: GroundStyle, size: Size) -> str:
    radius, tips = min(size) / 2, len(ground.letters) + 4
    turns = [pi * number / tips for number in range(2 * tips)]
    reach = [radius * (1.0 if number % 2 == 0 else 0.45) for number in range(2 * tips)]
    points = [(sin(turn) * far, -cos(turn) * far) for turn, far in zip(turns, reach, strict=True)]
    return path(polygon(points), ground.colour)


def _cross(ground: GroundStyle, size: Size) -> str:
    width, height = size
    arm = width * 1.6 * ground.line
    return rect(-arm / 2, -height / 2, arm, height, ground.colour) + rect(
        -width / 2, -arm / 2, width, arm, ground.colour
    )


def _shield(ground: GroundStyle, size: Size) -> str:
    x, y = size[0] / 2, size[1] / 2
    outline = f"M{-x},{-y} L{x},{-y} L{x},{y * 0.1} C{x},{y * 0.6} {x * 0.5},{y * 0.9} 0,{y} "
    return path(f"{outline}C{-x * 0.5},{y * 0.9} {-x},{y * 0.6} {-x},{y * 0.1} Z", ground.colour)


def _rays(ground: GroundStyle, size: Size) -> str:
    far, count = max(size) / 2, 8 + 2 * len(ground.letters)
    wedges = []
    for number in range(count):
        ends = [2 * pi * (number + part) / count for part in (0.0, 0.5)]
        wedges.append(path(polygon([(0, 0), *((cos(end) * far, sin(end) * far) for end in ends)]), ground.colour))
    return "".join(wedges)


GROUNDS: Mapping[str, Callable[[GroundStyle, Size], str]] = MappingProxyType(
    {
        "written": _written,
        "rings": _rings,
        "disc": _disc,
        "lozenge": _lozenge,
        "panel": _panel,
        "stripes": _stripes,
        "grid": _grid,
        "star": _star,
        "cross": _cross,
        "shield": _shield,
        "rays": _rays,
    }
)
"""What a ground may show, drawn around the origin."""


def ground_svg(style: DeckStyle) -> str:
    """Return what is printed behind a card's symbols and picture, nothing where the paper is plain."""
    ground = style.ground
    if ground is None:
        return ""
    width, height = style.size_mm
    field = (width * ground.size[0], height * ground.size[1])
    drawn = GROUNDS[ground.kind](ground, field)
    return place(drawn, width / 2, height / 2, turn=ground.turn)
