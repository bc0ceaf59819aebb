"""Questions to the people at the table: asked once, open until they are answered or later cards settle them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from companion.language import capital
from companion.rules.reasons import Reason
from companion.table.book import Book
from companion.table.deliberation import Deliberation
from companion.table.events import Event, Question
from companion.table.evidence import Row, likeliest_place
from companion.table.irregular import table_irregularity
from companion.table.leading import Doubt
from companion.table.lineup import Sightings, expected_seat
from companion.table.sighting import Sighting

_HOLD = 1.2
"""Seconds that a card at rest is looked at before a person is asked."""

_LONGER_HOLD = 2.4
"""The same for a card that is nearly sure."""

_NEARLY = 0.9
"""How sure that is."""

_SETTLED = 0.97
"""How sure later cards must make what was entered without an answer for the question to be settled."""

_SURELY_THERE = 0.97
"""How sure the looks at cards must be for them to be more than there are of a code, rather than misread."""

_SHOWN = 6.0
"""Seconds for which somebody looks at a card of the last trick once more, at most."""

_OTHER_ANSWER = 10.0
"""Seconds that a card waits for the answer to a question about another that reads the same."""

_FACE_UP = "Which card lies face up?"


class Questions:
    """The questions that are open.

    Attributes:
        open: The oldest first.
    """

    def __init__(self, book: Book, deliberation: Deliberation) -> None:
        self.open: list[Question] = []
        self._book = book
        self._deliberation = deliberation
        self._codes = deliberation.codes
        self._asked = 0
        self._together: dict[int, Mapping[int, str]] = {}
        self._held: dict[int, frozenset[int]] = {}
        """The numbers of the cards that are held back until a question is answered."""

    def is_open_about(self, cards: Sequence[Sighting]) -> bool:
        """Whether one of these cards is asked about."""
        return any(card.question in self.numbers for card in cards)

    @property
    def numbers(self) -> set[int]:
        """The numbers of the open questions."""
        return {question.question for question in self.open}

    def ask(
        self,
        sighting: Sighting,
        row: Row,
        known: Sightings,
        now: float,
        doubt: Reason | None = None,
        before: Sequence[Sighting] = (),
        held: Sequence[Sighting] = (),
    ) -> list[Question]:
        """Ask about a card, once it was looked at long enough and unless that was done before.

        It is asked about once more where others are held back for it and it was settled before without an answer.

        Args:
            sighting: The card.
            row: What it may be.
            known: All sightings that are remembered, by their numbers.
            now: Seconds of the source.
            doubt: Why it is asked, where there is more to say than that the card could not be read.
            before: The cards of its play that are in the book: they tell whose it is, and in which trick.
            held: The cards that are entered only once it is answered: so long no later card settles it.
        """
        hold = _LONGER_HOLD if row[:-1].max() > _NEARLY else _HOLD
        was_asked = sighting.question is not None and (not held or sighting.question in self.numbers)
        if was_asked or now - sighting.time < hold:
            return []
        self._asked += 1
        self._held[self._asked] = frozenset(card.number for card in held)
        sighting.question = self._asked
        entered = sighting if sighting.decided is not None else next(iter(before), None)
        index = self._book.index_of(entered.origin) if entered is not None else None
        view = self._book.view
        if index is None:
            seat, hand, trick = expected_seat(self._book, known, [[sighting]]), view.hand, view.trick
        else:
            seat, (hand, trick) = self._book.seat_at(index), self._book.place_of(index)
        player = self._book.names[seat]
        of_which = "" if doubt is None else f" in trick {trick + 1}"
        which = _FACE_UP if sighting.aside else f"Which card did {player} play{of_which}?"
        why = "" if doubt is None else f"{doubt.text(self._book.names)}. "
        question = Question(
            time=now,
            question=self._asked,
            seat=seat,
            player=player,
            candidates=self._deliberation.candidates(row),
            message=f"{capital(why)}{which}",
            hand=hand,
            trick=trick,
            doubt=doubt,
            beside=sighting.aside,
        )
        self.open.append(question)
        return [question]

    def ask_together(
        self,
        doubt: Doubt,
        rows: Mapping[int, Row],
        known: Sightings,
        now: float,
        before: Sequence[Sighting] = (),
        held: Sequence[Sighting] = (),
    ) -> list[Question]:
        """Ask about the weakest of cards that mean a breach of the rules together; see `ask`.

        Args:
            doubt: The cards.
            rows: What they are, by their numbers.
            known: All sightings that are remembered, by their numbers.
            now: Seconds of the source.
            before: The cards of its play that are in the book.
            held: The cards that are entered only once it is answered.
        """
        asked = self.ask(doubt.sighting, doubt.row, known, now, doubt.reason, before, held)
        return [self._with_others(question, doubt, rows) for question in asked]

    def _with_others(self, question: Question, doubt: Doubt, rows: Mapping[int, Row]) -> Question:
        read = {s: s.decided or self._codes.likeliest(rows[s.number]) for s in doubt.together}
        self._together[question.question] = {sighting.number: code for sighting, code in read.items()}
        entered = {s: None if s.decided is None else self._book.index_of(s.origin) for s in read}
        played = [(doubt.seat if at is None else self._book.seat_at(at), read[s]) for s, at in entered.items()]
        self.open[-1] = replace(question, together=tuple(played))
        return self.open[-1]

    def together(self, question: int) -> Mapping[int, str]:
        """Return the numbers of the cards that an open question doubts together, and what they were read as.

        None where it doubts one by itself.
        """
        return self._together.get(question, {}) if question in self.numbers else {}

    def with_card_twice(
        self, asked: Sequence[Question], sighting: Sighting, sightings: Sequence[Sighting], now: float
    ) -> list[Event]:
        """Return a question, if one was asked, and before it that more cards read surely as its than there are of it.

        Args:
            asked: The question, or nothing.
            sighting: The card it is about.
            sightings: Of the present deal.
            now: Seconds of the source.
        """
        if not asked or not self._are_too_many(sighting, sightings):
            return [*asked]
        question = asked[0]
        place = question.hand, question.trick
        code = self._reads_as(sighting)
        return [table_irregularity("card-twice", self._book, question.seat, code, now, place), *asked]

    def may_be_shown_again(self, sighting: Sighting, sightings: Sequence[Sighting], now: float) -> bool:
        """Whether a card, as long as nobody plays on, is most likely one of the last trick that somebody looks at."""
        if sighting is not sightings[-1] or now - sighting.time >= _SHOWN:
            return False
        last = [other for other in sightings if other.trick == sighting.trick - 1]
        is_of_last = any(other.decided == self._reads_as(sighting) for other in last)
        return is_of_last and self._are_too_many(sighting, sightings)

    def _are_too_many(self, sighting: Sighting, sightings: Sequence[Sighting]) -> bool:
        """Whether more cards of the present deal read surely as a card than there are of it."""
        code = self._reads_as(sighting)
        sure = sum(float(other.row[self._codes.places[code]]) > _SURELY_THERE for other in sightings)
        return sure > self._book.log.state.copies.get(code, 0)

    def _reads_as(self, sighting: Sighting) -> str:
        return sighting.decided or self._codes.likeliest(sighting.row)

    def may_settle(self, sighting: Sighting, sightings: Sequence[Sighting], now: float) -> bool:
        """Whether the answer to a question about another card that reads the same may settle this one, too."""
        own = self._codes.likeliest(sighting.row)
        asked = self.numbers
        return now - sighting.time < _OTHER_ANSWER and any(
            other.question in asked and other.decided == own for other in sightings if other is not sighting
        )

    def waits_for_answer(self, sighting: Sighting, row: Row) -> bool:
        """Whether people are being asked about a card that was not seen as what it is taken for.

        It is taken for another than it reads as, so others may be that one, or it is only supposed to be there.
        """
        guessed = sighting.supposed or likeliest_place(row) != likeliest_place(sighting.row)
        return guessed and sighting.pinned is None and sighting.question in self.numbers

    def settle(self, sightings: Sequence[Sighting], chances: Mapping[int, Row]) -> None:
        """Forget the questions that were answered, or that later cards have settled.

        A card that was entered without an answer, so that the game could go on, is still asked about.

        Args:
            sightings: All that are remembered.
            chances: What those of the present deal are, by their numbers.
        """
        waiting = {sighting.number for sighting in sightings if sighting.is_open}
        by_question = {sighting.question: sighting for sighting in sightings if sighting.question is not None}
        self.open = [
            question
            for question in self.open
            if (asked := by_question.get(question.question)) is not None and self._is_open(asked, chances, waiting)
        ]

    def _is_open(self, asked: Sighting, chances: Mapping[int, Row], waiting: Collection[int]) -> bool:
        if asked.dismissed or asked.pinned is not None:
            return False
        if asked.decided is None or (asked.question is not None and not self._held[asked.question].isdisjoint(waiting)):
            return True
        row = chances.get(asked.number)
        return row is None or bool(row[self._codes.places[asked.decided]] < _SETTLED)
