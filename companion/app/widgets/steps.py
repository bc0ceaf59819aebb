"""A strip that leads through what is done beside the tricks: a new hand, the deal that breaks a tie."""

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QSizePolicy, QVBoxLayout, QWidget

from companion.app.model.deal import Deal
from companion.app.model.tiebreak import Step, StepState, Tiebreak
from companion.app.widgets.flowing import FlowingRow
from companion.app.widgets.isolating import isolated
from companion.app.widgets.labels import Label, YieldingLabel
from companion.app.widgets.seats import seat_colour
from companion.app.words import tr

_SIGNS: dict[StepState, str] = {"done": "✓", "now": "▸", "to come": "○"}

_ROOMY = 30
"""Lines of type that the page is high at least where also what is done already is told."""

_EDGE = 3
"""Pixels of the line under those that a tiebreak decides between."""


class StepsBar(QFrame):
    """Shows the instructions of a deal, or the steps of a tiebreak with the present one marked."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("panel")
        self._shown: object = None
        self._title = Label(parent=self, size=1.25, weight=QFont.Weight.DemiBold, wraps=True)
        self._title.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._text = Label(parent=self, size=1.15, wraps=True)
        self._text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._steps = FlowingRow(18, 4)
        lines = QVBoxLayout()
        lines.setSpacing(4)
        lines.addWidget(self._text)
        lines.addLayout(self._steps)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(14, 8, 14, 8)
        self._row.addWidget(self._title)
        self._row.addLayout(lines, 1)
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
        self._stand(isinstance(shown, Tiebreak))
        if isinstance(shown, Tiebreak):
            told = (step for step in shown.steps if step.seat is None and not (self._scarce and step.state == "done"))
            plain = [f"{_SIGNS[step.state]} {step.text}" for step in told]
            self._show_steps([step for step in shown.steps if step.seat is not None])
        else:
            plain = [f"{text}." for text in shown.instructions]
            self._show_steps([])
        self._text.setText("  ".join(plain))
        self._text.setVisible(bool(plain))
        self.setVisible(bool(plain) or isinstance(shown, Tiebreak))
        self.setAccessibleName(shown.title)
        self.setAccessibleDescription("; ".join([*plain, *(_told(step) for step in self._dealt(shown))]))

    @property
    def _scarce(self) -> bool:
        """Whether there is no room for what is done already."""
        page = self.parentWidget()
        return page is not None and page.height() < _ROOMY * self.fontMetrics().height()

    def _stand(self, above: bool) -> None:
        """Put the title above the rest, or beside it where it is short."""
        way = QBoxLayout.Direction.TopToBottom if above else QBoxLayout.Direction.LeftToRight
        self._row.setDirection(way)
        self._row.setSpacing(4 if above else 18)

    def _dealt(self, shown: Deal | Tiebreak) -> list[Step]:
        return [step for step in shown.steps if step.seat is not None] if isinstance(shown, Tiebreak) else []

    def _show_steps(self, steps: list[Step]) -> None:
        while (item := self._steps.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for step in steps:
            label = _Dealt(step, self)
            label.follow(self.font())
            self._steps.addWidget(label)
            label.show()


class _Dealt(YieldingLabel):
    """Who gets a card, underlined in the seat's colour where the deal decides about it."""

    def __init__(self, step: Step, parent: QWidget) -> None:
        super().__init__(
            isolated(_told(step)),
            parent,
            size=1.15,
            weight=QFont.Weight.DemiBold if step.state == "now" else None,
            tone={"now": "accent", "to come": "quiet"}.get(step.state, ""),
        )
        self._seat = step.seat if step.tied else None
        self.setContentsMargins(0, 0, 0, 2 * _EDGE)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the text, and the line under it."""
        super().paintEvent(event)
        if self._seat is not None:
            painter = QPainter(self)
            painter.fillRect(QRect(0, self.height() - _EDGE, self.width(), _EDGE), seat_colour(self._seat))
            painter.end()


def _told(step: Step) -> str:
    told = tr("{name}: {reason}", name=step.text, reason=step.card) if step.card else step.text
    return f"{_SIGNS[step.state]} {told}"
