"""SVG files of other makers: a card a file, a grid of cards, or an element a card."""

import copy
import gzip
import io
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from typing import cast

import cv2
import numpy as np
import numpy.typing as npt
import resvg_py

from companion.artwork.raster import CardImage
from companion.errors import UnusableError

_SVG = "{http://www.w3.org/2000/svg}"
_UNITS = {"": 1.0, "px": 1.0, "pt": 96 / 72, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0}
_LENGTH = re.compile(r"\s*([\d.]+(?:e-?\d+)?)\s*([a-z]*)\s*")
_REFERENCE = re.compile(r"url\(\s*['\"]?#([^)'\"]+)['\"]?\s*\)")
_COARSE = 300
"""Pixels of the whole drawing's height at which an element is looked for."""
_VISIBLE = 24
"""Alpha from which a pixel belongs to a card: soft shadows around it do not."""

Box = tuple[float, float, float, float]
"""Left, top, width and height in the units of the drawing."""


class CardSvg:
    """A drawing that can be rendered as a whole, in part, or one element of it alone.

    Args:
        content: The file, plain or compressed (`.svgz`).
        name: Of the file, for messages.

    Raises:
        UnusableError: It is no SVG with a size.
    """

    def __init__(self, content: bytes, name: str) -> None:
        self._name = name
        try:
            text = gzip.decompress(content) if content[:2] == b"\x1f\x8b" else content
            self._root = ET.parse(io.BytesIO(text)).getroot()
        except (OSError, EOFError, ET.ParseError) as error:
            raise UnusableError(f"{name}: not a drawing that can be read ({error})") from error
        self.view = self._own_view()
        self._has_text = b"<text" in text
        self._parents = {child: parent for parent in self._root.iter() for child in parent}
        self._by_id = {id_: element for element in self._root.iter() if (id_ := element.get("id"))}

    def __contains__(self, element_id: str) -> bool:
        return element_id in self._by_id

    def _own_view(self) -> Box:
        numbers = [float(text) for text in re.split(r"[\s,]+", self._root.get("viewBox", "").strip()) if text]
        if len(numbers) == 4:
            return numbers[0], numbers[1], numbers[2], numbers[3]
        sizes = [_LENGTH.fullmatch(self._root.get(side, "")) for side in ("width", "height")]
        if self._root.tag != f"{_SVG}svg" or any(found is None or found[2] not in _UNITS for found in sizes):
            raise UnusableError(f"{self._name}: expected an SVG with a viewBox, or with width and height")
        width, height = (float(found[1]) * _UNITS[found[2]] for found in sizes if found is not None)
        return 0.0, 0.0, width, height

    def render(self, height_px: int) -> CardImage:
        """Draw it all; (height_px, W, 4) uint8 BGRA."""
        return self._draw(self._root, self.view, round(height_px * self.view[2] / self.view[3]), height_px)

    def cells(self, columns: int, rows: int, height_px: int) -> Iterator[CardImage]:
        """Draw a grid that fills the drawing, and give its cells row by row; each (height_px, W, 4) uint8 BGRA."""
        width_px = round(height_px * (self.view[2] / columns) / (self.view[3] / rows))
        sheet = self._draw(self._root, self.view, width_px * columns, height_px * rows)
        for row in range(rows):
            for column in range(columns):
                yield sheet[row * height_px : (row + 1) * height_px, column * width_px : (column + 1) * width_px]

    def element(self, element_id: str, height_px: int) -> CardImage | None:
        """Draw one element alone, cut to what it covers; (height_px, W, 4) uint8 BGRA, None where it shows nothing."""
        alone = self._alone(self._by_id[element_id])
        # Elements may lie beside what the whole drawing shows, so three times its size is looked at.
        left, top, width, height = self.view
        field = (left - width, top - height, 3 * width, 3 * height)
        scale = 3 * _COARSE / field[3]
        coarse = self._draw(alone, field, round(field[2] * scale), 3 * _COARSE)
        covered = cv2.boundingRect((coarse[..., 3] > _VISIBLE).astype(np.uint8))
        if covered[2] == 0:
            return None
        x, y = covered[0] - 2, covered[1] - 2
        box = (field[0] + x / scale, field[1] + y / scale, (covered[2] + 4) / scale, (covered[3] + 4) / scale)
        fine = round(height_px * 1.25)
        picture = self._draw(alone, box, round(fine * box[2] / box[3]), fine)
        x, y, columns, rows = cv2.boundingRect((picture[..., 3] > _VISIBLE).astype(np.uint8))
        return shrunk(picture[y : y + rows, x : x + columns], height_px)

    def _alone(self, element: ET.Element) -> ET.Element:
        """Return a drawing of one element under its groups' attributes, with what it refers to."""
        inner = copy.deepcopy(element)
        above = self._parents.get(element)
        while above is not None and above is not self._root:
            group = ET.Element(f"{_SVG}g", {key: value for key, value in above.attrib.items() if key != "id"})
            group.append(inner)
            inner, above = group, self._parents.get(above)
        root = ET.Element(self._root.tag, self._root.attrib)
        root.extend(self._root.iter(f"{_SVG}style"))
        definitions = ET.SubElement(root, f"{_SVG}defs")
        present: set[str] = set()
        missing = list(_references(inner))
        while missing:
            name = missing.pop()
            if name not in present and name in self._by_id:
                present.add(name)
                definitions.append(self._by_id[name])
                missing += _references(self._by_id[name])
        root.append(inner)
        return root

    def _draw(self, root: ET.Element, view: Box, width_px: int, height_px: int) -> CardImage:
        drawing = ET.Element(root.tag, root.attrib)
        drawing.extend(root)
        left, top, width, height = view
        drawing.set("viewBox", f"{left} {top} {width} {height}")
        drawing.set("width", str(width_px))
        drawing.set("height", str(height_px))
        drawing.set("preserveAspectRatio", "none")
        text = ET.tostring(drawing, encoding="unicode")
        try:
            png = resvg_py.svg_to_bytes(svg_string=text, skip_system_fonts=not self._has_text, dpi=96)
        except ValueError as error:
            raise UnusableError(f"{self._name}: cannot be drawn ({error})") from error
        return cast(CardImage, cv2.imdecode(np.frombuffer(bytes(png), np.uint8), cv2.IMREAD_UNCHANGED))


def _references(element: ET.Element) -> Iterator[str]:
    for part in element.iter():
        for key, value in part.attrib.items():
            if key.rpartition("}")[2] == "href" and value.startswith("#"):
                yield value[1:]
            else:
                yield from _REFERENCE.findall(value)


def shrunk(picture: npt.NDArray[np.uint8], height_px: int) -> npt.NDArray[np.uint8]:
    """Return a picture at most `height_px` high; smaller ones stay as they are."""
    height, width = picture.shape[:2]
    if height <= height_px:
        return picture
    size = (max(round(width * height_px / height), 1), height_px)
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
