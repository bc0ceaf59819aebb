"""A while without pictures in which people may have played a whole trick, of which nothing on the table tells."""

from companion.table.expecting import Expectation
from companion.table.laid import Laid
from companion.table.look import Look

_PLAY, _TRICK_TAKEN = 1.0, 1.0
"""Seconds that a play, and taking a trick, take people who do not hurry."""

_AWAY = 60.0
"""Seconds after which people know that nobody looked: they paused the game, or had the camera away."""


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
    if not _PLAY * len(expected.seats) + _TRICK_TAKEN < tracker.without < _AWAY:
        return False
    # Of a trick that was begun the rest is asked for, and one that lies there still was not taken meanwhile.
    trick = [sighting for sighting in laid.current if sighting.deal == expected.deal]
    return all(sighting.decided is not None and look.is_taken(sighting, 0.0) for sighting in trick)
