"""What people said of cards that is in no fact, or not yet: undo takes it back before any fact."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from companion.rules.facts import Fact
from companion.table.book import Book
from companion.table.evidence import Row
from companion.table.sighting import Sighting


class _Stood(NamedTuple):
    """How a card stood before people said something of it; see `Sighting`."""

    pinned: str | None
    pinned_seat: int | None
    row: Row
    dismissed: bool


@dataclass(frozen=True, slots=True)
class _Said:
    """What people said of one play.

    Attributes:
        cards: Its cards, and how each stood before.
        dismissed: They were said not to count.
        facts: Those that there were then.
    """

    cards: tuple[tuple[Sighting, _Stood], ...]
    dismissed: bool
    facts: tuple[Fact, ...]

    def as_now(self) -> "_Said":
        """Return the same with how the cards stand now."""
        return replace(self, cards=tuple((card, _stood(card)) for card, _ in self.cards))

    def bring_back(self) -> None:
        """Have the cards stand as they did."""
        for card, stood in self.cards:
            card.pinned, card.pinned_seat, card.dismissed = stood.pinned, stood.pinned_seat, stood.dismissed
            if card.track is None:
                card.row = stood.row

    @property
    def holds(self) -> bool:
        """Whether it still is all that is known of the cards."""
        return all(card.decided is None and card.dismissed == self.dismissed for card, _ in self.cards)


What = tuple[_Said, ...]
"""What people said of cards that are in no fact, the last of it last."""


class Unwritten:
    """Remembers how cards stood before people said something of them."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._said: list[_Said] = []
        """The last one last."""
        self._taken_back: list[_Said] = []
        """What was taken back since, with how the cards stood before that; the last one last."""

    def note(self, cards: Sequence[Sighting], *, new: bool = False, dismissed: bool = False) -> None:
        """Note how cards stand of which something is said.

        Args:
            cards: Of one play.
            new: They were added just now, and do not count without what was said.
            dismissed: They are said not to count.
        """
        stood = tuple((card, _stood(card)._replace(dismissed=new)) for card in cards)
        self._said.append(_Said(stood, dismissed, self._book.facts))
        self._taken_back.clear()

    def remember(self, cards: Sequence[Sighting]) -> None:
        """Know which cards that wait people have named, or added where no camera saw them, in a game that is taken up.

        Args:
            cards: All that were laid.
        """
        for card in cards:
            if card.is_open and card.pinned is not None:
                stood = _Stood(None, None, card.row, dismissed=card.seats is None)
                self._said.append(_Said(((card, stood),), dismissed=False, facts=self._book.facts))

    @property
    def said(self) -> What:
        """What may be taken back, as far as nothing comes of it."""
        return tuple(self._said)

    def say(self, said: What) -> None:
        """Have this be what people said: what had come of it was taken back."""
        self._said = list(said)

    @property
    def can_take_back(self) -> bool:
        """Whether that was the last thing that was done, and nothing came of it yet."""
        self._said = [said for said in self._said if said.holds]
        return bool(self._said) and self._said[-1].facts == self._book.facts

    def take_back(self) -> None:
        """Have what was said last not be said; what was asked then is asked anew."""
        said = self._said.pop()
        self._taken_back.append(said.as_now())
        said.bring_back()
        for card, _ in said.cards:
            if said.dismissed:
                card.question = None

    @property
    def can_say_again(self) -> bool:
        """Whether something was taken back, and nothing has come of its cards since."""
        self.forget_overtaken()
        if not self._taken_back or self._taken_back[-1].facts != self._book.facts:
            return False
        return all(card.decided is None for card, _ in self._taken_back[-1].cards)

    def forget_overtaken(self) -> None:
        """Forget what was taken back where the facts have changed since, and not by undo: that cannot be had back."""
        if self._taken_back and self._taken_back[-1].facts != self._book.facts and not self._book.log.can_redo:
            self._taken_back.clear()

    def say_again(self) -> None:
        """Have what was taken back last be said after all."""
        taken = self._taken_back.pop()
        self._said.append(taken.as_now())
        taken.bring_back()


def _stood(card: Sighting) -> _Stood:
    return _Stood(card.pinned, card.pinned_seat, card.row, card.dismissed)
