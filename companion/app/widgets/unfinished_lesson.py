"""A deck that is half taught, because the program or the teaching ended in the middle: to go on with, or to forget."""

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from companion.app import theme
from companion.app.widgets.asking import ask
from companion.app.widgets.labels import Label
from companion.app.words import put, spoken, tr
from companion.cards import DECKS, deck_name
from companion.errors import CompanionError
from companion.vision.taught_alone import is_being_taught
from companion.vision.unfinished_lessons import UnfinishedLesson, forget_lesson, unfinished_lessons


class UnfinishedRow(QFrame):
    """Offers to go on with the lesson that broke off last. It hides itself while there is none.

    Signals:
        go_on_wanted: Name and deck id of the lesson to go on with.
    """

    go_on_wanted = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Make the row."""
        super().__init__(parent)
        self.setObjectName("panel")
        self._lesson: UnfinishedLesson | None = None
        self.about = put(Label(parent=self, size=theme.STRONG, wraps=True), name="A deck that is half taught")
        self.go_on_button = put(QPushButton(self), "Go on", tip="Open the camera, and show the other cards")
        self.go_on_button.setProperty("tone", "primary")
        self.forget_button = put(QPushButton(self), "Forget", tip="Forget what was seen of this deck")
        self.go_on_button.clicked.connect(self._go_on)
        self.forget_button.clicked.connect(self._ask)
        buttons = QHBoxLayout()
        buttons.addWidget(self.go_on_button)
        buttons.addWidget(self.forget_button)
        buttons.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(18, 12, 18, 14)
        layout.setSpacing(10)
        layout.addWidget(self.about)
        layout.addLayout(buttons)
        self.hide()

    def look(self) -> None:
        """Look what there is."""
        broken_off = (lesson for lesson in unfinished_lessons() if not is_being_taught(lesson.name))
        self._lesson = next(broken_off, None)
        self.setVisible(self._lesson is not None)
        self._show_lesson()

    def changeEvent(self, event: QEvent) -> None:
        """Say it in the language that was switched to."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and hasattr(self, "forget_button"):
            self._show_lesson()

    def _show_lesson(self) -> None:
        lesson = self._lesson
        if lesson is None:
            return
        self.go_on_button.setVisible(lesson.trouble is None)
        if lesson.trouble is not None:
            self.about.setText(lesson.trouble.told(spoken()))
            return
        self.about.setText(
            tr(
                "The teaching of “{name}” broke off ({deck}). Cards recognised: {known} of {total}.",
                name=lesson.name,
                deck=deck_name(lesson.deck, spoken()),
                known=lesson.known,
                total=len(DECKS[lesson.deck].codes),
            )
        )

    def _go_on(self) -> None:
        if self._lesson is not None:
            self.go_on_wanted.emit(self._lesson.name, self._lesson.deck)

    def _ask(self) -> None:
        lesson = self._lesson
        if lesson is not None:
            ask(
                self,
                tr("Forget"),
                tr("Forget what was seen of “{name}”? Its cards have to be shown anew then.", name=lesson.name),
                (tr("Forget"), tr("Keep")),
                lambda: self._forget(lesson),
                careful=True,
            )

    def _forget(self, lesson: UnfinishedLesson) -> None:
        try:
            forget_lesson(lesson)
        except CompanionError as error:
            self.about.setText(error.told(spoken()))
        else:
            self.look()
