"""Letters and digits drawn by the project: centre lines, and the pens that draw typefaces with them.

A centre line runs in a box 100 units high (top 0, baseline 100) and as wide as the glyph says. A pen with an elliptic
nib turns it into a letter: equal radii give a plain sans, a nib wider than high the thick and thin strokes of a Roman.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from companion.artwork.svg import map_points, num

_OVAL_K = 0.5523


def _oval(cx: float, cy: float, rx: float, ry: float) -> str:
    kx, ky = rx * _OVAL_K, ry * _OVAL_K
    return (
        f"M {cx},{cy - ry} C {cx + kx},{cy - ry} {cx + rx},{cy - ky} {cx + rx},{cy} "
        f"C {cx + rx},{cy + ky} {cx + kx},{cy + ry} {cx},{cy + ry} "
        f"C {cx - kx},{cy + ry} {cx - rx},{cy + ky} {cx - rx},{cy} "
        f"C {cx - rx},{cy - ky} {cx - kx},{cy - ry} {cx},{cy - ry} Z"
    )


@dataclass(frozen=True, slots=True)
class Glyph:
    """A centre line.

    Attributes:
        width: Width of the box in units.
        line: Path data in units.
        serifs: Ends that carry a serif: x, y and the directions it points to (of ``lrud``).
        open_line: Another common form of the same sign (open 4, flat 3, barless 1 ...), or the same line.
    """

    width: float
    line: str
    serifs: tuple[tuple[float, float, str], ...] = ()
    open_line: str = ""


_SIX = (
    "M 54,13 C 48,4 41,0 32,0 C 10,0 0,22 0,64 C 0,86 12,100 30,100 "
    "C 48,100 60,86 60,67 C 60,49 48,36 31,36 C 14,36 0,48 0,64"
)

GLYPHS: dict[str, Glyph] = {
    "0": Glyph(60, _oval(30, 50, 30, 50)),
    "1": Glyph(36, "M 2,20 C 12,18 20,12 24,0 L 24,100", ((24, 100, "lr"),), "M 2,24 L 26,0 L 26,100"),
    "2": Glyph(
        60,
        "M 2,28 C 2,10 14,0 30,0 C 46,0 58,10 58,27 C 58,45 45,58 30,71 C 18,81 8,88 1,100 L 60,100",
        ((60, 100, "u"),),
        "M 2,28 C 2,10 14,0 30,0 C 46,0 58,10 58,27 C 58,45 45,57 32,69 L 1,100 L 60,100",
    ),
    "3": Glyph(
        60,
        "M 3,19 C 8,6 17,0 29,0 C 45,0 55,9 55,24 C 55,39 45,47 26,47 C 47,47 60,57 60,73 C 60,90 46,100 29,100 "
        "C 14,100 4,92 0,80",
        (),
        "M 3,0 L 56,0 L 28,41 C 48,41 60,53 60,70 C 60,88 46,100 28,100 C 14,100 4,93 0,82",
    ),
    "4": Glyph(66, "M 48,100 L 48,0 L 0,70 L 66,70", ((48, 100, "lr"),), "M 28,0 L 0,66 L 66,66 M 46,34 L 46,100"),
    "5": Glyph(
        60,
        "M 55,0 L 10,0 L 5,46 C 12,38 20,35 30,35 C 48,35 60,48 60,67 C 60,87 47,100 28,100 C 14,100 4,93 0,81",
    ),
    "6": Glyph(60, _SIX),
    "7": Glyph(58, "M 0,0 L 58,0 C 40,30 24,62 20,100", ((0, 0, "d"),), "M 0,0 L 58,0 L 18,100"),
    "8": Glyph(60, _oval(30, 23.5, 25, 23.5) + " " + _oval(30, 73.5, 30, 26.5)),
    "9": Glyph(60, map_points(_SIX, lambda x, y: (60 - x, 100 - y))),
    "/": Glyph(46, "M 46,0 L 0,100"),
    "A": Glyph(72, "M 0,100 L 36,0 L 72,100 M 13,64 L 59,64", ((0, 100, "lr"), (72, 100, "lr"))),
    "B": Glyph(
        62,
        "M 8,47 L 34,47 C 50,47 57,37 57,24 C 57,9 49,0 34,0 L 8,0 L 8,100 L 36,100 C 53,100 62,90 62,74 "
        "C 62,57 53,47 34,47",
        ((8, 0, "l"), (8, 100, "l")),
    ),
    "C": Glyph(
        64, "M 63,22 C 58,8 48,0 36,0 C 12,0 0,20 0,50 C 0,80 12,100 36,100 C 48,100 58,92 64,77", ((63, 22, "u"),)
    ),
    "D": Glyph(70, "M 8,0 L 8,100 L 30,100 C 56,100 70,80 70,50 C 70,20 56,0 30,0 Z", ((8, 0, "l"), (8, 100, "l"))),
    "E": Glyph(
        54, "M 52,0 L 8,0 L 8,100 L 54,100 M 8,48 L 44,48", ((8, 0, "l"), (8, 100, "l"), (52, 0, "d"), (54, 100, "u"))
    ),
    "F": Glyph(52, "M 52,0 L 8,0 L 8,100 M 8,50 L 44,50", ((8, 0, "l"), (8, 100, "lr"), (52, 0, "d"))),
    "H": Glyph(
        68,
        "M 8,0 L 8,100 M 60,0 L 60,100 M 8,48 L 60,48",
        ((8, 0, "lr"), (8, 100, "lr"), (60, 0, "lr"), (60, 100, "lr")),
    ),
    "I": Glyph(12, "M 6,0 L 6,100", ((6, 0, "lr"), (6, 100, "lr"))),
    "J": Glyph(46, "M 38,0 L 38,72 C 38,91 31,100 19,100 C 7,100 0,92 0,78", ((38, 0, "lr"),)),
    "K": Glyph(
        68,
        "M 8,0 L 8,100 M 62,0 L 8,60 M 27,39 L 68,100",
        ((8, 0, "lr"), (8, 100, "lr"), (62, 0, "lr"), (68, 100, "lr")),
    ),
    "L": Glyph(50, "M 8,0 L 8,100 L 50,100", ((8, 0, "lr"), (50, 100, "u"))),
    "N": Glyph(68, "M 8,100 L 8,0 L 60,100 L 60,0", ((8, 100, "lr"), (60, 0, "lr"))),
    "O": Glyph(74, _oval(37, 50, 37, 50)),
    "Q": Glyph(76, _oval(37, 50, 37, 50) + " M 42,72 L 74,108", ()),
    "R": Glyph(
        66,
        "M 8,100 L 8,0 L 36,0 C 54,0 62,12 62,27 C 62,43 54,54 36,54 L 8,54 M 38,54 L 66,100",
        ((8, 0, "l"), (8, 100, "lr"), (66, 100, "r")),
    ),
    "S": Glyph(
        60,
        "M 54,18 C 49,6 41,0 29,0 C 14,0 4,10 4,25 C 4,42 17,46 30,49 C 46,53 60,59 60,75 C 60,90 47,100 30,100 "
        "C 14,100 4,92 0,79",
        ((54, 18, "u"), (0, 79, "d")),
    ),
    "T": Glyph(64, "M 0,0 L 64,0 M 32,0 L 32,100", ((0, 0, "d"), (64, 0, "d"), (32, 100, "lr"))),
    "U": Glyph(66, "M 8,0 L 8,64 C 8,88 18,100 33,100 C 48,100 58,88 58,64 L 58,0", ((8, 0, "lr"), (58, 0, "lr"))),
    "V": Glyph(68, "M 0,0 L 34,100 L 68,0", ((0, 0, "lr"), (68, 0, "lr"))),
    "W": Glyph(96, "M 0,0 L 25,100 L 48,8 L 71,100 L 96,0", ((0, 0, "lr"), (96, 0, "lr"))),
    "Z": Glyph(60, "M 2,0 L 58,0 L 0,100 L 60,100", ((2, 0, "d"), (60, 100, "u"))),
    "n": Glyph(
        50, "M 6,34 L 6,100 M 6,56 C 12,42 20,34 30,34 C 43,34 48,42 48,56 L 48,100", ((6, 100, "lr"), (48, 100, "lr"))
    ),
    "Д": Glyph(
        74,
        "M 0,116 L 0,92 L 74,92 L 74,116 M 12,92 C 20,78 22,40 22,0 L 60,0 L 60,92",
        ((22, 0, "l"), (60, 0, "r")),
    ),
}


class Face(Protocol):
    """A typeface: anything that can write a short text 1 unit high."""

    def write(self, text: str, colour: str) -> tuple[str, float]:
        """Return the text's elements (cap height 1, top left of the first letter at the origin) and its width."""
        ...


