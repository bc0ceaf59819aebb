"""Which cards were missed: a look around every card that was found, told which others are found already."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from companion.resources import models_directory
from companion.vision.boxes import chance
from companion.vision.onnx_model import FloatTensor, OnnxModel
from companion.vision.rectify import as_batch, window
from companion.vision.types import Detections, FloatArray, Image

SIZE = WIDTH, HEIGHT = 120, 160
"""Pixels of a cut-out: what the spotter is trained on."""
MARGIN = 0.7
"""Strip of surroundings on every side, as a part of the card: the middles of cards that touch it lie within."""
CELL = 16
"""Pixels of a cut-out from one place that the network tells of to the next."""
_ASPECT = 0.66
"""A card's width by its height, between a Spanish card's and a French one's."""
_SCALE = np.array([_ASPECT / WIDTH, 1 / HEIGHT]) * (1 + 2 * MARGIN)
"""From pixels of a cut-out to heights of its card."""
_ONCE, _LINE = 80, 2
"""How bright a place is that one known card covers, and pixels of the width of outlines."""
_SHIFT = 4
_SUBPIXELS = 1 << _SHIFT
_FAR_AWAY = 1e5
"""Pixels of a cut-out beyond which a known card is not drawn: it lies behind the camera, as the cut-out has it."""

_Array = npt.NDArray[np.float64]


class Spotter:
    """Tells where cards lie that are not known yet, with a small convolutional network."""

    def __init__(self, path: Path, threads: int | None = None) -> None:
        """Load the model.

        Raises:
            UnusableError: The file is missing or no spotter.
        """
        self._model = OnnxModel(path, "spotter", threads)

    @classmethod
    def shipped(cls) -> "Spotter":
        """Load the model that travels with the program."""
        return cls(models_directory() / "spotter.onnx")

    def spot(
        self, image: Image, around: npt.NDArray[np.floating], known: npt.NDArray[np.floating], least: float
    ) -> Detections:
        """Look around N cards of one picture for others.

        Args:
            image: (H, W, 3) uint8 BGR.
            around: (N, 4, 2) pixels, clockwise from a short edge.
            known: (M, 4, 2) pixels, all cards that are known.
            least: Chance from which on a card counts.

        Returns:
            Where others may lie, each as large as the card that it was seen from, the likeliest first: as faces, and
            one card may be there as often as it was seen.
        """
        boxes: list[FloatArray] = []
        chances: list[float] = []
        if len(around):
            given, matrices = told_cut_outs(image, around, known)
            heat, places = self._model.run(given)
            for sure, place, matrix in zip(chance(heat), places, matrices, strict=True):
                for row, column in _peaks(sure, least):
                    box = box_told(place, row, column, matrix)
                    if np.isfinite(box).all() and cv2.isContourConvex(box):
                        boxes.append(box)
                        chances.append(float(sure[row, column]))
        order = np.argsort(-np.array(chances, np.float32), kind="stable")
        faces = np.ones(len(chances), np.bool_)
        return Detections(np.array(boxes, np.float32).reshape(-1, 4, 2), np.array(chances, np.float32), faces)[order]


def told_cut_outs(
    image: Image, around: Iterable[npt.NDArray[np.floating]], known: Sequence[npt.NDArray[np.floating]] | FloatArray
) -> tuple[FloatTensor, Sequence[_Array]]:
    """Return what the network gets to see: (N, 5, HEIGHT, WIDTH) in 0..1, and N (3, 3) from the picture to cut-outs.

    Args:
        image: (H, W, 3) uint8 BGR.
        around: N cards, each (4, 2) pixels.
        known: All cards that are known.
    """
    cuts, matrices = zip(*(window(image, quad, SIZE, MARGIN) for quad in around), strict=True)
    claims = np.stack([claims_picture(known, matrix) for matrix in matrices]).transpose(0, 3, 1, 2)
    return np.concatenate([as_batch(cuts), claims.astype(np.float32) / 255], axis=1), matrices


