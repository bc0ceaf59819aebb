"""Somebody leads who did not win the last trick: out of turn, or a card of that trick was misread."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from companion.rules.facts import Fact
from companion.rules.reasons import Reason, reason
from companion.table.book import Book
from companion.table.evidence import Codes, Row
from companion.table.lineup import place_of_fact, seats_of_trick, trick_places
from companion.table.sharing_out import shared_out_by_lead
from companion.table.sighting import Sighting
from companion.table.suspicion import explain_leader, leader_chances

_DOUBT = 0.05
"""Chance of a card of the last trick being misread from which a wrong leader is not announced but asked about first."""


@dataclass(frozen=True, slots=True, eq=False)
class Doubt:
    """An earlier card that may be misread, where the cards as they are read mean a breach of the rules.

    Attributes:
        sighting: The card.
        row: What it may be.
        reason: Why it is doubted.
        together: All the cards that mean the breach together, this one among them.
        seat: Who plays those of them that are not in the book.
    """

    sighting: Sighting
    row: Row
    reason: Reason
    together: Sequence[Sighting]
    seat: int


class Leading:
    """Weighs who leads against the cards of the last trick."""

    def __init__(self, book: Book, codes: Codes) -> None:
        self._book = book
        self._codes = codes
        self._explained: tuple[object, ...] = ()
        self._looked_back: dict[int, tuple[object, ...]] = {}

    @property
    def has_weighed(self) -> bool:
        """Whether the cards of the last trick were weighed by who seemed to lead after it."""
        return bool(self._explained) and self._explained[0] == self._book.place_of(len(self._book.facts) - 1)

    def weigh(self, waiting: Sequence[Sequence[Sighting]], sightings: Mapping[int, Sighting]) -> bool:
        """Weigh the cards of the last trick by who seems to lead; return whether that tells anything new of them.

        Args:
            waiting: The plays of the new trick that are not in the book.
            sightings: All of the deal, by number.
        """
        places = trick_places(self._book, sightings, waiting)
        known = [place for place in places if not isinstance(place, int)]
        if len(known) < len(places):
            return False
        led = leader_chances(known, seats_of_trick(self._book.log.state))
        return self._explain(led, len(known), self._last_trick(sightings), sightings)

    def share_out(
        self,
        leads: int,
        waiting: Sequence[Sequence[Sighting]],
        sightings: Mapping[int, Sighting],
        rows: Mapping[int, Row],
    ) -> tuple[Mapping[int, Fact], float]:
        """Return the plays of the last trick that others made if the one who leads won it; see `shared_out_by_lead`.

        Args:
            leads: Who seems to lead.
            waiting: The plays of the new trick that are not in the book.
            sightings: All of the deal, by number.
            rows: What they are.
        """
        misread = 1.0 - float(np.prod(list(self._right(self._last_trick(sightings), rows).values())))
        return shared_out_by_lead(self._book, sightings, waiting, leads, misread)

    def doubt(
        self, leaders: tuple[int, int], sightings: Mapping[int, Sighting], rows: Mapping[int, Row]
    ) -> Doubt | None:
        """Return the card that is to be asked about, None where somebody leads out of turn indeed.

        Args:
            leaders: Who seems to lead, and who was to lead.
            sightings: All of the deal, by number.
            rows: What they are, all that `weigh` told taken in.
        """
        trick = self._last_trick(sightings)
        right = self._right(trick, rows)
        if not right or 1.0 - float(np.prod(list(right.values()))) < _DOUBT:
            return None
        doubtful = min(right, key=lambda s: right[s])
        leads, expected = leaders
        why = reason("doubt-leader", seat=leads, expected=expected)
        return Doubt(doubtful, rows[doubtful.number], why, [*right], leads)

    def _right(self, trick: Sequence[Sighting], rows: Mapping[int, Row]) -> dict[Sighting, float]:
        """Return how likely each card of a trick is what the book has for it."""
        return {s: float(rows[s.number][self._codes.places[s.decided]]) for s in trick if s.decided}

    def look_back(self, contradicted: Sequence[Sighting], sightings: Mapping[int, Sighting]) -> None:
        """Weigh cards that others contradict by who led the trick after theirs: that showed who had won.

        Args:
            contradicted: Cards in the book that seem to be others.
            sightings: All of the deal, by number.
        """
        book = self._book
        self._looked_back = {s.number: self._looked_back.get(s.number, ()) for s in contradicted}
        for sighting in contradicted:
            index = book.index_of(sighting.origin)
            if index is None:
                continue
            hand, trick = book.place_of(index)
            places = [book.place_of(i) for i in range(len(book.facts))]
            if (hand, trick + 1) not in places:
                continue
            end = places.index((hand, trick + 1))
            start = places.index((hand, trick))
            known = book.facts[start : start + 2 * book.log.state.players]
            if known == self._looked_back[sighting.number]:
                continue
            self._looked_back[sighting.number] = known
            led = self._led(end, sightings)
            if led:
                one = {sighting.number: sighting}
                for context in explain_leader(book, end, one, self._codes, led).values():
                    sighting.context = context

    def _led(self, start: int, sightings: Mapping[int, Sighting]) -> dict[int, float]:
        """Return how well the places of a trick in the book, the first of them at this place, fit each seat as its
        leader; nothing where they tell nothing."""
        book = self._book
        trick = [i for i in range(start, len(book.facts)) if book.place_of(i) == book.place_of(start)]
        places = [place_of_fact(book, i, sightings) for i in trick if book.is_play(i)]
        known = [place for place in places if not isinstance(place, int)]
        if not known or len(known) < len(places):
            return {}
        return leader_chances(known, seats_of_trick(book.log.state))

    def _explain(
        self, led: Mapping[int, float], plays: int, trick: Sequence[Sighting], sightings: Mapping[int, Sighting]
    ) -> bool:
        known = (
            self._book.place_of(len(self._book.facts) - 1),
            plays,
            max(led, key=led.__getitem__),
            *((s.number, s.decided, s.pinned) for s in trick),
        )
        if known == self._explained:
            return False
        self._explained = known
        end = min(self._book.unfinished, default=len(self._book.facts))
        contexts = explain_leader(self._book, end, sightings, self._codes, led)
        for number, context in contexts.items():
            sightings[number].context = context
        return bool(contexts)

    def _last_trick(self, sightings: Mapping[int, Sighting]) -> list[Sighting]:
        """Return the sightings of the last complete trick."""
        end = min(self._book.unfinished, default=len(self._book.facts))
        if not end:
            return []
        place = self._book.place_of(end - 1)
        origins = {self._book.origins[index] for index in range(end) if self._book.place_of(index) == place}
        return [s for s in sightings.values() if s.decided is not None and s.origin in origins and not s.aside]
