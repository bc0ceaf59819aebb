"""What symbols of Spanish cards may carry: stones, studs and bosses, which are not symbols and must not be counted.

Places are parts of the symbol's height around its middle.
"""

from collections.abc import Mapping
from types import MappingProxyType

from companion.artwork.palette import SuitColours
from companion.artwork.svg import circle

Stone = tuple[float, float, float]
"""Where a stone sits and its radius: x, y, r."""

JEWELS: Mapping[str, Mapping[str, tuple[Stone, ...]]] = MappingProxyType(
    {
        "cups": {
            "three": ((-0.2, -0.14, 0.075), (0.0, -0.14, 0.075), (0.2, -0.14, 0.075)),
            "two": ((-0.13, -0.2, 0.08), (0.13, -0.2, 0.08)),
            "one": ((0.0, -0.2, 0.12),),
            "band": tuple((x, -0.08, 0.04) for x in (-0.24, -0.12, 0.0, 0.12, 0.24)),
        },
        "coins": {
            "three": ((0.0, -0.2, 0.1), (-0.18, 0.11, 0.1), (0.18, 0.11, 0.1)),
            "two": ((-0.16, 0.0, 0.12), (0.16, 0.0, 0.12)),
            "one": ((0.0, 0.0, 0.17),),
            "band": tuple((x, 0.0, 0.06) for x in (-0.3, -0.15, 0.0, 0.15, 0.3)),
        },
        "swords": {
            "three": tuple((0.0, y, 0.035) for y in (-0.05, 0.1, 0.25)),
            "two": ((-0.1, -0.24, 0.045), (0.1, -0.24, 0.045)),
            "one": ((0.0, -0.24, 0.06),),
            "band": tuple((0.0, y, 0.025) for y in (-0.12, 0.0, 0.12, 0.24)),
        },
        "clubs": {
            "three": tuple((0.0, y, 0.05) for y in (-0.3, -0.1, 0.1)),
            "two": ((0.0, -0.25, 0.055), (0.0, 0.0, 0.05)),
            "one": ((0.0, -0.28, 0.07),),
            "band": tuple((0.0, y, 0.03) for y in (-0.35, -0.2, -0.05, 0.1, 0.25)),
        },
    }
)
"""By suit, the ways in which its symbols may be set with stones."""


def jewels_svg(suit: str, setting: str, colours: SuitColours, ink: str) -> str:
    """Return the stones of one symbol, 1 high around the origin; nothing where it carries none.

    Args:
        suit: The symbol's suit.
        setting: One of `JEWELS` of that suit; empty text for none.
        colours: Of the suit.
        ink: Colour of outlines.
    """
    stones = JEWELS[suit][setting] if setting else ()
    return "".join(circle(x, y, r, colours.light, ink, 0.16 * r) for x, y, r in stones)
