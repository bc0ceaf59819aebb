"""Offers games that broke off, and results that nobody saw, all at once."""

from PySide6.QtCore import Qt, Signal, SignalInstance
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QListWidget, QListWidgetItem, QPushButton, QWidget

from companion.app import theme
from companion.app.model.keeping import KeptGame
from companion.app.model.offers import Offer, newest_first
from companion.app.widgets.dialogs import fill_dialog
from companion.app.widgets.labels import Label
from companion.app.words import day_and_time, put, spoken, tr

_MOST_ROWS = 4
"""So many games are seen at once; further ones are scrolled to."""


class OfferDialog(QDialog):
    """Lists games, the newest first and chosen; one is taken up, or none.

    Signals:
        taken: The offer that is taken up.
        camera_wanted: The offer, for which camera and rules are chosen first.
        declined: None is taken up now.

    Attributes:
        offers: What is listed.
    """

    taken = Signal(object)
    camera_wanted = Signal(object)
    declined = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setModal(True)
        self.offers: tuple[Offer, ...] = ()
        self._problem = ""
        self.heading = Label(parent=self, size=theme.HEADING, wraps=True)
        self.list = put(QListWidget(self), name="Games to take up")
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.more = Label(parent=self, tone="quiet", wraps=True)
        self.take_button = QPushButton(self)
        self.take_button.setProperty("tone", "primary")
        self.take_button.setDefault(True)
        self.camera_button = put(QPushButton(self), "Change camera or rules")
        self.leave_button = put(QPushButton(self), "Not now")
        self.take_button.clicked.connect(self.take)
        self.camera_button.clicked.connect(lambda: self._end_with(self.camera_wanted))
        self.leave_button.clicked.connect(self.reject)
        self.list.itemActivated.connect(lambda _: self.take())
        self.list.currentRowChanged.connect(lambda _: self._show_choice())
        self.rejected.connect(self.declined)
        self.finished.connect(self.deleteLater)
        buttons = (self.leave_button, self.camera_button, self.take_button)
        fill_dialog(self, self.heading, (self.list, self.more), buttons)
        self.setMinimumWidth(self.fontMetrics().height() * 34)
        self.list.setFocus()

    @property
    def chosen(self) -> Offer:
        """The offer that is chosen."""
        return self.offers[max(0, self.list.currentRow())]

    def add(self, offers: tuple[Offer, ...], problem: str = "") -> None:
        """List further games; the one that is chosen stays chosen.

        Args:
            offers: At least one, or some there are already.
            problem: Why the first of them could not be gone on with a moment ago, in words; empty where nobody tried.
        """
        before = self.chosen if self.offers else offers[0] if problem else None
        self._problem = problem or self._problem
        self.offers = newest_first((*self.offers, *offers))
        self.list.clear()
        for offer in self.offers:
            self.list.addItem(QListWidgetItem(offer.told(day_and_time, spoken())))
        self.list.setCurrentRow(self.offers.index(before) if before is not None else 0)
        self.heading.setText(self._title())
        self.setWindowTitle(self._title())
        self._show_choice()
        self._take_room()

    def take(self) -> None:
        """Take up the game that is chosen."""
        self._end_with(self.taken)

    def end(self) -> None:
        """Go away; nothing is taken up, nor declined."""
        self.done(QDialog.DialogCode.Accepted)

    def showEvent(self, event: QShowEvent) -> None:
        """Take the room that is needed: how wide the list is, is known by now."""
        super().showEvent(event)
        self._take_room()

    def _end_with(self, signal: SignalInstance) -> None:
        chosen = self.chosen
        self.end()
        signal.emit(chosen)

    def _title(self) -> str:
        if len(self.offers) > 1:
            return tr("Take up one of these games?")
        return tr("Show the last result?") if self.chosen.is_over else tr("Go on with the last game?")

    def _show_choice(self) -> None:
        is_over = self.chosen.is_over
        self.take_button.setText(tr("Show the result") if is_over else tr("Go on"))
        self.camera_button.setVisible(isinstance(self.chosen.game, KeptGame) and not is_over)
        later = tr("A misread card can be set right. Later the result is found under “Recordings”.")
        self.more.setText(self._problem or (later if is_over else tr("It goes on where the last card was announced.")))

    def _take_room(self) -> None:
        """Let the list be as high as its games, as they are written in its width."""
        self.list.doItemsLayout()
        rows = range(min(len(self.offers), _MOST_ROWS))
        heights = [self.list.visualItemRect(self.list.item(row)).height() for row in rows]
        around = self.list.height() - self.list.viewport().height()
        self.list.setFixedHeight(sum(heights) + around)
        self.adjustSize()
