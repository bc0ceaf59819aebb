"""The card of a recording that is chosen, and what sets it right."""

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from companion.app.model.replay import Replay
from companion.app.widgets.cards import CardPictures
from companion.app.widgets.deck import DeckView
from companion.app.widgets.fields import ChoiceField
from companion.app.widgets.labels import Label
from companion.app.widgets.reading import read_out
from companion.app.words import put, tr
from companion.recording.undoing import Way

_Command = Callable[[Replay, int], object]
"""Says something of a card, by its track."""


class ReplayedCard(QWidget):
    """Says which card it is, who played it, and that it is none; what else changes with it is told first.

    Signals:
        chosen: The track of the card that is shown from now on; None for none. It comes after each change, too.
        changed: A change was wanted; whether it was made.
    """

    chosen = Signal(object)
    changed = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._replay: Replay | None = None
        self._track: int | None = None
        self._waiting: tuple[str | int | None, _Command] | None = None
        self.choice = Label(parent=self, wraps=True)
        self.deck = DeckView(self)
        self.deck.adds = True  # What is picked is corrected at once: arrows only go there.
        self.player = put(ChoiceField(self, careful=True), name="Played by")
        self.effect = put(Label(parent=self, wraps=True), name="What changes")
        self.take_button = put(
            QPushButton(self), "Have it so", tip="Make it so; picking the same once more does it, too"
        )
        self.take_button.setProperty("tone", "primary")
        self.remove_button = put(QPushButton(self), "No card", tip="There is no such card (Delete)")
        self.problem = put(Label(parent=self, tone="warning", wraps=True), name="Problems")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.choice)
        layout.addWidget(self.deck, 1)
        for widget in (self.player, self.effect, self.take_button, self.remove_button, self.problem):
            layout.addWidget(widget)
        for button in (self.take_button, self.remove_button):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.deck.picked.connect(lambda code, _: self.name_card(code))
        self.deck.taken.connect(self._name_current)
        self.player.activated.connect(lambda row: self.change_seat(row - 1 if row else None))
        self.take_button.clicked.connect(self.take)
        self.remove_button.clicked.connect(self.remove_card)
        self._show_choice()

    def show_replay(self, replay: Replay | None, pictures: CardPictures | None) -> None:
        """Set cards of this recording right from now on; None of none."""
        self._replay = replay
        self.deck.pictures = pictures
        self.choose(None)

    def choose(self, track: int | None) -> None:
        """Choose a card of the picture to set right; None for none."""
        self._track = track
        self.problem.setText("")
        self._show_choice()

    def choose_next(self, way: int) -> None:
        """Choose the next card in the picture, the last one played first; the keys are at the deck then.

        Args:
            way: 1 for the next, -1 for the one before.
        """
        replay = self._replay
        if replay is None or not replay.cards():
            return
        played = {card.track: replay.fact_of(card.track) for card in replay.cards()}
        tracks = sorted(played, key=lambda track: (played[track] is None, -(played[track] or 0)))
        place = tracks.index(self._track) + way if self._track in tracks else min(way, 0)
        self.choose(tracks[place % len(tracks)])
        self.deck.setFocus()

    def name_card(self, code: str) -> None:
        """Say which card the chosen one is; where another play changes with it, that is told first."""
        self._set_right(code, lambda replay, track: replay.name_card(track, code))

    def change_seat(self, seat: int | None) -> None:
        """Say who played the chosen card, None where it does not count; told first as of `name_card`."""
        self._set_right(seat, lambda replay, track: replay.change_seat(track, seat))

    def take(self) -> None:
        """Do what was told first."""
        if self._waiting is not None:
            self._say(self._waiting[1])

    def remove_card(self) -> None:
        """Say that the chosen card is none."""
        replay, track = self._replay, self._track
        if replay is None or track is None:
            return
        replay.remove_card(track)
        if not replay.complaint:
            self.choose(None)
        self._show_change(replay)

    def shift_box(self, right: float, down: float) -> None:
        """Move the box of the chosen card."""
        self._say(lambda replay, track: replay.shift_box(track, right, down))

    def go_back(self, way: Way) -> None:
        """Take back what was changed last, or make it again."""
        if self._replay is not None:
            track = self._replay.go_back(way)
            if not self._replay.complaint:
                self.choose(track if track in {card.track for card in self._replay.cards()} else None)
            self._show_change(self._replay)

    def speak(self) -> None:
        """Say the same in the language of now: the chosen card, and what was told of it or waits, are as before."""
        replay = self._replay
        if replay is None:
            return
        complains, is_done, waiting = bool(self.problem.text()), bool(self.effect.text()), self._waiting
        meant = self.deck.cards.code(self.deck.currentIndex())
        self._show_choice()
        self.deck.setCurrentIndex(self.deck.cards.place(meant))
        self.problem.setText(replay.complaint if complains else "")
        if waiting is not None:
            self._let_wait(*waiting, self._told_first(waiting[0]))
        elif is_done:
            self.effect.setText(replay.effect)

    # Inside

    def _set_right(self, wanted: str | int | None, command: _Command) -> None:
        """Do what a person wants, the second time they want it where something is told of it first."""
        told = self._told_first(wanted)
        if not told or (self._waiting is not None and self._waiting[0] == wanted):
            self._say(command)
            return
        self.problem.setText("")
        self._let_wait(wanted, command, told)

    def _told_first(self, wanted: str | int | None) -> str:
        """Return what is told before a person has it so; empty where nothing else changes with it."""
        replay, track = self._replay, self._track
        if replay is None or track is None:
            return ""
        return replay.naming(track, wanted) if isinstance(wanted, str) else replay.reseating(track, wanted)

    def _let_wait(self, wanted: str | int | None, command: _Command, told: str) -> None:
        """Tell what a person's wish changes, and wait until they have it so."""
        self._waiting = wanted, command
        self.effect.setText(told)
        self.deck.mark((wanted,) if isinstance(wanted, str) else ())
        self._show_player(wanted if isinstance(wanted, int) else None)
        self.take_button.show()
        read_out(self.effect, told)

    def _say(self, command: _Command) -> None:
        replay, track = self._replay, self._track
        if replay is None or track is None:
            return
        command(replay, track)
        self._show_change(replay)

    def _name_current(self) -> None:
        code = self.deck.cards.code(self.deck.currentIndex())
        if code is not None:
            self.name_card(code)

    def _show_change(self, replay: Replay) -> None:
        self.problem.setText(replay.complaint)
        self._show_choice()
        self.changed.emit(not replay.complaint)
        if not replay.complaint:
            self.effect.setText(replay.effect)
            read_out(self.effect, replay.effect)

    def _show_choice(self) -> None:
        replay, track = self._replay, self._track
        chosen = replay is not None and track is not None
        self._waiting = None
        self.effect.setText("")
        self.deck.mark(())
        self.take_button.hide()
        self.deck.setVisible(chosen)
        self.player.setVisible(chosen)
        self.remove_button.setVisible(chosen)
        self.chosen.emit(track)
        if replay is None or track is None:
            self.choice.setText(tr("Click on a card to set it right, or press C."))
            return
        fact = replay.fact_of(track)
        played = frozenset(replay.session.log.view.seen)
        self.deck.cards.show_deck(replay.session.game.deck.id, played)
        self.deck.setCurrentIndex(self.deck.cards.place(replay.code_of(track)))
        told = tr("Which card is it? The play is corrected.") if fact is not None else tr("Which card is it?")
        self.choice.setText(told)
        self.player.clear()
        self.player.addItem(tr("Nobody played it: it does not count"))
        self.player.addItems([tr("Played by {player}", player=name) for name in replay.session.names])
        self._show_player(None)

    def _show_player(self, wanted: int | None) -> None:
        """Show who played the chosen card, or who is to have played it."""
        replay, track = self._replay, self._track
        if replay is not None and track is not None:
            seat = replay.seat_of(track) if wanted is None else wanted
            self.player.setCurrentIndex(0 if seat is None else seat + 1)
