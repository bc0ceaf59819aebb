"""The line at the bottom: is the camera well, does the program keep up, is something wrong."""

from PySide6.QtWidgets import QHBoxLayout, QWidget

from companion.app.model.live import Pulse
from companion.app.widgets.labels import Label
from companion.table.snapshot import TableState

_STATES: dict[TableState, str] = {
    "watching": "",
    "waiting_for_clear_table": "Take the trick from the table to go on",
    "desynchronised": "Desynchronised: table and game do not fit",
    "paused": "Paused: cards do not count",
    "over": "",
}


class StatusLine(QWidget):
    """Shows source, rates and losses on the left, what is the matter on the right."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pulse = Label(parent=self, tone="quiet")
        self._pulse.setAccessibleName("Source")
        self._state = Label(parent=self, tone="accent")
        self._state.setAccessibleName("State of the table")
        self._remark = Label(parent=self, tone="quiet")
        self._remark.setAccessibleName("Remark")
        self._problem = Label(parent=self, tone="warning")
        self._problem.setAccessibleName("Problems")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(18)
        layout.addWidget(self._pulse)
        layout.addStretch(1)
        layout.addWidget(self._remark)
        layout.addWidget(self._state)
        layout.addWidget(self._problem)

    def show_pulse(self, pulse: Pulse) -> None:
        """Show how the watching goes."""
        parts = [
            pulse.source,
            f"{pulse.shown:.0f} pictures/s",
            f"{pulse.looked:.0f} looked at",
            f"{pulse.dropped} dropped",
        ]
        if pulse.damaged:
            parts.append(f"{pulse.damaged} damaged")
        if pulse.state in ("lost", "ended"):
            parts[1:3] = [str(pulse.state)]
        self._pulse.setText("  ·  ".join(parts))

    def show_state(self, state: TableState) -> None:
        """Show what the session is doing."""
        _say(self._state, _STATES[state])

    def show_remark(self, remark: str, explanation: str) -> None:
        """Show something that is no problem, and what is behind it when pointed at."""
        _say(self._remark, remark)
        self._remark.setToolTip(explanation)

    def show_problem(self, problem: str) -> None:
        """Show what is wrong; empty for nothing."""
        _say(self._problem, problem)

    @property
    def texts(self) -> tuple[str, str, str, str]:
        """Source, remark, state and problem as shown."""
        return self._pulse.text(), self._remark.text(), self._state.text(), self._problem.text()


def _say(label: Label, text: str) -> None:
    label.setText(text)
    label.setVisible(bool(text))
