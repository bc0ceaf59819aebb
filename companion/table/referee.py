"""What each card is and who played it, entered in the book.

Nothing is entered on a guess. Sightings are entered in the order of play; one that is not sure holds back those behind
it until more looks, later cards or a person's answer settle it.
"""

from collections.abc import Mapping, Sequence
from operator import attrgetter

import numpy as np

from companion.rules.errors import ImpossibleFactError
from companion.rules.facts import FaceUpCard, Fact, Source
from companion.rules.reasons import Reason, reason
from companion.rules.view import View
from companion.table.ahead import Ahead
from companion.table.asking import Questions
from companion.table.book import Book
from companion.table.deliberation import Deliberation
from companion.table.entering import Entering
from companion.table.events import Event, Question
from companion.table.evidence import Codes, Row
from companion.table.following import Following
from companion.table.irregular import table_irregularity
from companion.table.leading import Leading
from companion.table.lineup import lies_elsewhere, next_seat
from companion.table.patience import Patience
from companion.table.repairing import Repairs
from companion.table.revoking import Revoking
from companion.table.sighting import Deal, Sighting
from companion.table.straights import Straights
from companion.table.unchanged import Grounds, are_same, grounds_of

_ACCEPT = 0.9
"""Chance from which a card is entered in the book."""

_SURE = 0.97
"""Chance below which it is asked about all the same, where not every card of the deck is played in a hand: a misreading
may never come to light there."""

_SURE_SEAT = 0.8
"""How sure it must be who played a card for it not to wait for the next one."""

_SEAT_HOLD = 1.2
"""Seconds that it waits at most."""

_STRAIGHT_HOLD = 0.4
"""Seconds that a play to which another card may belong waits for it, unless the next seat plays before."""

_ELSEWHERE = 4.0
"""How much better (logarithm) a card's place must fit another seat than its player for it to be no ordinary play."""

_ELSEWHERE_HOLD = 3.5
"""Seconds after which it counts all the same, if it still lies there."""

_OUT_OF_SIGHT, _TAKEN_HOLD = 0.35, 7.0
"""Seconds after which such a card that is not seen may have been taken back, and after which it counts even so."""

_SURELY_THERE = 0.97
"""How sure the looks at cards must be for them to be more than there are of a code, rather than misread."""

_OTHER_ANSWER = 10.0
"""Seconds that a card waits for the answer to a question about another that reads the same."""

_GAP_HOLD = 1.5
"""The same where a card between those that were seen is missing."""

_TELLING = attrgetter(
    "row", "context", "pinned", "pinned_seat", "decided", "seats", "deal", "trick", "dismissed", "confirmed"
)


