"""A recorded session looked at again: its pictures and its tricks, and beside them the card that is set right."""

import time
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QPushButton, QVBoxLayout, QWidget

from companion.app.model.replay import MarkKind, Replay
from companion.app.widgets.button_row import ButtonRow
from companion.app.widgets.cards import CardPictures
from companion.app.widgets.labels import Label
from companion.app.widgets.leaf import Leaf
from companion.app.widgets.picture import LivePicture
from companion.app.widgets.replay_bar import ReplayBar
from companion.app.widgets.replayed_card import ReplayedCard
from companion.app.words import put, spoken, tr
from companion.language import mark
from companion.recording.opening import Session

_TRICKS: tuple[MarkKind, ...] = ("hand", "trick")
_EVENTS: tuple[MarkKind, ...] = ("ruling", "warning")

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
        self._shown_time = -1.0
        self.picture, self.bar, self.said = LivePicture(self), ReplayBar(self), Label(parent=self, wraps=True)
        self.events = put(QListWidget(self), name="What happened")
        self.events.setWordWrap(True)
        self.events.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.card = ReplayedCard(self)
        self.about = Label(parent=self, tone="quiet", wraps=True)
        self._make_buttons()
        self._lay_out()
        self._connect()
        self._show_chosen(None)

    # A session comes and goes

    def show_session(self, session: Session) -> None:
        """Show a session from now on."""
        self.leave()
        self.replay = Replay(session, spoken())
        self._cards = CardPictures(session.game.deck.id)
        self._show_marks(self.replay)
        self._show_notes(self.replay)
        self._changed = True
        self.card.show_replay(self.replay, self._cards)
        self.bar.setFocus()

    def leave(self) -> None:
        """Let go of the session."""
        self._playing = None
        self.play_button.setChecked(False)
        self.picture.clear()
        if self.replay is not None:
            self.replay.close()
            self.replay = None
        self.card.show_replay(None, None)
        if self._cards is not None:
            self._cards.close()
            self._cards = None

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
            self._show_notes(self.replay)
            self._show_marks(self.replay)
            self.card.speak()
            self._changed = True

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
        right.addWidget(self.card)
        self._right = right
        row = QHBoxLayout()
        row.setSpacing(18)
        row.addLayout(left, 7)
        row.addLayout(right, 4)
        self.body.addLayout(row, 1)

    def _connect(self) -> None:
        self.bar.wanted.connect(lambda time: self._go(lambda replay: replay.go_to(time)))
        self.bar.stepped.connect(lambda pictures: self._go(lambda replay: replay.step(pictures)))
        self.events.currentRowChanged.connect(self._go_to_row)
        self.picture.card_clicked.connect(self.card.choose)
        self.card.chosen.connect(self._show_chosen)
        self.card.changed.connect(self._show_change)
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
        self._shortcut("Delete", self.card.remove_card)
        self._shortcut("C", partial(self.card.choose_next, 1))
        self._shortcut("Shift+C", partial(self.card.choose_next, -1))
        self.undo_button.clicked.connect(lambda: self.card.go_back("undo"))
        self.redo_button.clicked.connect(lambda: self.card.go_back("redo"))
        # A button that has nothing to do does nothing.
        self._shortcut("Ctrl+Z", self.undo_button.click)
        self._shortcut("Ctrl+Shift+Z", self.redo_button.click)
        for keys, right, down in (("Left", -1, 0), ("Right", 1, 0), ("Up", 0, -1), ("Down", 0, 1)):
            self._shortcut(f"Alt+{keys}", partial(self.card.shift_box, right * _NUDGE, down * _NUDGE))

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

    def _show_chosen(self, track: int | None) -> None:
        """Show which card is chosen. The pictures stand still then."""
        if track is not None:
            self.play_button.setChecked(False)
        self.picture.mark(track)
        # Without a card the list has the room.
        self._right.setStretchFactor(self.card, 3 if track is not None else 0)
        self.undo_button.setEnabled(self.replay is not None and self.replay.can("undo"))
        self.redo_button.setEnabled(self.replay is not None and self.replay.can("redo"))

    def _show_change(self, done: bool) -> None:
        """Show what came of a change. The pictures stand still then."""
        self.play_button.setChecked(False)
        if done and self.replay is not None:
            self.corrected.emit()
            self._show_marks(self.replay)
        self._changed = True

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


def _without_pictures(replay: Replay) -> str:
    if replay.problems:
        return tr("The video of this session is damaged: none of its pictures can be shown")
    return tr("There is no video of this session")


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02}"
