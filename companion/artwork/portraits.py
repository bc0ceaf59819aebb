"""Heads of people and animals that fill a court card, as decks drawn for fun have them.

A portrait is about 1 high and wide around the origin.
"""

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType

from companion.artwork.colours import darker, lighter
from companion.artwork.heads import HATS, Dress, face
from companion.artwork.svg import circle, ellipse, path, place, polygon

_LINE = 0.022


def _person(hat: str, *, beard: bool, long_hair: bool) -> Callable[[Dress], str]:
    """A head with a hat; those of the figures are 11 mm high and as much again with hat and beard."""

    def draw(d: Dress) -> str:
        return place(face(d, beard=beard, long_hair=long_hair) + HATS[hat](d), 0, 0.12, 0.045)

    return draw


def _bare(d: Dress) -> str:
    """A bald man with glasses who laughs."""
    return (
        ellipse(0, 0, 0.32, 0.42, d.skin, d.ink, _LINE)
        + circle(-0.33, 0.02, 0.06, d.skin, d.ink, _LINE)
        + circle(0.33, 0.02, 0.06, d.skin, d.ink, _LINE)
        + circle(-0.12, -0.08, 0.09, d.white, d.ink, _LINE)
        + circle(0.12, -0.08, 0.09, d.white, d.ink, _LINE)
        + circle(-0.1, -0.08, 0.03, d.ink)
        + circle(0.1, -0.08, 0.03, d.ink)
        + path("M-.17,.16 Q0,.34 .17,.16 Q0,.22 -.17,.16 Z", d.white, d.ink, _LINE)
        + path("M0,-.02 Q.06,.08 0,.09", "none", d.ink, _LINE)
    )


def _eyes(d: Dress, apart: float, y: float, size: float) -> str:
    return "".join(
        circle(side * apart, y, size, d.white, d.ink, 0.012) + circle(side * apart, y, size * 0.45, d.ink)
        for side in (-1, 1)
    )


def _lion(d: Dress) -> str:
    mane = polygon(
        (r * math.sin(math.pi * i / 12), -r * math.cos(math.pi * i / 12))
        for i in range(24)
        for r in [0.48 if i % 2 else 0.38]
    )
    return (
        path(mane, d.hair, d.ink, _LINE)
        + circle(0, 0.02, 0.29, d.gold, d.ink, _LINE)
        + _eyes(d, 0.11, -0.06, 0.045)
        + path("M-.06,.06 L.06,.06 L0,.13 Z M0,.13 L0,.18 M-.1,.2 Q0,.26 .1,.2", d.ink, d.ink, 0.018)
    )


def _cat(d: Dress) -> str:
    head = "M-.36,-.44 L-.12,-.27 Q0,-.3 .12,-.27 L.36,-.44 L.36,.04 C.34,.3 .16,.42 0,.42 C-.16,.42 -.34,.3 -.36,.04 Z"
    return (
        path(head, d.horse, d.ink, _LINE)
        + _eyes(d, 0.15, 0.0, 0.07)
        + path("M-.04,.14 L.04,.14 L0,.19 Z", d.first)
        + path("M-.1,.2 L-.46,.14 M-.1,.24 L-.44,.28 M.1,.2 L.46,.14 M.1,.24 L.44,.28", "none", d.ink, 0.014)
    )


def _bull(d: Dress) -> str:
    head = "M-.26,-.2 C-.2,-.34 .2,-.34 .26,-.2 C.24,.1 .2,.36 .12,.44 L-.12,.44 C-.2,.36 -.24,.1 -.26,-.2 Z"
    return (
        path("M-.24,-.2 C-.5,-.2 -.52,-.42 -.4,-.5 C-.42,-.34 -.3,-.3 -.18,-.3 Z", d.white, d.ink, _LINE)
        + path("M.24,-.2 C.5,-.2 .52,-.42 .4,-.5 C.42,-.34 .3,-.3 .18,-.3 Z", d.white, d.ink, _LINE)
        + path(head, d.horse, d.ink, _LINE)
        + ellipse(0, 0.34, 0.15, 0.11, lighter(d.skin, 0.1), d.ink, _LINE)
        + circle(-0.06, 0.33, 0.025, d.ink)
        + circle(0.06, 0.33, 0.025, d.ink)
        + _eyes(d, 0.12, -0.06, 0.04)
    )


def _bird(d: Dress) -> str:
    back = "M-.2,-.3 C-.1,-.48 .16,-.46 .2,-.24 C.42,-.1 .5,.16 .46,.42"
    body = f"{back} C.3,.3 .1,.42 -.1,.34 C-.34,.24 -.26,-.06 -.2,-.3 Z"
    return (
        path(body, d.first, d.ink, _LINE)
        + path("M.06,-.02 C.3,.02 .38,.18 .34,.3 C.2,.3 .06,.2 .06,-.02 Z", d.second, d.ink, _LINE)
        + path("M-.19,-.28 L-.46,-.2 L-.19,-.14 Z", d.gold, d.ink, _LINE)
        + path("M-.06,.35 L-.06,.48 M.1,.37 L.1,.5", "none", d.gold, 0.04)
        + circle(-0.04, -0.27, 0.045, d.white, d.ink, 0.014)
        + circle(-0.05, -0.27, 0.02, d.ink)
    )


def _fish(d: Dress) -> str:
    return (
        path("M.2,0 L.5,-.24 L.44,0 L.5,.24 Z", d.second, d.ink, _LINE)
        + ellipse(-0.1, 0, 0.38, 0.24, d.first, d.ink, _LINE)
        + path("M-.16,-.2 C0,-.42 .14,-.3 .16,-.16 Z", d.second, d.ink, _LINE)
        + "".join(path(f"M{x},-.14 q.08,.14 0,.28", "none", darker(d.first), 0.02) for x in (-0.12, 0.0, 0.12))
        + circle(-0.32, -0.05, 0.05, d.white, d.ink, 0.014)
        + circle(-0.33, -0.05, 0.022, d.ink)
    )


def _mask(d: Dress) -> str:
    """A mask of a face, half of it in another colour."""
    return (
        path("M-.36,-.36 Q0,-.5 .36,-.36 C.38,.1 .2,.44 0,.48 C-.2,.44 -.38,.1 -.36,-.36 Z", d.third, d.ink, _LINE)
        + path("M0,-.43 Q.2,-.43 .36,-.36 C.38,.1 .2,.44 0,.48 Z", d.second)
        + ellipse(-0.15, -0.1, 0.09, 0.05, d.white, d.ink, _LINE)
        + ellipse(0.15, -0.1, 0.09, 0.05, d.white, d.ink, _LINE)
        + path("M-.16,.2 Q0,.12 .16,.2 Q0,.32 -.16,.2 Z", d.first, d.ink, _LINE)
    )


PORTRAITS: Mapping[str, Callable[[Dress], str]] = MappingProxyType(
    {
        "page": _person("cap", beard=False, long_hair=True),
        "rider": _person("hat", beard=True, long_hair=False),
        "guard": _person("helmet", beard=False, long_hair=False),
        "lady": _person("diadem", beard=False, long_hair=True),
        "ruler": _person("tall crown", beard=True, long_hair=True),
        "heir": _person("crown", beard=False, long_hair=False),
        "laughing": _bare,
        "lion": _lion,
        "cat": _cat,
        "bull": _bull,
        "bird": _bird,
        "fish": _fish,
        "mask": _mask,
    }
)
"""Whom a portrait shows."""
