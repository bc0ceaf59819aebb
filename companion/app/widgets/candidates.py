"""A row of candidates for one card, each chosen by one key."""

import textwrap
from collections.abc import Callable
from itertools import accumulate

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QGridLayout, QPushButton, QSizePolicy, QWidget

from companion.app.model.picking import Told
from companion.app.model.wording import short_name
from companion.app.widgets.cards import CardPictures
from companion.app.widgets.fitting import FittingRow
from companion.app.words import spoken, tr
from companion.cards import DECKS, card_name
from companion.table.events import Candidates

_GAP = 8

_LONGEST = 26
"""Letters in one of the two lines of an effect that a button has room for; the whole is in its tip."""


class CandidateRow(FittingRow):
    """Shows candidates as buttons with key, card, name and chance.

    Signals:
        chosen: The code.
        stacked: Whether they stand above each other from now on, and so need little width.
        left_out: Whether there is no room for some of them from now on.
    """

    chosen = Signal(str)
    stacked = Signal(bool)
    left_out = Signal(bool)

    def __init__(self, most: int, parent: QWidget | None = None) -> None:
        """Make the buttons.

        Args:
            most: How many candidates are shown.
            parent: The widget this is part of.
        """
        super().__init__(parent)
        self._codes: tuple[str, ...] = ()
        self._shown: tuple[object, ...] = ()
        # Candidates give way to everything else in a narrow window: the least likely ones are left out.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        layout = self._grid = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(_GAP)
        layout.setColumnStretch(most, 1)
        self._texts: tuple[tuple[str, str], ...] = ()
        self._stacked = False
        self._leaves_out = False
        self._card = QSize()
        self._measured: tuple[object, ...] = ()
        self._widths: tuple[int, ...] = ()
        self._buttons = tuple(QPushButton(self) for _ in range(most))
        for place, button in enumerate(self._buttons):
            button.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda _=False, place=place: self.choose(place))
            layout.addWidget(button, 0, place)

    def show_candidates(
        self, candidates: Candidates, pictures: CardPictures, effect: Callable[[str], Told] = lambda _: Told()
    ) -> None:
        """Show these candidates, as many as there are buttons.

        Args:
            candidates: Codes with their chances; a chance of 0 is not told.
            pictures: Of the deck.
            effect: What choosing a code would do to the game; told on the button where it changes something.
        """
        effects = tuple(effect(code) for code, _ in candidates[: len(self._buttons)])
        shown = (candidates[: len(self._buttons)], effects, pictures.ready, spoken().code)
        if shown == self._shown:
            return
        self._shown = shown
        self._codes = tuple(code for code, _ in candidates[: len(self._buttons)])
        texts: list[tuple[str, str]] = []
        height = round(self.fontMetrics().height() * 2.6)
        ratio = self.devicePixelRatioF()
        for place, button in enumerate(self._buttons):
            if place >= len(self._codes):
                continue
            code, chance = candidates[place]
            pixmap = pictures.pixmap(code, round(height * ratio))
            button.setIcon(QIcon(pixmap))
            told = f"  {tr('{percent}%', percent=round(100 * chance))}" if chance else ""
            effect_of_it = effects[place]
            first, *_ = effect_of_it.text.split(".  ") if effect_of_it.changes or not effect_of_it.possible else ("",)
            text = f"[{place + 1}]  {short_name(pictures.deck_id, code, spoken())}{told}"
            brief = text.replace("  ", " ")
            texts.append((brief, f"{text}\n{_shortened(first)}" if first else text))
            button.setToolTip(effect_of_it.text)
            name = card_name(DECKS[pictures.deck_id].parse(code), spoken())
            button.setAccessibleName(tr("{name}: {reason}", name=place + 1, reason=f"{name}{told}"))
            button.setAccessibleDescription(effect_of_it.text)
        self._texts = tuple(texts)
        self._card = QSize(round(height * pictures.shape), height)
        self._write()
        self.fit()

    def mark(self, code: str | None) -> None:
        """Show which candidate is picked; None for none of them."""
        for place, button in enumerate(self._buttons):
            picked = self._codes[place : place + 1] == (code,)
            button.setCheckable(picked)  # To a screen reader, the others are no switches.
            button.setChecked(picked)

    def told(self, place: int) -> str:
        """Return in words what the candidate at a place is, from 0, and what choosing it would do."""
        button = self._buttons[place]
        return ". ".join(filter(None, (button.accessibleName(), button.accessibleDescription())))

    def minimumSizeHint(self) -> QSize:
        """Return the least size: room for the likeliest candidate."""
        return QSize(0, self._height())

    def sizeHint(self) -> QSize:
        """Return the wished size: room for every candidate, side by side."""
        width = sum(button.sizeHint().width() + _GAP for button in self._buttons[: len(self._codes)])
        return QSize(width, self._height())

    def _height(self) -> int:
        """Return the height of the highest button: what it would change may take two lines on any of them."""
        shown = self._buttons[: max(1, len(self._codes))]
        highest = max(max(button.sizeHint().height(), button.minimumHeight()) for button in shown)
        return 2 * highest + _GAP if self._stacked else highest

    def fit(self) -> None:
        """Show as many candidates as there is room for: two above each other, in brief, where it is too narrow."""
        if not self._texts or not self.width():
            return
        self._measure()
        rights = accumulate(width + _GAP for width in self._widths)
        room = sum(right - _GAP <= self.width() for right in rights)
        self._stack(len(self._codes) > 1 and room < 2)
        room = max(room, 2 if self._stacked else 1)
        for place, button in enumerate(self._buttons):
            button.setVisible(place < min(len(self._codes), room))
        if self._leaves_out != (room < len(self._codes)):
            self._leaves_out = not self._leaves_out
            self.left_out.emit(self._leaves_out)

    def _measure(self) -> None:
        """Note how wide the candidates are side by side, anew in another type."""
        measured = (self._texts, self._card, self._buttons[0].font())
        if measured != self._measured:
            self._measured = measured
            self._stack(False)
            self._widths = tuple(button.sizeHint().width() for button in self._buttons[: len(self._codes)])

    def _stack(self, stacked: bool) -> None:
        if stacked != self._stacked:
            self._stacked = stacked
            self._grid.addWidget(self._buttons[1], int(stacked), int(not stacked))
            self._write()
            self.setMinimumWidth(max(button.sizeHint().width() for button in self._buttons[:2]) if stacked else 0)
            self.stacked.emit(stacked)
            # Not at once: the row is being laid out just now.
            QTimer.singleShot(0, self, self.updateGeometry)

    def _write(self) -> None:
        for button, (brief, whole) in zip(self._buttons, self._texts, strict=False):
            button.setText(brief if self._stacked else whole)
            button.setIconSize(QSize(0, 0) if self._stacked else self._card)

    @property
    def leaves_out(self) -> bool:
        """Whether there is no room for some of the candidates."""
        return self._leaves_out

    @property
    def codes(self) -> tuple[str, ...]:
        """The candidates."""
        return self._codes

    def at(self, place: int) -> str | None:
        """Return the candidate at a place, from 0; None where there is none, or no room to show it."""
        if not 0 <= place < len(self._codes) or self._buttons[place].isHidden():
            return None
        return self._codes[place]

    def choose(self, place: int) -> bool:
        """Choose the candidate that is seen at a place, from 0; return whether there is one."""
        code = self.at(place)
        if code is not None:
            self.chosen.emit(code)
        return code is not None


def _shortened(text: str) -> str:
    return textwrap.fill(text, _LONGEST, max_lines=2, placeholder=" …")
