"""Cards with which a hand seemed to begin, gathered before its first trick was whole: they were no plays.

They lay there from the game before, or were turned up while people dealt.
"""

from collections.abc import Sequence

from companion.table.expecting import Expectation
from companion.table.laid import Laid
from companion.table.look import Look
from companion.table.sighting import Sighting

_GATHERED = 10.0
"""Seconds without any of them, and without another card, after which they are no trick of which a card was never seen:
where that is taken, somebody leads to the next."""

_NOT_LOOKED = 3.0
"""Seconds without a picture after which nobody knows what was played meanwhile: a slow machine looks every second or
two, and nobody plays a trick and takes it in less."""


class Gathering:
    """Lets such cards not count."""

    def __init__(self, laid: Laid) -> None:
        self._laid = laid
        self._looked: float | None = None
        self._gone_since: float | None = None

    def step(self, look: Look, expected: Expectation) -> None:
        """Take a look."""
        laid = self._laid
        current = laid.withdrawable(expected.deal)
        unseen = self._looked is not None and look.now - self._looked > _NOT_LOOKED
        self._looked = look.now
        if not (current and self._are_gone(current, look) and self._is_first_trick(expected)):
            self._gone_since = None
        elif unseen or self._gone_since is None:
            self._gone_since = look.now
        elif look.now - self._gone_since > _GATHERED:
            self._gone_since = None
            laid.dismiss(current, look)

    def _are_gone(self, current: Sequence[Sighting], look: Look) -> bool:
        """Whether none of some cards, of which people have said nothing, lies there any more, or under an arm."""
        said = any(s.track is None or s.confirmed or s.pinned or s.pinned_seat is not None for s in current)
        return not said and all(look.has_gone(s, 0.0) and not look.is_covered(s) for s in current)

    def _is_first_trick(self, expected: Expectation) -> bool:
        """Whether the cards on the table are all that were laid of a hand; a whole trick was taken before."""
        of_deal = (s for s in self._laid.sightings if s.deal == expected.deal and not (s.dismissed or s.aside))
        return expected.deal[0] == "play" and all(s.trick == self._laid.trick for s in of_deal)
