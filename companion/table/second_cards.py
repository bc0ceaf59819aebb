"""A second card before somebody who has one in the trick: it does not count unless people say so.

Where play shows later that it was another player's, laid before the wrong one, it counts as theirs. Where the first of
the two lay there before the trick was led in turn, it is that one that does not count.
"""

from collections.abc import Sequence

from companion.table.expecting import Expectation
from companion.table.laid import Laid
from companion.table.look import Look
from companion.table.sighting import Sighting
from companion.table.track import Track
from companion.table.withdrawing import lie_before_one_seat, lies_before_somebody

_LIES = 1.2
"""Seconds that a second card must lie there: a hand may only be passing with it."""

_ELSEWHERE = 4.0
"""How much better (logarithm) its place must fit somebody who has a card than the one whose turn it would be."""

_TAKEN_BACK = 1.0
"""Seconds out of sight after which it was taken back, while the trick lies there."""

_EXCHANGED = 0.5
"""Seconds out of sight, longer than a hand hides it that lays another on it, after which a card was taken for that."""

_MOVED = 0.3
"""How far, in heights, it must have been moved to be in a hand that takes the trick."""

_PLAYED = 1.0
"""How far, in heights, one that was left lying there must have been moved to be played after all."""

_UNDER = 0.25
"""Share of a card that lies under a second one from which it may not be seen any more."""

_LEADS = 1.2
"""Seconds for which it must stay when the trick was taken to be the lead of the next."""


class SecondCards:
    """Finds them among the cards that lie on the table; see `Sighting.second`."""

    def __init__(self, laid: Laid) -> None:
        self._laid = laid

    def step(self, look: Look, expected: Expectation) -> None:
        """Take a look."""
        if expected.state.has_straights:
            # More cards of one player are one play there.
            return
        current = self._laid.withdrawable(expected.deal)
        if current and self._was_no_lead(current, look, expected):
            self._laid.dismiss(current[:1], look)
        current = self._laid.withdrawable(expected.deal)
        for place, sighting in enumerate(current):
            if place and self._is_second(sighting, current[:place], current[place + 1 :], look, expected):
                sighting.second = True
                break
        for second in [sighting for sighting in self._laid.sightings if sighting.second]:
            self._follow(second, look, expected)

    def is_beside_whole_trick(self, new: Sighting, track: Track, look: Look, expected: Expectation) -> bool | None:
        """Whether a card laid beside a complete trick is a second one of it and no lead; None where that is open yet.

        Args:
            new: The card.
            track: The same.
            look: The present look.
            expected: What the game expects.
        """
        hand, current = expected.state.hand, self._laid.current
        if expected.state.has_straights or hand.plays or expected.leader is None or new.seats is None:
            return False
        own = [sighting for sighting in current if lie_before_one_seat(sighting, new)]
        others = [sighting for sighting in current if sighting not in own]
        if not own or not _lies_elsewhere(new, expected.leader) or any(look.has_gone(s, 0.0) for s in others):
            return False
        if any(look.has_gone(sighting, 0.0) for sighting in own):
            return False
        return True if look.now - track.rest_since >= _LIES else None

    def stray_before(self, new: Sighting, look: Look, expected: Expectation) -> Sighting | None:
        """Return the first card of a whole trick where it only lay there: without it a new one is the last, in turn.

        It was taken for a lead against the rules. None where its player may have led so, has won, and leads again.

        Args:
            new: A card that was laid beside the trick.
            look: The present look.
            expected: What the game expects.
        """
        hand, current = expected.state.hand, self._laid.current
        if expected.state.has_straights or expected.deal[0] != "play" or hand.plays or not (hand.tricks and current):
            return None
        stray, *others = current
        due = hand.tricks[-2].winner if len(hand.tricks) > 1 else hand.leader
        led, _ = hand.tricks[-1].plays[0]
        if due in (None, led) or stray.pinned is not None or stray.pinned_seat is not None:
            return None
        turns = expected.state.seats_of_trick(due)
        if [_before_whom(card) for card in (*others, new)] != list(turns):
            return None
        if any(look.has_gone(sighting, 0.0) for sighting in current):
            return None
        return None if turns[-1] == expected.leader == _before_whom(stray) else stray

    def lies_under_one(self, sighting: Sighting, look: Look) -> bool:
        """Whether a card is out of sight because a second card lies on it: that says nothing of where it is."""
        if sighting.box is None or not look.is_hidden(sighting, 0.0):
            return False
        lying = (look.of(second) for second in self._laid.sightings if second.second)
        return any(track is not None and track.box.overlap(sighting.box) > _UNDER for track in lying)

    def fill_gap(self, expected: Expectation) -> None:
        """Let second cards count after all where their trick was taken with too few others: they were the missing."""
        for sighting in self._laid.sightings:
            if sighting.second and sighting.trick == self._laid.trick and not self._laid.is_full(expected):
                sighting.second = sighting.dismissed = False
                sighting.confirmed = True

    def take_place(self) -> None:
        """Have second cards count of which the first does not any more, in its turn: it was taken back."""
        laid = self._laid
        for second in [s for s in laid.seconds if s.trick == laid.trick]:
            own = [s for s in laid.sightings if s.trick == laid.trick and lie_before_one_seat(s, second)]
            gone = [sighting for sighting in own if sighting.dismissed]
            if gone and not any(sighting in own for sighting in laid.current):
                second.second = False
                laid.sightings.remove(second)
                laid.sightings.insert(laid.sightings.index(gone[-1]) + 1, second)

    def _is_second(
        self,
        card: Sighting,
        before: Sequence[Sighting],
        behind: Sequence[Sighting],
        look: Look,
        expected: Expectation,
    ) -> bool:
        if not card.is_open or card.pinned is not None or card.pinned_seat is not None or card.seats is None:
            return False
        if look.now - card.time < _LIES:
            return False
        own = [sighting for sighting in before if lie_before_one_seat(sighting, card)]
        turn = _whose_turn(before, expected, card)
        if not own or turn is None or not _lies_elsewhere(card, turn):
            return False
        if expected.deal[0] == "play" and _is_skipped(turn, [*before, *behind], behind):
            return False
        return not any(look.has_gone(sighting, 0.0) or _was_taken_for(card, sighting, look) for sighting in own)

    def _was_no_lead(self, current: Sequence[Sighting], look: Look, expected: Expectation) -> bool:
        """Whether the first card lies before somebody who played a moment later, when it was their turn.

        It was left lying there, or dropped: all others were played in turn by the one who was to lead and those behind.
        """
        stray, *others = current
        if expected.deal[0] != "play" or expected.leader is None or stray.pinned is not None:
            return False
        if stray.pinned_seat is not None or not _lies_elsewhere(stray, expected.leader):
            return False
        seats = [_before_whom(other) for other in others]
        turns = expected.state.seats_of_trick(expected.leader)
        if seats != list(turns[: len(seats)]) or any(look.has_gone(other, 0.0) for other in current):
            return False
        own = [other for other, seat in zip(others, seats, strict=True) if seat == _before_whom(stray)]
        return any(look.now - other.time >= _LIES for other in own)

    def _follow(self, second: Sighting, look: Look, expected: Expectation) -> None:
        laid = self._laid
        if look.has_gone(second, _TAKEN_BACK) and not look.is_covered(second):
            look.tracker.forget([second.track])
            second.track = None
        if second.trick < laid.trick:
            self._leave_behind(second, look, expected)
        elif second.track is None and any(not look.has_gone(sighting, 0.0) for sighting in laid.current):
            second.dismissed, second.second = True, False
        elif not second.dismissed and expected.deal[0] == "play":
            before = [sighting for sighting in laid.current if sighting.time <= second.time]
            behind = [sighting for sighting in laid.current if sighting.time > second.time]
            turn = _next_seat(before[-1], expected.seats) if before else None
            second.second = turn is None or not _is_skipped(turn, laid.current, behind)

    def _leave_behind(self, second: Sighting, look: Look, expected: Expectation) -> None:
        """Let go of a second card whose trick was taken: people may say a while longer that it is the one that counts.

        Where it was not taken with the others, it may be the lead of the next trick: it is judged anew. One that came
        before the trick was whole, and does not lie before its winner, was left lying there.
        """
        laid, track = self._laid, look.of(second)
        if track is not None and track.at_rest(look.now) and look.is_shifted(second, _PLAYED):
            second.discard()
            return
        amid = any(s.trick == second.trick and s.time > second.time and not s.dismissed for s in laid.sightings)
        if laid.trick - second.trick > 1:
            second.dismissed = True
        elif amid and expected.leader is not None and _lies_elsewhere(second, expected.leader):
            return
        elif track is not None and not second.dismissed and not laid.current and not look.is_shifted(second, _MOVED):
            taken = [
                s.seen for s in laid.sightings if s.trick == second.trick and s is not second and s.seen is not None
            ]
            if look.now - max(taken, default=0.0) > _LEADS:
                second.discard()


