"""How far round everybody sits, as the plays of one trick show it."""

from collections.abc import Sequence

import numpy as np

from companion.table.seating import SeatChances

_TELLING = 2
"""So many plays must lie before players who all sit so many seats further: one may be laid anywhere."""

CLEARLY, AS_SAID = 8.0, 4.0
"""How much better (logarithm) they must fit that together than any other number of seats, none among them; and where a
person has said whose one of them is. On a heap cards lie anywhere."""

PERHAPS = 1.0
"""The same for the first of them to wait for the next."""

Known = tuple[int, SeatChances]
"""Whose a play is, and how well where it lies fits each seat."""


def turned_by(plays: Sequence[Known], clearly: float) -> int:
    """Return how many seats further than they should everybody sits, clockwise; 0 where that is not clear.

    Args:
        plays: Of one trick.
        clearly: How much better (logarithm) they must fit that than any other number of seats.
    """
    return seats_further(plays, clearly) if len(plays) >= _TELLING else 0


def as_before(plays: Sequence[Known]) -> bool:
    """Whether plays of one trick clearly lie before whom they should: everybody sits as before."""
    together = np.sum([np.roll(chances, -seat) for seat, chances in plays], axis=0) if plays else np.zeros(2)
    return len(plays) >= _TELLING and bool(together[0] - together[1:].max() > CLEARLY)


def seats_further(plays: Sequence[Known], clearly: float) -> int:
    """Return the same of any number of plays; 0, too, where one of them says otherwise than another."""
    further = {(int(chances.argmax()) - seat) % len(chances) for seat, chances in plays}
    if len(further) != 1:
        return 0
    together = np.sum([np.roll(chances, -seat) for seat, chances in plays], axis=0)
    best, next_best = np.sort(together)[:-3:-1]
    return further.pop() if best - next_best > clearly else 0
