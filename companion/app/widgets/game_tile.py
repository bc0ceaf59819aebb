"""A game to choose, with a few of its cards."""

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QImage, QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QVBoxLayout, QWidget

from companion.app.model.introductions import INTRODUCTIONS, UNKNOWN, facts_of
from companion.app.widgets.cards import card_shape, paint_blank, paint_card
from companion.app.widgets.labels import Label
from companion.app.words import put, spoken, tr
from companion.rules.game import Game

_USUAL_WIDTH = 420
_TALLEST = 7.2
"""Lines of text that a tile may be high where its texts need no more: there it shows all of its cards."""


class GameTile(QPushButton):
    """A large button: the game's name with its credit, what it is about, who can play it with what."""

    def __init__(self, game: Game, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setCheckable(True)
        self.setProperty("tone", "tile")
        put(self, name=game.title)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._game = game
        cards = INTRODUCTIONS.get(game.id, UNKNOWN).cards
        self.cards = tuple((game.deck.id, code) for code in cards)
        self._shape = card_shape(game.deck.id)
        self._pixmaps: dict[tuple[str, str], QPixmap] = {}
        self._about = Label(parent=self, tone="quiet", wraps=True)
        self._facts = Label(parent=self, tone="quiet", wraps=True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(18, 10, self._fan_width(), 10)
        layout.setSpacing(3)
        for label in (
            put(Label(parent=self, size=1.3, weight=QFont.Weight.DemiBold, wraps=True), game.title),
            self._about,
            self._facts,
        ):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            layout.addWidget(label)
        self._say()

    def show_card(self, card: tuple[str, str], image: QImage) -> None:
        """Show a card that is drawn, if it is one of the game's."""
        if card in self.cards:
            self._pixmaps[card] = QPixmap.fromImage(image)
            self.update()

    def changeEvent(self, event: QEvent) -> None:
        """Tell about the game in the new language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._say()
        elif event.type() == QEvent.Type.FontChange:
            self._make_room()

    def _say(self) -> None:
        about = INTRODUCTIONS.get(self._game.id, UNKNOWN).about
        self._about.setText(tr(about) if about else "")
        self._facts.setText(facts_of(self._game, spoken()))
        self.setAccessibleDescription(f"{self._about.text()} {self._facts.text()}")

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave room for the cards, which grow with the type."""
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        layout = self.layout()
        if layout is not None:
            layout.setContentsMargins(18, 10, self._fan_width(), 10)
        tallest = round(self.fontMetrics().height() * _TALLEST)
        self.setMaximumHeight(max(tallest, self.heightForWidth(self.width())))

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
        for place, card in enumerate(self.cards):
            width = line * 5.0 * self._shape
            painter.save()
            painter.translate(QPointF(self.width() - line * 5.4, self.height() + line * 3.8))
            painter.rotate((place - 1) * 21)
            rectangle = QRectF(-width / 2, -line * 8.2, width, line * 5.0)
            if card in self._pixmaps:
                paint_card(painter, self._pixmaps[card], rectangle)
            else:
                paint_blank(painter, rectangle)
            painter.restore()
        painter.end()
