"""Suits as small symbols, drawn by the decks' own artwork in the colours of the window."""

from functools import lru_cache

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from companion.app.colours import Colour, Colours, suit_colour
from companion.artwork.palette import SuitColours
from companion.artwork.pips import PIPS
from companion.artwork.raster import rasterise

_DOCUMENT = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="10mm" height="10mm" viewBox="-0.56 -0.56 1.12 1.12">{body}</svg>'
)


def paint_suit(
    painter: QPainter, deck: str, suit: str, place: QRectF, colours: Colours, *, faint: bool = False
) -> None:
    """Paint the symbol of a suit, as large as it fits.

    Args:
        painter: What to paint with.
        deck: Id of the deck.
        suit: As the deck writes it.
        place: Where.
        colours: The set of colours in force.
        faint: Whether it only stands for something that is not so.
    """
    size = min(place.width(), place.height())
    ratio = painter.device().devicePixelRatioF()
    image = _symbol(suit, suit_colour(deck, suit, colours), colours.surface, max(8, round(size * ratio)))
    painter.save()
    painter.setOpacity(0.22 if faint else 1.0)
    painter.drawImage(QRectF(place.center().x() - size / 2, place.center().y() - size / 2, size, size), image)
    painter.restore()


@lru_cache(maxsize=256)
def _symbol(suit: str, colour: Colour, paper: Colour, pixels: int) -> QImage:
    inks = SuitColours(main=colour, dark=colour, light=paper, trim=QColor(colour).darker(130).name())
    drawn = rasterise(_DOCUMENT.format(body=PIPS[suit][0](inks, colour)), pixels)
    pixels_of = np.ascontiguousarray(drawn)
    height, width = pixels_of.shape[:2]
    return QImage(pixels_of.data, width, height, 4 * width, QImage.Format.Format_ARGB32).copy()
