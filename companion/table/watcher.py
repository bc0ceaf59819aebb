"""What happens on the table: cards come to rest as plays, tricks are collected, cards are nudged and found again."""

from collections.abc import Mapping, Sequence

import numpy as np

from companion.table.arrivals import Arrivals
from companion.table.beside import Beside
from companion.table.counting import COLLECTED, Counting
from companion.table.dead_cards import DeadCards
from companion.table.deals import expected_now, mark_left_behind
from companion.table.dividing import Dividing
from companion.table.evidence import Codes
from companion.table.expecting import Expectation
from companion.table.fan_gaps import FanGaps
from companion.table.gathering import Gathering
from companion.table.laid import Laid
from companion.table.look import Look
from companion.table.looking_round import LookingRound
from companion.table.lying_before import LyingBefore
from companion.table.mixing import Mixing
from companion.table.recognition import Recognition, is_no_card, seats_at
from companion.table.second_cards import SecondCards
from companion.table.showing import Showing
from companion.table.sighting import Sighting
from companion.table.straights import Straights
from companion.table.tracker import Tracker
from companion.table.turns import take_turns
from companion.table.withdrawing import Withdrawing, lies_before_somebody
from companion.table.won_cards import WonCards

_TAKEN_AWAY = 1.2
_LAID_ELSEWHERE = 0.3
"""Seconds out of sight after which, and how far from its place, in heights, a card was laid again: an arm that only
pushes it hides it for less."""

_TO_ANOTHER = 0.5
"""How far from its place, in heights, a card is pushed to another player at least."""

_SLIDES = 6.0
_STOPPED = 0.1
"""Seconds for which a card may be on its way, slowly or with stops, and how far it must have come since, in heights."""

_ENOUGH_LOOKS = 12
"""After so many looks another one at an unmoved card tells nothing new."""

_TELLS = 1e-3
"""A look at a card that is in the book counts where it changes a chance by more: all others are weighed anew then."""


