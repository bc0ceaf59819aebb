"""Double-ended courts: half figures that are joined to their own turned copy.

A bust is drawn in the field (0, 0) to (`FIELD`), which is the whole court card inside its frame; what lies below the
field's slanting middle line is covered by the other half.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from companion.artwork.colours import mix
from companion.artwork.heads import HATS, LINE, Dress, face, hand, limb
from companion.artwork.svg import circle, ellipse, path, place, polygon, rect

FIELD = (40.0, 70.0)
"""Width and height of the field in millimetres."""

_MIDDLE = 20.0
_SHOULDERS = "M14.6,24.6 L25.4,24.6 C33,25.4 38,28.6 41,33 L41,60 L-1,60 L-1,33 C2,28.6 7,25.4 14.6,24.6 Z"


def _lozenges(x: float, top: float, count: int, d: Dress, fill: str) -> str:
    return "".join(
        path(polygon([(x, y - 2.2), (x + 1.7, y), (x, y + 2.2), (x - 1.7, y)]), fill, d.ink, 0.2)
        for y in (top + 4.6 * index for index in range(count))
    )


def _sword(d: Dress) -> str:
    """A sword held upright, its grip at the origin."""
    return (
        path("M-1.3,-3 L1.3,-3 L1.1,-25 L0,-28 L-1.1,-25 Z", d.silver, d.ink, 0.35)
        + path("M0,-3.4 L0,-25", "none", d.ink, 0.2)
        + rect(-4.2, -3.6, 8.4, 1.6, d.gold, d.ink, 0.35, 0.6)
        + rect(-0.9, -2, 1.8, 5, d.first, d.ink, 0.3)
        + circle(0, 3.6, 1.3, d.gold, d.ink, 0.3)
    )


def _flower(d: Dress) -> str:
    """A rose on its stalk, the hand at the origin."""
    petals = "".join(place(ellipse(0, -2, 1.5, 2, d.first, d.ink, 0.25), 0, -9, turn=72 * index) for index in range(5))
    return (
        path("M0,4 C-.6,-1 .6,-4 0,-8", "none", "#3d8b40", 0.9)
        + path("M0,-2 C2.4,-2.4 3.4,-4.4 3.6,-6 C1.6,-5.8 .4,-4.6 0,-2 Z", "#3d8b40", d.ink, 0.25)
        + petals
        + circle(0, -9, 1.3, d.gold, d.ink, 0.25)
    )


def _halberd(d: Dress) -> str:
    """A halberd, the hand at the origin."""
    return (
        rect(-0.6, -24, 1.2, 34, d.gold, d.ink, 0.3)
        + path("M-.6,-21 C-4,-22.4 -5,-20 -5,-17 C-5,-14 -4,-12 -.6,-13 Z", d.silver, d.ink, 0.35)
        + path("M.6,-19.4 L4,-17.2 L.6,-15 Z M0,-28.4 L1.3,-24 L-1.3,-24 Z", d.silver, d.ink, 0.35)
    )


def _arm(d: Dress, cloth: str, thing: str) -> str:
    """The arm at the field's right edge with what it holds."""
    return (
        place(thing, 34.4, 33)
        + limb(d, cloth, "M38.5,43 L35,35.4", 6.4)
        + limb(d, d.gold, "M33,36 L36.6,34.4", 2)
        + hand(34.4, 33, d)
    )


