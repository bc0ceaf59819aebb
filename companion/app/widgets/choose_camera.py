"""The last step of a new game: where the picture comes from, a look at it, and one card to test."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from companion.app import theme
from companion.app.model.opening import spec_of
from companion.app.model.preview import Preview, checked, preview_of, verdict
from companion.app.model.setup import Setup
from companion.app.widgets.fields import ChoiceField
from companion.app.widgets.labels import Label
from companion.app.widgets.panels import panel
from companion.app.widgets.preview import PreviewPicture
from companion.app.widgets.reading import read_out
from companion.app.widgets.sources import FindCameras, SourceField
from companion.app.words import put, spoken, tr
from companion.language import mark
from companion.rules.forty_cards import is_of_forty, told_before_a_game
from companion.vision.gallery_shelf import taught_decks

_ADVICE = (
    mark("The whole table is in the picture, and little else."),
    mark("The camera looks down as steeply as it can."),
    mark("No lamp or window is mirrored in the cards."),
)

_SETTLED = 700
"""Milliseconds without a change after which a source that was entered is opened."""

_AGAIN = 2000
"""Milliseconds after which a camera that could not be opened is tried again, and others are looked for: they may have
been plugged in."""

PreviewMaker = Callable[[str, str, str], Preview]
"""Begins to look at a source, given it, the id of the deck and the name of the taught one, empty for none."""


class CameraChoice(QWidget):
    """Source, live picture and what is read in it. The source is looked at while the step is on the screen.

    Signals:
        changed: Another source was chosen.
        found: A source that could not be opened gives a picture.
        turn_wanted: Everybody sits one seat further.

    Attributes:
        may_turn: Whether people may still say who sits where.
    """

    changed = Signal()
    found = Signal()
    turn_wanted = Signal()

    def __init__(
        self,
        setup: Setup,
        find_cameras: FindCameras,
        make_preview: PreviewMaker = preview_of,
        parent: QWidget | None = None,
    ) -> None:
        """Make the step.

        Args:
            setup: Holds the choices.
            find_cameras: Tells which cameras there are.
            make_preview: Begins to look at a source.
            parent: The widget this is part of.
        """
        super().__init__(parent)
        self._setup = setup
        self._make_preview = make_preview
        self._preview: Preview | None = None
        self._here = self._failed = False
        self.may_turn = True
        self.source = SourceField(setup, find_cameras, self)
        self.picture = PreviewPicture(self, hugs=True)
        self.verdict = put(Label(parent=self, size=theme.HEADING, wraps=True), name="What the camera check says")
        self._settled = QTimer(self)
        self._settled.setSingleShot(True)
        self._settled.setInterval(_SETTLED)
        self._settled.timeout.connect(self._open)
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.setInterval(_AGAIN)
        self._again.timeout.connect(self._try_again)
        self._plugged = QTimer(self)
        self._plugged.setInterval(_AGAIN)
        self._plugged.timeout.connect(self._look_for_cameras)
        self.source.changed.connect(self._source_changed)
        self.design = put(ChoiceField(self), name="Which design the cards have")
        self.design.activated.connect(self._choose_design)
        self.too_small = Label(parent=self, tone="warning", wraps=True)
        self.too_small.hide()
        self._of_forty: frozenset[str] = frozenset()
        from_where, left = panel("Where the picture comes from", self)
        left.addWidget(self.source)
        left.addWidget(self.design)
        left.addWidget(self.too_small)
        check, below = panel("What helps", self)
        for advice in _ADVICE:
            below.addWidget(put(Label(parent=check, tone="quiet", wraps=True), advice))
        self.checked = put(Label(parent=check, wraps=True), name="Camera check")
        below.addWidget(self.checked)
        column = QVBoxLayout()
        column.addWidget(from_where)
        column.addWidget(check)
        column.addStretch(1)
        seen, right = panel("What the camera sees", self)
        right.addWidget(self.picture, 1)
        below_picture = QHBoxLayout()
        below_picture.addWidget(self.verdict, 1)
        self.turn_button = put(QPushButton(seen), "Turn the table", tip="Everybody moves one seat on, clockwise")
        self.turn_button.clicked.connect(self.turn_wanted)
        below_picture.addWidget(self.turn_button)
        right.addLayout(below_picture)
        right.addStretch(0)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(24)
        row.addLayout(column, 8)
        row.addWidget(seen, 11)

    def enter(self) -> None:
        """The step is on the screen: begin to look."""
        self._here = True
        self.source.offer_cameras()
        self._offer_designs()
        self.show_seats()
        self._plugged.start()
        self._open()

    def leave(self) -> None:
        """The step is gone: let go of the source."""
        self._here = False
        self._plugged.stop()
        self._close()

    def show_seats(self) -> None:
        """Show who sits where in the picture."""
        self.picture.show_seats(self._setup.called)

    def look_now(self) -> None:
        """Open the source that was entered without waiting for more."""
        if self._here and self._settled.isActive():
            self._open()

    def refresh(self) -> None:
        """Show what is new."""
        preview = self._preview
        if preview is None:
            return
        self.turn_button.setVisible(preview.opened and self.may_turn)
        if preview.problem:
            # Where it was opened, what reads cards is missing or damaged: neither a picture nor a camera mends that.
            self._failed = not preview.opened
            self.picture.show_message(preview.trouble.told(spoken()))
            hint = tr("No camera at hand? Choose “Simulated table” to see how it goes.") if self._failed else ""
            self._say(hint, True)
            if self._setup.kind != "file" and not self._again.isActive():
                self._again.start()
            return
        if missing := preview.missing(spoken()):
            self.picture.show_message(missing)
            self._say(tr("It goes on by itself as soon as there is a picture."), True)
            return
        picture = preview.picture()
        if picture is not None:
            ratio = self.devicePixelRatioF()
            preview.show_at(round(self.picture.width() * ratio), round(self.picture.height() * ratio))
            self.picture.show_picture(picture)
            if self._failed:
                self._failed = False
                self.found.emit()
        if preview.opened and not self.picture.message:
            deck = self._setup.game.deck.id
            self.picture.show_cards(preview.cards or (), deck)
            self._say(*verdict(preview.cards, deck, spoken()))
            found = checked(preview.report, spoken(), mirrored=preview.mirrored, unused=preview.unused)
            if self.checked.text() != found:
                self.checked.setText(found)

    def changeEvent(self, event: QEvent) -> None:
        """Say it in the new language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and self._here:
            self._offer_designs()
            if self._preview is None:
                self._open()

    def _offer_designs(self) -> None:
        """Offer the taught decks of this kind, where there are any, beside the usual designs."""
        deck = self._setup.game.deck.id
        chosen = self._setup.taught.get(deck, "")
        # One that is gone, or damaged, is still what was chosen: the picture says what is the matter with it.
        taught = [taught for taught in taught_decks() if taught.deck == deck]
        names = sorted({*(each.name for each in taught), chosen} - {""})
        self._of_forty = frozenset(each.name for each in taught if is_of_forty(deck, each.missing))
        self.design.clear()
        self.design.addItem(tr("Cards of a usual design"), "")
        for name in names:
            self.design.addItem(tr("The taught deck “{name}”", name=name), name)
        self.design.setCurrentIndex(self.design.findData(chosen))
        self.design.setVisible(bool(names))
        self._tell_of_forty()

    def _tell_of_forty(self) -> None:
        """Say what is to be done where the deck that is chosen is too small for the game."""
        name = str(self.design.currentData() or "")
        told = told_before_a_game(name, spoken()) if name in self._of_forty and self._setup.kind != "simulated" else ""
        is_new = self.too_small.text() != told
        self.too_small.setText(told)
        self.too_small.setVisible(bool(told))
        if is_new:
            read_out(self.too_small, told)

    def _choose_design(self) -> None:
        deck = self._setup.game.deck.id
        self._setup.taught[deck] = str(self.design.currentData())
        self._source_changed()

    def _source_changed(self) -> None:
        self._tell_of_forty()
        self.changed.emit()
        if self._here:
            self._close()
            self._settled.start()

    def _look_for_cameras(self) -> None:
        """Offer what was plugged in meanwhile; the camera that is meant is looked at as soon as it is there."""
        if self.source.offer_cameras() and self._setup.kind == "camera":
            self._source_changed()

    def _try_again(self) -> None:
        """Open the source anew, the message of the last time left where it is."""
        if self._preview is not None:
            self._look_at(self._setup.sources[self._setup.kind].strip())

    def _open(self) -> None:
        self._close()
        self.turn_button.hide()
        source = self._setup.sources[self._setup.kind].strip()
        if self._setup.kind == "simulated":
            self.picture.show_message(tr("A simulated table needs no check: start the game."))
            self._say("", True)
        elif not source:
            self.picture.show_message(tr("Choose a source to see its picture."))
            self._say("", True)
        else:
            self.picture.show_message(tr("Opening …"))
            self._say("", True)
            self._look_at(source)

    def _look_at(self, source: str) -> None:
        self._close()
        deck = self._setup.game.deck.id
        taught = self._setup.taught.get(deck, "")
        self._preview = self._make_preview(spec_of(self._setup.kind, source), deck, taught)

    def _close(self) -> None:
        self._settled.stop()
        self._again.stop()
        self.checked.setText("")
        if self._preview is not None:
            self._preview.close()
            self._preview = None

    def _say(self, text: str, fine: bool) -> None:
        if self.verdict.text() != text:
            self.verdict.setText(text)
            self.verdict.setAccessibleDescription(text)
            read_out(self.verdict, text)
        tone = "" if fine else "warning"
        if self.verdict.property("tone") != tone:
            self.verdict.setProperty("tone", tone)
            self.verdict.style().polish(self.verdict)
