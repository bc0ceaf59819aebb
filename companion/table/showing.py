"""Cards that people show: a trick that was taken before, looked at once more, somebody's hand, or all that are left.

They are no plays.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter

import numpy as np

from companion.table.dead_cards import DeadCards
from companion.table.evidence import Codes, likeliest_place
from companion.table.expecting import Expectation
from companion.table.geometry import Box
from companion.table.grouping import grouped
from companion.table.heaps import OnHeap, fewest_plays
from companion.table.laid import Laid
from companion.table.look import Look
from companion.table.recognition import SAME_CARD, Recognition, laid_anywhere, lies_open, reach_of_play
from companion.table.seating import share_anywhere
from companion.table.sighting import Sighting
from companion.table.track import Track

_MISSED = 0.3
"""Seconds for which one of the cards may be missed."""

_TAKEN_UP = 0.5
"""Seconds out of sight after which such a card was taken up: should it be laid again, it may be a play."""

_DRAWN = 0.5
"""How far it must be drawn from where it was shown, in heights, and from all others, to be judged anew."""

_OF_TRICK, _OF_HAND_BEFORE = 2, 3
"""So many cards of one trick that was taken, all at once, are that trick; as the hand before was played with the same
cards, more are asked for."""

_AS_PLAYS = 2.0
"""Seconds from the first to the last of them with another between, from which on they are plays that read alike."""

_FEWEST = 3
"""So many cards that come to lie beside each other at once are a hand that is shown, or has fallen."""

_AT_ONCE, _ONE_BY_ONE = 0.12, 0.6
"""Seconds from one to the next; and the same where they are laid one by one."""

_MORE_THAN_PLAYERS = 2
"""By so many they must be more than there are players then: on one heap a quick trick, and a lead, look alike."""

_TRICKS, _OUT = 2, 0.45
"""Unless in so many tricks every card lay before its player, and these lie as far out as cards are played: the share of
how far that is at most."""

_NOT_LOOKED = 1.5
"""Seconds without a picture after which cards that are there seem to have come at once."""

_BESIDE, _TURNED = 0.85, 0.6
"""How far the cards of a hand lie from each other, in heights, and how far they are turned, radians, at most."""

_ADDED = 3.0
"""Seconds within which another is laid beside those that are known to be shown."""


_THROWN, _NEXT = 1.0, 0.3
"""Seconds within which more cards than a trick and the next lead are no plays, wherever they lie; and from one to the
next, so that one that was played before is none of them."""

_PIECES = 6
"""So many plays a long straight may seem to be of which cards are misread."""

LIE_LONG = 2.0
"""Seconds for which so many must lie there for people to be told that none counts: a hand is shown for a moment."""


_Arrived = tuple[Track, float]
"""A card, and when it came to the table."""


@dataclass(frozen=True, slots=True)
class _Shown:
    """A card that was shown.

    Attributes:
        box: Where, pixels.
        time: When it came there, seconds of the source.
    """

    box: Box
    time: float


class Showing:
    """Lets cards that are shown not count.

    Attributes:
        many: Whether more of them than anybody plays have been lying there for a while.
    """

    def __init__(self, codes: Codes, recognition: Recognition, laid: Laid, dead: DeadCards) -> None:
        self._codes = codes
        self._recognition = recognition
        self._laid = laid
        self._dead = dead
        self._shown: dict[int, _Shown] = {}
        self._looked: float | None = None
        self._back = -1.0
        self._many_since: float | None = None
        self.many = False

    def step(self, look: Look, expected: Expectation) -> None:
        """Take a look, before anything in it is judged."""
        if self._looked is not None and look.now - self._looked > _NOT_LOOKED:
            self._back = look.now
        self._looked = look.now
        self._let_go(look)
        self._judge_many(look, expected)
        lying = {track.number: track for track in look.tracker.tracks if lies_open(track, look, _MISSED)}
        new = [track for track in lying.values() if self._is_new(track) and not self._was_moved(track, look, expected)]
        if not new:
            return
        counted = {s.track: s for s in self._laid.sightings if s.trick == self._laid.trick and s.is_unvouched}
        self._ignore(self._played_before([*new, *_open(counted, lying)], look, expected), counted)
        left = [track for track in lying.values() if track.number in counted or self._is_new(track)]
        self._ignore(self._thrown(left, counted, expected), counted)
        if not expected.state.has_straights:
            self._ignore([track for track in new if self._lies_beside_shown(track)], counted)
            cards = [(lying[number], card.time) for number, card in counted.items() if number in lying]
            cards += [(track, track.arrived) for track in new if track.number not in self._shown]
            self._ignore(self._hand(cards, counted, look, expected), counted)

    def _judge_many(self, look: Look, expected: Expectation) -> None:
        if len(self._shown) <= expected.state.players + 1:
            self._many_since = None
        elif self._many_since is None:
            self._many_since = look.now
        self.many = self._many_since is not None and look.now - self._many_since > LIE_LONG

    def _thrown(
        self, tracks: Sequence[Track], counted: Mapping[int | None, Sighting], expected: Expectation
    ) -> list[Track]:
        """Return the cards that came to the table at once, more than are played; later, those found among them."""
        if self._many_since is not None:
            boxes = [card.box for card in self._shown.values()]
            return [t for t in tracks if self._is_new(t) and any(t.box.distance(box) < _BESIDE for box in boxes)]
        most = max(expected.state.players + 1, _PIECES if expected.state.has_straights else 0)
        came = ((track, _came(track, counted.get(track.number))) for track in tracks)
        coming = sorted((arrived for arrived in came if arrived[1] > self._back), key=itemgetter(1))
        for at, first in enumerate(coming):
            thrown = [first]
            for arrived in coming[at + 1 :]:
                if arrived[1] - thrown[-1][1] > _NEXT or arrived[1] - first[1] > _THROWN:
                    break
                thrown.append(arrived)
            heap = [track for track, _ in thrown]
            cards = [OnHeap(likeliest_place(track.evidence.row), track.box) for track in heap]
            if fewest_plays(cards, self._codes, expected.state) > most:
                return heap
        return []

    def _is_new(self, track: Track) -> bool:
        number = track.number
        dead = self._dead
        return number not in dead.ignored | dead.spent and all(number != s.track for s in self._laid.sightings)

    def _let_go(self, look: Look) -> None:
        """Let cards that were taken up, or drawn elsewhere, be judged anew."""
        tracks = {track.number: track for track in look.tracker.tracks}
        gone = [number for number, track in tracks.items() if track.hidden_for(look.now) > _TAKEN_UP]
        taken = [number for number in self._shown if number in gone]
        look.tracker.forget(taken)
        for number in list(self._shown):
            track = tracks.get(number)
            if track is None or number in taken or self._is_drawn(track, tracks):
                del self._shown[number]
                self._dead.ignored.discard(number)
                self._dead.shown.discard(number)

    def _is_drawn(self, track: Track, tracks: Mapping[int, Track]) -> bool:
        if track.box.distance(self._shown[track.number].box) <= _DRAWN:
            return False
        others = (tracks[number] for number in self._shown if number != track.number and number in tracks)
        return not any(_lie_beside(track.box, other.box) for other in others)

    def _ignore(self, tracks: Iterable[Track], counted: Mapping[int | None, Sighting]) -> None:
        for track in tracks:
            self._shown[track.number] = _Shown(track.box, track.arrived)
            self._dead.ignored.add(track.number)
            self._dead.shown.add(track.number)
            sighting = counted.get(track.number)
            if sighting is not None:
                sighting.discard()

    def _played_before(self, tracks: Sequence[Track], look: Look, expected: Expectation) -> list[Track]:
        """Return those of some cards that are a trick which was taken before."""
        laid = self._laid
        earlier = [s for s in laid.sightings if s.trick < laid.trick and not (s.dismissed or s.aside or s.second)]
        deal = [s for s in earlier if s.deal == expected.deal]
        if not deal:
            # A trick of the hand before that lay there all the time is found again, card by card.
            tracks = [track for track in tracks if not look.lay_there(track)]
        fewest = _OF_TRICK if deal else _OF_HAND_BEFORE
        if len(tracks) < fewest:
            return []
        known = deal or earlier
        read = {self._reads_as(track): track for track in tracks}
        for trick in {sighting.trick for sighting in known}:
            places = {self._recognition.place_of(s) for s in known if s.trick == trick and not _is_seen(s, look)}
            shown = [track for place, track in read.items() if place in places]
            surely = [place for place in read if place in places and self._recognition.all_seen(place, known)]
            if len(surely) >= fewest and not _came_between(tracks, shown):
                return shown
        return []

    def _reads_as(self, track: Track) -> int | None:
        place = likeliest_place(track.evidence.row)
        return place if track.evidence.row[place] >= SAME_CARD else None

    def _was_moved(self, track: Track, look: Look, expected: Expectation) -> bool:
        laid = self._laid
        return self._recognition.same_card(track, look, expected, laid.sightings, laid.trick) is not None

    def _lies_beside_shown(self, track: Track) -> bool:
        shown = self._shown.values()
        return any(track.arrived - card.time < _ADDED and _lie_beside(track.box, card.box) for card in shown)

    def _hand(
        self, cards: Sequence[_Arrived], counted: Mapping[int | None, Sighting], look: Look, expected: Expectation
    ) -> list[Track]:
        """Return the cards that lie beside each other as one hand lays them, more than anybody plays."""
        at_once = _groups([card for card in cards if card[1] > self._back], _AT_ONCE)
        one_by_one = _groups(cards, _ONE_BY_ONE)
        hands = [group for group in at_once if len(group) >= _FEWEST]
        several = [group for group in one_by_one if len(group) >= _FEWEST]
        hands += [group for group in several if len(group) >= self._fewest(group, look, expected)]
        for group in hands:
            if any(track.number not in counted for track, _ in group):
                return [track for track, _ in group]
        return []

    def _fewest(self, group: Sequence[_Arrived], look: Look, expected: Expectation) -> int:
        """Return how many cards laid one by one are a hand: few where all play before themselves, and these lie out."""
        players, sightings = expected.state.players, self._laid.sightings
        if laid_anywhere(sightings) > share_anywhere(0, _TRICKS * players):
            return players + _MORE_THAN_PLAYERS
        out = np.mean([look.place(track) for track, _ in group], axis=0) - look.tabletop.centre
        lies_out = float(np.linalg.norm(out)) > _OUT * reach_of_play(sightings, look.tabletop.centre)
        return _FEWEST if lies_out else players + _MORE_THAN_PLAYERS


def _came_between(tracks: Sequence[Track], shown: Sequence[Track]) -> bool:
    """Whether another of some cards came between those that seem to be shown, which took as long as plays do."""
    first, last = min(track.arrived for track in shown), max(track.arrived for track in shown)
    return last - first > _AS_PLAYS and any(first < t.arrived < last for t in tracks if t not in shown)


def _came(track: Track, counts: Sighting | None) -> float:
    """Return when a card came to the table: one that counts lay there before it was pushed on with its trick."""
    return track.arrived if counts is None else min(track.arrived, counts.time)


def _open(counted: Mapping[int | None, Sighting], lying: Mapping[int, Track]) -> list[Track]:
    return [lying[n] for n, sighting in counted.items() if n is not None and n in lying and sighting.is_open]


def _is_seen(sighting: Sighting, look: Look) -> bool:
    track = look.of(sighting)
    return track is not None and look.sees(track)


def _groups(cards: Sequence[_Arrived], within: float) -> Iterator[list[_Arrived]]:
    """Return the cards that lie beside each other and came one after the other, within so many seconds each."""

    def came_together(one: _Arrived, other: _Arrived) -> bool:
        return abs(one[1] - other[1]) <= within and _lie_beside(one[0].box, other[0].box)

    return grouped(cards, came_together)


def _lie_beside(one: Box, other: Box) -> bool:
    return one.distance(other) < _BESIDE and one.turn(other) < _TURNED
