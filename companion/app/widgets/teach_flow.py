"""Teaching a deck as a guided flow."""

from collections.abc import Callable
from functools import partial

import numpy as np
from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QImage, QPixmap
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from companion.app.model.lessons import Teaching
from companion.app.model.looking import SourceLook
from companion.app.model.setup import Setup
from companion.app.widgets.fields import ChoiceField
from companion.app.widgets.flowing import FlowingRow
from companion.app.widgets.forms import add_fields
from companion.app.widgets.labels import Label, set_type
from companion.app.widgets.source_flow import SourceFlow
from companion.app.widgets.sources import SourceField
from companion.app.widgets.taught_cards import ShownCards
from companion.app.widgets.taught_decks import TaughtDecks
from companion.app.widgets.unfinished_lesson import UnfinishedRow
from companion.app.words import put, spoken, tr
from companion.cards import DECKS, card_name, deck_name, suit_name
from companion.language import capital, mark
from companion.vision.teaching import TaughtCard

_STEPS = (
    mark("Give the deck a name, and choose which deck it is."),
    mark("Lay its cards face up before the camera, one by one or in rows, until all are known."),
    mark("Where a card is in doubt, say which it is."),
)

_LEAST_NAME = 10
"""Letters that a deck's name has room for at least."""

_OFFERED = 4
"""How many answers are offered."""

_PICTURE, _CROP = 9, 6
"""Least height of the picture, and height of the card in doubt, in lines of type."""