def _whose_turn(before: Sequence[Sighting], expected: Expectation, card: Sighting) -> int | None:
    """Return whose the next card is, or of a tiebreak, in which people deal as they like, may best be."""
    if expected.deal[0] == "play":
        return _next_seat(before[-1], expected.seats)
    assert card.seats is not None
    have_one = {int(sighting.seats.argmax()) for sighting in before if sighting.seats is not None}
    free = [seat for seat in expected.seats if seat not in have_one]
    return max(free, key=card.seats.__getitem__, default=None)


def _before_whom(card: Sighting) -> int | None:
    """Return the seat that a card lies before, whoever played it; None where it lies before nobody."""
    return int(card.seats.argmax()) if card.seats is not None and lies_before_somebody(card.seats) else None


def _was_taken_for(card: Sighting, earlier: Sighting, look: Look) -> bool:
    """Whether an earlier card was out of sight for a while before another came to lie in its place."""
    track = look.of(card)
    seen = earlier.seen is not None and track is not None and track.first_seen - earlier.seen < _EXCHANGED
    return look.is_hidden(earlier, _EXCHANGED) and not seen


def _lies_elsewhere(card: Sighting, turn: int) -> bool:
    return card.seats is not None and float(card.seats.max() - card.seats[turn]) > _ELSEWHERE


def _next_seat(last: Sighting, seats: Sequence[int]) -> int | None:
    """Return whose turn it is behind a card."""
    seat = last.seat if last.seat is not None else None if last.seats is None else int(last.seats.argmax())
    return seats[(seats.index(seat) + 1) % len(seats)] if seat is not None and seat in seats else None


def _is_skipped(turn: int, cards: Sequence[Sighting], behind: Sequence[Sighting]) -> bool:
    """Whether others have played behind a card, and nothing lies before the one whose turn it was: it is theirs."""
    before = [int(card.seats.argmax()) for card in cards if card.seats is not None]
    return bool(behind) and turn not in before
