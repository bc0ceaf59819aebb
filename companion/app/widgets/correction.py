"""Setting a play right without stopping the game: which cards it was, who played it, or that it never was."""

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QBoxLayout,
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from companion.app.model.choice import Codes
from companion.app.model.picking import Effects, Picking, Told
from companion.app.widgets.candidates import CandidateRow
from companion.app.widgets.cards import CardPictures, image_pixmap
from companion.app.widgets.deck import DeckView
from companion.app.widgets.labels import Label, let_be_low
from companion.app.widgets.reading import read_out
from companion.app.widgets.seats import seat_icon
from companion.app.words import put, tr
from companion.vision.types import Image

_MOST = 5
_SEATS = 5
"""The most players there are."""

_BESIDE = 24
"""Lines of text that the panel is wide at least where its title has room beside the buttons."""

_MARGIN = 16
_PADDING = 38
"""Pixels beside the text of a button, with what parts it from the next."""

_BESIDE_KEYS: Mapping[int, int] = {Qt.Key.Key_PageUp: -1, Qt.Key.Key_PageDown: 1}
"""Go to the play before, or after."""

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)

_CROP_HEIGHT = 6.2
"""Lines of text."""


class CorrectionPanel(QFrame):
    """Shows one play and everything it may have been, and what a change would do before it is made.

    Signals:
        cards_chosen: The codes, as a tuple.
        seat_chosen: The seat.
        removed: It was no card that counts.
        play_before_wanted: A play was missed before it.
        taking_wanted: What the Thief took in its trick is to be said anew.
        beside_wanted: It is another play that is to be set right: so many before (negative) or after this one.
        closed: The person is done.

    Attributes:
        chosen: What is picked at present.
    """

    cards_chosen = Signal(tuple)
    seat_chosen = Signal(int)
    removed = Signal()
    play_before_wanted = Signal()
    taking_wanted = Signal()
    beside_wanted = Signal(int)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("panel")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.chosen: Codes = ()
        self._found_nothing = False
        self._digit = ""
        self._picking: Picking | None = None
        self._names: tuple[str, ...] = ()
        self._effects = Effects()
        self._title = Label(parent=self, size=1.4, weight=QFont.Weight.DemiBold, wraps=True)
        self._hint = Label(parent=self, tone="quiet", wraps=True)
        self.effect = Label(parent=self, size=1.15, wraps=True)
        self._complaint = Label(parent=self, tone="warning", wraps=True)
        self._crop = put(QLabel(self), name="The card as the camera sees it")
        self.candidates = CandidateRow(_MOST, self)
        self._seats = QHBoxLayout()
        self._seat_group = QButtonGroup(self)
        self.search = put(QLineEdit(self), hint="Type to find a card …", name="Find a card by name")
        self.search.setClearButtonEnabled(True)
        self.deck = DeckView(self)
        self.take_button = put(
            QPushButton(self), "Take it (Enter)", tip="Make it so; a second click on the card does the same"
        )
        self.take_button.setProperty("tone", "primary")
        self.remove_button = put(QPushButton(self), "No card (Del)", tip="This play never was: take it out")
        self.before_button = put(
            QPushButton(self), "Missed before (Ins)", tip="Add a play that was missed before this one"
        )
        self.thief_button = put(
            QPushButton(self), "What the Thief took …", tip="Say anew which seven the Thief took in this trick, or none"
        )
        self.close_button = put(QPushButton(self), "Done (Esc)")
        self._named = {
            self.before_button: "Missed before (Ins)",
            self.remove_button: "No card (Del)",
            self.close_button: "Done (Esc)",
        }
        self._head = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        head = self._head
        head.addWidget(self._title, 1)
        buttons = QHBoxLayout()
        for button in (self.before_button, self.remove_button, self.close_button):
            buttons.addWidget(button)
        head.addLayout(buttons)
        beside = QVBoxLayout()
        beside.setSpacing(8)
        self._seats.setSpacing(6)
        beside.addLayout(self._seats)
        beside.addWidget(self.candidates)
        find = QHBoxLayout()
        find.addWidget(self.search, 1)
        find.addWidget(self.take_button)
        beside.addLayout(find)
        beside.addWidget(self.thief_button, 0, Qt.AlignmentFlag.AlignLeft)
        beside.addWidget(self.effect)
        top = QHBoxLayout()
        top.setSpacing(14)
        top.addWidget(self._crop, 0, Qt.AlignmentFlag.AlignTop)
        top.addLayout(beside, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(_MARGIN, 12, _MARGIN, 12)
        layout.addLayout(head)
        layout.addWidget(self._hint)
        layout.addWidget(self._complaint)
        layout.addLayout(top)
        layout.addWidget(self.deck, 1)

    def _connect(self) -> None:
        self.candidates.chosen.connect(self._take_candidate)
        self.deck.picked.connect(self._pick)
        self.deck.taken.connect(self.take)
        self.search.textChanged.connect(self._find)
        self.search.installEventFilter(self)
        self.take_button.clicked.connect(self.take)
        self.remove_button.clicked.connect(self.removed)
        self.before_button.clicked.connect(self.play_before_wanted)
        self.thief_button.clicked.connect(self.taking_wanted)
        self.close_button.clicked.connect(self.closed)
        self._seat_group.idClicked.connect(self.seat_chosen)
        for seat in range(_SEATS):
            QShortcut(
                QKeySequence(f"Alt+{seat + 1}"),
                self,
                partial(self._take_seat, seat),
                context=Qt.ShortcutContext.WidgetWithChildrenShortcut,
            )

    def open_for(
        self,
        picking: Picking,
        names: tuple[str, ...],
        played: frozenset[str],
        pictures: CardPictures,
        crop: Image | None,
        effects: Effects,
    ) -> None:
        """Show a play.

        Args:
            picking: What is picked.
            names: The players, seat 0 first.
            played: Codes already played in the hand.
            pictures: Of the deck.
            crop: The card as the camera sees it; None where it does not.
            effects: What a change would do to the game.
        """
        self._picking, self._names, self._effects = picking, names, effects
        self._title.setText(picking.title)
        self.setAccessibleName(tr("Correct a card") if picking.corrects else picking.title)
        self.setAccessibleDescription(picking.title)
        self._hint.setText(picking.hint)
        self._hint.setVisible(bool(picking.hint))
        self.complain("")
        self._show_crop(crop)
        self._show_seats(picking, names)
        self.candidates.setVisible(bool(picking.candidates))
        self.candidates.show_candidates(
            picking.candidates, pictures, lambda code: effects.of_cards(picking.with_code(code))
        )
        self.deck.show_deck(pictures, played, picking.allowed, picking.fewest > 1)
        self.search.clear()
        self._digit = ""
        self._choose(picking.chosen)
        self.remove_button.setVisible(picking.removable)
        self.remove_button.setToolTip(effects.of_nothing.text or tr("This play never was: take it out"))
        self.before_button.setVisible(picking.can_precede)
        self.thief_button.setVisible(picking.can_retake)
        self.setFocus()

    def follow(self, picking: Picking | None, names: tuple[str, ...]) -> bool:
        """Tell what the play is now; return whether it, or a player's name, is another, and is to be shown anew."""
        shown = self._picking
        if picking is None or shown is None:
            return True
        self._title.setText(picking.title)
        shows = shown.seat, shown.chosen, shown.removable, shown.can_retake, self._names
        return (picking.seat, picking.chosen, picking.removable, picking.can_retake, names) != shows

    def pick_again(self, typed: str, codes: Codes) -> None:
        """Pick what was picked before it was another's play.

        Args:
            typed: What was looked for; empty for nothing.
            codes: What was picked.
        """
        if typed:
            self._look_for(typed)
        self._choose(codes)

    def complain(self, complaint: str) -> None:
        """Say why something cannot be; empty for nothing to say."""
        self._complaint.setText(complaint)
        self._complaint.setVisible(bool(complaint))

    def take(self) -> None:
        """Make what is picked so, where it is enough and something else than before."""
        picking = self._picking
        if self._found_nothing:
            self.complain(tr("There is no card of this name"))
        elif picking is not None and picking.fewest <= len(self.chosen) <= picking.most:
            if self.chosen == picking.chosen and picking.removable:
                self.closed.emit()
            else:
                self.cards_chosen.emit(self.chosen)

    def _pick_candidate(self, digit: str) -> bool:
        """Pick the candidate of a digit; return whether one is seen."""
        place = int(digit) - 1 if digit.isdecimal() and digit.isascii() else -1
        code = self.candidates.at(place)
        if self._picking is None or code is None:
            return False
        self.search.clear()  # What was looked for before is no longer meant.
        self._choose(self._picking.with_code(code))
        read_out(self.candidates, self.candidates.told(place))
        return True

    def _take_candidate(self, code: str) -> None:
        if self._picking is not None:
            self.cards_chosen.emit(self._picking.with_code(code))

    def event(self, event: QEvent) -> bool:
        """Where there is no room beside its buttons let the title stand above them, and what is clicked be lower."""
        done = super().event(event)
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest, QEvent.Type.LanguageChange):
            self._name_buttons()
        if event.type() in (QEvent.Type.Resize, QEvent.Type.FontChange):
            narrow = self.width() < _BESIDE * self.fontMetrics().height()
            way = QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
            self._head.setDirection(way)
            for clicked in (self.search, *self.findChildren(QPushButton)):
                if not self.candidates.isAncestorOf(clicked):
                    let_be_low(clicked, narrow)
        return done

    def _name_buttons(self) -> None:
        """Let the buttons of the title name their keys as well where all of that can be read."""
        named = [(button, tr(text)) for button, text in self._named.items() if not button.isHidden()]
        needed = sum(button.fontMetrics().horizontalAdvance(text) + _PADDING for button, text in named)
        brief = needed > self.contentsRect().width() - 2 * _MARGIN
        for button, text in named:
            button.setText(text.rpartition(" (")[0] if brief else text)

    # Keys

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the arrow keys leave the text field for the cards, and Enter take the card once: it comes here, too."""
        pressed = event.key() if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress else None
        if watched is self.search and pressed == Qt.Key.Key_Down:
            self.deck.setFocus()
            return True
        if watched is self.search and pressed in _ENTER:
            self.take()
            return True
        if watched is self.search and pressed is not None and pressed in _BESIDE_KEYS:
            self.beside_wanted.emit(_BESIDE_KEYS[pressed])
            return True
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take keys, and pick a candidate by its digit; anything else typed looks for a card by name.

        Names of cards begin with digits, too: a digit is taken by Enter alone, and what is typed after it makes a name.
        """
        text, digit = event.text(), self._digit
        if text:  # Shift alone does not part a digit from what is typed after it.
            self._digit = ""
        if event.key() == Qt.Key.Key_Delete and self.remove_button.isVisible():
            self.removed.emit()
        elif event.key() == Qt.Key.Key_Insert and self.before_button.isVisible():
            self.play_before_wanted.emit()
        elif event.key() in _BESIDE_KEYS:
            self.beside_wanted.emit(_BESIDE_KEYS[event.key()])
        elif event.key() in _ENTER:
            self.take()
        elif text and text.isprintable() and (text.strip() or digit):
            self._type(text, digit)
        else:
            super().keyPressEvent(event)

    def _type(self, text: str, digit: str) -> None:
        """Go on with a name that began with a digit, where cards have such names; else begin anew."""
        if digit and self.deck.means(digit + text):
            self._look_for(digit + text)
        elif self._pick_candidate(text):
            self._digit = text
        else:
            self._look_for("" if text == "/" else text)

    def _look_for(self, text: str) -> None:
        self.search.setFocus()
        self.search.setText(text)

    def _take_seat(self, seat: int) -> None:
        button = self._seat_group.button(seat)
        if button is not None:
            button.click()

    # Picking

    def _find(self, text: str) -> None:
        self.complain("")
        self._found_nothing = not self.deck.search(text) and bool(text.strip())
        if (self._found_nothing or not text.strip()) and self._picking is not None:
            self._choose(self._picking.chosen)  # What was found before is no longer meant.

    def _pick(self, code: str, adds: bool) -> None:
        picking, self._digit = self._picking, ""
        if picking is None:
            return
        if not adds or picking.most == 1:
            self._choose((code,))
        elif code in self.chosen:
            self._choose(tuple(other for other in self.chosen if other != code))
        elif len(self.chosen) < picking.most:
            self._choose((*self.chosen, code))

    def _choose(self, codes: Codes) -> None:
        picking = self._picking
        self.chosen = codes
        self.deck.mark(codes)
        if picking is None:
            return
        self.candidates.mark(next((c for c in self.candidates.codes if picking.with_code(c) == codes), None))
        enough = picking.fewest <= len(codes) <= picking.most
        self.take_button.setEnabled(enough)
        if picking.fewest > 1:
            self.effect.setText(tr("Cards: {count} of {all}", count=len(codes), all=picking.fewest))
        else:
            told = self._effects.of_cards(codes) if enough and codes != picking.chosen else Told()
            self.effect.setText(told.text)
            self.effect.tone("" if told.possible else "warning")

    # Parts

    def _show_crop(self, crop: Image | None) -> None:
        self._crop.setVisible(crop is not None)
        if crop is not None:
            self._crop.setPixmap(image_pixmap(crop, self, _CROP_HEIGHT))

    def _show_seats(self, picking: Picking, names: tuple[str, ...]) -> None:
        for button in self._seat_group.buttons():
            self._seat_group.removeButton(button)
        while (item := self._seats.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        if not picking.asks_seat:
            return
        who = Label(tr("Played by"), self)
        who.follow(self.font())
        self._seats.addWidget(who)
        for seat, name in enumerate(names):
            button = QPushButton(seat_icon(seat), name, self)
            button.setCheckable(True)
            button.setChecked(seat == picking.seat)
            effect = self._effects.of_seat(seat).text if seat != picking.seat else ""
            button.setToolTip(f"{effect} (Alt+{seat + 1})".strip())
            button.setFont(self.font())
            button.setMinimumHeight(self.search.minimumHeight())
            button.setProperty("low", self.search.property("low"))
            self._seat_group.addButton(button, seat)
            self._seats.addWidget(button)
        self._seats.addStretch(1)
