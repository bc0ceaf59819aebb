"""Cards as vector drawings in a PDF file.

Knows the SVG that `companion.artwork.svg` writes, and no more: groups, paths, circles, ellipses, rectangles and clip
paths, in flat colours.
"""

import re
from collections.abc import Iterator, Mapping
from math import cos, radians, sin
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from reportlab.pdfgen.canvas import FILL_NON_ZERO, Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from companion.given_files import read_given

MM = 72 / 25.4
"""Points in a millimetre."""

_PROGRAM = "Table companion"

Matrix = tuple[float, float, float, float, float, float]

_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
_NAMESPACE = "{http://www.w3.org/2000/svg}"
_INHERITED = (
    "fill",
    "stroke",
    "stroke-width",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-miterlimit",
    "stroke-dasharray",
)
_DEFAULTS: Mapping[str, str] = {
    "fill": "#000000",
    "stroke": "none",
    "stroke-width": "1",
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
    "stroke-miterlimit": "4",
    "stroke-dasharray": "",
}
_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}
_KAPPA = 0.5523


def new_canvas(size_mm: tuple[float, float], title: str, subject: str) -> Canvas:
    """Return a PDF file to draw into: the same bytes every time, shown and printed in its own size.

    Args:
        size_mm: Width and height of its pages.
        title: What it is.
        subject: Whose work it shows.
    """
    canvas = Canvas("", pagesize=(size_mm[0] * MM, size_mm[1] * MM), invariant=1)
    canvas.setTitle(title)
    canvas.setSubject(subject)
    canvas.setAuthor(_PROGRAM)
    canvas.setCreator(_PROGRAM)
    canvas.setViewerPreference("PrintScaling", "None")
    return canvas


def is_ours(path: Path) -> bool:
    """Tell whether a file was begun by `new_canvas`, so that it can be written again at any time.

    Raises:
        OSError: It cannot be read.
    """
    content = read_given(path)
    return content.startswith(b"%PDF-") and f"/Creator ({_PROGRAM})".encode() in content


def _numbers(text: str) -> list[float]:
    return [float(number) for number in _NUMBER.findall(text)]


def _transforms(text: str) -> Iterator[Matrix]:
    for name, arguments in re.findall(r"(\w+)\(([^)]*)\)", text):
        values = _numbers(arguments)
        if name == "translate":
            yield 1, 0, 0, 1, values[0], values[1] if len(values) > 1 else 0
        elif name == "scale":
            yield values[0], 0, 0, values[-1], 0, 0
        elif name == "rotate":
            angle = radians(values[0])
            yield cos(angle), sin(angle), -sin(angle), cos(angle), 0, 0
        elif name == "matrix":
            a, b, c, d, e, f = values
            yield a, b, c, d, e, f
        else:
            raise ValueError(f"expected a known transform, got {name}")


def _trace(data: str, path: PDFPathObject) -> None:
    """Draw path data; the commands M, L, C, Q and Z are known, absolute and relative."""
    x = y = start_x = start_y = 0.0
    for command, arguments in re.findall(r"([MLCQZmlcqz])([^MLCQZmlcqz]*)", data):
        values = _numbers(arguments)
        step = {"M": 2, "L": 2, "C": 6, "Q": 4, "Z": 1}[command.upper()]
        if command in "Zz":
            path.close()
            x, y = start_x, start_y
            continue
        for first in range(0, len(values), step):
            points = values[first : first + step]
            if command.islower():
                points = [value + (y if index % 2 else x) for index, value in enumerate(points)]
            if command in "Mm" and first == 0:
                path.moveTo(*points)
                start_x, start_y = points
            elif command in "MmLl":
                path.lineTo(*points)
            elif command in "Cc":
                path.curveTo(*points)
            else:
                cx, cy, ex, ey = points
                part = 2 / 3  # a quadratic curve as the cubic one that it is
                ends = (x + (cx - x) * part, y + (cy - y) * part, ex + (cx - ex) * part, ey + (cy - ey) * part)
                path.curveTo(*ends, ex, ey)
            x, y = points[-2:]


