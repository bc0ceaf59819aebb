"""The line at the bottom: is the camera well, does the program keep up, is something wrong."""

from collections.abc import Mapping
from types import MappingProxyType

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from companion.app.model.live import Pulse
from companion.app.widgets.labels import Label, YieldingLabel
from companion.app.widgets.reading import read_out
from companion.app.words import put, spoken, tr
from companion.language import mark
from companion.table.snapshot import TableState

_STATES: Mapping[TableState, str] = MappingProxyType(
    {
        "watching": "",
        "waiting_for_clear_table": mark("Take the trick from the table to go on"),
        "desynchronised": mark("Table and game do not fit"),
        "paused": mark("Paused: cards do not count"),
        "over": "",
    }
)


_GONE: Mapping[str, str] = MappingProxyType({"lost": mark("lost"), "ended": mark("ended")})


class StatusLine(QWidget):
    """Shows source, rates and losses on the left, what is the matter on the right."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._said = "", ""
        self._pulse = YieldingLabel(parent=self, tone="quiet")
        put(self._pulse, name="Source")
        self._state = Label(parent=self, tone="accent")
        put(self._state, name="State of the table")
        self._remark = YieldingLabel(parent=self, tone="quiet")
        put(self._remark, name="Remark")
        self._problem = Label(parent=self, tone="warning")
        put(self._problem, name="Problems")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(18)
        layout.addWidget(self._pulse)
        layout.addStretch(1)
        layout.addWidget(self._remark)
        layout.addWidget(self._state)
        layout.addWidget(self._problem)

    def show_pulse(self, pulse: Pulse, title: str) -> None:
        """Show how the watching goes.

        Args:
            pulse: How it goes.
            title: Of the game, with its credit, where it is not to be seen elsewhere.
        """
        gone = _GONE.get(pulse.state or "")
        rates = tr("{rate} pictures/s", rate=f"{pulse.shown:.0f}"), tr("{rate} looked at", rate=f"{pulse.looked:.0f}")
        say = spoken().plural
        damaged = say("{count} damaged", "{count} damaged", pulse.damaged).format(count=pulse.damaged)
        dropped = say("{count} dropped", "{count} dropped", pulse.dropped).format(count=pulse.dropped)
        losses = damaged if pulse.damaged else ""
        shown = title, pulse.source, tr(gone) if gone else rates[0], losses
        self._pulse.setText("  ·  ".join(filter(None, shown)))
        # What only those want to know who look after the program.
        self._pulse.setToolTip("  ·  ".join([*rates, dropped]))

    def show_state(self, state: TableState) -> None:
        """Show what the session is doing."""
        _say(self._state, tr(_STATES[state]) if _STATES[state] else "")

    def show_remark(self, remark: str, explanation: str) -> None:
        """Show a message that is no problem, and what is behind it when pointed at; both are messages to translate."""
        self._said = remark, explanation
        _say(self._remark, tr(remark) if remark else "")
        self._remark.setToolTip(tr(explanation) if explanation else "")

    def show_problem(self, problem: str) -> None:
        """Show what is wrong; empty for nothing."""
        is_new = problem != self._problem.text()
        _say(self._problem, problem)
        if is_new:
            read_out(self._problem, problem, urgent=True)

    def changeEvent(self, event: QEvent) -> None:
        """Say the remark in the language that was switched to."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.show_remark(*self._said)

    @property
    def texts(self) -> tuple[str, str, str, str]:
        """Source, remark, state and problem as shown."""
        return self._pulse.text(), self._remark.text(), self._state.text(), self._problem.text()


def _say(label: Label, text: str) -> None:
    label.setText(text)
    label.setVisible(bool(text))
