"""Cards that were entered before they were sure: where nothing settles them, they are asked about later."""

from collections.abc import Mapping, Sequence

from companion.table.asking import Questions
from companion.table.book import Book
from companion.table.events import Question
from companion.table.evidence import Codes, Row
from companion.table.lineup import Sightings
from companion.table.sighting import Sighting

SURE = 0.97
"""Chance below which a card is asked about all the same, where not every card of the deck is played in a hand: a
misreading may never come to light there."""


class Unsure:
    """Remembers such cards.

    Attributes:
        numbers: Of their sightings.
    """

    def __init__(self, book: Book, codes: Codes, questions: Questions) -> None:
        state = book.log.state
        in_play = sum(state.copies.get(code, 0) for code in codes.codes)
        # Whoever is left alone keeps cards where straights make some hands shorter than others.
        self._all_are_played = state.players * state.hand_size() == in_play and not state.has_straights
        self._codes = codes
        self._questions = questions
        self.numbers: set[int] = set()

    def note(self, play: Sequence[Sighting], rows: Mapping[int, Row]) -> None:
        """Remember which cards of a play were entered unsure."""
        if not self._all_are_played:
            self.numbers |= {sighting.number for sighting in play if rows[sighting.number][:-1].max() < SURE}

    def ask(
        self, sightings: Sequence[Sighting], rows: Mapping[int, Row], known: Sightings, now: float
    ) -> list[Question]:
        """Ask about those that nothing has settled since.

        Args:
            sightings: All that are remembered, in order of play.
            rows: What they are, by their numbers, as far as they are weighed now.
            known: The same sightings, by their numbers.
            now: Seconds of the source.
        """
        unsure = [
            sighting
            for sighting in sightings
            if sighting.number in self.numbers
            and sighting.number in rows
            and not (sighting.dismissed or sighting.pinned or sighting.question)
            and not self._is_sure(sighting, rows[sighting.number])
        ]
        self.numbers = {sighting.number for sighting in unsure}
        entered = [sighting for sighting in unsure if sighting.decided is not None]
        return [question for card in entered for question in self._questions.ask(card, rows[card.number], known, now)]

    def _is_sure(self, sighting: Sighting, row: Row) -> bool:
        return sighting.decided is not None and bool(row[self._codes.places[sighting.decided]] >= SURE)
