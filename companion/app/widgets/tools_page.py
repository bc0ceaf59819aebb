"""What prepares a table: printing cards, calibrating a camera, teaching a deck."""

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from companion.app.model.setup import Setup, SourceKind
from companion.app.widgets.calibrate_flow import CalibrateFlow
from companion.app.widgets.leaf import Leaf
from companion.app.widgets.panels import scrolled
from companion.app.widgets.printing import PrintFlow
from companion.app.widgets.source_flow import Flow
from companion.app.widgets.sources import FindCameras, SourceField
from companion.app.widgets.stage_bar import StageBar
from companion.app.widgets.teach_flow import TeachFlow
from companion.language import mark

_TITLES = (mark("Print cards"), mark("Calibrate"), mark("Teach a deck"))

_UNREAL: tuple[SourceKind, ...] = ("simulated",)
"""What is left out where a real camera is measured, or real cards are shown."""


class ToolsPage(Leaf):
    """One guided flow beside the other.

    Signals:
        taught: Id of a deck and the name under which its cards were kept.
    """

    taught = Signal(str, str)

    def __init__(
        self, setup: Setup, find_cameras: FindCameras, played: Callable[[], str], parent: QWidget | None = None
    ) -> None:
        """Make the page.

        Args:
            setup: Holds the source that is chosen.
            find_cameras: Tells which cameras there are.
            played: Names the taught deck that the running game is played with; empty for none.
            parent: The widget this is part of.
        """
        super().__init__(mark("Prepare"), parent)
        self.bar = StageBar(_TITLES, self)
        self.printing = PrintFlow(self)
        self.calibrating = CalibrateFlow(setup, SourceField(setup, find_cameras, self, _UNREAL), self)
        self.teaching = TeachFlow(setup, SourceField(setup, find_cameras, self, _UNREAL), played, self)
        self._flows: tuple[Flow, ...] = (self.printing, self.calibrating, self.teaching)
        self._stack = QStackedWidget(self)
        for flow in (self.printing, self.calibrating, self.teaching):
            self._stack.addWidget(scrolled(flow, self._stack))
        self.body.addWidget(self.bar)
        self.body.addWidget(self._stack, 1)
        self.bar.chosen.connect(self.show_flow)
        self.teaching.taught.connect(self.taught)

    def show_flow(self, number: int) -> None:
        """Show one of the flows."""
        self._flows[self._stack.currentIndex()].leave()
        self._stack.setCurrentIndex(number)
        self.bar.show_stage(number)
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
