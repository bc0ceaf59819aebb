"""What each card is and who played it, entered in the book.

Nothing is entered on a guess. Sightings are entered in the order of play; one that is not sure holds back those behind
it until more looks, later cards or a person's answer settle it.
"""

from collections.abc import Iterable, Mapping, Sequence
from operator import attrgetter

import numpy as np

from companion.rules.facts import Fact
from companion.rules.reasons import Reason, reason
from companion.rules.view import View
from companion.table.ahead import Ahead
from companion.table.asking import Questions
from companion.table.between import AddBetween
from companion.table.book import Book
from companion.table.choosing import Choosing
from companion.table.deals import join_tiebreak
from companion.table.deciding import ACCEPT, Deciding
from companion.table.deliberation import Deliberation
from companion.table.events import Event, Question
from companion.table.evidence import Codes, likeliest_place
from companion.table.following import Following
from companion.table.holding import Holding
from companion.table.leading import Leading
from companion.table.lineup import Sightings
from companion.table.repairing import Repairs, lasting
from companion.table.sighting import Deal, Sighting
from companion.table.unchanged import Grounds, are_same, grounds_of
from companion.table.unsure import Unsure

_TELLING = attrgetter(
    "row",
    "context",
    "pinned",
    "pinned_seat",
    "decided",
    "seats",
    "deal",
    "trick",
    "dismissed",
    "second",
    "goes_on",
    "confirmed",
)


