"""What each card is and who played it: readings joined with what the game knows, then entered in the book.

Nothing is entered on a guess. Sightings are entered in the order of play; one that is not sure holds back those behind
it until more looks, later cards or a person's answer settle it.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from companion.rules.errors import ImpossibleFactError
from companion.rules.facts import CardsPlayed, Fact, Source, TiebreakCard
from companion.table.assignment import marginals
from companion.table.book import Book, seat_of, with_cards, with_seat
from companion.table.events import Candidates, Event, Question
from companion.table.evidence import Codes, Row
from companion.table.lineup import next_seat, reseated
from companion.table.sighting import Deal, Sighting

_ACCEPT = 0.97
"""Chance from which a card is entered in the book."""

_CORRECT = 0.95
"""Chance from which another card takes the place of one that was entered."""

_HOLD = 1.2
"""Seconds that a card at rest is looked at before a person is asked."""

_CANDIDATES = 5
_LEAST = 0.005

Chances = npt.NDArray[np.float64]


class Referee:
    """Decides about sightings and enters them in the book."""

    def __init__(self, book: Book, codes: Codes) -> None:
        self.questions: list[Question] = []
        self._book = book
        self._codes = codes
        deck = book.log.game.deck
        self._copies = np.array([book.log.state.copies.get(code, 0) for code in deck.codes], np.intp)
        self._players = book.log.state.players
        self._asked = 0
        self._sightings: dict[int, Sighting] = {}
        self._evidence: list[tuple[int, Row, str | None]] = []
        self._chances: Chances = np.zeros((0, len(codes) + 1))

    @property
    def deal(self) -> Deal:
        """What a card can occur in only once at this moment."""
        view = self._book.view
        return ("tiebreak", view.hand) if view.phase == "tiebreak" else ("play", view.hand)

    def step(self, sightings: Sequence[Sighting], now: float) -> list[Event]:
        """Decide what can be decided now.

        Args:
            sightings: All of the present deal, in order of play.
            now: Seconds of the source.
        """
        self._sightings = {sighting.number: sighting for sighting in sightings}
        events = self._take_back(sightings, now)
        moved = True
        while moved:
            deal = self.deal
            counting = [s for s in sightings if s.deal == deal and not s.dismissed]
            chances = self._remembered(counting)
            events += self._correct(counting, chances, now)
            entered, moved = self._enter(counting, chances, now)
            events += entered
        self._settle_questions(sightings)
        return events

    def _remembered(self, sightings: Sequence[Sighting]) -> Chances:
        """Return the chances, worked out anew only where the evidence has changed: most looks change nothing."""
        evidence = [(sighting.number, sighting.row, sighting.pinned) for sighting in sightings]
        if len(evidence) != len(self._evidence) or any(
            new[0] != old[0] or new[1] is not old[1] or new[2] != old[2]
            for new, old in zip(evidence, self._evidence, strict=True)
        ):
            self._evidence = evidence
            self._chances = self.chances(sightings)
        return self._chances

    def chances(self, sightings: Sequence[Sighting]) -> Chances:
        """Return (N, K + 1) chances of what each of a deal's sightings is, all knowledge joined."""
        if not sightings:
            return np.zeros((0, len(self._codes) + 1))
        rows = [self._codes.certain(s.pinned) if s.pinned is not None else s.row for s in sightings]
        return marginals(np.stack(rows), self._copies)

    def giving_way(self, fact: int, cards: Sequence[str], sightings: Sequence[Sighting]) -> dict[int, Fact]:
        """Return the corrections of other facts that a person's correction of one calls for.

        Args:
            fact: Place of the fact that is corrected.
            cards: What it really was.
            sightings: All of the present deal.
        """
        origin = self._book.origins[fact]
        counting = [s for s in sightings if s.deal == self.deal and not s.dismissed]
        if origin not in {sighting.number for sighting in counting}:
            return {}
        told = [replace(s, pinned=cards[0]) if s.number == origin else s for s in counting]
        changes = {}
        for sighting, row in zip(counting, self.chances(told), strict=True):
            index = self._book.index_of(sighting.number)
            if index is None or sighting.number == origin or sighting.pinned is not None:
                continue
            if sighting.decided in cards:
                best = int(np.argmax(row[:-1]))
                changes[index] = with_cards(
                    self._book.facts[index], (self._codes.codes[best],), "camera", float(row[best])
                )
        return changes

    def candidates(self, row: Chances) -> Candidates:
        """Return the likeliest codes of a row."""
        order = np.argsort(-row[:-1], kind="stable")[:_CANDIDATES]
        return tuple((self._codes.codes[place], float(row[place])) for place in order if row[place] >= _LEAST)

    # Entering

    def _enter(self, sightings: Sequence[Sighting], chances: Chances, now: float) -> tuple[list[Event], bool]:
        """Enter open sightings up to the first that is not sure; stop behind one that ends the deal or a trick."""
        events: list[Event] = []
        for sighting, row in zip(sightings, chances, strict=True):
            if not sighting.is_open:
                continue
            best = int(np.argmax(row))
            if best == len(self._codes) or row[best] < _ACCEPT:
                events += self._ask(sighting, row, now)
                return events, False
            try:
                events += self._enter_card(sighting, self._codes.codes[best], float(row[best]))
            except ImpossibleFactError as error:
                events += self._ask(sighting, row, now, str(error))
                return events, False
            return events, True
        return events, False

    def _enter_card(self, sighting: Sighting, code: str, confidence: float) -> list[Event]:
        source: Source = "camera" if sighting.pinned is None else "person"
        events: list[Event] = []
        if self._book.view.phase == "tiebreak":
            fact: Fact = TiebreakCard(
                self._expected_seat(sighting), code, source=source, time=sighting.time, confidence=confidence
            )
        else:
            seats, sure = next_seat(self._book, self._sightings, sighting)
            events += self._reseat(seats[:-1], sighting.time)
            fact = CardsPlayed(
                seats[-1], (code,), source=source, time=sighting.time, confidence=round(confidence * sure, 4)
            )
        events += self._book.append(fact, sighting.number)
        sighting.decided = code
        return events

    def _expected_seat(self, sighting: Sighting) -> int:
        """Return the seat whose card this is, were it entered now."""
        if sighting.pinned_seat is not None:
            return sighting.pinned_seat
        view = self._book.view
        if view.phase == "play":
            return next_seat(self._book, self._sightings, sighting)[0][-1]
        return view.expected if view.expected is not None else 0

    def _reseat(self, seats: Sequence[int], now: float) -> list[Event]:
        start = len(self._book.facts) - len(seats)
        facts = self._book.facts[start:]
        changed = {
            start + step: with_seat(fact, seat, fact.source)
            for step, (fact, seat) in enumerate(zip(facts, seats, strict=True))
            if seat_of(fact) != seat
        }
        return self._book.revise(changed, now, "camera", "the places of the cards show it") if changed else []

    # Asking

    def _ask(self, sighting: Sighting, row: Chances, now: float, why: str = "") -> list[Event]:
        if sighting.question is not None or now - sighting.time < _HOLD:
            return []
        self._asked += 1
        sighting.question = self._asked
        seat = self._expected_seat(sighting)
        player = self._book.names[seat]
        question = Question(
            time=now,
            question=self._asked,
            seat=seat,
            player=player,
            candidates=self.candidates(row),
            message=why or f"Which card did {player} play?",
        )
        self.questions.append(question)
        return [question]

    def _settle_questions(self, sightings: Sequence[Sighting]) -> None:
        open_numbers = {sighting.question for sighting in sightings if sighting.is_open}
        self.questions = [question for question in self.questions if question.question in open_numbers]

    # Correcting

    def _take_back(self, sightings: Sequence[Sighting], now: float) -> list[Event]:
        events: list[Event] = []
        for sighting in sightings:
            if sighting.dismissed and sighting.decided is not None:
                index = self._book.index_of(sighting.number)
                sighting.decided = None
                if index is not None:
                    events += self._book.remove(index, now, "camera", "the card was taken back")
        return events

    def _correct(self, sightings: Sequence[Sighting], chances: Chances, now: float) -> list[Event]:
        changed: dict[int, Fact] = {}
        decided: dict[int, str] = {}
        for place, (sighting, row) in enumerate(zip(sightings, chances, strict=True)):
            if sighting.decided is None or sighting.pinned is not None:
                continue
            best = int(np.argmax(row))
            if best == len(self._codes) or self._codes.codes[best] == sighting.decided or row[best] < _CORRECT:
                continue
            index = self._book.index_of(sighting.number)
            if index is None:
                continue
            code = self._codes.codes[best]
            changed[index] = with_cards(self._book.facts[index], (code,), "camera", float(row[best]))
            decided[place] = code
        if not changed:
            return []
        try:
            events = self._book.revise(
                reseated(self._book, changed, self._sightings), now, "camera", "a later card shows it"
            )
        except ImpossibleFactError:
            # One of the cards is still taken for another that is not sure enough to be corrected: wait for more.
            return []
        for place, code in decided.items():
            sightings[place].decided = code
        return events
