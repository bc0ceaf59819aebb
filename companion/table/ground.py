"""The bare table: what every spot shows while nothing lies there, to tell a covered card from one that was taken."""

from collections.abc import Iterable

import cv2
import numpy as np
import numpy.typing as npt

from companion.table.geometry import Box
from companion.vision.types import Image

_SAME = 20.0
"""Difference of a channel, of 255 levels, up to which a spot shows the same: noise, and slow changes of light."""

_SETTLED = 1.0
"""Seconds for which a spot of which nothing is known must show the same to be taken for the table."""

_CHANGED = 8.0
"""The same where something else is known: an arm rests for long, a mat or a cup stays."""

_WIDER = 1.25
"""How much more than a card's box is kept out: its shadow, and what the box is off."""

_INNER = 0.8
"""Part of the box, along both edges, that is asked about: it holds nothing of what lies around."""

_ENOUGH = 0.6
"""Share of the box that must be known to tell anything."""

_BARE = 0.05
"""Share of a place that need not show the table for it to be bare: of a card more than that would differ."""

_SPARSE = 4
"""Every so manieth spot, along both edges, tells how bright the picture is."""

_TILES, _MOSTLY, _EVERYWHERE = (3, 3), 0.8, 0.15
"""Parts of the picture, and how many of them must show something else in such a share of what is free of cards for the
camera to stand a little elsewhere: nothing that people lay down does that."""

_COVERED = 0.25
"""Share of what is known of a box that must show something else for something to cover it."""


class Ground:
    """Remembers the bare table, in small pictures of one camera that stands still."""

    def __init__(self) -> None:
        self._table: npt.NDArray[np.float32] | None = None
        self._known = np.zeros((0, 0), np.bool_)
        self._steady = np.zeros((0, 0, 3), np.float32)
        self._since = np.zeros((0, 0), np.float32)
        self._differs = np.zeros((0, 0), np.bool_)
        self._bare_at = np.zeros((0, 0), np.float32)
        self._elsewhere_since: float | None = None
        self._begun = 0.0
        self._scale = 1.0

    def restart(self) -> None:
        """Forget everything: the camera stands elsewhere."""
        self._table = None

    def look(self, small: Image, time: float, width: int, boxes: Iterable[Box]) -> None:
        """Take in a picture.

        Args:
            small: (h, w, 3) uint8 BGR, the picture made smaller; always by the same factor.
            time: Seconds of the source.
            width: Of the picture, pixels.
            boxes: Where cards lie in it or may lie under something, pixels of the picture.
        """
        if self._table is None or self._table.shape != small.shape:
            self._begin(small, time, width)
        assert self._table is not None
        free = self._outside(boxes)
        lit = small - self._light(small, free)
        moved = _differ(lit, self._steady)
        cv2.copyTo(lit, moved.view(np.uint8), self._steady)
        self._since[moved] = time - self._begun
        shown = time - self._begun - self._since
        self._differs = _differ(lit, self._table) & self._known
        if not self._shows_elsewhere(free):
            self._elsewhere_since = None
        elif self._elsewhere_since is None:
            self._elsewhere_since = time
        elif time - self._elsewhere_since >= _SETTLED:
            # The camera was knocked, too little for anybody to notice; a patterned cloth shows it everywhere.
            self._begin(small, time, width)
            return
        settled = free & (shown >= np.where(self._differs, _CHANGED, _SETTLED))
        cv2.copyTo(self._steady, settled.view(np.uint8), self._table)
        self._known |= settled
        self._bare_at[self._known & ~self._differs] = time - self._begun

    def is_covered(self, box: Box) -> bool:
        """Whether the last picture shows something else than the bare table where a card lay.

        False where nothing is known of the table there.

        Args:
            box: Where it lay, pixels of the picture.
        """
        return self._other(box) > _COVERED

    def bare_until(self, box: Box) -> float | None:
        """Return until when at least the bare table was to be seen where a card lies, so that the card came later.

        Args:
            box: Where it lies, pixels of the picture.

        Returns:
            Seconds of the source; None where nothing is known of the table there.
        """
        known = self._known_of(box)
        return None if known is None else self._begun + float(np.quantile(self._bare_at[known], _BARE))

    def _other(self, box: Box) -> float:
        """Return the share of what is known of a place that shows something else; -1 where too little is known."""
        known = self._known_of(box)
        return -1.0 if known is None else float(self._differs[known].mean())

    def _known_of(self, box: Box) -> npt.NDArray[np.bool_] | None:
        """Return (h, w) what is known of a place; None where that is too little."""
        if self._table is None:
            return None
        inside = np.zeros(self._known.shape, np.uint8)
        _fill(inside, box, _INNER, self._scale)
        place = inside > 0
        known = np.asarray(place & self._known, np.bool_)
        return known if place.any() and known.sum() >= _ENOUGH * place.sum() else None

    def _shows_elsewhere(self, free: npt.NDArray[np.bool_]) -> bool:
        """Whether nearly all parts of the picture show something else than the table."""
        told = free & self._known
        known, other = (
            cv2.resize(share.astype(np.float32), _TILES, interpolation=cv2.INTER_AREA)
            for share in (told, told & self._differs)
        )
        return bool(np.mean(other > _EVERYWHERE * np.maximum(known, 1e-3)) >= _MOSTLY)

    def _begin(self, small: Image, time: float, width: int) -> None:
        height, across = small.shape[:2]
        self._table = np.zeros(small.shape, np.float32)
        self._steady = small.astype(np.float32)
        self._known = np.zeros((height, across), np.bool_)
        self._since = np.zeros((height, across), np.float32)
        self._differs = np.zeros((height, across), np.bool_)
        self._bare_at = np.zeros((height, across), np.float32)
        self._elsewhere_since = None
        self._begun = time
        self._scale = across / width

    def _outside(self, boxes: Iterable[Box]) -> npt.NDArray[np.bool_]:
        inside = np.zeros(self._known.shape, np.uint8)
        for box in boxes:
            _fill(inside, box, _WIDER, self._scale)
        return np.asarray(inside == 0, np.bool_)

    def _light(self, small: Image, free: npt.NDArray[np.bool_]) -> npt.NDArray[np.float32]:
        """Return (3,) by how much the picture as a whole is brighter than the table was: a lamp, or the exposure."""
        assert self._table is not None
        told = (free & self._known)[::_SPARSE, ::_SPARSE]
        if not told.any():
            return np.zeros(3, np.float32)
        brighter = small[::_SPARSE, ::_SPARSE][told] - self._table[::_SPARSE, ::_SPARSE][told]
        return np.asarray(np.median(brighter, axis=0), np.float32)


def _differ(one: npt.NDArray[np.float32], other: npt.NDArray[np.float32]) -> npt.NDArray[np.bool_]:
    """Return (h, w) where two pictures show something else."""
    blue, green, red = cv2.split(cv2.absdiff(one, other))
    return np.asarray(cv2.max(cv2.max(blue, green), red) > _SAME, np.bool_)


def _fill(inside: npt.NDArray[np.uint8], box: Box, part: float, scale: float) -> None:
    """Mark the spots of a small picture that lie within a box, made larger or smaller about its middle."""
    middle = box.corners.mean(axis=0)
    corners = (middle + (box.corners - middle) * part) * scale
    cv2.fillConvexPoly(inside, np.round(corners).astype(np.int32), 1)
