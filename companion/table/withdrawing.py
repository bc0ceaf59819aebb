"""Cards that seemed to be plays and are none: ghosts, cards taken back, cards too many."""

from collections.abc import Sequence

import numpy as np

from companion.table.look import Look
from companion.table.recognition import SAME_CARD, UNMOVED, Recognition
from companion.table.seating import SeatChances
from companion.table.sighting import Sighting
from companion.table.track import Track

_LONG_GONE = 2.5
"""Seconds after which not even a resting arm explains it."""

_SEEN_GONE = 1.2
"""Seconds that are enough where the bare table was to be seen in its place."""

_TAKEN_BACK = 0.5
"""Seconds that are enough where all other cards of the trick are to be seen and there is one too many."""

_TAKEN_FROM_ROW = 1.0
"""Seconds that are enough where another card of the same player lies beside its place, perhaps of one straight."""

_DROPPED = 1.0
"""The same where its player has a card in the trick already: it was dropped, or shown."""

_MISSED = 0.2
"""Seconds for which another card of the trick may be missed where its player's next card lies there."""

_LAID_ON_WITHIN = 1.2
"""Seconds for which the hand hides a card at most that lays another on it."""

_HARDLY_SEEN = 0.45
"""A card of which more than this lies under others of one straight may not be found any more although it lies there."""

_GHOST_GONE = 1.0
"""Seconds after which a card is forgotten that was seen only a few times and could not be read."""

_GHOST_LOOKS = 4
"""So many looks make it more than a ghost."""

_ON_IT = 0.25
"""Share of a card that lies under another from which that one hides what it is."""

_UNREAD = 0.6
"""How sure the reading of a card must be for it not to give way when there are too many."""

_BEFORE_SOMEBODY = 0.3
"""How much better (logarithm) a place must fit one seat than any other for a card to lie before who sits there."""

_A_PLAY, _A_TRICK_TAKEN = 0.5, 0.5
"""Seconds that a play, and taking a trick, take at least."""

Plays = Sequence[Sequence[Sighting]]
"""The cards of a trick, by the plays they make, in order."""


def is_away(sighting: Sighting, look: Look, after: float = _LONG_GONE) -> bool:
    """Whether a card is gone for so many seconds, or for fewer where it was seen to go or its place was bare."""
    seen_to_go = look.is_elsewhere(sighting) and look.has_gone(sighting, _TAKEN_BACK)
    return (
        seen_to_go
        or look.has_gone(sighting, after)
        or (look.has_gone(sighting, _SEEN_GONE) and look.left_bare(sighting))
    )


def was_taken_unseen(plays: Plays, missing: int, look: Look) -> bool:
    """Whether a trick is gone, and nobody looked for so long that the plays it lacks were made and it was taken.

    Args:
        plays: Those that were seen.
        missing: How many it lacks.
        look: The present look.
    """
    cards = [sighting for play in plays for sighting in play]
    return missing > 0 and bool(cards) and all(_left_unseen(card, least_time_for(missing), look) for card in cards)


def least_time_for(plays: int) -> float:
    """Return how many seconds it takes at least to make so many plays and take the trick."""
    return _A_PLAY * plays + _A_TRICK_TAKEN


def _left_unseen(sighting: Sighting, after: float, look: Look) -> bool:
    """Whether a card left its place, and nobody looked for so many seconds then."""
    return sighting.unwatched > after and look.is_taken(sighting, 0.0) and not look.is_covered(sighting)


