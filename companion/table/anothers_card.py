"""What people name when they are asked for a play lies there as another's of the same trick: the two changed players.

Nobody takes a card that was read surely for another that was read surely, too; whose they are is the weaker knowledge.
"""

from collections.abc import Sequence

from companion.rules.state import State
from companion.table.evidence import Codes
from companion.table.sighting import Sighting

_SURELY = 0.95
"""How sure the looks at a card must be for it to be the one that is named."""

_SURELY_NOT = 0.01
"""Chance of being that below which the card that is asked about is not it."""


class AnothersCard:
    """Finds it among the cards that were laid."""

    def __init__(self, state: State) -> None:
        self._copies = state.copies
        self._codes = Codes(state.game.deck.codes)

    def named_for(self, asked: Sighting, card: str, sightings: Sequence[Sighting]) -> Sighting | None:
        """Return the card that people name for a play, where it lies there as the play of another.

        None where the play may be read as that card, or where people have said whose the other is. A second card of a
        player, and one beside the deal, is no play.

        Args:
            asked: The card of the play that is asked about.
            card: The code that is named.
            sightings: All that are remembered.
        """
        if asked.second or asked.aside:
            return None
        place = self._codes.places[card]
        was_seen = asked.seats is not None
        if self._copies.get(card, 0) != 1 or (was_seen and asked.row[place] > _SURELY_NOT):
            return None
        trick = [s for s in sightings if s.trick == asked.trick and s.deal == asked.deal]
        counting = [s for s in trick if s is not asked and not (s.dismissed or s.second or s.aside)]
        in_straights = {number for s in trick if s.play is not None for number in (s.number, s.play)}
        single = [s for s in counting if s.number not in in_straights]
        if asked.number in in_straights:
            return None
        return next((other for other in single if _is_seen_as(other, card, place)), None)


def _is_seen_as(other: Sighting, card: str, place: int) -> bool:
    """Whether a card that nobody said whose it is surely reads as the one that is named."""
    if other.pinned_seat is not None or other.seats is None or other.row[place] < _SURELY:
        return False
    return card in (other.decided, other.pinned) or (other.decided is None and other.pinned is None)
