"""A longer exposure of cards that lie still: what noise hides in every single frame shows in the mean of several."""

from collections import OrderedDict
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.rectify import in_patches, in_this_light
from companion.vision.types import FloatArray, Image

_MOST = 12
"""Frames that the mean is worth: later ones count as much as the last of these."""
_MOVED = 0.03
"""Greatest move of a corner, as a part of the card's height, of a card that lies still: boxes jitter in noise."""
_DRIFTED = 0.012
"""Greatest move of the picture itself, as a part of the card's height: a mean of moved pictures is blurred."""
_CHANGED = 16.0
"""Greatest difference, of 255 levels, of a patch of a card's picture that has not changed."""
_CHANGED_IN_THE_DARK = 6.0
"""On a dark card so much less, but never less than this. Of 618 dim pictures of cards of `fit` designs that were
exchanged for the next rank or suit 204 were taken for the card before, and 24 are now; of as many in which nothing
changed 599 were taken for the same, and 594 are now."""
_OUTSTANDING = 3.3
"""The same, as a multiple of the median of all patches: in strong noise they all differ."""
_PATCHES = (8, 12)
"""So coarse that noise vanishes in them."""
_MARGIN = 0.15
"""Part of a card's height about it that is kept: readers look a little beside the box, too."""
_PAINTED = 1.2
"""How many times as large as the card that part is which is shown to readers."""
_SMALL = 64
"""Pixels of height in which a picture's move is found; noise is mostly gone in so small a picture."""
_KEPT = 16


@dataclass(slots=True)
class _Exposed:
    """A card that lies still, and what its frames have in common.

    Attributes:
        corners: (4, 2) pixels where it was found first.
        at: Rows and columns of the picture about it.
        mean: (H, W, 3) float32, the mean of these in all frames.
        frames: How many these are.
    """

    corners: FloatArray
    at: tuple[slice, slice]
    mean: FloatArray
    frames: int = 1

    @property
    def height(self) -> float:
        return float(np.linalg.norm(self.corners[3] - self.corners[0]))

    def is_at(self, corners: npt.NDArray[np.floating]) -> bool:
        """Whether a card with these corners (4, 2) lies where this one did."""
        return bool(np.abs(self.corners - corners).max() <= _MOVED * self.height)

    def goes_on(self, image: Image) -> bool:
        """Whether it is the same card still, unmoved and in the same light."""
        now = image[self.at]
        if now.shape != self.mean.shape:
            return False
        local = self.corners - np.array([self.at[1].start, self.at[0].start], np.float32)
        before = in_patches(self.mean, local, _PATCHES)
        differences = np.abs(in_patches(now, local, _PATCHES) - before).mean(axis=2)
        usual = float(np.median(differences))
        most = in_this_light(_CHANGED, before, _CHANGED_IN_THE_DARK)
        if usual > _CHANGED or float(differences.max()) > max(most, _OUTSTANDING * usual):
            return False
        return _move(self.mean, now) <= _DRIFTED * self.height

    def add(self, image: Image) -> None:
        """Take in the picture in another frame."""
        self.frames += 1
        cv2.accumulateWeighted(image[self.at], self.mean, 1 / min(self.frames, _MOST))

    def paint(self, image: Image) -> None:
        """Show the mean in a picture, there where the card lies: what was laid beside it since is not in the mean."""
        rows, columns = self.at
        middle = self.corners.mean(axis=0)
        outline = middle + (self.corners - middle) * _PAINTED - (columns.start, rows.start)
        mask = np.zeros(self.mean.shape[:2], np.uint8)
        cv2.fillConvexPoly(mask, np.round(outline).astype(np.int32), 1)
        image[self.at][mask > 0] = np.rint(self.mean[mask > 0])


class Exposure:
    """Remembers the pictures of cards that lie still for as long as somebody is in doubt about them; for one thread."""

    def __init__(self) -> None:
        self._exposed: OrderedDict[int, _Exposed] = OrderedDict()
        self._next = 0

    def develop(self, image: Image, corners: npt.NDArray[np.floating]) -> Image:
        """Return a picture in which cards show the mean of the frames since they have lain still.

        Args:
            image: (H, W, 3) uint8 BGR.
            corners: (N, 4, 2) pixels: the cards in doubt.

        Returns:
            (H, W, 3) uint8: the picture itself where none was seen before.
        """
        developed: Image | None = None
        for quad in corners:
            card = self._find(image, quad)
            if card is None:
                continue
            card.add(image)
            developed = image.copy() if developed is None else developed
            card.paint(developed)
        return image if developed is None else developed

    def keep(self, image: Image, corners: npt.NDArray[np.floating]) -> None:
        """Begin with N cards (N, 4, 2) that are in doubt, where they are not remembered yet."""
        for quad in corners:
            if any(card.is_at(quad) for card in self._exposed.values()):
                continue
            at = _about(quad, image.shape[:2])
            mean = image[at].astype(np.float32)
            if not mean.size:
                continue
            self._exposed[self._next] = _Exposed(np.array(quad, np.float32), at, mean)
            self._next += 1
            while len(self._exposed) > _KEPT:
                self._exposed.popitem(last=False)

    def _find(self, image: Image, corners: npt.NDArray[np.floating]) -> _Exposed | None:
        for number, card in self._exposed.items():
            if not card.is_at(corners):
                continue
            if not card.goes_on(image):
                del self._exposed[number]
                return None
            self._exposed.move_to_end(number)
            return card
        return None


def _about(corners: npt.NDArray[np.floating], size: tuple[int, ...]) -> tuple[slice, slice]:
    """Return the rows and columns of a picture about a card."""
    margin = _MARGIN * float(np.linalg.norm(corners[3] - corners[0]))
    low = np.floor(np.clip(corners.min(axis=0) - margin, 0, size[1::-1])).astype(int)
    high = np.ceil(np.clip(corners.max(axis=0) + margin, 0, size[1::-1])).astype(int)
    return slice(int(low[1]), int(high[1])), slice(int(low[0]), int(high[0]))


def _move(before: FloatArray, now: Image) -> float:
    """Return by how many pixels a picture has moved between two frames."""
    rows, columns = before.shape[:2]
    scale = min(_SMALL / rows, 1.0)
    size = (max(round(columns * scale), 2), max(round(rows * scale), 2))
    one, other = (
        cv2.resize(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), size, interpolation=cv2.INTER_AREA).astype(np.float32)
        for picture in (before, now)
    )
    window = cv2.createHanningWindow(size, cv2.CV_32F)
    (x, y), _ = cv2.phaseCorrelate(one, other, window)
    return float(np.hypot(x, y) / scale)
