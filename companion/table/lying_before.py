"""A trick that lies there when a new game begins: it is one of the game before, which nobody has swept off.

So it is where a game is taken up in its first trick, beside the cards of that.
"""

from collections.abc import Sequence

from companion.table.dead_cards import DeadCards
from companion.table.expecting import Expectation
from companion.table.grouping import grouped
from companion.table.laid import Laid
from companion.table.look import Look
from companion.table.straights import BESIDE
from companion.table.track import Track

_AT_FIRST = 0.3
"""Seconds from the first card that is seen within which one was seen that lay there before."""

_AT_ONCE = 2
"""So many of them are seen at one look: a quick round comes card by card."""

_FEWEST = 3
"""Players whose trick can be told: two cards may as well be a lead and its answer, or one of them turned up."""

_WAITS = 1.0
"""Seconds from the first card that is seen in which it shows whether they lie still."""

_MORE, _MOST_FANNED = 1, 6
"""By so many cards more than players they are a heap rather than a trick and a lead; and, where straights are played,
in so many places at most a trick lies."""

_FURTHER = 1.5
"""How much further from the middle than all others a card lies that was turned up beside the deal."""


class LyingBefore:
    """Lets such a trick not count; fewer cards may be the first of the game, laid a moment before it was begun.

    Attributes:
        found: The notice that tells of it (`CAMERA_NOTICES`), `heap-there` where so many cards are no trick; None
            where there was none.
    """

    def __init__(self, laid: Laid, dead: DeadCards) -> None:
        self.found: str | None = None
        self._laid = laid
        self._dead = dead
        self._is_over = False

    def step(self, look: Look, expected: Expectation) -> bool:
        """Take a look; return whether nothing is to be judged yet."""
        if self._is_over or expected.state.players < _FEWEST or not self._is_begun_at_most(look):
            self._is_over = True
            return False
        others = [track for track in look.tracker.tracks if track.face_up and self._laid.of(track) is None]
        if not others:
            return False
        first = min(track.first_seen for track in others)
        lying = [track for track in others if _lay_there(track, first)]
        if expected.turns_up:
            lying = _without_turned_up(lying, look)
        at_first = [track for track in lying if track.first_seen == first and look.lay_there(track)]
        fanned = expected.state.has_straights
        still = [track for track in lying if track.at_rest(look.now)]
        if len(at_first) < _AT_ONCE:
            self._is_over = True
        elif (_count_places(still) if fanned else len(still)) >= expected.state.players:
            many = _count_places(lying) > _MOST_FANNED if fanned else len(lying) > expected.state.players + _MORE
            self.found, self._is_over = "heap-there" if many else "lay-there", True
            self._dead.ignored |= {track.number for track in lying}
        else:
            self._is_over = look.now - first >= _WAITS
        return not (self._is_over or fanned)

    def _is_begun_at_most(self, look: Look) -> bool:
        """Whether no card was counted yet, or the game was taken up in its first trick, and all of that found again."""
        began = look.tracker.began or 0.0
        return self._laid.trick == 0 and all(s.time <= began and s.track is not None for s in self._laid.sightings)


def _lay_there(track: Track, first: float) -> bool:
    """Whether a card was seen with the first one, and did not come to its place since."""
    return track.first_seen - first <= _AT_FIRST and track.arrived == track.first_seen


def _without_turned_up(tracks: Sequence[Track], look: Look) -> list[Track]:
    """Return the cards but for one that lies beside the deal: it is of the new game."""
    inwards = sorted(tracks, key=look.from_middle)
    if len(inwards) > 1 and look.from_middle(inwards[-1]) > _FURTHER * look.from_middle(inwards[-2]):
        inwards.pop()
    return inwards


def _count_places(tracks: Sequence[Track]) -> int:
    """Return in how many places cards lie that do not lie beside each other."""
    return sum(1 for _ in grouped(tracks, lambda one, other: one.box.distance(other.box) < BESIDE))
