"""A picture that was turned by quarters, or cut otherwise: a telephone that was turned, or that turns its picture."""

from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from companion.vision.tabletop.board import Points
from companion.vision.tabletop.nudge import motion_between
from companion.vision.tabletop.plane import Matrix, transform
from companion.vision.types import Image

_ALIKE = 0.4
"""Correlation of the two pictures, laid on each other, from which a turn is believed."""

_CLEARLY = 0.1
"""By so much it must be more than that of any other turn: a checked cloth looks the same from all sides."""

Size = tuple[int, int]
"""Width and height, pixels."""


def turn_between(before: Image, after: Image, covered: Sequence[Points], cards: Sequence[Points]) -> Matrix | None:
    """Return how a picture shows what an earlier one showed, where it was turned by quarters or has another shape.

    Args:
        before: (H, W, 3) uint8 BGR.
        after: The same camera later; of any size.
        covered: (4, 2) pixels each: areas of the earlier picture that may have changed for themselves, such as cards.
        cards: The same of the later picture.

    Returns:
        (3, 3) from pixels before to pixels after; None where the pictures do not tell.
    """
    size = after.shape[1], after.shape[0]
    found: list[tuple[float, Matrix]] = []
    best_of_turn: dict[int, float] = {}
    for quarters, matrix in _turns((before.shape[1], before.shape[0]), size):
        expected = cv2.warpPerspective(before, matrix, size, flags=cv2.INTER_AREA)
        ignore = [*cards, *(transform(matrix, area) for area in covered), *_outside(before, matrix, size)]
        moved = motion_between(np.asarray(expected, np.uint8), after, ignore)
        if moved is not None:
            motion, alike = moved
            found.append((alike, motion @ matrix))
            best_of_turn[quarters] = max(best_of_turn.get(quarters, 0.0), alike)
    ranked = sorted(best_of_turn.values(), reverse=True)
    if not ranked or ranked[0] < _ALIKE or (len(ranked) > 1 and ranked[0] - ranked[1] < _CLEARLY):
        return None
    return max(found, key=lambda one: one[0])[1]


def _turns(before: Size, after: Size) -> Iterator[tuple[int, Matrix]]:
    """Yield turns by quarters about the middle, with the scales at which the pictures' sides may agree."""
    for quarters in range(4):
        if quarters == 0 and before == after:
            continue
        turned = before if quarters % 2 == 0 else before[::-1]
        scales = {after[0] / turned[0], after[1] / turned[1], max(after) / max(before)}
        for scale in sorted({round(scale, 3) for scale in scales}):
            turn = cv2.getRotationMatrix2D((0.0, 0.0), -90.0 * quarters, scale)
            matrix = np.vstack([turn, [0.0, 0.0, 1.0]])
            matrix[:2, 2] = np.array(after) / 2 - matrix[:2, :2] @ (np.array(before) / 2)
            yield quarters, matrix


def _outside(before: Image, matrix: Matrix, size: Size) -> list[Points]:
    """Return the parts of the later picture, (4, 2) pixels each, that the earlier one did not show."""
    height, width = before.shape[:2]
    (left, top), (right, bottom) = np.sort(transform(matrix, np.array([[0.0, 0.0], [width, height]])), axis=0)
    wide, high = size
    strips = [(0, 0, left, high), (right, 0, wide, high), (0, 0, wide, top), (0, bottom, wide, high)]
    return [
        np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float64)
        for x0, y0, x1, y1 in strips
        if x1 - x0 >= 1 and y1 - y0 >= 1
    ]
