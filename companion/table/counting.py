"""A card came to rest on the table: whether it counts, and to which trick."""

from collections.abc import Sequence

import numpy as np

from companion.table.beside import Beside
from companion.table.dead_cards import DeadCards
from companion.table.dividing import Dividing
from companion.table.evidence import Codes, Row, likeliest_place
from companion.table.expecting import Expectation
from companion.table.laid import Laid
from companion.table.look import Look
from companion.table.ordering import Ordering
from companion.table.outage import hides_trick
from companion.table.parting import Parting
from companion.table.recognition import UNMOVED, Recognition, seats_at
from companion.table.second_cards import SecondCards
from companion.table.sighting import Deal, Sighting
from companion.table.straights import Straights
from companion.table.track import Track
from companion.table.tracker import BEING_TAKEN
from companion.table.withdrawing import (
    Withdrawing,
    is_away,
    lie_before_one_seat,
    lies_before_somebody,
    was_taken_unseen,
)
from companion.table.won_cards import WonCards

COLLECTED = 1.0
"""Seconds out of sight after which a trick counts as collected although not all of its cards were seen."""

_REPLACED = 1.0
_LIES_INSTEAD = 1.5
"""Seconds out of sight after which a card was taken back for one that lies in its stead: tricks are taken faster."""

_EARLY_LEAD = 0.8
"""Seconds a card must lie beside a complete trick that nobody collects to count as the next lead."""

_PUSHED = 0.3
"""How far a card is pushed at most when another is laid beside it, in heights; further, a hand takes it."""

_ELSEWHERE = 4.0
"""How much better (logarithm) a card must fit the place of somebody who has played than of all who have not."""

_ALIKE = 0.2
"""Chance of being a card that lay there from which it may be that."""

_HALF = 0.5
"""How likely, of what it is as another card, one must be the only one that is missing of a trick that lies there."""

_SEEN_BEFORE_HOLD = 0.8
"""Seconds a card must lie still that reads as one which was counted already."""


