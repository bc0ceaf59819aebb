"""The play that is to be entered next."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.table.evidence import Row
from companion.table.lineup import Sightings
from companion.table.sighting import Sighting


@dataclass(frozen=True, slots=True, eq=False)
class NextPlay:
    """The play that is to be entered next, with all that bears on whether it is.

    Attributes:
        cards: Its cards that are not in the book.
        before: Its cards that are.
        behind: The plays of the trick that come after it.
        later: How many cards of the deal were seen after it.
        rows: What the cards of the deal are, by their numbers.
        known: All sightings that are remembered, by their numbers.
        now: Seconds of the source.
    """

    cards: Sequence[Sighting]
    before: Sequence[Sighting]
    behind: Sequence[Sequence[Sighting]]
    later: int
    rows: Mapping[int, Row]
    known: Sightings
    now: float

    @property
    def waiting(self) -> list[Sequence[Sighting]]:
        """The plays of the trick that are not in the book, this one first."""
        return [self.cards, *self.behind]

    @property
    def lies_for(self) -> float:
        """Seconds since its last card came to rest."""
        return self.now - self.cards[-1].time

    @property
    def weakest(self) -> Sighting | None:
        """The card likeliest to be misread, those in the book among them; None where people named all."""
        cards = [card for card in (*self.before, *self.cards) if card.pinned is None and card.number in self.rows]
        return min(cards, key=lambda card: float(self.row(card)[:-1].max()), default=None)

    def row(self, sighting: Sighting) -> Row:
        """Return what a card of the deal is."""
        return self.rows[sighting.number]
