"""Privacy: everything outside the part of the picture where cards lie is blurred beyond recognition."""

from collections.abc import Iterable

import cv2
import numpy as np
import numpy.typing as npt

from companion.recording.looks import Look, lay_still
from companion.recording.playback import Pictures, scaled_to
from companion.table.witness import Looked
from companion.vision.types import FloatArray, Image

_ROOM = 0.9
"""How far the clear part reaches beyond where cards lay, in heights of a card: room for the hands that lay them."""

_COARSE = 24
"""Pixels of the blurred part along the picture's shorter side: nobody can be told from so few."""


class Veil:
    """Knows where cards have lain and blurs all else; before the first card, the whole picture."""

    def __init__(self, looks: Iterable[Look | Looked] = ()) -> None:
        """Begin, with some looks at the table where there are any."""
        self._size = (0, 0)
        self._before: dict[int, FloatArray] = {}
        self._hull = np.zeros((0, 2), np.float32)
        self._height = 0.0
        self._mask: npt.NDArray[np.uint8] | None = None
        for look in looks:
            self.note(look)

    def note(self, look: Look | Looked) -> None:
        """Take note of the cards that lie still in a look: one in a hand may be anywhere.

        In pictures of another size they may lie elsewhere, and people sit where they lay: all is blurred until some do.
        """
        if look.size != self._size:
            self._size = look.size
            self._before, self._hull, self._height, self._mask = {}, np.zeros((0, 2), np.float32), 0.0, None
        now = {track: card.corners for card, track in zip(look.cards, look.tracks, strict=True) if track is not None}
        for track, corners in now.items():
            last = self._before.get(track)
            if last is not None and lay_still(last, corners):
                self._widen(corners)
        self._before = now

    def _widen(self, quad: FloatArray) -> None:
        if len(self._hull) and all(cv2.pointPolygonTest(self._hull, (float(x), float(y)), False) >= 0 for x, y in quad):
            return
        self._height = max(self._height, float(np.linalg.norm(quad[3] - quad[0])))
        points = np.concatenate([self._hull, quad.astype(np.float32)])
        self._hull = np.asarray(cv2.convexHull(points)[:, 0], np.float32)
        self._mask = None

    def over(self, image: Image) -> Image:
        """Return a copy of a picture with everything blurred but where cards lie."""
        height, width = image.shape[:2]
        scale = _COARSE / min(height, width)
        few = (max(1, round(width * scale)), max(1, round(height * scale)))
        small = cv2.resize(image, few, interpolation=cv2.INTER_AREA)
        blurred = np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)
        if len(self._hull) and abs(width * self._size[1] - height * self._size[0]) <= max(self._size):
            if self._mask is None or self._mask.shape != (height, width):
                self._mask = self._clear(height, width)
            cv2.copyTo(image, self._mask, blurred)
        return blurred

    def _clear(self, height: int, width: int) -> npt.NDArray[np.uint8]:
        mask = np.zeros((height, width), np.uint8)
        points = np.round(scaled_to(mask[..., None], self._hull, self._size)).astype(np.int32)
        reach = max(1, round(2 * _ROOM * self._height * height / self._size[1]))
        cv2.fillConvexPoly(mask, points, 255)
        cv2.polylines(mask, [points], True, 255, reach)
        return mask


class Veils:
    """The veils of a recorded session, one for each part of its video: before another the camera may stand elsewhere.

    What lies where cards do in one part is where people sit in another.
    """

    def __init__(self, looks: Iterable[Look], pictures: Pictures) -> None:
        """Look through a session.

        Args:
            looks: All of it.
            pictures: Its video; what was seen in parts that are gone uncovers nothing.
        """
        self._pictures = pictures
        self._veils: dict[int, Veil] = {}
        for look in looks:
            if pictures.has(look.time):
                self._at(look.time).note(look)

    def over(self, image: Image, time: float) -> Image:
        """Return a copy of the picture of a time with everything blurred but where cards lie in its part."""
        return self._at(time).over(image)

    def _at(self, time: float) -> Veil:
        return self._veils.setdefault(self._pictures.part_at(time), Veil())
