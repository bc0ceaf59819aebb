"""Where cards lie in a picture."""

import math
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from companion.resources import models_directory
from companion.vision.boxes import add_missing, alike_high, card_heights, corners_from_boxes, drop_repeated, overlap
from companion.vision.crowds import look_nearer
from companion.vision.onnx_model import FloatTensor, OnnxModel
from companion.vision.types import GREY, Detections, FloatArray, Image

_STRIDE = 32
_KNOWN_CARD_HEIGHT = 40.0
"""Height in pixels to which cards are scaled where their size is known: small, so fast, and still sure."""
_SMALLER = 0.94
"""Part of that scale to which a picture may be made smaller still so that it fits whole strides: nothing is padded."""
_LONG_SIDE_RANGE = (320, 960)

_LONG_SIDE = 448
"""Size of the whole picture at which cards of unknown size are looked for first."""
_SECOND_CARD_HEIGHT = 100.0
_OTHER_LONG_SIDE, _LARGEST_LONG_SIDE = 640, 1600
"""The second look is taken where the cards seen at first are so high. Where they are already, it is taken at another
size all the same: what one misses the other mostly sees, but the first is the better."""
_LONG_SIDE_NOTHING_SEEN = 960
_LONG_SIDE_FROM_AFAR, _SURE = 224, 0.5
"""The third look, at a small picture, where the others were sure of nothing: a card may fill it."""
_ALONE, _SECOND_ALONE = 0.4, 0.5
"""Confidence from which on a card counts that one look missed; the second, where it is taken from nearer."""
_APART, _SAME_CARD = 0.25, 0.3
_LEAST_HEIGHT, _LEAST_PART = 17.0, 0.045
"""Pixels, and part of the picture's shorter side: what is smaller could not be read, and is hardly ever a card."""
_COMPANY, _PART_IN_COMPANY = 3, 0.033
"""So many boxes that are about as high are cards of one table, from this part on."""
LOOKS_FOR_MISSED = 3
"""Most looks for cards that were missed: each from the cards that the one before brought to light."""


