"""Geometry of oriented boxes."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.types import Detections, FloatArray

_CERTAIN = 0.001
"""No chance counts as nearer to 0 or 1 than this, where nothing else is said."""
_ALIKE = 1.5
"""Boxes whose heights differ by no more than that factor may be cards of one table: seen from low down they are half as
high as they lie there."""
_PART_OF_CARD = 0.8
"""Area, as a part of another box's, up to which a box is no whole card if that one is."""
_INSIDE = 0.85
_SLIVER = 0.06
"""Part of a card that may lie under others while it still shows as a whole."""
_MUCH_LESS_SURE = 2.0
"""Difference of log odds."""
_GRID = np.float32(64)
"""Places in a pixel that corners are rounded to before areas are compared: where the edges of two boxes differ by the
last digit of a number, OpenCV finds half of what they share, or nothing.
"""


def corners_from_boxes(boxes: npt.NDArray[np.floating]) -> FloatArray:
    """Turn (N, 5) boxes (centre x, centre y, width, height, angle in radians) into (N, 4, 2) corners.

    Corners run clockwise as seen; the first edge is a short one.
    """
    centre, angle = boxes[:, None, :2], boxes[:, 4]
    long = np.maximum(boxes[:, 2], boxes[:, 3])
    short = np.minimum(boxes[:, 2], boxes[:, 3])
    # The direction of the card's height: along the longer side.
    angle = np.where(boxes[:, 2] > boxes[:, 3], angle + np.pi / 2, angle)
    across = np.stack([np.cos(angle), np.sin(angle)], axis=1) * short[:, None] / 2
    along = np.stack([-np.sin(angle), np.cos(angle)], axis=1) * long[:, None] / 2
    offsets = np.stack([-across - along, across - along, across + along, -across + along], axis=1)
    return np.asarray(centre + offsets, np.float32)


def card_heights(corners: npt.NDArray[np.floating]) -> FloatArray:
    """Return the (N,) lengths of the first side edge of (N, 4, 2) boxes, pixels."""
    return np.asarray(np.linalg.norm(corners[:, 3] - corners[:, 0], axis=1), np.float32)


def alike_high(heights: npt.NDArray[np.floating], others: npt.NDArray[np.floating]) -> npt.NDArray[np.bool_]:
    """Tell which of (N,) and (M,) heights may be those of cards of one table, as (N, M)."""
    return np.asarray(np.abs(np.log(heights[:, None] / others[None])) <= np.log(_ALIKE), np.bool_)


def log_odds(chances: npt.NDArray[np.floating], *, certain: float = _CERTAIN) -> FloatArray:
    """Return the logarithm of the odds of chances: for independent evidence they add up.

    None counts as nearer to 0 or 1 than `certain`.
    """
    clipped = np.clip(np.asarray(chances, np.float64), certain, 1 - certain)
    return np.asarray(np.log(clipped / (1 - clipped)), np.float32)


def chance(odds: npt.NDArray[np.floating]) -> FloatArray:
    """Return the chances that belong to logarithms of odds."""
    return np.asarray(1 / (1 + np.exp(-odds)), np.float32)


def shared_area(first: npt.NDArray[np.floating], second: npt.NDArray[np.floating]) -> float:
    """Return the area that two convex (N, 2) polygons share, in pixels."""
    if _apart(first.T.tolist(), second.T.tolist()):
        return 0.0
    return float(cv2.intersectConvexConvex(_on_grid(first), _on_grid(second))[0])


def _apart(first: list[list[float]], second: list[list[float]]) -> bool:
    """Whether there is room between two polygons, given by their x and their y, beside or above each other.

    Most pairs of boxes are told apart by this, in a quarter of the time.
    """
    return any(max(one) < min(other) or max(other) < min(one) for one, other in zip(first, second, strict=True))


def _on_grid(corners: npt.NDArray[np.floating]) -> FloatArray:
    return np.asarray(np.rint(corners.astype(np.float32) * _GRID) / _GRID, np.float32)


def one_to_one(fitting: Iterable[tuple[Any, int, int]]) -> dict[int, int]:
    """Pair things with others they fit, each with one at most.

    Args:
        fitting: (rank, thing, other) of all that fit each other; those of the least rank are paired first.

    Returns:
        The other of each thing that got one.
    """
    paired: dict[int, int] = {}
    for _, thing, other in sorted(fitting):
        if thing not in paired and other not in paired.values():
            paired[thing] = other
    return paired


