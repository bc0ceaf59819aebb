"""What happens on the table: cards come to rest as plays, tricks are collected, cards are nudged and found again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from companion.table.evidence import Codes, Row
from companion.table.geometry import Point
from companion.table.seating import place_chances, share_anywhere
from companion.table.sighting import Deal, Sighting
from companion.table.tabletop import CARD_HEIGHT_MM, Tabletop
from companion.table.tracker import Track, Tracker

_GONE = 0.35
"""Seconds after which a card that is not seen, though nothing lies on it, has been taken."""

_LONG_GONE = 2.5
"""Seconds after which not even a resting arm explains it."""

_MOVED = 0.8
"""How far a card must be from where it was played, in heights of the card, to have been taken."""

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

_EARLY_LEAD = 0.8
"""Seconds a card must lie beside a complete trick that nobody collects to count as the next lead."""

_READ = 0.9
"""How sure the reading of such a card must be."""

_UNREAD = 0.6
"""How sure the reading of a card must be for it not to give way when there are too many."""

_GHOST_GONE = 1.0
"""Seconds after which a card is forgotten that was seen only a few times and could not be read."""

_GHOST_LOOKS = 4
"""So many looks make it more than a ghost."""

_ENOUGH_LOOKS = 12
"""After so many looks another one at an unmoved card tells nothing new."""

_NOT_A_CARD = 0.6
"""Chance of being no card of the deck beyond which a box does not become a sighting."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """What the game expects of the table.

    Attributes:
        deal: What a card can occur in only once.
        seats: How many seats play to the trick.
        cards: How many cards the deal has until its end.
    """

    deal: Deal
    seats: int
    cards: int


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
        spent = {sighting.track for sighting in self.sightings if not sighting.is_open}
        for track in tracker.tracks:
            if not track.at_rest(now) or (track.hidden_for(now) > 0 and not track.covered):
                return True
            if track.face_up and track.number not in spent | self._spent | self._ignored:
                return track.evidence.looks < _ENOUGH_LOOKS
        return False

    # What happens

    def step(self, tracker: Tracker, tabletop: Tabletop, expected: Expectation, now: float) -> None:
        """Take a look's tracks."""
        tracks = {track.number: track for track in tracker.tracks}
        for sighting in self.sightings:
            track = tracks.get(sighting.track) if sighting.track is not None else None
            if track is None or not tracker.seen_now(track) or track.covered or sighting.trick != self._trick:
                continue
            sighting.box = track.box
            if sighting.is_open or track.evidence.looks <= _ENOUGH_LOOKS:
                sighting.row = track.evidence.row
        if self.is_full(expected) and all(self._is_taken(s, tracks, tabletop, now) for s in self.current):
            tracker.forget([sighting.track for sighting in self.current])
            for sighting in self.current:
                sighting.confirmed = True
            self._trick += 1
        ready = [track for track in tracker.tracks if tracker.seen_now(track) and self._is_new(track, now)]
        for track in sorted(ready, key=lambda track: (track.rest_since, track.number)):
            self._take(track, tracker, tabletop, expected, now)
        self._drop_ghosts(tracks, now)
        self._forget(tracks, expected)

    def ignore_all(self, tracker: Tracker) -> None:
        """Let nothing that lies on the table now count later."""
        self._ignored |= {track.number for track in tracker.tracks if self.of(track) is None}

    def add_said(self, deal: Deal, code: str, seat: int, now: float, before: Sighting | None) -> Sighting:
        """Add a card that a person says was played, before another or as the last."""
        trick = self._trick if before is None else before.trick
        sighting = Sighting(
            self._number(), deal, trick, now, self._codes.certain(code), None, pinned=code, pinned_seat=seat
        )
        place = len(self.sightings) if before is None else self.sightings.index(before)
        self.sightings.insert(place, sighting)
        return sighting

    def lay_out(self, present: Sequence[int]) -> None:
        """Take the game's word for which sightings (by number) lie in the present trick."""
        for sighting in self.sightings:
            if sighting.number in present:
                sighting.trick = self._trick
            elif sighting.decided is not None and sighting.trick == self._trick and present:
                sighting.trick -= 1

    # How cards are judged

    def _is_new(self, track: Track, now: float) -> bool:
        return (
            track.face_up
            and track.at_rest(now)
            and not track.covered
            and track.number not in self._ignored
            and track.number not in self._spent
            and all(sighting.track != track.number for sighting in self.sightings)
        )

    def _take(self, track: Track, tracker: Tracker, tabletop: Tabletop, expected: Expectation, now: float) -> None:
        row = track.evidence.row
        if row[-1] > _NOT_A_CARD:
            return
        tracks = {other.number: other for other in tracker.tracks}
        again = self._same_card(track, expected.deal, tracker, tabletop)
        if again is not None:
            again.track = track.number
            return
        deal = [s for s in self.sightings if s.deal == expected.deal and not s.dismissed]
        if self.is_full(expected):
            if not self._is_early_lead(track, row, deal, now):
                return
            superfluous = self._superfluous(tracks, now)
            if superfluous is not None:
                self._dismiss(superfluous)
                deal.remove(superfluous)
            else:
                self._trick += 1
        elif self._was_collected_early(tracks, tabletop, now):
            self._note_missed(expected, now)
            self._trick += 1
        if len(deal) >= expected.cards:
            return
        place = tabletop.to_table(track.box.middle)
        self.sightings.append(
            Sighting(
                self._number(),
                expected.deal,
                self._trick,
                track.rest_since,
                row,
                track.number,
                track.box,
                place,
                place_chances(place, tabletop.centre, self._players, self._share_anywhere()),
            )
        )

    def _same_card(self, track: Track, deal: Deal, tracker: Tracker, tabletop: Tabletop) -> Sighting | None:
        """Return the sighting whose card was moved or lost from sight and now lies here.

        A card of this trick or the last is looked for near its place, one of an earlier trick aside; what reads like
        one in the midst of the table is more likely a new card, read badly.
        """
        row = track.evidence.row
        tracks = {other.number: other for other in tracker.tracks}
        place = tabletop.to_table(track.box.middle)
        height = _height_on_table(track, tabletop)
        is_aside = float(np.linalg.norm(place - tabletop.centre)) > self._reach_of_play(tabletop)
        for sighting in reversed(self.sightings):
            if sighting.deal != deal or sighting.dismissed or row[self._place_of(sighting)] < _SAME_CARD:
                continue
            old = tracks.get(sighting.track) if sighting.track is not None else None
            if old is not None and (tracker.seen_now(old) or old.covered):
                continue
            away = float(np.linalg.norm(place - sighting.place)) / height if sighting.place is not None else 0.0
            strayed = away < _STRAYED.get(self._trick - sighting.trick, 0.0)
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

    def _reach_of_play(self, tabletop: Tabletop) -> float:
        """Return how far from the middle cards are played, generously, in millimetres."""
        distances = [
            float(np.linalg.norm(sighting.place - tabletop.centre))
            for sighting in self.sightings
            if sighting.place is not None and sighting.decided is not None
        ]
        return (
            max(_BEYOND_PLAY * float(np.median(distances)), CARD_HEIGHT_MM) if len(distances) >= 3 else _FIRST_REACH_MM
        )

    def _is_early_lead(self, track: Track, row: Row, deal: Sequence[Sighting], now: float) -> bool:
        """Whether a card beside a complete trick is the next lead, laid before anybody collected."""
        if now - track.rest_since < _EARLY_LEAD or row[:-1].max() < _READ:
            return False
        code = int(np.argmax(row[:-1]))
        return sum(self._place_of(sighting) == code for sighting in deal) < self._copies[code]

    def _place_of(self, sighting: Sighting) -> int:
        return self._codes.places[sighting.decided] if sighting.decided else int(np.argmax(sighting.row[:-1]))

    def _superfluous(self, tracks: dict[int, Track], now: float) -> Sighting | None:
        """Return the one of too many cards to the trick that does not count.

        Either it could never be read, or somebody took it back while the others still lie there.
        """
        unread = [s for s in self.current if s.is_open and s.track is not None and s.row[:-1].max() < _UNREAD]
        if unread:
            return min(unread, key=lambda sighting: float(sighting.row[:-1].max()))
        gone = []
        for sighting in self.current:
            old = tracks.get(sighting.track) if sighting.track is not None else None
            if old is None or (not old.covered and old.hidden_for(now) > _LONG_GONE):
                gone.append(sighting)
        return gone[0] if len(gone) == 1 and gone[0].track is not None else None

    def _was_collected_early(self, tracks: dict[int, Track], tabletop: Tabletop, now: float) -> bool:
        current = self.current
        return len(current) > 1 and all(self._is_taken(sighting, tracks, tabletop, now, 1.0) for sighting in current)

    def _is_taken(
        self, sighting: Sighting, tracks: dict[int, Track], tabletop: Tabletop, now: float, after: float = _GONE
    ) -> bool:
        if sighting.track is None:
            return True
        track = tracks.get(sighting.track)
        if track is None or not track.face_up:
            return True
        if track.last_seen < now:
            return not track.covered and track.hidden_for(now) >= after
        if sighting.place is None:
            return False
        moved = float(np.linalg.norm(tabletop.to_table(track.box.middle) - sighting.place))
        return moved > _MOVED * _height_on_table(track, tabletop)

    def _note_missed(self, expected: Expectation, now: float) -> None:
        for _ in range(expected.seats - len(self.current)):
            self.sightings.append(
                Sighting(self._number(), expected.deal, self._trick, now, self._codes.anything(), None)
            )

    def _drop_ghosts(self, tracks: dict[int, Track], now: float) -> None:
        for sighting in self.current:
            track = tracks.get(sighting.track) if sighting.track is not None else None
            if (
                track is not None
                and sighting.is_open
                and sighting.row[:-1].max() < _UNREAD
                and track.evidence.looks < _GHOST_LOOKS
                and track.hidden_for(now) > _GHOST_GONE
            ):
                self._dismiss(sighting)

    def _dismiss(self, sighting: Sighting) -> None:
        sighting.dismissed = True
        self.dismissed += 1

    def _number(self) -> int:
        self._next += 1
        return self._next - 1

    def _forget(self, tracks: dict[int, Track], expected: Expectation) -> None:
        """Let go of earlier deals; their cards, where they still lie there, stay spent."""
        old = [s for s in self.sightings if s.deal != expected.deal and not s.is_open and s.trick < self._trick]
        self._spent |= {s.track for s in old if s.track is not None}
        self.sightings = [s for s in self.sightings if s not in old]
        self._spent &= tracks.keys()
        self._ignored &= tracks.keys()


def _height_on_table(track: Track, tabletop: Tabletop) -> float:
    middle = track.box.middle
    end: Point = np.asarray(track.box.corners[:2].mean(axis=0), np.float64)
    return 2 * float(np.linalg.norm(tabletop.to_table(end) - tabletop.to_table(middle)))
