"""Why a card could not be read: the light, a lamp that it mirrors, the focus, its size.

Whoever is asked which card lies there wants to know what to change, so that it need not be asked again.
"""

from collections.abc import Iterable
from itertools import compress

import numpy as np

from companion.table.sighting import Sighting
from companion.table.tracker import Tracker
from companion.vision.tabletop.check import why_hard
from companion.vision.tabletop.measures import CardMeasures, measure_cards
from companion.vision.types import Image

_LEAST, _MOST = 3, 8
"""So many pictures of a card are weighed together: one may show it on its way."""

_AGAIN = 600.0
"""Seconds after which people are told once more what they have not changed."""


class HardToRead:
    """Looks at the cards that are not known yet, and tells why when they are asked about."""

    def __init__(self) -> None:
        self._looks: dict[int, list[CardMeasures]] = {}
        self._told: dict[str, float] = {}

    def look(self, image: Image, tracker: Tracker, sightings: Iterable[Sighting], now: float) -> None:
        """Measure the cards that are not known yet.

        Args:
            image: (H, W, 3) uint8 BGR, in which the tracker's cards were seen.
            tracker: The cards that were seen.
            sightings: Those that were laid.
            now: Seconds of the source.
        """
        unknown = {sighting.track for sighting in sightings if sighting.is_open}
        self._looks = {track: looks for track, looks in self._looks.items() if track in unknown}
        lying = [track for track in tracker.faces if track.at_rest(now)]
        wanted = [t.number in unknown and not t.covered and len(self._looks.get(t.number, ())) < _MOST for t in lying]
        if any(wanted):
            # All of them are measured: what shines is told by the cards beside it.
            measures = measure_cards(image, np.stack([track.box.corners for track in lying]))
            for track, measured in zip(compress(lying, wanted), compress(measures, wanted), strict=True):
                self._looks.setdefault(track.number, []).append(measured)

    def why(self, sightings: Iterable[Sighting], now: float) -> str | None:
        """Return why cards are asked about, once in a while: the key of a camera notice; None where nothing tells.

        Args:
            sightings: The cards that were laid.
            now: Seconds of the source.
        """
        for sighting in sightings:
            looks = self._looks.get(sighting.track or 0, [])
            if sighting.is_open and sighting.question is not None and len(looks) >= _LEAST:
                reason = why_hard(looks)
                if reason is not None and now - self._told.get(reason, -_AGAIN) >= _AGAIN:
                    self._told[reason] = now
                    return f"hard-{reason}"
        return None