class TeachFlow(SourceFlow):
    """Teaches the reader a deck of unusual design.

    Signals:
        taught: Id of a deck and the name under which its cards were kept.

    Attributes:
        decks: Those that were taught.
        unfinished: The one whose teaching broke off.
    """

    taught = Signal(str, str)

    def __init__(
        self,
        setup: Setup,
        source: SourceField,
        played: Callable[[], str],
        parent: QWidget | None = None,
        make: Callable[[str, str, str], Teaching] = Teaching,
    ) -> None:
        """Make the flow.

        Args:
            setup: Holds the source that is chosen.
            source: Lets a person choose it.
            played: Names the taught deck that the running game is played with; empty for none.
            parent: The widget this is part of.
            make: Makes what learns, given source, name and id of the deck.
        """
        super().__init__(mark("Teach a deck"), _STEPS, setup, source, parent)
        self._make = make
        self._played = played
        self._asked: int | None = None
        self._asks_again = False
        self._told = ""
        self.name = put(QLineEdit(self), name="Name of the deck")
        self.deck = put(ChoiceField(self), name="Which deck")
        # In large type its longest name gives way before the page becomes wider than the window.
        self.deck.setSizeAdjustPolicy(ChoiceField.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.deck.setMinimumContentsLength(_LEAST_NAME)
        form = QWidget(self)
        add_fields(form, (mark("Name of the deck"), self.name), (mark("Which deck"), self.deck))
        self.inside.addWidget(form)
        self.inside.addLayout(self.buttons)
        self.question = QFrame(self)
        ask = QHBoxLayout(self.question)
        ask.setContentsMargins(0, 0, 0, 0)
        self._crop = put(Label(parent=self.question), name="The card in doubt")
        ask.addWidget(self._crop)
        beside = QVBoxLayout()
        beside.addWidget(put(Label(parent=self.question), "Which card is this?"))
        self._answers = FlowingRow(6, 6)
        beside.addLayout(self._answers)
        beside.addStretch(1)
        ask.addLayout(beside, 1)
        self.right.addWidget(self.question)
        self.question.hide()
        self.answered = QWidget(self)
        self._last_answer = Label(parent=self.answered, tone="quiet", wraps=True)
        self.undo_button = put(QPushButton(self.answered), "Undo", tip="Take back the last answer")
        self.undo_button.clicked.connect(self._take_back)
        self.wrong_button = put(
            QPushButton(self.answered),
            "Wrong name …",
            tip="A recognised card is another one: choose it, or click it above",
        )
        self.wrong_button.clicked.connect(self._show_shown)
        self.picture.card_clicked.connect(self._ask_about)
        back = QHBoxLayout(self.answered)
        back.setContentsMargins(0, 0, 0, 0)
        back.addWidget(self._last_answer, 1)
        back.addWidget(self.undo_button)
        back.addWidget(self.wrong_button, 0, Qt.AlignmentFlag.AlignRight)
        self.right.addWidget(self.answered)
        self.answered.hide()
        # The picture takes what the question leaves it.
        self.picture.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.decks = TaughtDecks(self._refusal, self)
        self.left.insertWidget(1, self.decks)
        self.unfinished = UnfinishedRow(self)
        self.unfinished.go_on_wanted.connect(self._go_on)
        self.left.insertWidget(0, self.unfinished)
        self._bound_picture()
        self._offer()

    def enter(self) -> None:
        """The flow is on the screen."""
        super().enter()
        self.decks.look()
        self.unfinished.look()

    def begin(self) -> None:
        """Open the source and begin to look."""
        super().begin()
        if self.look is not None:
            self.unfinished.hide()

    def finish(self) -> None:
        """Keep the cards that are known."""
        if isinstance(self.look, Teaching):
            self.look.finish()

    def leave(self) -> None:
        """Let go of the source."""
        super().leave()
        self._asked, self._asks_again = None, False
        if hasattr(self, "unfinished"):
            self.question.hide()
            self.answered.hide()
            self.unfinished.look()

    def changeEvent(self, event: QEvent) -> None:
        """Name the decks in the new language; ask anew in it, and in the new type."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.LanguageChange, QEvent.Type.FontChange):
            self._asked = None
        if event.type() == QEvent.Type.LanguageChange:
            self._offer()
        elif event.type() == QEvent.Type.FontChange:
            self._bound_picture()

    def _refusal(self, name: str) -> str:
        look = self.look
        if name == self._played():
            return tr("The running game is played with this deck. End the game first.")
        if isinstance(look, Teaching) and look.name == name and not look.kept:
            return tr("This deck is being taught now. Keep what was seen, or go elsewhere, first.")
        return ""

    def _bound_picture(self) -> None:
        self.picture.setMinimumHeight(self.fontMetrics().height() * _PICTURE)

    def _offer(self) -> None:
        chosen = self.deck.currentData() or self.setup.game.deck.id
        self.deck.clear()
        for deck in DECKS:
            self.deck.addItem(deck_name(deck, spoken()), deck)
        self.deck.setCurrentIndex(max(0, self.deck.findData(chosen)))

    def _begin(self, source: str) -> SourceLook:
        deck = str(self.deck.currentData())
        name = self.name.text().strip() or deck_name(deck, spoken())
        self.name.setText(name)
        self._told = ""
        return self._make(source, name, deck)

    def _go_on(self, name: str, deck: str) -> None:
        self.name.setText(name)
        self.deck.setCurrentIndex(self.deck.findData(deck))
        self.begin()

    def _show(self, look: SourceLook) -> None:
        assert isinstance(look, Teaching)
        self.picture.show_cards(look.cards, look.deck)
        self.say(look.told(spoken()))
        lesson = look.lesson
        # A deck that is known from an earlier teaching is kept, and so chosen for the next game, as it is.
        worth_keeping = lesson is not None and (lesson.complete or bool(lesson.recognised))
        self.end_button.setEnabled(not look.kept and worth_keeping)
        self._show_answered(look)
        self._ask(None if look.kept else look.doubt, look)
        if look.kept:
            self._left(look)

    def _left(self, look: SourceLook) -> None:
        """Tell once that a deck is kept, and let the next game be played with it."""
        if isinstance(look, Teaching) and look.kept and look.kept != self._told:
            self._told = look.kept
            self.taught.emit(look.deck, look.kept)
            self.decks.look(look.kept)

    def _ask(self, card: TaughtCard | None, look: Teaching) -> None:
        number = card.number if card is not None else None
        if number == self._asked:
            return
        self._asked = number
        # Who answers by keys goes on at the next question, or where the answer can be taken back.
        focused = QApplication.focusWidget()
        by_keys = self._asks_again or (focused is not None and self.question.isAncestorOf(focused))
        self.question.setVisible(card is not None)
        while (item := self._answers.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        if card is None:
            if by_keys and self.answered.isVisible():
                self.undo_button.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        self._asks_again = False
        pixels = np.ascontiguousarray(card.crop)
        height, width = pixels.shape[:2]
        image = QImage(pixels.data, width, height, 3 * width, QImage.Format.Format_BGR888).copy()
        scaled = QPixmap.fromImage(image).scaledToHeight(
            self.fontMetrics().height() * _CROP, Qt.TransformationMode.SmoothTransformation
        )
        self._crop.setPixmap(scaled)
        for code, _ in card.candidates[:_OFFERED]:
            name = card_name(DECKS[look.deck].parse(code), spoken())
            self._answers.addWidget(self._answer(name, partial(look.confirm, card.number, code)))
        self._answers.addWidget(self._others(card, look))
        self._answers.addWidget(self._answer(tr("No card of this deck"), partial(look.dismiss, card.number)))
        set_type(self.question, self.font())
        first = self._answers.itemAt(0)
        if by_keys and first is not None and (button := first.widget()) is not None:
            button.show()  # What is hidden takes no keys while a dialog before it is closing.
            button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_answered(self, look: Teaching) -> None:
        """Show the last answer; until the deck is kept it can be taken back, and names that are wrong be set right."""
        recognised = look.lesson is not None and bool(look.lesson.recognised)
        self.answered.setVisible((recognised or bool(look.answered)) and not look.kept)
        self.wrong_button.setVisible(recognised)
        self.undo_button.setVisible(bool(look.answered))
        self._last_answer.setVisible(bool(look.answered))
        if look.answered:
            code = list(look.answered.values())[-1]
            card = card_name(DECKS[look.deck].parse(code), spoken()) if code else tr("No card of this deck")
            self._last_answer.setText(tr("Last answer: {card}", card=card))

    def _take_back(self) -> None:
        if isinstance(self.look, Teaching):
            self._asks_again = self.undo_button.hasFocus()
            self.look.take_back()

    def _show_shown(self) -> None:
        look = self.look
        if isinstance(look, Teaching) and look.lesson is not None:
            ShownCards(look.deck, look.lesson.recognised, self._ask_about_chosen, self).open()

    def _ask_about_chosen(self, number: int) -> None:
        self._asks_again = True
        self._ask_about(number)

    def _ask_about(self, number: int) -> None:
        if isinstance(self.look, Teaching) and not self.look.kept:
            self.look.ask_about(number)

    def _others(self, card: TaughtCard, look: Teaching) -> QPushButton:
        """Return a button with a menu of the whole deck: one that is read badly shows what nobody would offer."""
        button = QPushButton(tr("Another card"), self.question)
        menu = QMenu(button)
        suits: dict[str, QMenu] = {}
        for other in DECKS[look.deck].cards:
            if other.suit is not None and other.suit not in suits:
                suits[other.suit] = QMenu(capital(suit_name(look.deck, other.suit, spoken())), menu)
                menu.addMenu(suits[other.suit])
            inside = menu if other.suit is None else suits[other.suit]
            inside.addAction(card_name(other, spoken()), partial(look.confirm, card.number, other.code))
        button.setMenu(menu)
        return button

    def _answer(self, text: str, say: Callable[[], None]) -> QPushButton:
        button = QPushButton(text, self.question)
        button.clicked.connect(say)
        return button
