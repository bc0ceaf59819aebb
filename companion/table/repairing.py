"""What was entered and has to change: cards taken back, cards that were missed, cards that later ones disprove."""

from collections.abc import Mapping, Sequence

import numpy as np

from companion.rules.errors import ImpossibleFactError
from companion.rules.facts import Fact
from companion.table.book import Book, cards_of, with_card, with_cards
from companion.table.deliberation import Chances
from companion.table.events import Event
from companion.table.evidence import Codes, Row
from companion.table.lineup import reseated
from companion.table.sighting import Sighting

_CORRECT = 0.9
"""Chance from which another card takes the place of one that was entered."""

_DISPROVED = 0.06
"""Chance below which a card that was entered is as good as disproved: then the likeliest other takes its place."""

_LIKELY = 0.75
"""How likely that one must be."""

_DOUBTED = 0.3
"""Chance below which a card that was entered is asked about, where no other can take its place."""


class Repairs:
    """Corrects the book where sightings say so."""

    def __init__(self, book: Book, codes: Codes) -> None:
        self._book = book
        self._codes = codes

    def take_back(self, sightings: Sequence[Sighting], now: float) -> list[Event]:
        """Take out of the book what turned out not to count."""
        events: list[Event] = []
        for sighting in sightings:
            if sighting.dismissed and sighting.decided is not None:
                events += self._take_out(sighting, now, "the card was taken back")
        return events

    def make_room(self, sightings: Sequence[Sighting], now: float) -> list[Event]:
        """Take out of the book what lies behind a card that was missed: it is entered again once that is known."""
        plays = [sighting for sighting in sightings if not sighting.aside]
        first = next((place for place, sighting in enumerate(plays) if sighting.is_open), len(plays))
        events: list[Event] = []
        for sighting in reversed(plays[first:]):
            if sighting.decided is not None:
                events += self._take_out(sighting, now, "a card before it was missed")
        return events

    def correct(
        self,
        sightings: Sequence[Sighting],
        chances: Chances,
        known: Mapping[int, Sighting],
        now: float,
    ) -> tuple[list[Event], list[tuple[Sighting, Row]]]:
        """Put other cards in the place of those that were disproved.

        Args:
            sightings: Of the present deal.
            chances: What they are.
            known: All sightings by number.
            now: Seconds of the source.

        Returns:
            What was changed, and the cards that are in doubt without another one being likely enough.
        """
        changed: dict[int, Fact] = {}
        moved: list[tuple[Sighting, str]] = []
        doubtful: list[tuple[Sighting, Row]] = []
        for sighting, row in zip(sightings, chances, strict=True):
            if sighting.decided is None or sighting.pinned is not None or sighting.aside:
                continue
            best = int(np.argmax(row))
            index = self._book.index_of(sighting.origin)
            if index is None or best == len(self._codes) or self._codes.codes[best] == sighting.decided:
                continue
            left = row[self._codes.places[sighting.decided]]
            if row[best] >= _CORRECT or (left < _DISPROVED and row[best] >= _LIKELY):
                code, sure = self._codes.codes[best], round(float(row[best]), 4)
                before = changed.get(index, self._book.facts[index])
                changed[index] = with_card(before, sighting.decided, code, "camera", sure)
                moved.append((sighting, code))
            elif left < _DOUBTED:
                doubtful.append((sighting, row))
        if not changed:
            return [], doubtful
        try:
            events = self._book.revise(reseated(self._book, changed, known), now, "camera", "later cards show it")
        except ImpossibleFactError:
            # One of the cards is still taken for another that is not sure enough to be corrected: wait for more.
            return [], doubtful
        for sighting, code in moved:
            sighting.decided = code
        return events, doubtful

    def _take_out(self, sighting: Sighting, now: float, why: str) -> list[Event]:
        """Take a card out of the book, with its play where it is the only card of it."""
        index = self._book.index_of(sighting.origin)
        code, sighting.decided, sighting.seat = sighting.decided, None, None
        if index is None or code is None:
            return []
        fact = self._book.facts[index]
        left = list(cards_of(fact))
        left.remove(code)
        if left and sighting.play is not None:
            sighting.play = None
            shorter = with_cards(fact, tuple(left), fact.source, fact.confidence)
            return self._book.revise({index: shorter}, now, "camera", why)
        return self._book.remove(index, now, "camera", why)