class Referee:
    """Decides about sightings and enters them in the book.

    Attributes:
        deliberation: What the cards are.
    """

    def __init__(self, book: Book, codes: Codes, add_between: AddBetween) -> None:
        """Set up.

        Args:
            book: The game.
            codes: Of the deck.
            add_between: Adds a card to a straight that seems to lie among those that were seen.
        """
        state = book.log.state
        copies = np.array([state.copies.get(code, 0) for code in codes.codes], np.intp)
        self.deliberation = Deliberation(codes, copies)
        self._hindsight = Deliberation(codes, copies)
        self._codes = codes
        self._questions = Questions(book, self.deliberation)
        self._unsure = Unsure(book, codes, self._questions)
        self._leading = Leading(book, codes)
        holding = Holding(book, codes, self._questions, self._leading, add_between)
        self._deciding = Deciding(book, self.deliberation, self._questions, holding, self._unsure)
        self._following = Following(codes)
        self._choosing = Choosing(book, codes, self._questions)
        self._repairs = Repairs(book, codes)
        self._ahead = Ahead(book, codes, ACCEPT)
        self._book = book
        self._doubts = False
        self._settled: tuple[View | None, Grounds] = (None, ())

    @property
    def questions(self) -> Sequence[Question]:
        """Those that are open, the oldest first."""
        return self._questions.open

    def together(self, question: int) -> Mapping[int, str]:
        """See `Questions.together`."""
        return self._questions.together(question)

    def giving_way(self, fact: int, cards: Sequence[str], sightings: Sequence[Sighting]) -> dict[int, Fact]:
        """Return the corrections of other facts that a person's correction of one calls for.

        Args:
            fact: Place of the fact that is corrected.
            cards: What it really was.
            sightings: All that are remembered.
        """
        return self._repairs.giving_way(fact, cards, sightings, self._hindsight)

    def doubted(self, sightings: Sequence[Sighting]) -> list[tuple[int, Sighting]]:
        """Return the cards in the book that are asked about, or are to be, with the places of their facts."""
        asked = self._questions.numbers
        doubted = (s for s in sightings if s.decided is not None and s.pinned is None and not s.aside)
        places = (
            (self._book.index_of(s.origin), s)
            for s in doubted
            if s.question in asked or s.number in self._unsure.numbers
        )
        return [(place, sighting) for place, sighting in places if place is not None]

    def doubt(self, numbers: Iterable[int]) -> None:
        """Have cards in the book, by the numbers of their sightings, asked about unless later ones settle them."""
        self._unsure.numbers.update(numbers)

    def step(self, sightings: Sequence[Sighting], now: float, *, only_earlier: bool = False) -> list[Event]:
        """Decide what can be decided now.

        Args:
            sightings: All that are remembered, in order of play.
            now: Seconds of the source.
            only_earlier: Enter nothing that was laid, or found again, since the game was taken up.
        """
        asked = self._choosing.ask(sightings, {sighting.number: sighting for sighting in sightings}, now)
        return [*asked, *self._step(sightings, now, only_earlier=only_earlier)]

    def _step(self, sightings: Sequence[Sighting], now: float, *, only_earlier: bool) -> list[Event]:
        grounds = _grounds(sightings)
        if self._book.view is self._settled[0] and are_same(grounds, self._settled[1]):
            return []
        self._settled = None, ()
        known = {sighting.number: sighting for sighting in sightings}
        events = self._repairs.take_back(sightings, now)
        events += self._repairs.divide(self._counting(sightings), now)
        events = lasting([*events, *self._repairs.make_room(self._counting(sightings), now)])
        moved = True
        while moved:
            counting = self._counting(sightings)
            events += self._correct(counting, known, now)
            entered, moved = self._deciding.step(counting, known, now, only_earlier=only_earlier)
            events += entered
        if not (self.questions or self._unsure.numbers or any(sighting.is_open for sighting in sightings)):
            if not self._doubts:
                self._settled = self._book.view, _grounds(sightings)
            return events
        counting = self._counting(sightings)
        rows = self.deliberation.rows(counting)
        for deal in self._deals_asked_about(sightings):
            cards = [sighting for sighting in sightings if sighting.deal == deal and not sighting.dismissed]
            rows |= self._hindsight.rows(cards)
        events += self._unsure.ask(sightings, rows, known, now)
        self._questions.settle(sightings, rows)
        return [*events, *self._ahead.step(counting, rows, known, now)]

    def _deals_asked_about(self, sightings: Sequence[Sighting]) -> set[Deal]:
        """Return the deals before the present one about which something is still asked, or to be asked."""
        asked = self._questions.numbers
        doubted = (s for s in sightings if s.question in asked or s.number in self._unsure.numbers)
        return {s.deal for s in doubted if s.decided is not None} - {self._book.deal}

    def _counting(self, sightings: Sequence[Sighting]) -> list[Sighting]:
        deal = self._book.deal
        join_tiebreak(deal, sightings)
        counting = [s for s in sightings if s.deal == deal and not s.dismissed and not s.second]
        self._following.consider(counting, self._book.log.state)
        return counting

    def _correct(self, sightings: Sequence[Sighting], known: Sightings, now: float) -> list[Event]:
        """Correct what later cards disprove, and ask about what they only throw doubt on."""
        chances = self.deliberation.chances(sightings)
        contradicted = self._repairs.contradicted(sightings, chances)
        if contradicted:
            self._leading.look_back(contradicted, known)
            chances = self.deliberation.chances(sightings)
        events, doubtful = self._repairs.correct(sightings, chances, known, now)
        self._doubts = bool(doubtful)
        for sighting, row in doubtful:
            asked = self._questions.ask(sighting, row, known, now, self._why_doubted(sighting, sightings))
            events += self._questions.with_card_twice(asked, sighting, sightings, now)
        return events

    def _why_doubted(self, sighting: Sighting, sightings: Sequence[Sighting]) -> Reason:
        """Return why a card in the book is doubted: another one reads the same, or else who led or followed says so."""
        place = None if sighting.decided is None else self._codes.places[sighting.decided]
        is_seen_again = any(other is not sighting and likeliest_place(other.row) == place for other in sightings)
        return reason("doubt-later" if is_seen_again else "doubt-play")


def _grounds(sightings: Sequence[Sighting]) -> Grounds:
    """Return all that conclusions from known cards rest on."""
    return [*sightings, *grounds_of(sightings, _TELLING)]
