"""What people said of cards that is in no fact, or not yet: undo takes it back before any fact."""

from collections.abc import Sequence
from dataclasses import dataclass
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

    @property
    def holds(self) -> bool:
        """Whether it still is all that is known of the cards."""
        return all(card.decided is None and card.dismissed == self.dismissed for card, _ in self.cards)


class Unwritten:
    """Remembers how cards stood before people said something of them."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._said: list[_Said] = []
        """The last one last."""

    def note(self, cards: Sequence[Sighting], *, new: bool = False, dismissed: bool = False) -> None:
        """Note how cards stand of which something is said.

        Args:
            cards: Of one play.
            new: They were added just now, and do not count without what was said.
            dismissed: They are said not to count.
        """
        stood = ((card, _Stood(card.pinned, card.pinned_seat, card.row, new)) for card in cards)
        self._said.append(_Said(tuple(stood), dismissed, self._book.facts))

    @property
    def can_take_back(self) -> bool:
        """Whether that was the last thing that was done, and nothing came of it yet."""
        self._said = [said for said in self._said if said.holds]
        return bool(self._said) and self._said[-1].facts == self._book.facts

    def take_back(self) -> None:
        """Have what was said last not be said; what was asked then is asked anew."""
        said = self._said.pop()
        for card, stood in said.cards:
            card.pinned, card.pinned_seat, card.dismissed = stood.pinned, stood.pinned_seat, stood.dismissed
            if card.track is None:
                card.row = stood.row
            if said.dismissed:
                card.question = None
