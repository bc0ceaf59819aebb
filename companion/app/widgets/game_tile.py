"""A game to choose, with a few of its cards."""

from collections.abc import Mapping

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QImage, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from companion.app.widgets.labels import Label
from companion.artwork import deck_art
from companion.cards import deck_name
from companion.errors import UnusableError
from companion.rules.game import Game

_ABOUT: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "steere_suits": (
        "Every trick counts one. Most tricks in the agreed hands win.",
        ("1-cups", "12-swords", "7-clubs"),
    ),
    "coins": ("Every coin in a trick counts one. First to the target wins.", ("1-coins", "11-coins", "5-coins")),
}
"""What each game is about, and three of its cards."""

_CARD_HEIGHT = 190


class GameTile(QPushButton):
    """A large button: the game's name with its credit, what it is about, who can play it with what."""

    def __init__(self, game: Game, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setCheckable(True)
        self.setProperty("tone", "tile")
        self.setAccessibleName(game.title)
        about, cards = _ABOUT.get(game.id, ("", ()))
        self.setAccessibleDescription(about)
        self._cards = tuple(_pixmap(game.deck.id, code) for code in cards)
        players = " or ".join(str(count) for count in game.players)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(18, 14, 150, 14)
        layout.setSpacing(4)
        for label in (
            Label(game.title, self, size=1.35, weight=QFont.Weight.DemiBold),
            Label(about, self, tone="quiet", wraps=True),
            Label(f"{players} players, {deck_name(game.deck.id)}", self, tone="quiet"),
        ):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            layout.addWidget(label)

    def sizeHint(self) -> QSize:
        """Return the wished size: room for three lines and a margin."""
        return QSize(360, round(self.fontMetrics().height() * 6.6))

    def minimumSizeHint(self) -> QSize:
        """Return the least size."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the button and a fan of cards on its right."""
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setClipRect(self.rect().adjusted(3, 3, -3, -3))
        height = self.height() * 0.92
        for place, pixmap in enumerate(self._cards):
            width = height * pixmap.width() / pixmap.height()
            painter.save()
            painter.translate(QPointF(self.width() - 82, self.height() * 1.12))
            painter.rotate((place - 1) * 17)
            card = QRectF(-width / 2, -height * 1.02, width, height)
            painter.drawPixmap(card, pixmap, QRectF(pixmap.rect()))
            painter.restore()
        painter.end()


def _pixmap(deck: str, code: str) -> QPixmap:
    try:
        pixels = deck_art(deck).image(code, _CARD_HEIGHT)
    except UnusableError:
        return QPixmap(1, 1)
    height, width = pixels.shape[:2]
    return QPixmap.fromImage(QImage(pixels.tobytes(), width, height, 4 * width, QImage.Format.Format_ARGB32))
