"""A guided flow before a camera: what to do on the left, what is seen on the right."""

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from companion.app import theme
from companion.app.model.looking import SourceLook
from companion.app.model.opening import spec_of
from companion.app.model.setup import Setup
from companion.app.widgets.labels import Label
from companion.app.widgets.panels import panel
from companion.app.widgets.preview import PreviewPicture
from companion.app.widgets.reading import read_out
from companion.app.widgets.sources import SourceField
from companion.app.words import put, spoken, tr


class Flow(Protocol):
    """One of several flows on a page."""

    def enter(self) -> None:
        """The flow is on the screen."""

    def leave(self) -> None:
        """The flow is left: end what runs."""

    def refresh(self) -> None:
        """Show what is new."""


class SourceFlow(QWidget):
    """Shares the choice of a source, the picture, and a button that begins and one that ends.

    Those derived from it make what looks (`_begin`) and show what it sees (`_show`).
    """

    def __init__(
        self, title: str, steps: Sequence[str], setup: Setup, source: SourceField, parent: QWidget | None = None
    ) -> None:
        """Make the flow.

        Args:
            title: A message to translate.
            steps: What to do, one after the other; messages to translate.
            setup: Holds the source that is chosen.
            source: Lets a person choose it.
            parent: The widget this is part of.
        """
        super().__init__(parent)
        self.setup = setup
        self.source = source
        self.look: SourceLook | None = None
        self.picture = PreviewPicture(self)
        self.told = put(Label(parent=self, size=theme.STRONG, wraps=True), name="What to do next")
        self.begin_button = put(QPushButton(self), "Begin")
        self.begin_button.setProperty("tone", "primary")
        self.end_button = put(QPushButton(self), "Keep what was seen")
        self.begin_button.clicked.connect(self.begin)
        self.end_button.clicked.connect(self.finish)
        frame, self.inside = panel(title, self)
        for step in steps:
            self.inside.addWidget(put(Label(parent=frame, tone="quiet", wraps=True), step))
        self.inside.addWidget(source)
        buttons = QHBoxLayout()
        buttons.addWidget(self.begin_button)
        buttons.addWidget(self.end_button)
        buttons.addStretch(1)
        self.buttons = buttons
        seen, right = panel("What the camera sees", self)
        right.addWidget(self.picture, 1)
        right.addWidget(self.told)
        self.right = right
        self.left = left = QVBoxLayout()
        left.addWidget(frame)
        left.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(24)
        row.addLayout(left, 8)
        row.addWidget(seen, 11)
        source.changed.connect(self.leave)
        self._rest()
        self._show_state()

    def begin(self) -> None:
        """Open the source and begin to look."""
        self.leave()
        kind = self.source.kind
        source = self.setup.sources[kind].strip()
        if not source:
            self.told.setText(tr("Choose a camera, a file or an address first."))
            return
        self.picture.show_message(tr("Opening …"))
        self.say("")
        self.look = self._begin(spec_of(kind, source))
        self._show_state()

    def finish(self) -> None:
        """Keep what was seen so far."""

    def enter(self) -> None:
        """The flow is on the screen."""
        self.source.follow()

    def leave(self) -> None:
        """The flow is left: let go of the source."""
        if self.look is not None:
            self.look.close()
            self._left(self.look)
            if not self.look.kept and not self.look.failure.told():
                self.told.setText("")  # What was to be done next is not to be done any more.
            self.look = None
        self._rest()
        self._show_state()

    def changeEvent(self, event: QEvent) -> None:
        """Say everything in the language that was switched to."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and self.look is None:
            self._rest()
            self.told.setText("")

    def _left(self, look: SourceLook) -> None:
        """Hear that nobody looks any more."""

    def _rest(self) -> None:
        self.picture.show_message(tr("Press “Begin” to see the picture."))

    def refresh(self) -> None:
        """Show what is new."""
        look = self.look
        if look is None:
            return
        if look.problem:
            self.picture.show_message(look.trouble.told(spoken()))
            self.say("")
            self.end_button.setEnabled(False)
            return
        if missing := look.missing(spoken()):
            self.picture.show_message(missing)
            if look.kept or look.failure.told():
                self._show(look)
            else:
                self.say(tr("It goes on by itself as soon as there is a picture."))
            return
        picture = look.picture()
        if picture is not None:
            ratio = self.devicePixelRatioF()
            look.show_at(round(self.picture.width() * ratio), round(self.picture.height() * ratio))
            self.picture.show_picture(picture)
        if look.opened:
            self._show(look)

    def say(self, text: str) -> None:
        """Tell a person what to do next."""
        if self.told.text() != text:
            self.told.setText(text)
            self.told.setAccessibleDescription(text)
            read_out(self.told, text)

    def _show_state(self) -> None:
        self.end_button.setEnabled(self.look is not None)

    def _begin(self, source: str) -> SourceLook:
        raise NotImplementedError

    def _show(self, look: SourceLook) -> None:
        raise NotImplementedError
