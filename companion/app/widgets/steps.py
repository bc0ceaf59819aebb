"""A strip that leads through what is done beside the tricks: a new hand, the deal that breaks a tie."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from companion.app.model.deal import Deal
from companion.app.model.tiebreak import Step, StepState, Tiebreak
from companion.app.widgets.labels import Label
from companion.app.widgets.seats import seat_colour

_SIGNS: dict[StepState, str] = {"done": "✓", "now": "▸", "to come": "○"}


class StepsBar(QFrame):
    """Shows the instructions of a deal, or the steps of a tiebreak with the present one marked."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("panel")
        self._shown: object = None
        self._title = Label(parent=self, size=1.25, weight=QFont.Weight.DemiBold)
        self._title.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self._text = Label(parent=self, size=1.15, wraps=True)
        self._text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._steps = QHBoxLayout()
        self._steps.setSpacing(18)
        lines = QVBoxLayout()
        lines.setSpacing(4)
        lines.addWidget(self._text)
        lines.addLayout(self._steps)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(14, 8, 14, 8)
        layout.setSpacing(18)
        layout.addWidget(self._title, 0, Qt.AlignmentFlag.AlignTop)
        layout.addLayout(lines, 1)
        self.hide()

    def show_moment(self, deal: Deal | None, tiebreak: Tiebreak | None) -> None:
        """Show a tiebreak or else a deal; nothing where there is neither."""
        shown = tiebreak or deal
        if shown == self._shown:
            return
        self._shown = shown
        self.setVisible(shown is not None)
        if shown is None:
            return
        self._title.setText(shown.title)
        if isinstance(shown, Tiebreak):
            plain = [f"{_SIGNS[step.state]} {step.text}" for step in shown.steps if step.seat is None]
            self._show_steps([step for step in shown.steps if step.seat is not None])
        else:
            plain = [f"{text}." for text in shown.instructions]
            self._show_steps([])
        self._text.setText("  ".join(plain))
        self._text.setVisible(bool(plain))
        self.setVisible(bool(plain))
        self.setAccessibleName(shown.title)
        self.setAccessibleDescription("; ".join([*plain, *(_told(step) for step in self._dealt(shown))]))

    def _dealt(self, shown: Deal | Tiebreak) -> list[Step]:
        return [step for step in shown.steps if step.seat is not None] if isinstance(shown, Tiebreak) else []

    def _show_steps(self, steps: list[Step]) -> None:
        while (item := self._steps.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for step in steps:
            label = Label(
                _told(step),
                self,
                size=1.15,
                weight=QFont.Weight.DemiBold if step.state == "now" else None,
                tone={"now": "accent", "to come": "quiet"}.get(step.state, ""),
            )
            label.follow(self.font())
            edge = seat_colour(step.seat).name() if step.seat is not None and step.tied else "transparent"
            label.setStyleSheet(f"border-bottom: 3px solid {edge}; padding-bottom: 1px;")
            self._steps.addWidget(label)
        if steps:
            self._steps.addStretch(1)


def _told(step: Step) -> str:
    return f"{_SIGNS[step.state]} {step.text}{f': {step.card}' if step.card else ''}"
