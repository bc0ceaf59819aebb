"""One card that is found as two: a box each for its halves, or one for a piece of it besides its own."""

from collections.abc import Iterator
from itertools import combinations, permutations

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.boxes import corners_from_boxes, shared_area
from companion.vision.reader import CardReader
from companion.vision.types import Detections, FloatArray, Image

READ_SURELY = 0.8
"""Two boxes that are both read with such a chance, and as two cards, are two cards, unless one is a piece."""
_AS_SURE = 0.01
"""Chances that differ by no more are as good as each other."""
_BROAD = 0.78
"""Short by long side from which a box is hardly a card's: cards seen from above have 0.62 to 0.72."""
_TOGETHER = (0.42, 0.76)
"""Short by long side of what the halves of a card make together; one of them may be longer than the card."""
_FILLED = 0.93
"""Part of the rectangle around both that they fill, at least: they lie in line."""
_SHARED = 0.15
"""Part of the smaller one that lies in the other, at least: cards in a row share nothing."""
_SMALL, _INSIDE = 0.6, 0.6
"""Cards are of one size: a box of at most such a part of another's area, of which so much lies in it, is a piece."""


def each_once(image: Image, found: Detections, reader: CardReader, deck: str) -> Detections:
    """Return faces with one box for each card, as far as two boxes of one card can be told from two cards.

    Args:
        image: (H, W, 3) uint8 BGR.
        found: Faces in it.
        reader: Reads those in doubt: two halves are one card where the box around both is read as surely as either.
        deck: Id of the deck.
    """
    corners, gone = found.corners.copy(), set[int]()
    for piece, whole in pieces(found.corners):
        read = reader.read(image, found.corners[[whole]], deck).probabilities
        if not gone & {piece, whole} and read.max() >= READ_SURELY:
            gone.add(piece)
    for one, other, around in halves(found.corners):
        if gone & {one, other}:
            continue
        boxes = np.stack([found.corners[one], found.corners[other], around])
        chances = reader.read(image, boxes, deck).probabilities
        sure, codes = chances.max(axis=1), chances.argmax(axis=1)
        two_cards = codes[0] != codes[1] and min(sure[:2]) >= READ_SURELY
        if not two_cards and sure[2] >= max(READ_SURELY, max(sure[:2]) - _AS_SURE):
            corners[one] = around
            gone.add(other)
    kept = np.array([index for index in range(len(found)) if index not in gone], np.intp)
    return Detections(corners, found.confidence, found.face_up)[kept]


def pieces(quads: npt.NDArray[np.floating]) -> Iterator[tuple[int, int]]:
    """Yield (piece, whole): indices of (N, 4, 2) boxes, of which one lies in the other and is far too small for it."""
    areas = [float(cv2.contourArea(quad.astype(np.float32))) for quad in quads]
    for piece, whole in permutations(range(len(quads)), 2):
        small = areas[piece] <= _SMALL * areas[whole]
        if small and shared_area(quads[piece], quads[whole]) >= _INSIDE * areas[piece]:
            yield piece, whole


def halves(quads: npt.NDArray[np.floating]) -> Iterator[tuple[int, int, FloatArray]]:
    """Yield pairs of boxes that may be one card's halves, and the box around both.

    Args:
        quads: (N, 4, 2) pixels, clockwise.

    Yields:
        Two indices, and (4, 2) pixels, clockwise, the first edge a short one.
    """
    for one, other in combinations(range(len(quads)), 2):
        both = quads[[one, other]].astype(np.float32)
        if max(_shape(quad) for quad in both) < _BROAD:
            continue
        areas = [float(cv2.contourArea(quad)) for quad in both]
        shared = shared_area(both[0], both[1])
        (x, y), (width, height), degrees = cv2.minAreaRect(both.reshape(-1, 2))
        around = corners_from_boxes(np.array([[x, y, width, height, np.radians(degrees)]]))[0]
        in_line = sum(areas) - shared >= _FILLED * width * height
        if in_line and shared >= _SHARED * min(areas) and _TOGETHER[0] <= _shape(around) <= _TOGETHER[1]:
            yield one, other, around


def _shape(quad: npt.NDArray[np.floating]) -> float:
    """Return the mean length of the shorter sides by that of the longer ones."""
    edges = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)
    short, long = sorted((float(edges[0] + edges[2]), float(edges[1] + edges[3])))
    return short / max(long, 1e-9)
