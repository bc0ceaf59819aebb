"""Cards of a hand that are laid a second time: most likely it was dealt anew, and nobody has said so."""

from collections.abc import Mapping, Sequence

from companion.table.evidence import Codes, likeliest_place
from companion.table.sighting import Deal, Sighting

_SURELY = 0.97
"""How sure the looks at both cards must be: of those that are misread, few read so."""

_LATELY = 2
"""So many tricks before the last one are looked at, too."""


def laid_again(sightings: Sequence[Sighting], deal: Deal, codes: Codes, copies: Mapping[str, int]) -> int:
    """Return how many cards of the last tricks surely read as ones that were all played in tricks before.

    Args:
        sightings: All that are remembered.
        deal: The present one.
        codes: Of the deck.
        copies: How many cards of each code are in play.
    """
    counting = [
        s for s in sightings if s.deal == deal and s.track is not None and not (s.dismissed or s.aside or s.second)
    ]
    latest = max((sighting.trick for sighting in counting), default=0)
    count = 0
    for sighting in counting:
        if sighting.trick < latest - _LATELY or sighting.pinned is not None:
            continue
        place = likeliest_place(sighting.row)
        if sighting.row[place] <= _SURELY:
            continue
        code = codes.codes[place]
        before = [s for s in counting if s.decided == code and s.trick < sighting.trick and s.row[place] > _SURELY]
        count += len(before) >= copies.get(code, 0) > 0
    return count
