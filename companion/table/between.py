"""A card between those of a straight that were seen: most likely it lies among them and was not found."""

from collections.abc import Callable, Sequence

from companion.rules.reasons import reason
from companion.table.asking import Questions
from companion.table.book import Book
from companion.table.events import Question
from companion.table.evidence import Codes, Row
from companion.table.next_play import NextPlay
from companion.table.sighting import Sighting
from companion.table.straights import lacking

_MOST = 2
"""So many cards of a straight are asked about that were not found; who leaves out more played no straight."""

_LIKELY = 0.7
"""Chance of the card that is missing, before people were asked."""

AddBetween = Callable[[Sequence[Sighting], Row], Sighting]
"""Adds a card that no camera saw to a play; see `companion.table.laid.Laid.add_between`."""


class Between:
    """Asks about such cards before a false straight is told, once about each."""

    def __init__(self, book: Book, codes: Codes, questions: Questions, add: AddBetween) -> None:
        """Set up.

        Args:
            book: The game.
            codes: Of the deck.
            questions: That are open; others are added.
            add: Adds the card that is asked about.
        """
        self._book = book
        self._codes = codes
        self._questions = questions
        self._add = add
        self._asked: set[tuple[int, str]] = set()

    def ask(self, play: NextPlay, seat: int, cards: Sequence[Sighting], codes: Sequence[str]) -> list[Question]:
        """Return the question about the first card that is missing between those of a play; none where none is.

        Args:
            play: The play.
            seat: Whose it is.
            cards: All of its cards, those in the book first.
            codes: What they are; they do not follow each other.
        """
        for code in self._missing(codes, play):
            if (cards[0].number, code) in self._asked:
                continue
            self._asked.add((cards[0].number, code))
            row = self._codes.likely(code, _LIKELY)
            missing = self._add(play.cards, row)
            doubt = reason("doubt-between", seat=seat, card=f"{self._book.log.game.deck.id}/{code}")
            return self._questions.ask(missing, row, play.known, play.now, doubt, play.before)
        return []

    def _missing(self, codes: Sequence[str], play: NextPlay) -> Sequence[str]:
        """Return the fewest cards with which a play is a straight and that were not seen in this hand."""
        state = self._book.log.state
        later = {self._codes.likeliest(play.row(card)) for behind in play.behind for card in behind}
        return lacking(codes, state, later, _MOST) or ()
