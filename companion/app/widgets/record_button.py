"""The button that records a running game, and what it takes."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QPushButton, QWidget

from companion.app.model.recording import LiveRecording, told
from companion.app.words import put, spoken, tr


class RecordButton(QPushButton):
    """Starts and ends the recording of a game."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._recording: LiveRecording | None = None
        put(self, "Record", name="Record this game")
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.clicked.connect(self._switch)
        self.follow(None)

    def follow(self, recording: LiveRecording | None) -> None:
        """Record this game from now on when it is wanted; None: there is no game, or no camera looks at it."""
        self._recording = recording
        self.setEnabled(recording is not None)
        self.refresh()

    def refresh(self) -> None:
        """Show how the recording goes."""
        standing = self._recording.standing if self._recording is not None else None
        problem = self._recording.problem(spoken()) if self._recording is not None else ""
        self.setChecked(standing is not None)
        if standing is None:
            put(self, "Record")
            if self._recording is None:
                self.setToolTip(tr("There is nothing to record: no camera is on"))
                return
            takes = self._recording.estimate(spoken())
            self.setToolTip(problem or ". ".join(filter(None, (tr("Record video and play"), takes))))
            return
        minutes, seconds = divmod(int(standing.seconds), 60)
        put(self, "● {time}", values={"time": f"{minutes}:{seconds:02}"})
        detail = standing.problem.told(spoken()) if standing.problem else told(standing, spoken())
        self.setToolTip(f"{detail}\n{self._recording.folder}" if self._recording is not None else detail)

    def changeEvent(self, event: QEvent) -> None:
        """Say everything in the language that was switched to."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and hasattr(self, "_recording"):
            self.refresh()

    def _switch(self, wanted: bool) -> None:
        if self._recording is None:
            return
        if wanted:
            self._recording.start()
        else:
            self._recording.stop()
        self.refresh()
