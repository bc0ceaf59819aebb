"""The large place of the table page: the drawn table, or what a person is busy with in its stead."""

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from companion.app.model.editing import Editor
from companion.app.model.evidence import Corners
from companion.app.model.live import LiveTable
from companion.app.model.notices import Deed, Exhibit, Notice, Option
from companion.app.widgets.cards import CardPictures
from companion.app.widgets.correction import CorrectionPanel
from companion.app.widgets.notices import NoticePanel, Sight
from companion.app.widgets.stack import Stack
from companion.app.widgets.table import DrawnTable


class Stage(Stack):
    """Shows the trick; opens plays and notices in its place and passes on what a person decides.

    Signals:
        changed: Something was decided, opened or closed; everything is to be shown anew.
        rules_wanted: Set right who dealt first, or what was agreed.

    Attributes:
        table: The drawn table.
        correction: Where a play is set right.
        notice: Where an irregularity is shown.
    """

    changed = Signal()
    rules_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table, self.correction, self.notice = DrawnTable(self), CorrectionPanel(self), NoticePanel(self)
        for view in (self.table, self.correction, self.notice):
            self.addWidget(view)
        self._live: LiveTable | None = None
        self._pictures: CardPictures | None = None
        self._looked_at: Notice | None = None
        self.table.card_clicked.connect(lambda fact: self.open(lambda editor: editor.open_fact(fact)))
        self.correction.cards_chosen.connect(lambda codes: self._settle(lambda editor: editor.make_cards(codes)))
        self.correction.seat_chosen.connect(self._make_seat)
        self.correction.removed.connect(lambda: self._settle(lambda editor: editor.make_nothing()))
        self.correction.play_before_wanted.connect(lambda: self.open(lambda editor: editor.open_before()))
        self.correction.taking_wanted.connect(lambda: self.open(lambda editor: editor.open_taking()))
        self.correction.beside_wanted.connect(lambda step: self.open(lambda editor: editor.open_beside(step)))
        self.correction.closed.connect(self.close_all)
        self.notice.closed.connect(self.close_all)
        self.notice.chosen.connect(self._decide)

    def show_game(self, live: LiveTable | None, pictures: CardPictures | None) -> None:
        """Show this game from now on; None for none."""
        self._live, self._pictures, self._looked_at = live, pictures, None
        if live is None:
            self.table.clear()
        self.setCurrentWidget(self.table)

    @property
    def is_busy(self) -> bool:
        """Whether something else than the table is shown."""
        return self.currentWidget() is not self.table

    def refresh(self) -> None:
        """Show the trick as it is now, and a notice or a play that was opened."""
        if self._live is None or self._pictures is None:
            return
        self.table.show_board(self._live.board, self._pictures)
        if self.currentWidget() is self.correction:
            names = self._live.snapshot.names
            if self.correction.follow(self._live.editor.picking, names):
                self.show_picking()
        if self._looked_at is not None and self.currentWidget() is self.notice:
            now = next((n for n in self._live.notices if n.key == self._looked_at.key), None)
            if now is None:
                self.close_all()
            elif now != self._looked_at:
                self.look_at(now)

    def do(self, command: Callable[[Editor], object]) -> None:
        """Do what a person wants at once."""
        if self._live is not None:
            command(self._live.editor)
            self._live.refresh()
            self.changed.emit()

    def open(self, command: Callable[[Editor], bool]) -> None:
        """Open what a person wants to set right."""
        if self._live is not None and command(self._live.editor):
            self.show_picking()
            self.changed.emit()

    def look_at(self, notice: Notice | None) -> None:
        """Open a notice."""
        if self._live is None or self._pictures is None or notice is None:
            return
        self._live.editor.leave()
        self._looked_at = notice
        self.notice.show_notice(notice, self._pictures, self._sight)
        self.setCurrentWidget(self.notice)
        self.notice.setFocus()
        self.changed.emit()

    def close_all(self) -> None:
        """Show the table again."""
        self._looked_at = None
        if self._live is not None:
            self._live.editor.leave()
        self.setCurrentWidget(self.table)
        self.changed.emit()

    def show_picking(self) -> None:
        """Show what is being picked, or the table where nothing is."""
        live, pictures = self._live, self._pictures
        picking = live.editor.picking if live is not None else None
        if live is None or pictures is None or picking is None:
            if self.currentWidget() is self.correction:
                self.setCurrentWidget(self.table)
            return
        self.setCurrentWidget(self.correction)
        names, played = live.snapshot.names, frozenset(live.snapshot.view.seen)
        self.correction.open_for(picking, names, played, pictures, live.editor.crop, live.editor.effects)
        self.correction.complain(live.editor.complaint)

    def _settle(self, command: Callable[[Editor], object]) -> None:
        self.do(command)
        if self._live is not None and self._live.editor.is_open:
            self.show_picking()
        else:
            self.close_all()

    def _make_seat(self, seat: int) -> None:
        """Say who played; a card that was picked for a play that is added stays picked."""
        typed, picked = self.correction.search.text(), self.correction.chosen
        self._settle(lambda editor: editor.make_seat(seat))
        if self._live is not None and self._live.editor.subject is not None and self._live.editor.subject.is_new:
            self.correction.pick_again(typed, picked)

    def _decide(self, option: Option) -> None:
        live, notice = self._live, self._looked_at
        if live is None or notice is None:
            return
        self.close_all()
        fact = option.fact
        deeds: dict[Deed, Callable[[], object]] = {
            "stands": lambda: live.docket.settle(notice),
            "card": lambda: self.open(lambda editor: fact is not None and editor.open_fact(fact)),
            "seat": lambda: self.open(lambda editor: fact is not None and editor.open_fact(fact)),
            "remove": lambda: self.do(lambda editor: editor.take_out(fact)),
            "missed": lambda: self.open(lambda editor: editor.open_next()),
            "question": lambda: self.open(lambda editor: editor.open_question()),
            "restart": lambda: self.do(lambda editor: editor.start_afresh()),
            "rules": self.rules_wanted.emit,
            "anew": lambda: self.do(lambda editor: editor.deal_anew()),
            "undo": lambda: self.do(lambda editor: editor.undo()),
        }
        deeds[option.deed]()
        self.changed.emit()

    def _sight(self, exhibit: Exhibit) -> Sight:
        live = self._live
        if live is None:
            return None
        if exhibit.live:
            image = live.snapshot.image
            if image is None:
                return None
            height, width = image.shape[:2]
            marked = tuple(
                (tuple((x / width, y / height) for x, y in card.corners), card.seat)
                for card in live.cards
                if card.role in ("new", "asked", "played")
            )
            return image, marked
        shot = live.shot(exhibit.fact) if exhibit.fact is not None else None
        if shot is None:
            return None
        corners: Corners = shot.corners
        return shot.picture(), ((corners, shot.seat),) if corners else ()
