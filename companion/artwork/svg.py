"""The few pieces of SVG that cards are made of.

Everything is measured in millimetres of the card (x to the right, y down, origin at the card's top left corner) or, for
parts that are placed later, in units of the part's own height around its middle.
"""

import re
from collections.abc import Callable, Iterable

_NUMBER = re.compile(r"-?\d*\.?\d+")


def num(value: float) -> str:
    """Return a number as SVG writes it: at most three decimals, no trailing zeros."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _attributes(fill: str, stroke: str | None, width: float, extra: str) -> str:
    line = f' stroke="{stroke}" stroke-width="{num(width)}"' if stroke and width > 0 else ""
    return f'fill="{fill}"{line}{" " + extra if extra else ""}'


def path(d: str, fill: str = "none", stroke: str | None = None, width: float = 0.0, extra: str = "") -> str:
    """Return a path element; `extra` is written into the element as it is."""
    return f'<path d="{d}" {_attributes(fill, stroke, width, extra)}/>'


def circle(
    x: float, y: float, r: float, fill: str = "none", stroke: str | None = None, width: float = 0.0, extra: str = ""
) -> str:
    """Return a circle element."""
    return f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(r)}" {_attributes(fill, stroke, width, extra)}/>'


def ellipse(
    x: float, y: float, rx: float, ry: float, fill: str = "none", stroke: str | None = None, width: float = 0.0
) -> str:
    """Return an ellipse element."""
    shape = f'cx="{num(x)}" cy="{num(y)}" rx="{num(rx)}" ry="{num(ry)}"'
    return f"<ellipse {shape} {_attributes(fill, stroke, width, '')}/>"


def rect(
    x: float,
    y: float,
    w: float,
    h: float,
    fill: str = "none",
    stroke: str | None = None,
    width: float = 0.0,
    radius: float = 0.0,
) -> str:
    """Return a rectangle element with its top left corner at (x, y)."""
    corner = f' rx="{num(radius)}"' if radius else ""
    shape = f'x="{num(x)}" y="{num(y)}" width="{num(w)}" height="{num(h)}"{corner}'
    return f"<rect {shape} {_attributes(fill, stroke, width, '')}/>"


def polygon(points: Iterable[tuple[float, float]]) -> str:
    """Return the path data of a closed polygon."""
    return "M" + " L".join(f"{num(x)},{num(y)}" for x, y in points) + " Z"


def place(
    content: str, x: float = 0.0, y: float = 0.0, scale: float = 1.0, turn: float = 0.0, mirror: bool = False
) -> str:
    """Return `content` mirrored (left to right), scaled, turned clockwise by `turn` degrees and moved to (x, y)."""
    steps = [f"translate({num(x)} {num(y)})"] if x or y else []
    if turn:
        steps.append(f"rotate({num(turn)})")
    if mirror or scale != 1.0:
        steps.append(f"scale({num(-scale if mirror else scale)} {num(scale)})")
    return f'<g transform="{" ".join(steps)}">{content}</g>' if steps else content


def picture(png: str, aspect: float, height: float = 1.0) -> str:
    """Return a picture around the origin.

    Args:
        png: The picture, in base 64.
        aspect: Its width divided by its height.
        height: Its height.
    """
    width = aspect * height
    shape = f'x="{num(-width / 2)}" y="{num(-height / 2)}" width="{num(width)}" height="{num(height)}"'
    return f'<image {shape} preserveAspectRatio="none" href="data:image/png;base64,{png}"/>'


def map_points(d: str, move: Callable[[float, float], tuple[float, float]]) -> str:
    """Return path data with every point moved; only absolute commands whose numbers are points are known."""
    pieces = []
    for command, numbers in re.findall(r"([MLCQZ])([^MLCQZ]*)", d):
        values = [float(text) for text in _NUMBER.findall(numbers)]
        points = (move(x, y) for x, y in zip(values[::2], values[1::2], strict=True))
        pieces.append(command + " ".join(f"{num(x)},{num(y)}" for x, y in points))
    return "".join(pieces)


def document(size_mm: tuple[float, float], corner_mm: float, body: str, paper: str, edge: str | None = None) -> str:
    """Return a whole card: `body` on paper of a colour, cut to a rectangle with round corners.

    Args:
        size_mm: Width and height of the card.
        corner_mm: Radius of its corners.
        body: Elements in millimetres of the card.
        paper: Colour of the card.
        edge: Colour of a hairline at the cut, or None for no line.
    """
    width, height = size_mm
    outline = rect(0, 0, width, height, paper, radius=corner_mm)
    line = rect(0.1, 0.1, width - 0.2, height - 0.2, stroke=edge, width=0.2, radius=corner_mm) if edge else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{num(width)}mm" height="{num(height)}mm" '
        f'viewBox="0 0 {num(width)} {num(height)}"><defs><clipPath id="card">{outline}</clipPath></defs>'
        f'<g clip-path="url(#card)">{outline}{body}{line}</g></svg>'
    )
