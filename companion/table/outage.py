"""A while without pictures in which people may have played a whole trick, of which nothing on the table tells."""

from collections.abc import Sequence

from companion.table.expecting import Expectation
from companion.table.laid import Laid
from companion.table.look import Look
from companion.table.sighting import Sighting
from companion.table.track import Track
from companion.table.withdrawing import least_time_for

_UNHURRIED = 2.0
"""How many times as long as the least a trick takes people who do not hurry."""

_AWAY = 60.0
"""Seconds after which people know that nobody looked: they paused the game, or had the camera away."""

_LED_BY_ANOTHER = 3.0
"""How much better (logarithm) the place of a card must fit another seat than the leader's for that one to lead."""


def may_hide_trick(look: Look, expected: Expectation, laid: Laid) -> bool:
    """Whether pictures come again just now, after long enough for a trick between two that were seen.

    Args:
        look: The present look.
        expected: What the game expects.
        laid: The cards that were laid.
    """
    tracker, hand = look.tracker, expected.state.hand
    if tracker.resumed != look.now or expected.deal[0] != "play" or not hand.tricks or hand.plays:
        return False
    if not _UNHURRIED * least_time_for(len(expected.seats)) < tracker.without < _AWAY:
        return False
    # Of a trick that was begun the rest is asked for, and one that lies there still was not taken meanwhile.
    trick = laid.withdrawable(expected.deal)
    return all(sighting.decided is not None and look.is_taken(sighting, 0.0) for sighting in trick)


def hides_trick(new: Sighting, track: Track, deal: Sequence[Sighting], look: Look, expected: Expectation) -> bool:
    """Whether a whole trick was played and taken while nobody looked, which somebody has won who leads now.

    Not where the first card lay there when pictures came again: others may lie there that are not found yet. And not
    before anything of the hand was seen: until then cards are gathered, mixed and dealt, and any of them may show.

    Args:
        new: The first card that was laid since.
        track: Which is that card.
        deal: Those of the deal that count.
        look: The present look.
        expected: What the game expects.
    """
    resumed, plays = look.tracker.resumed, len(expected.seats)
    if expected.deal[0] != "play" or expected.leader is None or expected.state.hand.plays or new.seats is None:
        return False
    if not deal or expected.cards - len(deal) <= plays or any(sighting.is_open for sighting in deal):
        return False
    if resumed is None or track.first_seen <= resumed or any(s.time >= resumed for s in deal):
        return False
    if look.tracker.without <= least_time_for(plays):
        return False
    return float(new.seats.max() - new.seats[expected.leader]) > _LED_BY_ANOTHER
