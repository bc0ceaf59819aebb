"""Cards that touch or cover each other: the finder tells them apart better from nearer."""

import math
from collections.abc import Callable

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.boxes import add_missing, card_heights, drop_repeated, overlap, together
from companion.vision.types import GREY, Detections, FloatArray, Image

Look = Callable[[Image, float, float], Detections]
"""Looks for cards in a picture, at a scale (1 is the picture's own), with a least confidence."""

_TOUCHING, _SHARED = 1.06, 0.02
"""Boxes, grown by the first, crowd each other from this overlap on (intersection over union)."""
_AROUND = 0.6
"""What is looked at beside the crowd, in card heights: a card of it may have been missed."""
_FRAME = 0.3
"""Part of that strip in which the middle of a card lies too near the edge: it may be cut off there."""
_CARD_HEIGHT = 120.0
"""Pixels; cards of a crowd are scaled to this height."""
_LONG_SIDE = (128, 640)
_LEAST_GAIN = 1.3
"""A look that would not be nearer by this factor is left out."""
_KEPT_FROM = 0.4
"""Confidence of a card that only the look from afar saw."""
_KEPT_OVERLAP, _SAME_CARD = 0.25, 0.5
_TURNED = 45.0
"""Degrees: cards that slant in one look lie straight in the other."""
_SAME_BOX = 0.7
"""Boxes of the two looks that overlap more are of one card (intersection over union)."""


def find_crowds(corners: npt.NDArray[np.floating]) -> list[list[int]]:
    """Return groups of two or more of (N, 4, 2) boxes that touch or cover each other, by their indices."""
    middles = corners.mean(axis=1, keepdims=True)
    grown = (middles + (corners - middles) * _TOUCHING).astype(np.float32)
    group = list(range(len(corners)))
    for one in range(len(corners)):
        for other in range(one):
            if group[one] != group[other] and overlap(grown[one], grown[other]) > _SHARED:
                joined = group[other]
                group = [group[one] if which == joined else which for which in group]
    crowds = [[index for index, which in enumerate(group) if which == name] for name in dict.fromkeys(group)]
    return [crowd for crowd in crowds if len(crowd) > 1]


def look_nearer(
    image: Image, found: Detections, look: Look, scale: float, least: float, *, turned: bool = False
) -> Detections:
    """Look once more at every crowd, from so near that its cards are large.

    Args:
        image: (H, W, 3) uint8 BGR.
        found: Cards seen in it from afar.
        look: The finder's look at a picture.
        scale: That of the look from afar.
        least: Confidence from which on a card is seen.
        turned: Look at every crowd with the picture turned, too: slower, and cards of close fans are found.

    Returns:
        The cards of no crowd, and of every crowd those seen from near; besides, those sure ones seen from afar that lie
        apart from these.
    """
    crowds = find_crowds(found.corners)
    if not crowds:
        return found
    alone = sorted(set(range(len(found))) - {index for crowd in crowds for index in crowd})
    seen = found[np.array(alone, np.intp)]
    for crowd in crowds:
        members = found[np.array(crowd, np.intp)]
        near = _look_at(image, members.corners, _either_way(look) if turned else look, scale, least)
        if near is None:
            seen = add_missing(seen, members, 1.0)
            continue
        seen = add_missing(seen, add_missing(near, members.at_least(_KEPT_FROM), _KEPT_OVERLAP), _SAME_CARD)
    return seen


def _either_way(look: Look) -> Look:
    """Return what looks at a picture as it is, and at the picture turned."""

    def look_twice(image: Image, scale: float, least: float) -> Detections:
        height, width = image.shape[:2]
        side = math.ceil(math.hypot(width, height))
        matrix = cv2.getRotationMatrix2D((width / 2, height / 2), _TURNED, 1.0)
        matrix[:, 2] += ((side - width) / 2, (side - height) / 2)
        turned = np.asarray(cv2.warpAffine(image, matrix, (side, side), borderValue=(GREY,) * 3), np.uint8)
        back = cv2.invertAffineTransform(matrix)
        straight, slanting = look(image, scale, least), look(turned, scale, least)
        corners = (slanting.corners @ back[:, :2].T + back[:, 2]).astype(np.float32)
        slanting = Detections(corners, slanting.confidence, slanting.face_up)
        return drop_repeated(together([straight, slanting]), _SAME_BOX)

    return look_twice


def _look_at(image: Image, corners: FloatArray, look: Look, scale: float, least: float) -> Detections | None:
    """Return the cards seen from near, None where it would hardly be nearer."""
    size = np.array(image.shape[1::-1])
    height = float(np.median(card_heights(corners)))
    strip = _AROUND * height
    low = np.maximum(np.floor(corners.min(axis=(0, 1)) - strip).astype(int), 0)
    high = np.minimum(np.ceil(corners.max(axis=(0, 1)) + strip).astype(int), size)
    longest = float(max(high - low))
    nearer = float(np.clip(longest * _CARD_HEIGHT / height, *_LONG_SIDE)) / longest
    if nearer < scale * _LEAST_GAIN:
        return None
    part = look(np.ascontiguousarray(image[low[1] : high[1], low[0] : high[0]]), nearer, least)
    placed = part.corners + low.astype(np.float32)
    middles = placed.mean(axis=1)
    inner_low, inner_high = low + _FRAME * strip * (low > 0), high - _FRAME * strip * (high < size)
    whole = np.flatnonzero(np.all((middles > inner_low) & (middles < inner_high), axis=1))
    return Detections(placed, part.confidence, part.face_up)[whole]
