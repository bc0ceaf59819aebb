"""The screen at the end of a game, to be photographed."""

import errno
from pathlib import Path

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QBoxLayout,
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from companion.app.model.board import LaidCard
from companion.app.model.ending import Ending, Final
from companion.app.style import colours_of, scaled
from companion.app.widgets.announcement import Announcement
from companion.app.widgets.cards import CardPictures, card_path, paint_card
from companion.app.widgets.chart import ChartView
from companion.app.widgets.clickable_cards import ClickableCards
from companion.app.widgets.labels import Label
from companion.app.widgets.ring import Ringed
from companion.app.widgets.seats import paint_mark
from companion.app.words import put, tr
from companion.language import shown
from companion.whole_files import becoming

_LINES = 2.85
"""Height of the row of a winner in lines of type, where its largest type fits; it is smaller in lower rows."""

_FEWEST_ROWS = 3
"""The standing has as much room as so many rows have, if it has fewer; the cards have that of four."""

_LEAST_LINES = 1.3
"""Height of any row in lines of type, at least: the last trick and the course of the game give way."""

_LEFT = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
_RIGHT = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight)
_MIDDLE = int(Qt.AlignmentFlag.AlignCenter)


class EndScreen(Ringed):
    """Shows who won, the final standing, the course of the game and its last trick.

    Signals:
        table_wanted: Look at the table again.
        new_game_wanted: Play another game.
        strike_wanted: Have nothing of the last hand count.
        card_clicked: Set right a card of the last trick: the place of its play in the log.
    """

    table_wanted = Signal()
    new_game_wanted = Signal()
    strike_wanted = Signal()
    card_clicked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        put(self, name="The end of the game")
        self._shown: tuple[object, ...] = ()
        self.headline = Announcement(self, centred=True)
        self.why = Label(parent=self, size=1.6, tone="quiet", wraps=True)
        self.why.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.finals = _Standing(self)
        self.cards = _Cards(self)
        self.chart = ChartView(self)
        self.facts = Label(parent=self, size=1.15, tone="quiet", wraps=True)
        self.title = Label(parent=self, size=1.15, weight=QFont.Weight.DemiBold, wraps=True)
        self.again = put(QPushButton(self), "New game", tip="Play another game (Ctrl+N)")
        self.again.setProperty("tone", "primary")
        self.back = put(QPushButton(self), "Back to the table (Esc)")
        self.save = put(QPushButton(self), "Save picture …", tip="Keep this screen as a picture")
        self.strike = put(QPushButton(self), tip="Nothing of this hand counts: it is dealt anew")
        self._buttons = (self.strike, self.save, self.back, self.again)
        self._foot = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._lay_out()
        self.again.clicked.connect(self.new_game_wanted)
        self.back.clicked.connect(self.table_wanted)
        self.save.clicked.connect(self._ask_where)
        self.strike.clicked.connect(self.strike_wanted)
        self.cards.card_clicked.connect(self.card_clicked)

    def _lay_out(self) -> None:
        left = QVBoxLayout()
        left.setSpacing(14)
        left.addWidget(self.finals, _FEWEST_ROWS)
        left.addWidget(self.cards, 4)
        frame = QFrame(self)
        frame.setObjectName("panel")
        inside = QVBoxLayout(frame)
        inside.setContentsMargins(16, 14, 16, 10)
        inside.addWidget(self.chart)
        body = QHBoxLayout()
        body.setSpacing(24)
        self._left = left
        body.addLayout(left, 5)
        body.addWidget(frame, 6)
        what = QVBoxLayout()
        what.setSpacing(0)
        what.addWidget(self.title)
        what.addWidget(self.facts)
        buttons = QHBoxLayout()
        buttons.setSpacing(12)
        buttons.addStretch(1)
        for button in self._buttons:
            buttons.addWidget(button)
        self._foot.setSpacing(12)
        self._foot.addLayout(what, 1)
        self._foot.addLayout(buttons)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 6, 24, 6)
        layout.setSpacing(10)
        layout.addWidget(self.headline)
        layout.addWidget(self.why)
        layout.addLayout(body, 1)
        layout.addLayout(self._foot)

    def show_ending(self, ending: Ending, pictures: CardPictures, hand: int | None) -> None:
        """Show the end of this game, and the number of the hand that can be struck out, if one can."""
        shown = (ending, pictures.ready, hand)
        if shown == self._shown:
            return
        self._shown = shown
        self.headline.announce(ending.headline)
        self.why.setText(ending.why)
        self.finals.show_finals(ending.finals)
        # Who won matters more than the cards it was won with: where there are many, these become smaller.
        self._left.setStretchFactor(self.finals, max(_FEWEST_ROWS, len(ending.finals)))
        self.cards.show_cards(ending, pictures)
        self.chart.show_chart(ending.chart)
        self.title.setText(ending.title)
        self.strike.setVisible(hand is not None)
        if hand is not None:
            put(self.strike, "Strike out hand {number}", values={"number": hand})
        self.facts.setText("  ·  ".join(ending.facts))
        self.setAccessibleDescription(f"{ending.headline}. {ending.why}")

    def event(self, event: QEvent) -> bool:
        """Set out the foot anew where there is more or less room, or more or less to say."""
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize) and hasattr(self, "_foot"):
            self._set_out_foot()
        return super().event(event)

    def _set_out_foot(self) -> None:
        """Put what was played above the buttons where it has no room beside them."""
        taken = sum(button.sizeHint().width() + 12 for button in self._buttons if not button.isHidden())
        said = max(label.fontMetrics().horizontalAdvance(label.text()) for label in (self.title, self.facts))
        beside = said <= self.contentsRect().width() - 48 - taken
        across, down = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        if self._foot.direction() != (across if beside else down):
            self._foot.setDirection(across if beside else down)

    def save_picture(self, path: Path) -> bool:
        """Write the screen to a picture file; return whether that could be done."""
        try:
            with becoming(path) as draft:
                if not self.grab().save(str(draft), "PNG"):
                    raise OSError(errno.EIO, "the picture cannot be written", str(path))
        except OSError:
            return False
        return True

    def _ask_where(self) -> None:
        dialog = QFileDialog(self, tr("Save picture …"), str(Path.home() / "table-companion.png"), "PNG (*.png)")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("png")
        dialog.fileSelected.connect(lambda name: self._saved(Path(name)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _saved(self, path: Path) -> None:
        done = self.save_picture(path)
        self.facts.setText(
            tr("Saved as {path}", path=path)
            if done
            else tr("{path} cannot be written; choose another folder", path=path)
        )


class _Standing(QWidget):
    """The players or teams, the best first."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._finals: tuple[Final, ...] = ()

    def minimumSizeHint(self) -> QSize:
        """Return the least size: rows that can be read."""
        return QSize(0, round(len(self._finals) * self.fontMetrics().height() * _LEAST_LINES))

    def show_finals(self, finals: tuple[Final, ...]) -> None:
        """Show this standing."""
        self._finals = finals
        self.updateGeometry()
        told = (f"{final.place}. {final.name} {final.total}" for final in finals)
        put(self, name="Final standing").setAccessibleDescription("; ".join(told))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint one row a player or team."""
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours = colours_of(self)
        height = min(self.height() / max(1, len(self._finals)), self.fontMetrics().height() * 4.2)
        for number, final in enumerate(self._finals):
            row = QRectF(0, number * height, self.width(), height).adjusted(1, 2, -1, -3)
            painter.setPen(QPen(QColor(colours.accent if final.wins else colours.line), 2.5 if final.wins else 1.0))
            painter.setBrush(QColor(colours.surface))
            painter.drawRoundedRect(row, 10, 10)
            fitting = min(1.0, row.height() / (self.fontMetrics().height() * _LINES))
            name = scaled(self.font(), (2.0 if final.wins else 1.6) * fitting, QFont.Weight.DemiBold)
            size = QFontMetricsF(name).height()
            painter.setFont(scaled(self.font(), 1.4 * fitting))
            painter.setPen(QColor(colours.quiet))
            painter.drawText(QRectF(row.left(), row.top(), size * 1.3, row.height()), _MIDDLE, str(final.place))
            for step, seat in enumerate(final.seats):
                middle = row.center()
                middle.setX(row.left() + size * (1.6 + 0.8 * step))
                paint_mark(painter, seat, middle, size * 0.65)
            left = size * (1.3 + 0.8 * len(final.seats))
            painter.setFont(name)
            painter.setPen(QColor(colours.text))
            room = row.adjusted(left, 0, -size * 2.6, 0)
            elided = QFontMetricsF(name).elidedText(final.name, Qt.TextElideMode.ElideRight, room.width())
            painter.drawText(room, _LEFT, elided)
            painter.setFont(scaled(self.font(), (2.4 if final.wins else 2.0) * fitting, QFont.Weight.Bold))
            painter.setPen(QColor(colours.accent if final.wins else colours.text))
            painter.drawText(row.adjusted(0, 0, -size * 0.5, 0), _RIGHT, shown(final.total))
        painter.end()


class _Cards(ClickableCards):
    """The last trick, its winning card raised."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._ending: Ending | None = None
        self._pictures: CardPictures | None = None

    def sizeHint(self) -> QSize:
        """Return the wished size."""
        return QSize(360, 220)

    def show_cards(self, ending: Ending, pictures: CardPictures) -> None:
        """Show the last cards of a game."""
        self._ending, self._pictures = ending, pictures
        told = ", ".join(card.name for card in ending.cards)
        put(self, name="The last trick").setAccessibleDescription(told)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the cards as a row."""
        del event
        ending, pictures = self._ending, self._pictures
        if ending is None or pictures is None or not ending.cards:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        colours = colours_of(self)
        for card, spot in self._spots(ending, pictures.shape):
            height = spot.height()
            if card.wins:
                painter.setPen(QPen(QColor(colours.accent), max(4.0, height * 0.04)))
                painter.drawPath(card_path(spot.adjusted(-2, -2, 2, 2)))
            pixmap = pictures.pixmap(card.code, max(8, round(height * self.devicePixelRatioF())))
            paint_card(painter, pixmap, spot)
        painter.end()

    def card_at(self, position: QPointF) -> int | None:
        """Return the place in the log of the play at a place in the widget; None where there is none."""
        if self._ending is None or self._pictures is None:
            return None
        spots = self._spots(self._ending, self._pictures.shape)
        return next((card.fact for card, spot in spots if spot.contains(position)), None)

    def _spots(self, ending: Ending, shape: float) -> list[tuple[LaidCard, QRectF]]:
        """Return where each card is painted; `shape` is the width of a card by its height."""
        count = len(ending.cards)
        lift, rim = self.height() * 0.08, self.height() * 0.03
        height = min(self.height() - lift - 2 * rim, self.width() / (shape * (1 + 1.12 * (count - 1)) + 0.1))
        width = height * shape
        step = width * 1.12
        left = (self.width() - width - step * (count - 1)) / 2
        return [
            (card, QRectF(left + place * step, rim if card.wins else rim + lift, width, height))
            for place, card in enumerate(ending.cards)
        ]
