"""Whether what lies on the table fits the game, and what to tell people where it does not."""

from collections.abc import Sequence

from companion.language import mark
from companion.table.book import Book
from companion.table.events import Desynchronised, Event
from companion.table.evidence import Codes
from companion.table.expecting import cards_in_deal
from companion.table.laid_again import laid_again
from companion.table.lineup import seats_of_trick
from companion.table.sighting import Sighting

_AGAIN_AT_LEAST = 2
"""So many cards that are laid a second time are no misreading (at most one in 96 simulated deals, 5 % misread)."""

_AGAIN = mark(
    "cards that were played in this hand are laid again: if it was dealt anew, say so, and lay its tricks once more"
)
_OVER = mark(
    "cards that were played in this hand are laid again: if it is over, add by hand the plays that it lacks; if it was "
    "dealt anew, say so"
)
_MANY = mark("so many cards at once are no plays: lay them trick by trick, or say that the hand is dealt anew")


class Synchrony:
    """Notices when the table and the game part, and when they meet again.

    Attributes:
        is_lost: Whether they have parted.
    """

    def __init__(self, book: Book, codes: Codes) -> None:
        self.is_lost = False
        self._book = book
        self._codes = codes

    def judge(self, sightings: Sequence[Sighting], many: bool, now: float) -> list[Event]:
        """Return what is to be told now.

        Args:
            sightings: All that are remembered.
            many: More cards than anybody plays lie there at once, and none of them counts.
            now: Seconds of the source.
        """
        unknown = (s for s in sightings if s.is_open and s.track is None and s.pinned is None)
        open_ones = [sighting for sighting in unknown if not (sighting.supposed or sighting.earlier)]
        missing = len(open_ones)
        state = self._book.log.state
        again = laid_again(sightings, ("play", state.hand.number), self._codes, state.copies) >= _AGAIN_AT_LEAST
        is_lost = bool(missing) or many or again
        if is_lost == self.is_lost:
            return []
        self.is_lost = is_lost
        if not is_lost:
            return [Desynchronised(time=now, state="resumed", message="the cards fit the game again")]
        if not missing:
            said = _OVER if self._is_nearly_over else _AGAIN
            return [Desynchronised(time=now, state="lost", message=_MANY if many else said)]
        cards = "one card" if missing == 1 else f"{missing} cards"
        message = f"the trick was taken before {cards} of it could be seen; say which, or play on until it is clear"
        trick = {sighting.trick for sighting in open_ones}
        seen = [s.decided for s in sightings if s.trick in trick and s.decided is not None]
        played = {seat for seat, _ in self._book.view.plays}
        expected = tuple(seat for seat in seats_of_trick(self._book.log.state) if seat not in played)
        return [
            Desynchronised(
                time=now, state="lost", message=message, missing=missing, seen=tuple(seen), expected=expected
            )
        ]

    @property
    def _is_nearly_over(self) -> bool:
        """Whether the hand lacks no more than a card a player, so that people may have played it to its end."""
        state = self._book.log.state
        played = sum(state.hand.seen.values())
        return cards_in_deal(state) - played <= state.players
