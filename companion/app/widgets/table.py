"""The drawn table: the trick laid out by seat, the winning card marked and why, and whose turn it is."""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.app.colours import Colours
from companion.app.model.board import Board, LaidCard, Place
from companion.app.model.seating import direction
from companion.app.style import colours_of, scaled
from companion.app.widgets.cards import CardPictures, card_path
from companion.app.widgets.seats import chip_size, paint_chip

_CENTRE = int(Qt.AlignmentFlag.AlignCenter)


@dataclass(frozen=True, slots=True)
class _Spot:
    """Where the things of one seat are, in pixels of the widget."""

    cards: tuple[QRectF, ...]
    chip: QRectF
    note: QRectF


class DrawnTable(QWidget):
    """Shows the trick.

    Signals:
        card_clicked: The fact of the card under the pointer.
    """

    card_clicked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(320, 240)
        self.setMouseTracking(True)
        self.setAccessibleName("The trick on the table")
        self._board: Board | None = None
        self._pictures: CardPictures | None = None
        self._drawn = 0

    def sizeHint(self) -> QSize:
        """Return the wished size."""
        return QSize(760, 430)

    def show_board(self, board: Board, pictures: CardPictures) -> None:
        """Show this moment of the game."""
        if board == self._board and pictures is self._pictures and pictures.ready == self._drawn:
            return
        self._board, self._pictures, self._drawn = board, pictures, pictures.ready
        self.setAccessibleDescription(_spoken(board))
        self.update()

    def clear(self) -> None:
        """Show an empty table."""
        self._board, self._pictures = None, None
        self.update()

    def fact_at(self, position: QPointF) -> int | None:
        """Return the fact of the card at a place in the widget; None where there is none."""
        for card, rectangle in self._laid():
            if rectangle.contains(position):
                return card.fact
        return None

    def place_of(self, fact: int) -> QPointF:
        """Return the middle of a card in the widget.

        Raises:
            KeyError: No card on the table comes from this fact.
        """
        for card, rectangle in self._laid():
            if card.fact == fact:
                return rectangle.center()
        raise KeyError(fact)

    # Qt

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show that cards can be clicked."""
        over = self.fact_at(event.position()) is not None
        self.setCursor(Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Tell which card was clicked."""
        fact = self.fact_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and fact is not None:
            self.card_clicked.emit(fact)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint table, cards and names."""
        del event
        colours = colours_of(self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setPen(QPen(QColor(colours.felt_edge), 3))
        painter.setBrush(QColor(colours.felt))
        felt = QRectF(self.rect()).adjusted(2, 2, -2, -2)
        radius = min(felt.width(), felt.height()) * 0.32
        painter.drawRoundedRect(felt, radius, radius)
        if self._board is not None and self._pictures is not None:
            for place in self._board.places:
                self._paint_place(painter, colours, self._board, place, self._pictures)
        painter.end()

    def _paint_place(
        self, painter: QPainter, colours: Colours, board: Board, place: Place, pictures: CardPictures
    ) -> None:
        spot = self._spot(board, place)
        if not place.cards:
            pen = QPen(QColor(colours.accent if place.on_turn else colours.felt_edge), 2.5 if place.on_turn else 1.5)
            pen.setStyle(Qt.PenStyle.DashLine)
            painter.setPen(pen)
            painter.setBrush(QColor(colours.slot) if place.on_turn else Qt.BrushStyle.NoBrush)
            painter.drawPath(card_path(spot.cards[0]))
        ratio = self.devicePixelRatioF()
        for card, rectangle in zip(place.cards, spot.cards, strict=False):
            if card.wins:
                painter.setPen(QPen(QColor(colours.accent), max(5.0, rectangle.height() * 0.045)))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawPath(card_path(rectangle.adjusted(-3, -3, 3, 3)))
            pixmap = pictures.pixmap(card.code, max(8, round(rectangle.height() * ratio)))
            painter.setOpacity(1.0 if card.wins or not _decided(board) else 0.72)
            painter.drawPixmap(rectangle, pixmap, QRectF(pixmap.rect()))
            painter.setOpacity(1.0)
        paint_chip(painter, place.seat, spot.chip, self._name_font(), place.name)
        note, colour = _note(board, place, colours)
        if note:
            painter.setFont(self._note_font())
            painter.setPen(QColor(colour))
            painter.drawText(spot.note, _CENTRE | int(Qt.TextFlag.TextWordWrap), note)

    # Layout

    def _laid(self) -> list[tuple[LaidCard, QRectF]]:
        if self._board is None:
            return []
        return [
            pair
            for place in self._board.places
            for pair in zip(place.cards, self._spot(self._board, place).cards, strict=False)
        ]

    def _name_font(self) -> QFont:
        return scaled(self.font(), 1.6, QFont.Weight.DemiBold)

    def _note_font(self) -> QFont:
        return scaled(self.font(), 1.3, QFont.Weight.DemiBold)

    def _spot(self, board: Board, place: Place) -> _Spot:
        """Lay out one seat: cards towards the middle, the name at the rim, the note under the name."""
        shape = self._pictures.shape if self._pictures is not None else 0.65
        seats = len(board.places)
        x, y = direction(place.seat, seats)
        names = QFontMetricsF(self._name_font()).height()
        notes = QFontMetricsF(self._note_font()).height()
        text_height = names * 1.3 + notes * 2.2
        height = min(self.height() * 0.40, (self.height() - text_height) * 0.47, self.width() * 0.30)
        width = height * shape
        chip_width, chip_height = chip_size(self._name_font(), place.name)
        chip_width = min(chip_width, self.width() * 0.26)
        beside = abs(x) > 0.3
        reach_x = self.width() / 2 - width / 2 - chip_width - 30 if beside else 0.0
        reach_x = min(max(reach_x, width * 0.75), width * 1.9)
        reach_y = self.height() / 2 - height / 2 - (12 if beside else 12 + text_height * 0.82)
        middle = QPointF(self.width() / 2 + x * reach_x, self.height() / 2 + _lift(y) * reach_y)
        count = max(1, len(place.cards))
        step = min(width * 0.32, width * 1.6 / count)
        left = middle.x() - (width + step * (count - 1)) / 2
        cards = tuple(QRectF(left + step * i, middle.y() - height / 2, width, height) for i in range(count))
        if beside:
            side = 1 if x > 0 else -1
            edge = middle.x() + side * (cards[-1].right() - left) / 2
            room = (self.width() - edge if side > 0 else edge) - 22
            note_width = max(chip_width, room)
            chip_x = edge + side * (12 + room / 2) - chip_width / 2
            chip = QRectF(chip_x, middle.y() - chip_height, chip_width, chip_height)
            note_x = edge + side * (11 + room / 2) - note_width / 2
            note = QRectF(note_x, chip.bottom() + 3, note_width, notes * 3.2)
        else:
            down = y > 0
            chip_y = cards[0].bottom() + 8 if down else cards[0].top() - 8 - chip_height - notes * 1.2
            chip = QRectF(middle.x() - chip_width / 2, chip_y, chip_width, chip_height)
            note_width = self.width() * 0.6
            note = QRectF(middle.x() - note_width / 2, chip.bottom() + 1, note_width, notes * 1.3)
        return _Spot(cards, chip, note)


def _lift(y: float) -> float:
    # Seats that sit a little above or below the middle are drawn as if they sat at the table's corners.
    return 0.0 if abs(y) < 0.05 else (1.0 if y > 0 else -1.0) * (1.0 if abs(y) > 0.8 else 0.82)


def _decided(board: Board) -> bool:
    return board.shown is not None and board.shown.winner is not None


def _note(board: Board, place: Place, colours: Colours) -> tuple[str, str]:
    """Return what stands under a name, and its colour."""
    shown = board.shown
    if shown is not None and shown.winner == place.seat:
        return shown.why, colours.felt_text
    if place.on_turn:
        leads = shown is None or shown.winner is not None
        return ("to deal face up" if board.phase == "tiebreak" else "to lead" if leads else "to play"), colours.accent
    return "", colours.felt_text


def _spoken(board: Board) -> str:
    """Return the table in words, for screen readers."""
    parts = []
    for place in board.places:
        cards = ", ".join(card.name for card in place.cards) or "no card"
        turn = ", to play" if place.on_turn else ""
        wins = ", wins" if any(card.wins for card in place.cards) else ""
        parts.append(f"{place.name}: {cards}{wins}{turn}")
    return "; ".join(parts)
