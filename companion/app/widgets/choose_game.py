"""The first step of a new game: which one."""

import contextlib

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFont, QImage
from PySide6.QtWidgets import QBoxLayout, QButtonGroup, QGridLayout, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from companion.app import theme
from companion.app.model.drawing import Drawing
from companion.app.model.setup import Setup
from companion.app.widgets.cards import card_image
from companion.app.widgets.game_tile import GameTile
from companion.app.widgets.labels import Label
from companion.app.widgets.panels import panel
from companion.app.words import put
from companion.artwork.raster import CardImage
from companion.language import mark

_CARD_HEIGHT = 190

_TWO_COLUMNS = 44
"""Lines of text that two columns need across."""

_IMAGES: dict[tuple[str, str], QImage] = {}
"""The cards drawn so far, by deck and code; one window after the other uses them."""

_STEPS = (
    mark("Set the camera so that it sees the whole table, the first player at the bottom of its picture."),
    mark("Deal and play as always. Every card is laid face up before the player it comes from."),
    mark("Take the trick when its winner was named. If a card was misread, click on it."),
)


class GameChoice(QWidget):
    """A tile for each game, and how it all works.

    Signals:
        chosen: Another game was chosen.
        rules_wanted: Show the rules of the game chosen.
        print_wanted: Print the deck of the game chosen.
        drawn: Deck and code of a card that is drawn.

    Attributes:
        games: The tiles, in the order of the games.
    """

    chosen = Signal()
    rules_wanted = Signal()
    print_wanted = Signal()
    drawn = Signal(tuple)

    def __init__(self, setup: Setup, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._setup = setup
        self.games = QButtonGroup(self)
        tiles = QVBoxLayout()
        tiles.setSpacing(10)
        self._tiles: list[GameTile] = []
        for place, game in enumerate(setup.games):
            tile = GameTile(game, self)
            self.games.addButton(tile, place)
            self._tiles.append(tile)
            tiles.addWidget(tile, 10)
        tiles.addStretch(1)
        self.games.button(setup.games.index(setup.game)).setChecked(True)
        self.games.idClicked.connect(self._choose)
        self.drawn.connect(self._show_card)
        wanted = {card for tile in self._tiles for card in tile.cards}
        for card in wanted & _IMAGES.keys():
            self._show_card(card)
        self._drawing = Drawing(sorted(wanted - _IMAGES.keys()), _CARD_HEIGHT, self._take)
        beside = QVBoxLayout()
        beside.setSpacing(14)
        title = put(Label(parent=self, size=theme.TITLE, weight=QFont.Weight.DemiBold), "Table companion")
        lead = put(
            Label(parent=self, size=theme.STRONG, tone="quiet", wraps=True),
            "It watches your cards on a real table, names the winner of every trick and keeps the score.",
        )
        how, inside = panel("How it works", self)
        inside.addLayout(self._steps())
        beside.addWidget(title)
        beside.addWidget(lead)
        beside.addWidget(how)
        beside.addLayout(self._about_the_game())
        beside.addStretch(1)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(36)
        self._row.addLayout(tiles, 11)
        self._row.addLayout(beside, 9)

    def event(self, event: QEvent) -> bool:
        """Stand beside the games only where there is room for two columns of text."""
        done = super().event(event)
        if event.type() in (QEvent.Type.Resize, QEvent.Type.FontChange):
            narrow = self.width() < _TWO_COLUMNS * self.fontMetrics().height()
            way = QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
            self._row.setDirection(way)
        return done

    def choose(self, game: str) -> None:
        """Choose a game by its id, as a click does."""
        place = next(place for place, known in enumerate(self._setup.games) if known.id == game)
        self.games.button(place).click()

    @property
    def is_drawn(self) -> bool:
        """Whether every tile shows all its cards."""
        return all(card in _IMAGES for tile in self._tiles for card in tile.cards)

    def close_drawing(self) -> None:
        """Draw no more cards."""
        self._drawing.close()

    def _take(self, deck: str, code: str, image: CardImage) -> None:
        _IMAGES[deck, code] = card_image(image)
        # The window may be gone meanwhile.
        with contextlib.suppress(RuntimeError):
            self.drawn.emit((deck, code))

    def _show_card(self, card: tuple[str, str]) -> None:
        for tile in self._tiles:
            tile.show_card(card, _IMAGES[card])

    def _choose(self, place: int) -> None:
        self._setup.choose_game(self._setup.games[place].id)
        self.chosen.emit()

    def _about_the_game(self) -> QHBoxLayout:
        rules = put(QPushButton(self), "Rules of this game", tip="The rules on a page to read")
        cards = put(QPushButton(self), "Print this deck", tip="A deck to print at home, with cut marks")
        rules.clicked.connect(self.rules_wanted)
        cards.clicked.connect(self.print_wanted)
        row = QHBoxLayout()
        row.addWidget(rules)
        row.addWidget(cards)
        row.addStretch(1)
        return row

    def _steps(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(14)
        for row, step in enumerate(_STEPS):
            figure = Label(str(row + 1), self, size=1.3, weight=QFont.Weight.Bold, tone="accent")
            grid.addWidget(figure, row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(put(Label(parent=self, wraps=True), step), row, 1)
        grid.setColumnStretch(1, 1)
        return grid