class Withdrawing:
    """Finds the cards of the present trick that do not count."""

    def __init__(self, recognition: Recognition) -> None:
        self._recognition = recognition

    def superfluous(self, plays: Plays, new: Sighting, look: Look, leader: int | None) -> Sighting | None:
        """Return the one of too many cards to the trick that does not count; None where the new one begins the next.

        Either it could never be read, or its player took it back for the new one while the others still lie there.

        Args:
            plays: The cards of the trick, by the plays they make.
            new: The one too many.
            look: The present look.
            leader: Who is to lead the next trick, where that is known.
        """
        current = [sighting for play in plays for sighting in play]
        unread = [s for s in current if s.is_open and s.track is not None and s.row[:-1].max() < _UNREAD]
        if unread:
            return min(unread, key=lambda sighting: float(sighting.row[:-1].max()))
        gone = [s for s in current if _has_left(s, _TAKEN_BACK, look)]
        if len(gone) == 1 and len(_lying(current, look)) == len(current) - 1 and not look.is_covered(gone[0]):
            given_up = gone[0].is_open or _gives_way(gone[0], new, look) or _lay_under(new, gone[0], look)
            given_up |= _went_before(gone[0], _lying(current, look)) or _is_of_its_player(new, gone[0], leader)
            return gone[0] if given_up else None
        # One that its player's next card lies on may have been taken away under it.
        hidden = [
            sighting
            for place, play in enumerate(plays)
            for sighting in play
            if look.is_hidden(sighting, _TAKEN_BACK)
            and any(lie_before_one_seat(sighting, later) for after in plays[place + 1 :] for later in after)
        ]
        return hidden[0] if len(hidden) == 1 else None

    def is_uncovered(self, new: Sighting, current: Sequence[Sighting], look: Look) -> bool:
        """Whether a card shows only because one of a trick that lay on it is out of sight: it leads to nothing yet."""
        return any(look.has_gone(s, 0.0) and _lay_under(new, s, look) for s in current)

    def taken_back(self, plays: Plays, seconds: Sequence[Sighting], look: Look, *, missing: int) -> list[Sighting]:
        """Return the card of a trick that somebody took back while the others, if there are any, still lie there.

        Args:
            plays: The cards of the trick, by the plays they make.
            seconds: Second cards before somebody, which do not count.
            look: The present look.
            missing: How many plays the trick lacks; where it is complete a card counts as taken back only where its
                player has laid another, or it was gone before the last one came.
        """
        if was_taken_unseen(plays, missing, look):
            return []
        current = [sighting for play in plays for sighting in play]
        seen = [card for card in _lying(current, look, _MISSED) if not look.has_moved(card)]
        under = [s for play in plays for s in play if s not in seen and _lies_under(s, [o for o in play if o in seen])]
        lying = [sighting for sighting in current if sighting in seen or sighting in under]
        if len(lying) != len(current) - 1:
            return []
        missed = len(_lying(seen, look)) < len(seen)
        for place, play in enumerate(plays):
            for number, sighting in enumerate(play):
                behind = [later for after in plays[place + 1 :] for later in after if later in lying]
                again = _lies_instead(sighting, behind)
                again |= any(_gives_way(sighting, s, look) or _lay_under(s, sighting, look) for s in behind)
                again |= any(_gives_way(sighting, s, look) for s in _lying(seconds, look))
                if missed and not again:
                    continue
                # What seems to be the next card of its straight may as well be laid in its stead.
                own = any(later in lying and not _are_entered(sighting, later) for later in play[number + 1 :])
                earlier = [card for before in plays[:place] for card in before if card in lying]
                second = any(lie_before_one_seat(card, sighting) for card in earlier)
                after = _TAKEN_BACK if again else _TAKEN_FROM_ROW if own else _DROPPED if second else _LONG_GONE
                gone = is_away(sighting, look, after)
                again |= own
                covered = look.is_covered(sighting) and not _lies_instead(sighting, lying)
                if not (gone and _has_left(sighting, 0.0, look)) or covered:
                    continue
                if (sighting.track is None and not again) or sighting in under:
                    continue
                if again or second or missing or _went_before(sighting, lying):
                    return [sighting]
        return []

    def was_taken_up(self, sighting: Sighting, look: Look) -> bool:
        """Whether a card that people took out of the game was surely taken from the table, too."""
        is_out = sighting.dismissed and sighting.track is not None
        return is_out and look.has_gone(sighting, _SEEN_GONE) and look.left_bare(sighting)

    def only_covered(self, track: Track, withdrawn: Sequence[Sighting], current: Sequence[Sighting]) -> Sighting | None:
        """Return the card that seemed to be taken back and lay there all the time, under an arm: nobody touched it.

        Args:
            track: What lies there now.
            withdrawn: Cards of the trick that seemed to be taken back.
            current: Its cards that count.
        """
        for sighting in withdrawn:
            untouched = sighting.box is not None and track.box.displacement(sighting.box) < UNMOVED
            alike = track.evidence.row[self._recognition.place_of(sighting)] >= SAME_CARD
            replaced = any(lie_before_one_seat(sighting, other) for other in current)
            if untouched and alike and not replaced:
                return sighting
        return None

    def ghosts(self, current: Sequence[Sighting], look: Look, known: Sequence[Sighting]) -> list[Sighting]:
        """Return what was seen a few times and not again, never read or a card of the last trick in a hand.

        A card of the last trick that lay there alone was shown to somebody, however often it was seen.
        """
        return [sighting for sighting in current if sighting.is_open and self._is_ghost(sighting, look, known)]

    def _is_ghost(self, sighting: Sighting, look: Look, known: Sequence[Sighting]) -> bool:
        track = look.of(sighting)
        if track is None or track.hidden_for(look.now) <= _GHOST_GONE:
            return False
        others = [s for s in known if s.deal == sighting.deal and s is not sighting and not s.dismissed]
        is_known = self._recognition.all_seen(self._recognition.place_of(sighting), others)
        if track.evidence.looks < _GHOST_LOOKS:
            return is_known or bool(sighting.row[:-1].max() < _UNREAD)
        is_alone = all(other.trick < sighting.trick for other in others)
        return is_known and is_alone and sighting.pinned is None and not look.is_covered(sighting)


