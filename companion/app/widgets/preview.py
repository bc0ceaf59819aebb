"""The picture of a source before a game, with a box round every card that is seen."""

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent, QPen, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QWidget

from companion.app.model.preview import ReadCard
from companion.app.model.pump import Picture
from companion.app.model.seating import direction
from companion.app.model.wording import short_name
from companion.app.style import colours_of, scaled
from companion.app.widgets.clickable_cards import ClickableCards
from companion.app.widgets.reading import read_out
from companion.app.widgets.seats import chip_size, paint_chip
from companion.app.words import put, spoken

_SEEN, _UNSURE = QColor("#63d0b0"), QColor("#ffb347")


class PreviewPicture(ClickableCards):
    """Shows pictures as large as there is room, and says something where there is none.

    Cards go by their numbers; those that have none cannot be clicked.
    """

    def __init__(self, parent: QWidget | None = None, *, hugs: bool = False) -> None:
        """Make the widget.

        Args:
            parent: The widget this is part of.
            hugs: It is no higher than its picture, so that what stands below is near it.
        """
        super().__init__(parent)
        put(self, name="What the camera sees")
        self._hugs = hugs
        self._image: QImage | None = None
        self._pixels: np.ndarray[tuple[int, ...], np.dtype[np.uint8]] | None = None
        self._width, self._height = 16, 9
        self._cards: tuple[ReadCard, ...] = ()
        self._points: tuple[tuple[float, float], ...] = ()
        self._deck = ""
        self._seats: tuple[str, ...] = ()
        self.message = ""

    def sizeHint(self) -> QSize:
        """Return the wished size."""
        line = self.fontMetrics().height()
        return QSize(line * 30, line * 17)

    def minimumSizeHint(self) -> QSize:
        """Return the least size."""
        line = self.fontMetrics().height()
        return QSize(line * 16, line * 9)

    def show_picture(self, picture: Picture) -> None:
        """Show a picture."""
        # The image uses the array's memory, so the array is kept with it.
        self._pixels = picture.image
        height, width = picture.image.shape[:2]
        self._image = QImage(self._pixels.data, width, height, 3 * width, QImage.Format.Format_BGR888)
        if (self._width, self._height) != (picture.width, picture.height):
            self._width, self._height = picture.width, picture.height
            self._hug()
        if self.message:
            self.message = ""
            self.setAccessibleDescription("")
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Be as high as the picture is in this width."""
        super().resizeEvent(event)
        self._hug()

    def _hug(self) -> None:
        if self._hugs:
            self.setMaximumHeight(round(self.width() * self._height / self._width))

    def show_cards(self, cards: tuple[ReadCard, ...], deck: str) -> None:
        """Show boxes round cards of a deck."""
        self._cards, self._deck = cards, deck
        self.update()

    def show_seats(self, names: tuple[str, ...]) -> None:
        """Show who sits where round the picture, seat 0 first."""
        self._seats = names
        self.update()

    def show_points(self, points: tuple[tuple[float, float], ...]) -> None:
        """Show points of the frame."""
        self._points = points
        self.update()

    def show_message(self, message: str) -> None:
        """Say this instead of a picture."""
        self._image = self._pixels = None
        self._cards, self._points = (), ()
        if message != self.message:
            read_out(self, message)
        self.message = message
        self.setAccessibleDescription(message)
        self.update()

    def card_at(self, position: QPointF) -> int | None:
        """Return the number of the card at a place in the widget, the topmost; None where there is none."""
        for card in reversed(self._cards):
            if card.number is not None and self._outline(card).containsPoint(position, Qt.FillRule.OddEvenFill):
                return card.number
        return None

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint picture and boxes, or the message."""
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        colours = colours_of(self)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.felt))
        painter.drawRoundedRect(self.rect(), 8, 8)
        if self._image is None:
            painter.setPen(QColor(colours.felt_text))
            margin = self.fontMetrics().height()
            room = self.rect().adjusted(margin, margin, -margin, -margin)
            painter.drawText(room, int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap), self.message)
        else:
            self._paint_picture(painter, self._image)
        painter.end()

    def _paint_picture(self, painter: QPainter, image: QImage) -> None:
        area = self._area()
        painter.drawImage(area, image)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(_SEEN)
        for x, y in self._points:
            painter.drawEllipse(self._shown(x, y), 4, 4)
        painter.setFont(scaled(self.font(), 0.95))
        for card in self._cards:
            corners = self._outline(card)
            painter.setPen(QPen(_SEEN if card.sure or not card.face_up else _UNSURE, 2.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPolygon(corners)
            if card.face_up:
                self._paint_name(painter, corners, card)
        self._paint_seats(painter, area)

    def _area(self) -> QRectF:
        """Return where the picture lies in the widget."""
        scale = min(self.width() / self._width, self.height() / self._height)
        width, height = self._width * scale, self._height * scale
        return QRectF((self.width() - width) / 2, (self.height() - height) / 2, width, height)

    def _shown(self, x: float, y: float) -> QPointF:
        """Return where a pixel of the frame lies in the widget."""
        area = self._area()
        scale = area.width() / self._width
        return QPointF(area.left() + x * scale, area.top() + y * scale)

    def _outline(self, card: ReadCard) -> QPolygonF:
        return QPolygonF([self._shown(x, y) for x, y in card.corners])

    def _paint_seats(self, painter: QPainter, picture: QRectF) -> None:
        font = scaled(self.font(), 1.0)
        for seat, name in enumerate(self._seats):
            x, y = direction(seat, len(self._seats))
            wide, high = chip_size(font, name)
            chip = QRectF(0, 0, min(wide, picture.width() * 0.4), high)
            chip.moveCenter(
                QPointF(
                    picture.center().x() + x * (picture.width() - chip.width() - 12) / 2,
                    picture.center().y() + y * (picture.height() - high - 12) / 2,
                )
            )
            paint_chip(painter, seat, chip, font, name)

    def _paint_name(self, painter: QPainter, corners: QPolygonF, card: ReadCard) -> None:
        name = "?" if card.code is None else short_name(self._deck, card.code, spoken())
        text = name if card.sure else f"{name}?"
        room = QRectF(painter.fontMetrics().boundingRect(text)).adjusted(-5, -2, 5, 2)
        room.moveCenter(QPointF(corners.boundingRect().center().x(), corners.boundingRect().top() - room.height() / 2))
        room.moveTop(max(0.0, room.top()))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(16, 19, 21, 215))
        painter.drawRoundedRect(room, 4, 4)
        painter.setPen(QColor("#ffffff"))
        painter.drawText(room, int(Qt.AlignmentFlag.AlignCenter), text)
