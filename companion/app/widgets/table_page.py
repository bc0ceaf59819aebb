"""The page of a running game."""

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from companion.app.model.live import LiveTable
from companion.app.model.phrases import place_in_game, turn
from companion.app.voice import Voice
from companion.app.widgets.announcement import Announcement
from companion.app.widgets.cards import CardPictures
from companion.app.widgets.correction import CorrectionPanel
from companion.app.widgets.labels import Label
from companion.app.widgets.picture import LivePicture
from companion.app.widgets.plays import PlaysList
from companion.app.widgets.question import QuestionBar
from companion.app.widgets.scores import ScoreBoard
from companion.app.widgets.status import StatusLine
from companion.app.widgets.steps import StepsBar
from companion.app.widgets.table import DrawnTable


class TablePage(QWidget):
    """Shows a live table and passes on what a person wants. `refresh` is called as often as can be painted.

    Signals:
        new_game_wanted: Leave this game for another.
        help_wanted: Show keys and credits.
    """

    new_game_wanted = Signal()
    help_wanted = Signal()

    def __init__(self, voice: Voice, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._voice = voice
        self._live: LiveTable | None = None
        self._pictures: CardPictures | None = None
        self._drawn = 0
        self.title = Label(parent=self, size=1.25, weight=QFont.Weight.DemiBold)
        self.place = Label(parent=self, size=1.1, tone="quiet")
        self.announcement = Announcement(self)
        self.detail = Label(parent=self, size=1.4, tone="quiet", wraps=True)
        self.table, self.correction = DrawnTable(self), CorrectionPanel(self)
        self.question, self.steps = QuestionBar(self), StepsBar(self)
        self.picture, self.scores, self.plays = LivePicture(self), ScoreBoard(self), PlaysList(self)
        self.status = StatusLine(self)
        self.stage = QStackedWidget(self)
        if voice.problem:
            self.status.show_remark("No voice on this computer", voice.problem)
        self._make_buttons()
        self._lay_out()
        self._connect()

    # A game comes and goes

    def show_game(self, live: LiveTable, pictures: CardPictures) -> None:
        """Show this game from now on."""
        self._live, self._pictures, self._drawn = live, pictures, 0
        self.title.setText(live.game.title)
        self.picture.clear()
        self.pause_button.setChecked(False)
        live.watch.pump.show_at(*self._room())
        self._show_all()
        self.setFocus()

    def leave_game(self) -> None:
        """Show nothing any more; the game is not touched."""
        self._voice.hush()
        self._live = self._pictures = None
        self.picture.clear()
        self.table.clear()

    def refresh(self) -> None:
        """Show what is new."""
        live, pictures = self._live, self._pictures
        if live is None or pictures is None:
            return
        picture = live.picture()
        if picture is not None:
            self.picture.show_picture(picture)
        if live.refresh() or pictures.ready != self._drawn:
            self._drawn = pictures.ready
            self._show_all()
        for saying in live.to_say():
            self._voice.say(saying.text)

    def refresh_status(self) -> None:
        """Show rates and states, which change all the time."""
        if self._live is None:
            return
        pulse = self._live.pulse
        self.status.show_pulse(pulse)
        self.status.show_problem(self._live.complaint)
        self.picture.show_message(pulse.message)

    # Keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take the one-key commands; see `companion.app.about.KEYS`."""
        if event.modifiers() & ~(Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier):
            super().keyPressEvent(event)
            return
        text = event.text()
        if text.isascii() and text.isdecimal() and self.question.isVisible():
            self.question.candidates.choose(int(text) - 1)
        elif (command := self._keys.get(Qt.Key(event.key()))) is not None:
            command()
        else:
            super().keyPressEvent(event)

    def correct_last(self) -> None:
        """Open the last play for correction."""
        self._open(lambda live: live.open_last())

    def say_again(self) -> None:
        """Speak the last announcement again."""
        if self._live is not None and self._live.saying is not None:
            self._voice.say(self._live.saying.text)

    # Parts

    def _make_buttons(self) -> None:
        self.undo_button = self._button("Undo", "Take back the last change (Ctrl+Z)", self._undo)
        self.redo_button = self._button("Redo", "Make the undone change again (Ctrl+Shift+Z)", self._redo)
        self.correct_button = self._button("Correct", "Correct the last card (C); or click any card", self.correct_last)
        self.pause_button = self._button("Pause", "Stop counting cards, or go on (P)", self._pause)
        self.voice_button = self._button(
            "Voice", f"No voice: {self._voice.problem}" if self._voice.problem else "Voice on or off (M)", self._mute
        )
        self.new_button = self._button("New game", "Leave this game for another (Ctrl+N)", self.new_game_wanted.emit)
        self.help_button = self._button("Help", "Keys and credits (F1)", self.help_wanted.emit)
        self.undo_button.setShortcut("Ctrl+Z")
        self.redo_button.setShortcut("Ctrl+Shift+Z")
        self.new_button.setShortcut("Ctrl+N")
        self.help_button.setShortcut("F1")
        self.pause_button.setCheckable(True)
        self.voice_button.setCheckable(True)
        self.voice_button.setChecked(self._voice.speaks)
        self.voice_button.setEnabled(not self._voice.problem)
        self._keys: dict[Qt.Key, Callable[[], object]] = {
            Qt.Key.Key_C: self.correct_last,
            Qt.Key.Key_O: self.question.want_other,
            Qt.Key.Key_P: self.pause_button.click,
            Qt.Key.Key_M: self.voice_button.click,
            Qt.Key.Key_R: self.say_again,
            Qt.Key.Key_Escape: self._close_correction,
        }

    def _button(self, text: str, tip: str, clicked: Callable[[], object]) -> QPushButton:
        button = QPushButton(text, self)
        button.setToolTip(tip)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(lambda _=False: clicked())
        return button

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self.title)
        head.addSpacing(12)
        head.addWidget(self.place, 1)
        for button in (
            self.undo_button,
            self.redo_button,
            self.correct_button,
            self.pause_button,
            self.voice_button,
            self.new_button,
            self.help_button,
        ):
            head.addWidget(button)
        self.stage.addWidget(self.table)
        self.stage.addWidget(self.correction)
        left = QVBoxLayout()
        left.setSpacing(6)
        left.addWidget(self.announcement)
        left.addWidget(self.detail)
        left.addSpacing(4)
        left.addWidget(self.question)
        left.addWidget(self.steps)
        left.addWidget(self.stage, 1)
        right = QVBoxLayout()
        right.setSpacing(10)
        right.addWidget(self.picture, 5)
        right.addWidget(_framed(self.scores))
        right.addWidget(_framed(self.plays), 4)
        body = QHBoxLayout()
        body.setSpacing(18)
        body.addLayout(left, 58)
        body.addLayout(right, 42)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(18, 12, 18, 8)
        layout.setSpacing(8)
        layout.addLayout(head)
        layout.addLayout(body, 1)
        layout.addWidget(self.status)

    def _connect(self) -> None:
        self.picture.card_clicked.connect(lambda track: self._open(lambda live: live.open_track(track)))
        self.picture.room_changed.connect(self._tell_room)
        self.table.card_clicked.connect(lambda fact: self._open(lambda live: live.open_fact(fact)))
        self.plays.card_chosen.connect(lambda fact: self._open(lambda live: live.open_fact(fact)))
        self.question.answered.connect(lambda number, code: self._do(lambda live: live.answer(number, code or None)))
        self.question.other_wanted.connect(lambda _: self._open(lambda live: live.open_question()))
        self.correction.card_chosen.connect(lambda code: self._settle(lambda live: live.make_card(code)))
        self.correction.seat_chosen.connect(lambda seat: self._settle(lambda live: live.make_seat(seat)))
        self.correction.removed.connect(lambda: self._settle(lambda live: live.make_nothing()))
        self.correction.closed.connect(self._close_correction)

    def _room(self) -> tuple[int, int]:
        ratio = self.devicePixelRatioF()
        return round(self.picture.width() * ratio), round(self.picture.height() * ratio)

    def _tell_room(self, width: int, height: int) -> None:
        if self._live is not None:
            self._live.watch.pump.show_at(width, height)

    def _show_all(self) -> None:
        live, pictures = self._live, self._pictures
        if live is None or pictures is None:
            return
        board, snapshot = live.board, live.snapshot
        self.place.setText(place_in_game(board, live.language))
        if live.saying is not None:
            self.announcement.announce(live.saying.headline, warns=live.saying.warns)
            self.detail.setText(live.saying.detail)
        else:
            self.announcement.announce(turn(board, live.language))
            self.detail.setText("")
        self.table.show_board(board, pictures)
        self.steps.show_moment(board.deal, board.tiebreak)
        self.question.ask(None if self._correcting else snapshot.question, pictures)
        self.picture.show_cards(live.cards)
        self.picture.mark(live.subject.track if live.subject is not None else None)
        self.scores.show_score(live.score)
        self.plays.show_board(board)
        self.status.show_state(snapshot.state)
        self.undo_button.setEnabled(snapshot.can_undo)
        self.redo_button.setEnabled(snapshot.can_redo)
        self.correct_button.setEnabled(bool(snapshot.history))

    @property
    def _correcting(self) -> bool:
        return self.stage.currentWidget() is self.correction

    # What a person wants

    def _do(self, command: Callable[[LiveTable], object]) -> None:
        if self._live is not None:
            command(self._live)
            self._live.refresh()
            self._show_all()
            self.refresh_status()

    def _undo(self) -> None:
        self._do(lambda live: live.undo())

    def _redo(self) -> None:
        self._do(lambda live: live.redo())

    def _pause(self) -> None:
        self._do(lambda live: live.pause(self.pause_button.isChecked()))

    def _mute(self) -> None:
        self._voice.mute(not self.voice_button.isChecked())

    def _open(self, command: Callable[[LiveTable], bool]) -> None:
        if self._live is not None and command(self._live):
            self._show_subject()

    def _settle(self, command: Callable[[LiveTable], object]) -> None:
        self._do(command)
        if self._live is None or self._live.subject is None:
            self._close_correction()
        elif self._live.complaint:
            self.correction.complain(self._live.complaint)
        else:
            self._show_subject()

    def _show_subject(self) -> None:
        live, pictures = self._live, self._pictures
        if live is None or pictures is None or live.subject is None:
            return
        self.stage.setCurrentWidget(self.correction)
        self.question.ask(None, pictures)
        self.correction.open_for(live.subject, live.snapshot.names, live.played, pictures, live.crop)
        self.picture.mark(live.subject.track)

    def _close_correction(self) -> None:
        if self._live is not None:
            self._live.leave()
        self.stage.setCurrentWidget(self.table)
        self._show_all()
        self.setFocus()


def _framed(widget: QWidget) -> QFrame:
    frame = QFrame()
    frame.setObjectName("panel")
    layout = QVBoxLayout(frame)
    layout.setContentsMargins(12, 8, 12, 8)
    layout.addWidget(widget)
    return frame