def _lying(current: Sequence[Sighting], look: Look, missed: float = 0.0) -> list[Sighting]:
    return [sighting for sighting in current if not look.has_gone(sighting, missed)]


def _is_of_its_player(new: Sighting, gone: Sighting, leader: int | None) -> bool:
    """Whether a card lies before who is said to have played one that is gone, and is not to lead to the next trick."""
    if new.seats is None or not lies_before_somebody(new.seats):
        return False
    return int(new.seats.argmax()) == gone.seat != leader


def _went_before(sighting: Sighting, lying: Sequence[Sighting]) -> bool:
    """Whether a card was gone when the last of the others came to lie there, so that nobody took it with its trick.

    One that lies in a heap went out of sight under the next.
    """
    came = max((other.time for other in lying), default=-np.inf)
    seen = sighting.seen
    if seen is None or (_above(sighting, lying) and not _lies_instead(sighting, lying)):
        return False
    return bool(seen < came - _A_PLAY)


def _lies_instead(sighting: Sighting, lying: Sequence[Sighting]) -> bool:
    """Whether what lies where a card lay came when that was out of sight for longer than the hand hides it."""
    above = _above(sighting, lying)
    seen = sighting.seen
    return bool(above) and seen is not None and all(other.time - seen >= _LAID_ON_WITHIN for other in above)


def _above(sighting: Sighting, others: Sequence[Sighting]) -> list[Sighting]:
    """Return the cards that lie where a card lay."""
    box = sighting.box
    if box is None:
        return []
    return [other for other in others if other.box is not None and box.overlap(other.box) > _ON_IT]


def _has_left(sighting: Sighting, after: float, look: Look) -> bool:
    """Whether a card has been out of sight for so many seconds, and was not taken with its trick."""
    if sighting.track is None:
        return sighting.lost
    return look.has_gone(sighting, after) and not _was_collected(sighting, look)


def _gives_way(sighting: Sighting, other: Sighting, look: Look) -> bool:
    """Whether a card that is gone was laid by the player before whom another lies.

    Where one that the game was taken up with was not found again, and so lies nowhere, the other must have come since.
    """
    if not sighting.lost or sighting.track is not None:
        return lie_before_one_seat(sighting, other)
    track = look.of(other)
    came = track is not None and (track.arrived > track.first_seen or not look.lay_there(track))
    if not came or other.seats is None or other.decided is not None:
        return False
    return int(other.seats.argmax()) == sighting.seat and lies_before_somebody(other.seats)


def _was_collected(sighting: Sighting, look: Look) -> bool:
    """Whether a card was taken with its trick, which people opened again since by taking back what came behind it."""
    return sighting.confirmed and look.of(sighting) is None


def _are_entered(one: Sighting, other: Sighting) -> bool:
    """Whether the book has two cards as one play."""
    return one.decided is not None and other.decided is not None and one.origin == other.origin


def _lies_under(sighting: Sighting, others: Sequence[Sighting]) -> bool:
    """Whether a card that is out of sight lies under others of its play, whichever of them came first.

    One that was out of sight long before they came was taken away; they lie in its place.
    """
    box, seen = sighting.box, sighting.seen
    if box is None or seen is None:
        return False
    above = [other for other in others if other.box is not None and other.time - seen < _TAKEN_FROM_ROW]
    return sum(box.overlap(other.box) for other in above if other.box is not None) > _HARDLY_SEEN


def _lay_under(sighting: Sighting, above: Sighting, look: Look) -> bool:
    """Whether a card that is seen came to the table before another, which lay on it: that one was taken away."""
    lower, upper = look.of(sighting), look.of(above)
    if lower is None or upper is None or lower.number > upper.number:
        return False
    return look.sees(lower) and lower.box.overlap(upper.box) > _ON_IT


def lie_before_one_seat(one: Sighting, other: Sighting) -> bool:
    """Whether two cards lie before the same player, and are not two players' in the book."""
    if one.seats is None or other.seats is None:
        return False
    if one.seat is not None and other.seat is not None and one.seat != other.seat:
        return False
    return (
        bool(one.seats.argmax() == other.seats.argmax())
        and lies_before_somebody(one.seats)
        and lies_before_somebody(other.seats)
    )


def lies_before_somebody(seats: SeatChances) -> bool:
    """Whether the place of a card fits one seat better than others: in the middle it lies before nobody."""
    best, next_best = np.sort(seats)[:-3:-1]
    return bool(best - next_best > _BEFORE_SOMEBODY)
