"""A recorded session looked at again: its pictures, its tricks, and a way to set cards right."""

import time
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QPushButton, QVBoxLayout, QWidget

from companion.app.model.replay import MarkKind, Replay
from companion.app.widgets.button_row import ButtonRow
from companion.app.widgets.cards import CardPictures
from companion.app.widgets.deck import DeckView
from companion.app.widgets.fields import ChoiceField
from companion.app.widgets.labels import Label
from companion.app.widgets.leaf import Leaf
from companion.app.widgets.picture import LivePicture
from companion.app.widgets.reading import read_out
from companion.app.widgets.replay_bar import ReplayBar
from companion.app.words import put, spoken, tr
from companion.language import mark
from companion.recording.opening import Session
from companion.recording.undoing import Way

_TRICKS: tuple[MarkKind, ...] = ("hand", "trick")
_EVENTS: tuple[MarkKind, ...] = ("ruling", "warning")

_Command = Callable[[Replay, int], object]
"""Says something of a card, by its track."""

_NUDGE = 1.0
"""Pixels by which the arrow keys move a box."""


class ReplayPage(Leaf):
    """Shows a recording; `refresh` is called as often as can be painted.

    Signals:
        corrected: The session was changed.
    """

    corrected = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(mark("Recording"), parent)
        self.replay: Replay | None = None
        self._cards: CardPictures | None = None
        self._drawn = (-1, 0)
        self._changed = True
        self._playing: float | None = None
        self._track: int | None = None
        self._waiting: tuple[str | int | None, _Command] | None = None
        self._shown_time = -1.0
        self.picture, self.bar, self.said = LivePicture(self), ReplayBar(self), Label(parent=self, wraps=True)
        self.events = put(QListWidget(self), name="What happened")
        self.events.setWordWrap(True)
        self.events.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.deck = DeckView(self)
        self.deck.adds = True  # What is picked is corrected at once: arrows only go there.
        self.problem = put(Label(parent=self, tone="warning", wraps=True), name="Problems")
        self.effect = put(Label(parent=self, wraps=True), name="What changes")
        self.about = Label(parent=self, tone="quiet", wraps=True)
        self._make_buttons()
        self._lay_out()
        self._connect()
        self._show_choice()

    # A session comes and goes

    def show_session(self, session: Session) -> None:
        """Show a session from now on."""
        self.leave()
        self.replay = Replay(session, spoken())
        self._cards = CardPictures(session.game.deck.id)
        self.deck.pictures = self._cards
        self._show_marks(self.replay)
        self._show_notes(self.replay)
        self._changed = True
        self._show_choice()
        self.bar.setFocus()

    def leave(self) -> None:
        """Let go of the session."""
        self._playing, self._track = None, None
        self.problem.setText("")
        self.play_button.setChecked(False)
        self.picture.clear()
        self.deck.pictures = None
        if self.replay is not None:
            self.replay.close()
            self.replay = None
        if self._cards is not None:
            self._cards.close()
            self._cards = None
        self._show_choice()

    def refresh(self) -> None:
        """Go on playing, and show what has changed."""
        replay = self.replay
        if replay is None:
            return
        if self._playing is not None:
            now = time.monotonic()
            replay.go_to(min(replay.end, replay.time + max(0.0, now - self._playing)))
            if replay.time != self._shown_time:
                self._playing = now
                self._changed = True
            if replay.index >= replay.count - 1:
                self.play_button.setChecked(False)
        drawn = (replay.index, self._cards.ready if self._cards is not None else 0)
        if self._changed or drawn != self._drawn:
            self._drawn, self._changed = drawn, False
            self._show()

    # What a person wants

    def choose(self, track: int | None) -> None:
        """Choose a card of the picture to set right; None for none. The pictures stand still then."""
        self._track = track
        if track is not None:
            self.play_button.setChecked(False)
        self.problem.setText("")
        self.picture.mark(track)
        self._show_choice()

    def choose_next(self, way: int) -> None:
        """Choose the next card in the picture, the last one played first; the keys are at the deck then.

        Args:
            way: 1 for the next, -1 for the one before.
        """
        replay = self.replay
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
        replay, track = self.replay, self._track
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
        if self.replay is not None:
            self.play_button.setChecked(False)
            track = self.replay.go_back(way)
            if not self.replay.complaint:
                self.choose(track if track in {card.track for card in self.replay.cards()} else None)
            self._show_change(self.replay)

    # Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the picture as large as it can be."""
        super().resizeEvent(event)
        self._changed = True

    def changeEvent(self, event: QEvent) -> None:
        """Say everything in the language that was switched to."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and self.replay is not None:
            self.replay.speak(spoken())
            self._show_again(self.replay)

    # Inside

    def _make_buttons(self) -> None:
        def button(text: str, tip: str) -> QPushButton:
            made = put(QPushButton(self), text, tip=tip)
            made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            return made

        self.trick_back = button(mark("◀ Trick"), mark("The trick before (Page up)"))
        self.event_back = button(mark("◀ Event"), mark("What was said before (Ctrl+Left)"))
        self.frame_back = button(mark("◀"), mark("One picture back (Left)"))
        self.play_button = button(mark("Play"), mark("Play, or stop (Space)"))
        self.play_button.setCheckable(True)
        self.frame_on = button(mark("▶"), mark("One picture on (Right)"))
        self.event_on = button(mark("Event ▶"), mark("What was said next (Ctrl+Right)"))
        self.trick_on = button(mark("Trick ▶"), mark("The next trick (Page down)"))
        self.overlay_button = button(mark("Boxes"), mark("Show boxes and names, or not (B)"))
        self.overlay_button.setCheckable(True)
        self.overlay_button.setChecked(True)
        self.remove_button = button(mark("No card"), mark("There is no such card (Delete)"))
        self.take_button = button(mark("Have it so"), mark("Make it so; picking the same once more does it, too"))
        self.take_button.setProperty("tone", "primary")
        self.undo_button = button(mark("Undo"), mark("Take back the last change (Ctrl+Z)"))
        self.redo_button = button(mark("Redo"), mark("Make the undone change again (Ctrl+Shift+Z)"))

    def _lay_out(self) -> None:
        self.head.addWidget(self.undo_button)
        self.head.addWidget(self.redo_button)
        back = self.trick_back, self.event_back, self.frame_back
        on = self.frame_on, self.event_on, self.trick_on
        controls = ButtonRow((*back, self.play_button, *on, self.overlay_button))
        left = QVBoxLayout()
        left.setSpacing(8)
        left.addWidget(self.picture, 1)
        left.addWidget(self.said)
        left.addWidget(self.bar)
        left.addWidget(controls)
        right = QVBoxLayout()
        right.setSpacing(8)
        right.addWidget(self.events, 2)
        right.addWidget(self.about)
        self.choice = Label(parent=self, wraps=True)
        self.player = put(ChoiceField(self, careful=True), name="Played by")
        right.addWidget(self.choice)
        right.addWidget(self.deck, 3)
        right.addWidget(self.player)
        right.addWidget(self.effect)
        right.addWidget(self.take_button)
        right.addWidget(self.remove_button)
        right.addWidget(self.problem)
        row = QHBoxLayout()
        row.setSpacing(18)
        row.addLayout(left, 7)
        row.addLayout(right, 4)
        self.body.addLayout(row, 1)

    def _connect(self) -> None:
        self.bar.wanted.connect(lambda time: self._go(lambda replay: replay.go_to(time)))
        self.bar.stepped.connect(lambda pictures: self._go(lambda replay: replay.step(pictures)))
        self.events.currentRowChanged.connect(self._go_to_row)
        self.picture.card_clicked.connect(self.choose)
        self.deck.picked.connect(lambda code, _: self.name_card(code))
        self.deck.taken.connect(self._name_current)
        self.player.activated.connect(lambda row: self.change_seat(row - 1 if row else None))
        self.take_button.clicked.connect(self.take)
        self.remove_button.clicked.connect(self.remove_card)
        self.play_button.toggled.connect(self._play)
        self.overlay_button.toggled.connect(self._show_boxes)
        self.frame_back.clicked.connect(lambda: self._go(lambda replay: replay.step(-1)))
        self.frame_on.clicked.connect(lambda: self._go(lambda replay: replay.step(1)))
        for button, keys, way, kinds in (
            (self.trick_back, "PgUp", -1, _TRICKS),
            (self.trick_on, "PgDown", 1, _TRICKS),
            (self.event_back, "Ctrl+Left", -1, _EVENTS),
            (self.event_on, "Ctrl+Right", 1, _EVENTS),
        ):
            button.clicked.connect(partial(self._step, way, kinds))
            self._shortcut(keys, partial(self._step, way, kinds))
        self._shortcut("Space", self._press)
        self._shortcut("B", self.overlay_button.toggle)
        self._shortcut("Delete", self.remove_card)
        self._shortcut("C", partial(self.choose_next, 1))
        self._shortcut("Shift+C", partial(self.choose_next, -1))
        self.undo_button.clicked.connect(lambda: self.go_back("undo"))
        self.redo_button.clicked.connect(lambda: self.go_back("redo"))
        # A button that has nothing to do does nothing.
        self._shortcut("Ctrl+Z", self.undo_button.click)
        self._shortcut("Ctrl+Shift+Z", self.redo_button.click)
        for keys, right, down in (("Left", -1, 0), ("Right", 1, 0), ("Up", 0, -1), ("Down", 0, 1)):
            self._shortcut(f"Alt+{keys}", partial(self.shift_box, right * _NUDGE, down * _NUDGE))

    def _shortcut(self, keys: str, wanted: Callable[[], object]) -> None:
        shortcut = QShortcut(QKeySequence(keys), self)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(wanted)

    def _go(self, move: Callable[[Replay], object]) -> None:
        if self.replay is not None:
            self.play_button.setChecked(False)
            move(self.replay)
            self._changed = True

    def _step(self, way: int, kinds: tuple[MarkKind, ...], *_: object) -> None:
        self._go(lambda replay: replay.step_mark(way, kinds))

    def _go_to_row(self, row: int) -> None:
        if self.replay is not None and 0 <= row < len(self.replay.marks):
            found = self.replay.marks[row]
            self._go(lambda replay: replay.go_before(found))

    def _press(self) -> None:
        """Press the button that has the keys; play, or stop, where none has."""
        focused = self.focusWidget()
        button = focused if isinstance(focused, QPushButton) and focused.hasFocus() else self.play_button
        button.click()

    def _play(self, playing: bool) -> None:
        self._playing = time.monotonic() if playing else None
        put(self.play_button, mark("Stop") if playing else mark("Play"))
        if playing and self.replay is not None and self.replay.index >= self.replay.count - 1:
            self.replay.index = 0

    def _show_boxes(self, shown: bool) -> None:
        if self.replay is not None:
            self.replay.overlay = shown
            self._changed = True

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
        replay, track = self.replay, self._track
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
        replay, track = self.replay, self._track
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
        if not replay.complaint:
            self.corrected.emit()
            self._show_marks(replay)
        self._changed = True
        self._show_choice()
        if not replay.complaint:
            self.effect.setText(replay.effect)
            read_out(self.effect, replay.effect)

    def _show(self) -> None:
        replay = self.replay
        assert replay is not None
        ratio = self.devicePixelRatioF()
        picture = replay.picture(round(self.picture.width() * ratio), round(self.picture.height() * ratio))
        if picture is not None:
            self.picture.show_picture(picture)
        self.picture.show_message("" if replay.count else _without_pictures(replay))
        self.picture.show_cards(replay.cards())
        self._shown_time = replay.time
        self.said.setText(replay.said)
        self.bar.show_time(replay.time, f"{_clock(replay.time)} / {_clock(replay.end)}")

    def _show_again(self, replay: Replay) -> None:
        """Show the same in the language of now: the chosen card, and what was told of it or waits, are as before."""
        complains, is_done, waiting = bool(self.problem.text()), bool(self.effect.text()), self._waiting
        meant = self.deck.cards.code(self.deck.currentIndex())
        self._show_notes(replay)
        self._show_marks(replay)
        self._show_choice()
        self.deck.setCurrentIndex(self.deck.cards.place(meant))
        self.problem.setText(replay.complaint if complains else "")
        if waiting is not None:
            self._let_wait(*waiting, self._told_first(waiting[0]))
        elif is_done:
            self.effect.setText(replay.effect)
        self._changed = True

    def _show_notes(self, replay: Replay) -> None:
        damaged = tr("A part of this recording is missing or damaged; what is left is shown.")
        notes = [note.told(spoken()) for note in (*replay.session.notes, *replay.problems)]
        self.about.setText(damaged if notes else "")
        self.about.setToolTip("\n".join(notes))

    def _show_marks(self, replay: Replay) -> None:
        row = self.events.currentRow()
        self.events.blockSignals(True)
        self.events.clear()
        self.events.addItems([f"{_clock(item.time)}   {item.text}" for item in replay.marks])
        self.events.setCurrentRow(min(row, self.events.count() - 1))
        self.events.blockSignals(False)
        self.bar.show_session(replay.start, replay.end, replay.marks)

    def _show_choice(self) -> None:
        replay, track = self.replay, self._track
        chosen = replay is not None and track is not None
        self._waiting = None
        self.effect.setText("")
        self.deck.mark(())
        self.take_button.hide()
        self.deck.setVisible(chosen)
        self.player.setVisible(chosen)
        self.remove_button.setVisible(chosen)
        self.undo_button.setEnabled(replay is not None and replay.can("undo"))
        self.redo_button.setEnabled(replay is not None and replay.can("redo"))
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
        replay, track = self.replay, self._track
        if replay is not None and track is not None:
            seat = replay.seat_of(track) if wanted is None else wanted
            self.player.setCurrentIndex(0 if seat is None else seat + 1)


def _without_pictures(replay: Replay) -> str:
    if replay.problems:
        return tr("The video of this session is damaged: none of its pictures can be shown")
    return tr("There is no video of this session")


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02}"
