"""What stands between the symbols of number cards and is none of them: a maker's mark, words, sprigs, birds, ribbons.

On real Spanish decks the four of coins and the two of cups have them as a rule. They must not be counted.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from math import cos, pi, sin
from types import MappingProxyType

from companion.artwork.emblems import EMBLEMS
from companion.artwork.glyphs import write_at
from companion.artwork.spanish_layouts import reach
from companion.artwork.style import DeckStyle, Ornament, Spot
from companion.artwork.svg import circle, ellipse, num, path, place, rect

_LEAST_ROOM = 3.0
"""Millimetres from a place to the nearest symbol below which nothing stands there."""
_ENOUGH = 9.0
"""Room beyond which a place nearer to the middle is taken all the same."""
_LARGEST = 30.0
"""Height of an ornament at most, millimetres."""
_ALONG, _DOWN = 7, 13
"""Places between the symbols that are looked at, over the width of the card and its height."""
_HALF_WAVES, _STEPS = 4, 32
"""Of a ribbon: how often it goes up or down at most, and of how many straight pieces it is drawn."""


def _emblem(role: str, ornament: Ornament) -> str:
    return place(EMBLEMS[role](*ornament.colours), scale=0.8)


def _shield(ornament: Ornament) -> str:
    main, ink, light = ornament.colours
    outline = "M-.3,-.28 L.3,-.28 L.3,.1 C.3,.3 .16,.42 0,.5 C-.16,.42 -.3,.3 -.3,.1 Z"
    bars = "".join(rect(x, -0.25, 0.1, 0.5, main) for x in (-0.25, -0.05, 0.15))
    return path(outline, light, ink, 0.03) + bars + place(_emblem("king", ornament), y=-0.39, scale=0.3)


def _sprig(ornament: Ornament) -> str:
    main, ink, light = ornament.colours
    leaf = path("M0,0 C.1,-.04 .2,-.14 .24,-.24 C.1,-.22 .02,-.12 0,0 Z", main, ink, 0.012)
    leaves = "".join(
        place(leaf, y=0.36 - 0.16 * row, turn=8 * row, mirror=mirror) for row in range(5) for mirror in (False, True)
    )
    return path("M0,.5 L0,-.36", stroke=ink, width=0.03) + leaves + circle(0, -0.4, 0.07, light, ink, 0.015)


def _flower(ornament: Ornament) -> str:
    main, ink, light = ornament.colours
    petals = "".join(place(ellipse(0, -0.3, 0.13, 0.2, main, ink, 0.02), turn=60 * number) for number in range(6))
    return petals + circle(0, 0, 0.13, light, ink, 0.02)


def _bird(ornament: Ornament) -> str:
    main, ink, light = ornament.colours
    wing = path("M.06,-.1 L.46,-.36 L.42,-.18 L.5,-.12 L.4,-.02 L.46,.08 L.32,.1 L.34,.2 L.08,.14 Z", main, ink, 0.02)
    body = path("M-.1,-.2 L.1,-.2 L.08,.2 L.16,.46 L0,.4 L-.16,.46 L-.08,.2 Z", main, ink, 0.02)
    head = circle(0, -0.28, 0.1, main, ink, 0.02) + path("M.08,-.3 L.2,-.26 L.08,-.22 Z", light, ink, 0.01)
    return wing + place(wing, mirror=True) + body + head


def _words(ornament: Ornament) -> str:
    half = (len(ornament.letters) + 1) // 2
    lines = (ornament.letters[:half], ornament.letters[half:])
    return "".join(
        write_at(ornament.face, line, ornament.colours[0], 0, top, 0.24, widest=0.96)
        for line, top in zip(lines, (-0.32, 0.08), strict=True)
        if line
    )


def _scroll(ornament: Ornament) -> str:
    main, ink, light = ornament.colours
    ends = path("M-.36,-.04 L-.5,.02 L-.44,.12 L-.5,.24 L-.34,.2 Z", main, ink, 0.015)
    band = path("M-.4,-.12 C-.14,-.02 .14,-.22 .4,-.12 L.4,.14 C.14,.04 -.14,.24 -.4,.14 Z", light, ink, 0.02)
    written = write_at(ornament.face, ornament.letters, ink, 0, -0.06, 0.13, widest=0.7)
    return ends + place(ends, turn=180) + band + written


def _medal(ornament: Ornament) -> str:
    main, ink, light = ornament.colours
    written = write_at(ornament.face, ornament.letters[:2], main, 0, -0.2, 0.4, widest=0.4)
    return ellipse(0, 0, 0.34, 0.48, light, ink, 0.03) + ellipse(0, 0, 0.29, 0.43, "none", main, 0.02) + written


ORNAMENTS: Mapping[str, Callable[[Ornament], str]] = MappingProxyType(
    {
        "crown": partial(_emblem, "king"),
        "cap": partial(_emblem, "knave"),
        "horse": partial(_emblem, "knight"),
        "shield": _shield,
        "sprig": _sprig,
        "flower": _flower,
        "bird": _bird,
        "words": _words,
        "scroll": _scroll,
        "medal": _medal,
    }
)
"""What stands in the largest gap between the symbols, about 1 high and 1 wide around the origin."""
RIBBON = "ribbon"
"""Not in a gap but from edge to edge, behind the symbols."""


def _gaps(style: DeckStyle, suit: str, spots: Sequence[Spot], size: float) -> Iterator[tuple[float, float, float]]:
    """Yield places on the card, millimetres, and how far it is from each to symbols, corners and edges."""
    width, height = style.size_mm
    symbols = [(x, y, *reach(suit, size, turn)) for x, y, turn in spots]
    corners = [(x, y, *style.pips.field) for x in (0.0, width) for y in (0.0, height)]
    for column, row in product(range(1, _ALONG), range(1, _DOWN)):
        x, y = width * column / _ALONG, height * row / _DOWN
        away = [max(abs(x - there) - wide, abs(y - down) - high) for there, down, wide, high in (*symbols, *corners)]
        yield x, y, min(*away, x - 2, width - x - 2, y - 2, height - y - 2)


def _ribbon(style: DeckStyle, ornament: Ornament, y: float, thick: float) -> str:
    """Return a wavy band from edge to edge; the higher its waves, the longer."""
    left, width = style.frame.margin[0] + 1, style.size_mm[0] - 2 * style.frame.margin[0] - 2
    rise = thick * ornament.size
    turns = _HALF_WAVES * pi * cos(ornament.size)
    along = [step / _STEPS for step in range(_STEPS + 1)]
    points = [(left + width * part, y + rise * sin(turns * part)) for part in along]
    line = "M" + " L".join(f"{num(x)},{num(down)}" for x, down in points)
    main, ink, light = ornament.colours
    return (
        path(line, stroke=ink, width=thick + 0.6)
        + path(line, stroke=main, width=thick)
        + path(line, stroke=light, width=thick * 0.3)
    )


def ornament_svg(style: DeckStyle, suit: str, rank: str, spots: Sequence[Spot], size: float) -> str:
    """Return what stands between the symbols of a number card; nothing on most, or where there is no room.

    Args:
        style: The deck's style.
        suit: Of the card.
        rank: Of the card.
        spots: Where its symbols stand, millimetres of the card and degrees.
        size: How high they are, millimetres.
    """
    ornament = style.ornaments.get((suit, rank))
    if ornament is None:
        return ""
    middle_x, middle_y = style.size_mm[0] / 2, style.size_mm[1] / 2

    def worth(gap: tuple[float, float, float]) -> float:
        return min(gap[2], _ENOUGH) - 0.1 * abs(gap[0] - middle_x) - 0.05 * abs(gap[1] - middle_y)

    x, y, room = max(_gaps(style, suit, spots, size), key=worth)
    if ornament.kind == RIBBON:
        return _ribbon(style, ornament, y, 2.0 + 2 * ornament.size)
    if room < _LEAST_ROOM:
        return ""
    high = min(2 * room * ornament.size, _LARGEST)
    return place(ORNAMENTS[ornament.kind](ornament), x, y, high, ornament.turn)
