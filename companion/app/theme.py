"""How large type is and how the app looks, as data. The colours themselves are in `companion.app.colours`."""

import math
from dataclasses import dataclass
from typing import Literal

Scheme = Literal["system", "light", "dark"]
"""Which set of colours: what the system asks for, or always one."""

SCHEMES: tuple[Scheme, ...] = ("system", "light", "dark")

TITLE = 2.4
HEADING = 1.5
STRONG = 1.15
"""Sizes of type, times the window's own."""

LARGE_TYPE = 1.3
"""How many times as large all type is in large-type mode, where the window is high enough."""

USUAL_WIDTH, USUAL_HEIGHT = 1280, 720
"""The size of window, in pixels, that the system's font is meant for."""

_SMALLEST, _LARGEST, _STEP = 0.85, 2.4, 0.05
"""How far, and in what steps, type follows the window."""


_FIXED, _GROWING = 270, 346
"""Of the height of the fullest table, in pixels: what does not grow with the type, and what does."""

USUAL_LINE = 18
"""Height of a line of the system's type, in pixels, at most, where nobody has made that larger."""


@dataclass(frozen=True, slots=True)
class Look:
    """How the app looks.

    Attributes:
        scheme: Which set of colours.
        large_type: Whether all type is larger.
    """

    scheme: Scheme = "system"
    large_type: bool = False


def type_factor(width: int, height: int, look: Look, line: int = USUAL_LINE) -> float:
    """Return how many times the system's font a window shows its text.

    Where the system's own type is large and the window low, what stands around the type does not become smaller with
    it: then the type gives way, as far as type of the usual size would.

    Args:
        width: Of the window, pixels.
        height: Of the window, pixels.
        look: What is preferred.
        line: Height of a line of the system's type, pixels.
    """
    larger = max(1.0, line / USUAL_LINE)
    factor = min(_LARGEST, max(_SMALLEST, min(height / USUAL_HEIGHT, width / USUAL_WIDTH)))
    room = max(_SMALLEST / larger, (height - _FIXED) / (USUAL_HEIGHT - _FIXED))
    if room < factor:
        factor = max(math.floor(room / _STEP) * _STEP, factor / larger)
    if look.large_type:
        factor = max(factor, min(factor * LARGE_TYPE, (height - _FIXED) / (_GROWING * larger)))
    return round(factor / _STEP) * _STEP