@dataclass(frozen=True, slots=True)
class Pen:
    """A typeface drawn from the centre lines. Lengths are in cap heights.

    Attributes:
        upright: Thickness of upright strokes.
        level: Thickness of level strokes.
        width: Width of the letters against the plain ones.
        serif: How far serifs reach from the stroke, 0 for none.
        slab: Thickness of the serifs.
        slant: Lean to the right, as dx per unit of height.
        round_ends: Round instead of cut ends and corners.
        open_forms: Use the glyphs' other forms.
        hollow: Width of a line of paper inside the strokes, as a part of their thickness (0 for none).
        gap: Space between two letters.
        paper: Colour inside hollow strokes.
    """

    upright: float = 0.15
    level: float = 0.15
    width: float = 1.0
    serif: float = 0.0
    slab: float = 0.05
    slant: float = 0.0
    round_ends: bool = False
    open_forms: bool = False
    hollow: float = 0.0
    gap: float = 0.12
    paper: str = "#ffffff"

    def write(self, text: str, colour: str) -> tuple[str, float]:
        """Return the text's elements (cap height 1, top left of the first letter at the origin) and its width."""
        pieces, x = [], 0.0
        for index, sign in enumerate(text):
            x += self.gap if index else 0.0
            lines, serifs, width = _drawn(self, sign)
            pieces.append(f'<g transform="translate({num(x)} 0)">{(lines + serifs).replace("INK", colour)}</g>')
            x += width
        body = "".join(pieces)
        if self.slant:
            body = f'<g transform="matrix(1 0 {num(-self.slant)} 1 {num(self.slant / 2)} 0)">{body}</g>'
        return body, x


