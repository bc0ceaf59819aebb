"""Where the corners of covered cards lie, and how far each may be off: a look at a card with what lies around it."""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from companion.resources import models_directory
from companion.vision.onnx_model import OnnxModel
from companion.vision.rectify import as_batch, window
from companion.vision.types import Image

SIZE = WIDTH, HEIGHT = 120, 160
"""Pixels of a cut-out: what the outliner is trained on."""
MARGIN = 0.45
"""Strip of surroundings on every side, as a part of the card: enough of the cards next to it."""
LEAST_DOUBT, MOST_DOUBT = -7.0, 0.0
"""Logarithms between which the network's doubts lie."""
_ROUNDS = 2

_Array = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Outlines:
    """Where N cards lie, as their cut-outs show it.

    Attributes:
        corners: (N, 4, 2) in parts of the cut-out's width and height, clockwise.
        doubts: (N, 4, 2) how far each may be off, in the same parts: the mean of what it is.
        matrices: (N, 3, 3) from pixels of the picture to parts of the cut-out.
    """

    corners: _Array
    doubts: _Array
    matrices: _Array

    def seen(self, corners: _Array) -> _Array:
        """Turn (N, 4, 2) places in the cut-outs into pixels of the picture."""
        return _mapped(corners, np.asarray(np.linalg.inv(self.matrices), np.float64))

    def cut(self, corners: _Array) -> _Array:
        """Turn (..., N, 4, 2) pixels of the picture into places in the cut-outs."""
        return _mapped(corners, self.matrices)

    @property
    def doubt(self) -> _Array:
        """(N,) mean distance by which the corners of each card may be off, as a part of the card."""
        return np.asarray(self.doubts.mean(axis=(1, 2)) * (1 + 2 * MARGIN))


class Outliner:
    """Tells corners, with a small convolutional network."""

    def __init__(self, path: Path, threads: int | None = None) -> None:
        """Load the model.

        Raises:
            UnusableError: The file is missing or no outliner.
        """
        self._model = OnnxModel(path, "outliner", threads)

    @classmethod
    def shipped(cls) -> "Outliner":
        """Load the model that travels with the program."""
        return cls(models_directory() / "outliner.onnx")

    def outline(self, image: Image, corners: npt.NDArray[np.floating]) -> Outlines:
        """Look at N boxes of one picture; the second look starts from what the first made of them.

        Args:
            image: (H, W, 3) uint8 BGR.
            corners: (N, 4, 2) pixels, clockwise.
        """
        quads = np.asarray(corners, np.float64)
        outlines = Outlines(np.zeros((0, 4, 2)), np.zeros((0, 4, 2)), np.zeros((0, 3, 3)))
        for _ in range(_ROUNDS if len(quads) else 0):
            cuts, matrices = zip(*(window(image, quad, SIZE, MARGIN) for quad in quads), strict=True)
            found, doubts = self._model.run(as_batch(cuts))
            outlines = Outlines(
                found.astype(np.float64).reshape(-1, 4, 2),
                np.exp(doubts.astype(np.float64)).reshape(-1, 4, 2),
                np.diag([1 / WIDTH, 1 / HEIGHT, 1]) @ np.stack(matrices),
            )
            looked_at, quads = quads, outlines.seen(outlines.corners)
            for index, quad in enumerate(quads):
                if not cv2.isContourConvex(quad.astype(np.float32)):
                    quads[index] = looked_at[index]
        return outlines


def _mapped(points: _Array, matrices: _Array) -> _Array:
    """Map (..., N, 4, 2) points through (N, 3, 3) homographies."""
    mapped = points @ matrices[:, :2, :2].transpose(0, 2, 1) + matrices[:, None, :2, 2]
    scale = points @ matrices[:, 2:, :2].transpose(0, 2, 1) + matrices[:, None, 2:, 2]
    return np.asarray(mapped / scale)
