"""The cards of a deck as they were learnt: those of a taught deck, and those shown so far to choose one from."""

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QListWidgetItem, QPushButton, QWidget

from companion.app.widgets.card_icons import CardIcons
from companion.app.widgets.dialogs import fill_dialog
from companion.app.widgets.labels import Label
from companion.app.words import put, tr
from companion.cards import DECKS
from companion.vision.gallery_shelf import TaughtDeck
from companion.vision.teaching import TaughtCard
from companion.vision.types import Image


class _Cards(QDialog):
    """Cards of a deck under a heading."""

    def __init__(self, heading: str, about: str, deck: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(heading)
        self.setModal(True)
        self.cards = CardIcons(deck, self)
        self.close_button = put(QPushButton(self), "Close")
        self.close_button.setDefault(True)
        self.close_button.clicked.connect(self.accept)
        told = Label(about, self, tone="quiet", wraps=True)
        fill_dialog(self, heading, (told, self.cards), (self.close_button,), self.cards)
        line, room = self.fontMetrics().height(), parent.window().size()
        self.resize(min(line * 52, room.width() - 40), min(line * 34, room.height() - 40))
        self.finished.connect(self.deleteLater)


class TaughtCards(_Cards):
    """Shows every card of a deck: as it was learnt, or that it has not been yet."""

    def __init__(self, deck: TaughtDeck, looks: Mapping[str, Image], parent: QWidget) -> None:
        """Make the dialog.

        Args:
            deck: The deck, which can be used.
            looks: By code how a card looks, (h, w, 3) uint8 BGR.
            parent: The widget it belongs to.
        """
        codes = DECKS[deck.deck].codes
        known = tr("Cards known: {known} of {total}.", known=len(looks), total=len(codes))
        super().__init__(deck.name, known, deck.deck, parent)
        self.setWindowTitle(tr("Decks that were taught"))
        for code in codes:
            self.cards.add(code, looks.get(code))
        self.cards.setCurrentRow(0)


class ShownCards(_Cards):
    """Shows the cards that are recognised while a deck is taught; one that has a wrong name is chosen."""

    def __init__(self, deck: str, shown: Sequence[TaughtCard], choose: Callable[[int], None], parent: QWidget) -> None:
        """Make the dialog.

        Args:
            deck: Id of the deck.
            shown: Those that are recognised.
            choose: Takes the number of the chosen card.
            parent: The widget it belongs to.
        """
        told = tr("Choose it; you are asked then which card it is.")
        super().__init__(tr("Which card has a wrong name?"), told, deck, parent)
        self._choose = choose
        order = DECKS[deck].codes.index
        named = sorted(((order(card.code), card) for card in shown if card.code is not None), key=lambda pair: pair[0])
        for _, card in named:
            self.cards.add(str(card.code), card.crop, card.number)
        self.cards.setCurrentRow(0)
        self.cards.setFocus()
        self.cards.itemClicked.connect(self._take)
        self.cards.itemActivated.connect(self._take)  # Enter; a second click finds the dialog closed.

    def _take(self, item: QListWidgetItem) -> None:
        if self.isVisible():
            self.accept()
            self._choose(int(item.data(Qt.ItemDataRole.UserRole)))
