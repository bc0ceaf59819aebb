"""A finder whose every box is looked at closely."""

import numpy as np

from companion.vision.boxes import add_missing, drop_parts, drop_repeated, each_lies_free
from companion.vision.finder import Finder
from companion.vision.outliner import Outliner
from companion.vision.poses import settled
from companion.vision.refiner import Refiner, is_plausible, look_closely, short_edge_first
from companion.vision.spotter import Spotter
from companion.vision.types import Detections, FloatArray, Image

_MOST_OVERLAP = 0.75
"""Boxes that overlap more, now that they lie exactly, are of one card (intersection over union)."""
_NEARLY_ALL = 0.85
"""The same once covered cards have their corners: those of a close fan may share more than before."""
_SPOTTED, _ONE_CARD, _SURE = 0.3, 0.5, 0.8
"""Chance from which on what the spotter sees is looked at closely; of two that share more one is; and how sure the
close look must be of it."""


class RefinedFinder:
    """Finds cards, with their corners where the cards' corners are.

    Attributes:
        finder: Finds boxes.
        refiner: Looks closely at each.
        outliner: Looks at those that others cover, with what lies around them; None leaves them.
        spotter: Tells which cards beside these were missed; None for nobody.
    """

    def __init__(self, finder: Finder, refiner: Refiner, outliner: Outliner | None, spotter: Spotter | None) -> None:
        self.finder = finder
        self.refiner = refiner
        self.outliner = outliner
        self.spotter = spotter

    @classmethod
    def shipped(cls) -> "RefinedFinder":
        """Load the models that travel with the program.

        Raises:
            UnusableError: A model is missing or unusable.
        """
        return cls(Finder.shipped(), Refiner.shipped(), Outliner.shipped(), Spotter.shipped())

    def find(self, image: Image, card_height: float | None = None, threshold: float | None = None) -> Detections:
        """Find the cards in a picture; see `Finder.find`."""
        return self.settle(image, self.look(image, self.finder.find(image, card_height, threshold)))

    def missed(self, image: Image, around: FloatArray, known: FloatArray) -> Detections:
        """See `CardFinder.missed`."""
        if self.spotter is None or not len(around):
            return Detections.empty()
        spotted = self.look(image, drop_repeated(self.spotter.spot(image, around, known, _SPOTTED), _ONE_CARD))
        sure = Detections(known, np.ones(len(known), np.float32), np.ones(len(known), np.bool_))
        cards = add_missing(sure, drop_repeated(spotted.at_least(_SURE), _MOST_OVERLAP), _MOST_OVERLAP)
        if self.outliner is not None and len(cards) > len(known):
            cards = _outlined(image, cards, self.outliner)
        return cards[len(known) :]

    def look(self, image: Image, found: Detections) -> Detections:
        """Move boxes onto the cards next to them, one for each that was given, and say how sure of them both looks are.

        Args:
            image: (H, W, 3) uint8 BGR.
            found: What the finder found in it, or a guess.
        """
        return look_closely(image, found, self.refiner)

    def settle(self, image: Image, found: Detections) -> Detections:
        """Leave out what shows a card again, and give cards that others cover their corners.

        Args:
            image: (H, W, 3) uint8 BGR.
            found: From `look`.
        """
        found = drop_parts(drop_repeated(found, _MOST_OVERLAP))
        return found if self.outliner is None else drop_repeated(_outlined(image, found, self.outliner), _NEARLY_ALL)


def _outlined(image: Image, found: Detections, outliner: Outliner) -> Detections:
    """Move the corners of cards that do not lie free; the others are right as they are.

    Where the close look alone had them they may lie otherwise.
    """
    size = (image.shape[1], image.shape[0])
    covered = [index for index, free in enumerate(each_lies_free(found.corners, size)) if not free]
    if not covered:
        return found
    moved = settled(outliner.outline(image, found.corners), size)
    corners = found.corners.copy()
    for index in covered:
        new = short_edge_first(moved[index].astype(corners.dtype))
        if is_plausible(corners[index], new):
            corners[index] = new
    return Detections(corners, found.confidence, found.face_up, found.corners)
