"""Everybody sits elsewhere in the picture than they were said to: the camera sees the table from another side.

Where a game is taken up again the camera may stand anywhere; at other times a person's word about one play tells it.
"""

from collections.abc import Sequence

import numpy as np

from companion.rules.facts import CardsPlayed
from companion.table.book import Book
from companion.table.camera_notices import camera_notice
from companion.table.desk import Desk
from companion.table.events import Event
from companion.table.expecting import Expectation
from companion.table.laid import Laid
from companion.table.lineup import seats_of_trick
from companion.table.look import Look
from companion.table.retelling_seats import FROM_ANOTHER_SIDE, MIRRORED, seats_retold
from companion.table.seating import SeatChances, place_chances
from companion.table.standpoint import Standpoint

_TELLING = 2
"""So many plays must lie before players who all sit so many seats further: one may be laid anywhere."""

_CLEARLY, _AS_SAID = 8.0, 4.0
"""How much better (logarithm) they must fit that together than any other number of seats, none among them; and where a
person has said whose one of them is. On a heap cards lie anywhere."""

Known = tuple[int, SeatChances]
"""Whose a play is, and how well where it lies fits each seat."""


class Bearings:
    """Notices it, and turns the table.

    Attributes:
        waits: Whether nothing is to be entered yet: the first play of a game that was taken up again lies before
            somebody else than the one whose turn it is, and the next will tell whether all sit elsewhere.
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
        self._is_open = goes_on
        self._clearly = _CLEARLY
        self.waits = False

    def step(self, look: Look, expected: Expectation) -> list[Event]:
        """Take a look; return what there is to say where the table is turned now."""
        self.waits = False
        known = expected.leader is not None or bool(expected.state.hand.plays)
        if not self._is_open or expected.deal[0] != "play" or not known:
            return []
        plays = self._lying(look, expected)
        turned = turned_by(plays, self._clearly)
        is_whole = len(plays) == len(expected.seats)
        self.waits = not turned and not is_whole and _seats_further(plays) > 0
        self._is_open = not turned and not is_whole
        return self._turn(turned, look.now) if turned else []

    def change_seat(self, desk: Desk, fact: int, seat: int, now: float) -> list[Event]:
        """Take a person's word for whose the play at this place is; where it means that all sit elsewhere, turn."""
        plays = self._trick_as_said(fact, seat)
        turned = turned_by(plays, _AS_SAID)
        events = self._turn(turned, now) if turned else []
        if events and self._book.seat_at(fact) == seat:
            return events
        self._is_open, self._clearly = self._is_open or bool(plays), _AS_SAID
        return [*events, *desk.change_seat(fact, seat, now)]

    def mirror(self, now: float) -> list[Event]:
        """Go on with the mirror images of the pictures up to now; return what there is to say of the plays before."""
        self._standpoint.mirror(self._laid.sightings)
        self._laid.glimpses.clear()
        retold = seats_retold(self._book, self._laid.sightings, now, MIRRORED)
        return [camera_notice("mirrored-late" if self._book.view.hand > 1 else "mirrored", now), *retold]

    def _turn(self, seats: int, now: float) -> list[Event]:
        self._standpoint.turn(seats, self._book.log.state.players, self._laid.sightings)
        self._laid.glimpses.clear()
        for sighting in self._laid.sightings:
            sighting.second = False
        retold = seats_retold(self._book, self._laid.sightings, now, FROM_ANOTHER_SIDE)
        return [camera_notice("seats", now), *retold]

    def _lying(self, look: Look, expected: Expectation) -> list[Known]:
        """Return the plays of the trick on the table, each with whose it is if everybody plays in turn."""
        laid, players = self._laid, expected.state.players
        seconds = [[s] for s in laid.sightings if s.second and not s.dismissed and s.trick == laid.trick]
        known: list[Known] = []
        for seat, play in zip(expected.seats, [*laid.plays(expected.state), *seconds], strict=False):
            places = [sighting.place for sighting in play if sighting.place is not None]
            if places:
                said = play[0].pinned_seat
                fits = [place_chances(place, look.tabletop.centre, players) for place in places]
                known.append((seat if said is None else said, np.mean(fits, axis=0)))
        return known

    def _trick_as_said(self, fact: int, seat: int) -> list[Known]:
        """Return the plays of a trick whose places are known, each with whose it is if one is as a person says.

        Nothing where people have said more of it, or where not everybody plays in turn.
        """
        facts = self._book.facts
        if not 0 <= fact < len(facts) or not isinstance(facts[fact], CardsPlayed):
            return []
        place, state = self._book.place_of(fact), self._book.log.state
        order = seats_of_trick(state)
        if seat not in order:
            return []
        trick = [i for i in range(len(facts)) if self._book.place_of(i) == place and self._book.is_play(i)]
        known: list[Known] = []
        for step, index in enumerate(trick, -trick.index(fact)):
            own = [s for s in self._laid.sightings if s.origin == self._book.origins[index] and s.seats is not None]
            if any(sighting.pinned_seat is not None for sighting in own):
                return []
            if own:
                fits = np.mean([s.seats for s in own if s.seats is not None], axis=0)
                known.append((order[(order.index(seat) + step) % len(order)], fits))
        return known


def turned_by(plays: Sequence[Known], clearly: float) -> int:
    """Return how many seats further than they should everybody sits, clockwise; 0 where that is not clear.

    Args:
        plays: Of one trick.
        clearly: How much better (logarithm) they must fit that than any other number of seats.
    """
    if len(plays) < _TELLING:
        return 0
    together = np.sum([np.roll(chances, -seat) for seat, chances in plays], axis=0)
    best, next_best = np.sort(together)[:-3:-1]
    return _seats_further(plays) if best - next_best > clearly else 0


def _seats_further(plays: Sequence[Known]) -> int:
    """Return how many seats further everybody seems to sit; 0 where one play says otherwise than another."""
    further = {(int(chances.argmax()) - seat) % len(chances) for seat, chances in plays}
    return further.pop() if len(further) == 1 else 0
