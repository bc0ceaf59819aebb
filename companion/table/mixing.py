"""Cards that are spread, sorted or mixed face up: they come one after the other like plays, but there are ever more.

Nobody plays to a trick while a whole one and the lead to the next lie there; so what came in one go with cards that
are more than that was no play either, and is none until they are gathered.
"""

from collections.abc import Sequence
from operator import attrgetter

from companion.table.dead_cards import DeadCards
from companion.table.evidence import Codes, likeliest_place
from companion.table.expecting import Expectation
from companion.table.heaps import OnHeap, fewest_plays
from companion.table.laid import Laid
from companion.table.look import Look
from companion.table.recognition import is_far_guess, lies_open, reach_of_play
from companion.table.showing import LIE_LONG
from companion.table.track import Track

_IN_ONE_GO, _ONE_BY_ONE, _AT_ONCE = 1.5, 3.0, 0.4
"""Seconds from one such card to the next at most; before anything of a hand was taken away; and for cards that seem to
be a hand that is shown to be of them, too."""

_BESIDE_TRICK, _PIECES = 2, 7
"""By so many they must be more than there are players: the lead to the next trick and a card that fell may lie beside a
whole one. And how many plays a long straight may seem to be of which cards are misread."""

_OUT_OF_SIGHT = 0.5
"""Seconds for which an arm may hide one of them."""

_FOUND_ANEW = 0.5
"""How far from all others, in heights, a card lies that was added, and not only found anew."""

_LEFT, _GATHERED = 2, 1.0
"""So few are left, and for so many seconds, once they are gathered; or none."""

_LIES_ON = 6.0
"""Seconds without another after which those that lie there still are left aside, and others may be played."""

_IN_THE_WAY_MM = 120.0
"""How far from the middle they lie where nobody plays before they are gathered."""


class Mixing:
    """Lets such cards not count.

    Attributes:
        since: Since when they are no plays, seconds of the source; None while there are none.
        many: Whether they have been lying for a while in the midst of a hand: people have to be told that none counts.
    """

    def __init__(self, codes: Codes, laid: Laid, dead: DeadCards) -> None:
        self.since: float | None = None
        self.many = False
        self._codes = codes
        self._laid = laid
        self._dead = dead
        self._few_since: float | None = None
        self._last_came = 0.0

    def step(self, look: Look, expected: Expectation) -> None:
        """Take a look, before anything in it is judged."""
        faces = [track for track in look.tracker.tracks if track.face_up]
        cards = [track for track in faces if not is_far_guess(track, look, self._laid.sightings)]
        if self.since is None and expected.deal[0] == "play":
            lying = [track for track in faces if lies_open(track, look, _OUT_OF_SIGHT)]
            below = [track for track in faces if track.covered and track not in lying]
            spread = [track for track in self._spread([*lying, *below], look, expected) if track in cards]
            if self._are_too_many(spread, expected):
                self.since = self._last_came = look.now
                self._few_since = None
                self._dismiss(spread, expected)
        if self.since is not None:
            self._go_on(cards, look)
        begun = any(s.deal == expected.deal and not (s.dismissed or s.aside) for s in self._laid.sightings)
        self.many = begun and self.since is not None and look.now - self.since > LIE_LONG

    def _spread(self, lying: Sequence[Track], look: Look, expected: Expectation) -> list[Track]:
        """Return the open cards that may have been spread, not played.

        They are those that came in one go, the last among them, others face down between them: quickly, and where cards
        are played, once anything of the hand was taken away.
        """
        dead = self._dead.spent | self._dead.ignored - self._dead.won
        others = [track for track in lying if track.number not in dead and not self._laid.was_drawn_away(track, look)]
        if not self._is_first(look, expected):
            reach = reach_of_play(self._laid.sightings, look.tabletop.centre)
            return _last_of([track for track in others if look.from_middle(track) < reach], _IN_ONE_GO)
        backs = [track for track in look.tracker.tracks if not track.face_up]
        shown = [track for track in lying if track.number in self._dead.shown]
        came = _last_of([*others, *backs], _ONE_BY_ONE), _last_of([*others, *shown, *backs], _AT_ONCE)
        return max(([track for track in tracks if track.face_up] for tracks in came), key=len)

    def _is_first(self, look: Look, expected: Expectation) -> bool:
        """Whether nothing of a hand was taken away yet."""
        known = [s for s in self._laid.sightings if s.deal == expected.deal and not (s.aside or s.dismissed)]
        return not any(sighting.time < (look.tracker.began or 0.0) or look.is_taken(sighting) for sighting in known)

    def _are_too_many(self, tracks: Sequence[Track], expected: Expectation) -> bool:
        most = expected.state.players + _BESIDE_TRICK
        if expected.state.has_straights:
            most = max(most, _PIECES)
        cards = [OnHeap(likeliest_place(track.evidence.row), track.box) for track in tracks]
        return len(tracks) > most and fewest_plays(cards, self._codes, expected.state) > most

    def _dismiss(self, tracks: Sequence[Track], expected: Expectation) -> None:
        """Have nothing count that was laid since the first of some cards came, unless people have vouched for it.

        Where no trick of the hand was taken yet, what came in one go before is covered by them.
        """
        numbers = {track.number for track in tracks}
        began = min(track.first_seen for track in tracks)
        of_hand = [s for s in self._laid.sightings if s.deal == expected.deal]
        if not any(sighting.confirmed for sighting in of_hand):
            for time in sorted((s.time for s in of_hand if s.time < began), reverse=True):
                if began - time > _ONE_BY_ONE:
                    break
                began = time
        gone = [s for s in self._laid.sightings if (s.track in numbers or s.time >= began) and s.is_unvouched]
        for sighting in gone:
            sighting.discard()
        if gone:
            self._laid.begin_trick()

    def _go_on(self, cards: Sequence[Track], look: Look) -> None:
        """Let all that comes beside them not count, until they are gathered or nothing is added any more."""
        lying = [track for track in cards if lies_open(track, look, _OUT_OF_SIGHT)]
        known = [track.box for track in lying if track.number in self._dead.ignored]
        others = [track for track in cards if self._laid.of(track) is None]
        for track in others:
            # What is found anew in a heap was there before.
            if track.number not in self._dead.ignored and all(track.box.distance(box) > _FOUND_ANEW for box in known):
                self._last_came = look.now
        self._dead.ignored |= {track.number for track in others}
        if len(lying) > _LEFT:
            self._few_since = None
        elif self._few_since is None:
            self._few_since = look.now
        is_gathered = self._few_since is not None and (not lying or look.now - self._few_since >= _GATHERED)
        if is_gathered:
            # Should one of them be laid again, it is a play.
            gone = [t.number for t in look.tracker.tracks if t.number in self._dead.ignored and not look.sees(t)]
            look.tracker.forget(gone)
        is_aside = look.now - self._last_came >= _LIES_ON and not self._is_in_the_way(lying, look)
        if is_gathered or is_aside:
            self.since = None

    def _is_in_the_way(self, lying: Sequence[Track], look: Look) -> bool:
        """Whether they lie where cards are played."""
        heap = (track for track in lying if track.number in self._dead.ignored)
        return sum(look.from_middle(track) < _IN_THE_WAY_MM for track in heap) > _LEFT


def _last_of(tracks: Sequence[Track], within: float) -> list[Track]:
    """Return those of some cards that came one after the other, within so many seconds each, down to the last."""
    came: list[Track] = []
    for track in sorted(tracks, key=attrgetter("arrived"), reverse=True):
        if came and came[-1].arrived - track.arrived > within:
            break
        came.append(track)
    return came
