"""The decks that were taught: which cards of each are known, another name for one, and its end."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QHBoxLayout, QInputDialog, QPushButton, QVBoxLayout, QWidget

from companion.app import theme
from companion.app.widgets.asking import ask
from companion.app.widgets.fields import ChoiceField
from companion.app.widgets.labels import Label, set_type
from companion.app.widgets.taught_cards import TaughtCards
from companion.app.words import put, spoken, tr
from companion.cards import DECKS, deck_name
from companion.errors import CompanionError
from companion.rules.forty_cards import is_of_forty, told_of_forty
from companion.vision.gallery_shelf import TaughtDeck, delete_deck, looks_of, rename_deck, taught_decks


class TaughtDecks(QFrame):
    """Lists the decks that were taught, and changes them. It hides itself while there are none.

    Signals:
        changed: The name of a deck, and the one that it has from now on; empty where it was deleted.
    """

    changed = Signal(str, str)

    def __init__(self, refusal: Callable[[str], str], parent: QWidget | None = None) -> None:
        """Make the list.

        Args:
            refusal: Tells why a deck, by its name, must stay as it is at present, in words; empty where it need not.
            parent: The widget this is part of.
        """
        super().__init__(parent)
        self.setObjectName("panel")
        self._refusal = refusal
        self._decks: tuple[TaughtDeck, ...] = ()
        self.names = put(ChoiceField(self), name="Decks that were taught")
        self.about = Label(parent=self, tone="quiet", wraps=True)
        self.problem = put(Label(parent=self, tone="warning", wraps=True), name="Problems")
        self.cards_button = put(QPushButton(self), "Cards", tip="Look at the cards that are known of this deck")
        self.rename_button = put(QPushButton(self), "Rename", tip="Call this deck otherwise")
        self.delete_button = put(QPushButton(self), "Delete", tip="Forget what was taught of this deck")
        self._lay_out()
        self.names.currentIndexChanged.connect(lambda _: self._show_deck())
        self.cards_button.clicked.connect(self._show_cards)
        self.rename_button.clicked.connect(self._rename)
        self.delete_button.clicked.connect(self._delete)

    def look(self, chosen: str = "") -> None:
        """Look what there is; the deck of a name is chosen, or the one that was."""
        chosen = chosen or (self.chosen.name if self.chosen is not None else "")
        self._decks = taught_decks()
        self.names.blockSignals(True)
        self.names.clear()
        self.names.addItems([deck.name for deck in self._decks])
        self.names.setCurrentIndex(max(0, self.names.findText(chosen)) if self._decks else -1)
        self.names.blockSignals(False)
        self.setVisible(bool(self._decks))
        self._show_deck()

    @property
    def chosen(self) -> TaughtDeck | None:
        """The deck that is chosen; None where there is none."""
        row = self.names.currentIndex()
        return self._decks[row] if 0 <= row < len(self._decks) else None

    def changeEvent(self, event: QEvent) -> None:
        """Say it in the language that was switched to."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and hasattr(self, "delete_button"):
            self._show_deck()

    # Inside

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        for button in (self.cards_button, self.rename_button, self.delete_button):
            buttons.addWidget(button)
        buttons.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(18, 12, 18, 14)
        layout.setSpacing(10)
        layout.addWidget(
            put(Label(parent=self, size=theme.STRONG, weight=QFont.Weight.DemiBold), "Decks that were taught")
        )
        layout.addWidget(self.names)
        layout.addWidget(self.about)
        layout.addLayout(buttons)
        layout.addWidget(self.problem)

    def _show_deck(self) -> None:
        self._complain("")
        deck = self.chosen
        if deck is None:
            return
        self.cards_button.setEnabled(deck.trouble is None)
        self.rename_button.setEnabled(deck.trouble is None)
        if deck.trouble is not None:
            self.about.setText(deck.trouble.told(spoken()))
            return
        known = tr("Cards known: {known} of {total}.", known=len(deck.known), total=len(DECKS[deck.deck].codes))
        of_forty = is_of_forty(deck.deck, deck.missing)
        self.about.setText(told_of_forty(spoken()) if of_forty else f"{deck_name(deck.deck, spoken())}. {known}")

    def _complain(self, complaint: str) -> None:
        self.problem.setText(complaint)
        self.problem.setVisible(bool(complaint))

    def _show_cards(self) -> None:
        deck = self.chosen
        if deck is None:
            return
        try:
            looks = looks_of(deck.name)
        except CompanionError as error:
            self._complain(error.told(spoken()))
            return
        TaughtCards(deck, looks, self).open()

    def _rename(self) -> None:
        deck = self.chosen
        if deck is None or self._refuses(deck):
            return
        dialog = QInputDialog(self)
        dialog.setWindowTitle(tr("Rename"))
        dialog.setLabelText(tr("Name of the deck"))
        dialog.setTextValue(deck.name)
        dialog.setOkButtonText(tr("Rename"))
        dialog.setCancelButtonText(tr("Keep"))
        set_type(dialog, self.font())
        dialog.setModal(True)
        dialog.textValueSelected.connect(lambda name: self._call(deck, name.strip()))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _call(self, deck: TaughtDeck, name: str) -> None:
        if name and name != deck.name:
            self._change(deck, name, lambda: rename_deck(deck.name, name))

    def _delete(self) -> None:
        deck = self.chosen
        if deck is None or self._refuses(deck):
            return
        ask(
            self,
            tr("Delete"),
            tr("Forget the deck “{name}”? Its cards have to be taught anew then.", name=deck.name),
            (tr("Delete"), tr("Keep")),
            lambda: self._change(deck, "", lambda: delete_deck(deck.name)),
            careful=True,
        )

    def _refuses(self, deck: TaughtDeck) -> bool:
        refusal = self._refusal(deck.name)
        self._complain(refusal)
        return bool(refusal)

    def _change(self, deck: TaughtDeck, name: str, change: Callable[[], None]) -> None:
        try:
            change()
        except CompanionError as error:
            self.look()
            self._complain(error.told(spoken()))
            return
        self.look(name)
        self.changed.emit(deck.name, name)
