"""Printing as a guided flow: what, on which paper, into which file."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QStandardPaths, Qt
from PySide6.QtWidgets import QCheckBox, QFileDialog, QPushButton, QVBoxLayout, QWidget

from companion.app import theme
from companion.app.model.job import Job
from companion.app.model.printing import BOARD, PAPERS, file_name, how_to_print, printable, write_pdf
from companion.app.model.telling import Telling, telling
from companion.app.widgets.fields import ChoiceField
from companion.app.widgets.forms import add_fields
from companion.app.widgets.labels import Label
from companion.app.widgets.panels import panel
from companion.app.widgets.telling_label import TellingLabel
from companion.app.words import put, spoken, tr
from companion.language import mark

_STEPS = (
    mark("Choose what to print, and save it as a PDF file."),
    mark("Print it on thick paper, at 100 %: “actual size”, not “fit to page”."),
    mark(
        "Without a colour printer: the Spanish and the French deck are read as well in grey; of Seven Suitors one card "
        "in twenty is missed then."
    ),
    mark("Cut along the marks. A paper cutter is quicker than scissors."),
)

_CANNOT = mark("The file cannot be written: {reason}")


def _ask_for_file(parent: QWidget, name: str) -> str:
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    chosen, _ = QFileDialog.getSaveFileName(parent, tr("Save as PDF"), str(Path(folder) / name), "PDF (*.pdf)")
    return chosen


class PrintFlow(QWidget):
    """Writes decks and the calibration board."""

    def __init__(self, parent: QWidget | None = None, ask: Callable[[QWidget, str], str] = _ask_for_file) -> None:
        """Make the flow.

        Args:
            parent: The widget this is part of.
            ask: Asks a person for the file; returns nothing where there is to be none.
        """
        super().__init__(parent)
        self._ask = ask
        self._job: Job | None = None
        self.what = put(ChoiceField(self), name="What to print")
        self.paper = put(ChoiceField(self), name="Paper")
        self.backs = put(QCheckBox(self), "With backs, to print on both sides")
        self.backs.setChecked(True)
        self.button = put(QPushButton(self), "Save as PDF …")
        self.button.setProperty("tone", "primary")
        self.told = put(TellingLabel(self, size=theme.STRONG), name="What came of it")
        for code, name in PAPERS.items():
            self.paper.addItem(name, code)
        frame, inside = panel("Print cards", self)
        for step in _STEPS:
            inside.addWidget(put(Label(parent=frame, tone="quiet", wraps=True), step))
        form = QWidget(frame)
        grid, _ = add_fields(form, (mark("What to print"), self.what), (mark("Paper"), self.paper))
        grid.addWidget(self.backs, 2, 1)
        grid.setColumnStretch(2, 1)
        inside.addWidget(form)
        inside.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        inside.addWidget(self.told)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(frame)
        layout.addStretch(1)
        self.what.currentIndexChanged.connect(self._show_backs)
        self.button.clicked.connect(self.write)
        self._offer()

    def choose(self, what: str) -> None:
        """Choose what to print: the id of a deck, or that of the board."""
        self.what.setCurrentIndex(self.what.findData(what))

    def write(self) -> None:
        """Ask for the file and write it in the background."""
        if self._job is not None:
            return
        what, paper = str(self.what.currentData()), str(self.paper.currentData())
        chosen = self._ask(self, file_name(what, paper))
        if not chosen:
            return
        path = Path(chosen)
        if path.suffix.lower() != ".pdf":
            path = path.with_name(f"{path.name}.pdf")
            if path.exists():  # Nobody was asked whether that one may be written over.
                taken = mark("{name}: is there already; nothing is written over, give another name")
                self.told.tell(telling(taken, name=path), "warning")
                return
        backs, language = self.backs.isChecked(), spoken()
        self.told.tell(telling(mark("Writing {file} …"), file=path.name), "quiet")
        self.button.setEnabled(False)

        def work() -> Telling:
            return how_to_print(write_pdf(what, paper, path, backs=backs, language=language), path, backs=backs)

        self._job = Job(work)

    def refresh(self) -> None:
        """Tell what came of it."""
        if self._job is None or not self._job.done:
            return
        job, self._job = self._job, None
        job.wait()
        if job.result is None:
            self.told.tell(lambda language: language.text(_CANNOT).format(reason=job.failure(language)), "warning")
        else:
            self.told.tell(job.result, "")
        self.button.setEnabled(True)

    def enter(self) -> None:
        """The flow is on the screen."""

    def leave(self) -> None:
        """The flow is left; what is being written is written on."""

    def wait(self) -> None:
        """Wait for what is being written."""
        if self._job is not None:
            self._job.wait()

    def changeEvent(self, event: QEvent) -> None:
        """Name everything in the new language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._offer()

    def _offer(self) -> None:
        chosen = self.what.currentData()
        self.what.blockSignals(True)
        self.what.clear()
        for what, name in printable(spoken()):
            self.what.addItem(name, what)
        self.what.setCurrentIndex(max(0, self.what.findData(chosen)))
        self.what.blockSignals(False)
        self._show_backs()

    def _show_backs(self) -> None:
        self.backs.setVisible(self.what.currentData() != BOARD)