class CardFinder(Protocol):
    """Anything that finds cards in pictures."""

    def find(self, image: Image, card_height: float | None = None, threshold: float | None = None) -> Detections:
        """Find the cards in one picture; see `Finder.find`."""
        ...

    def missed(self, image: Image, around: FloatArray, known: FloatArray) -> Detections:
        """Find cards that were missed.

        Args:
            image: (H, W, 3) uint8 BGR.
            around: (N, 4, 2) pixels, cards around which is looked for others.
            known: (M, 4, 2) pixels, all cards that are known.

        Returns:
            Those that are none of these, the surest first.
        """
        ...


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
                for cards of every size that can be read. Either way crowds are looked at once more from nearer.
            threshold: Least confidence; None for the model's own.

        Returns:
            Detections in pixels of `image`, the surest first.
        """
        least = self._threshold if threshold is None else threshold
        if card_height is not None:
            scale = _scale(image, card_height)
            return look_nearer(image, self.look(image, scale, least), self.look, scale, least)
        longest = float(max(image.shape[:2]))
        first = self.look(image, _LONG_SIDE / longest, least)
        side = _second_side(longest, first)
        second = self.look(image, side / longest, least)
        together = _nearer_first(first, second) if side > _OTHER_LONG_SIDE else _first_and_other(first, second)
        if not len(together.at_least(_SURE)):
            afar = self.look(image, _LONG_SIDE_FROM_AFAR / longest, least)
            together = add_missing(afar, together, _APART)
        large = _large_enough(together, image)
        nearer = look_nearer(image, large, self.look, side / longest, least, turned=True)
        return _large_enough(nearer, image)

    def prepared(self, image: Image, card_height: float | None = None) -> FloatTensor:
        """Return what the network gets to see of a picture, (1, 3, H, W): in training, ranges are set by it."""
        scale = _LONG_SIDE / max(image.shape[:2]) if card_height is None else _scale(image, card_height)
        return self._prepare(image, scale)[0]

    def look(self, image: Image, scale: float, least: float) -> Detections:
        """Look once at a picture.

        Args:
            image: (H, W, 3) uint8 BGR.
            scale: At which the network gets to see it; 1 is the picture's own.
            least: Least confidence.

        Returns:
            Detections in pixels of `image`, the surest first.
        """
        batch, scales = self._prepare(image, scale)
        raw = self._model.run(batch)[0][0]
        raw = raw[raw[:, 4] >= least]
        # Middles of pixels are whole numbers; what is scaled is the picture from edge to edge.
        corners = (corners_from_boxes(raw[:, [0, 1, 2, 3, 6]]) + np.float32(0.5)) / scales - np.float32(0.5)
        kinds = np.round(raw[:, 5]).astype(np.intp)
        found = Detections(corners.astype(np.float32), raw[:, 4].astype(np.float32), kinds == self._face)
        return drop_repeated(found, self._most_overlap)

    def _prepare(self, image: Image, scale: float) -> tuple[FloatTensor, FloatTensor]:
        """Scale, pad to whole strides and turn into a batch; also returns the true (x, y) scales."""
        height, width = image.shape[:2]
        new_width, new_height = max(round(width * scale), 1), max(round(height * scale), 1)
        resized = shrink(image, new_width, new_height)
        padded = np.full((*_padded(image, scale), 3), GREY, np.uint8)
        padded[:new_height, :new_width] = resized
        batch = np.ascontiguousarray(padded[..., ::-1].transpose(2, 0, 1)[None], np.float32) / np.float32(255)
        return batch, np.array([new_width / width, new_height / height], np.float32)


def _scale(image: Image, card_height: float) -> float:
    """Return the scale that suits cards of a height, or one that is a little smaller and pads less."""
    longest = float(max(image.shape[:2]))
    scale = float(np.clip(longest * _KNOWN_CARD_HEIGHT / card_height, *_LONG_SIDE_RANGE)) / longest
    fitting = (int(side * scale) // _STRIDE * _STRIDE / side for side in image.shape[:2])
    scales: list[float] = [scale, *(smaller for smaller in fitting if smaller >= _SMALLER * scale)]
    return min(scales, key=lambda each: (math.prod(_padded(image, each)), -each))


def _padded(image: Image, scale: float) -> tuple[int, int]:
    """Return height and width of what the network gets to see, in whole strides."""
    height, width = (-(-max(round(side * scale), 1) // _STRIDE) for side in image.shape[:2])
    return height * _STRIDE, width * _STRIDE


def _second_side(longest: float, first: Detections) -> float:
    if not len(first):
        return _LONG_SIDE_NOTHING_SEEN
    side = longest * _SECOND_CARD_HEIGHT / float(np.median(card_heights(first.corners)))
    return float(np.clip(side, _OTHER_LONG_SIDE, _LARGEST_LONG_SIDE))


def _nearer_first(first: Detections, second: Detections) -> Detections:
    """Return what the second look saw, which the first has to have seen too where it is unsure, and what it missed."""
    seen_twice = [any(overlap(quad, known) > _SAME_CARD for known in first.corners) for quad in second.corners]
    trusted = (second.confidence >= _SECOND_ALONE) | np.array(seen_twice, np.bool_)
    return add_missing(second[np.flatnonzero(trusted)], first.at_least(_ALONE), _APART)


def _first_and_other(first: Detections, second: Detections) -> Detections:
    """Return what the first look saw, and what it missed."""
    return add_missing(first, second.at_least(_ALONE), _APART)


def _large_enough(found: Detections, image: Image) -> Detections:
    heights, side = card_heights(found.corners), min(image.shape[:2])
    found = found[np.flatnonzero(heights >= max(_LEAST_HEIGHT, _PART_IN_COMPANY * side))]
    heights = card_heights(found.corners)
    in_company = alike_high(heights, heights).sum(axis=1) >= _COMPANY
    return found[np.flatnonzero(in_company | (heights >= max(_LEAST_HEIGHT, _LEAST_PART * side)))]


def shrink(image: Image, width: int, height: int) -> Image:
    """Scale a picture: as long as it is far too large by halves, which is exact and fast, then by what is left."""
    while image.shape[1] >= 2 * width and image.shape[0] >= 2 * height:
        size = image.shape[1] // 2, image.shape[0] // 2
        even = image[: 2 * size[1], : 2 * size[0]]
        image = np.asarray(cv2.resize(even, size, interpolation=cv2.INTER_AREA), np.uint8)
    return np.asarray(cv2.resize(image, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)
