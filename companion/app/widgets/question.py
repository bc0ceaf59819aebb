"""The referee's question about a card that could not be read surely."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QWidget

from companion.app.widgets.candidates import CandidateRow
from companion.app.widgets.cards import CardPictures
from companion.app.widgets.labels import Label
from companion.table.events import Question

_MOST = 4


class QuestionBar(QFrame):
    """Asks, and goes on asking until somebody answers or the referee knows better. Play goes on meanwhile.

    Signals:
        answered: Number of the question and the code; an empty code where there is no card that counts.
        other_wanted: Number of the question: the card is none of the candidates.
    """

    answered = Signal(int, str)
    other_wanted = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("panel")
        self.setAccessibleName("Question of the referee")
        self._question: Question | None = None
        self._message = Label(parent=self, weight=QFont.Weight.DemiBold)
        self.candidates = CandidateRow(_MOST, self)
        other = QPushButton("Another …", self)
        other.setToolTip("It is none of these (O)")
        nothing = QPushButton("No card", self)
        nothing.setToolTip("What was seen is no card that counts")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(14, 8, 14, 8)
        layout.setSpacing(10)
        layout.addWidget(self._message)
        layout.addWidget(self.candidates, 1)
        layout.addWidget(other)
        layout.addWidget(nothing)
        self.candidates.chosen.connect(self._answer)
        nothing.clicked.connect(lambda: self._answer(""))
        other.clicked.connect(self.want_other)
        self.hide()

    @property
    def question(self) -> Question | None:
        """What is asked; None where nothing is."""
        return self._question

    def ask(self, question: Question | None, pictures: CardPictures) -> None:
        """Ask this; None takes the question away."""
        self._question = question
        if question is not None:
            self._message.setText(f"{question.player}'s card:")
            self.setAccessibleDescription(question.message)
            self.candidates.show_candidates(question.candidates, pictures)
        self.setVisible(question is not None)

    def want_other(self) -> None:
        """Say that the card is none of the candidates."""
        if self._question is not None:
            self.other_wanted.emit(self._question.question)

    def _answer(self, code: str) -> None:
        if self._question is not None:
            self.answered.emit(self._question.question, code)