def _peaks(sure: FloatTensor, least: float) -> list[tuple[int, int]]:
    """Return the places (row, column) of a map (R, C) that are at least so likely and likelier than all around them."""
    padded = np.pad(sure, 1, constant_values=-1)
    around = np.max([np.roll(padded, (y, x), (0, 1)) for y in (-1, 0, 1) for x in (-1, 0, 1)], axis=0)[1:-1, 1:-1]
    return [(int(row), int(column)) for row, column in np.argwhere((sure >= least) & (sure >= around))]


def claims_picture(known: Iterable[npt.NDArray[np.floating]], matrix: _Array) -> Image:
    """Return how many known cards lie where, and their outlines: (HEIGHT, WIDTH, 2) uint8.

    Args:
        known: Cards, each (4, 2) pixels of the picture.
        matrix: (3, 3) from pixels of the picture to those of the cut-out.
    """
    covered, outlines = np.zeros((HEIGHT, WIDTH), np.uint8), np.zeros((HEIGHT, WIDTH), np.uint8)
    once = np.zeros((HEIGHT, WIDTH), np.uint8)
    for quad in known:
        corners = _mapped(quad, matrix)
        if not np.abs(corners).max() < _FAR_AWAY:
            continue
        points = np.round(corners * _SUBPIXELS).astype(np.int32)
        once[:] = 0
        cv2.fillConvexPoly(once, points, _ONCE, cv2.LINE_AA, _SHIFT)
        cv2.add(covered, once, covered)
        cv2.polylines(outlines, [points], True, 255, _LINE, cv2.LINE_AA, _SHIFT)
    return np.stack([covered, outlines], axis=2)


def place_of(quad: npt.NDArray[np.floating], matrix: _Array) -> FloatArray:
    """Return where a card lies in a cut-out: x and y of its middle, pixels, and cosine and sine of twice the angle by
    which its long side is turned from that of the card that the cut-out is made around.

    Args:
        quad: (4, 2) pixels of the picture, clockwise from a short edge.
        matrix: (3, 3) from pixels of the picture to those of the cut-out.
    """
    corners = _mapped(quad, matrix)
    middle = corners.mean(axis=0)
    along = (corners[3] + corners[2] - corners[0] - corners[1]) * _SCALE
    twice = 2 * float(np.arctan2(along[0], along[1]))
    return np.array([*middle, np.cos(twice), np.sin(twice)], np.float32)


def box_told(places: FloatArray, row: int, column: int, matrix: _Array) -> FloatArray:
    """Return the box of which a place of the map tells; see `box_at`.

    Args:
        places: (4, R, C): from there to the middle of a card, in cells, and cosine and sine of twice its angle.
        row: Of the place.
        column: Of the place.
        matrix: (3, 3) from pixels of the picture to those of the cut-out.
    """
    x, y, cosine, sine = places[:, row, column]
    return box_at(np.array([(column + x) * CELL, (row + y) * CELL, cosine, sine]), matrix)


def box_at(place: npt.NDArray[np.floating], matrix: _Array) -> FloatArray:
    """Return the (4, 2) pixels of the picture where a card of the size of the cut-out's own lies; see `place_of`."""
    angle = float(np.arctan2(place[3], place[2])) / 2
    along, across = np.array([np.sin(angle), np.cos(angle)]), np.array([np.cos(angle), -np.sin(angle)]) * _ASPECT
    signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2
    corners = place[:2] + (signs[:, :1] * across + signs[:, 1:] * along) / _SCALE
    return _mapped(corners, np.asarray(np.linalg.inv(matrix), np.float64)).astype(np.float32)


def _mapped(points: npt.NDArray[np.floating], matrix: _Array) -> _Array:
    return np.asarray(cv2.perspectiveTransform(np.asarray(points, np.float64)[None], matrix)[0], np.float64)
