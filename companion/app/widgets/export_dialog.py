"""Writing a recorded session in another form: what, and where to."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QStandardPaths
from PySide6.QtWidgets import QComboBox, QDialog, QFileDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from companion.app import theme
from companion.app.model.exporting import FORMS, Form, export, file_name, tricks
from companion.app.model.job import Job
from companion.app.widgets.forms import form_grid
from companion.app.widgets.labels import Label, set_type
from companion.app.words import put, spoken, tr
from companion.errors import CompanionError
from companion.language import mark
from companion.recording.entry import Entry

Ask = Callable[[QWidget, str, Form], str]
"""Asks a person where to write, given a proposed name; returns nothing where it is not to be."""


def _ask_for_path(parent: QWidget, name: str, form: Form) -> str:
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    wanted = f"{tr(form.title)} (*{form.suffix})" if form.suffix else ""
    chosen, _ = QFileDialog.getSaveFileName(parent, tr("Export"), str(Path(folder) / name), wanted)
    return chosen


class ExportDialog(QDialog):
    """Lets a person choose a form and a place, and writes in the background; ask `refresh` now and then."""

    def __init__(self, entry: Entry, parent: QWidget | None = None, ask: Ask = _ask_for_path) -> None:
        """Make the dialog.

        Args:
            entry: The session.
            parent: The widget it belongs to.
            ask: Asks where to write.
        """
        super().__init__(parent)
        self._entry, self._ask = entry, ask
        self._job: Job | None = None
        self.setWindowTitle(tr("Export"))
        self.setModal(True)
        self.form = put(QComboBox(self), name="What to export")
        self.trick = put(QComboBox(self), name="Which trick")
        self.about = Label(parent=self, tone="quiet", wraps=True)
        self.told = put(Label(parent=self, wraps=True), name="What came of it")
        self.save = put(QPushButton(self), "Save …")
        self.save.setProperty("tone", "primary")
        self.done_button = put(QPushButton(self), "Close")
        for one in FORMS:
            self.form.addItem(tr(one.title), one.id)
        fields = QWidget(self)
        grid = form_grid(fields)
        labels = []
        for row, (text, field) in enumerate(((mark("What"), self.form), (mark("Trick"), self.trick))):
            label = put(Label(parent=fields), text)
            label.setBuddy(field)
            grid.addWidget(label, row, 0)
            grid.addWidget(field, row, 1)
            labels.append(label)
        grid.setColumnStretch(1, 1)
        self._trick_label = labels[1]
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self.done_button)
        buttons.addWidget(self.save)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 20, 24, 18)
        layout.setSpacing(12)
        layout.addWidget(Label(entry.name, self, size=theme.HEADING))
        layout.addWidget(fields)
        layout.addWidget(self.about)
        layout.addWidget(self.told)
        layout.addStretch(1)
        layout.addLayout(buttons)
        if parent is not None:
            self.setFont(parent.font())
            set_type(self, parent.font())
        self.setMinimumWidth(self.fontMetrics().height() * 32)
        self.form.currentIndexChanged.connect(self._show)
        self.save.clicked.connect(self.write)
        self.done_button.clicked.connect(self.accept)
        self.finished.connect(self._end)
        self._offer_tricks()
        self._show()

    @property
    def chosen(self) -> Form:
        """What is to be written."""
        return FORMS[self.form.currentIndex()]

    def choose(self, form: str) -> None:
        """Choose what to write by its id."""
        self.form.setCurrentIndex(self.form.findData(form))

    def write(self) -> None:
        """Ask where to, and write in the background."""
        if self._job is not None:
            return
        form, trick, language = self.chosen, self.trick.currentText(), spoken()
        path = self._ask(self, file_name(self._entry.name, form, trick), form)
        if not path:
            return
        target = Path(path)
        if form.suffix and target.suffix.lower() != form.suffix:
            target = target.with_name(target.name + form.suffix)
        folder = self._entry.folder
        self._say(tr("Writing {file} …", file=target.name), "quiet")
        self.save.setEnabled(False)
        self._job = Job(lambda: export(folder, form, target, language, trick))

    def refresh(self) -> None:
        """Tell what came of it."""
        if self._job is None or not self._job.done:
            return
        job, self._job = self._job, None
        job.wait()
        failure = job.failure(spoken())
        self._say(failure or job.result, "warning" if failure else "accent")
        self.save.setEnabled(True)

    def _end(self) -> None:
        # What is begun is not left half done.
        if self._job is not None:
            self._job.wait()
            self._job = None
        self.deleteLater()

    def _offer_tricks(self) -> None:
        try:
            self.trick.addItems(tricks(self._entry.folder))
        except CompanionError as error:
            self._say(error.told(spoken()), "warning")

    def _show(self) -> None:
        form = self.chosen
        self.about.setText(tr(form.about))
        self.trick.setVisible(form.asks_trick)
        self._trick_label.setVisible(form.asks_trick)
        self.save.setEnabled(self._job is None and (not form.asks_trick or bool(self.trick.count())))

    def _say(self, text: str, tone: str) -> None:
        self.told.tone(tone)
        self.told.setText(text)
