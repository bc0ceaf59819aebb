"""Where exactly a card's corners are, and whether it is a card at all: a close look at what the finder found."""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from companion.resources import models_directory
from companion.vision.boxes import chance, log_odds, overlap
from companion.vision.onnx_model import OnnxModel, as_chances
from companion.vision.rectify import as_batch, from_window, own_corners, window
from companion.vision.types import Detections, FloatArray, Image

SIZE = WIDTH, HEIGHT = 72, 96
"""Pixels of a cut-out: what the refiner is trained on."""
MARGIN = 0.2
"""Strip of surroundings on every side, as a part of the card: the corners lie within it although the box is off."""
KINDS = ("face", "back", "none")
_ROUNDS = 3
"""Most looks at a card: each starts from what the one before made of the box."""
_STEADY = 0.04
"""A box none of whose corners moved farther, in parts of the cut-out, is not looked at again."""
_SURE = 0.8
"""From here on the close look says which side of a card lies up; else the finder does."""
_LEAST_KEPT = 0.2
"""A refined box that shares less with the finder's lost the card."""


_EXPECTED = own_corners(MARGIN)
"""Where the corners of a cut-out's box lie in it."""


@dataclass(frozen=True, slots=True)
class Refined:
    """What the close look made of N boxes.

    Attributes:
        corners: (N, 4, 2) float32 pixels of the picture, clockwise, the first edge a short one.
        kinds: (N, 3) float32, chances of `KINDS`.
    """

    corners: FloatArray
    kinds: FloatArray


class Refiner:
    """Moves the corners of boxes onto the corners of the cards, with a small convolutional network."""

    def __init__(self, path: Path, threads: int | None = None) -> None:
        """Load the model.

        Raises:
            UnusableError: The file is missing or no refiner.
        """
        self._model = OnnxModel(path, "refiner", threads)

    @classmethod
    def shipped(cls) -> "Refiner":
        """Load the model that travels with the program."""
        return cls(models_directory() / "refiner.onnx")

    def refine(self, image: Image, corners: npt.NDArray[np.floating]) -> Refined:
        """Look closely at N boxes of one picture.

        Args:
            image: (H, W, 3) uint8 BGR.
            corners: (N, 4, 2) pixels, clockwise, the first edge a short one.
        """
        if not len(corners):
            return Refined(np.zeros((0, 4, 2), np.float32), np.zeros((0, len(KINDS)), np.float32))
        quads = np.array(corners, np.float32)
        kinds = np.zeros((len(quads), len(KINDS)), np.float32)
        moving = np.arange(len(quads))
        for _ in range(_ROUNDS):
            cuts, matrices = zip(*(window(image, quad, SIZE, MARGIN) for quad in quads[moving]), strict=True)
            found, logits = self._model.run(as_batch(cuts))
            quads[moving] = [
                short_edge_first(from_window(own, matrix, SIZE)) for own, matrix in zip(found, matrices, strict=True)
            ]
            kinds[moving] = as_chances(logits)
            moving = moving[np.abs(found - _EXPECTED).max(axis=1) > _STEADY]
            if not len(moving):
                break
        return Refined(quads, kinds)


def short_edge_first(quad: FloatArray) -> FloatArray:
    """Turn a quadrilateral whose first edge is a long one: its box lay around a strip across the card."""
    edges = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    return np.roll(quad, -1, axis=0) if edges[0] + edges[2] > edges[1] + edges[3] else quad


def look_closely(image: Image, found: Detections, refiner: Refiner) -> Detections:
    """Move boxes onto the cards next to them, one for each that was given, and say how sure both looks together are."""
    close = refiner.refine(image, found.corners)
    face, back, none = close.kinds.T
    corners = (
        np.stack(
            [new if is_plausible(old, new) else old for old, new in zip(found.corners, close.corners, strict=True)]
        )
        if len(found)
        else found.corners
    )
    sure = np.maximum(face, back) > _SURE
    face_up = np.where(sure, face > back, found.face_up)
    confidence = chance(log_odds(found.confidence) - log_odds(none))
    return Detections(corners, confidence, face_up)


def is_plausible(before: FloatArray, after: FloatArray) -> bool:
    """Tell whether a (4, 2) box that was moved may still be of the same card."""
    return bool(cv2.isContourConvex(after)) and overlap(before, after) > _LEAST_KEPT
