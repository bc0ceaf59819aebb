"""What came of a person's command besides what it says: it is taken back with it, and its cards wait again."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from companion.table.book import Book
from companion.table.evidence import Codes, Row
from companion.table.laid import Entered, Laid
from companion.table.past import Past, Waited
from companion.table.remembering import past_of, remember
from companion.table.sighting import Sighting
from companion.table.unwritten import Unwritten, What
from companion.table.waiting import waited


class _Waited(NamedTuple):
    """How a card stood that waited; see `Sighting`."""

    trick: int
    pinned: str | None
    pinned_seat: int | None
    row: Row
    play: int | None


class _Before(NamedTuple):
    """How it was before a command.

    Attributes:
        waited: The cards that the command brought into the book, or had not count.
        entered: How those stood that were in it already, by the numbers of their sightings.
        said: What people had said of cards that were not in it.
        order: In which the cards lay.
    """

    waited: tuple[tuple[Sighting, _Waited], ...]
    entered: Mapping[int, Entered]
    said: What
    order: tuple[Sighting, ...]


class Consequences:
    """Makes one change of all that a command leads to, and remembers the cards that waited before it."""

    def __init__(self, book: Book, laid: Laid, unwritten: Unwritten) -> None:
        """Set up.

        Args:
            book: The game.
            laid: The cards that were laid.
            unwritten: What people said of cards that are not in the book.
        """
        self._book = book
        self._laid = laid
        self._unwritten = unwritten
        self._codes = Codes(book.log.game.deck.codes)
        self._before: dict[int, _Before] = {}
        """By the number of the first change of the command."""

    @contextmanager
    def of_one_command(self) -> Iterator[None]:
        """Take what changes meanwhile for one change; nothing that was there before may be taken back."""
        first = self._book.changes
        waited = [(s, _Waited(s.trick, s.pinned, s.pinned_seat, s.row, s.play)) for s in self._open]
        stood_there = self._laid.entered
        said, order = self._unwritten.said, tuple(self._laid.sightings)
        yield
        entered = tuple((s, stood) for s, stood in waited if s.decided is not None or s.dismissed)
        self._before.pop(first, None)
        if self._book.changes > first:
            self._book.join(first)
            if entered or self._is_otherwise(order) or self._is_in_another_play(stood_there):
                self._before[first] = _Before(entered, stood_there, said, order)

    def taken_back(self) -> None:
        """Have the cards wait again that the command brought into the book which was taken back just now."""
        before = self._before.pop(self._book.changes, None)
        if before is None:
            return
        self._laid.put_in_order(before.order)
        for sighting in self._laid.sightings:
            stood_there = before.entered.get(sighting.number)
            if stood_there is None:
                continue
            sighting.trick = stood_there.trick
            if (sighting.play, sighting.pinned_seat) != (stood_there.play, stood_there.pinned_seat):
                # It was split off the straight that it was entered in, or people said whose it is.
                self._laid.enter_again({sighting.number: stood_there})
        for sighting, stood in before.waited:
            sighting.trick, sighting.pinned, sighting.pinned_seat, row, sighting.play = stood
            if sighting.track is None:
                sighting.row = row
            # Of its question nobody knows any more: it is asked anew.
            sighting.decided = sighting.seat = sighting.question = None
            sighting.dismissed = False
        self._unwritten.say(before.said)

    @property
    def past(self) -> Past:
        """What led to the facts, to be kept with the game."""
        return past_of(self._book, {change: self._entered_by(before) for change, before in self._before.items()})

    def remember(self, past: Past, waiting: Mapping[int, int]) -> None:
        """Know what led to the facts of a game that is taken up.

        Args:
            past: What is kept of that.
            waiting: The numbers of the sightings of the cards that wait, by those that they had.
        """
        said, codes = self._unwritten.said, self._codes
        for change, cards in remember(past, self._book, waiting, self._laid.number).items():
            stood: list[tuple[Sighting, _Waited]] = []
            for origin, card in cards:
                for sighting in self._laid.sightings:
                    if (sighting.origin, sighting.decided) == (origin, card.decided):
                        row = codes.row(card.chances)
                        stood.append((sighting, _Waited(sighting.trick, card.pinned, card.pinned_seat, row, None)))
                        if sighting.pinned is not None:
                            # Once that is taken back, it is what the looks said.
                            sighting.row = row
            self._before[change] = _Before(tuple(stood), {}, said, ())

    def _entered_by(self, before: _Before) -> list[Waited]:
        return [
            (sighting.origin, waited(sighting, stood.pinned, stood.pinned_seat, stood.row, self._codes))
            for sighting, stood in before.waited
            if sighting.decided is not None
        ]

    def _is_otherwise(self, order: Sequence[Sighting]) -> bool:
        """Whether cards that lay there lie in another order now."""
        left = [sighting for sighting in self._laid.sightings if sighting in order]
        return left != [sighting for sighting in order if sighting in left]

    def _is_in_another_play(self, stood: Mapping[int, Entered]) -> bool:
        """Whether a card that was in the book is of another play there now."""
        return any(s.number in stood and s.play != stood[s.number].play for s in self._laid.sightings)

    @property
    def _open(self) -> list[Sighting]:
        return [sighting for sighting in self._laid.sightings if sighting.is_open and not sighting.aside]
