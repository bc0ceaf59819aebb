"""Where the camera stands: its table, kept where it is when the camera is knocked or sends pictures of another size."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from companion.table.nudge import Shift, shifted
from companion.table.recentring import Recentring
from companion.table.seating import mirrored
from companion.table.sighting import Sighting
from companion.table.tabletop import Tabletop, card_height
from companion.table.tracker import Tracker
from companion.vision.tabletop.nudge import Nudge, NudgeWatch
from companion.vision.types import Image, SeenCard

_TELLING = 2
"""So many cards at rest tell a knock by themselves; with fewer the picture is asked."""

Size = tuple[int, int]
"""Width and height of a picture, pixels."""


class Standpoint:
    """Knows the table in the present pictures."""

    def __init__(self, tracker: Tracker, tabletop: Tabletop | None) -> None:
        """Set up.

        Args:
            tracker: What follows the cards.
            tabletop: As it was calibrated; guessed from the size of the cards when None.
        """
        self._tracker = tracker
        self._tabletop = tabletop
        self._size: Size | None = None
        self._nudges = NudgeWatch()
        self._recentring = Recentring()

    def tabletop(self, size: Size) -> Tabletop | None:
        """Return the table in pictures of this size, None as long as no card was seen to guess it by."""
        if self._tabletop is None and (pixels := card_height(self._tracker.tracks)) is not None:
            self._tabletop = Tabletop.guessed(*size, pixels)
        return self._tabletop

    def fit_size(self, size: Size, sightings: Sequence[Sighting]) -> None:
        """Go on with pictures of this size."""
        if self._size is not None and self._size != size:
            self._tracker.shift(np.diag([size[0] / self._size[0], size[1] / self._size[1], 1.0]))
            self.follow(sightings)
        self._size = size

    def follow(self, sightings: Sequence[Sighting]) -> None:
        """Keep the table where it is when everything in the picture has moved together."""
        shift = self._tracker.take_shift()
        if shift is not None:
            # The picture is compared with one from after this.
            self._nudges.restart()
            self._move(shift, sightings)

    def look(self, image: Image, time: float, seen: Sequence[SeenCard]) -> Nudge | None:
        """Return how the camera was knocked while too few cards lay there to tell. Takes some milliseconds.

        Args:
            image: (H, W, 3) uint8 BGR.
            time: Seconds of the source.
            seen: The cards in it.
        """
        if sum(track.at_rest(track.last_seen) for track in self._tracker.tracks) >= _TELLING:
            return None
        return self._nudges.look(image, time, [np.asarray(card.corners, np.float64) for card in seen])

    def knocked(self, nudge: Nudge, sightings: Sequence[Sighting]) -> None:
        """Keep the table where it is after a knock that the picture told."""
        self._move(nudge.matrix, sightings)

    def mirror(self, sightings: Sequence[Sighting]) -> None:
        """Go on with the mirror images of the pictures up to now: left and right were exchanged in them."""
        if self._size is None:
            return
        flip = np.array([[-1.0, 0.0, self._size[0]], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
        self._tracker.shift(flip)
        self._tracker.take_shift()
        self._nudges.restart()
        for sighting in sightings:
            sighting.box = shifted(sighting.box, flip) if sighting.box is not None else None
            sighting.seats = mirrored(sighting.seats) if sighting.seats is not None else None
            if sighting.place is not None and self._tabletop is not None:
                sighting.place = self._tabletop.across(sighting.place)
        if self._tabletop is not None:
            self._tabletop = self._tabletop.mirrored(flip)

    def recentre(self, sightings: Sequence[Sighting], cards: int) -> None:
        """Take the middle of play to be where whole tricks show that it is.

        Args:
            sightings: All that are remembered.
            cards: How many cards make a trick.
        """
        if self._tabletop is None:
            return
        middle = self._recentring.middle(sightings, self._tabletop.centre, cards)
        if middle is not None:
            self._tabletop = replace(self._tabletop, centre=middle)

    def _move(self, shift: Shift, sightings: Sequence[Sighting]) -> None:
        if self._tabletop is None:
            return
        self._tabletop = self._tabletop.seen_after(shift)
        for sighting in sightings:
            sighting.box = shifted(sighting.box, shift) if sighting.box is not None else None
