"""The line above the table: which game, where it stands, and what can be done at any time."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

from companion.app.widgets.fitting import FittingRow
from companion.app.widgets.labels import YieldingLabel
from companion.app.words import put, tr
from companion.language import mark

_GAP = 8
"""Pixels between two buttons."""

_UNDO, _REDO = mark("Undo"), mark("Redo")

_SIGNS = {_UNDO: "\N{ANTICLOCKWISE TOP SEMICIRCLE ARROW}", _REDO: "\N{CLOCKWISE TOP SEMICIRCLE ARROW}"}
"""What says the same where there is no room for words."""


class Toolbar(FittingRow):
    """Shows title, place in the game and buttons.

    Attributes:
        title: The game's name, with its credit where there is room.
        place: Where the game is.
        undo, redo, add, result, correct, pause, voice, new_game, help: The buttons. Where the game is over the result
            has the place of what adds a play.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = self._place = ""
        self.title = YieldingLabel(parent=self, size=1.25, weight=QFont.Weight.DemiBold)
        self.place = YieldingLabel(parent=self, size=1.1, tone="quiet", shrinks=True)
        # In two lines it is as high as the buttons.
        self.place.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Ignored)
        self.undo = self._button(_UNDO, mark("Take back the last change (Ctrl+Z)"))
        self.redo = self._button(_REDO, mark("Make the undone change again (Ctrl+Shift+Z)"))
        self._signed = {self.undo: _UNDO, self.redo: _REDO}
        self.add = self._button(mark("Add"), mark("Add a play that the camera missed (A)"))
        self.result = self._button(mark("Result"), mark("Show the result of the game again (W)"))
        self.result.hide()
        self.correct = self._button(mark("Correct"), mark("Correct the last card (C); or click any card"))
        self.pause = self._button(mark("Pause"), mark("Stop counting cards, or go on (P)"))
        self.voice = self._button(mark("Voice"), mark("Voice on or off (M)"))
        self.new_game = self._button(
            mark("New game"), mark("Leave this game for another, or deal this hand anew (Ctrl+N)")
        )
        self.help = self._button(mark("Help"), mark("Keys and credits (F1)"))
        self.pause.setCheckable(True)
        self.voice.setCheckable(True)
        layout = self._row = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(_GAP)
        layout.addWidget(self.title)
        layout.addSpacing(12)
        layout.addWidget(self.place)
        layout.addStretch(1)
        for button in self.findChildren(QPushButton):
            layout.addWidget(button)

    def show_game(self, title: str, place: str) -> None:
        """Show which game is played, and where it stands."""
        self._title, self._place = title, place
        self.title.setToolTip(title)
        self.place.setToolTip(place)
        self.fit()

    def show_over(self, over: bool, *, shown: bool) -> None:
        """Offer the result of a game that is over, where it is not shown already; no play can be added to it."""
        self.add.setVisible(not over)
        self.result.setVisible(over)
        self.result.setEnabled(over and not shown)
        self.fit()

    @property
    def left_out(self) -> str:
        """The game's title where there is no room for all of it; empty where there is."""
        return self._title if self.title.text() != self._title else ""

    def fit(self) -> None:
        """Leave out who plays first, then whose game it is, then what it is called; where it stands stays.

        Where there is hardly any room it stands in two lines, and undoing and redoing are signs.
        """
        brief, (hand, *_) = self._title.partition(" - ")[0], self._place.split(".  ")
        ways = (
            (self._title, self._place),
            (self._title, hand),
            (brief, self._place),
            ("", self._place),
            (brief, hand),
            ("", hand),
            ("", _in_two_lines(hand)),
        )
        room = self._room()
        way = next((way for way in ways if self._width(*way) <= room), None)
        self._show_signs(way is None)
        title, place = way or ways[-1]
        self.title.setText(title)
        self.place.setText(place)

    def _room(self) -> int:
        """Return what the buttons leave, pixels, while all of them say it in words."""
        taken = sum(
            button.sizeHint().width() + _GAP for button in self.findChildren(QPushButton) if not button.isHidden()
        )
        for button, word in self._signed.items():
            advance = button.fontMetrics().horizontalAdvance
            taken += advance(tr(word)) - advance(button.text())
        return self.width() - taken - 4 * _GAP

    def _show_signs(self, signs: bool) -> None:
        for button, word in self._signed.items():
            button.setText(_SIGNS[word] if signs else tr(word))

    def _width(self, title: str, place: str) -> int:
        widest = max(self.place.fontMetrics().horizontalAdvance(line) for line in place.split("\n"))
        return self.title.fontMetrics().horizontalAdvance(title) + widest

    def take_in(self, button: QPushButton) -> None:
        """Show a button made elsewhere before the one that begins a new game."""
        self._row.insertWidget(self._row.indexOf(self.new_game), button)

    def _button(self, text: str, tip: str) -> QPushButton:
        button = put(QPushButton(self), text, tip=tip, name=text)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button


def _in_two_lines(place: str) -> str:
    """Break where the game is behind a comma; where there is none, between the words nearest to the middle."""
    if ", " in place:
        return place.replace(", ", ",\n", 1)
    spaces = [at for at, sign in enumerate(place) if sign == " "]
    if not spaces:
        return place
    middle = min(spaces, key=lambda at: abs(2 * at - len(place)))
    return f"{place[:middle]}\n{place[middle + 1 :]}"
