"""What happens on the table: cards come to rest as plays, tricks are collected, cards are nudged and found again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from companion.table.evidence import Codes
from companion.table.look import Look
from companion.table.missed import Glimpses, position_of_missed
from companion.table.seating import place_chances, share_anywhere
from companion.table.sighting import Deal, Sighting
from companion.table.tabletop import CARD_HEIGHT_MM
from companion.table.tracker import Track, Tracker

_COLLECTED = 1.0
"""Seconds out of sight after which a trick counts as collected although not all of its cards were seen."""

_LONG_GONE = 2.5
"""Seconds after which not even a resting arm explains it."""

_SAME_CARD = 0.7
"""How sure the reading must be to take a card for one that was there before."""

_STRAYED = {0: 1.6, 1: 0.4}
"""How far, in heights, a card out of sight may have been pushed: one of this trick, and one of the last, which an arm
may only have hidden when it seemed to be collected."""

_UNMOVED = 0.08
"""A card of which no corner has moved further, in heights, was not touched: no second card lies so exactly there."""

_BEYOND_PLAY = 1.8
"""Cards lie aside when they are further from the middle than this many times the usual distance of plays."""

_FIRST_REACH_MM = 250.0
"""The same as long as too few cards were played to know."""

_ENOUGH_PLAYS = 3
"""So many plays show how far that is."""

_EARLY_LEAD = 0.8
"""Seconds a card must lie beside a complete trick that nobody collects to count as the next lead."""

_READ = 0.9
"""How sure the reading of such a card must be."""

_UNREAD = 0.6
"""How sure the reading of a card must be for it not to give way when there are too many."""

_WAIT_FOR_EARLIER = 0.8
"""Seconds that a card waits for one that came to the table before it and does not lie still yet."""

_GHOST_GONE = 1.0
"""Seconds after which a card is forgotten that was seen only a few times and could not be read."""

_GHOST_LOOKS = 4
"""So many looks make it more than a ghost."""

_ENOUGH_LOOKS = 12
"""After so many looks another one at an unmoved card tells nothing new."""

_GUESSED = 0.35
"""How sure the best reading must be to be more than a guess."""

_UNREAD_HOLD = 1.5
"""Seconds that a card must lie still to count although it cannot be read at all."""

_NOT_A_CARD = 0.5
"""Chance of being no card of the deck beyond which a box does not become a sighting."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """What the game expects of the table.

    Attributes:
        deal: What a card can occur in only once.
        seats: How many seats play to the trick.
        cards: How many cards the deal has until its end.
        leader: Who was to lead the trick; None where that is not known.
    """

    deal: Deal
    seats: int
    cards: int
    leader: int | None = None


class Watcher:
    """Turns tracks into sightings.

    Attributes:
        sightings: Of the present deal, and those of earlier deals whose cards are not known yet; in order of play.
        dismissed: How many cards were seen and turned out not to count.
    """

    def __init__(self, codes: Codes, players: int, copies: Mapping[str, int]) -> None:
        """Set up.

        Args:
            codes: Of the deck.
            players: Number of seats.
            copies: How many cards of each code are in play.
        """
        self.sightings: list[Sighting] = []
        self.dismissed = 0
        self._codes = codes
        self._players = players
        self._copies = [copies.get(code, 0) for code in codes.codes]
        self._glimpses = Glimpses()
        self._trick = 0
        self._next = 1
        self._ignored: set[int] = set()
        self._spent: set[int] = set()

    # What is on the table

    @property
    def current(self) -> list[Sighting]:
        """The sightings of the trick that lies on the table."""
        return [sighting for sighting in self.sightings if sighting.trick == self._trick and not sighting.dismissed]

    def of(self, track: Track) -> Sighting | None:
        """Return the sighting that a track is the card of."""
        return next((s for s in self.sightings if s.track == track.number and not s.dismissed), None)

    def is_spent(self, track: Track) -> bool:
        """Whether the card was counted in an earlier trick."""
        sighting = self.of(track)
        return track.number in self._spent or (sighting is not None and sighting.trick < self._trick)

    def is_ignored(self, track: Track) -> bool:
        """Whether the card lies there without counting."""
        return track.number in self._ignored

    def is_full(self, expected: Expectation) -> bool:
        """Whether every seat's card to the trick on the table was seen."""
        return len(self.current) >= expected.seats

    def is_curious(self, tracker: Tracker, now: float) -> bool:
        """Whether a further look at the same picture may tell something: a card is new, open, or hidden."""
        known = {s.track for s in self.sightings if not s.is_open} | self._spent | self._ignored
        lying = {s.track for s in self.current}
        recent = [track for track in tracker.tracks if track.hidden_for(now) <= _COLLECTED]
        hidden = (t.number in lying and t.hidden_for(now) > 0 and not t.covered for t in recent)
        new = (
            track.face_up
            and track.number not in known
            and (not track.at_rest(now) or track.evidence.looks < _ENOUGH_LOOKS)
            for track in recent
        )
        return any(hidden) or any(new)

    # What happens

    def step(self, look: Look, expected: Expectation) -> None:
        """Take a look."""
        self._read_on(look)
        if self.is_full(expected) and all(look.is_taken(sighting) for sighting in self.current):
            look.tracker.forget([sighting.track for sighting in self.current])
            for sighting in self.current:
                sighting.confirmed = True
            self._begin_trick()
        new = [track for track in look.tracker.tracks if look.sees(track) and self._is_unknown(track)]
        for track in sorted(new, key=lambda track: (track.arrived, track.number)):
            if not track.at_rest(look.now):
                self._glimpses.note(track, look.place(track), look.now)
            elif not self._waits_for_earlier(track, look):
                self._take(track, look, expected)
        self._drop_ghosts(look)
        self._forget(look, expected)

    def ignore_all(self, tracker: Tracker) -> None:
        """Let nothing that lies on the table now count later."""
        self._ignored |= {track.number for track in tracker.tracks if self.of(track) is None}

    def add_said(self, deal: Deal, code: str, seat: int, now: float, before: Sighting | None) -> Sighting:
        """Add a card that a person says was played, before another or as the last."""
        trick = self._trick if before is None else before.trick
        row = self._codes.certain(code)
        sighting = Sighting(self._number(), deal, trick, now, row, None, pinned=code, pinned_seat=seat)
        place = len(self.sightings) if before is None else self.sightings.index(before)
        self.sightings.insert(place, sighting)
        return sighting

    def restore(self, restored: Sequence[Sighting], trick: int) -> None:
        """Go on from cards of the present deal that were entered before this watcher began.

        Args:
            restored: In order of play, with their tricks counted from 0 and their numbers from 1.
            trick: The one that lies on the table.
        """
        self.sightings = list(restored)
        self._trick = trick
        self._next = max((sighting.number for sighting in restored), default=0) + 1

    def lay_out(self, present: Sequence[int]) -> None:
        """Take the game's word for which sightings (by number) lie in the present trick."""
        for sighting in self.sightings:
            if sighting.number in present:
                sighting.trick = self._trick
            elif sighting.decided is not None and sighting.trick == self._trick and present:
                sighting.trick -= 1

    # How cards are judged

    def _read_on(self, look: Look) -> None:
        for sighting in self.current:
            track = look.of(sighting)
            if track is None or not look.sees(track) or track.covered:
                continue
            sighting.box = track.box
            if sighting.is_open or track.evidence.looks <= _ENOUGH_LOOKS:
                sighting.row = track.evidence.row
        self.sightings = [sighting for sighting in self.sightings if not _is_no_card(sighting)]

    def _is_unknown(self, track: Track) -> bool:
        return (
            track.face_up
            and not track.covered
            and track.number not in self._ignored
            and track.number not in self._spent
            and all(sighting.track != track.number for sighting in self.sightings)
        )

    def _waits_for_earlier(self, track: Track, look: Look) -> bool:
        """Whether a card that came before this one is still being laid, or hidden by the hand that laid it."""
        if look.now - track.rest_since > _WAIT_FOR_EARLIER:
            return False
        reach = self._reach_of_play(look)
        return any(
            other.arrived < track.arrived
            and other.hidden_for(look.now) < _WAIT_FOR_EARLIER
            and self._is_unknown(other)
            and not other.at_rest(look.now)
            and other.evidence.row[:-1].max() > _UNREAD
            and look.from_middle(other) < reach
            for other in look.tracker.tracks
        )

    def _take(self, track: Track, look: Look, expected: Expectation) -> None:
        if not self._is_card(track, look):
            return
        again = self._same_card(track, look, expected.deal)
        if again is not None:
            again.track = track.number
            return
        deal = [s for s in self.sightings if s.deal == expected.deal and not s.dismissed]
        if self.is_full(expected):
            if not self._is_early_lead(track, look, deal):
                return
            superfluous = self._superfluous(look)
            if superfluous is not None:
                self._dismiss(superfluous)
                deal.remove(superfluous)
            else:
                self._begin_trick()
        elif self._was_collected_early(look):
            self._note_missed(track, look, expected, deal)
            self._begin_trick()
        if len(deal) < expected.cards:
            self._glimpses.drop(track.number)
            self.sightings.append(self._sighting(track, look, expected))

    def _sighting(self, track: Track, look: Look, expected: Expectation) -> Sighting:
        place = look.place(track)
        return Sighting(
            self._number(),
            expected.deal,
            self._trick,
            track.rest_since,
            track.evidence.row,
            track.number,
            track.box,
            place,
            place_chances(place, look.tabletop.centre, self._players, self._share_anywhere()),
        )

    def _is_card(self, track: Track, look: Look) -> bool:
        """Whether a box at rest is a card that counts: it was read, or lies unread where cards are played."""
        row = track.evidence.row
        if row[-1] > _NOT_A_CARD:
            return False
        if row[:-1].max() > _GUESSED:
            return True
        return look.now - track.rest_since > _UNREAD_HOLD and look.from_middle(track) < self._reach_of_play(look)

    def _same_card(self, track: Track, look: Look, deal: Deal) -> Sighting | None:
        """Return the sighting whose card was moved or lost from sight and now lies here.

        A card of this trick or the last is looked for near its place, one of an earlier trick aside; what reads like
        one in the midst of the table is more likely a new card, read badly.
        """
        row = track.evidence.row
        is_aside = look.from_middle(track) > self._reach_of_play(look)
        for sighting in reversed(self.sightings):
            if sighting.deal != deal or sighting.dismissed or row[self._place_of(sighting)] < _SAME_CARD:
                continue
            old = look.of(sighting)
            if old is not None and (look.sees(old) or old.covered):
                continue
            strayed = look.away(track, sighting) < _STRAYED.get(self._trick - sighting.trick, 0.0)
            if self._has_twin(sighting, deal):
                strayed &= sighting.box is not None and track.box.displacement(sighting.box) < _UNMOVED
            if strayed or is_aside:
                return sighting
        return None

    def _has_twin(self, sighting: Sighting, deal: Deal) -> bool:
        """Whether another card of the same code is still to come, which this may be."""
        place = self._place_of(sighting)
        seen = sum(s.deal == deal and not s.dismissed and self._place_of(s) == place for s in self.sightings)
        return seen < self._copies[place]

    def _share_anywhere(self) -> float:
        known = [s for s in self.sightings if s.seat is not None and s.seats is not None]
        return share_anywhere(sum(bool(s.seats is not None and s.seats.argmax() != s.seat) for s in known), len(known))

    def _reach_of_play(self, look: Look) -> float:
        """Return how far from the middle cards are played, generously, in millimetres."""
        centre = look.tabletop.centre
        places = [s.place for s in self.sightings if s.place is not None and s.decided is not None]
        if len(places) < _ENOUGH_PLAYS:
            return _FIRST_REACH_MM
        distances = np.linalg.norm(np.stack(places) - centre, axis=1)
        return max(_BEYOND_PLAY * float(np.median(distances)), CARD_HEIGHT_MM)

    def _is_early_lead(self, track: Track, look: Look, deal: Sequence[Sighting]) -> bool:
        """Whether a card beside a complete trick is the next lead, laid before anybody collected."""
        row = track.evidence.row
        if look.now - track.rest_since < _EARLY_LEAD or row[:-1].max() < _READ:
            return False
        code = int(np.argmax(row[:-1]))
        return sum(self._place_of(sighting) == code for sighting in deal) < self._copies[code]

    def _place_of(self, sighting: Sighting) -> int:
        return self._codes.places[sighting.decided] if sighting.decided else int(np.argmax(sighting.row[:-1]))

    def _superfluous(self, look: Look) -> Sighting | None:
        """Return the one of too many cards to the trick that does not count.

        Either it could never be read, or somebody took it back while the others still lie there.
        """
        unread = [s for s in self.current if s.is_open and s.track is not None and s.row[:-1].max() < _UNREAD]
        if unread:
            return min(unread, key=lambda sighting: float(sighting.row[:-1].max()))
        gone = [sighting for sighting in self.current if look.has_gone(sighting, _LONG_GONE)]
        return gone[0] if len(gone) == 1 and gone[0].track is not None else None

    def _was_collected_early(self, look: Look) -> bool:
        current = self.current
        return len(current) > 1 and all(look.is_taken(sighting, _COLLECTED) for sighting in current)

    def _note_missed(self, lead: Track, look: Look, expected: Expectation, deal: Sequence[Sighting]) -> None:
        """Add sightings for the cards of a collected trick that never lay still before the camera."""
        known = [self._place_of(sighting) for sighting in deal]
        for _ in range(expected.seats - len(self.current)):
            missed = Sighting(self._number(), expected.deal, self._trick, look.now, self._codes.anything(), None)
            glimpse = self._glimpses.best(known, until=lead.first_seen)
            if glimpse is not None:
                missed.row = glimpse.row
                missed.seats = place_chances(glimpse.place, look.tabletop.centre, self._players)
                known.append(glimpse.code)
                self._glimpses.drop(glimpse.track)
            current = self.current
            nothing = np.zeros(self._players)
            places = [sighting.seats if sighting.seats is not None else nothing for sighting in current]
            seats = missed.seats if missed.seats is not None else nothing
            position = position_of_missed(places, seats, expected.leader, self._players)
            behind = self.sightings.index(current[position]) if position < len(current) else len(self.sightings)
            self.sightings.insert(behind, missed)

    def _begin_trick(self) -> None:
        self._trick += 1
        self._glimpses.clear()

    def _drop_ghosts(self, look: Look) -> None:
        for sighting in self.current:
            track = look.of(sighting)
            if (
                track is not None
                and sighting.is_open
                and sighting.row[:-1].max() < _UNREAD
                and track.evidence.looks < _GHOST_LOOKS
                and track.hidden_for(look.now) > _GHOST_GONE
            ):
                self._dismiss(sighting)

    def _dismiss(self, sighting: Sighting) -> None:
        sighting.dismissed = True
        self.dismissed += 1

    def _number(self) -> int:
        self._next += 1
        return self._next - 1

    def _forget(self, look: Look, expected: Expectation) -> None:
        """Let go of earlier deals; their cards, where they still lie there, stay spent."""
        old = [s for s in self.sightings if s.deal != expected.deal and not s.is_open and s.trick < self._trick]
        self._spent |= {s.track for s in old if s.track is not None}
        self.sightings = [s for s in self.sightings if s not in old]
        self._spent &= look.numbers
        self._ignored &= look.numbers


def _is_no_card(sighting: Sighting) -> bool:
    """Whether looks have shown that there is no card of the deck; should it become readable, it is new again."""
    seen = sighting.track is not None and sighting.is_open and not sighting.confirmed
    return seen and sighting.pinned is None and bool(sighting.row[-1] > _NOT_A_CARD)
