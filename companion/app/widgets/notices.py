"""Irregularities and a table that does not fit the game: a bar that tells, a panel that shows."""

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QImage, QKeyEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from companion.app.model.evidence import Corners
from companion.app.model.notices import Exhibit, Notice, Option
from companion.app.style import colours_of, scaled
from companion.app.widgets.cards import CardPictures, card_path, paint_card
from companion.app.widgets.labels import Label
from companion.app.widgets.seats import seat_colour
from companion.app.words import put, tr
from companion.vision.types import Image

_MIDDLE = int(Qt.AlignmentFlag.AlignCenter)

Sight = tuple[Image, tuple[tuple[Corners, int | None], ...]] | None
"""A picture with the cards to mark in it: corners as parts of its width and height, and whose they are."""


class NoticeBar(QFrame):
    """Tells that something is to be looked at. Play goes on meanwhile.

    Signals:
        show_wanted: Look at it.
        aside_wanted: Put it aside.
    """

    show_wanted = Signal()
    aside_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("panel")
        put(self, name="Irregularity")
        self._title = Label(parent=self, size=1.15, weight=QFont.Weight.DemiBold, tone="warning", wraps=True)
        look = put(QPushButton(self), "Look (E)", tip="Show the evidence, and what can be done")
        aside = put(QPushButton(self), "Put aside (K)", tip="It stands as it is")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(14, 8, 14, 8)
        layout.setSpacing(10)
        layout.addWidget(self._title, 1)
        layout.addWidget(look)
        layout.addWidget(aside)
        look.clicked.connect(self.show_wanted)
        aside.clicked.connect(self.aside_wanted)
        self.hide()

    def show_notice(self, notice: Notice | None, *, is_read: bool = False, left: int = 1) -> None:
        """Tell this.

        Args:
            notice: What is to be looked at; None for nothing.
            is_read: It is what is announced above: what it is stands there, and here what it means.
            left: How many are to be looked at.
        """
        self.setVisible(notice is not None)
        if notice is not None:
            self._title.tone("quiet" if is_read else "warning")
            several = left > 1
            counted = tr("To look at: {count}", count=left) if several else ""
            self._title.setText((f"1 / {left} · " if several else "") + (notice.text if is_read else notice.title))
            self._title.setToolTip(counted)
            self.setAccessibleDescription(f"{notice.title}. {counted}" if several else notice.title)


