"""Everybody sits elsewhere in the picture than they were said to: the camera sees the table from another side.

Where a game is taken up again the camera may stand anywhere; at other times a person's word about one play tells it.
"""

from collections.abc import Callable, Sequence

import numpy as np

from companion.rules.facts import Fact
from companion.table.book import Book
from companion.table.camera_notices import camera_notice
from companion.table.desk import Desk
from companion.table.events import Event
from companion.table.exchanging import BY_HAND
from companion.table.expecting import Expectation
from companion.table.laid import Laid
from companion.table.look import Look
from companion.table.play_facts import with_seat
from companion.table.reseating import began_in_turn, turned_as_said
from companion.table.retelling_seats import FROM_ANOTHER_SIDE, MIRRORED, seats_retold
from companion.table.sighting import Deal, Sighting
from companion.table.standpoint import Standpoint
from companion.table.turning import AS_SAID, CLEARLY, PERHAPS, Known, as_before, seats_further, turned_by

_TELLS = 0.95
"""How likely the place of a card must make it one player's to tell who leads."""


class Bearings:
    """Notices it, and turns the table.

    Attributes:
        waits: Whether nothing is to be entered yet: the first play of a game that was taken up again lies before
            somebody else than the one whose turn it is, and the next will tell whether all sit elsewhere.
        is_behind: Whether only cards that waited when the game was taken up are to be entered yet: those seen since
            tell whether all sit elsewhere, once it is known who led them.
    """

    def __init__(self, book: Book, laid: Laid, standpoint: Standpoint, *, goes_on: bool) -> None:
        """Set up.

        Args:
            book: The game.
            laid: The cards that were laid.
            standpoint: Where the camera stands.
            goes_on: The game was taken up again.
        """
        self._book = book
        self._laid = laid
        self._standpoint = standpoint
        self._is_open = self._goes_on = goes_on
        self._clearly = CLEARLY
        self._looked_at: Deal | None = None
        self._said: tuple[tuple[Fact, ...], tuple[Fact, ...], int] | None = None
        self.waits = self.is_behind = False

    def step(self, look: Look, expected: Expectation) -> list[Event]:
        """Take a look; return what there is to say where the table is turned now."""
        self.waits = self.is_behind = False
        if expected.deal[0] != "play" or (expected.leader is None and not expected.state.hand.plays):
            return self._nothing_tells(look, expected)
        if not self._is_open:
            return []
        if as_before(self._known_before(look, expected)):
            self._is_open = False
            return []
        waiting = [s for s in self._laid.sightings if s.is_open and not s.aside]
        first = min((s.trick for s in waiting), default=self._laid.trick)
        if any(s.trick == first != self._laid.trick and not _was_seen(s) for s in waiting):
            # The game is a trick behind the table: whose turn it is there is not known.
            self.is_behind = self._goes_on
            return []
        trick = self._laid.of_trick(first)
        if not self._book.unfinished and any(s.decided is not None for s in trick):
            # That trick is whole in the book: whose turn it is now is that of the next.
            return []
        plays = self._lying(look, expected, self._laid.plays(expected.state, first))
        turned = turned_by(plays, self._clearly)
        is_known = any(_seat(s) is not None for s in trick)
        if len(plays) + turned <= len(expected.seats) and not is_known:
            # So they would lie, too, were the first cards of the trick not found.
            turned = 0
        is_whole = len(plays) == len(expected.seats)
        self.waits = not turned and not is_whole and first == self._laid.trick and seats_further(plays, PERHAPS) > 0
        self._is_open = not turned and not is_whole
        if not turned:
            return []
        self._turn(turned)
        before = self._book.facts
        retold = seats_retold(self._book, self._laid.sightings, look.now, FROM_ANOTHER_SIDE)
        if retold:
            self._said = before, self._book.facts, turned
        return [camera_notice("seats", look.now), *retold]

    def change_seat(self, desk: Desk, fact: int, seat: int, now: float) -> list[Event]:
        """Take a person's word for whose the play at this place is; where it means that all sit elsewhere, turn."""
        turned, may_turn = 0, False
        if self._book.is_play(fact):
            told = with_seat(self._book.facts[fact], seat, "person")
            turned = turned_as_said(self._book.log, fact, told, desk.places)
            may_turn = fact in self._book.unfinished and not began_in_turn(self._book.log, fact, desk.places)
        before = self._book.facts
        events = desk.change_seat(fact, seat, now, FROM_ANOTHER_SIDE if turned else BY_HAND)
        if turned:
            self._turn(turned)
            self._said = before, self._book.facts, turned
            return [camera_notice("seats", now), *events]
        if may_turn:
            self._is_open, self._clearly = True, AS_SAID
        return events

    def follow(self, told: tuple[Fact, ...]) -> None:
        """Take note of what came of a word at once: it is taken back with it.

        Args:
            told: The facts before that.
        """
        if self._said is not None and self._said[1] == told:
            self._said = self._said[0], self._book.facts, self._said[2]

    def back_or_forth(self, change: Callable[[float], list[Event]], now: float) -> list[Event]:
        """Take back a person's last word, or give it again; a table that was turned with it is turned back, or anew."""
        before = self._book.facts
        events = change(now)
        if self._said is not None and {before, self._book.facts} == set(self._said[:2]):
            self._turn(self._said[2] if before == self._said[0] else -self._said[2])
        return events

    def mirror(self, now: float) -> list[Event]:
        """Go on with the mirror images of the pictures up to now; return what there is to say of the plays before."""
        self._standpoint.mirror(self._laid.sightings)
        self._laid.glimpses.clear()
        retold = seats_retold(self._book, self._laid.sightings, now, MIRRORED)
        return [camera_notice("mirrored-late" if self._book.view.hand > 1 else "mirrored", now), *retold]

    def _turn(self, seats: int) -> None:
        players = self._book.log.state.players
        self._standpoint.turn(seats, players, self._laid.sightings)
        self._laid.glimpses.clear()

    def _nothing_tells(self, look: Look, expected: Expectation) -> list[Event]:
        """Have people look whose the first card is, where nobody's turn tells it.

        It is that of a game that was taken up, or of a hand that begins in the middle of the table.
        """
        first = next((s for s in self._laid.current if s.is_open and s.deal == expected.deal), None)
        if first is None or first.seats is None or self._looked_at == expected.deal:
            return []
        self._looked_at = expected.deal
        if self._goes_on and self._is_open:
            self._is_open = False
            return [camera_notice("taken-up", look.now)]
        chances = np.exp(first.seats - first.seats.max())
        tells = expected.deal[0] != "play" or first.pinned_seat is not None or _TELLS * chances.sum() < 1.0
        return [] if tells else [camera_notice("who-led", look.now)]

    def _known_before(self, look: Look, expected: Expectation) -> list[Known]:
        """Return the plays of the last trick that was played before the game was taken up, as far as they lie there."""
        if not self._goes_on or self._book.unfinished:
            return []
        known = [s for s in self._laid.sightings if s.decided is not None and s.pinned_seat is not None and not s.aside]
        last = [s for s in known if s.trick == known[-1].trick and s.number == s.origin]
        return [
            (s.pinned_seat, look.tabletop.seat_chances(s.place, expected.state.players))
            for s in last
            if s.pinned_seat is not None and s.place is not None and look.of(s) is not None
        ]

    def _lying(self, look: Look, expected: Expectation, plays: Sequence[Sequence[Sighting]]) -> list[Known]:
        """Return the plays of a trick that lie in the picture, each with whose it is if everybody plays in turn."""
        players = expected.state.players
        known: list[Known] = []
        for seat, play in zip(expected.seats, plays, strict=False):
            places = [sighting.place for sighting in play if sighting.place is not None]
            if places:
                known_seat = _seat(play[0])
                fits = [look.tabletop.seat_chances(place, players) for place in places]
                known.append((seat if known_seat is None else known_seat, np.mean(fits, axis=0)))
        return known


def _was_seen(sighting: Sighting) -> bool:
    """Whether a camera saw where a card lies since the game was taken up."""
    return sighting.place is not None


def _seat(sighting: Sighting) -> int | None:
    """Return whose a card is by what people said, or by where it lay before the game broke off; None where neither."""
    return sighting.lay_before if sighting.pinned_seat is None else sighting.pinned_seat
