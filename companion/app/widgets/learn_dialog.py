"""Learning a deck from a recorded session."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from companion.app.model.learning import learn
from companion.app.model.telling import Telling, telling
from companion.app.widgets.job_dialog import JobDialog
from companion.app.words import put, spoken, tr
from companion.cards import deck_name
from companion.language import mark
from companion.recording.entry import Entry
from companion.rules.games import GAMES

Learn = Callable[[Path, str, str], Telling]
"""Learns from a session's folder, given the id of its deck and its name; returns what tells what came of it."""

_ABOUT = mark(
    "The reader learns how the cards of this deck look: those that you named or corrected, and all cards of finished "
    "hands. Give the name of a deck that is known already to teach it more, another one to a deck of another look."
)


class LearnDialog(JobDialog):
    """Lets a person name the deck.

    Signals:
        learnt: Id of a deck and the name under which its cards were kept.
    """

    learnt = Signal(str, str)

    def __init__(self, entry: Entry, name: str, parent: QWidget | None = None, learn: Learn = learn) -> None:
        """Make the dialog.

        Args:
            entry: The session, which can be opened.
            name: Under which a deck of this kind was taught last; empty for none.
            parent: The widget it belongs to.
            learn: Learns the deck.
        """
        super().__init__(mark("Learn the deck"), entry.name, mark("Learn"), parent)
        self._folder, self._learn = entry.folder, learn
        self._deck = GAMES[entry.game].deck.id
        self._taught = ""
        self.name = put(QLineEdit(name or deck_name(self._deck, spoken()), self), name="Name of the deck")
        self.about.setText(tr(_ABOUT))
        self.lay_out((mark("Name of the deck"), self.name))

    def begin(self) -> None:
        """Learn in the background."""
        name = self.name.text().strip()
        if self.busy or not name:
            return
        self._taught = name
        self._do(telling(mark("Learning …")), lambda: self._learn(self._folder, self._deck, name))

    def ended(self, *, well: bool) -> None:
        """Tell that the deck can be played with."""
        if well:
            self.learnt.emit(self._deck, self._taught)
