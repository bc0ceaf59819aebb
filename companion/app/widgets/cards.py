"""Pictures of cards for painting: drawn by the deck's artwork in the background, scaled as the window needs them."""

from functools import cache

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPainterPath, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from companion.app.model.drawing import Drawing
from companion.app.model.wording import short_name
from companion.app.words import spoken
from companion.artwork import BACK, deck_art
from companion.artwork.raster import CardImage
from companion.errors import UnusableError
from companion.vision.types import Image

_MASTER_HEIGHT = 420
"""Pixels; pictures are made so high once and scaled down from there."""

_USUAL_SHAPE = 0.65
"""Width by height of a card whose deck has no artwork."""


_IMAGES: dict[str, dict[str, QImage]] = {}
"""The pictures drawn so far, by deck and code; one game after the other uses them."""


class CardPictures:
    """The pictures of one deck. A card that is not drawn yet, or has no artwork, appears as its name on paper.

    Attributes:
        deck_id: Whose cards.
        shape: Width of a card by its height.
        ready: How many cards are drawn so far; painters compare it to know when to paint again.
    """

    def __init__(self, deck_id: str) -> None:
        self.deck_id = deck_id
        self._images = _IMAGES.setdefault(deck_id, {})
        self._pixmaps: dict[tuple[str, int], QPixmap] = {}
        self._drawing: Drawing | None = None
        self.shape = card_shape(deck_id)
        try:
            art = deck_art(deck_id)
        except UnusableError:
            return
        missing = [(deck_id, code) for code in (*art.codes, BACK) if code not in self._images]
        self._drawing = Drawing(missing, _MASTER_HEIGHT, self._take)

    @property
    def ready(self) -> int:
        """How many cards are drawn so far."""
        return len(self._images)

    def pixmap(self, code: str, height: int) -> QPixmap:
        """Return a card so many device pixels high."""
        key = (code, height)
        if key not in self._pixmaps:
            image = self._images.get(code)
            if image is None:
                return self._placeholder(code, height)
            scaled = image.scaledToHeight(height, Qt.TransformationMode.SmoothTransformation)
            self._pixmaps[key] = QPixmap.fromImage(scaled)
        return self._pixmaps[key]

    def close(self) -> None:
        """End the drawing."""
        if self._drawing is not None:
            self._drawing.close()

    def _take(self, _deck: str, code: str, image: CardImage) -> None:
        self._images[code] = card_image(image)

    def _placeholder(self, code: str, height: int) -> QPixmap:
        width = round(height * self.shape)
        pixmap = QPixmap(width, height)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_blank(painter, QRectF(0.5, 0.5, width - 1, height - 1))
        font = QFont()
        font.setPixelSize(max(6, height // 9))
        painter.setFont(font)
        painter.setPen(QColor("#1f2233"))
        text = "" if code == BACK else short_name(self.deck_id, code, spoken())
        flags = int(Qt.AlignmentFlag.AlignCenter) | int(Qt.TextFlag.TextWordWrap)
        painter.drawText(QRectF(2, 2, width - 4, height - 4), flags, text)
        painter.end()
        return pixmap


@cache
def card_shape(deck_id: str) -> float:
    """Return the width of a deck's cards by their height; a usual one where the deck has no artwork."""
    try:
        width, height = deck_art(deck_id).size_mm
    except UnusableError:
        return _USUAL_SHAPE
    return width / height


def card_image(image: CardImage) -> QImage:
    """Return a picture of a card as Qt has it."""
    pixels = np.ascontiguousarray(image)
    # Blue, green, red, alpha in memory is what Qt calls ARGB32; the copy does not depend on the array.
    height, width = pixels.shape[:2]
    return QImage(pixels.data, width, height, 4 * width, QImage.Format.Format_ARGB32).copy()


def image_pixmap(image: Image, widget: QWidget, lines: float) -> QPixmap:
    """Return a picture, (h, w, 3) uint8 BGR, as high as so many lines of a widget's type."""
    pixels = np.ascontiguousarray(image)
    height, width = pixels.shape[:2]
    whole = QImage(pixels.data, width, height, 3 * width, QImage.Format.Format_BGR888)
    ratio = widget.devicePixelRatioF()
    high = round(widget.fontMetrics().height() * lines * ratio)
    pixmap = QPixmap.fromImage(whole.scaledToHeight(high, Qt.TransformationMode.SmoothTransformation))
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


def card_path(rectangle: QRectF) -> QPainterPath:
    """Return the outline of a card in a rectangle."""
    radius = rectangle.height() * 0.045
    path = QPainterPath()
    path.addRoundedRect(rectangle, radius, radius)
    return path


def paint_card(painter: QPainter, pixmap: QPixmap, rectangle: QRectF) -> None:
    """Paint a card with a hairline round it, which white cards need on white paper."""
    painter.drawPixmap(rectangle, pixmap, QRectF(pixmap.rect()))
    painter.setPen(QPen(QColor(0, 0, 0, 60), 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(card_path(rectangle))


def paint_blank(painter: QPainter, rectangle: QRectF) -> None:
    """Paint a card with nothing on it."""
    painter.setPen(QPen(QColor("#8d8d86"), 1))
    painter.setBrush(QColor("#fffef9"))
    painter.drawPath(card_path(rectangle))
