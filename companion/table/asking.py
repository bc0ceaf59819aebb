"""Questions to the people at the table: asked once, open until they are answered or later cards settle them."""

from collections.abc import Sequence

from companion.rules.reasons import Reason
from companion.table.book import Book
from companion.table.deliberation import Deliberation
from companion.table.events import Question
from companion.table.evidence import Row
from companion.table.sighting import Sighting

_HOLD = 1.2
"""Seconds that a card at rest is looked at before a person is asked."""

_LONGER_HOLD = 2.4
"""The same for a card that is nearly sure."""

_NEARLY = 0.9
"""How sure that is."""

_SETTLED = 0.97
"""How sure later cards must make what was entered without an answer for the question to be settled."""


class Questions:
    """The questions that are open.

    Attributes:
        open: The oldest first.
    """

    def __init__(self, book: Book, deliberation: Deliberation) -> None:
        self.open: list[Question] = []
        self._book = book
        self._deliberation = deliberation
        self._asked = 0

    def ask(
        self, sighting: Sighting, seat: int, index: int | None, row: Row, now: float, doubt: Reason | None = None
    ) -> list[Question]:
        """Ask about a card, once it was looked at long enough and unless that was done before.

        Args:
            sighting: The card.
            seat: Who played it, as far as that is known.
            index: Place in the book of the play that it is of; None where that is the next play.
            row: What it may be.
            now: Seconds of the source.
            doubt: Why it is asked, where there is more to say than that the card could not be read.
        """
        hold = _LONGER_HOLD if row[:-1].max() > _NEARLY else _HOLD
        if sighting.question is not None or now - sighting.time < hold:
            return []
        self._asked += 1
        sighting.question = self._asked
        view = self._book.view
        hand, trick = (view.hand, view.trick) if index is None else self._book.place_of(index)
        player = self._book.names[seat]
        which = f"Which card did {player} play?"
        why = "" if doubt is None else f"{doubt.text(self._book.names)}. "
        question = Question(
            time=now,
            question=self._asked,
            seat=seat,
            player=player,
            candidates=self._deliberation.candidates(row),
            message=f"{why[:1].upper()}{why[1:]}{which}",
            hand=hand,
            trick=trick,
            doubt=doubt,
        )
        self.open.append(question)
        return [question]

    def settle(self, sightings: Sequence[Sighting], chances: dict[int, Row]) -> None:
        """Forget the questions that were answered, or that later cards have settled.

        A card that was entered without an answer, so that the game could go on, is still asked about.

        Args:
            sightings: All that are remembered.
            chances: What those of the present deal are, by their numbers.
        """
        by_question = {sighting.question: sighting for sighting in sightings if sighting.question is not None}
        self.open = [
            question
            for question in self.open
            if (asked := by_question.get(question.question)) is not None and self._is_open(asked, chances)
        ]

    def _is_open(self, asked: Sighting, chances: dict[int, Row]) -> bool:
        if asked.dismissed or asked.pinned is not None:
            return False
        if asked.decided is None:
            return True
        row = chances.get(asked.number)
        return row is None or bool(row[self._deliberation.codes.places[asked.decided]] < _SETTLED)
