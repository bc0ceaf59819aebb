"""What happens on the table: cards come to rest as plays, tricks are collected, cards are nudged and found again."""

from collections.abc import Mapping, Sequence
from operator import attrgetter

import numpy as np

from companion.table.beside import Beside
from companion.table.deals import expected_now
from companion.table.evidence import Codes, Row
from companion.table.expecting import Expectation
from companion.table.look import Look
from companion.table.missed import Glimpses, position_of_missed
from companion.table.recognition import Recognition, is_no_card, laid_anywhere, reach_of_play
from companion.table.sameness import overlap
from companion.table.seating import place_chances
from companion.table.sighting import Deal, Sighting
from companion.table.straights import Straights
from companion.table.track import Track
from companion.table.tracker import Tracker
from companion.table.withdrawing import Withdrawing, lie_before_one_seat

_COLLECTED = 1.0
"""Seconds out of sight after which a trick counts as collected although not all of its cards were seen."""

_UNREAD = 0.6
"""How sure the reading of a card must be for it not to give way when there are too many."""

_WAIT_FOR_EARLIER = 0.8
"""Seconds that a card waits for one that came to the table before it and does not lie still yet."""

_EARLIER = 0.3
"""Seconds by which a card must have come to rest before another to have been laid before it."""

_FOUND_LATE = 3.0
"""Seconds for which a card may lie there before it is found."""

_ON_ITS_WAY = 0.4
"""Seconds from the last look at a card in movement to the first where it comes to rest, at most."""

_ALIKE = 0.5
"""Agreement of the readings of a card in movement and at rest."""

_TAKEN_UP = 0.35
"""Seconds out of sight after which a card that does not count was taken up."""

_TAKEN_AWAY = 1.2
_LAID_ELSEWHERE = 0.3
"""Seconds out of sight after which, and how far from its place, in heights, a card was laid again: an arm that only
pushes it hides it for less."""

_ENOUGH_LOOKS = 12
"""After so many looks another one at an unmoved card tells nothing new."""

_TELLS = 1e-3
"""A look at a card that is in the book counts where it changes a chance by more: all others are weighed anew then."""

_LEGIBLE = 0.35
"""How sure the reading of a card must be that lies partly under another."""

_LIES_LONG = 1.5
"""Seconds for which such a card must lie still to count although it cannot be read."""

_LOOK_ROUND = 2.0
"""Seconds after which cards of the trick that were not found again have been taken meanwhile."""

_SEEN_BEFORE_HOLD = 0.8
"""Seconds a card must lie still that reads as one which was counted already."""

_BESIDE = 0.85
"""How far from a card, in heights, one comes to the table that may be the next of its straight."""

_MISSED = 0.3
"""Seconds for which a card that comes to the table may be missed."""

_REMEMBERED = 3
"""So many deals at most are remembered for the questions about them that nobody has answered."""

