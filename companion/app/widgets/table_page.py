"""The page of a running game."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from companion.app.model.live import LiveTable
from companion.app.model.phrases import place_in_game, turn
from companion.app.model.picking import doubted_together, short_question
from companion.app.model.result_shown import ResultShown
from companion.app.voice import Voice
from companion.app.widgets.announcement import Announcement
from companion.app.widgets.cards import CardPictures
from companion.app.widgets.chart import ChartView
from companion.app.widgets.ending import EndScreen
from companion.app.widgets.isolating import isolated
from companion.app.widgets.labels import Label
from companion.app.widgets.names_dialog import NamesDialog
from companion.app.widgets.notices import NoticeBar
from companion.app.widgets.panels import framed
from companion.app.widgets.picture import LivePicture
from companion.app.widgets.plays import PlaysList
from companion.app.widgets.question import QuestionBar
from companion.app.widgets.reading import read_out
from companion.app.widgets.remarks import RemarksList
from companion.app.widgets.ring import Ringed
from companion.app.widgets.scores import ScoreBoard
from companion.app.widgets.stack import Stack
from companion.app.widgets.stage import Stage
from companion.app.widgets.status import StatusLine
from companion.app.widgets.steps import StepsBar
from companion.app.widgets.tabs import Tabs
from companion.app.widgets.toolbar import Toolbar
from companion.app.widgets.whose import OfferPanel, WhoseBar
from companion.app.words import put, spoken
from companion.language import mark
from companion.table.sentences import Speaker


class TablePage(Ringed):
    """Shows a live table and passes on what a person wants. `refresh` is called as often as can be painted.

    Signals:
        new_game_wanted: Leave this game for another.
        help_wanted: Show keys and credits.
        named: What the players are called from now on, seat 0 first.

    Attributes:
        besides: What a person should know of what goes on beside the game; empty for nothing.
        people: Names that are offered when the players are called otherwise.
    """

    new_game_wanted = Signal()
    help_wanted = Signal()
    named = Signal(tuple)

    def __init__(self, voice: Voice, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        put(self, name="At the table")
        self._voice = voice
        self._live: LiveTable | None = None
        self._pictures: CardPictures | None = None
        self._drawn = 0
        self.toolbar = Toolbar(self)
        self.announcement = Announcement(self)
        self.detail = Label(parent=self, size=1.4, tone="quiet", wraps=True)
        self.stage = Stage(self)
        self.table, self.correction = self.stage.table, self.stage.correction
        self.question, self.steps, self.notice = QuestionBar(self), StepsBar(self), NoticeBar(self)
        self.picture, self.scores, self.plays = LivePicture(self), ScoreBoard(self), PlaysList(self)
        self.chart, self.remarks, self.whose = ChartView(self), RemarksList(self), WhoseBar(self)
        self.tabs = Tabs(((mark("Tricks"), self.plays), (mark("Chart"), self.chart), (mark("Remarks"), self.remarks)))
        # Whichever view is shown, the table beside it stays as wide.
        self.tabs.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.status = StatusLine(self)
        self.pages, self.ending = Stack(self), EndScreen(self)
        self._result = ResultShown()
        self.besides = ""
        self.people: Sequence[str] = ()
        self._lay_out()
        self._connect()
        self._show_voice()

    @property
    def result_is_known(self) -> bool:
        """Whether people left the result for the table, or had time to read it."""
        return self._result.is_known

    # A game comes and goes

    def show_game(self, live: LiveTable, pictures: CardPictures) -> None:
        """Show this game from now on."""
        self._live, self._pictures, self._drawn = live, pictures, 0
        live.speak(spoken())
        self.picture.clear()
        self.toolbar.pause.setChecked(False)
        self.stage.show_game(live, pictures)
        self._result = ResultShown()
        live.watch.pump.show_at(*self._room())
        self._show_all()
        self.setFocus()

    def leave_game(self) -> None:
        """Show nothing any more; the game is not touched."""
        self._voice.hush()
        self._live = self._pictures = None
        self.picture.clear()
        self.stage.show_game(None, None)

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
            if saying.in_a_row:
                self._voice.hush()  # Of the first undo nothing need be heard any more.
            # That a camera is lost is read out where it is shown, over the picture.
            if not self._voice.announce(saying) and saying.weight != "lost":
                read_out(self.announcement, saying.text, urgent=saying.warns)

    def refresh_status(self) -> None:
        """Show rates and states, which change all the time."""
        if self._live is None:
            return
        pulse = self._live.pulse
        self.status.show_pulse(pulse, self.toolbar.left_out)
        self.status.show_problem(self._live.editor.complaint or self.besides)
        self.picture.show_message(pulse.message)

    def changeEvent(self, event: QEvent) -> None:
        """Say everything in the language that was switched to."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and self._live is not None:
            self._live.speak(spoken())
            self.stage.show_picking()
            self._show_changed()

    # Keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take the one-key commands; see `companion.app.about.KEYS`."""
        text = event.text()
        if event.modifiers() & ~(Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier):
            super().keyPressEvent(event)
        elif text.isascii() and text.isdecimal():
            self.question.choose(int(text) - 1)
        elif (command := self._keys.get(Qt.Key(event.key()))) is not None:
            command()
        else:
            super().keyPressEvent(event)

    def say_again(self) -> None:
        """Speak the last announcement again."""
        saying = self._live.to_repeat if self._live is not None else None
        if saying is not None:
            self._voice.say(saying.text)
            if not self._voice.speaks:
                read_out(self.announcement, saying.text)

    def ask_names(self, seat: int = 0) -> None:
        """Ask what the players are called, one of them first."""
        if self._live is not None:
            dialog = NamesDialog(self._live.snapshot.names, self.people, self, seat)
            dialog.chosen.connect(lambda names, _: self._name_players(names))
            dialog.open()

    def deal_anew(self) -> None:
        """Have nothing of the present hand count."""
        self.stage.close_all()
        self.stage.do(lambda editor: editor.deal_anew())

    def strike_hand(self) -> None:
        """Have nothing of the hand that was scored last count."""
        self.stage.close_all()
        self.stage.do(lambda editor: editor.strike_hand())

    # Parts

    def _lay_out(self) -> None:
        left = QVBoxLayout()
        left.setSpacing(6)
        left.addWidget(self.announcement)
        left.addWidget(self.detail)
        left.addSpacing(4)
        left.addWidget(self.question)
        left.addWidget(self.steps)
        left.addWidget(self.notice)
        left.addWidget(self.stage, 1)
        right = QVBoxLayout()
        right.setSpacing(10)
        right.addWidget(self.picture, 5)
        right.addWidget(framed(self.scores))
        right.addWidget(OfferPanel(self.whose, self.tabs), 4)
        playing = QWidget(self)
        body = QHBoxLayout(playing)
        body.setContentsMargins(0, 0, 0, 0)
        body.setSpacing(18)
        body.addLayout(left, 58)
        body.addLayout(right, 42)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(18, 12, 18, 8)
        layout.setSpacing(8)
        layout.addWidget(self.toolbar)
        self.pages.addWidget(playing)
        self.pages.addWidget(self.ending)
        layout.addWidget(self.pages, 1)
        layout.addWidget(self.status)

    def _connect(self) -> None:
        bar, stage = self.toolbar, self.stage
        commands: tuple[tuple[Callable[..., object], Callable[[], object]], ...] = (
            (bar.undo.clicked.connect, lambda: stage.do(lambda editor: editor.undo())),
            (bar.redo.clicked.connect, lambda: stage.do(lambda editor: editor.redo())),
            (bar.add.clicked.connect, lambda: stage.open(lambda editor: editor.open_next())),
            (bar.result.clicked.connect, self._show_result),
            (bar.correct.clicked.connect, lambda: stage.open(lambda editor: editor.open_last())),
            (bar.pause.clicked.connect, lambda: stage.do(lambda editor: editor.pause(bar.pause.isChecked()))),
            (bar.voice.clicked.connect, lambda: self._voice.mute(not bar.voice.isChecked())),
            (bar.new_game.clicked.connect, self.new_game_wanted.emit),
            (bar.help.clicked.connect, self.help_wanted.emit),
            (stage.currentChanged.connect, lambda: self.announcement.give_way(stage.is_busy)),
            (self.announcement.clicked.connect, self.say_again),
            (self.ending.headline.clicked.connect, self.say_again),
            (self.question.other_wanted.connect, self._open_asked),
            (self.question.confirmed.connect, lambda: stage.do(lambda editor: editor.confirm())),
            (self.notice.show_wanted.connect, self._look),
            (self.notice.aside_wanted.connect, self._put_aside),
            (self.ending.table_wanted.connect, self._back),
            (self.ending.new_game_wanted.connect, self.new_game_wanted.emit),
            (self.ending.strike_wanted.connect, self.strike_hand),
            (stage.changed.connect, self._show_changed),
            (self._voice.changed.connect, self._show_voice),
        )
        for connect, command in commands:
            connect(lambda *_, command=command: command())
        self.picture.card_clicked.connect(lambda track: stage.open(lambda editor: editor.open_track(track)))
        stage.table.name_clicked.connect(self.ask_names)
        self.scores.name_clicked.connect(self.ask_names)
        self.picture.room_changed.connect(self._tell_room)
        self.picture.straight_wanted.connect(self._straighten)
        for chosen in (self.plays.card_chosen, self.ending.card_clicked):
            chosen.connect(lambda fact: stage.open(lambda editor: editor.open_fact(fact)))
        self.remarks.notice_chosen.connect(stage.look_at)
        self.whose.chosen.connect(lambda seat: stage.do(lambda editor: editor.say_whose(seat)))
        self.question.answered.connect(lambda code: stage.do(lambda editor: editor.answer(code)))
        for keys, button in (
            ("Ctrl+Z", bar.undo),
            ("Ctrl+Shift+Z", bar.redo),
            ("Ctrl+N", bar.new_game),
            ("F1", bar.help),
        ):
            # Shortcuts of buttons are lost when the button gets a text in another language.
            QShortcut(QKeySequence(keys), self, button.click, context=Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self._keys: dict[Qt.Key, Callable[[], object]] = {
            Qt.Key.Key_A: bar.add.click,
            Qt.Key.Key_W: bar.result.click,
            Qt.Key.Key_C: bar.correct.click,
            Qt.Key.Key_N: self.question.want_none,
            Qt.Key.Key_O: self.question.want_other,
            Qt.Key.Key_P: bar.pause.click,
            Qt.Key.Key_M: bar.voice.click,
            Qt.Key.Key_R: self.say_again,
            Qt.Key.Key_Y: self.question.confirm,
            Qt.Key.Key_E: self._look,
            Qt.Key.Key_K: self._put_aside,
            Qt.Key.Key_G: self.tabs.next_view,
            Qt.Key.Key_T: self.picture.straight_button.click,
            Qt.Key.Key_F2: self.ask_names,
            Qt.Key.Key_Escape: self._back,
        }

    def _room(self) -> tuple[int, int]:
        ratio = self.devicePixelRatioF()
        return round(self.picture.width() * ratio), round(self.picture.height() * ratio)

    def _tell_room(self, width: int, height: int) -> None:
        if self._live is not None:
            self._live.watch.pump.show_at(width, height)

    # What is to be seen

    def _show_voice(self) -> None:
        self.toolbar.voice.setChecked(self._voice.speaks)
        self.toolbar.voice.setEnabled(not self._voice.problem)
        self.status.show_remark(self._voice.problem, self._voice.detail)
        self._offer_again()

    def _offer_again(self) -> None:
        again = self._voice.speaks and self._live is not None and self._live.to_repeat is not None
        for told in (self.announcement, self.ending.headline):
            told.offer(again)

    def _show_all(self) -> None:
        live, pictures = self._live, self._pictures
        if live is None or pictures is None:
            return
        board, snapshot = live.board, live.snapshot
        self.toolbar.show_game(board.title, place_in_game(board, live.language))
        if live.saying is not None:
            self.announcement.announce(live.saying.headline, warns=live.saying.warns)
            self.detail.setText(isolated(live.saying.detail))
        else:
            self.announcement.announce(turn(board, live.language))
            self.detail.setText("")
        self._offer_again()
        self.stage.refresh()
        self.steps.show_moment(board.deal, board.tiebreak)
        # Its place is kept from trick to trick; steps take it where there is nothing to say.
        self.detail.setVisible(bool(self.detail.text()) or self.steps.isHidden())
        self._show_question(live, pictures)
        with self._keeping_keys(self.whose):
            self.whose.follow(None if self.stage.is_busy else live)
        self.picture.show_cards(live.cards)
        pump = live.watch.pump
        self.picture.show_straight(pump.can_straighten, pump.top is not None)
        subject = live.editor.subject
        self.picture.mark(subject.track if subject is not None else None)
        self.scores.show_score(live.score)
        self.plays.show_board(board)
        self.chart.show_chart(live.chart)
        self.remarks.show_notices(live.notices)
        notice = None if self.stage.is_busy else live.docket.open
        self.notice.show_notice(notice, is_read=live.reads_of_open_notice, left=live.docket.left)
        self._show_ending(live, pictures)
        self.status.show_state(snapshot.state)
        self.toolbar.undo.setEnabled(snapshot.can_undo)
        self.toolbar.redo.setEnabled(snapshot.can_redo)
        self.toolbar.correct.setEnabled(bool(snapshot.history))

    def _show_changed(self) -> None:
        self._show_all()
        self.refresh_status()

    def _show_ending(self, live: LiveTable, pictures: CardPictures) -> None:
        self._result.follow(is_over=live.ending is not None)
        shown = live.ending is not None and not self._result.was_left and not live.editor.is_open
        if shown and live.ending is not None:
            self.ending.show_ending(live.ending, pictures, live.editor.hand_to_strike)
        self.toolbar.show_over(live.ending is not None, shown=shown)
        if shown != (self.pages.currentWidget() is self.ending):
            self.pages.setCurrentIndex(int(shown))
            (self.ending if shown else self).setFocus()

    def _show_question(self, live: LiveTable, pictures: CardPictures) -> None:
        question, ask = live.snapshot.question, live.editor.ask
        if self.stage.is_busy or (question is None and ask is None):
            with self._keeping_keys(self.question):
                self.question.rest()
        elif question is not None:
            sentence = Speaker(live.game.deck, live.snapshot.names, live.language).sentence(question)
            brief = short_question(question, live.snapshot.view, live.language)
            editor = live.editor
            together = doubted_together(question, live.snapshot.names, live.game.deck, live.language)
            effect, crop = editor.effect_of_answer, editor.crop_of_question
            self.question.ask(question, brief, sentence, pictures, effect, crop, together)
        elif ask is not None:
            is_read = live.saying is not None and live.saying.text == ask.question
            self.question.ask_people(ask, pictures, is_read=is_read)

    @contextmanager
    def _keeping_keys(self, bar: QWidget) -> Iterator[None]:
        """Take the keys where a bar that goes away meanwhile had them."""
        had_keys = bar.isAncestorOf(self.focusWidget() or self)
        yield
        if had_keys and bar.isHidden():
            self.setFocus()

    # What a person wants

    def _name_players(self, names: tuple[str, ...]) -> None:
        self.stage.do(lambda editor: editor.name_players(names))
        self.named.emit(names)

    def _open_asked(self) -> None:
        asked = self._live is not None and self._live.snapshot.question is not None
        self.stage.open(lambda editor: editor.open_question() if asked else editor.open_ask())

    def _straighten(self, straight: bool) -> None:
        if self._live is not None:
            self._live.straighten(straight)
            self._show_all()

    def _look(self) -> None:
        if self._live is not None:
            self.stage.look_at(self._live.docket.open)

    def _put_aside(self) -> None:
        if self._live is not None and (notice := self._live.docket.open) is not None:
            self._live.docket.settle(notice)
            self._show_all()

    def _show_result(self) -> None:
        """Go from the table to the result again; what is being set right is left as it is."""
        self._result.was_left = False
        self.stage.close_all()

    def _back(self) -> None:
        """Go back to the table from whatever is shown instead."""
        if self.pages.currentWidget() is self.ending:
            self._result.was_left = True
        self.stage.close_all()
        self.setFocus()
