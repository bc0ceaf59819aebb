"""Why a card could not be read: the light, a lamp that it mirrors, the focus, its size.

Whoever is asked which card lies there wants to know what to change, so that it need not be asked again.
"""

from collections.abc import Container, Iterable, Sequence
from itertools import compress

import numpy as np

from companion.table.sighting import Sighting
from companion.table.track import Track
from companion.table.tracker import Tracker
from companion.vision.tabletop.check import why_hard
from companion.vision.tabletop.measures import CardMeasures, measure_cards
from companion.vision.types import Image

_LEAST, _MOST = 3, 8
"""So many pictures of a card are weighed together: one may show it on its way."""

_AGAIN = 600.0
"""Seconds after which people are told once more what they have not changed."""


class HardToRead:
    """Looks at the cards that are not known yet, and tells why once they are asked about."""

    def __init__(self) -> None:
        self._looks: dict[int, list[CardMeasures]] = {}
        self._told: dict[str, float] = {}

    def look(self, image: Image | None, tracker: Tracker, sightings: Iterable[Sighting], now: float) -> str | None:
        """Return what people should be told: the key of a camera notice; None for nothing.

        Args:
            image: (H, W, 3) uint8 BGR, in which the tracker's cards were seen; None where nobody looked.
            tracker: The cards that were seen in it.
            sightings: The cards that were laid.
            now: Seconds of the source.
        """
        asked = {s.track: s.question is not None for s in sightings if s.is_open and s.track is not None}
        self._looks = {track: looks for track, looks in self._looks.items() if track in asked}
        if image is not None:
            self._measure(
                image, [t for t in tracker.tracks if t.face_up and tracker.seen_now(t) and t.at_rest(now)], asked
            )
        for number, looks in self._looks.items():
            if asked[number] and len(looks) >= _LEAST:
                reason = why_hard(looks)
                if reason is not None and now - self._told.get(reason, -_AGAIN) >= _AGAIN:
                    self._told[reason] = now
                    return f"hard-{reason}"
        return None

    def _measure(self, image: Image, lying: Sequence[Track], asked: Container[int]) -> None:
        wanted = [t.number in asked and not t.covered and len(self._looks.get(t.number, ())) < _MOST for t in lying]
        if any(wanted):
            # All of them are measured: what shines is told by the cards beside it.
            measures = measure_cards(image, np.stack([track.box.corners for track in lying]))
            for track, measured in zip(compress(lying, wanted), compress(measures, wanted), strict=True):
                self._looks.setdefault(track.number, []).append(measured)
