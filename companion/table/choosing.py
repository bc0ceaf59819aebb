"""People are asked which of two cards before one player counts; see `companion.table.second_cards`."""

from collections.abc import Mapping, Sequence

from companion.table.asking import Questions
from companion.table.book import Book
from companion.table.events import Event
from companion.table.evidence import Codes
from companion.table.irregular import table_irregularity
from companion.table.sighting import Sighting
from companion.table.withdrawing import lie_before_one_seat

_STAYS = 2.5
"""Seconds after which people are asked while nobody plays on: most second cards are taken back at once."""


class Choosing:
    """Asks them."""

    def __init__(self, book: Book, codes: Codes, questions: Questions) -> None:
        self._book = book
        self._codes = codes
        self._questions = questions

    def ask(self, sightings: Sequence[Sighting], known: Mapping[int, Sighting], now: float) -> list[Event]:
        """Return what is to be said and asked now.

        Args:
            sightings: All that are remembered, in order of play.
            known: The same, by number.
            now: Seconds of the source.
        """
        events: list[Event] = []
        for second in sightings:
            if not second.second or second.dismissed or second.question is not None:
                continue
            first = first_of(second, sightings)
            goes_on = any(s.trick == second.trick and s.time > second.time and not s.second for s in sightings)
            is_whole = not self._book.unfinished
            if first is None or first.decided is None or not (goes_on or is_whole or now - second.time >= _STAYS):
                continue
            row = (self._codes.certain(first.decided) + second.row) / 2
            asked = self._questions.ask(second, row, known, now, before=[first])
            if asked:
                place = asked[0].hand, asked[0].trick
                code = self._codes.likeliest(second.row)
                told = table_irregularity("seat-twice", self._book, asked[0].seat, code, now, place)
                events += [told, *asked]
        return events


def first_of(second: Sighting, sightings: Sequence[Sighting]) -> Sighting | None:
    """Return the card that counts of the player before whom a second one lies, None where there is none any more."""
    trick = [s for s in sightings if s.trick == second.trick and s.deal == second.deal]
    counting = [s for s in trick if not (s.second or s.dismissed or s.aside)]
    return next((s for s in counting if lie_before_one_seat(s, second)), None)


def change_places(first: Sighting, second: Sighting) -> None:
    """Let two cards that lie before one player be each other: the second counts, and the first does not."""
    for name in ("row", "track", "box", "place", "seats", "seen"):
        one, other = getattr(first, name), getattr(second, name)
        setattr(first, name, other)
        setattr(second, name, one)
    first.context = first.following = None