class Counting:
    """Judges cards at rest, and counts those that are plays."""

    def __init__(
        self,
        codes: Codes,
        players: int,
        recognition: Recognition,
        laid: Laid,
        dead: DeadCards,
        won: WonCards,
        dividing: Dividing,
    ) -> None:
        """Set up.

        Args:
            codes: Of the deck.
            players: Number of seats.
            recognition: Of the cards in play.
            laid: The cards that were laid; those that count are added.
            dead: Those that do not count.
            won: Tells those that were won and lie open.
            dividing: Divides the trick into plays.
        """
        self._codes = codes
        self._players = players
        self._recognition = recognition
        self._laid = laid
        self._dead = dead
        self._straights = Straights(codes)
        self._parting = Parting(laid, self._straights, recognition)
        self._dividing = dividing
        self._beside = Beside(codes)
        self._withdrawing = Withdrawing(recognition)
        self._seconds = SecondCards(laid)
        self._ordering = Ordering(codes, players, recognition, laid)
        self._won = won
        self._left: Sighting | None = None

    def take_left_over(self) -> str | None:
        """Return the last card of a hand that was entered and no camera saw: it is what is left of the deck; once."""
        left = self._left
        if left is None or left.is_open:
            return None
        self._left = None
        return left.decided if left.pinned is None and not left.dismissed else None

    def judge(self, track: Track, look: Look, expected: Expectation) -> None:
        """Take a card at rest for what it is: a play, a card that was counted before, or one that does not count."""
        laid, dead = self._laid, self._dead
        if not self._recognition.is_card(track, look, laid.sightings):
            if self._recognition.is_strange(track, look, laid.sightings) and not dead.is_stranger(track):
                dead.add_stranger(track, self._sighting(track, look, expected))
            if laid.current:
                # It may lie half out of the picture, where it seems to be held.
                laid.glimpses.note(track, look.place(track), look.now)
            return
        left_over = self._left_over(track, look, expected)
        if left_over is not None:
            look.tracker.forget([left_over.track])
            look.find(left_over, track)
            return
        again = self._recognition.same_card(track, look, expected, laid.sightings, laid.trick)
        if again is not None:
            if again.track != track.number:
                # What is seen in its old place from now on is not that card.
                look.tracker.forget([again.track])
                again.track = track.number
            return
        if self._won.takes(track, look, expected):
            return
        covered = self._withdrawing.only_covered(track, laid.withdrawn, laid.withdrawable(expected.deal))
        if covered is not None:
            laid.count_again(covered, track)
            return
        if look.now - track.rest_since < _SEEN_BEFORE_HOLD and self._is_known(track.evidence.row, expected.deal):
            # Most likely a card of the last trick, in the hand that takes it.
            return
        new = self._sighting(track, look, expected)
        if self._beside.is_turned_up(new, self._recognition.place_of(new), look, expected, laid.sightings):
            self._beside.let_go_of_passed(expected, laid.sightings)
            new.aside = True
            laid.sightings.append(new)
            return
        typed = self._typed_before(new, look, expected)
        if typed is not None:
            look.find(typed, track)
        elif not self._may_be_last_card(new, track, look, expected):
            self._count(new, track, look, expected)

    def _count(self, new: Sighting, track: Track, look: Look, expected: Expectation) -> None:
        """Count a card to the trick on the table; where that is complete or was collected, it may lead to the next."""
        laid = self._laid
        if self.part(look, expected, [new]):
            # Judged anew at the next look, it goes on with the next trick.
            return
        if self._may_be_swept(track, look, expected):
            laid.glimpses.note(track, look.place(track), look.now)
            return
        if self._dividing.reopens(new, expected):
            return
        deal = self._deal(expected)
        # The last trick of a hand may have fewer cards than the next hand has seats: some have played all theirs.
        is_over = laid.is_of_hand_before(expected)
        if is_over or (laid.is_full(expected) and not self._belongs(new, track, look, expected)):
            superfluous = self._superfluous(new, look, expected)
            if superfluous is not None and is_over and look.now - track.rest_since < _LIES_INSTEAD:
                # A back in the hand that gathers the cards is taken for a face for a moment.
                return
            replaced = superfluous is not None and look.has_gone(superfluous, _REPLACED)
            in_its_stead = replaced and self._lies_in_stead(new, superfluous, track, look)
            if not (in_its_stead or self._recognition.is_another(track, deal)):
                return
            if not replaced and look.now - track.rest_since < _EARLY_LEAD:
                return
            if superfluous is None and self._withdrawing.is_uncovered(new, laid.current, look):
                return
            if superfluous is None and not is_over:
                superfluous = self._seconds.stray_before(new, look, expected)
            if superfluous is not None:
                laid.dismiss([superfluous], look)
                new.deal = superfluous.deal
                deal = [sighting for sighting in deal if sighting is not superfluous]
            elif (
                not is_over and (second := self._seconds.is_beside_whole_trick(new, track, look, expected)) is not False
            ):
                new.second = bool(second)
                laid.sightings += [new] if second else []
                return
            else:
                laid.begin_trick()
        elif self._was_collected_early(new, track, look, expected) and expected.deal[0] == "tiebreak":
            # It is dealt anew.
            laid.dismiss(laid.current, look)
            deal = []
        elif self._was_collected_early(new, track, look, expected) and not self._was_taken_out(new, expected):
            self._complete(track.first_seen, look, expected, [*deal, new])
            if self._missing(expected) == 0:
                # It was the last trick: judged anew at the next look, the card leads the next hand.
                return
        if len(deal) < expected.cards:
            laid.glimpses.drop(track.number)
            if not laid.current and hides_trick(new, track, deal, look, expected):
                self._ordering.add_missed_trick(look, expected)
                laid.begin_trick()
            new.trick = laid.trick
            laid.sightings.insert(self._ordering.place_of(new, track, look, expected), new)

    def _superfluous(self, new: Sighting, look: Look, expected: Expectation) -> Sighting | None:
        """Return which card of a whole trick does not count, where a new one is of it.

        Nobody deals while the last trick of a hand lies there: what its player lays instead of a card is of it.
        """
        trick, leader = self._laid.withdrawable(expected.deal), expected.leader
        if not trick:
            trick, leader = self._laid.current, None
        gone = self._withdrawing.superfluous(self._straights.plays(trick, expected.state), new, look, leader)
        return None if gone is not None and gone.deal != expected.deal and not lie_before_one_seat(gone, new) else gone

    def _may_be_swept(self, track: Track, look: Look, expected: Expectation) -> bool:
        """Whether a card may be on its way with a trick that is taken as pictures come again, rather than a lead."""
        resumed = look.tracker.resumed
        return (
            resumed is not None and look.now - resumed < BEING_TAKEN and self._was_taken_unseen(track, look, expected)
        )

    def _was_taken_unseen(self, track: Track, look: Look, expected: Expectation) -> bool:
        """Whether the trick on the table was played to its end and taken while nobody looked, before a card came."""
        plays = self._laid.plays(expected.state)
        came_since = all(_came_since(track, card) for play in plays for card in play)
        return came_since and was_taken_unseen(plays, self._laid.missing(expected), look)

    def collect_last(self, look: Look, expected: Expectation) -> None:
        """Take the last trick of a hand for collected where all of its cards but one were seen, some only in passing.

        What is left of the deck tells which that is, and no lead to another trick shows that this one was taken.
        """
        laid, missing = self._laid, self._missing(expected)
        if expected.deal[0] != "play" or expected.state.has_straights or missing < 1 or not laid.current:
            return
        if len(laid.current) != len(expected.seats) - missing or any(s.dismissed for s in self._of_trick()):
            return
        known = self._deal(expected)
        glimpsed = [code for code in laid.glimpses.codes if not self._recognition.all_seen(code, known)]
        if len(glimpsed) >= missing - 1 and all(_was_seen_to_go(sighting, look) for sighting in laid.current):
            self._complete(look.now, look, expected, known)

    def fill_taken(self, look: Look, expected: Expectation) -> None:
        """Add what was missed of a trick that was taken for whole, two cards of which turned out to be one play."""
        laid, state = self._laid, expected.state
        if not (state.has_straights and state.hand.plays):
            return
        deal = self._deal(expected)
        number = max((s.trick for s in deal if s.decided is not None), default=laid.trick)
        taken = laid.of_trick(number)
        if number == laid.trick or not all(card.confirmed and card.decided is not None for card in taken):
            return
        until = min((s.time for s in deal if s.trick > number), default=look.now)
        self._ordering.add_missed(number, until, look, expected, deal)

    def part(self, look: Look, expected: Expectation, new: Sequence[Sighting] = ()) -> bool:
        """Have what was laid behind a trick that was taken be of the next; return whether there was any.

        Args:
            look: The present look.
            expected: What the game expects.
            new: What lies there and is not counted yet.
        """
        parted = self._parting.find(look, expected, new)
        if parted is None:
            return False
        for sighting in parted.behind:
            sighting.trick += 1
        self._complete(parted.first_seen, look, parted.expected, self._deal(expected))
        return True

    def _complete(self, until: float, look: Look, expected: Expectation, known: Sequence[Sighting]) -> None:
        """Let the trick on the table be one that was collected before all its cards were seen; see `add_missed`."""
        self._seconds.fill_gap(expected)
        self._dividing.step(expected, taken=True)
        self._ordering.add_missed(self._laid.trick, until, look, expected, known)
        if self._missing(expected) == 0:
            missed = (s for s in self._laid.current if s.is_open and s.seats is None)
            self._left = next(missed, None)
        self._laid.begin_trick()

    def _deal(self, expected: Expectation) -> list[Sighting]:
        """Return the cards of the deal that count."""
        sightings = self._laid.sightings
        return [s for s in sightings if s.deal == expected.deal and not (s.dismissed or s.aside or s.second)]

    def _of_trick(self) -> list[Sighting]:
        """Return all cards of the trick on the table, those that do not count among them."""
        return [sighting for sighting in self._laid.sightings if sighting.trick == self._laid.trick]

    def _missing(self, expected: Expectation) -> int:
        """Return how many cards of the deal were not seen yet."""
        return expected.cards - len(self._deal(expected))

    def _was_taken_out(self, new: Sighting, expected: Expectation) -> bool:
        """Whether a card is the last of a hand, which was taken out of the trick: laid now, it comes late to that."""
        if self._missing(expected) != 1 or not any(s.dismissed for s in self._of_trick()):
            return False
        return not self._was_played(new, expected)

    def _is_dealt_on(self, new: Sighting, expected: Expectation) -> bool:
        """Whether a card is not the only one that its hand lacks: people deal on without that."""
        return self._missing(expected) == 1 and self._was_played(new, expected)

    def _was_played(self, new: Sighting, expected: Expectation) -> bool:
        return self._recognition.all_seen(self._recognition.place_of(new), self._deal(expected))

    def _sighting(self, track: Track, look: Look, expected: Expectation) -> Sighting:
        place = look.place(track)
        return Sighting(
            self._laid.number(),
            expected.deal,
            self._laid.trick,
            track.rest_since,
            track.evidence.row,
            track.number,
            track.box,
            place,
            look.lying(track),
            seats_at(place, look.tabletop, self._players, self._laid.sightings),
        )

    def _left_over(self, track: Track, look: Look, expected: Expectation) -> Sighting | None:
        """Return the card of the last trick of the hand before that a card is which lay there all the time.

        It lies to a hair where that lay; or that was played before the first look, and no card was counted since. Once
        a tiebreak is being dealt, the whole deck was gathered for it.
        """
        laid = self._laid
        dealing = expected.deal[0] == "tiebreak" and any(s.deal == expected.deal for s in laid.current)
        nothing_since = not dealing and all(s.time <= (look.tracker.began or 0.0) for s in laid.current)
        last = [s for s in laid.sightings if s.deal != expected.deal and s.trick >= laid.trick - 1]
        last = [s for s in last if not (s.dismissed or s.aside or s.second)]
        for sighting in last:
            old = look.of(sighting)
            if track.evidence.row[self._recognition.place_of(sighting)] < _ALIKE or (
                old is not None and look.sees(old)
            ):
                continue
            if sighting.box is not None:
                is_that = track.box.displacement(sighting.box) < UNMOVED
            else:
                is_that = look.lay_there(track) and nothing_since and self._seems(sighting, track, look, last)
            if is_that:
                return sighting
        return None

    def _seems(self, sighting: Sighting, track: Track, look: Look, last: Sequence[Sighting]) -> bool:
        """Whether a card reads as one of the last trick rather than as another, which would be the next lead.

        Where the rest of the trick lies there it may read half as much as that: hardly anybody sweeps off one of them.
        """
        places = [self._recognition.place_of(other) for other in last]
        place, row = self._recognition.place_of(sighting), track.evidence.row
        another = float(np.delete(row[:-1], places).max())
        others = [t.evidence.row for t in look.tracker.tracks if t is not track and t.face_up and look.sees(t)]
        rest = {other for other in places if other != place} <= {likeliest_place(other) for other in others}
        alone = all(other[place] < row[place] for other in others)
        return bool(row[place] >= another * (_HALF if rest and alone else 1.0))

    def _is_known(self, row: Row, deal: Deal) -> bool:
        """Whether a card reads as one of which all copies were counted, before the first lead in the deal before."""
        counted = [s for s in self._laid.sightings if not s.dismissed and s.track is not None]
        known = [s for s in counted if s.deal == deal] or counted
        return self._recognition.all_seen(likeliest_place(row), known)

    def _typed_before(self, new: Sighting, look: Look, expected: Expectation) -> Sighting | None:
        """Return the card that people have added and no camera saw yet, where this seems to be it, however it reads.

        It lies before who is said to have played it. Where the others of the trick are not there any more it is a lead
        to the next; beside a whole trick it may be, where that is theirs.
        """
        current = self._laid.current
        if new.seats is None or expected.state.has_straights or not lies_before_somebody(new.seats):
            return None
        seat = int(new.seats.argmax())
        may_lead = bool(expected.state.hand.plays) or expected.leader in (None, seat)
        if self._laid.is_full(expected) and may_lead:
            return None
        if len(current) > 1 and all(look.has_gone(s, 0.0) for s in current if s.seen is not None):
            return None
        never_seen = (s for s in current if s.track is None and s.seen is None and not s.confirmed)
        return next((s for s in never_seen if s.pinned_seat == seat), None)

    def _belongs(self, new: Sighting, track: Track, look: Look, expected: Expectation) -> bool:
        """Whether a card belongs to one of the plays that were seen."""
        joined = self._ordering.joined_by
        return self._continues(new, expected) or joined(new, track, look, expected.state) is not None

    def _lies_in_stead(self, new: Sighting, gone: Sighting | None, track: Track, look: Look) -> bool:
        """Whether a card lies there for good in the stead of one that was taken back, however badly it is read."""
        if gone is None or look.now - track.rest_since < _EARLY_LEAD or not lie_before_one_seat(gone, new):
            return False
        return bool(new.row[self._recognition.place_of(gone)] < _ALIKE)

    def _continues(self, new: Sighting, expected: Expectation) -> bool:
        """Whether a card belongs to the last play that was seen, as one more of a straight."""
        current = self._laid.current
        plays = self._straights.plays(current, expected.state)
        if expected.state.has_straights and plays and self._straights.continues(plays[-1], new):
            return True
        return len(self._straights.plays([*current, new], expected.state)) == len(plays)

    def _may_be_last_card(self, new: Sighting, track: Track, look: Look, expected: Expectation) -> bool:
        """Whether a card that would be one more of a straight may be one of its cards, read otherwise in a hand.

        Beside a whole trick it may be one of any play's: they are swept on a heap before they are taken away.
        """
        if not expected.state.has_straights or look.now - track.rest_since >= _SEEN_BEFORE_HOLD:
            return False
        last = self._laid.plays(expected.state)[-1:]
        taken = any(
            look.has_gone(sighting, 0.0) or look.is_shifted(sighting, _PUSHED) for play in last for sighting in play
        )
        swept = self._laid.is_full(expected) and any(look.is_hidden(card, 0.0) for card in self._laid.current)
        return (taken or swept) and self._continues(new, expected)

    def _was_collected_early(self, new: Sighting, track: Track, look: Look, expected: Expectation) -> bool:
        """Whether a trick was taken before all of its cards were seen, so that a card leads to the next.

        One of which no camera saw a card, for people told of them or the game was taken up since, goes on unless the
        new card clearly lies before somebody who has one in it, or cannot be the last of its hand.
        """
        current = self._laid.current
        if any(card.unwatched and not _came_since(track, card) for card in current):
            return False
        if self._was_taken_unseen(track, look, expected):
            return not self._parting.is_left(new, track, self._laid.current, look, expected)
        if len(current) < 2 or not all(look.is_taken(s, COLLECTED) and not look.is_covered(s) for s in current):
            return False
        if any(sighting.seen is not None for sighting in current) or self._is_dealt_on(new, expected):
            return True
        fits = new.seats if new.seats is not None else np.zeros(self._players)
        have_played = [sighting.seat for sighting in current if sighting.seat is not None]
        left = [seat for seat in expected.seats if seat not in have_played]
        return bool(have_played and left) and float(fits[have_played].max() - fits[left].max()) > _ELSEWHERE


def _came_since(track: Track, sighting: Sighting) -> bool:
    """Whether a card was seen first when that of a sighting was seen no more."""
    return sighting.seen is not None and sighting.seen < track.first_seen


def _was_seen_to_go(sighting: Sighting, look: Look) -> bool:
    """Whether the card of a sighting was seen where it lay, and is not there any more; arms rest on cards for long."""
    if sighting.seen is None or sighting.confirmed or look.is_covered(sighting):
        return False
    return is_away(sighting, look)
