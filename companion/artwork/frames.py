"""Lines around a card's picture, and the breaks by which Spanish cards tell their suit."""

from collections.abc import Mapping
from types import MappingProxyType

from companion.artwork.style import DeckStyle
from companion.artwork.svg import num, path, rect

BREAKS: Mapping[str, int] = MappingProxyType({"coins": 0, "cups": 1, "swords": 2, "clubs": 3})
"""How often the frame's level lines are broken: `la pinta`, by which the suit shows in a fanned hand."""

_GAP = 0.075
"""Width of a break, in widths of the card."""


def frame_svg(style: DeckStyle, suit: str) -> str:
    """Return the frame of one card, nothing if the style has none."""
    frame, (width, height) = style.frame, style.size_mm
    lines = []
    for inset in (0.0, frame.second) if frame.second else (0.0,):
        x, y = frame.margin[0] + inset, frame.margin[1] + inset
        fill = frame.fill if frame.fill and not inset else "none"
        if not frame.line:
            lines.append(rect(x, y, width - 2 * x, height - 2 * y, fill, radius=frame.radius) if frame.fill else "")
        elif not frame.broken:
            box = (x, y, width - 2 * x, height - 2 * y)
            lines.append(rect(*box, fill, style.inks.ink, frame.line, frame.radius))
        else:
            breaks, gap = BREAKS[suit], _GAP * width
            length = (width - 2 * x - gap * breaks) / (breaks + 1)
            level = [
                f"M{num(x + index * (length + gap))},{num(edge)} l{num(length)},0"
                for edge in (y, height - y)
                for index in range(breaks + 1)
            ]
            left, right, low = num(x), num(width - x), num(height - y)
            sides = f"M{left},{num(y)} L{left},{low} M{right},{num(y)} L{right},{low}"
            extra = 'stroke-linecap="square"'
            lines.append(path(" ".join([*level, sides]), "none", style.inks.ink, frame.line, extra))
    return "".join(lines)
