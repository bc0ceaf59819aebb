"""The live picture with a box round every card."""

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QImage,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPolygonF,
    QResizeEvent,
    QTransform,
)
from PySide6.QtWidgets import QPushButton, QWidget

from companion.app.model.pictured import PicturedCard
from companion.app.model.pump import Picture
from companion.app.style import colours_of, scaled
from companion.app.widgets.chips import chip_places
from companion.app.widgets.clickable_cards import ClickableCards
from companion.app.widgets.reading import read_out
from companion.app.widgets.seats import seat_colour, seat_text_colour
from companion.app.words import put

_QUIET_BOX = QColor(255, 255, 255, 150)
_NEW_BOX = QColor("#ffffff")
_ASKED_BOX = QColor("#ffd23f")
_QUIET_ROLES = ("spent", "ignored", "back")
_SHADOW = QColor(0, 0, 0, 150)


class LivePicture(ClickableCards):
    """Shows what the camera sees; boxes are painted over it in the window's own resolution. Cards go by their tracks.

    Signals:
        room_changed: Width and height for the picture, device pixels.
        straight_wanted: Show the table from above, or as the camera sees it.

    Attributes:
        straight_button: Asks for the table from above; shown where that can be.
    """

    room_changed = Signal(int, int)
    straight_wanted = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMinimumSize(240, 135)
        put(self, name="Live picture of the table")
        self.straight_button = put(
            QPushButton(self), "Straighten", tip="Show the table from above, or as the camera sees it (T)"
        )
        self.straight_button.setCheckable(True)
        self.straight_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.straight_button.clicked.connect(self.straight_wanted)
        self.straight_button.hide()
        self._image: QImage | None = None
        self._full = (16, 9)
        self._cards: tuple[PicturedCard, ...] = ()
        self._marked: int | None = None
        self._message = ""

    def sizeHint(self) -> QSize:
        """Return the wished size."""
        return QSize(640, 360)

    def show_picture(self, picture: Picture) -> None:
        """Show the next picture."""
        height, width = picture.image.shape[:2]
        # The image shares the array's memory; the copy is what keeps it alive and unchanged.
        self._image = QImage(picture.image.data, width, height, 3 * width, QImage.Format.Format_BGR888).copy()
        self._full = (picture.width, picture.height)
        self.update()

    def show_cards(self, cards: tuple[PicturedCard, ...]) -> None:
        """Draw these boxes from now on."""
        if cards != self._cards:
            self._cards = cards
            self.update()

    def show_straight(self, can: bool, straight: bool) -> None:
        """Show whether the table can be, and is, shown from above."""
        self.straight_button.setVisible(can)
        self.straight_button.setChecked(straight)
        self._place_button()

    def show_message(self, message: str) -> None:
        """Lay a message over the picture; empty for none."""
        if message != self._message:
            self._message = message
            self.setAccessibleDescription(message)
            read_out(self, message, urgent=True)
            self.update()

    def mark(self, track: int | None) -> None:
        """Mark the card that is being talked about."""
        if track != self._marked:
            self._marked = track
            self.update()

    def clear(self) -> None:
        """Forget picture and cards."""
        self._image, self._cards, self._marked, self._message = None, (), None, ""
        self.update()

    def card_at(self, position: QPointF) -> int | None:
        """Return the track of the card at a place in the widget, the topmost; None where there is none."""
        turned = self._transform()
        for card in reversed(self._cards):
            if turned.map(_polygon(card)).containsPoint(position, Qt.FillRule.OddEvenFill):
                return card.track
        return None

    def place_of(self, track: int) -> QPointF:
        """Return the middle of a card in the widget.

        Raises:
            KeyError: There is no such card.
        """
        for card in self._cards:
            if card.track == track:
                return self._transform().map(_polygon(card)).boundingRect().center()
        raise KeyError(track)

    # Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Tell how much room there is."""
        super().resizeEvent(event)
        self._place_button()
        ratio = self.devicePixelRatioF()
        self.room_changed.emit(round(self.width() * ratio), round(self.height() * ratio))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the picture, the boxes and the message."""
        del event
        colours = colours_of(self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        area = self._area()
        outline = QPainterPath()
        outline.addRoundedRect(area, 10, 10)
        painter.setClipPath(outline)
        painter.fillRect(area, QColor(colours.line))
        if self._image is not None:
            painter.drawImage(area, self._image)
        turned = self._transform()
        for card in self._cards:
            self._paint_card(painter, turned.map(_polygon(card)), card)
        self._paint_labels(painter, turned)
        painter.setClipping(False)
        if self._message:
            self._paint_message(painter, area)
        painter.end()

    def _place_button(self) -> None:
        self.straight_button.adjustSize()
        area = self._area()
        self.straight_button.move(
            round(area.right()) - self.straight_button.width() - 8,
            round(area.bottom()) - self.straight_button.height() - 8,
        )

    def _paint_card(self, painter: QPainter, outline: QPolygonF, card: PicturedCard) -> None:
        width, style = 1.5, Qt.PenStyle.SolidLine
        if card.role == "played" and card.seat is not None:
            width = 3.0
        elif card.role == "asked":
            width, style = 3.0, Qt.PenStyle.DashLine
        elif card.role in _QUIET_ROLES:
            width = 1.0
        if card.track == self._marked:
            width += 2.0
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(
            QPen(_SHADOW, width + 2.0, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
        )
        painter.drawPolygon(outline)
        painter.setPen(QPen(_box_colour(card), width, style, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
        painter.drawPolygon(outline)

    def _paint_labels(self, painter: QPainter, turned: QTransform) -> None:
        font = scaled(self.font(), 0.95)
        font.setBold(True)
        metrics = QFontMetricsF(font)
        named = [card for card in self._cards if card.label]
        chips = chip_places(
            (
                (
                    turned.map(_polygon(card)).boundingRect(),
                    QSizeF(metrics.horizontalAdvance(card.label) + 12, metrics.height() + 2),
                )
                for card in named
            ),
            self._area(),
        )
        painter.setFont(font)
        for card, chip in zip(named, chips, strict=True):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(_box_colour(card))
            painter.drawRoundedRect(chip, 4, 4)
            seated = card.role == "played" and card.seat is not None
            painter.setPen(seat_text_colour(card.seat) if seated and card.seat is not None else QColor("#101315"))
            painter.drawText(chip, int(Qt.AlignmentFlag.AlignCenter), card.label)

    def _paint_message(self, painter: QPainter, area: QRectF) -> None:
        font = scaled(self.font(), 1.15)
        font.setBold(True)
        painter.setFont(font)
        flags = int(Qt.AlignmentFlag.AlignCenter) | int(Qt.TextFlag.TextWordWrap)
        text = painter.boundingRect(area.adjusted(24, 12, -24, -12), flags, self._message)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(0, 0, 0, 185))
        painter.drawRoundedRect(text.adjusted(-14, -8, 14, 8), 8, 8)
        painter.setPen(QColor("#ffffff"))
        painter.drawText(text, flags, self._message)

    def _area(self) -> QRectF:
        width, height = self._full
        scale = min(self.width() / width, self.height() / height)
        size = (width * scale, height * scale)
        return QRectF((self.width() - size[0]) / 2, (self.height() - size[1]) / 2, *size)

    def _transform(self) -> QTransform:
        area = self._area()
        scale = area.width() / self._full[0]
        return QTransform.fromTranslate(area.left(), area.top()).scale(scale, scale)


def _box_colour(card: PicturedCard) -> QColor:
    if card.role == "played" and card.seat is not None:
        return seat_colour(card.seat)
    return _ASKED_BOX if card.role == "asked" else _QUIET_BOX if card.role in _QUIET_ROLES else _NEW_BOX


def _polygon(card: PicturedCard) -> QPolygonF:
    return QPolygonF([QPointF(x, y) for x, y in card.corners])