class NoticePanel(QFrame):
    """Shows what a notice is about, and what can be done, each by one key.

    Signals:
        chosen: The option, a `companion.app.model.notices.Option`.
        closed: The person is done.
    """

    chosen = Signal(object)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("panel")
        put(self, name="Irregularity")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._options: tuple[Option, ...] = ()
        self._title = Label(parent=self, size=1.4, weight=QFont.Weight.DemiBold, wraps=True)
        self._text = Label(parent=self, tone="quiet", size=1.15, wraps=True)
        self.exhibits = (ExhibitView(self), ExhibitView(self))
        self._buttons = QVBoxLayout()
        self._buttons.setSpacing(6)
        close = put(QPushButton(self), "Done (Esc)")
        close.clicked.connect(self.closed)
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(close, 0, Qt.AlignmentFlag.AlignTop)
        pictures = QHBoxLayout()
        pictures.setSpacing(14)
        for view in self.exhibits:
            pictures.addWidget(view)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 12, 16, 12)
        layout.addLayout(head)
        layout.addWidget(self._text)
        layout.addLayout(pictures, 1)
        layout.addLayout(self._buttons)

    def show_notice(self, notice: Notice, pictures: CardPictures, sight: Callable[[Exhibit], Sight]) -> None:
        """Show a notice.

        Args:
            notice: What is to be looked at.
            pictures: Of the deck.
            sight: Returns the picture of an exhibit, None where there is none.
        """
        self._title.setText(notice.title)
        self._text.setText(notice.text)
        self.setAccessibleDescription(f"{notice.title}. {notice.text}")
        for place, view in enumerate(self.exhibits):
            exhibit = notice.exhibits[place] if place < len(notice.exhibits) else None
            view.setVisible(exhibit is not None)
            if exhibit is not None:
                view.show_exhibit(exhibit, pictures, sight(exhibit))
        if notice.options != self._options:
            self._show_options(notice.options)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take a digit for the option of that number."""
        text = event.text()
        if text.isascii() and text.isdecimal() and 0 < int(text) <= len(self._options):
            self.chosen.emit(self._options[int(text) - 1])
        else:
            super().keyPressEvent(event)

    def _show_options(self, options: tuple[Option, ...]) -> None:
        while (item := self._buttons.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self._options = options
        for number, option in enumerate(options, 1):
            button = QPushButton(f"{number}   {option.text}", self)
            button.setFont(self.font())
            button.clicked.connect(lambda _=False, option=option: self.chosen.emit(option))
            self._buttons.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)


class ExhibitView(QWidget):
    """One picture or a row of drawn cards, with what it is below."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(160, 96)
        self._exhibit: Exhibit | None = None
        self._pictures: CardPictures | None = None
        self._image: QImage | None = None
        self._marked: tuple[tuple[Corners, int | None], ...] = ()

    def sizeHint(self) -> QSize:
        """Return the wished size."""
        return QSize(360, 230)

    def show_exhibit(self, exhibit: Exhibit, pictures: CardPictures, sight: Sight) -> None:
        """Show this."""
        self._exhibit, self._pictures = exhibit, pictures
        self._image, self._marked = None, ()
        if sight is not None:
            pixels, self._marked = np.ascontiguousarray(sight[0]), sight[1]
            height, width = pixels.shape[:2]
            self._image = QImage(pixels.data, width, height, 3 * width, QImage.Format.Format_BGR888).copy()
        self.setAccessibleName(exhibit.caption)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint picture or cards, and the caption."""
        del event
        exhibit, pictures = self._exhibit, self._pictures
        if exhibit is None or pictures is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        line = self.fontMetrics().height() * 1.5
        area = QRectF(self.rect()).adjusted(0, 0, 0, -line)
        if self._image is not None:
            self._paint_picture(painter, area, self._image)
        else:
            self._paint_cards(painter, area, exhibit, pictures)
        painter.setFont(scaled(self.font(), 1.05, QFont.Weight.DemiBold))
        painter.setPen(QColor(colours_of(self).text))
        painter.drawText(QRectF(0, area.bottom(), self.width(), line), _MIDDLE, exhibit.caption)
        painter.end()

    def _paint_picture(self, painter: QPainter, area: QRectF, image: QImage) -> None:
        scale = min(area.width() / image.width(), area.height() / image.height())
        size = QSize(round(image.width() * scale), round(image.height() * scale))
        place = QRectF(
            (area.width() - size.width()) / 2, (area.height() - size.height()) / 2, size.width(), size.height()
        )
        painter.drawImage(place, image)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for corners, seat in self._marked:
            points = [QPointF(place.left() + x * place.width(), place.top() + y * place.height()) for x, y in corners]
            for colour, width in (
                (QColor(0, 0, 0, 150), 6.0),
                (seat_colour(seat) if seat is not None else QColor("#fff"), 3.5),
            ):
                painter.setPen(QPen(colour, width, j=Qt.PenJoinStyle.RoundJoin))
                painter.drawPolygon(QPolygonF(points))

    def _paint_cards(self, painter: QPainter, area: QRectF, exhibit: Exhibit, pictures: CardPictures) -> None:
        count = max(1, len(exhibit.cards))
        line = self.fontMetrics().height() * 1.3
        height = min(area.height() - line - 8, area.width() / (count * pictures.shape * 1.15))
        width = height * pictures.shape
        left = (area.width() - count * width * 1.15) / 2
        colours = colours_of(self)
        for place, shown in enumerate(exhibit.cards):
            spot = QRectF(left + place * width * 1.15, (area.height() - height - line) / 2, width, height)
            if shown.code is None:
                painter.setPen(QPen(QColor(colours.warning), 2.5, Qt.PenStyle.DashLine))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawPath(card_path(spot))
                painter.setFont(scaled(self.font(), 2.0))
                painter.drawText(spot, _MIDDLE, "?")
            else:
                pixmap = pictures.pixmap(shown.code, max(8, round(height * self.devicePixelRatioF())))
                paint_card(painter, pixmap, spot)
            if shown.caption:
                painter.setFont(self.font())
                painter.setPen(QColor(colours.quiet))
                painter.drawText(QRectF(spot.left() - 10, spot.bottom() + 2, width + 20, line), _MIDDLE, shown.caption)
