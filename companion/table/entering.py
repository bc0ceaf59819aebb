"""How a play that is known goes into the book."""

from collections.abc import Sequence

from companion.rules.facts import CardsPlayed, Source, TiebreakCard
from companion.table.book import Book
from companion.table.events import Event
from companion.table.evidence import Codes
from companion.table.lineup import expected_seat, next_seat, seat_cards
from companion.table.next_play import NextPlay
from companion.table.play_facts import cards_of, seat_of, with_cards, with_seat


class Entering:
    """Writes plays into a book, with their seats."""

    def __init__(self, book: Book, codes: Codes) -> None:
        self._book = book
        self._codes = codes

    def enter(self, play: NextPlay) -> list[Event]:
        """Write a play into the book.

        Raises:
            ImpossibleFactError: The play contradicts what is in the book.
        """
        cards, before = play.cards, play.before
        best = [self._codes.likeliest(play.row(sighting)) for sighting in cards]
        sure = min(float(play.row(sighting)[:-1].max()) for sighting in cards)
        source: Source = "camera" if any(sighting.pinned is None for sighting in cards) else "person"
        time = cards[-1].time
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
            seat = expected_seat(self._book, play.known, play.waiting)
            fact = TiebreakCard(seat, best[0], source=source, time=time, confidence=round(sure, 4))
            events += self._book.append(fact, cards[0].number)
        else:
            seats, sure_seat = next_seat(self._book, play.known, play.waiting)
            events += self._reseat(seats[:-1], play)
            confidence = round(sure * sure_seat, 4)
            fact = CardsPlayed(seats[-1], self._book.in_order(best), source=source, time=time, confidence=confidence)
            events += self._book.append(fact, cards[0].number)
        origin = before[0].origin if before else cards[0].number
        for sighting, code in zip(cards, best, strict=True):
            sighting.decided = code
            sighting.seat = seat_of(fact)
            sighting.play = None if sighting.number == origin else origin
        return events

    def _reseat(self, seats: Sequence[int], play: NextPlay) -> list[Event]:
        """Have the plays of the trick before a play be those of other seats, where it shows that they are."""
        facts = self._book.facts
        made_by = dict(zip(self._book.unfinished, seats, strict=True))
        changed = {
            index: with_seat(facts[index], seat, facts[index].source)
            for index, seat in made_by.items()
            if seat_of(facts[index]) != seat
        }
        time = play.cards[-1].time
        events = self._book.revise(changed, time, "camera", "the places of the cards show it") if changed else []
        seat_cards(self._book, play.known.values(), made_by)
        return events