_TRACK = attrgetter("track")


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
        self._recognition = Recognition(codes, copies)
        self._straights = Straights(codes)
        self._beside = Beside(codes)
        self._withdrawing = Withdrawing(self._recognition)
        self._glimpses = Glimpses()
        self._left_over: frozenset[str] = frozenset()
        self._looks_round = False
        self._looked_round_at = 0.0
        self._trick = 0
        self._next = 1
        self._ignored: set[int] = set()
        self._strangers: dict[int, Sighting | None] = {}
        self._spent: set[int] = set()

    # What is on the table

    @property
    def current(self) -> list[Sighting]:
        """The sightings of the trick that lies on the table."""
        return [s for s in self.sightings if s.trick == self._trick and not s.dismissed and not s.aside]

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
        return len(self._straights.plays(self.current, expected.state)) >= len(expected.seats)

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
        expected = expected_now(expected, self.sightings)
        for sighting in self._laid_again(look):
            # It was a drop: this is the play.
            sighting.dismissed, sighting.track = True, None
        self._read_on(look, fanned=expected.state.has_straights)
        self._beside.let_go_of_drawn(look, self.sightings)
        if self._looks_round:
            self._look_round(look, expected)
            return
        if self.is_full(expected) and all(look.is_taken(sighting) for sighting in self.current):
            look.tracker.forget([sighting.track for sighting in self.current])
            for sighting in self.current:
                sighting.confirmed = True
            self._begin_trick()
        fanned = expected.state.has_straights
        if fanned:
            self._rejoin(look, expected)
        new = [
            track for track in look.tracker.tracks if look.sees(track) and self._is_unknown(track, look, fanned=fanned)
        ]
        if fanned:
            self._note_joined(look)
        for track in sorted(new, key=lambda track: (track.arrived, track.number)):
            if not track.at_rest(look.now):
                self._glimpses.note(track, look.place(track), look.now)
            elif not self._waits_for_earlier(track, look):
                self._take(track, look, expected)
        self._dismiss(self._withdrawing.ghosts(self._withdrawable(expected), look, self.sightings), look)
        full = self.is_full(expected)
        plays = self._straights.plays(self._withdrawable(expected), expected.state)
        self._dismiss(self._withdrawing.taken_back(plays, look, only_replaced=full), look)
        self._forget(look, expected)

    def _note_joined(self, look: Look) -> None:
        """Note beside which cards others come to lie that were not judged yet; one look may have missed them."""
        coming = [
            track
            for track in look.tracker.tracks
            if track.hidden_for(look.now) < _MISSED and self._is_unknown(track, look, fanned=True)
        ]
        for sighting in self.current:
            sighting.joined = any(_comes_beside(track, sighting) for track in coming)

    def _look_round(self, look: Look, expected: Expectation) -> None:
        """Find the cards of the present trick again before anything counts; the session goes on from another."""
        self._looked_round_at = self._looked_round_at or look.now + _LOOK_ROUND
        for track in look.tracker.tracks:
            if look.sees(track) and track.face_up and self.of(track) is None:
                again = self._recognition.same_card(track, look, expected.deal, self.sightings, self._trick)
                if again is not None:
                    again.track, again.box, again.place = track.number, track.box, look.place(track)
        lying = all(sighting.track is not None for sighting in self.current)
        self._looks_round = look.now < self._looked_round_at and not (lying and self.current)

    def take_strangers(self) -> list[Sighting]:
        """Return the cards that are no cards of the deck and were not told of before."""
        found = [sighting for sighting in self._strangers.values() if sighting is not None]
        self._strangers = dict.fromkeys(self._strangers)
        return found

    def ignore_all(self, tracker: Tracker) -> None:
        """Let nothing that lies on the table now count later; what was taken up before may come to be played."""
        uncounted = [track for track in tracker.tracks if self.of(track) is None]
        tracker.forget([t.number for t in uncounted if t.hidden_for(tracker.now) > _TAKEN_UP and not t.covered])
        self._ignored |= {track.number for track in uncounted}

    def add_said(self, deal: Deal, cards: Sequence[str], seat: int, now: float, before: Sighting | None) -> Sighting:
        """Add a play that a person says was made, before another or as the last; return its first card."""
        trick = self._trick if before is None else before.trick
        place = len(self.sightings) if before is None else self.sightings.index(before)
        play: list[Sighting] = []
        for code in cards:
            row = self._codes.certain(code)
            card = Sighting(self._number(), deal, trick, now, row, None, pinned=code, pinned_seat=seat)
            card.play = play[0].number if play else None
            play.append(card)
        self.sightings[place:place] = play
        return play[0]

    def restore(self, restored: Sequence[Sighting], trick: int, left_over: Sequence[str], last: int) -> None:
        """Go on from cards that were entered before this watcher began.

        Args:
            restored: Those of the present deal, in order of play, with their tricks counted from 0.
            trick: The one that lies on the table.
            left_over: The codes of the last trick of a hand that is over; its cards may still lie there.
            last: The highest number that was given to a sighting.
        """
        self.sightings = list(restored)
        self._trick = trick
        self._left_over = frozenset(left_over)
        self._next = last + 1
        self._looks_round = bool(restored)

    def lay_out(self, present: Sequence[int]) -> None:
        """Take the game's word for which sightings (by number) lie in the present trick, unless the table is ahead."""
        lying = [sighting for sighting in self.current if sighting.is_open]
        if lying and all(sighting.trick < self._trick for sighting in self.sightings if sighting.origin in present):
            return
        for sighting in self.sightings:
            if sighting.origin in present:
                sighting.trick = self._trick
            elif sighting.decided is not None and sighting.trick == self._trick and present:
                sighting.trick -= 1

    # How cards are judged

    def _read_on(self, look: Look, *, fanned: bool) -> None:
        for sighting in self.sightings:
            lying = look.of(sighting)
            if lying is not None:
                sighting.seen = lying.last_seen
        for sighting in self.current:
            track = look.of(sighting)
            if track is None or not look.sees(track) or (track.covered and not fanned):
                continue
            if track.at_rest(look.now):
                # In the hand that takes it, it would lie beside cards that it was not played with.
                sighting.box = track.box
            if sighting.is_open or track.evidence.looks <= _ENOUGH_LOOKS:
                row = track.evidence.row
                if sighting.is_open or (row is not sighting.row and np.abs(row - sighting.row).max() > _TELLS):
                    sighting.row = row
        self.sightings = [sighting for sighting in self.sightings if sighting.decided or not is_no_card(sighting)]

    def _laid_again(self, look: Look) -> list[Sighting]:
        """Return the cards of the trick that were taken up and are laid elsewhere, with another card laid meanwhile."""
        current = self.current
        return [
            sighting
            for sighting in current
            if (track := look.of(sighting)) is not None
            and sighting.seen is not None
            and look.sees(track)
            and track.last_seen - sighting.seen > _TAKEN_AWAY
            and look.away(track, sighting) > _LAID_ELSEWHERE
            and any(sighting.seen < other.time < track.last_seen for other in current)
        ]

    def _is_unknown(self, track: Track, look: Look, *, fanned: bool = False) -> bool:
        """Whether a card was not judged yet; of a fanned straight the lower cards lie under the next ones."""
        return (
            track.face_up
            and (not track.covered or (fanned and _shows(track, look.now)))
            and track.number not in self._ignored
            and track.number not in self._spent
            and track.number not in map(_TRACK, self.sightings)
        )

    def _waits_for_earlier(self, track: Track, look: Look) -> bool:
        """Whether a card that came before this one is still being laid, or hidden by the hand that laid it."""
        if look.now - track.rest_since > _WAIT_FOR_EARLIER:
            return False
        return any(
            other.arrived < track.arrived
            and other.hidden_for(look.now) < _WAIT_FOR_EARLIER
            and self._is_unknown(other, look)
            and not other.at_rest(look.now)
            and other.evidence.row[:-1].max() > _UNREAD
            and look.from_middle(other) < reach_of_play(self.sightings, look)
            for other in look.tracker.tracks
        )

    def _take(self, track: Track, look: Look, expected: Expectation) -> None:
        if not self._recognition.is_card(track, look, self.sightings):
            if self._recognition.is_strange(track, look, self.sightings) and track.number not in self._strangers:
                self._strangers[track.number] = self._sighting(track, look, expected)
            return
        if self._codes.codes[int(np.argmax(track.evidence.row[:-1]))] in self._left_over:
            self._ignored.add(track.number)
            return
        again = self._recognition.same_card(track, look, expected.deal, self.sightings, self._trick)
        if again is not None:
            again.track = track.number
            return
        if look.now - track.rest_since < _SEEN_BEFORE_HOLD and self._is_known(track.evidence.row, expected.deal):
            # Most likely a card of the last trick, in the hand that takes it.
            return
        new = self._sighting(track, look, expected)
        if self._beside.is_turned_up(new, self._recognition.place_of(new), look, expected, self.sightings):
            new.aside = True
            self.sightings.append(new)
            return
        if self._may_be_last_card(new, track, look, expected):
            return
        deal = [s for s in self.sightings if s.deal == expected.deal and not s.dismissed and not s.aside]
        if self.is_full(expected) and not self._continues(new, expected):
            if not self._recognition.is_early_lead(track, look, deal):
                return
            plays = self._straights.plays(self._withdrawable(expected), expected.state)
            superfluous = self._withdrawing.superfluous(plays, new, look)
            if superfluous is not None:
                self._dismiss([superfluous], look)
                deal = [sighting for sighting in deal if sighting is not superfluous]
            else:
                self._begin_trick()
        elif self._was_collected_early(look):
            self._note_missed(track, look, expected, deal)
            self._begin_trick()
        if len(deal) < expected.cards:
            self._glimpses.drop(track.number)
            new.trick = self._trick
            self._left_over = frozenset()
            self.sightings.insert(self._place_in_order(new, track, look, expected), new)

    def _place_in_order(self, new: Sighting, track: Track, look: Look, expected: Expectation) -> int:
        """Return where among all sightings a new one of the present trick belongs.

        One that took long to be recognised was laid before those that did not. One that was never seen to move lay
        there before it was found; its place tells whose turn that was.
        """
        current = self.current
        later = [s for s in current if s.track is not None and s.time > new.time + _EARLIER]
        if not later and track.rest_since == track.first_seen and not _was_seen_coming(track, look):
            plays = self._straights.plays(current, expected.state)
            room = 0 < len(plays) < len(expected.seats) and not any(lie_before_one_seat(s, new) for s in current)
            earliest = sum(look.now - play[0].time >= _FOUND_LATE for play in plays)
            # Who was to lead may come of a card misread: that the first card seen is the lead is the surer thing.
            position = position_of_missed(plays, new, None, expected.seats, earliest) if room else len(plays)
            later = [play[0] for play in plays[position:]]
        return self.sightings.index(later[0]) if later else len(self.sightings)

    def _withdrawable(self, expected: Expectation) -> list[Sighting]:
        """Return the cards on the table that somebody may still take back: not those of a hand that is over."""
        return [sighting for sighting in self.current if sighting.deal == expected.deal]

    def _is_known(self, row: Row, deal: Deal) -> bool:
        """Whether a card reads as one of which all copies were counted, be it in the trick that ended a deal."""
        counted = (s for s in self.sightings if s.deal == deal or s.trick == self._trick)
        known = [s for s in counted if not s.dismissed and s.track is not None]
        return self._recognition.all_seen(int(np.argmax(row[:-1])), known)

    def _continues(self, new: Sighting, expected: Expectation) -> bool:
        """Whether a card belongs to the last play that was seen, as one more of a straight."""
        current = self.current
        plays = self._straights.plays(current, expected.state)
        if expected.state.has_straights and plays and self._straights.continues(plays[-1], new):
            return True
        return len(self._straights.plays([*current, new], expected.state)) == len(plays)

    def _may_be_last_card(self, new: Sighting, track: Track, look: Look, expected: Expectation) -> bool:
        """Whether a card that would be one more of a straight may be one of its cards, read otherwise in a hand."""
        if not expected.state.has_straights or look.now - track.rest_since >= _SEEN_BEFORE_HOLD:
            return False
        current = self.current
        last = self._straights.plays(current, expected.state)[-1:]
        gone = any(look.has_gone(sighting, 0.0) for play in last for sighting in play)
        return gone and self._continues(new, expected)

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
            place_chances(place, look.tabletop.centre, self._players, laid_anywhere(self.sightings)),
        )

    def _was_collected_early(self, look: Look) -> bool:
        current = self.current
        return len(current) > 1 and all(look.is_taken(sighting, _COLLECTED) for sighting in current)

    def _note_missed(self, lead: Track, look: Look, expected: Expectation, deal: Sequence[Sighting]) -> None:
        """Add sightings for the plays of a collected trick that never lay still before the camera."""
        known = [self._recognition.place_of(sighting) for sighting in deal]
        plays = self._straights.plays(self.current, expected.state)
        while len(plays) < len(expected.seats):
            missed = Sighting(self._number(), expected.deal, self._trick, look.now, self._codes.anything(), None)
            self._glimpses.recall(missed, known, lead.first_seen, look.tabletop.centre, self._players)
            position = position_of_missed(plays, missed, expected.leader, expected.seats)
            behind = self.sightings.index(plays[position][0]) if position < len(plays) else len(self.sightings)
            self.sightings.insert(behind, missed)
            plays.insert(position, [missed])

    def _rejoin(self, look: Look, expected: Expectation) -> None:
        """Go back to the last trick where it lies there still and two of its cards turned out to be one play."""
        before = [s for s in self.sightings if s.trick == self._trick - 1 and not s.dismissed and not s.aside]
        if not before or before[0].confirmed or before[0].deal != expected.deal:
            return
        if not any(look.of(sighting) is not None and not look.is_taken(sighting) for sighting in before):
            return
        together = [*before, *self.current]
        if len(self._straights.plays(together, expected.state)) <= len(expected.seats):
            for sighting in self.current:
                sighting.trick -= 1
            self._trick -= 1

    def _begin_trick(self) -> None:
        self._trick += 1
        self._glimpses.clear()

    def _dismiss(self, sightings: Sequence[Sighting], look: Look) -> None:
        for sighting in sightings:
            sighting.dismissed = True
            if look.has_gone(sighting, 0.0):
                # Should it be laid again, it is a play.
                sighting.track = None
            self.dismissed += 1

    def _number(self) -> int:
        self._next += 1
        return self._next - 1

    def _forget(self, look: Look, expected: Expectation) -> None:
        """Let go of earlier deals that nothing is asked about; their cards, where they still lie there, stay spent."""
        old = [s for s in self.sightings if s.deal != expected.deal and s.trick < self._trick]
        if old:
            asked = list(dict.fromkeys(s.deal for s in self.sightings if s.question in expected.asked or s.is_open))
            old = [s for s in old if s.deal not in asked[-_REMEMBERED:]]
        self._spent |= {s.track for s in old if s.track is not None}
        if old:
            self.sightings = [s for s in self.sightings if s not in old]
        numbers = look.numbers
        self._spent &= numbers
        self._ignored &= numbers
        self._strangers = {number: s for number, s in self._strangers.items() if number in numbers}


def _was_seen_coming(track: Track, look: Look) -> bool:
    """Whether a card was seen on its way just before it came to rest, too far away to be followed."""
    return any(
        other.number != track.number
        and 0.0 < track.first_seen - other.last_seen < _ON_ITS_WAY
        and other.looks_at_rest < 2
        and other.face_up
        and _read_alike(other, track)
        for other in look.tracker.tracks
    )


def _read_alike(one: Track, other: Track) -> bool:
    rows = one.evidence.row, other.evidence.row
    return int(rows[0].argmax()) == int(rows[1].argmax()) and overlap(*rows) > _ALIKE


def _comes_beside(track: Track, sighting: Sighting) -> bool:
    return sighting.box is not None and track.box.distance(sighting.box) < _BESIDE


def _shows(track: Track, now: float) -> bool:
    """Whether a card that lies partly under another was read, or has lain there so long that it is one."""
    return bool(track.evidence.row[:-1].max() > _LEGIBLE) or (
        track.at_rest(now) and now - track.rest_since > _LIES_LONG
    )
