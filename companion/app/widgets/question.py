"""What the table is asked: about a card that could not be read surely, and about what only people know."""

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from companion.app.model.picking import Ask, Told
from companion.app.widgets.candidates import CandidateRow
from companion.app.widgets.cards import CardPictures, image_pixmap
from companion.app.widgets.labels import Label, let_be_low
from companion.app.words import put
from companion.language import mark
from companion.table.events import Question
from companion.vision.types import Image

_MOST, _SHARE = 4, 4
"""How many candidates are shown, and how many times as wide as the message they may be."""

_CROP_HEIGHT = 3.4
"""Lines of text."""


class QuestionBar(QFrame):
    """Asks, and goes on asking until somebody answers or the referee knows better. Play goes on meanwhile.

    Signals:
        answered: The code; empty where there is no card that counts.
        confirmed: The cards that are doubted together are as they were read.
        other_wanted: The card is none of the candidates.
    """

    answered = Signal(str)
    confirmed = Signal()
    other_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("panel")
        put(self, name="Question of the referee")
        self._message = Label(parent=self, size=1.15, weight=QFont.Weight.DemiBold, wraps=True)
        self._message.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
        self.candidates = CandidateRow(_MOST, self)
        self._other = put(QPushButton(self), "Another …", tip="It is none of these (O)")
        self._none = put(QPushButton(self), "No card (N)", tip="What was seen is no card that counts")
        self._right = QPushButton(self)
        self.crop = put(QLabel(self), name="The card as the camera sees it")
        self._cropped: int | None = None
        self._few_to_choose = False
        layout = QHBoxLayout(self)
        layout.setContentsMargins(14, 8, 14, 8)
        layout.setSpacing(10)
        layout.addWidget(self.crop)
        layout.addWidget(self._message, 1)
        layout.addWidget(self.candidates, _SHARE)
        # One above the other: candidates need the width.
        others = QVBoxLayout()
        others.setSpacing(4)
        for button in (self._right, self._other, self._none):
            others.addWidget(button)
        layout.addLayout(others)
        self.candidates.chosen.connect(self.answered)
        # Above each other they need no more than that, and the message takes the rest.
        self.candidates.stacked.connect(lambda stacked: layout.setStretch(2, 1 if stacked else _SHARE))
        self.candidates.left_out.connect(lambda _: self._show_other())
        self._none.clicked.connect(lambda: self.answered.emit(""))
        self._right.clicked.connect(self.confirmed)
        self._other.clicked.connect(self.other_wanted)
        self.hide()

    def ask(
        self,
        question: Question,
        brief: str,
        sentence: str,
        pictures: CardPictures,
        effect: Callable[[str], Told],
        crop: Callable[[], Image | None],
        together: str,
    ) -> None:
        """Ask which card it was.

        Args:
            question: Of the referee.
            brief: What stands before the candidates.
            sentence: The question in a sentence.
            pictures: Of the deck.
            effect: What an answer would do to the game.
            crop: Returns the card as the camera sees it; None where it does not.
            together: The cards that are doubted together; empty where there are none.
        """
        if question.question != self._cropped:
            self._show_crop(crop(), question.question)
        self._message.setText(brief)
        self.setAccessibleDescription(sentence)
        self.candidates.show_candidates(question.candidates, pictures, effect)
        self._few_to_choose = False
        self._show(bool(question.candidates), True)
        put(self._none, "No card (N)", tip="What was seen is no card that counts")
        self._show_right(bool(together))
        put(self._right, "None misread (Y)", tip="It was so: {cards}", values={"cards": together})

    def ask_people(self, ask: Ask, pictures: CardPictures, *, is_read: bool = False) -> None:
        """Ask what only people know; where the question is announced above, it is not said once more."""
        self.crop.hide()
        self._show_right(False)
        self._message.setText("" if is_read else ask.question)
        self.setAccessibleDescription(ask.question)
        self.candidates.show_candidates(tuple((code, 0.0) for code in ask.choices), pictures)
        self._few_to_choose = bool(ask.choices)
        self._show(bool(ask.choices), ask.need.may_decline)
        put(self._none, "None (N)", tip="No card is taken")

    def rest(self) -> None:
        """Ask nothing."""
        self._cropped = None
        self.hide()

    def choose(self, place: int) -> None:
        """Choose the candidate that is seen at a place, from 0, where there is one."""
        if self.isVisible():
            self.candidates.choose(place)

    def want_other(self) -> None:
        """Say that the card is none of the candidates."""
        if self.isVisible():
            self.other_wanted.emit()

    def want_none(self) -> None:
        """Say that there is no card, where that is an answer."""
        if self.isVisible() and self._none.isVisible():
            self.answered.emit("")

    def confirm(self) -> None:
        """Say that the cards that are doubted together were read rightly, where some are."""
        if self.isVisible() and self._right.isVisible():
            self.confirmed.emit()

    def _show_crop(self, crop: Image | None, question: int) -> None:
        self.crop.setVisible(crop is not None)
        if crop is not None:
            self._cropped = question  # As long as the card is not seen, it is looked for.
            self.crop.setPixmap(image_pixmap(crop, self, _CROP_HEIGHT))

    def _show_right(self, shown: bool) -> None:
        self._right.setVisible(shown)
        for button in (self._right, self._other, self._none):
            let_be_low(button, shown)  # Three of them are higher than the candidates.

    def _show(self, few: bool, may_decline: bool) -> None:
        self.candidates.setVisible(few)
        put(self._other, mark("Another …") if few else mark("Choose … (O)"))
        self._none.setVisible(may_decline)
        self._show_other()
        self.show()

    def _show_other(self) -> None:
        """Lead to the deck, but where all there is to choose from is offered here."""
        self._other.setVisible(not self._few_to_choose or self.candidates.leaves_out)
