"""What people answer to questions at the table, and how the sightings that were asked about follow it."""

from collections.abc import Sequence
from typing import Protocol

from companion.errors import WrongInputError
from companion.rules.facts import Fact
from companion.rules.reasons import reason
from companion.table.anothers_card import AnothersCard
from companion.table.book import Book
from companion.table.choosing import change_places, first_of
from companion.table.events import Event
from companion.table.exchanging import BY_HAND
from companion.table.laid import Laid
from companion.table.play_facts import cards_of, seat_of, with_card, with_cards
from companion.table.referee import Referee
from companion.table.sighting import Sighting
from companion.table.tracker import Tracker
from companion.table.unwritten import Unwritten

_STILL_THERE = 1.0
"""Seconds for which a card may be out of sight, under a hand, and still lie where it lay."""


class Corrector(Protocol):
    """Changes plays that stand in the book."""

    def correct(self, fact: int, cards: Sequence[str], now: float) -> list[Event]:
        """Say which cards the fact at this place really was."""
        ...

    def remove_play(self, fact: int, now: float) -> list[Event]:
        """Take out a play that never was."""
        ...

    def played_by(self, fact: int, seat: int, other: int | None, now: float) -> list[Event]:
        """Say that the play at this place was a seat's; the other, which seemed to be that, was its player's."""
        ...


def lies(sighting: Sighting, tracker: Tracker) -> bool:
    """Return whether the card of a sighting is still to be seen where it lay."""
    own = (track for track in tracker.tracks if track.number == sighting.track)
    return any(track.hidden_for(tracker.now) < _STILL_THERE for track in own)


