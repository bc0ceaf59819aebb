"""A game to choose, with a few of its cards."""

from collections.abc import Mapping
from functools import cache

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QImage, QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QVBoxLayout, QWidget

from companion.app.widgets.cards import card_image, paint_card
from companion.app.widgets.labels import Label
from companion.artwork import deck_art
from companion.cards import deck_name
from companion.rules.game import Game

_ABOUT: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "steere_suits": ("Every trick counts one. Most tricks in all hands win.", ("1-cups", "12-swords", "7-clubs")),
    "coins": ("Every coin in a trick counts one. First to the target wins.", ("1-coins", "11-coins", "5-coins")),
    "hearts_pp": ("Points are bad, in every suit. Who breaks a suit may not shoot in it.", ("QH", "10S", "AD")),
    "seven_suitors": ("Two teams marry the sevens of seven suits, with trumps that change.", ("thief", "3:7", "7:7")),
    "forum_suits": ("Black counts for you, red against you. Straights may be played.", ("KS", "AC", "2D")),
}
"""What each game is about, and three of its cards."""

_CARD_HEIGHT = 190
_USUAL_WIDTH = 420


class GameTile(QPushButton):
    """A large button: the game's name with its credit, what it is about, who can play it with what."""

    def __init__(self, game: Game, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setCheckable(True)
        self.setProperty("tone", "tile")
        self.setAccessibleName(game.title)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        about, cards = _ABOUT.get(game.id, ("", ()))
        self._cards = tuple(QPixmap.fromImage(_image(game.deck.id, code)) for code in cards)
        with_what = f"{_players(game)}, {deck_name(game.deck.id)}"
        self.setAccessibleDescription(f"{about} {with_what}")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(18, 10, self._fan_width(), 10)
        layout.setSpacing(3)
        for label in (
            Label(game.title, self, size=1.3, weight=QFont.Weight.DemiBold, wraps=True),
            Label(about, self, tone="quiet", wraps=True),
            Label(with_what, self, tone="quiet"),
        ):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            layout.addWidget(label)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave room for the cards, which grow with the type."""
        super().resizeEvent(event)
        layout = self.layout()
        if layout is not None:
            layout.setContentsMargins(18, 10, self._fan_width(), 10)

    def _fan_width(self) -> int:
        return round(self.fontMetrics().height() * 10.5)

    def sizeHint(self) -> QSize:
        """Return the wished size."""
        return QSize(_USUAL_WIDTH, self.heightForWidth(_USUAL_WIDTH))

    def minimumSizeHint(self) -> QSize:
        """Return the least size: three lines, where the tile is wide enough for them."""
        return QSize(_USUAL_WIDTH // 2, round(self.fontMetrics().height() * 4.4))

    def hasHeightForWidth(self) -> bool:
        """Say that narrow tiles are higher."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height that the texts need."""
        layout = self.layout()
        return layout.totalHeightForWidth(width) if layout is not None else 0

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the button and a fan of cards on its right."""
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setClipRect(self.rect().adjusted(3, 3, -3, -3))
        line = self.fontMetrics().height()
        for place, pixmap in enumerate(self._cards):
            width = line * 5.0 * pixmap.width() / pixmap.height()
            painter.save()
            painter.translate(QPointF(self.width() - line * 5.4, self.height() + line * 3.8))
            painter.rotate((place - 1) * 21)
            paint_card(painter, pixmap, QRectF(-width / 2, -line * 8.2, width, line * 5.0))
            painter.restore()
        painter.end()


def _players(game: Game) -> str:
    least, most = min(game.players), max(game.players)
    return f"{least} players" if least == most else f"{least} to {most} players"


@cache
def _image(deck: str, code: str) -> QImage:
    return card_image(deck_art(deck), code, _CARD_HEIGHT)
