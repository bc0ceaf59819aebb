"""What prepares a table: printing cards, calibrating a camera, teaching a deck."""

from PySide6.QtWidgets import QStackedWidget, QWidget

from companion.app.model.setup import Setup
from companion.app.widgets.leaf import Leaf
from companion.app.widgets.panels import scrolled
from companion.app.widgets.printing import PrintFlow
from companion.app.widgets.stage_bar import StageBar
from companion.language import mark

_TITLES = (mark("Print cards"),)


class ToolsPage(Leaf):
    """One guided flow beside the other."""

    def __init__(self, setup: Setup, parent: QWidget | None = None) -> None:
        super().__init__(mark("Prepare"), parent)
        self._setup = setup
        self.bar = StageBar(_TITLES, self)
        self.printing = PrintFlow(self)
        self._flows = (self.printing,)
        self._stack = QStackedWidget(self)
        for flow in self._flows:
            self._stack.addWidget(scrolled(flow, self))
        self.body.addWidget(self.bar)
        self.body.addWidget(self._stack, 1)
        self.bar.chosen.connect(self.show_flow)

    def show_flow(self, number: int) -> None:
        """Show one of the flows."""
        self._flows[self._stack.currentIndex()].leave()
        self._stack.setCurrentIndex(number)
        self.bar.show_stage(number)
        if self.isVisible():
            self._flows[number].enter()

    def choose_deck(self, deck: str) -> None:
        """Go to the printing of a deck."""
        self.printing.choose(deck)
        self.show_flow(0)

    def refresh(self) -> None:
        """Show what is new."""
        self._flows[self._stack.currentIndex()].refresh()

    def leave(self) -> None:
        """End what runs."""
        for flow in self._flows:
            flow.leave()
