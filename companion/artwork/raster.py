"""The one place where SVG becomes pixels."""

import re
from typing import cast

import cv2
import numpy as np
import numpy.typing as npt
import resvg_py

CardImage = npt.NDArray[np.uint8]
"""A picture of shape (H, W, 4), uint8, blue, green, red and straight (not premultiplied) alpha."""

_SIZE = re.compile(r'width="([\d.]+)mm" height="([\d.]+)mm"')


def rasterise(svg: str, height_px: int) -> CardImage:
    """Draw an SVG document from `companion.artwork.svg.document`.

    Args:
        svg: The document; it holds outlines only, so no font of the machine matters.
        height_px: Height of the picture; its width is the nearest to the document's shape.

    Returns:
        (height_px, width, 4) uint8 BGRA.

    Raises:
        ValueError: The document does not begin with its size in millimetres.
    """
    found = _SIZE.search(svg)
    if found is None:
        raise ValueError("expected a document with its size in millimetres")
    width_mm, height_mm = (float(text) for text in found.groups())
    width_px = round(height_px * width_mm / height_mm)
    # The size is written into the document: scaling afterwards would first round it and shift the drawing.
    pixels = _SIZE.sub(f'width="{width_px}" height="{height_px}" preserveAspectRatio="none"', svg, count=1)
    png = resvg_py.svg_to_bytes(svg_string=pixels, skip_system_fonts=True, dpi=96)
    return cast(CardImage, cv2.imdecode(np.frombuffer(bytes(png), np.uint8), cv2.IMREAD_UNCHANGED))
