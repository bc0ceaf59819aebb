"""The library of recorded sessions: found, opened, named, put away."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from PySide6.QtCore import QEvent, Qt, Signal, SignalInstance
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QInputDialog,
    QLineEdit,
    QPushButton,
    QStackedWidget,
    QWidget,
)

from companion.app import theme
from companion.app.model.completing import Completion
from companion.app.model.library import Change, Shelf, Shown, columns
from companion.app.model.telling import telling
from companion.app.widgets.asking import ask
from companion.app.widgets.export_dialog import ExportDialog
from companion.app.widgets.flowing import FlowingRow
from companion.app.widgets.job_dialog import JobDialog
from companion.app.widgets.labels import Label, YieldingLabel, set_type
from companion.app.widgets.leaf import Leaf
from companion.app.widgets.learn_dialog import LearnDialog
from companion.app.widgets.names_dialog import NamesDialog
from companion.app.widgets.result_row import ResultRow
from companion.app.widgets.statistics import StatisticsView
from companion.app.widgets.tables import fill_table, make_table
from companion.app.widgets.tabs import Tabs
from companion.app.widgets.telling_label import TellingLabel
from companion.app.widgets.trash_row import TrashRow
from companion.app.words import day_and_time, put, spoken, tr
from companion.language import mark
from companion.recording.entry import Entry
from companion.rules.games import GAMES

_HEADS = (mark("When"), mark("Name"), mark("Game"), mark("Result"), mark("Length"), mark("Size"), mark("Remarks"))

_NOTHING = mark("Nothing is recorded yet. Press “Record” while a game is played, and find it here.")
_UNDER_WAY = mark("chapters and subtitles are being written into the video")
_DELETED = mark(
    "No recording is left here. Those that were deleted are in the trash: “Take back” brings the last one back."
)
_PUT_AWAY = mark("All recordings are archived: tick “Archived, too” to see them.")
_GONE = mark(
    "The folder of the recordings is not there: {folder}\n"
    "If it lies on a disk, plug that in and come back; otherwise it is made with the first recording."
)


class LibraryPage(Leaf):
    """Lists sessions and changes them; `refresh` is called as often as can be painted.

    Attributes:
        looked: Whether it has been looked what there is.

    Signals:
        replay_wanted: The entry of a session to be looked at.
        resume_wanted: The entry of a session to be gone on with.
        taught: Id of a deck and the name under which its cards were kept.
    """

    replay_wanted = Signal(object)
    resume_wanted = Signal(object)
    taught = Signal(str, str)

    def __init__(self, shelf: Shelf, learnt: Mapping[str, str], parent: QWidget | None = None) -> None:
        """Make the page.

        Args:
            shelf: The library.
            learnt: For each deck the name under which its cards were taught last.
            parent: The widget this is part of.
        """
        super().__init__(mark("Recordings"), parent)
        self._shelf, self._learnt = shelf, learnt
        self._shown = Shown()
        self.looked = False
        self._recorded: Path | None = None
        self._sought: Path | None = None
        self.search = put(QLineEdit(self), hint="Search: players, games, tags, dates", name="Search")
        self.search.setClearButtonEnabled(True)
        self.archived = put(QCheckBox(self), "Archived, too")
        self.sessions = put(make_table(self), name="Sessions")
        self.evenings = StatisticsView(self)
        self.statistics = self.evenings.table
        self.dialog: JobDialog | None = None
        self._beside: list[JobDialog] = []
        self._empty = Label(parent=self, size=theme.STRONG, tone="quiet", wraps=True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._list = QStackedWidget(self)
        self._list.addWidget(self.sessions)
        self._list.addWidget(self._empty)
        self.tabs = Tabs(((mark("Sessions"), self._list), (mark("Statistics"), self.evenings)), self)
        self.problem = put(TellingLabel(self, tone="warning"), name="Problems")
        self.done = put(TellingLabel(self), name="What came of it")
        self.videos = put(Label(parent=self, wraps=True), name="Videos")
        self.where = YieldingLabel(str(shelf.folder), self, tone="quiet")
        self.where.setToolTip(str(shelf.folder))
        self.trash = TrashRow(self)
        self.result = ResultRow(self)
        self._make_buttons()
        self._lay_out()
        self._connect()
        self._show()

    def arrive(self, recorded: Path | None = None, *, back: bool = False) -> None:
        """The page is on the screen: look what there is.

        Args:
            recorded: Folder of the session that was recorded last, to be chosen when it is shown for the first time;
                None for none.
            back: Whether one comes back from the session that is chosen: the keys are at it again.
        """
        if recorded != self._recorded:
            self._recorded = self._sought = recorded
        self._look()
        (self.sessions if back and self.chosen is not None else self.search).setFocus()

    def leave(self) -> None:
        """The page is left; what is under way goes on."""

    def wait(self) -> None:
        """Wait for what is under way."""
        self._shelf.close()
        for dialog in self._beside:
            dialog.wait()
        self.look_beside()

    def look_beside(self) -> None:
        """Tell what came of what was begun in a dialog that is closed; to be asked on other pages, too."""
        for dialog in self._beside:
            dialog.refresh()
            if not dialog.busy:
                self._tell(dialog)
        self._beside = [dialog for dialog in self._beside if dialog.busy]

    def show_videos(self, completions: Iterable[Completion]) -> None:
        """Tell of the videos that are being completed, and of what could not be done to others; of each the last."""
        last = {completion.folder: completion for completion in completions if completion.folder.is_dir()}
        problems = [self._told(one, one.problem(spoken())) for one in last.values() if one.problem()]
        under_way = [self._told(one, tr(_UNDER_WAY)) for one in last.values() if not one.done]
        self.videos.tone("warning" if problems else "quiet")
        self.videos.setText("\n".join((*problems, *under_way)))
        self.videos.setVisible(bool(problems or under_way))

    def refresh(self) -> None:
        """Show what was found."""
        if self.dialog is not None:
            self.dialog.refresh()
        news = self._shelf.poll()
        if news is not None:
            row, chosen = self.sessions.currentRow(), self.chosen
            rows = {entry.folder: row for row, entry in enumerate(news.entries)}
            self._shown, self.looked = news, True
            self.problem.tell(news.trouble.told if news.trouble is not None else telling())
            if self._sought is not None and self._sought in rows:
                row, self._sought = rows[self._sought], None
            elif chosen is not None:
                row = rows.get(chosen.folder, row)
            self._show(row)

    @property
    def chosen(self) -> Entry | None:
        """The session that is chosen; None for none."""
        row = self.sessions.currentRow()
        return self._shown.entries[row] if 0 <= row < len(self._shown.entries) else None

    def changeEvent(self, event: QEvent) -> None:
        """Say everything in the language that was switched to."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and hasattr(self, "where"):
            self._show(self.sessions.currentRow())

    # Inside

    def _make_buttons(self) -> None:
        self.replay_button = put(QPushButton(self), "Watch", tip="Look at the session again (Return)")
        self.replay_button.setProperty("tone", "primary")
        self.resume_button = put(QPushButton(self), "Go on", tip="Go on with the game where it broke off")
        self.rename_button = put(QPushButton(self), "Rename", tip="Call the session otherwise (F2)")
        self.names_button = put(QPushButton(self), "Players", tip="Call the players otherwise")
        self.export_button = put(
            QPushButton(self), "Export", tip="Write a score sheet, a film, tables or data (Ctrl+E)"
        )
        self.learn_button = put(
            QPushButton(self), "Learn the deck", tip="Teach the reader this deck by the cards of this session"
        )
        self.tag_button = put(QPushButton(self), "Tags", tip="Words to find it by")
        self.archive_button = put(QPushButton(self), "Archive", tip="Leave it out of the list, or take it in again")
        self.delete_button = put(QPushButton(self), "Delete", tip="Move it to the library's trash (Delete)")
        self._buttons = (
            self.replay_button,
            self.resume_button,
            self.export_button,
            self.learn_button,
            self.rename_button,
            self.names_button,
            self.tag_button,
            self.archive_button,
            self.delete_button,
        )

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(12)
        head.addWidget(self.search, 1)
        head.addWidget(self.archived)
        foot = FlowingRow(8, 8)
        for button in self._buttons:
            foot.addWidget(button)
        self.body.addLayout(head)
        self.body.addWidget(self.result)
        self.body.addWidget(self.tabs, 1)
        self.body.addWidget(self.problem)
        self.body.addWidget(self.done)
        self.done.hide()
        self.body.addWidget(self.videos)
        self.videos.hide()
        self.body.addLayout(foot)
        last = QHBoxLayout()
        last.addWidget(self.where)
        last.addStretch(1)
        last.addWidget(self.trash)
        self.body.addLayout(last)

    def _connect(self) -> None:
        self.search.textChanged.connect(self._look)
        self.archived.toggled.connect(self._look)
        self.sessions.itemSelectionChanged.connect(self._show_buttons)
        self.sessions.itemActivated.connect(lambda _: self._replay())
        self.replay_button.clicked.connect(self._replay)
        self.resume_button.clicked.connect(lambda: self._emit(self.resume_wanted))
        self.export_button.clicked.connect(self._export)
        self.learn_button.clicked.connect(self._learn)
        self.rename_button.clicked.connect(self._rename)
        self.names_button.clicked.connect(self._name_players)
        self.tag_button.clicked.connect(self._tag)
        self.archive_button.clicked.connect(self._archive)
        self.delete_button.clicked.connect(self._delete)
        self.trash.back_wanted.connect(lambda folder: self._change(lambda library: library.restore(folder)))
        self.trash.emptied.connect(lambda: self._change(lambda library: library.empty_trash()))
        for keys, button in (
            ("Ctrl+E", self.export_button),
            ("F2", self.rename_button),
            ("Delete", self.delete_button),
        ):
            # Shortcuts of buttons are lost when the button gets a text in another language.
            QShortcut(QKeySequence(keys), self, button.click, context=Qt.ShortcutContext.WidgetWithChildrenShortcut)

    def _look(self) -> None:
        self._shelf.look(self.search.text(), archived=self.archived.isChecked())

    def _change(self, change: Change) -> None:
        self._shelf.change(change, self.search.text(), archived=self.archived.isChecked())

    def _replay(self) -> None:
        self._emit(self.replay_wanted)

    def _emit(self, signal: SignalInstance) -> None:
        entry = self.chosen
        if entry is not None and entry.game:
            signal.emit(entry)

    def _export(self) -> None:
        entry = self.chosen
        if entry is not None and entry.game:
            self._open(ExportDialog(entry, self))

    def _learn(self) -> None:
        entry = self.chosen
        if entry is not None and entry.game:
            dialog = LearnDialog(entry, self._learnt.get(GAMES[entry.game].deck.id, ""), self)
            dialog.learnt.connect(self.taught)
            self._open(dialog)

    def _open(self, dialog: JobDialog) -> None:
        self.done.hide()
        self.dialog = dialog
        dialog.finished.connect(self._closed)
        dialog.open()

    def _tell(self, dialog: JobDialog) -> None:
        self.done.tell(dialog.told.telling, dialog.told.property("tone") or "")
        self.done.show()

    def _closed(self) -> None:
        if self.dialog is not None and self.dialog.busy:
            self._beside.append(self.dialog)
            self._tell(self.dialog)
        self.dialog = None

    def _rename(self) -> None:
        entry = self.chosen
        if entry is not None:
            self._ask(tr("Name of the session"), entry.name, lambda name: lambda lib: lib.rename(entry, name))

    def _name_players(self) -> None:
        entry = self.chosen
        if entry is not None and entry.game:
            people = sorted({name for other in self._shown.entries for name in other.players})
            dialog = NamesDialog(entry.players, people, self, recorded=True)
            dialog.chosen.connect(
                lambda names, everywhere: self._change(
                    lambda library: library.name_players(entry, names, everywhere=everywhere)
                )
            )
            dialog.open()

    def _tag(self) -> None:
        entry = self.chosen
        if entry is not None:
            tags = ", ".join(entry.tags)
            told = tr("Tags, parted by commas")
            self._ask(told, tags, lambda text: lambda lib: lib.tag(entry, text.split(",")))

    def _archive(self) -> None:
        entry = self.chosen
        if entry is not None:
            self._change(lambda library: library.archive(entry, not entry.archived))

    def _delete(self) -> None:
        entry = self.chosen
        if entry is None:
            return
        ask(
            self,
            tr("Delete"),
            tr("Move “{name}” with its video to the library's trash?", name=entry.name),
            (tr("Delete"), tr("Keep")),
            lambda: self._change(lambda library: library.delete(entry)),
            careful=True,
        )

    def _ask(self, label: str, text: str, change: Callable[[str], Change]) -> None:
        dialog = QInputDialog(self)
        dialog.setLabelText(label)
        dialog.setTextValue(text)
        set_type(dialog, self.font())
        dialog.setModal(True)
        dialog.textValueSelected.connect(lambda value: self._change(change(value)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _told(self, completion: Completion, told: str) -> str:
        """Return what is told of a video, with the name of its session."""
        names = {entry.folder: entry.name for entry in self._shown.entries}
        return tr("“{name}”: {told}", name=names.get(completion.folder, completion.folder.name), told=told)

    def _show(self, row: int = 0) -> None:
        language = spoken()
        fill_table(
            self.sessions, _HEADS, [columns(entry, day_and_time, language) for entry in self._shown.entries], wide=2
        )
        self.sessions.selectRow(min(max(row, 0), len(self._shown.entries) - 1))
        # A search that finds nothing is no empty library, nor is one that nobody has looked into yet, or could.
        put(self._empty, self._nothing, values={"folder": self._shelf.folder})
        looked = self.looked and self._shown.trouble is None
        is_empty = looked and not self._shown.entries and not self.search.text()
        if is_empty and self.sessions.hasFocus():
            self.search.setFocus()  # Qt would give the keys to the text that takes the list's place.
        self._list.setCurrentIndex(int(is_empty))
        self.evenings.show_library(self._shown)
        self.trash.show_trash(self._shown.trashed, self._shown.trash_size)
        self._show_buttons()

    @property
    def _nothing(self) -> str:
        """Why no session is listed, a message to translate."""
        shown = self._shown
        if shown.gone:
            return _GONE
        return _PUT_AWAY if shown.put_away else _DELETED if shown.trashed else _NOTHING

    def _show_buttons(self) -> None:
        entry = self.chosen
        for button in self._buttons:
            button.setEnabled(entry is not None and bool(entry.game))
        self.delete_button.setEnabled(entry is not None)
        self.resume_button.setEnabled(entry is not None and bool(entry.game) and not entry.over)
        put(self.archive_button, mark("Take in again") if entry is not None and entry.archived else mark("Archive"))
