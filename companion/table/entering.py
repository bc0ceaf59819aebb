"""How a play that is known goes into the book."""

from collections.abc import Mapping, Sequence

import numpy as np

from companion.rules.facts import CardsPlayed, Source, TiebreakCard
from companion.table.book import Book, cards_of, seat_of, with_cards, with_seat
from companion.table.events import Event
from companion.table.evidence import Codes, Row
from companion.table.lineup import Sightings, next_seat
from companion.table.sighting import Sighting


class Entering:
    """Writes plays into a book, with their seats."""

    def __init__(self, book: Book, codes: Codes) -> None:
        self._book = book
        self._codes = codes

    def enter(
        self,
        play: Sequence[Sighting],
        before: Sequence[Sighting],
        behind: Sequence[Sequence[Sighting]],
        rows: Mapping[int, Row],
        sightings: Sightings,
    ) -> list[Event]:
        """Write a play into the book.

        Args:
            play: Its cards that are not in the book.
            before: Its cards that are.
            behind: The plays of the trick that come after it.
            rows: What the cards are, by their numbers.
            sightings: All that are remembered, by their numbers.

        Raises:
            ImpossibleFactError: The play contradicts what is in the book.
        """
        best = [self._codes.codes[int(np.argmax(rows[sighting.number][:-1]))] for sighting in play]
        sure = min(float(rows[sighting.number][:-1].max()) for sighting in play)
        source: Source = "camera" if any(sighting.pinned is None for sighting in play) else "person"
        time = play[-1].time
        events: list[Event] = []
        if before:
            index = self._book.index_of(before[0].origin)
            assert index is not None
            fact = self._book.facts[index]
            longer = with_cards(
                fact, self._book.in_order([*cards_of(fact), *best]), source, min(fact.confidence, round(sure, 4))
            )
            events += self._book.revise({index: longer}, time, "camera", "the straight goes on")
        elif self._book.view.phase == "tiebreak":
            seat = self.expected_seat([play, *behind], sightings)
            fact = TiebreakCard(seat, best[0], source=source, time=time, confidence=round(sure, 4))
            events += self._book.append(fact, play[0].number)
        else:
            seats, sure_seat = next_seat(self._book, sightings, [play, *behind])
            events += self._reseat(seats[:-1], time)
            confidence = round(sure * sure_seat, 4)
            fact = CardsPlayed(seats[-1], self._book.in_order(best), source=source, time=time, confidence=confidence)
            events += self._book.append(fact, play[0].number)
        origin = before[0].origin if before else play[0].number
        for sighting, code in zip(play, best, strict=True):
            sighting.decided = code
            sighting.seat = seat_of(fact)
            sighting.play = None if sighting.number == origin else origin
        return events

    def expected_seat(self, waiting: Sequence[Sequence[Sighting]], sightings: Sightings) -> int:
        """Return the seat whose play the first of those waiting is, were it entered now."""
        said = [sighting.pinned_seat for sighting in waiting[0] if sighting.pinned_seat is not None]
        if said:
            return said[0]
        view = self._book.view
        if view.phase == "play":
            return next_seat(self._book, sightings, waiting)[0][-1]
        return view.expected if view.expected is not None else 0

    def _reseat(self, seats: Sequence[int], now: float) -> list[Event]:
        facts = self._book.facts
        changed = {
            index: with_seat(facts[index], seat, facts[index].source)
            for index, seat in zip(self._book.unfinished, seats, strict=True)
            if seat_of(facts[index]) != seat
        }
        return self._book.revise(changed, now, "camera", "the places of the cards show it") if changed else []
