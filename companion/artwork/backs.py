"""Card backs: a pattern inside one or two borders. All lengths are millimetres."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from companion.artwork.colours import lighter, shifted
from companion.artwork.glyphs import GLYPHS, Pen, write_at
from companion.artwork.svg import circle, document, num, path, place, polygon, rect


@dataclass(frozen=True, slots=True)
class BackStyle:
    """What one back looks like.

    Attributes:
        pattern: Name of one of `PATTERNS`.
        ground: Colour under the pattern.
        line: Colour of the pattern.
        accent: Colour of details and of the inner border.
        paper: Colour of the margin.
        margin: Width of the unprinted margin; 0 prints up to the edge.
        step: Size of the pattern's repeats.
        weight: Width of the pattern's lines as a part of the step.
        border: Width of the inner border, 0 for none.
        medal: Radius of a rosette in the middle, 0 for none.
        letters: Letters in the place of the rosette, empty for none.
    """

    pattern: str = "lattice"
    ground: str = "#27548f"
    line: str = "#dbe7f5"
    accent: str = "#f2bb3a"
    paper: str = "#fffef9"
    margin: float = 4.0
    step: float = 6.0
    weight: float = 0.12
    border: float = 0.8
    medal: float = 9.0
    letters: str = ""


Extent = tuple[float, float]
"""Half the width and half the height of the printed field; patterns are drawn around its middle."""


def _grid(extent: Extent, step: float, *, offset: bool = False) -> list[tuple[float, float]]:
    """Return points of a grid (or of one with every other row shifted) that is the same upside down."""
    columns, rows = (math.ceil(half / step) + 1 for half in extent)
    return [
        ((column + (0.5 if offset and row % 2 else 0.0)) * step, row * step * (0.5 if offset else 1.0))
        for row in range(-rows * (2 if offset else 1), rows * (2 if offset else 1) + 1)
        for column in range(-columns - 1, columns + 1)
    ]


def _lattice(style: BackStyle, extent: Extent) -> str:
    reach, step = sum(extent) + style.step, style.step
    count = math.ceil(reach / step)
    lines = " ".join(
        f"M{num(shift - reach)},{num(-reach * side)} L{num(shift + reach)},{num(reach * side)}"
        for shift in (index * step for index in range(-count, count + 1))
        for side in (-1, 1)
    )
    dots = "".join(circle(x, y, step * 0.11, style.accent) for x, y in _grid(extent, step, offset=True))
    return path(lines, "none", style.line, step * style.weight) + dots


def _dots(style: BackStyle, extent: Extent) -> str:
    size = style.step * (0.12 + style.weight)
    return "".join(circle(x, y, size, style.line) for x, y in _grid(extent, style.step, offset=True))


def _stripes(style: BackStyle, extent: Extent) -> str:
    reach, step = sum(extent) + style.step, style.step
    count = math.ceil(reach / step)
    lines = " ".join(
        f"M{num(i * step - reach)},{num(-reach)} L{num(i * step + reach)},{num(reach)}"
        for i in range(-count, count + 1)
    )
    return path(lines, "none", style.line, step * (0.2 + style.weight)) + path(lines, "none", style.accent, step * 0.06)


def _flower(petals: int, reach: float, fill: str, heart: str) -> str:
    side, tip = num(reach * 0.42), num(-reach)
    leaf = f"M0,0 Q{side},{num(-reach * 0.55)} 0,{tip} Q-{side},{num(-reach * 0.55)} 0,0 Z"
    return "".join(place(path(leaf, fill), turn=360 * i / petals) for i in range(petals)) + circle(
        0, 0, reach * 0.2, heart
    )


def _rosettes(style: BackStyle, extent: Extent) -> str:
    flower = _flower(6, style.step * 0.48, style.line, style.accent)
    return "".join(place(flower, x, y) for x, y in _grid(extent, style.step)) + "".join(
        circle(x + style.step / 2, y + style.step / 2, style.step * 0.09, style.accent)
        for x, y in _grid(extent, style.step)
    )


def _scales(style: BackStyle, extent: Extent) -> str:
    return "".join(
        circle(x, y, style.step * part, "none", style.line, style.step * style.weight * 0.7)
        for x, y in _grid(extent, style.step)
        for part in (0.5, 0.32, 0.14)
    )


def _diamonds(style: BackStyle, extent: Extent) -> str:
    half = style.step * (0.3 + style.weight)
    shape = path(polygon([(0, -half), (half * 0.6, 0), (0, half), (-half * 0.6, 0)]), style.line)
    return "".join(place(shape, x, y) for x, y in _grid(extent, style.step))


def _waves(style: BackStyle, extent: Extent) -> str:
    step, (across, down) = style.step, extent
    waves, rows = math.ceil(across / step) + 1, math.ceil(down / step) * 2
    half, rise = num(step / 2), num(step / 3)
    wave = f" q{num(step / 4)},-{rise} {half},0 q{num(step / 4)},{rise} {half},0" * (2 * waves)
    lines = [f"M{num(-waves * step)},{num(row * step / 2)}{wave}" for row in range(-rows, rows + 1)]
    return path(" ".join(lines), "none", style.line, step * style.weight)


def _rays(style: BackStyle, extent: Extent) -> str:
    reach, count = math.hypot(*extent) + 1, 2 * max(8, round(90 / style.step))
    turns = (2 * math.pi * index / count for index in range(count))
    width = math.pi / count
    return path(
        " ".join(
            polygon([(0, 0), *((reach * 1.1 * math.cos(a), reach * 1.1 * math.sin(a)) for a in (turn, turn + width))])
            for turn in turns
        ),
        style.line,
    )


def _plain(style: BackStyle, extent: Extent) -> str:
    across, down = (half * 0.86 for half in extent)
    return rect(
        -across, -down, 2 * across, 2 * down, stroke=style.line, width=max(0.4, style.step * style.weight), radius=2
    )


PATTERNS: Mapping[str, Callable[[BackStyle, Extent], str]] = MappingProxyType(
    {
        "lattice": _lattice,
        "dots": _dots,
        "stripes": _stripes,
        "rosettes": _rosettes,
        "scales": _scales,
        "diamonds": _diamonds,
        "waves": _waves,
        "rays": _rays,
        "plain": _plain,
    }
)
"""Patterns that fill a back; each looks the same upside down."""


def _rosette(style: BackStyle) -> str:
    small = _flower(8, style.medal * 0.5, style.accent, style.ground)
    return _flower(8, style.medal * 0.86, style.line, style.accent) + place(small, turn=22.5)


def _monogram(style: BackStyle) -> str:
    """Letters in the upper half of the medal and, turned round, in the lower one."""
    size = style.medal * 0.62
    pen = Pen(upright=0.18, level=0.1)
    text = write_at(pen, style.letters, style.line, 0, -size * 1.12, size, widest=style.medal * 1.3)
    return text + place(text, turn=180)


def back_svg(style: BackStyle, size_mm: tuple[float, float], corner_mm: float) -> str:
    """Return the SVG document of a back. It looks the same turned by 180 degrees."""
    (width, height), margin = size_mm, style.margin
    extent = (width / 2 - margin, height / 2 - margin)
    field = (-extent[0], -extent[1], 2 * extent[0], 2 * extent[1])
    radius = max(0.0, corner_mm - margin) + 0.8
    clip = f'<clipPath id="field">{rect(*field, "#000", radius=radius)}</clipPath>'
    inside = rect(*field, style.ground, radius=radius) + PATTERNS[style.pattern](style, extent)
    if style.medal:
        medal = circle(0, 0, style.medal, style.ground, style.accent, 0.7)
        inside += medal + (_monogram(style) if style.letters else _rosette(style))
    edge = ""
    if style.border:
        gap = style.border * 1.2
        x, y, w, h = field
        edge = rect(x, y, w, h, stroke=style.ground, width=4 * gap, radius=radius) + rect(
            x + gap,
            y + gap,
            w - 2 * gap,
            h - 2 * gap,
            stroke=style.accent,
            width=style.border,
            radius=max(0.2, radius - gap),
        )
    body = place(f'<defs>{clip}</defs><g clip-path="url(#field)">{inside}{edge}</g>', width / 2, height / 2)
    return document(size_mm, corner_mm, body, style.paper, "#c9c9c6")


_GROUNDS = (
    "#27548f", "#9c2226", "#1f6f4a", "#1d2a52", "#6b2a5b", "#2b2b30", "#b5532a", "#0f6e78", "#c9a227", "#7d8a96",
    "#f3efe4", "#d8dfe8", "#8a1f3d",
)  # fmt: skip


def random_back(rng: np.random.Generator, size_mm: tuple[float, float] = (63.0, 88.0), corner_mm: float = 3.2) -> str:
    """Return the SVG document of a back made up by chance. It looks the same turned by 180 degrees.

    Args:
        rng: Source of chance.
        size_mm: Width and height of the card.
        corner_mm: Radius of its corners.
    """
    ground, line, accent = (shifted(_GROUNDS[int(index)], rng) for index in rng.permutation(len(_GROUNDS))[:3])
    names = list(PATTERNS)
    letters = "".join(sorted(sign for sign in GLYPHS if sign.isalpha()))
    style = BackStyle(
        pattern=names[int(rng.integers(len(names)))],
        ground=ground,
        line=lighter(line, 0.6) if rng.random() < 0.5 else line,
        accent=accent,
        paper="#ffffff" if rng.random() < 0.8 else ground,
        margin=0.0 if rng.random() < 0.2 else float(rng.uniform(1.5, 7.0)),
        step=float(rng.uniform(2.4, 14.0)),
        weight=float(rng.uniform(0.04, 0.22)),
        border=float(rng.uniform(0.3, 1.4)) if rng.random() < 0.6 else 0.0,
        medal=float(rng.uniform(5.0, 18.0)) if rng.random() < 0.55 else 0.0,
        letters="".join(rng.choice(list(letters), 2)) if rng.random() < 0.3 else "",
    )
    return back_svg(style, size_mm, corner_mm)
