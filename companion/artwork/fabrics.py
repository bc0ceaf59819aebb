"""Woven and printed cloths: repeating patterns that stand in for a plain colour."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from companion.artwork.svg import circle, num, path, rect


def _stripes(colour: str, thread: str) -> str:
    return rect(0, 0, 2.4, 2.4, colour) + rect(0, 0, 0.7, 2.4, thread)


def _checks(colour: str, thread: str) -> str:
    return rect(0, 0, 2.4, 2.4, colour) + rect(0, 0, 1.2, 1.2, thread) + rect(1.2, 1.2, 1.2, 1.2, thread)


def _dots(colour: str, thread: str) -> str:
    return rect(0, 0, 2.4, 2.4, colour) + circle(0.6, 0.6, 0.42, thread) + circle(1.8, 1.8, 0.42, thread)


def _lozenges(colour: str, thread: str) -> str:
    return rect(0, 0, 2.4, 2.4, colour) + path("M1.2,0 L2.4,1.2 L1.2,2.4 L0,1.2 Z", "none", thread, 0.3)


def _hatching(colour: str, thread: str) -> str:
    return rect(0, 0, 2.4, 2.4, colour) + path(
        "M-.2,.8 L.8,-.2 M-.2,2.6 L2.6,-.2 M1.6,2.6 L2.6,1.6", "none", thread, 0.22
    )


def _brocade(colour: str, thread: str) -> str:
    leaf = "M1.2,.2 C1.9,.7 1.9,1.5 1.2,2.2 C.5,1.5 .5,.7 1.2,.2 Z"
    return rect(0, 0, 2.4, 2.4, colour) + path(leaf, thread) + circle(0, 0, 0.4, thread) + circle(2.4, 2.4, 0.4, thread)


FABRICS: Mapping[str, Callable[[str, str], str]] = MappingProxyType(
    {
        "stripes": _stripes,
        "checks": _checks,
        "dots": _dots,
        "lozenges": _lozenges,
        "hatching": _hatching,
        "brocade": _brocade,
    }
)
"""Patterns by name: functions of the cloth's colour and of the thread's that draw a tile 2.4 mm wide."""


def weave(fabric: str, name: str, colour: str, thread: str, turn: float) -> str:
    """Return the definition of a pattern called `name`, which elements then use as ``url(#name)``."""
    tile = f'width="2.4" height="2.4" patternUnits="userSpaceOnUse" patternTransform="rotate({num(turn)})"'
    return f'<pattern id="{name}" {tile}>{FABRICS[fabric](colour, thread)}</pattern>'
