"""Calibrating a camera as a guided flow."""

from collections.abc import Callable

from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QWidget

from companion.app.model.calibrating import Calibrating
from companion.app.model.looking import SourceLook
from companion.app.model.setup import Setup
from companion.app.widgets.fields import MeasureField
from companion.app.widgets.labels import Label
from companion.app.widgets.source_flow import SourceFlow
from companion.app.widgets.sources import SourceField
from companion.app.words import put, spoken
from companion.language import mark

_STEPS = (
    mark("Print the calibration board, glue it to something flat, and measure the line below it."),
    mark("Show it to the camera: near and far, in the corners, tilted to every side."),
    mark("Then lay it in the middle of the table, and wait a moment."),
)


class CalibrateFlow(SourceFlow):
    """Measures the camera and its table by the printed board."""

    def __init__(
        self,
        setup: Setup,
        source: SourceField,
        parent: QWidget | None = None,
        make: Callable[..., Calibrating] = Calibrating,
    ) -> None:
        """Make the flow.

        Args:
            setup: Holds the source that is chosen.
            source: Lets a person choose it.
            parent: The widget this is part of.
            make: Makes what looks for the board.
        """
        super().__init__(mark("Calibrate"), _STEPS, setup, source, parent)
        self._make = make
        self.ruler = put(MeasureField(self), name="Length of the line")
        self.ruler.setRange(50.0, 200.0)
        self.ruler.setDecimals(1)
        self.ruler.setValue(100.0)
        self.ruler.setSuffix(" mm")
        self.mirrored = put(QCheckBox(self), "The camera mirrors its picture")
        row = QHBoxLayout()
        label = put(Label(parent=self), "Length of the line")
        label.setBuddy(self.ruler)
        row.addWidget(label)
        row.addWidget(self.ruler)
        row.addStretch(1)
        self.inside.addLayout(row)
        self.inside.addWidget(self.mirrored)
        self.inside.addLayout(self.buttons)

    def finish(self) -> None:
        """Take what was seen so far as the calibration."""
        if isinstance(self.look, Calibrating):
            self.look.finish()

    def _begin(self, source: str) -> SourceLook:
        return self._make(source, ruler_mm=self.ruler.value(), mirrored=self.mirrored.isChecked())

    def _show(self, look: SourceLook) -> None:
        assert isinstance(look, Calibrating)
        self.picture.show_points(look.corners)
        self.say(look.told(spoken()))
        self.end_button.setEnabled(not look.kept and look.progress is not None)
