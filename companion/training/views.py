"""Other views of pictures that there are: what a camera elsewhere would have seen."""

import cv2
import numpy as np
import numpy.typing as npt

from companion.training.finder_data import HEIGHT, WIDTH, lies_within
from companion.vision.types import GREY, Image

Corners = npt.NDArray[np.float64]

_MIRRORED = 0.5
_ZOOM = (0.85, 1.4)
_TURN = 0.12
"""Standard deviation, radians; half of the pictures are turned by 180 degrees besides."""

_PARTS = (0.5, 1.0)
"""Least and greatest part of the largest view that fits into a photograph."""
_LEAN = 0.3
"""Standard deviation of the angle of a view in a photograph, radians."""
_BEND = 0.04
"""How far every corner of a view moves for itself, as a part of its size: other tilts of the camera."""


def look_otherwise(
    rng: np.random.Generator, image: Image, corners: npt.NDArray[np.floating]
) -> tuple[Image, npt.NDArray[np.float32], npt.NDArray[np.bool_]]:
    """Look at a picture from nearer or farther, turned or as a mirror image: no two epochs show the same.

    Args:
        rng: Source of chance.
        image: (H, W, 3) uint8.
        corners: (N, 4, 2) pixels, clockwise.

    Returns:
        The picture, the corners (M, 4, 2) of the cards that are still in it, clockwise, and which (N,) these are.
    """
    height, width = image.shape[:2]
    zoom = float(np.exp(rng.uniform(*np.log(_ZOOM))))
    angle = float(rng.normal(0, _TURN)) + (np.pi if rng.random() < 0.5 else 0.0)
    mirror = -1.0 if rng.random() < _MIRRORED else 1.0
    linear = zoom * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) @ np.diag([mirror, 1.0])
    middle = np.array([width, height]) / 2
    shift = rng.uniform(-0.5, 0.5, 2) * abs(zoom - 1) * (width, height)
    matrix = np.column_stack([linear, middle + shift - linear @ middle])
    moved = cv2.warpAffine(np.ascontiguousarray(image), matrix, (width, height), borderValue=(GREY,) * 3)
    placed = (corners @ linear.T + matrix[:, 2]).astype(np.float32)
    if mirror < 0:
        # Clockwise again, the first edge still a short one.
        placed = placed[:, [1, 0, 3, 2]]
    middles = placed.mean(axis=1)
    kept = np.all((middles > 0) & (middles < (width, height)), axis=1)
    return np.asarray(moved, np.uint8), placed[kept], kept


def random_view(
    rng: np.random.Generator, image: Image, cards: Corners
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.float32]]:
    """Cut a turned, scaled and bent view of WIDTH x HEIGHT pixels out of a photograph.

    Args:
        rng: Source of chance.
        image: (H, W, 3) uint8 BGR.
        cards: (N, 4, 2) pixels.

    Returns:
        The view, and the corners (M, 4, 2) of the cards whose middle it shows.
    """
    turns = int(rng.integers(4))
    across, down = (WIDTH, HEIGHT) if turns % 2 == 0 else (HEIGHT, WIDTH)
    height, width = image.shape[:2]
    scale = min(width / across, height / down) * rng.uniform(*_PARTS)
    half = np.array([across, down]) * scale / 2
    middle = np.array([rng.uniform(half[0], width - half[0]), rng.uniform(half[1], height - half[1])])
    frame = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]) * half
    frame *= 1 + rng.normal(0, _BEND, frame.shape)
    angle = rng.normal(0, _LEAN)
    frame = frame @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]]) + middle
    target = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], np.float32)
    matrix = cv2.getPerspectiveTransform(np.roll(frame, turns, axis=0).astype(np.float32), target)
    shrunk = np.eye(3)
    if scale > 1.5:
        # Halved first, so that what is scaled down does not flicker; what is odd at the edge is cut off.
        even = image[: height // 2 * 2, : width // 2 * 2]
        image = np.asarray(cv2.resize(even, (width // 2, height // 2), interpolation=cv2.INTER_AREA), np.uint8)
        shrunk = np.array([[0.5, 0.0, -0.25], [0.0, 0.5, -0.25], [0.0, 0.0, 1.0]])
    view = cv2.warpPerspective(image, matrix @ np.linalg.inv(shrunk), (WIDTH, HEIGHT), borderValue=(GREY,) * 3)
    placed = np.asarray(cv2.perspectiveTransform(cards.reshape(1, -1, 2), matrix), np.float64).reshape(-1, 4, 2)
    return np.asarray(view, np.uint8), placed[lies_within(placed, WIDTH, HEIGHT)].astype(np.float32)
