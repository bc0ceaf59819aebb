"""How long the game waits for an answer: a question must neither stop a game that nobody tends nor be forgotten."""

from collections.abc import Sequence

import numpy as np

from companion.table.book import Book
from companion.table.evidence import Row
from companion.table.sighting import Sighting

_SETTLED = 0.6
_SETTLED_AHEAD = 2.0
"""Chance from which, and how many times likelier than the next, a card is entered though nobody answered, once a whole
trick was played on top of it. Its low confidence stays in the book for all to see, and so does the question."""

_TRICKS_AT_MOST = 4
"""So many tricks are kept waiting where a hand may end before all its cards were played."""


class Patience:
    """Decides when the likeliest card is entered although nobody has answered the question about it."""

    def __init__(self, book: Book) -> None:
        self._book = book

    def is_over(self, sighting: Sighting, row: Row, later: int) -> bool:
        """Whether the game goes on with the likeliest card.

        Args:
            sighting: A card that was asked about.
            row: What it may be.
            later: How many cards of the deal were seen after it.
        """
        if sighting.question is None:
            return False
        state = self._book.log.state
        if sighting.is_last_chance:
            return True
        if state.has_straights and later >= _TRICKS_AT_MOST * state.players:
            return True
        return self._is_buried(later) and _is_ahead(row)

    def goes_on(self, sighting: Sighting, later: int) -> bool:
        """Whether a play counts as it was read although nobody has said whether an earlier card was misread."""
        return sighting.is_last_chance or self._is_buried(later)

    def _is_buried(self, later: int) -> bool:
        """Whether a whole trick was played on top."""
        return later >= 2 * self._book.log.state.players - 1

    def gives_up(self, cards: Sequence[Sighting], later: int) -> bool:
        """Whether a play that cannot be is left out, for nobody has said what it was.

        Args:
            cards: Those of the play.
            later: How many cards of the deal were seen after it.
        """
        tricks = _TRICKS_AT_MOST * self._book.log.state.players
        spoken_of = any(card.question is not None or card.pinned is not None for card in cards)
        return spoken_of and (cards[-1].is_last_chance or later >= tricks)


def _is_ahead(row: Row) -> bool:
    """Tell whether one card is likely enough, and much likelier than any other."""
    second, best = np.sort(row)[-2:]
    return bool(best >= _SETTLED and best >= _SETTLED_AHEAD * second)