def king(d: Dress, hat: str, thing: str) -> str:
    """A bearded king."""
    robe = (
        path(_SHOULDERS, d.first, d.ink, LINE)
        + path("M13,24.6 L27,24.6 L29,60 L11,60 Z", d.second, d.ink, LINE)
        + path("M16.4,26 L23.6,26 L25,60 L15,60 Z", d.third, d.ink, 0.3)
        + _lozenges(_MIDDLE, 33, 4, d, d.gold)
    )
    stripes = path("M5,30 L2.4,60 M9,28 L7.4,60", "none", d.gold, 1.1)
    ermine = path("M11.4,24.2 C15,19.6 25,19.6 28.6,24.2 C26.6,30.6 13.4,30.6 11.4,24.2 Z", d.white, d.ink, LINE)
    spots = "".join(
        path(f"M{x},{y} l.5,2 l-1,0 Z", d.ink) for x, y in ((13.6, 24.4), (26.4, 24.4), (16, 26.4), (24, 26.4))
    )
    head = place(face(d, beard=True, long_hair=True) + HATS[hat](d), _MIDDLE, 15.0, 1.12)
    return robe + stripes + ermine + spots + head + _arm(d, d.first, thing)


def queen(d: Dress, hat: str, thing: str) -> str:
    """A queen in a veil."""
    veil = path("M13,12 C12,4 28,4 27,12 C29,18 31,24 32.6,30 L7.4,30 C9,24 11,18 13,12 Z", d.third, d.ink, LINE)
    dress = (
        path(_SHOULDERS, d.first, d.ink, LINE)
        + path("M13.6,24.8 C15,31 25,31 26.4,24.8 L28.4,60 L11.6,60 Z", d.second, d.ink, LINE)
        + "".join(circle(x, y, 0.75, d.gold, d.ink, 0.2) for y in (34.4, 38.4, 42.4, 46.4, 50.4) for x in (16, 20, 24))
    )
    scallops = path("M9.6,27 C9,38 8,48 7,60 M30.4,27 C31,38 32,48 33,60", "none", d.gold, 1.3)
    neck = path("M17.4,19 L22.6,19 L23.6,25 C22.4,28.2 17.6,28.2 16.4,25 Z", d.skin, d.ink, 0.35)
    necklace = "".join(
        circle(x, y, 0.62, d.gold, d.ink, 0.2)
        for x, y in ((16.8, 25.2), (18.3, 26.5), (20, 27), (21.7, 26.5), (23.2, 25.2))
    )
    head = place(face(d, beard=False, long_hair=True) + HATS[hat](d), _MIDDLE, 15, 1.12)
    return veil + dress + scallops + neck + necklace + head + _arm(d, d.first, thing)


def knave(d: Dress, hat: str, thing: str) -> str:
    """A young man."""
    coat = (
        path(_SHOULDERS, d.first, d.ink, LINE)
        + path("M20,24.6 L41,36 L41,60 L20,60 Z", d.second, d.ink, LINE)
        + path("M14.6,24.6 L25.4,24.6 L20,34 Z", d.white, d.ink, 0.35)
        + "".join(circle(_MIDDLE, y, 0.95, d.gold, d.ink, 0.25) for y in (37, 41, 45, 49))
    )
    sash = path("M2,30 L6,27.6 L24,60 L18,60 Z", d.gold, d.ink, 0.35)
    collar = path("M13.4,23.6 L20,28.4 L26.6,23.6 L24,20.6 L16,20.6 Z", d.white, d.ink, LINE)
    head = place(face(d, beard=False, long_hair=True) + HATS[hat](d), _MIDDLE, 15.6, 1.12)
    return coat + sash + head + collar + _arm(d, d.second, thing)


def knight(d: Dress, hat: str, thing: str) -> str:
    """A rider behind his horse's head."""
    coat = (
        path(_SHOULDERS, d.first, d.ink, LINE)
        + path("M14.6,24.6 L25.4,24.6 L27,60 L13,60 Z", d.second, d.ink, LINE)
        + path("M3,31 C1,40 1,50 1,60 M37,31 C39,40 39,50 39,60", "none", d.gold, 1.1)
    )
    collar = path("M13.8,23.8 L20,28 L26.2,23.8 L24,20.8 L16,20.8 Z", d.white, d.ink, LINE)
    horse = (
        path(
            "M9,27 L10.4,22.4 L12.4,26.4 C17,29 20,36 21,60 L6,60 C6,52 5,46 6.6,42.4 C3,43.4 .6,42 "
            "1,39.4 C3,34 6,30 9,27 Z",
            d.horse,
            d.ink,
            LINE,
        )
        + path("M11.6,25 C18,28 22,38 23,60 L19.4,60 C19,44 16,33 11.6,28 Z", mix(d.horse, d.ink, 0.5), d.ink, 0.3)
        + circle(7.4, 32.4, 0.8, d.ink)
        + circle(2.6, 39, 0.5, d.ink)
        + path("M3.6,35.4 L7,41.4 M5.6,38.6 L12.6,33", "none", d.first, 0.9)
    )
    head = place(face(d, beard=False, long_hair=False) + HATS[hat](d), _MIDDLE, 15.4, 1.12)
    return coat + head + collar + horse + _arm(d, d.first, thing)