def _round_rect(path: PDFPathObject, x: float, y: float, w: float, h: float, r: float) -> None:
    if not r:
        path.rect(x, y, w, h)
        return
    k = r * (1 - _KAPPA)
    path.moveTo(x + r, y)
    path.lineTo(x + w - r, y)
    path.curveTo(x + w - k, y, x + w, y + k, x + w, y + r)
    path.lineTo(x + w, y + h - r)
    path.curveTo(x + w, y + h - k, x + w - k, y + h, x + w - r, y + h)
    path.lineTo(x + r, y + h)
    path.curveTo(x + k, y + h, x, y + h - k, x, y + h - r)
    path.lineTo(x, y + r)
    path.curveTo(x, y + k, x + k, y, x + r, y)
    path.close()


def _shape(canvas: Canvas, element: ElementTree.Element) -> PDFPathObject:
    """Return the outline of one element."""
    path = canvas.beginPath()
    name = element.tag.removeprefix(_NAMESPACE)

    def value(attribute: str) -> float:
        return float(element.get(attribute, "0"))

    if name == "path":
        _trace(element.get("d", ""), path)
    elif name == "circle":
        path.circle(value("cx"), value("cy"), value("r"))
    elif name == "ellipse":
        path.ellipse(value("cx") - value("rx"), value("cy") - value("ry"), 2 * value("rx"), 2 * value("ry"))
    elif name == "rect":
        _round_rect(path, value("x"), value("y"), value("width"), value("height"), value("rx"))
    else:
        raise ValueError(f"expected a known element, got {name}")
    return path


def _colour(text: str) -> tuple[float, float, float]:
    if not re.fullmatch(r"#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})", text):
        raise ValueError(f"expected a colour like #rrggbb, got {text}")
    digits = text[1:] if len(text) == 7 else "".join(2 * digit for digit in text[1:])
    red, green, blue = (int(digits[index : index + 2], 16) / 255 for index in (0, 2, 4))
    return red, green, blue


def _paint(canvas: Canvas, element: ElementTree.Element, style: Mapping[str, str]) -> None:
    fill, stroke = style["fill"] != "none", style["stroke"] != "none"
    if fill:
        canvas.setFillColorRGB(*_colour(style["fill"]))
    if stroke:
        canvas.setStrokeColorRGB(*_colour(style["stroke"]))
        canvas.setLineWidth(float(style["stroke-width"]))
        canvas.setLineCap(_CAPS[style["stroke-linecap"]])
        canvas.setLineJoin(_JOINS[style["stroke-linejoin"]])
        canvas.setMiterLimit(float(style["stroke-miterlimit"]))
        canvas.setDash(_numbers(style["stroke-dasharray"]), 0)
    if fill or stroke:
        canvas.drawPath(_shape(canvas, element), stroke=int(stroke), fill=int(fill), fillMode=FILL_NON_ZERO)


def _draw(
    canvas: Canvas, element: ElementTree.Element, inherited: Mapping[str, str], clips: Mapping[str, ElementTree.Element]
) -> None:
    name = element.tag.removeprefix(_NAMESPACE)
    if name == "defs":
        return
    style = {**inherited, **{key: text for key in _INHERITED if (text := element.get(key)) is not None}}
    canvas.saveState()
    for matrix in _transforms(element.get("transform", "")):
        canvas.transform(*matrix)
    clip = element.get("clip-path")
    if clip:
        (outline,) = clips[clip.removeprefix("url(#").removesuffix(")")]
        canvas.clipPath(_shape(canvas, outline), stroke=0, fill=0, fillMode=FILL_NON_ZERO)
    if name in ("svg", "g"):
        for child in element:
            _draw(canvas, child, style, clips)
    else:
        _paint(canvas, element, style)
    canvas.restoreState()


def add_form(canvas: Any, name: str, svg: str, size_mm: tuple[float, float]) -> None:
    """Put a drawing into the file, to be placed any number of times with ``canvas.doForm(name)``.

    The form is as large as the card, in points, with its lower left corner at the origin.

    Args:
        canvas: The `reportlab.pdfgen.canvas.Canvas`.
        name: The drawing's name.
        svg: A document from `companion.artwork.svg.document`.
        size_mm: Width and height of the card.

    Raises:
        ValueError: The document holds what no card of the project's decks holds.
    """
    root = ElementTree.fromstring(svg)
    clips = {str(clip.get("id")): clip for clip in root.iter(f"{_NAMESPACE}clipPath")}
    width, height = (length * MM for length in size_mm)
    canvas.beginForm(name, 0, 0, width, height)
    canvas.transform(MM, 0, 0, -MM, 0, height)
    _draw(canvas, root, _DEFAULTS, clips)
    canvas.endForm()
