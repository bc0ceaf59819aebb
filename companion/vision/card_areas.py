"""How large a card is in a picture: a camera that looks slantwise sees one that lies further off smaller."""

from collections.abc import Callable
from itertools import chain

import cv2
import numpy as np

from companion.vision.one_size import agree
from companion.vision.tabletop.from_cards import CARD_SIZES_MM
from companion.vision.types import Detections, FloatArray

AreaOf = Callable[[FloatArray], float]
"""Returns the area, pixels, of a card that lies in the middle of a (4, 2) box and is turned as that is."""

_SIZES = tuple(chain.from_iterable(CARD_SIZES_MM.values()))

SQUARENESS = 0.69
"""A card's width by its height, between a Spanish card's and a French one's."""

_TELLING = 3
"""So many boxes tell how large a card is."""

_SMALL = 0.25
"""Where no table is found on which most have one size: what is larger than most may be several cards, so the quarter
of them that is smallest tells it. A box that is called too large only costs a closer look."""


def card_areas(found: Detections, card_height: float, size: tuple[int, int]) -> AreaOf:
    """Return how large a card is wherever it lies, by those in the picture where there are some, else by its height.

    Args:
        found: What was seen.
        card_height: How high a card is, pixels.
        size: Width and height of the picture, pixels.
    """
    if len(found) < _TELLING:
        return _everywhere(SQUARENESS * card_height**2)
    agreed = agree(found.corners.astype(np.float64), found.confidence.astype(np.float64), _SIZES, size)
    if agreed is None:
        return _everywhere(float(np.quantile([cv2.contourArea(quad) for quad in found.corners], _SMALL)))
    return lambda quad: float(cv2.contourArea(agreed.card_in(quad)))


def _everywhere(area: float) -> AreaOf:
    return lambda _: area
