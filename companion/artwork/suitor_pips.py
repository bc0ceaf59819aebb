"""The symbols of the Seven Suitors, each about 1 high around the origin."""

import math
from collections.abc import Mapping
from types import MappingProxyType

from companion.artwork.french_pips import FRENCH_PIPS, Pip
from companion.artwork.palette import SuitColours
from companion.artwork.svg import path, polygon


def _moon(bulge: float) -> Pip:
    shape = f"M.16,-.5 C-.26,-.5 -.46,-.24 -.46,0 C-.46,.24 -.26,.5 .16,.5 C-{bulge},.3 -{bulge},-.3 .16,-.5 Z"
    return lambda colours, _ink: path(shape, colours.main, colours.dark, 0.03, 'stroke-linejoin="round"')


def _star(inner: float) -> Pip:
    points = [
        (radius * math.sin(math.pi * index / 5), 0.03 - radius * math.cos(math.pi * index / 5))
        for index in range(10)
        for radius in [inner if index % 2 else 0.52]
    ]
    return lambda colours, _ink: path(polygon(points), colours.main, colours.dark, 0.035, 'stroke-linejoin="round"')


def _pyramid(colours: SuitColours, _ink: str) -> str:
    """A pyramid with a side in the light and one in the shade."""
    return (
        path("M0,-.46 L.5,.34 L.16,.46 L-.5,.34 Z", colours.main, colours.dark, 0.03, 'stroke-linejoin="round"')
        + path("M0,-.46 L.5,.34 L.16,.46 Z", colours.dark)
        + path("M-.37,.14 L.11,.2 M-.22,-.1 L.07,-.06", "none", colours.light, 0.035)
    )


def _triangle(colours: SuitColours, _ink: str) -> str:
    return path("M0,-.46 L.5,.42 L-.5,.42 Z", colours.main, colours.dark, 0.03, 'stroke-linejoin="round"')


SUITOR_PIPS: Mapping[str, tuple[Pip, ...]] = MappingProxyType(
    {
        "1": FRENCH_PIPS["S"][:3],
        "2": (_moon(0.12), _moon(0.2), _moon(0.04)),
        "3": FRENCH_PIPS["D"][:3],
        "4": FRENCH_PIPS["C"][:3],
        "5": (_star(0.22), _star(0.26), _star(0.19)),
        "6": (_pyramid, _triangle, _pyramid),
        "7": FRENCH_PIPS["H"][:3],
    }
)
"""The shapes of each suit, by the suit's number."""