def lies_free(
    corners: npt.NDArray[np.floating], others: Iterable[npt.NDArray[np.floating]], size: tuple[int, int]
) -> bool:
    """Return whether a convex (4, 2) quadrilateral lies in the picture and no other covers more than a sliver of it.

    Args:
        corners: Of a card.
        others: What may lie on it, each (4, 2).
        size: Width and height of the picture, pixels.
    """
    low, high = corners.min(axis=0), corners.max(axis=0)
    if low.min() < 0 or high[0] > size[0] or high[1] > size[1]:
        return False
    area = float(cv2.contourArea(corners.astype(np.float32)))
    return all(shared_area(corners, other) <= _SLIVER * area for other in others)


def each_lies_free(
    corners: npt.NDArray[np.floating], size: tuple[int, int], which: Iterable[int] | None = None
) -> Iterator[bool]:
    """Yield for (N, 4, 2) cards of one picture whether each lies free of the others; see `lies_free`.

    Args:
        corners: Of all cards, pixels.
        size: Width and height of the picture, pixels.
        which: For which of them, by their places; None for all.
    """
    quads = list(corners)
    for index in range(len(quads)) if which is None else which:
        yield lies_free(quads[index], quads[:index] + quads[index + 1 :], size)


def lie_apart(corners: FloatArray, size: tuple[int, int]) -> bool:
    """Return whether (N, 4, 2) cards lie in a picture of this width and height without covering each other."""
    return all(each_lies_free(corners, size))


def overlap(first: npt.NDArray[np.floating], second: npt.NDArray[np.floating]) -> float:
    """Return the intersection over union of two convex (4, 2) quadrilaterals."""
    shared = shared_area(first, second)
    if shared <= 0:
        return 0.0
    areas = float(cv2.contourArea(first.astype(np.float32))) + float(cv2.contourArea(second.astype(np.float32)))
    return shared / max(areas - shared, 1e-9)


def add_missing(found: Detections, more: Detections, most: float) -> Detections:
    """Add those of `more` that overlap every one of `found` by at most `most` (intersection over union)."""
    new = [i for i, quad in enumerate(more.corners) if all(overlap(quad, known) <= most for known in found.corners)]
    return together([found, more[np.array(new, np.intp)]])


def together(parts: Sequence[Detections]) -> Detections:
    """Return all of some detections, one after the other."""
    return Detections(
        np.concatenate([part.corners for part in parts]),
        np.concatenate([part.confidence for part in parts]),
        np.concatenate([part.face_up for part in parts]),
    )


def drop_parts(found: Detections) -> Detections:
    """Leave out boxes inside a clearly larger one: cards are of one size, so such a box shows a part of a card.

    Where the larger box is much less sure, it is the one that goes: it lies around several cards.
    """
    areas = [float(cv2.contourArea(quad)) for quad in found.corners]
    odds = log_odds(found.confidence)
    lost = set()
    for part, whole in permutations(range(len(found)), 2):
        if areas[part] > _PART_OF_CARD * areas[whole]:
            continue
        if shared_area(found.corners[part], found.corners[whole]) > _INSIDE * areas[part]:
            lost.add(whole if odds[whole] < odds[part] - _MUCH_LESS_SURE else part)
    return found[np.array([i for i in range(len(found)) if i not in lost], np.intp)]


def drop_repeated(found: Detections, most: float) -> Detections:
    """Keep the surest of detections that overlap by more than `most` (intersection over union).

    Two cards exactly on top of each other cannot both be seen; two in a fan overlap less than that.
    """
    order = np.argsort(-found.confidence, kind="stable")
    sizes = np.linalg.norm(found.corners[:, 2] - found.corners[:, 0], axis=1)
    centres = found.corners.mean(axis=1)
    kept: list[int] = []
    for index in order:
        near = (k for k in kept if np.linalg.norm(centres[k] - centres[index]) < 0.5 * max(sizes[k], sizes[index]))
        if all(overlap(found.corners[k], found.corners[index]) <= most for k in near):
            kept.append(int(index))
    return found[np.array(kept, np.intp)]
