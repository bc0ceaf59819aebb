"""Whose a card was that lies between two players: one press says it, and nothing waits for that."""

from functools import partial

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFont, QKeySequence, QShortcut
from PySide6.QtWidgets import QBoxLayout, QFrame, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from companion.app.model.live import LiveTable
from companion.app.widgets.button_row import ButtonRow
from companion.app.widgets.fitting import FittingRow
from companion.app.widgets.labels import YieldingLabel, let_be_low
from companion.app.widgets.seats import seat_icon
from companion.app.widgets.tabs import Tabs
from companion.app.words import put
from companion.cards import card_noun

_MOST = 5
"""Seats at a table."""

_GAP = 12
"""Pixels between the question and the buttons beside it."""

_ROOMY = 14
"""Lines of type that a panel is high at least where the offer leaves the views below it room enough."""


class WhoseBar(FittingRow):
    """Offers a button a player; whom the card is entered for comes first, and is marked.

    Signals:
        chosen: The seat.
    """

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        put(self, name="Whose card it was")
        self._seats: tuple[int, ...] = ()
        self._shown: tuple[object, ...] = ()
        self._question = YieldingLabel(parent=self, weight=QFont.Weight.DemiBold, tone="accent")
        self._buttons = tuple(QPushButton(self) for _ in range(_MOST))
        self._row = ButtonRow(self._buttons)
        for place, button in enumerate(self._buttons):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            let_be_low(button, True)
            button.clicked.connect(lambda _=False, place=place: self._choose(self._seats[place]))
            # While it is not seen these keys are others'.
            QShortcut(QKeySequence(f"Alt+{place + 1}"), self, partial(self._choose, place))
        self._layout = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.addWidget(self._question)
        self._layout.addWidget(self._row, 1)
        # However long the names are, the column it stands in is no wider.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.hide()

    def follow(self, live: LiveTable | None) -> None:
        """Offer what is open at a table; nothing where None."""
        card = live.editor.whose.card if live is not None else None
        self.setVisible(card is not None)
        if live is None or card is None:
            return
        names, say = live.snapshot.names, live.language.text
        told = tuple(live.editor.effect_of_seat(card.fact, seat).text for seat in card.seats[1:])
        shown = (card, names, told, live.language.code)
        if shown == self._shown:
            return
        self._shown, self._seats = shown, card.seats
        question = say("Whose was {card.the}?").format(card=card_noun(live.game.deck.parse(card.card), live.language))
        self._question.setText(question)
        self.setAccessibleDescription(question)
        effects = (say("It stays so"), *told)
        for place, button in enumerate(self._buttons):
            button.setVisible(place < len(card.seats))
        for button, seat, effect in zip(self._buttons, card.seats, effects, strict=False):
            present = seat == card.seats[0]
            button.setIcon(seat_icon(seat))
            button.setText(names[seat])
            button.setToolTip(f"{effect} (Alt+{seat + 1})")
            button.setAccessibleDescription(effect)
            button.setCheckable(present)  # To a screen reader, the others are no switches.
            button.setChecked(present)

    def fit(self) -> None:
        """Put the buttons beside the question, or below it where they have no room there."""
        beside = self._question.sizeHint().width() + _GAP + self._row.sizeHint().width() <= self.width()
        way = QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom
        if way != self._layout.direction():
            self._layout.setDirection(way)
        self._layout.setSpacing(_GAP if beside else 2)

    def _choose(self, seat: int) -> None:
        if seat in self._seats:
            self.chosen.emit(seat)


class OfferPanel(QFrame):
    """Views with an offer above them, which takes the room of no other panel."""

    def __init__(self, offer: QWidget, views: Tabs) -> None:
        """Make the panel.

        Args:
            offer: What is hidden while nothing is offered.
            views: What stands below it.
        """
        super().__init__()
        self.setObjectName("panel")
        self._offer, self._views = offer, views
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 8, 12, 8)
        layout.addWidget(offer)
        layout.addWidget(views, 1)

    def event(self, event: QEvent) -> bool:
        """Where there is little room, let the offer stand in the place of what leads to the other views."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            is_low = self.height() < _ROOMY * self.fontMetrics().height()
            self._views.give_way(is_low and not self._offer.isHidden())
        return super().event(event)
