"""When the cards that were laid tell how the camera is tilted over a table that nobody calibrated."""

from collections.abc import Sequence
from statistics import median

import numpy as np

from companion.table.sighting import Sighting
from companion.table.tabletop import CARD_HEIGHT_MM, Tabletop
from companion.vision.tabletop.tilt import tilted_plane

_AFTER = (2, 4, 8, 16)
"""So many cards measure it: the first ones at once, since it tells whose they are, and more of them better."""

_LEAST = 8.0
"""Pixels that a card is wide at least, to tell anything."""


class Levelling:
    """Measures a table a few times, with more and more cards."""

    def __init__(self) -> None:
        self._measured_by = 0
        self._is_tilted = False

    def measured(self, sightings: Sequence[Sighting], tabletop: Tabletop, size: tuple[int, int]) -> Tabletop | None:
        """Return the table as the cards show it; None where they do not show it otherwise, or no more than before.

        Takes less than a tenth of a second, four times in a game.

        Args:
            sightings: All that are remembered.
            tabletop: The table as it was taken to lie up to now.
            size: Width and height of the picture, pixels.
        """
        if self._measured_by == _AFTER[-1]:
            return None
        boxes = [
            s.box for s in sightings if s.box is not None and not (s.dismissed or s.aside) and s.box.width > _LEAST
        ]
        enough = max((count for count in _AFTER if count <= len(boxes)), default=0)
        if enough <= self._measured_by:
            return None
        self._measured_by = enough
        plane = tilted_plane(np.array([box.corners for box in boxes]), CARD_HEIGHT_MM, size)
        if plane is None and self._is_tilted:
            plane = Tabletop.guessed(*size, median(box.height for box in boxes)).homography
        self._is_tilted |= plane is not None
        return None if plane is None else tabletop.levelled(plane)
