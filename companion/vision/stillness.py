"""The frames of a source in which nothing moves: what is worth looking at while cards are laid out."""

from collections.abc import Iterator

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.sources.base import DamagedPictureError, OpenedSource
from companion.vision.types import Frame, Image

_SMALL = (160, 90)
_LEAST_CHANGE = 12.0
"""Difference of a pixel, of 255 levels, that counts as a change."""
_STILL, _OTHER = 0.004, 0.01
"""Share of pixels that may change between two frames of a still scene, and that make it another scene."""
_BLOCK, _OTHER_THERE = 10, 0.05
"""Side of a block of the small picture, and the share of one block's pixels that makes it another scene, too: a card
that was exchanged for another at its place is a hundredth of the picture, and most of it stays white."""
_EVERY = 0.4
"""Seconds between the frames that are compared."""


def still_frames(source: OpenedSource, seconds: float | None = None) -> Iterator[Frame]:
    """Yield one frame of every still scene; the only frame of a source is one.

    Args:
        source: An opened source.
        seconds: How long to go on, by the source's time; None goes on to its end.
    """
    before: Image | None = None
    told: Image | None = None
    due = 0.0
    count, only = 0, None
    while (frame := _next(source)) is not None:
        count += 1
        only = frame if count == 1 else None
        if seconds is not None and frame.time > seconds:
            return
        if frame.time < due:
            continue
        due = frame.time + _EVERY
        small = np.asarray(cv2.resize(frame.image, _SMALL, interpolation=cv2.INTER_AREA), np.uint8)
        still = before is not None and _changes(before, small).mean() <= _STILL
        before = small
        if still and (told is None or _is_other(told, small)):
            told = small
            yield frame
    if only is not None:
        yield only


def _next(source: OpenedSource) -> Frame | None:
    while True:
        try:
            return source.read()
        except DamagedPictureError:
            continue


def _is_other(one: Image, other: Image) -> bool:
    changes = _changes(one, other)
    width, height = _SMALL
    blocks = changes.reshape(height // _BLOCK, _BLOCK, width // _BLOCK, _BLOCK).mean(axis=(1, 3))
    return bool(changes.mean() >= _OTHER or blocks.max() >= _OTHER_THERE)


def _changes(one: Image, other: Image) -> npt.NDArray[np.bool_]:
    return np.asarray(cv2.absdiff(one, other).max(axis=2) >= _LEAST_CHANGE, bool)
