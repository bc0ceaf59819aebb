"""The gate before the models: a picture in which nothing has changed is not looked at again."""

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.types import Image

_WIDTH = 256
"""The picture is compared at this width, pixels."""

_NOISE = 10
"""Difference of brightness, of 255, that the camera's noise and slow changes of light may make."""

_SHARE = 0.0015
"""Share of the picture that must differ: about a seventh of a card seen from afar."""


class MotionGate:
    """Compares each picture with the last one that was looked at.

    Attributes:
        small: (h, w, 3) uint8 BGR: the last picture that was compared, made smaller.
    """

    def __init__(self) -> None:
        self._reference: npt.NDArray[np.uint8] | None = None
        self._compared: tuple[Image | None, npt.NDArray[np.uint8]] = None, np.zeros((0, 0), np.uint8)
        self.small = np.zeros((0, 0, 3), np.uint8)

    def has_changed(self, image: Image) -> bool:
        """Whether the picture differs from the last one that `looked_at` was told of.

        Args:
            image: (H, W, 3) uint8 BGR.
        """
        self.small = _small(image)
        small = _grey(self.small)
        self._compared = image, small
        if self._reference is None or self._reference.shape != small.shape:
            return True
        # A lamp or the camera's exposure changes everything a little at once; only what differs from that is motion.
        difference = small.astype(np.int16) - self._reference
        difference -= np.int16(np.median(difference))
        return float((np.abs(difference) > _NOISE).mean()) > _SHARE

    def looked_at(self, image: Image) -> None:
        """Note the picture that the models saw."""
        compared, small = self._compared
        self._reference = small if compared is image else _grey(_small(image))


def _small(image: Image) -> Image:
    height, width = image.shape[:2]
    scale = min(1.0, _WIDTH / width)
    size = (max(round(width * scale), 1), max(round(height * scale), 1))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def _grey(small: Image) -> npt.NDArray[np.uint8]:
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
