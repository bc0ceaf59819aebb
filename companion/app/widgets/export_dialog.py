"""Writing a recorded session in another form: what, and where to."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QStandardPaths
from PySide6.QtWidgets import QFileDialog, QWidget

from companion.app.model.exporting import FORMS, Form, export, file_name, tricks
from companion.app.model.telling import telling
from companion.app.widgets.fields import ChoiceField
from companion.app.widgets.job_dialog import JobDialog
from companion.app.words import put, spoken, tr
from companion.errors import CompanionError
from companion.language import mark
from companion.recording.entry import Entry

Ask = Callable[[QWidget, str, Form], str]
"""Asks a person where to write, given a proposed name; returns nothing where it is not to be."""


def _ask_for_path(parent: QWidget, name: str, form: Form) -> str:
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    wanted = f"{tr(form.title)} (*{form.suffix})" if form.suffix else ""
    # Nothing is written over, so nobody is asked whether it may be.
    asks_nothing = QFileDialog.Option.DontConfirmOverwrite
    chosen, _ = QFileDialog.getSaveFileName(
        parent, tr("Export"), str(Path(folder) / name), wanted, options=asks_nothing
    )
    return chosen


class ExportDialog(JobDialog):
    """Lets a person choose a form and a place."""

    def __init__(self, entry: Entry, parent: QWidget | None = None, ask: Ask = _ask_for_path) -> None:
        """Make the dialog.

        Args:
            entry: The session.
            parent: The widget it belongs to.
            ask: Asks where to write.
        """
        super().__init__(mark("Export"), entry.name, mark("Save …"), parent)
        self._entry, self._ask = entry, ask
        self.form = put(ChoiceField(self), name="What to export")
        self.trick = put(ChoiceField(self), name="Which trick")
        for one in FORMS:
            self.form.addItem(tr(one.title), one.id)
        _, self._trick_label = self.lay_out((mark("What"), self.form), (mark("Trick"), self.trick))
        self.form.currentIndexChanged.connect(self._show)
        self._offer_tricks()
        self._show()

    @property
    def chosen(self) -> Form:
        """What is to be written."""
        return FORMS[self.form.currentIndex()]

    def choose(self, form: str) -> None:
        """Choose what to write by its id."""
        self.form.setCurrentIndex(self.form.findData(form))

    def begin(self) -> None:
        """Ask where to, and write in the background."""
        if self.busy:
            return
        form, trick, language = self.chosen, self.trick.currentText(), spoken()
        path = self._ask(self, file_name(self._entry.name, form, trick), form)
        if not path:
            return
        target = Path(path)
        if form.suffix and target.suffix.lower() != form.suffix:
            target = target.with_name(target.name + form.suffix)
        folder = self._entry.folder
        writing = telling(mark("Writing {file} …"), file=target.name)
        self._do(writing, lambda: export(folder, form, target, language, trick))

    def _offer_tricks(self) -> None:
        try:
            self.trick.addItems(tricks(self._entry.folder))
        except CompanionError as error:
            self.told.tell(error.told, "warning")

    def _show(self) -> None:
        form = self.chosen
        self.about.setText(tr(form.about))
        self.trick.setVisible(form.asks_trick)
        self._trick_label.setVisible(form.asks_trick)
        self.begin_button.setEnabled(not self.busy and (not form.asks_trick or bool(self.trick.count())))