@lru_cache(maxsize=4096)
def _drawn(pen: Pen, sign: str) -> tuple[str, str, float]:
    """Return one glyph's strokes, its serifs (both in the colour INK) and its width."""
    glyph = GLYPHS[sign]
    margin = pen.serif * 0.6 if any(set(where) & {"l", "r"} for *_, where in glyph.serifs) else 0.0
    width = glyph.width / 100 * pen.width

    def on_card(x: float, y: float) -> tuple[float, float]:
        return margin + pen.upright / 2 + x / 100 * pen.width, pen.level / 2 + y / 100 * (1 - pen.level)

    # The path is drawn in units of the nib and then stretched, so that one stroke comes out as an ellipse's trace.
    line = glyph.open_line if pen.open_forms and glyph.open_line else glyph.line
    nib = map_points(line, lambda x, y: (on_card(x, y)[0] / pen.upright, on_card(x, y)[1] / pen.level))
    ends = (
        'stroke-linecap="round" stroke-linejoin="round"'
        if pen.round_ends or pen.hollow
        else 'stroke-linejoin="miter" stroke-miterlimit="2.2"'
    )
    strokes = f'<path d="{nib}" stroke="INK" stroke-width="1"/>'
    if pen.hollow:
        strokes += f'<path d="{nib}" stroke="{pen.paper}" stroke-width="{num(pen.hollow)}"/>'
    lines = f'<g transform="scale({num(pen.upright)} {num(pen.level)})" fill="none" {ends}>{strokes}</g>'

    marks = []
    if pen.serif:
        for x, y, where in glyph.serifs:
            px, py = on_card(x, y)
            edge = py - pen.level / 2 + pen.slab / 2 if y < 50 else py + pen.level / 2 - pen.slab / 2
            reach = pen.upright / 2 + pen.serif
            if "l" in where or "r" in where:
                left = px - (reach if "l" in where else 0)
                right = px + (reach if "r" in where else 0)
                marks.append(f"M {num(left)},{num(edge)} L {num(right)},{num(edge)}")
            if "u" in where or "d" in where:
                stop = py + (pen.serif * 1.6 + pen.level / 2) * (1 if "d" in where else -1)
                marks.append(f"M {num(px)},{num(py)} L {num(px)},{num(stop)}")
    serifs = f'<path d="{" ".join(marks)}" fill="none" stroke="INK" stroke-width="{num(pen.slab)}"/>' if marks else ""
    return lines, serifs, width + pen.upright + 2 * margin


def write_at(
    face: Face,
    text: str,
    colour: str,
    x: float,
    y: float,
    height: float,
    *,
    anchor: str = "middle",
    widest: float = 0.0,
) -> str:
    """Return `text` `height` high with its top at y.

    Args:
        face: Typeface.
        text: What to write.
        colour: Colour of the letters.
        x: Where the text's start, middle or end is, as `anchor` says.
        y: Top of the letters.
        height: Cap height.
        anchor: ``start``, ``middle`` or ``end``.
        widest: If above 0, a wider text is squeezed to this width.
    """
    body, width = face.write(text, colour)
    squeeze = min(1.0, widest / (width * height)) if widest else 1.0
    left = x - {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor] * width * height * squeeze
    return f'<g transform="translate({num(left)} {num(y)}) scale({num(height * squeeze)} {num(height)})">{body}</g>'
