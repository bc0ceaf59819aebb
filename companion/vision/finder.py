"""Where cards lie in a picture."""

from pathlib import Path

import cv2
import numpy as np

from companion.resources import models_directory
from companion.vision.boxes import corners_from_boxes, drop_repeated
from companion.vision.onnx_model import FloatTensor, OnnxModel
from companion.vision.types import Detections, Image

_STRIDE = 32
_GREY = 114
_KNOWN_CARD_HEIGHT = 44.0
"""Height in pixels to which cards are scaled where their size is known: small, so fast, and still sure."""
_LONG_SIDE = 448
_LONG_SIDE_RANGE = (320, 960)


class Finder:
    """Finds cards, face up or face down, with a YOLO network for oriented boxes."""

    def __init__(self, path: Path, threads: int | None = None) -> None:
        """Load the model.

        Raises:
            UnusableError: The file is missing or no finder.
        """
        self._model = OnnxModel(path, "finder", threads)
        self._face = self._model.about["classes"].index("face")
        self._threshold = float(self._model.about["threshold"])
        self._most_overlap = float(self._model.about["most_overlap"])

    @classmethod
    def shipped(cls) -> "Finder":
        """Load the model that travels with the program."""
        return cls(models_directory() / "finder.onnx")

    def find(self, image: Image, card_height: float | None = None, threshold: float | None = None) -> Detections:
        """Find the cards in a picture.

        Args:
            image: (H, W, 3) uint8 BGR.
            card_height: Height of a card in pixels where it is known; the picture is then scaled to suit. None looks
                for cards of every size.
            threshold: Least confidence; None for the model's own.

        Returns:
            Detections in pixels of `image`, the surest first.
        """
        batch, scale = self._prepare(image, self._scale(image, card_height))
        raw = self._model.run(batch)[0][0]
        least = self._threshold if threshold is None else threshold
        raw = raw[raw[:, 4] >= least]
        corners = corners_from_boxes(raw[:, [0, 1, 2, 3, 6]]) / scale
        kinds = np.round(raw[:, 5]).astype(np.intp)
        found = Detections(corners.astype(np.float32), raw[:, 4].astype(np.float32), kinds == self._face)
        return drop_repeated(found, self._most_overlap)

    def _scale(self, image: Image, card_height: float | None) -> float:
        longest = float(max(image.shape[:2]))
        if card_height is None:
            return _LONG_SIDE / longest
        wanted = longest * _KNOWN_CARD_HEIGHT / card_height
        return float(np.clip(wanted, *_LONG_SIDE_RANGE)) / longest

    def _prepare(self, image: Image, scale: float) -> tuple[FloatTensor, FloatTensor]:
        """Scale, pad to whole strides and turn into a batch; also returns the true (x, y) scales."""
        height, width = image.shape[:2]
        new_width, new_height = max(round(width * scale), 1), max(round(height * scale), 1)
        interpolation = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        resized = cv2.resize(image, (new_width, new_height), interpolation=interpolation)
        padded = np.full(
            (-(-new_height // _STRIDE) * _STRIDE, -(-new_width // _STRIDE) * _STRIDE, 3), _GREY, dtype=np.uint8
        )
        padded[:new_height, :new_width] = resized
        batch = np.ascontiguousarray(padded[..., ::-1].transpose(2, 0, 1)[None], np.float32) / np.float32(255)
        return batch, np.array([new_width / width, new_height / height], np.float32)
