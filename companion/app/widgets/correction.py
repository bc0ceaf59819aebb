"""Setting a card right without stopping play: which card it was, who played it, or that it was none."""

import numpy as np
from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFont, QImage, QKeyEvent, QPixmap
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from companion.app.model.choice import Subject, ranked
from companion.app.widgets.candidates import CandidateRow
from companion.app.widgets.cards import CardPictures
from companion.app.widgets.deck import DeckView
from companion.app.widgets.labels import Label
from companion.app.widgets.seats import seat_icon
from companion.cards import DECKS, card_name
from companion.vision.types import Image

_MOST = 5
_CROP_HEIGHT = 6.2
"""Lines of text."""


class CorrectionPanel(QFrame):
    """Shows one card and everything it may have been.

    Signals:
        card_chosen: The code.
        seat_chosen: The seat.
        removed: It was no card that counts.
        closed: The person is done.
    """

    card_chosen = Signal(str)
    seat_chosen = Signal(int)
    removed = Signal()
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("panel")
        self.setAccessibleName("Correct a card")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._title = Label(parent=self, size=1.4, weight=QFont.Weight.DemiBold)
        self._complaint = Label(parent=self, tone="warning", wraps=True)
        self._crop = QLabel(self)
        self._crop.setAccessibleName("The card as the camera sees it")
        self.candidates = CandidateRow(_MOST, self)
        self._seats = QHBoxLayout()
        self._seat_group = QButtonGroup(self)
        self.search = QLineEdit(self)
        self.search.setPlaceholderText("Type to find a card: king cu, 3 sw …")
        self.search.setAccessibleName("Find a card by name")
        self.search.setClearButtonEnabled(True)
        self.deck = DeckView(self)
        self.remove_button = QPushButton("No card (Del)", self)
        self.remove_button.setToolTip("This play never was: take it out")
        close = QPushButton("Done (Esc)", self)
        self._lay_out(close)
        self.candidates.chosen.connect(self.card_chosen)
        self.deck.card_chosen.connect(self.card_chosen)
        self.search.textChanged.connect(self.deck.search)
        self.search.returnPressed.connect(self.deck.choose_current)
        self.search.installEventFilter(self)
        self.remove_button.clicked.connect(self.removed)
        close.clicked.connect(self.closed)
        self._seat_group.idClicked.connect(self.seat_chosen)

    def _lay_out(self, close: QPushButton) -> None:
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(self.remove_button)
        head.addWidget(close)
        beside = QVBoxLayout()
        beside.setSpacing(8)
        self._seats.setSpacing(6)
        beside.addLayout(self._seats)
        beside.addWidget(self.candidates)
        beside.addWidget(self.search)
        top = QHBoxLayout()
        top.setSpacing(14)
        top.addWidget(self._crop, 0, Qt.AlignmentFlag.AlignTop)
        top.addLayout(beside, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 12, 16, 12)
        layout.addLayout(head)
        layout.addWidget(self._complaint)
        layout.addLayout(top)
        layout.addWidget(self.deck, 1)

    def open_for(
        self,
        subject: Subject,
        names: tuple[str, ...],
        played: frozenset[str],
        pictures: CardPictures,
        crop: Image | None,
    ) -> None:
        """Show a card.

        Args:
            subject: What is to be set right.
            names: The players, seat 0 first.
            played: Codes already played in the hand.
            pictures: Of the deck.
            crop: The card as the camera sees it; None where it does not.
        """
        title = _title(subject, names, pictures.deck_id)
        self._title.setText(title)
        self.setAccessibleDescription(title)
        self.complain("")
        self._show_crop(crop)
        self._show_seats(subject, names)
        self.candidates.show_candidates(ranked(subject), pictures)
        self.deck.show_deck(pictures, played, subject.code)
        self.search.clear()
        self.remove_button.setEnabled(subject.fact is not None or subject.question is not None)
        self.setFocus()

    def complain(self, complaint: str) -> None:
        """Say why something cannot be; empty for nothing to say."""
        self._complaint.setText(complaint)
        self._complaint.setVisible(bool(complaint))

    # Keys

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the arrow keys leave the text field for the cards."""
        pressed = event.key() if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress else None
        if watched is self.search and pressed == Qt.Key.Key_Down:
            self.deck.setFocus()
            return True
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take one-key answers; anything else typed looks for a card by name."""
        text = event.text()
        if text.isdecimal() and text.isascii() and self.candidates.choose(int(text) - 1):
            return
        if event.key() == Qt.Key.Key_Delete and self.remove_button.isEnabled():
            self.removed.emit()
        elif text.isprintable() and text.strip():
            self.search.setFocus()
            self.search.setText("" if text == "/" else text)
        else:
            super().keyPressEvent(event)

    # Parts

    def _show_crop(self, crop: Image | None) -> None:
        self._crop.setVisible(crop is not None)
        if crop is None:
            return
        pixels = np.ascontiguousarray(crop)
        height, width = pixels.shape[:2]
        image = QImage(pixels.data, width, height, 3 * width, QImage.Format.Format_BGR888)
        lines = round(self.fontMetrics().height() * _CROP_HEIGHT * self.devicePixelRatioF())
        pixmap = QPixmap.fromImage(image.scaledToHeight(lines, Qt.TransformationMode.SmoothTransformation))
        pixmap.setDevicePixelRatio(self.devicePixelRatioF())
        self._crop.setPixmap(pixmap)

    def _show_seats(self, subject: Subject, names: tuple[str, ...]) -> None:
        for button in self._seat_group.buttons():
            self._seat_group.removeButton(button)
            button.deleteLater()
        while (item := self._seats.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        who = Label("Played by", self)
        who.follow(self.font())
        self._seats.addWidget(who)
        for seat, name in enumerate(names):
            button = QPushButton(seat_icon(seat), name, self)
            button.setCheckable(True)
            button.setChecked(seat == subject.seat)
            button.setEnabled(subject.fact is not None or subject.question is None)
            self._seat_group.addButton(button, seat)
            button.setFont(self.font())
            self._seats.addWidget(button)
        self._seats.addStretch(1)


def _title(subject: Subject, names: tuple[str, ...], deck: str) -> str:
    who = names[subject.seat] if subject.seat is not None else "Somebody"
    if subject.fact is None and subject.question is None:
        return "A card that does not count yet"
    if subject.code is None:
        return f"Which card did {who} play?"
    return f"{who} played the {card_name(DECKS[deck].parse(subject.code))}"
