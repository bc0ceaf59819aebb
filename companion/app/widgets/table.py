"""The drawn table: the trick laid out by seat, the winning card marked and why, and whose turn it is."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from companion.app.colours import Colours
from companion.app.model.board import Board, LaidCard, Place
from companion.app.style import colours_of, scaled
from companion.app.widgets.cards import CardPictures, card_path, paint_card
from companion.app.widgets.clickable_cards import ClickableCards, point_at
from companion.app.widgets.passing import paint_passes
from companion.app.widgets.seats import chip_size, paint_chip
from companion.app.widgets.table_layout import WIDEST_CHIP, Spot, lay_out
from companion.app.words import put, tr

_CENTRED_LINES = int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop) | int(Qt.TextFlag.TextWordWrap)

_LEAST_NAME = 0.7
"""How small names become, times their usual size, before they are cut off."""

_TYPES, _ENOUGH = (1.0, 0.85, 0.7), 0.18
"""What names and notes are written in, times their size, the first in which cards are so high by the table's height."""

_LINES = 15.0
"""Lines of text that the table is high at least where names have their full size."""


class DrawnTable(ClickableCards):
    """Shows the trick. Cards go by their facts.

    Signals:
        name_clicked: The seat whose name was clicked.
    """

    name_clicked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMinimumSize(320, 160)
        put(self, name="The trick on the table")
        self._board: Board | None = None
        self._pictures: CardPictures | None = None
        self._drawn = 0
        self._type = _TYPES[0]
        self._laid_out: tuple[tuple[object, ...], tuple[Spot, ...]] | None = None

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

    def card_at(self, position: QPointF) -> int | None:
        """Return the fact of the card at a place in the widget; None where there is none."""
        for card, rectangle in reversed(self._laid()):
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

    def name_at(self, position: QPointF) -> int | None:
        """Return the seat whose name is seen at a place in the widget; None where there is none."""
        if self._board is None or self.card_at(position) is not None:
            return None
        spots = zip(self._board.places, self._spots(self._board), strict=True)
        return next((place.seat for place, spot in spots if spot.chip.contains(position)), None)

    # Qt

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show that names can be clicked, too."""
        super().mouseMoveEvent(event)
        over_name = self.name_at(event.position()) is not None
        if over_name:
            point_at(self, clickable=True)
        self.setToolTip(tr("Change the names (F2)") if over_name else "")

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Tell whose name was clicked."""
        super().mousePressEvent(event)
        seat = self.name_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and seat is not None:
            self.name_clicked.emit(seat)

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
            spots = self._spots(self._board)
            if self._board.deal is not None:
                told = self._told_at(painter, colours, self._board, spots)
                paint_passes(painter, self._board.deal.passes, told, felt, self._name_font())
            for place, spot in zip(self._board.places, spots, strict=True):
                self._paint_place(painter, colours, self._board, place, spot, self._pictures)
        painter.end()

    def _told_at(self, painter: QPainter, colours: Colours, board: Board, spots: tuple[Spot, ...]) -> list[QRectF]:
        """Return where the name of each seat stands, with what is said below it."""
        painter.setFont(self._note_font())
        places = zip(board.places, spots, strict=True)
        notes = [(spot, _note(board, place, colours)[0]) for place, spot in places]
        return [
            spot.chip.united(painter.boundingRect(spot.note, _CENTRED_LINES, note)) if note else spot.chip
            for spot, note in notes
        ]

    def _paint_place(
        self, painter: QPainter, colours: Colours, board: Board, place: Place, spot: Spot, pictures: CardPictures
    ) -> None:
        if not place.cards and (board.deal is None or not board.deal.passes):
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
            paint_card(painter, pixmap, rectangle)
        paint_chip(painter, place.seat, spot.chip, self._name_font(), place.name)
        note, colour = _note(board, place, colours)
        if note:
            painter.setFont(self._note_font())
            painter.setPen(QColor(colour))
            painter.drawText(spot.note, _CENTRED_LINES, note)

    # Layout

    def _laid(self) -> list[tuple[LaidCard, QRectF]]:
        if self._board is None:
            return []
        return [
            pair
            for place, spot in zip(self._board.places, self._spots(self._board), strict=True)
            for pair in zip(place.cards, spot.cards, strict=False)
        ]

    def _name_font(self) -> QFont:
        """Return the type of names, smaller where a long one would be cut off; all alike."""
        font = self._font(1.6)
        places = self._board.places if self._board is not None else ()
        widest = max((chip_size(font, place.name)[0] for place in places), default=1.0)
        return scaled(font, min(1.0, max(_LEAST_NAME, self.width() * WIDEST_CHIP / widest)))

    def _note_font(self) -> QFont:
        return self._font(1.3)

    def _font(self, size: float) -> QFont:
        """Return type of a size; smaller where large type would leave the cards no room."""
        lines = self.height() / self.fontMetrics().height()
        return scaled(self.font(), size * min(1.0, lines / _LINES) * self._type, QFont.Weight.DemiBold)

    def _spots(self, board: Board) -> tuple[Spot, ...]:
        shape = self._pictures.shape if self._pictures is not None else 0.65
        key = (tuple((place.name, len(place.cards)) for place in board.places), self.size(), shape, self.font())
        if self._laid_out is None or self._laid_out[0] != key:
            for self._type in _TYPES:
                spots = lay_out(board.places, self.size(), shape, self._name_font(), self._note_font())
                if spots[0].cards[0].height() >= _ENOUGH * self.height():
                    break
            self._laid_out = (key, spots)
        return self._laid_out[1]


def _note(board: Board, place: Place, colours: Colours) -> tuple[str, str]:
    """Return what stands under a name, and its colour."""
    shown = board.shown
    if shown is not None and shown.winner == place.seat:
        return shown.why, colours.felt_text
    if board.deal is not None:
        return board.deal.roles[place.seat], colours.accent if place.on_turn else colours.felt_text
    if place.on_turn:
        leads = shown is None or shown.winner is not None
        if board.phase == "tiebreak":
            return tr("gets a card face up"), colours.accent
        return tr("to lead") if leads else tr("to play"), colours.accent
    return "", colours.felt_text


def _spoken(board: Board) -> str:
    """Return the table in words, for screen readers."""
    parts = []
    for place in board.places:
        told = [card.name for card in place.cards] or [tr("no card")]
        if any(card.wins for card in place.cards):
            told.append(tr("wins"))
        if place.on_turn:
            told.append(tr("to play"))
        parts.append(tr("{name}: {reason}", name=place.name, reason=", ".join(told)))
    return "; ".join(parts)