class Answers:
    """Carries out what people answer; `TableSession` documents it."""

    def __init__(
        self, book: Book, laid: Laid, referee: Referee, tracker: Tracker, unwritten: Unwritten, corrector: Corrector
    ) -> None:
        self._book = book
        self._laid = laid
        self._referee = referee
        self._tracker = tracker
        self._unwritten = unwritten
        self._corrector = corrector
        self._anothers = AnothersCard(book.log.state)

    def answer(self, question: int, card: str | None, now: float) -> list[Event]:
        """Answer a question: the card's code, or None where there is no card that counts."""
        if card is not None:
            self._book.log.game.deck.parse(card)
        asked = self._asked(question)
        if asked is None:
            return []
        if card is not None and (other := self._anothers.named_for(asked, card, self._laid.sightings)) is not None:
            return self._change_players(other, asked, card, now)
        place = self.asked_about(question)
        if place is not None:
            index, decided = place
            fact = self._book.facts[index]
            if card is not None:
                named = self._name(asked, with_card(fact, decided, card, "person", 1.0), index, now)
                return [*named, *self._let_go_of_turned_up(card, asked, now)]
            left = [code for code in cards_of(fact) if code != decided]
            self._judge_anew_what_came_since(asked)
            return self._corrector.correct(index, left, now) if left else self._corrector.remove_play(index, now)
        if asked.second:
            return self._choose(asked, card, now)
        if card is not None and (joined := self._joined_to_another(card, asked)) is not None:
            return self._split_off(joined, asked, now)
        events: list[Event] = []
        if card is not None:
            self._check_not_named(card, asked)
            events = self._let_go_of_turned_up(card, asked, now)
        else:
            self._unwritten.note([asked], dismissed=True)
            self._judge_anew_what_came_since(asked)
        asked.pinned = card
        asked.dismissed = card is None
        if asked.dismissed:
            self._tracker.forget([asked.track])
        return events

    def _judge_anew_what_came_since(self, asked: Sighting) -> None:
        """Let go of what lies there where it was laid after people were asked: that the card before was none says
        nothing of it, though it may be the same card, played now."""
        question = next((q for q in self._referee.questions if q.question == asked.question), None)
        track = next((track for track in self._tracker.tracks if track.number == asked.track), None)
        if question is not None and track is not None and track.rest_since > question.time:
            asked.track = None

    def confirm(self, question: int, now: float) -> list[Event]:
        """Say that all the cards that a question doubts together are as they were read."""
        read = self._referee.together(question)
        events: list[Event] = []
        for sighting in [s for s in self._laid.sightings if s.number in read and not s.dismissed]:
            code = read[sighting.number]
            index = self._book.index_of(sighting.origin)
            if index is not None and sighting.decided not in (None, code):
                # It was corrected since.
                fact = with_card(self._book.facts[index], sighting.decided, code, "person", 1.0)
                events += self._name(sighting, fact, index, now)
            sighting.pinned = code
        return events

    def _choose(self, second: Sighting, card: str | None, now: float) -> list[Event]:
        """Take a person's word for which of two cards before one player counts; None: the second one does not."""
        first = first_of(second, self._laid.sightings)
        index = None if first is None else self._book.index_of(first.origin)
        events: list[Event] = []
        if card is not None and first is not None and index is not None and card != first.decided:
            change_places(first, second)
            try:
                events = self._corrector.correct(index, (card,), now)
            except WrongInputError:
                change_places(first, second)
                raise
        if not events:
            self._unwritten.note([second], dismissed=True)
        second.dismissed = True
        return events

    def asked_about(self, question: int) -> tuple[int, str] | None:
        """Return the place of the play that a question is about, and its doubtful card; None while there is none."""
        asked = self._asked(question)
        if asked is None or asked.decided is None or asked.aside:
            return None
        index = self._book.index_of(asked.origin)
        return None if index is None else (index, asked.decided)

    def _asked(self, question: int) -> Sighting | None:
        return next((s for s in self._laid.sightings if s.question == question and not s.dismissed), None)

    def asked_of(self, seat: int) -> int | None:
        """Return the number of the question about the next play, where it is this seat's: who adds that answers it."""
        present = (s for s in self._laid.current if s.is_open and s.deal == self._book.deal)
        waiting = next((sighting for sighting in present if sighting.question is not None), None)
        open_ones = (
            question for question in self._referee.questions if waiting and question.question == waiting.question
        )
        return next((question.question for question in open_ones if question.seat == seat), None)

    def _name(self, asked: Sighting, fact: Fact, index: int, now: float) -> list[Event]:
        """Correct one card of a fact: nothing was said of the others of its straight, nor of whose it is."""
        own = [s for s in self._laid.sightings if s.origin == asked.origin]
        pins = [(sighting.pinned, sighting.pinned_seat) for sighting in own]
        events = self._corrector.correct(index, cards_of(fact), now)
        for sighting, (code, seat) in zip(own, pins, strict=True):
            sighting.pinned, sighting.pinned_seat = sighting.pinned if sighting is asked else code, seat
        return events

    def _change_players(self, other: Sighting, asked: Sighting, card: str, now: float) -> list[Event]:
        """Have a card that was taken for another player's be the play that is asked about; that one is somebody else's.

        What is asked about is asked anew where it is not known yet.
        """
        question = next(q for q in self._referee.questions if q.question == asked.question)
        place = None if asked.decided is None else self._book.index_of(asked.origin)
        played = None if other.decided is None else self._book.index_of(other.origin)
        seat = question.seat if place is None else self._book.seat_at(place)
        events: list[Event] = []
        if asked.seats is None:
            # Nobody saw when that was played: in its turn, which is not this one.
            order = self._laid.sightings
            one, two = order.index(asked), order.index(other)
            order[one], order[two] = other, asked
        if asked.seats is not None and played is not None:
            events = self._corrector.played_by(played, seat, place, now)
        elif played is not None:
            events = self._book.remove(played, now, "person", BY_HAND)
            other.decided = other.seat = None
        else:
            self._unwritten.note([other])
        other.pinned, other.pinned_seat = card, seat
        asked.question = None
        return events

    def _joined_to_another(self, card: str, missed: Sighting) -> Sighting | None:
        """Return the card that people name for a play that was never seen, where the book has it in another's straight.

        None where that is no play without it.
        """
        if missed.track is not None or missed.seats is not None:
            return None
        trick = (s for s in self._laid.sightings if s.trick == missed.trick and s.deal == missed.deal)
        joined = next((s for s in trick if s.decided == card and not s.dismissed), None)
        index = None if joined is None else self._book.index_of(joined.origin)
        if index is None:
            return None
        left = [code for code in cards_of(self._book.facts[index]) if code != card]
        return joined if left and self._book.log.state.one_play(left) is not None else None

    def _split_off(self, card: Sighting, missed: Sighting, now: float) -> list[Event]:
        """Have a card of a straight be the play of another that was missed: they were two plays that lie together."""
        index = self._book.index_of(card.origin)
        assert index is not None
        fact = self._book.facts[index]
        rest = [s for s in self._laid.sightings if s.origin == card.origin and s is not card]
        if card.play is None:
            # The others are entered again, as a play of their own.
            events = self._book.remove(index, now, "person", BY_HAND)
            for sighting in rest:
                sighting.decided = sighting.seat = sighting.play = None
                sighting.pinned_seat = seat_of(fact)
        else:
            left = tuple(code for code in cards_of(fact) if code != card.decided)
            shorter = with_cards(fact, left, "person", fact.confidence)
            events = self._book.revise({index: shorter}, now, "person", BY_HAND)
        asked = next(q for q in self._referee.questions if q.question == missed.question)
        card.pinned, card.pinned_seat = card.decided, asked.seat
        card.decided = card.seat = card.play = None
        self._laid.sightings.remove(card)
        self._laid.sightings.insert(self._laid.sightings.index(missed), card)
        missed.dismissed = True
        return events

    def _let_go_of_turned_up(self, card: str, asked: Sighting, now: float) -> list[Event]:
        """Let the card beside the deal be the one that is asked about: it was drawn among the cards of the trick.

        Where one lies there still, it is another, and was misread.
        """
        for sighting in self._laid.sightings:
            if sighting.aside and sighting.deal == asked.deal and sighting.decided == card and sighting is not asked:
                if not lies(sighting, self._tracker):
                    sighting.track, sighting.dismissed = None, True
                    continue
                sighting.decided = sighting.pinned = None
                told = reversed(self._book.face_up)
                return [event for place in told for event in self._book.remove(place, now, "person", BY_HAND)]
        return []

    def _check_not_named(self, card: str, asked: Sighting) -> None:
        """Refuse a card of which people have named all copies already: this would be one of those, seen again."""
        deal = [s for s in self._laid.sightings if s.deal == asked.deal and not s.dismissed and not s.aside]
        others = [s for s in deal if s is not asked]
        state = self._book.log.state
        if sum(other.pinned == card for other in others) >= state.copies.get(card, 1):
            seat = asked.seat if asked.seat is not None else 0
            raise state.impossible(reason("card-twice", card=state.named(card)), seat, card)
