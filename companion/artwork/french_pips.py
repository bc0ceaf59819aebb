"""French suit symbols: one outline each, filled with the suit's colour. Each is 1 high around the origin."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from companion.artwork.palette import SuitColours
from companion.artwork.svg import path, place

Pip = Callable[[SuitColours, str], str]
"""Draws a symbol, given its colours and the colour of outlines."""

_SHAPES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "H": (
            "M0,.5 C-.1,.33 -.46,.06 -.46,-.22 C-.46,-.39 -.35,-.5 -.22,-.5 C-.11,-.5 -.03,-.42 0,-.32 "
            "C.03,-.42 .11,-.5 .22,-.5 C.35,-.5 .46,-.39 .46,-.22 C.46,.06 .1,.33 0,.5 Z",
            "M0,.5 L-.43,-.02 C-.53,-.15 -.52,-.33 -.42,-.43 C-.3,-.54 -.1,-.52 0,-.34 "
            "C.1,-.52 .3,-.54 .42,-.43 C.52,-.33 .53,-.15 .43,-.02 Z",
            "M0,.5 C-.04,.3 -.4,.12 -.4,-.2 C-.4,-.4 -.3,-.5 -.19,-.5 C-.08,-.5 0,-.4 0,-.24 "
            "C0,-.4 .08,-.5 .19,-.5 C.3,-.5 .4,-.4 .4,-.2 C.4,.12 .04,.3 0,.5 Z",
        ),
        "D": (
            "M0,-.5 Q.14,-.22 .38,0 Q.14,.22 0,.5 Q-.14,.22 -.38,0 Q-.14,-.22 0,-.5 Z",
            "M0,-.5 L.37,0 L0,.5 L-.37,0 Z",
            "M0,-.5 C.1,-.28 .28,-.08 .46,0 C.28,.08 .1,.28 0,.5 C-.1,.28 -.28,.08 -.46,0 C-.28,-.08 -.1,-.28 0,-.5 Z",
        ),
        "S": (
            "M0,-.5 C.08,-.33 .45,-.1 .45,.14 C.45,.28 .35,.36 .24,.36 C.15,.36 .07,.31 .035,.22 C.04,.36 "
            ".09,.46 .19,.5 "
            "L-.19,.5 C-.09,.46 -.04,.36 -.035,.22 C-.07,.31 -.15,.36 -.24,.36 C-.35,.36 -.45,.28 -.45,.14 "
            "C-.45,-.1 -.08,-.33 0,-.5 Z",
            "M0,-.5 L.4,-.02 C.5,.1 .48,.26 .38,.33 C.27,.41 .11,.37 .05,.24 L.13,.5 L-.13,.5 L-.05,.24 "
            "C-.11,.37 -.27,.41 -.38,.33 C-.48,.26 -.5,.1 -.4,-.02 Z",
            "M0,-.5 C.03,-.26 .39,-.12 .39,.17 C.39,.3 .3,.37 .21,.37 C.12,.37 .05,.32 .03,.24 L.03,.42 "
            "C.06,.46 .1,.47 .15,.5 "
            "L-.15,.5 C-.1,.47 -.06,.46 -.03,.42 L-.03,.24 C-.05,.32 -.12,.37 -.21,.37 C-.3,.37 -.39,.3 -.39,.17 "
            "C-.39,-.12 -.03,-.26 0,-.5 Z",
        ),
        "C": (
            "M.035,.16 C.04,.34 .09,.46 .19,.5 L-.19,.5 C-.09,.46 -.04,.34 -.035,.16 C-.08,.29 -.16,.33 -.25,.33 "
            "C-.38,.33 -.48,.24 -.48,.11 C-.48,-.02 -.38,-.11 -.25,-.11 C-.19,-.11 -.14,-.09 -.1,-.06 "
            "C-.18,-.12 -.22,-.19 -.22,-.28 C-.22,-.41 -.12,-.5 0,-.5 C.12,-.5 .22,-.41 .22,-.28 "
            "C.22,-.19 .18,-.12 .1,-.06 "
            "C.14,-.09 .19,-.11 .25,-.11 C.38,-.11 .48,-.02 .48,.11 C.48,.24 .38,.33 .25,.33 C.16,.33 "
            ".08,.29 .035,.16 Z",
            "M0,0 L.14,.5 L-.14,.5 Z M0,-.5 C.13,-.5 .24,-.4 .24,-.27 C.24,-.14 .13,-.03 0,-.03 "
            "C-.13,-.03 -.24,-.14 -.24,-.27 "
            "C-.24,-.4 -.13,-.5 0,-.5 Z M-.26,-.09 C-.13,-.09 -.02,.02 -.02,.14 C-.02,.27 -.13,.37 -.26,.37 "
            "C-.39,.37 -.49,.27 -.49,.14 C-.49,.02 -.39,-.09 -.26,-.09 Z M.26,-.09 C.39,-.09 .49,.02 .49,.14 "
            "C.49,.27 .39,.37 .26,.37 C.13,.37 .02,.27 .02,.14 C.02,.02 .13,-.09 .26,-.09 Z "
            "M-.1,-.12 L.1,-.12 L.08,.16 L-.08,.16 Z",
            "M.03,.1 L.03,.4 C.06,.45 .1,.47 .15,.5 L-.15,.5 C-.1,.47 -.06,.45 -.03,.4 L-.03,.1 C-.08,.22 "
            "-.14,.27 -.22,.27 "
            "C-.33,.27 -.42,.19 -.42,.07 C-.42,-.05 -.33,-.12 -.23,-.12 C-.16,-.12 -.1,-.09 -.05,-.03 "
            "C-.12,-.12 -.19,-.18 -.19,-.31 C-.19,-.42 -.11,-.5 0,-.5 C.11,-.5 .19,-.42 .19,-.31 "
            "C.19,-.18 .12,-.12 .05,-.03 "
            "C.1,-.09 .16,-.12 .23,-.12 C.33,-.12 .42,-.05 .42,.07 C.42,.19 .33,.27 .22,.27 C.14,.27 .08,.22 .03,.1 Z",
        ),
    }
)


def _filled(shape: str) -> Pip:
    return lambda colours, _ink: path(shape, colours.main)


def _hollow(shape: str) -> Pip:
    return lambda colours, _ink: path(shape, colours.trim, colours.main, 0.075, 'stroke-linejoin="round"')


def _shaded(shape: str) -> Pip:
    """A lighter heart within the symbol, as cheap printed decks have it."""
    return lambda colours, _ink: path(shape, colours.main) + place(path(shape, colours.light), 0, 0, 0.6)


def drawn_from(shapes: tuple[str, ...]) -> tuple[Pip, ...]:
    """Return symbols from outlines: each filled, then the first shaded, then the first hollow."""
    return (*map(_filled, shapes), _shaded(shapes[0]), _hollow(shapes[0]))


FRENCH_PIPS: Mapping[str, tuple[Pip, ...]] = MappingProxyType(
    {suit: drawn_from(shapes) for suit, shapes in _SHAPES.items()}
)
"""The shapes of each suit, by the suit's letter."""
