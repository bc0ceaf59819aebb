"""A session that goes on from another looks round first: the cards of the present trick may still lie there."""

from companion.table.evidence import likeliest_place
from companion.table.expecting import Expectation
from companion.table.laid import Laid
from companion.table.look import Look
from companion.table.recognition import SAME_CARD, Recognition, seats_at
from companion.table.sighting import Sighting
from companion.table.track import Track
from companion.table.withdrawing import lies_before_somebody

_LAY_BARE = 4.0
"""Seconds from the first picture after which no card of the trick lay there if none was seen until then."""

_LOOK_ROUND = 2.0
"""Seconds after which cards of the trick that were not found again have been taken meanwhile."""

_LAY_THERE = 1.0
"""Seconds from the first picture within which a card was seen that lay there before."""

_SURELY = 0.9
"""How sure the reading of a card must be that people play on with."""


_ALIKE = 0.2
"""Chance of being a card of the trick from which one that lies there in its place is that: it is hard to read."""


_FURTHER_MM = 30.0
"""How much further out than the cards of the trick the card beside the deal lies at least."""

_FIRST_REACH_MM = 120.0
"""How far out cards of the trick lie where none lies there to show it."""


class LookingRound:
    """Finds the cards of the present trick again before anything counts.

    Attributes:
        goes_on: Whether it is not over yet.
    """

    def __init__(self, recognition: Recognition, laid: Laid) -> None:
        self.goes_on = False
        self._recognition = recognition
        self._laid = laid
        self._until = 0.0

    @property
    def is_on(self) -> bool:
        """Whether pictures are being looked at and it is not over yet."""
        return self.goes_on and bool(self._until)

    def step(self, look: Look, expected: Expectation) -> None:
        """Take a look."""
        laid = self._laid
        if not self._until:
            lay_bare = look.now - (look.tracker.began or 0.0) > _LAY_BARE
            # Cards of an unfinished trick may have been taken up, and be laid out again.
            is_begun = bool(laid.current) and not laid.is_full(expected)
            self._until = look.now if lay_bare and not is_begun else look.now + _LOOK_ROUND
        if look.now >= self._until or self._is_played_on(look):
            self.goes_on = False
            self._find_named(look, expected)
            self._find_doubtful(look, expected)
            self._find_beside(look, expected)
            self._find_won(look, expected)
            self._let_go_of_taken_back(look, expected)
            return
        for track in self._unknown(look):
            again = self._recognition.same_card(track, look, expected, laid.sightings, laid.trick)
            again = again or self._lies_there_still(track, expected) or self._does_not_count(track)
            if again is not None:
                _find(self._of_like(again, track, look, expected), track, look, expected.state.players)
        sought = [*laid.current, *self._not_counting]
        self.goes_on = not sought or any(sighting.track is None for sighting in sought)
        if not self.goes_on:
            self._find_named(look, expected)
            self._find_beside(look, expected)
            self._find_won(look, expected)

    def _is_played_on(self, look: Look) -> bool:
        """Whether somebody plays on, and nothing lies there that may be a card of the trick: it was put away."""
        current = self._laid.current
        if any(sighting.pinned is not None and sighting.track is None for sighting in current):
            return False  # It may be misread again.
        began = look.tracker.began or 0.0
        known = {self._recognition.place_of(sighting) for sighting in current}
        unknown = self._unknown(look)
        lay_there = any(track.first_seen - began <= _LAY_THERE for track in unknown)
        return not lay_there and any(
            track.at_rest(look.now)
            and track.evidence.row[:-1].max() >= _SURELY
            and likeliest_place(track.evidence.row) not in known
            for track in unknown
        )

    def _lies_there_still(self, track: Track, expected: Expectation) -> Sighting | None:
        """Return the card of the trick, or beside the deal, that a card reads as, wherever that lies.

        So does a seven of which the other is still to come; where the trick was whole only if another card of it was
        found: else it was taken, and the other leads to the next.
        """
        current = self._laid.current
        taken = self._laid.is_full(expected) and all(sighting.track is None for sighting in current)
        lying = [s for s in self._laid.sightings if s.aside and not s.dismissed] + ([] if taken else current)
        row = track.evidence.row
        left = (sighting for sighting in lying if sighting.track is None)
        return next((s for s in left if row[self._recognition.place_of(s)] >= SAME_CARD), None)

    def _of_like(self, found: Sighting, track: Track, look: Look, expected: Expectation) -> Sighting:
        """Return which of the like cards of the trick a card is: of those who have one, that of whom it lies before."""
        code = self._recognition.place_of(found)
        like = [s for s in self._laid.current if s.track is None and self._recognition.place_of(s) == code]
        seat = int(look.tabletop.seat_chances(look.place(track), expected.state.players).argmax())
        return next((sighting for sighting in like if _seat(sighting) == seat), found)

    @property
    def _not_counting(self) -> list[Sighting]:
        """The cards that lay there, too, and do not count."""
        return [sighting for sighting in self._laid.sightings if sighting.dismissed and sighting.earlier]

    def _does_not_count(self, track: Track) -> Sighting | None:
        """Return the card that does not count which a card reads as."""
        place = likeliest_place(track.evidence.row)
        left = (sighting for sighting in self._not_counting if sighting.track is None)
        return next((sighting for sighting in left if self._recognition.place_of(sighting) == place), None)

    def _find_named(self, look: Look, expected: Expectation) -> None:
        """Find the cards that people have named because they are misread: they are misread again, where they lay."""
        laid = self._laid
        left = [sighting for sighting in laid.current if sighting.track is None]
        origins = [sighting.origin for sighting in laid.current]
        for sighting in left:
            # Those of a straight lie on each other.
            is_alone = origins.count(sighting.origin) == 1
            sighting.lost = is_alone and sighting.pinned is None and sighting.decided is not None
        named = [sighting for sighting in left if sighting.pinned is not None]
        if laid.is_full(expected) and (len(named) < len(left) or len(left) == len(laid.current)):
            return  # The trick was taken; what lies there leads to the next.
        for track in self._unknown(look):
            place = look.place(track)
            chances = seats_at(place, look.tabletop, expected.state.players, laid.sightings)
            again = next((s for s in named if s.track is None and s.seat == int(chances.argmax())), None)
            if again is not None:
                _find(again, track, look, expected.state.players)

    def _find_doubtful(self, look: Look, expected: Expectation) -> None:
        """Find the cards of a trick that lies there which are as hard to read as they were."""
        laid = self._laid
        left = [sighting for sighting in laid.current if sighting.track is None]
        if laid.is_full(expected) and len(left) == len(laid.current):
            return
        for track in self._unknown(look):
            if not look.lay_there(track):
                continue
            row, players = track.evidence.row, expected.state.players
            chances = look.tabletop.seat_chances(look.place(track), players)
            nobody = not lies_before_somebody(chances)
            for sighting in left:
                is_alike = row[self._recognition.place_of(sighting)] >= _ALIKE
                if sighting.track is None and is_alike and (nobody or int(chances.argmax()) == _seat(sighting)):
                    _find(sighting, track, look, players)
                    break

    def _find_beside(self, look: Look, expected: Expectation) -> None:
        """Find the card beside the deal that people have named because it is misread: it is misread again.

        It lies further out than the cards of the trick that lie there.
        """
        named = (s for s in self._laid.sightings if s.aside and not s.dismissed and s.pinned is not None)
        beside = next((sighting for sighting in named if sighting.track is None), None)
        played = [track for sighting in self._laid.current if (track := look.of(sighting)) is not None]
        lying = [track for track in self._unknown(look) if look.lay_there(track)]
        if beside is None or not lying:
            return
        furthest = max(lying, key=look.from_middle)
        reach = max((look.from_middle(track) for track in played), default=_FIRST_REACH_MM)
        if look.from_middle(furthest) > reach + _FURTHER_MM:
            _find(beside, furthest, look, expected.state.players)

    def _find_won(self, look: Look, expected: Expectation) -> None:
        """Find the cards of tricks that were taken, which lie open before who won them.

        One of which there is another, still to come, is one of them only further out than cards are played; so is any
        where the hand lacks one card or none: people may have gone on with the next.
        """
        laid = self._laid
        taken = laid.is_full(expected) and all(sighting.track is None for sighting in laid.current)
        counted = [s for s in laid.sightings if s.deal == expected.deal and not (s.dismissed or s.aside)]
        left = [s for s in counted if s.track is None and (s.trick < laid.trick or taken)]
        goes_on = len(counted) < expected.cards - 1
        for track in self._unknown(look):
            row = track.evidence.row
            won = next((s for s in left if row[self._recognition.place_of(s)] >= SAME_CARD), None)
            if won is None or not look.lay_there(track):
                continue
            is_out = look.from_middle(track) > _FIRST_REACH_MM + _FURTHER_MM
            if is_out or (goes_on and self._recognition.all_seen(self._recognition.place_of(won), counted)):
                won.track = track.number
                left.remove(won)

    def _let_go_of_taken_back(self, look: Look, expected: Expectation) -> None:
        """Have cards that waited not count where others of their trick lie there and they do not: they were taken back.

        Those of a straight lie on each other. What turns out to lie there, under an arm, is judged anew.
        """
        current = self._laid.current
        if expected.state.has_straights or all(sighting.track is None for sighting in current):
            return
        waited = (s for s in current if s.earlier and s.track is None and s.pinned is None)
        self._laid.dismiss([sighting for sighting in waited if not sighting.confirmed], look)

    def _unknown(self, look: Look) -> list[Track]:
        return [track for track in look.tracker.faces if self._laid.of(track) is None]


def _seat(sighting: Sighting) -> int | None:
    """Return whose a card is in the book, or before whom it lay that waits to be entered; None for nobody."""
    if sighting.seat is not None or sighting.seats is None or not lies_before_somebody(sighting.seats):
        return sighting.seat
    return int(sighting.seats.argmax())


def _find(sighting: Sighting, track: Track, look: Look, players: int) -> None:
    if sighting.earlier:
        sighting.lay_before = _seat(sighting)
    look.find(sighting, track)
    sighting.seats = look.tabletop.seat_chances(look.place(track), players)
    sighting.confirmed = False