def _sceptre(d: Dress) -> str:
    """A sceptre, the hand at the origin."""
    return (
        rect(-0.6, -20, 1.2, 30, d.gold, d.ink, 0.3)
        + circle(0, -22, 2.2, d.first, d.ink, 0.3)
        + path("M0,-28 L1.2,-24.4 L-1.2,-24.4 Z", d.gold, d.ink, 0.3)
    )


def _orb(d: Dress) -> str:
    """An orb with a cross, above the hand."""
    return (
        circle(0, -5, 3.8, d.gold, d.ink, 0.35)
        + path("M-3.8,-5 L3.8,-5", "none", d.first, 1.1)
        + path(
            "M-.5,-8.8 L-.5,-10.4 L-1.8,-10.4 L-1.8,-11.4 L-.5,-11.4 L-.5,-13 L.5,-13 L.5,-11.4 "
            "L1.8,-11.4 L1.8,-10.4 L.5,-10.4 L.5,-8.8 Z",
            d.gold,
            d.ink,
            0.25,
        )
    )


def _fan(d: Dress) -> str:
    """An open fan."""
    blades = "".join(
        place(path("M0,0 L-1.5,-9 Q0,-10.4 1.5,-9 Z", d.second, d.ink, 0.25), turn=turn) for turn in range(-60, 61, 20)
    )
    return place(blades, 0, -2)


def _nothing(_d: Dress) -> str:
    return ""


THINGS: Mapping[str, Callable[[Dress], str]] = MappingProxyType(
    {
        "sword": _sword,
        "flower": _flower,
        "halberd": _halberd,
        "sceptre": _sceptre,
        "orb": _orb,
        "fan": _fan,
        "nothing": _nothing,
    }
)
"""What a bust holds in its hand."""

BUSTS: Mapping[str, tuple[Callable[[Dress, str, str], str], str, str]] = MappingProxyType(
    {
        "knave": (knave, "cap", "halberd"),
        "knight": (knight, "helmet", "sword"),
        "queen": (queen, "diadem", "flower"),
        "king": (king, "crown", "sword"),
    }
)
"""By role: the bust, and the hat and the thing it has unless told otherwise."""

_SASHES: Mapping[str, float] = MappingProxyType({"falling": 4.0, "rising": -4.0, "level": 0.0, "line": 0.0})


def double_ended(half: str, sash: str, d: Dress) -> str:
    """Return the half figure above the middle line and its turned copy below it, with a sash between."""
    width, height = FIELD
    left, right = height / 2 - _SASHES[sash], height / 2 + _SASHES[sash]
    upper = f'<clipPath id="half"><path d="M0,0 L{width},0 L{width},{right} L0,{left} Z"/></clipPath>'
    part = f'<g clip-path="url(#half)">{half}</g>'
    line = f"M0,{left} L{width},{right}"
    band = path(line, "none", d.ink, LINE)
    if sash != "line":
        beads = path(line, "none", d.first, 1.3, 'stroke-dasharray="0.1 2.6" stroke-linecap="round"')
        band = path(line, "none", d.ink, 3.4) + path(line, "none", d.gold, 2.6) + beads
    return f"<defs>{upper}</defs>{part}{place(part, width, height, turn=180)}{band}"
