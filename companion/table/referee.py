"""What each card is and who played it, entered in the book.

Nothing is entered on a guess. Sightings are entered in the order of play; one that is not sure holds back those behind
it until more looks, later cards or a person's answer settle it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from companion.rules.errors import ImpossibleFactError
from companion.rules.facts import CardsPlayed, Fact, Source, TiebreakCard
from companion.rules.reasons import Reason, reason
from companion.table.book import Book, seat_of, with_cards, with_seat
from companion.table.deliberation import Chances, Deliberation
from companion.table.events import Event, Question
from companion.table.evidence import Codes, Row
from companion.table.lineup import next_seat, reseated, trick_places
from companion.table.sighting import Deal, Sighting
from companion.table.suspicion import explain_leader, leader_chances

_ACCEPT = 0.97
"""Chance from which a card is entered in the book."""

_CORRECT = 0.9
"""Chance from which another card takes the place of one that was entered."""

_DISPROVED = 0.06
"""Chance below which a card that was entered is as good as disproved: then the likeliest other takes its place."""

_LIKELY = 0.75
"""How likely that one must be."""

_DOUBTED = 0.3
"""Chance below which a card that was entered is asked about, where no other can take its place."""

_DOUBT = 0.5
"""Chance of a card of the last trick being misread from which a wrong leader is not announced but asked about."""

_SETTLED = 0.6
_SETTLED_AHEAD = 2.5
"""Chance from which, and how many times likelier than the next, a card is entered though nobody answered, once a whole
trick was played on top of it: a game nobody tends must go on. Its low confidence stays in the book for all to see."""

_HOLD = 1.2
"""Seconds that a card at rest is looked at before a person is asked."""

_SURE_SEAT = 0.8
"""How sure it must be who played a card for it not to wait for the next one."""

_LONGER_HOLD = 2.4
"""The same for a card that is nearly sure."""

_NEARLY = 0.9
"""How sure that is."""


class Referee:
    """Decides about sightings and enters them in the book.

    Attributes:
        questions: Those that are open, the oldest first.
        deliberation: What the cards are.
    """

    def __init__(self, book: Book, codes: Codes) -> None:
        self.questions: list[Question] = []
        state = book.log.state
        copies = np.array([state.copies.get(code, 0) for code in codes.codes], np.intp)
        self.deliberation = Deliberation(codes, copies)
        self._book = book
        self._codes = codes
        self._players = state.players
        self._asked = 0
        self._sightings: dict[int, Sighting] = {}
        self._explained: tuple[object, ...] = ()

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
        events = self._take_back(sightings, now) + self._make_room(sightings, now)
        moved = True
        while moved:
            counting = self._counting(sightings)
            events += self._correct(counting, self.deliberation.chances(counting), now)
            entered, moved = self._enter(counting, now)
            events += entered
        self._settle_questions(sightings)
        return events

    def giving_way(self, fact: int, cards: Sequence[str], sightings: Sequence[Sighting]) -> dict[int, Fact]:
        """Return the corrections of other facts that a person's correction of one calls for.

        Args:
            fact: Place of the fact that is corrected.
            cards: What it really was.
            sightings: All of the present deal.
        """
        origin = self._book.origins[fact]
        counting = self._counting(sightings)
        if origin not in {sighting.number for sighting in counting}:
            return {}
        told = [replace(s, pinned=cards[0]) if s.number == origin else s for s in counting]
        changes = {}
        for sighting, row in zip(counting, self.deliberation.chances(told), strict=True):
            index = self._book.index_of(sighting.number)
            if index is None or sighting.number == origin or sighting.pinned is not None:
                continue
            if sighting.decided in cards:
                changes[index] = self._with(index, row)
        return changes

    def _counting(self, sightings: Sequence[Sighting]) -> list[Sighting]:
        deal = self.deal
        return [sighting for sighting in sightings if sighting.deal == deal and not sighting.dismissed]

    def _with(self, index: int, row: Row) -> Fact:
        """Return the fact at this place with the card that a row of chances says it is."""
        best = int(np.argmax(row[:-1]))
        return with_cards(self._book.facts[index], (self._codes.codes[best],), "camera", round(float(row[best]), 4))

    # Entering

    def _enter(self, sightings: Sequence[Sighting], now: float) -> tuple[list[Event], bool]:
        """Enter the first open sighting where it is sure; return whether it was."""
        chances = self.deliberation.chances(sightings)
        for place, (sighting, row) in enumerate(zip(sightings, chances, strict=True)):
            if not sighting.is_open:
                continue
            best = int(np.argmax(row))
            unanswered = sighting.question is not None and len(sightings) - 1 - place >= 2 * self._players - 1
            if best == len(self._codes) or (row[best] < _ACCEPT and not (unanswered and _is_ahead(row))):
                return self._ask(sighting, row, now), False
            held = self._hold_for_seat(sighting, sightings, now)
            if held is not None:
                return held, False
            try:
                return self._enter_card(sighting, self._codes.codes[best], float(row[best])), True
            except ImpossibleFactError as error:
                return self._ask(sighting, row, now, error.reason), False
        return [], False

    def _enter_card(self, sighting: Sighting, code: str, confidence: float) -> list[Event]:
        source: Source = "camera" if sighting.pinned is None else "person"
        events: list[Event] = []
        if self._book.view.phase == "tiebreak":
            seat, sure = self._expected_seat(sighting), 1.0
            fact: Fact = TiebreakCard(seat, code, source=source, time=sighting.time, confidence=round(confidence, 4))
        else:
            seats, sure = next_seat(self._book, self._sightings, sighting)
            events += self._reseat(seats[:-1], sighting.time)
            sure = round(confidence * sure, 4)
            fact = CardsPlayed(seats[-1], (code,), source=source, time=sighting.time, confidence=sure)
        events += self._book.append(fact, sighting.number)
        sighting.decided = code
        sighting.seat = seat_of(fact)
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
        facts = self._book.facts
        changed = {
            index: with_seat(facts[index], seat, facts[index].source)
            for index, seat in zip(self._book.unfinished, seats, strict=True)
            if seat_of(facts[index]) != seat
        }
        return self._book.revise(changed, now, "camera", "the places of the cards show it") if changed else []

    def _hold_for_seat(self, sighting: Sighting, sightings: Sequence[Sighting], now: float) -> list[Event] | None:
        """Return what to say, or nothing yet, where it is doubtful who played a card; None where it is not."""
        view = self._book.view
        if view.phase != "play":
            return None
        seats, sure = next_seat(self._book, self._sightings, sighting)
        if sure < _SURE_SEAT and now - sighting.time < _HOLD:
            return []
        expected = self._book.log.state.hand.next_leader
        if view.trick == 0 or expected is None or seats[0] == expected:
            return None
        return self._hold_for_leader(sighting, sightings, seats[0], expected, now)

    def _hold_for_leader(
        self, sighting: Sighting, sightings: Sequence[Sighting], leader: int, expected: int, now: float
    ) -> list[Event] | None:
        """Return what to ask where somebody seems to lead out of turn and a misread card explains it better."""
        places = trick_places(self._book, self._sightings, sighting)
        known = [place for place in places if not isinstance(place, int)]
        if len(known) < len(places):
            return None
        self._explain(leader_chances(known, self._players), len(known))
        trick = self._last_trick()
        chances = dict(
            zip((s.number for s in sightings), self.deliberation.chances(sightings), strict=True),
        )
        right = {s: float(chances[s.number][self._codes.places[s.decided]]) for s in trick if s.decided}
        if not right or 1.0 - float(np.prod(list(right.values()))) < _DOUBT:
            return None
        doubtful = min(right, key=lambda s: right[s])
        return self._ask(
            doubtful, chances[doubtful.number], now, reason("doubt-leader", seat=leader, expected=expected)
        )

    def _explain(self, led: Row, plays: int) -> None:
        trick = self._last_trick()
        known = (
            self._book.place_of(len(self._book.facts) - 1),
            plays,
            *((s.number, s.decided, s.pinned) for s in trick),
        )
        if known != self._explained:
            self._explained = known
            for number, context in explain_leader(self._book, self._sightings, self._codes, led).items():
                self._sightings[number].context = context

    def _last_trick(self) -> list[Sighting]:
        """Return the sightings of the last complete trick."""
        end = min(self._book.unfinished, default=len(self._book.facts))
        place = self._book.place_of(end - 1)
        numbers = [self._book.origins[index] for index in range(end) if self._book.place_of(index) == place]
        return [self._sightings[number] for number in numbers if number in self._sightings]

    # Asking

    def _ask(self, sighting: Sighting, row: Row, now: float, doubt: Reason | None = None) -> list[Event]:
        hold = _LONGER_HOLD if row[:-1].max() > _NEARLY else _HOLD
        if sighting.question is not None or now - sighting.time < hold:
            return []
        self._asked += 1
        sighting.question = self._asked
        index = self._book.index_of(sighting.number)
        seat = self._book.seat_at(index) if index is not None else self._expected_seat(sighting)
        player = self._book.names[seat]
        which = f"Which card did {player} play?"
        why = "" if doubt is None else f"{doubt.text(self._book.names)}. "
        question = Question(
            time=now,
            question=self._asked,
            seat=seat,
            player=player,
            candidates=self.deliberation.candidates(row),
            message=f"{why[:1].upper()}{why[1:]}{which}",
            doubt=doubt,
        )
        self.questions.append(question)
        return [question]

    def _settle_questions(self, sightings: Sequence[Sighting]) -> None:
        by_question = {sighting.question: sighting for sighting in sightings}
        held = any(sighting.is_open for sighting in sightings)
        self.questions = [
            question
            for question in self.questions
            if (asked := by_question.get(question.question)) is not None
            and (asked.is_open or (held and asked.pinned is None and not asked.dismissed))
        ]

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

    def _make_room(self, sightings: Sequence[Sighting], now: float) -> list[Event]:
        """Take out of the book what lies behind a card that was missed: it is entered again once that is known."""
        counting = self._counting(sightings)
        first = next((place for place, sighting in enumerate(counting) if sighting.is_open), len(counting))
        events: list[Event] = []
        for sighting in reversed(counting[first:]):
            index = self._book.index_of(sighting.number)
            if sighting.decided is not None and index is not None:
                events += self._book.remove(index, now, "camera", "a card before it was missed")
            sighting.decided = None
        return events

    def _correct(self, sightings: Sequence[Sighting], chances: Chances, now: float) -> list[Event]:
        events: list[Event] = []
        changed: dict[int, Fact] = {}
        for sighting, row in zip(sightings, chances, strict=True):
            if sighting.decided is None or sighting.pinned is not None:
                continue
            best = int(np.argmax(row))
            index = self._book.index_of(sighting.number)
            if index is None or best == len(self._codes) or self._codes.codes[best] == sighting.decided:
                continue
            left = row[self._codes.places[sighting.decided]]
            if row[best] >= _CORRECT or (left < _DISPROVED and row[best] >= _LIKELY):
                changed[index] = self._with(index, row)
            elif left < _DOUBTED:
                events += self._ask(sighting, row, now, reason("doubt-later"))
        if not changed:
            return events
        try:
            events += self._book.revise(
                reseated(self._book, changed, self._sightings), now, "camera", "later cards show it"
            )
        except ImpossibleFactError:
            # One of the cards is still taken for another that is not sure enough to be corrected: wait for more.
            return events
        self._note(changed)
        return events

    def _note(self, changed: Mapping[int, Fact]) -> None:
        for index in changed:
            origin = self._book.origins[index]
            if origin in self._sightings:
                fact = self._book.facts[index]
                assert isinstance(fact, CardsPlayed | TiebreakCard)
                self._sightings[origin].decided = fact.cards[0] if isinstance(fact, CardsPlayed) else fact.card


def _is_ahead(row: Row) -> bool:
    """Tell whether one card is likely enough, and much likelier than any other, to go on without an answer."""
    second, best = np.sort(row)[-2:]
    return bool(best >= _SETTLED and best >= _SETTLED_AHEAD * second)
