"""A dialog that has one thing done in the background and tells what came of it; to its end, also when it is closed."""

from collections.abc import Callable

from PySide6.QtWidgets import QDialog, QPushButton, QWidget

from companion.app.model.job import Job
from companion.app.model.telling import Telling
from companion.app.widgets.dialogs import fill_dialog
from companion.app.widgets.forms import add_fields
from companion.app.widgets.labels import Label
from companion.app.widgets.telling_label import TellingLabel
from companion.app.words import put, tr


class JobDialog(QDialog):
    """Asks for what is needed and does it when its button is pressed; ask `refresh` now and then, while `busy`."""

    def __init__(self, title: str, heading: str, button: str, parent: QWidget | None = None) -> None:
        """Make the dialog.

        Args:
            title: Of its window, marked for translation.
            heading: What it is about, as it is.
            button: Text of the button that begins, marked for translation.
            parent: The widget it belongs to.
        """
        super().__init__(parent)
        self._heading = heading
        self._job: Job | None = None
        self.setWindowTitle(tr(title))
        self.setModal(True)
        self.about = Label(parent=self, tone="quiet", wraps=True)
        self.told = put(TellingLabel(self), name="What came of it")
        self.begin_button = put(QPushButton(self), button)
        self.begin_button.setProperty("tone", "primary")
        self.begin_button.setDefault(True)
        self.done_button = put(QPushButton(self), "Close")
        self.begin_button.clicked.connect(self.begin)
        self.done_button.clicked.connect(self.accept)
        self.finished.connect(self._end)

    def begin(self) -> None:
        """Do it."""
        raise NotImplementedError

    def refresh(self) -> None:
        """Tell what came of it."""
        if self._job is None or not self._job.done:
            return
        job, self._job = self._job, None
        job.wait()
        if job.result is None:
            self.told.tell(job.failure, "warning")
        else:
            self.told.tell(job.result, "accent")
        self.begin_button.setEnabled(True)
        self.ended(well=job.result is not None)
        if not self.isVisible():
            self.deleteLater()

    def ended(self, *, well: bool) -> None:
        """Hear that it is done."""

    def wait(self) -> None:
        """Wait for the end of what is being done."""
        if self._job is not None:
            self._job.wait()

    def lay_out(self, *fields: tuple[str, QWidget]) -> list[Label]:
        """Put labelled fields between heading and buttons; return the labels."""
        form = QWidget(self)
        grid, labels = add_fields(form, *fields)
        grid.setColumnStretch(1, 1)
        fill_dialog(self, self._heading, (form, self.about, self.told), (self.done_button, self.begin_button))
        self.setMinimumWidth(self.fontMetrics().height() * 32)
        return labels

    def _do(self, meanwhile: Telling, work: Callable[[], Telling]) -> None:
        self.told.tell(meanwhile, "quiet")
        self.begin_button.setEnabled(False)
        self._job = Job(work)

    @property
    def busy(self) -> bool:
        """Whether something is being done."""
        return self._job is not None

    def _end(self) -> None:
        if not self.busy:
            self.deleteLater()