class Referee:
    """Decides about sightings and enters them in the book.

    Attributes:
        deliberation: What the cards are.
    """

    def __init__(self, book: Book, codes: Codes) -> None:
        state = book.log.state
        copies = np.array([state.copies.get(code, 0) for code in codes.codes], np.intp)
        self.deliberation = Deliberation(codes, copies)
        self._hindsight = Deliberation(codes, copies)
        self._questions = Questions(book, self.deliberation)
        self._leading = Leading(book, codes)
        self._revoking = Revoking(book, codes)
        self._following = Following(codes)
        self._straights = Straights(codes)
        self._entering = Entering(book, codes)
        self._repairs = Repairs(book, codes)
        self._patience = Patience(book)
        # Whoever is left alone keeps cards where straights make some hands shorter than others.
        self._all_are_played = state.players * state.hand_size() == copies.sum() and not state.has_straights
        self._ahead = Ahead(book, codes, _ACCEPT)
        self._book = book
        self._codes = codes
        self._sightings: dict[int, Sighting] = {}
        self._told: set[int] = set()
        self._unsure: set[int] = set()
        self._doubts = False
        self._settled: tuple[View | None, Grounds] = (None, ())

    @property
    def questions(self) -> Sequence[Question]:
        """Those that are open, the oldest first."""
        return self._questions.open

    def giving_way(self, fact: int, cards: Sequence[str], sightings: Sequence[Sighting]) -> dict[int, Fact]:
        """Return the corrections of other facts that a person's correction of one calls for.

        Args:
            fact: Place of the fact that is corrected.
            cards: What it really was.
            sightings: All that are remembered.
        """
        return self._repairs.giving_way(fact, cards, sightings, self._hindsight)

    @property
    def deal(self) -> Deal:
        """What a card can occur in only once at this moment."""
        view = self._book.view
        return ("tiebreak", view.hand) if view.phase == "tiebreak" else ("play", view.hand)

    def step(self, sightings: Sequence[Sighting], now: float) -> list[Event]:
        """Decide what can be decided now.

        Args:
            sightings: All that are remembered, in order of play.
            now: Seconds of the source.
        """
        grounds = _grounds(sightings)
        if self._book.view is self._settled[0] and are_same(grounds, self._settled[1]):
            return []
        self._settled = None, ()
        self._sightings = {sighting.number: sighting for sighting in sightings}
        self._told &= self._sightings.keys()
        events = self._repairs.take_back(sightings, now)
        events += self._repairs.make_room(self._counting(sightings), now)
        moved = True
        while moved:
            counting = self._counting(sightings)
            events += self._correct(counting, now)
            entered, moved = self._enter(counting, now)
            events += entered
        if not (self.questions or self._unsure or any(sighting.is_open for sighting in sightings)):
            if not self._doubts:
                self._settled = self._book.view, _grounds(sightings)
            return events
        counting = self._counting(sightings)
        rows = self._rows(counting, self.deliberation)
        for deal in self._deals_asked_about(sightings):
            cards = [sighting for sighting in sightings if sighting.deal == deal and not sighting.dismissed]
            rows |= self._rows(cards, self._hindsight)
        events += self._ask_unsure(sightings, rows, now)
        self._questions.settle(sightings, rows)
        return [*events, *self._ahead.step(counting, rows, self._sightings, now)]

    def _deals_asked_about(self, sightings: Sequence[Sighting]) -> set[Deal]:
        """Return the deals before the present one about which something is still asked, or to be asked."""
        asked = self._asked
        doubted = (s for s in sightings if s.question in asked or s.number in self._unsure)
        return {s.deal for s in doubted if s.decided is not None} - {self.deal}

    def _rows(self, cards: Sequence[Sighting], deliberation: Deliberation) -> dict[int, Row]:
        return {card.number: row for card, row in zip(cards, deliberation.chances(cards), strict=True)}

    def _counting(self, sightings: Sequence[Sighting]) -> list[Sighting]:
        deal = self.deal
        counting = [sighting for sighting in sightings if sighting.deal == deal and not sighting.dismissed]
        self._following.consider(counting, self._book.log.state)
        return counting

    # Entering

    def _enter(self, sightings: Sequence[Sighting], now: float) -> tuple[list[Event], bool]:
        """Enter the first open play where it is sure; return whether it was."""
        turned_up = next((s for s in sightings if s.aside and s.is_open), None)
        waiting = [sighting for sighting in sightings if sighting.is_open and not sighting.aside]
        if turned_up is None and not waiting:
            return [], False
        rows = self._rows(sightings, self.deliberation)
        if turned_up is not None:
            events, moved = self._turn_up(turned_up, rows[turned_up.number], now)
            if moved or events:
                return events, moved
        if not waiting:
            return [], False
        play, before, behind = self._next_play(waiting[0], sightings)
        later = len(sightings) - 1 - sightings.index(play[-1])
        for sighting in play:
            row = rows[sighting.number]
            sure = row[:-1].max() >= _ACCEPT and not self._waits_for_answer(sighting, row)
            if not sure and not self._patience.is_over(sighting, row, later):
                if self._is_asked_about(sighting, sightings, now):
                    return [], False
                question = self._ask(sighting, row, now, before=before)
                return [*self._note_twice(question, sighting, sightings, now), *question], False
        if not before and self._may_grow(play, behind, now):
            return [], False
        held = self._hold_for_straight(play, before, behind, rows, later, now)
        held = self._hold_for_seat(play, behind, rows, later, now) if held is None and not before else held
        held = self._hold_for_revoke(play, behind, rows, later, now) if held is None else held
        if held is not None:
            return held, False
        try:
            events = self._entering.enter(play, before, behind, rows, self._sightings)
        except ImpossibleFactError as error:
            return self._refuse(play, before, rows, later, now, error), False
        if not self._all_are_played:
            self._unsure |= {sighting.number for sighting in play if rows[sighting.number][:-1].max() < _SURE}
        return events, True

    def _refuse(
        self,
        play: Sequence[Sighting],
        before: Sequence[Sighting],
        rows: Mapping[int, Row],
        later: int,
        now: float,
        error: ImpossibleFactError,
    ) -> list[Event]:
        """Ask about a play that cannot be; where nobody answers, it does not count after a while."""
        first = play[0]
        if self._patience.gives_up(first, later):
            for sighting in play:
                sighting.dismissed = True
            return []
        return [*self._ask(first, rows[first.number], now, error.reason, before)]

    def _next_play(
        self, first: Sighting, sightings: Sequence[Sighting]
    ) -> tuple[list[Sighting], list[Sighting], list[list[Sighting]]]:
        """Return the play to be entered next, the part of it that is in the book, and the plays behind it."""
        trick = [s for s in sightings if s.trick == first.trick and not s.aside]
        plays = self._straights.plays(trick, self._book.log.state)
        place = next(place for place, play in enumerate(plays) if first in play)
        before = [sighting for sighting in plays[place] if sighting.decided is not None]
        return [sighting for sighting in plays[place] if sighting.is_open], before, plays[place + 1 :]

    def _may_grow(self, play: Sequence[Sighting], behind: Sequence[Sequence[Sighting]], now: float) -> bool:
        """Whether a play should wait for another card of the same straight."""
        state = self._book.log.state
        if not state.has_straights or play[-1].confirmed:
            return False
        if now - play[-1].time <= _GAP_HOLD and any(sighting.joined for sighting in play):
            return True
        whole = self._straights.is_whole(play, state)
        if now - play[-1].time > (_STRAIGHT_HOLD if whole else _GAP_HOLD):
            return False
        elsewhere = any(not self._straights.lie_together(play, later[0]) for later in behind)
        return not whole or (not elsewhere and self._straights.may_grow(play, state))

    def _turn_up(self, sighting: Sighting, row: Row, now: float) -> tuple[list[Event], bool]:
        """Enter the card that lies face up beside the deal."""
        best = int(np.argmax(row))
        known = self._book.log.state.turned_up
        if known is not None:
            sighting.pinned = sighting.decided = known
            return [], True
        if best == len(self._codes) or not any(need.kind == "face_up" for need in self._book.view.needs):
            return [], False
        if row[best] < _SURE:
            return [*self._ask(sighting, row, now)], False
        code = self._codes.codes[best]
        source: Source = "camera" if sighting.pinned is None else "person"
        sighting.decided = code
        confidence = round(float(row[best]), 4)
        return self._book.append(FaceUpCard(code, source=source, time=sighting.time, confidence=confidence)), True

    def _hold_for_seat(
        self,
        play: Sequence[Sighting],
        behind: Sequence[Sequence[Sighting]],
        rows: Mapping[int, Row],
        later: int,
        now: float,
    ) -> list[Event] | None:
        """Return what to say, or nothing yet, where it is doubtful who played a card; None where it is not."""
        view = self._book.view
        if view.phase != "play":
            return None
        waiting = [play, *behind]
        seats, sure = next_seat(self._book, self._sightings, waiting)
        if sure < _SURE_SEAT and now - play[-1].time < _SEAT_HOLD:
            return []
        if not behind and not play[-1].confirmed and lies_elsewhere(play, seats[-1]) > _ELSEWHERE:
            # Before somebody who has played already: most likely a card that is shown, or dropped and taken back.
            if now - play[-1].time < (_TAKEN_HOLD if _is_out_of_sight(play, now) else _ELSEWHERE_HOLD):
                return []
            events = self._note_second_card(play, rows, now)
            if events:
                return events
        if view.expected not in (None, seats[-1]) and not behind and now - play[-1].time < _SEAT_HOLD:
            # A card that was laid before this one may not have been found yet.
            return []
        expected = self._book.log.state.hand.next_leader
        if view.trick == 0 or expected is None or seats[0] == expected or self._patience.goes_on(play[0], later):
            return None
        doubt = self._leading.doubt(waiting, (seats[0], expected), self._sightings, rows)
        return None if doubt is None else [*self._ask(doubt.sighting, doubt.row, now, doubt.reason)]

    def _hold_for_straight(
        self,
        play: Sequence[Sighting],
        before: Sequence[Sighting],
        behind: Sequence[Sequence[Sighting]],
        rows: Mapping[int, Row],
        later: int,
        now: float,
    ) -> list[Event] | None:
        """Return what to ask where cards laid together do not follow each other; None where they do, or surely not."""
        cards = [*before, *play]
        codes = [card.decided or self._codes.codes[int(rows[card.number][:-1].argmax())] for card in cards]
        state = self._book.log.state
        if len(cards) == 1 or state.one_play(codes) is not None or self._patience.goes_on(play[0], later):
            return None
        weakest = self._revoking.weakest(cards, rows, self._asked)
        if weakest is None:
            return None
        known = [card.seat for card in before if card.seat is not None]
        seat = known[0] if known else self._entering.expected_seat([play, *behind], self._sightings)
        return [*self._ask(weakest, rows[weakest.number], now, reason("doubt-straight", seat=seat), before)]

    def _hold_for_revoke(
        self,
        play: Sequence[Sighting],
        behind: Sequence[Sequence[Sighting]],
        rows: Mapping[int, Row],
        later: int,
        now: float,
    ) -> list[Event] | None:
        """Return what to ask, or nothing yet, where a misread card would make a revoke; None where it does not."""
        if self._book.view.phase != "play" or self._patience.goes_on(play[0], later):
            return None
        seat = self._entering.expected_seat([play, *behind], self._sightings)
        doubt = self._revoking.doubt(play, seat, self._sightings, rows, self._asked)
        if doubt is None:
            return None
        # Another look, or another card of a straight, may show that there is no revoke.
        settled = now - play[-1].time >= _SEAT_HOLD
        return [*self._ask(doubt.sighting, doubt.row, now, doubt.reason)] if settled else []

    def _note_second_card(self, play: Sequence[Sighting], rows: Mapping[int, Row], now: float) -> list[Event]:
        """Tell once that a second card of somebody's lies in the trick."""
        first = play[0]
        if first.number in self._told or first.seats is None:
            return []
        self._told.add(first.number)
        seat = int(np.argmax(first.seats))
        if all(seat != played for played, _ in self._book.view.plays):
            return []
        code = self._codes.codes[int(np.argmax(rows[first.number][:-1]))]
        return [table_irregularity("seat-twice", self._book, seat, code, now)]

    # Asking and correcting

    @property
    def _asked(self) -> set[int]:
        """Numbers of the open questions."""
        return {question.question for question in self.questions}

    def _is_asked_about(self, sighting: Sighting, sightings: Sequence[Sighting], now: float) -> bool:
        """Whether a question about another card that reads the same may settle this one, too."""
        own = self._codes.codes[int(np.argmax(sighting.row[:-1]))]
        asked = self._asked
        return now - sighting.time < _OTHER_ANSWER and any(
            other.question in asked and other.decided == own for other in sightings if other is not sighting
        )

    def _waits_for_answer(self, sighting: Sighting, row: Row) -> bool:
        """Whether people are being asked about a card that is taken for another than it reads as: others may be it."""
        misread = sighting.pinned is None and row[:-1].argmax() != sighting.row[:-1].argmax()
        return misread and sighting.question in self._asked

    def _ask(
        self,
        sighting: Sighting,
        row: Row,
        now: float,
        doubt: Reason | None = None,
        before: Sequence[Sighting] = (),
    ) -> list[Question]:
        """Ask about a card; the part of its play that is in the book tells whose it is, and in which trick."""
        known = sighting if sighting.decided is not None else next(iter(before), None)
        index = self._book.index_of(known.origin) if known is not None else None
        seat = (
            self._book.seat_at(index)
            if index is not None
            else self._entering.expected_seat([[sighting]], self._sightings)
        )
        return self._questions.ask(sighting, seat, index, row, now, doubt)

    def _correct(self, sightings: Sequence[Sighting], now: float) -> list[Event]:
        chances = self.deliberation.chances(sightings)
        contradicted = self._repairs.contradicted(sightings, chances)
        if contradicted:
            self._leading.look_back(contradicted, self._sightings)
            chances = self.deliberation.chances(sightings)
        events, doubtful = self._repairs.correct(sightings, chances, self._sightings, now)
        self._doubts = bool(doubtful)
        for sighting, row in doubtful:
            question = self._ask(sighting, row, now, reason("doubt-later"))
            events += self._note_twice(question, sighting, sightings, now)
            events += question
        return events

    def _ask_unsure(self, sightings: Sequence[Sighting], rows: Mapping[int, Row], now: float) -> list[Event]:
        """Ask about the cards that were entered before they were sure and that nothing has settled since."""
        unsure = [
            sighting
            for sighting in sightings
            if sighting.number in self._unsure
            and sighting.number in rows
            and not (sighting.dismissed or sighting.pinned or sighting.question)
            and not self._is_sure(sighting, rows[sighting.number])
        ]
        self._unsure = {sighting.number for sighting in unsure}
        entered = [sighting for sighting in unsure if sighting.decided is not None]
        return [question for card in entered for question in self._ask(card, rows[card.number], now)]

    def _is_sure(self, sighting: Sighting, row: Row) -> bool:
        return sighting.decided is not None and bool(row[self._codes.places[sighting.decided]] >= _SURE)

    def _note_twice(
        self, asked: Sequence[Question], sighting: Sighting, sightings: Sequence[Sighting], now: float
    ) -> list[Event]:
        """Tell with a question that more cards read surely as one code than there are of it."""
        code = sighting.decided or self._codes.codes[int(np.argmax(sighting.row[:-1]))]
        sure = sum(float(other.row[self._codes.places[code]]) > _SURELY_THERE for other in sightings)
        if not asked or sure <= self._book.log.state.copies.get(code, 0):
            return []
        return [table_irregularity("card-twice", self._book, asked[0].seat, code, now)]


def _is_out_of_sight(play: Sequence[Sighting], now: float) -> bool:
    return any(card.seen is not None and now - card.seen > _OUT_OF_SIGHT for card in play)


def _grounds(sightings: Sequence[Sighting]) -> Grounds:
    """Return all that conclusions from known cards rest on."""
    return [*sightings, *grounds_of(sightings, _TELLING)]