class Watcher:
    """Turns tracks into sightings."""

    def __init__(self, codes: Codes, players: int, copies: Mapping[str, int], laid: Laid, dead: DeadCards) -> None:
        """Set up.

        Args:
            codes: Of the deck.
            players: Number of seats.
            copies: How many cards of each code are in play.
            laid: Where the sightings are kept.
            dead: Where the cards are kept that do not count.
        """
        recognition = Recognition(codes, copies)
        self._laid = laid
        self._dead = dead
        self._players = players
        self._straights = Straights(codes)
        self._beside = Beside(codes)
        self._withdrawing = Withdrawing(recognition)
        self._seconds = SecondCards(laid)
        self._arrivals = Arrivals(laid, dead)
        self._gathering = Gathering(laid)
        self._showing = Showing(codes, recognition, laid, dead)
        self._won = WonCards(recognition, laid, dead)
        self._dividing = Dividing(codes, laid)
        self._fan_gaps = FanGaps(codes, laid)
        self._counting = Counting(codes, players, recognition, laid, dead, self._won, self._dividing)
        self._looking_round = LookingRound(recognition, laid)
        self._lying_before = LyingBefore(laid, dead)
        self._mixing = Mixing(codes, laid, dead)

    @property
    def shows_many(self) -> bool:
        """Whether more cards than anybody plays lie there at once; none of them counts."""
        return self._showing.many or self._mixing.many

    @property
    def looks_round(self) -> bool:
        """Whether it is being found out which cards of a game that is taken up lie there still."""
        return self._looking_round.is_on

    def take_lying_before(self) -> str | None:
        """Return the notice of cards that lie there from before the game and do not count, once; None without any."""
        found, self._lying_before.found = self._lying_before.found, None
        return found

    def take_left_over(self) -> str | None:
        """Return what is left of the deck and was entered as the last card of a hand, which no camera saw; once."""
        return self._counting.take_left_over()

    def is_curious(self, tracker: Tracker, now: float) -> bool:
        """Whether a further look at the same picture may tell something: a card is new, open, or hidden."""
        known = {s.track for s in self._laid.sightings if not s.is_open} | self._dead.spent | self._dead.ignored
        lying = {s.track for s in self._laid.current}
        recent = [track for track in tracker.tracks if track.hidden_for(now) <= COLLECTED]
        hidden = (t.number in lying and t.hidden_for(now) > 0 and not t.covered for t in recent)
        new = (
            track.face_up
            and track.number not in known
            and (not track.at_rest(now) or track.evidence.looks < _ENOUGH_LOOKS)
            for track in recent
        )
        return any(hidden) or any(new)

    def restore(self, restored: Sequence[Sighting], trick: int, last: int, *, goes_on: bool) -> None:
        """Go on from cards that were entered before this watcher began.

        Args:
            restored: Those of the present deal and the last trick of one that is over, in order of play, with their
                tricks counted from 0.
            trick: The one that lies on the table.
            last: The highest number that was given to a sighting.
            goes_on: Whether any are of the present deal, which are looked for first.
        """
        self._laid.restore(restored, trick, last)
        self._looking_round.goes_on = goes_on

    def step(self, look: Look, expected: Expectation) -> None:
        """Take a look."""
        laid = self._laid
        mark_left_behind(expected, laid.sightings)
        expected = expected_now(expected, laid.sightings)
        for sighting in [*self._laid_again(look), *self._pushed_to_another(look, expected)]:
            # It was a drop: this is the play.
            sighting.discard()
        fanned = expected.state.has_straights
        self._read_on(look, fanned=fanned)
        if not laid.is_full(expected):
            self._follow_slide(look)
        self._beside.let_go_of_drawn(look, laid.sightings)
        self._beside.let_go_of_unread(look, laid.sightings)
        if self._looking_round.goes_on:
            self._looking_round.step(look, expected)
            return
        if self._lying_before.step(look, expected):
            return
        self._seconds.step(look, expected)
        self._collect(look, expected)
        self._won.step(look, expected)
        self._counting.part(look, expected)
        self._counting.collect_last(look, expected)
        self._showing.step(look, expected)
        self._mixing.step(look, expected)
        if fanned:
            self._rejoin(look, expected)
            self._counting.fill_taken(look, expected)
        new = self._arrivals.seen(look, fanned=fanned)
        if fanned:
            self._arrivals.note_joined(look)
        for track in new:
            if not track.at_rest(look.now):
                laid.glimpses.note(track, look.place(track), look.now)
            elif not self._arrivals.waits_for_earlier(track, look):
                self._counting.judge(track, look, expected)
        take_turns(laid, expected)
        if fanned:
            self._fan_gaps.step(look, expected)
        self._withdraw(look, expected)
        self._dead.spend(laid.forget(expected))
        self._dead.keep(look.numbers)

    def divide(self, expected: Expectation) -> None:
        """Divide the trick on the table into plays as its places say by now, and set aside what is none."""
        self._dividing.set_aside(expected)
        self._dividing.step(expected)

    def _laid_again(self, look: Look) -> list[Sighting]:
        """Return the cards of the trick that were taken up and are laid elsewhere, with another card laid meanwhile.

        None while the trick is being taken: one that others hid shows in the hand that takes it.
        """
        current = self._laid.current
        if 2 * sum(look.has_gone(sighting, 0.0) for sighting in current) >= len(current):
            return []
        return [
            sighting
            for sighting in current
            if (track := look.of(sighting)) is not None
            and sighting.seen is not None
            and track.last_seen - sighting.seen > _TAKEN_AWAY
            and look.is_shifted(sighting, _LAID_ELSEWHERE)
            and not self._won.lies_outside(track, look)
            and any(sighting.seen < other.time < track.last_seen for other in current)
        ]

    def _pushed_to_another(self, look: Look, expected: Expectation) -> list[Sighting]:
        """Return the cards of a tiebreak, and second cards, that were laid before one player and lie before another."""
        dealt = self._laid.current if expected.deal[0] == "tiebreak" else []
        pushed: list[Sighting] = []
        for sighting in (*dealt, *self._laid.seconds):
            track = look.of(sighting)
            if track is None or sighting.seats is None or sighting.pinned is not None or not track.at_rest(look.now):
                continue
            if sighting.pinned_seat is None and look.is_shifted(sighting, _TO_ANOTHER):
                now = look.tabletop.seat_chances(look.place(track), self._players)
                if now.argmax() != sighting.seats.argmax() and lies_before_somebody(now):
                    pushed.append(sighting)
        return pushed

    def _read_on(self, look: Look, *, fanned: bool) -> None:
        """Take what a look adds to the cards that were laid."""
        laid = self._laid
        for sighting in laid.sightings:
            lying = look.of(sighting)
            if lying is not None:
                sighting.seen, sighting.unwatched = lying.last_seen, lying.unwatched
        beside = [sighting for sighting in laid.sightings if sighting.aside and sighting.is_open]
        for sighting in [*laid.current, *beside]:
            track = look.of(sighting)
            if track is None or not look.sees(track) or (track.covered and not fanned):
                continue
            if track.at_rest(look.now):
                # In the hand that takes it, it would lie beside cards that it was not played with.
                sighting.box, sighting.lying = track.box, look.lying(track)
                if sighting.place is None:
                    sighting.place = look.place(track)  # People said that it counts, where it did not.
            if sighting.is_open or track.evidence.looks <= _ENOUGH_LOOKS:
                row = track.evidence.row
                if sighting.is_open or (row is not sighting.row and np.abs(row - sighting.row).max() > _TELLS):
                    sighting.row = row
        laid.sightings = [sighting for sighting in laid.sightings if sighting.decided or not is_no_card(sighting)]

    def _follow_slide(self, look: Look) -> None:
        """Let the card that was laid last lie where it comes to rest, where its player only stopped on the way."""
        current = self._laid.current
        if not current:
            return
        last = current[-1]
        track = look.of(last)
        if track is None or not track.at_rest(look.now) or look.now - last.time > _SLIDES:
            return
        if [sighting for sighting in current if look.is_shifted(sighting, _STOPPED)] != [last]:
            return
        place = look.place(track)
        seats = seats_at(place, look.tabletop, self._players, self._laid.sightings)
        if last.seats is not None and seats.argmax() == last.seats.argmax():
            last.place, last.seats = place, seats

    def _collect(self, look: Look, expected: Expectation) -> None:
        """Begin the next trick where all cards of a complete one have been taken."""
        laid, trick = self._laid, self._laid.current
        if not trick or not all(look.is_taken(card) or self._seconds.lies_under_one(card, look) for card in trick):
            return
        if not laid.is_full(expected):
            self._dividing.step(expected, taken=True)
        if laid.is_full(expected):
            look.tracker.forget([sighting.track for sighting in laid.current])
            for sighting in laid.current:
                sighting.confirmed = True
            laid.begin_trick()

    def _rejoin(self, look: Look, expected: Expectation) -> None:
        """Go back to the last trick where it lies there still and two of its cards turned out to be one play."""
        laid = self._laid
        before = [s for s in laid.sightings if s.trick == laid.trick - 1 and not s.dismissed and not s.aside]
        if not before or before[0].confirmed or before[0].deal != expected.deal:
            return
        if not any(look.of(sighting) is not None and not look.is_taken(sighting) for sighting in before):
            return
        if len(self._straights.plays([*before, *laid.current], expected.state)) <= len(expected.seats):
            laid.join_last_trick()

    def _withdraw(self, look: Look, expected: Expectation) -> None:
        """Dismiss the cards of the trick that turn out to be none, or to have been taken back."""
        laid = self._laid
        laid.dismiss(self._withdrawing.ghosts(laid.withdrawable(expected.deal), look, laid.sightings), look)
        plays = self._straights.plays(laid.withdrawable(expected.deal), expected.state)
        missing = laid.missing(expected)
        laid.dismiss(self._withdrawing.taken_back(plays, laid.seconds, look, missing=missing), look)
        self._gathering.step(look, expected)
        self._seconds.take_place()
        taken_up = [sighting for sighting in laid.sightings if self._withdrawing.was_taken_up(sighting, look)]
        look.tracker.forget([sighting.track for sighting in taken_up])
        for sighting in taken_up:
            # Should it be laid again, it is a play.
            sighting.track = None
