"""A camera that was bumped or turned: pictures are compared with one that was taken when it was last at rest."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from companion.vision.tabletop.board import Points
from companion.vision.tabletop.nudge import COMPARED, largest_shift, nudge_between
from companion.vision.tabletop.plane import Matrix
from companion.vision.tabletop.turned import turn_between
from companion.vision.types import Image

_STILL = 0.8
"""Motion in pixels up to which the camera counts as untouched."""

_LARGE = 64.0
"""Motion in pixels (a tenth of the picture) from which people are told to look at the camera."""

_EVERY = 0.4
"""Seconds from one look to the next."""

_SETTLED_LOOKS = 2
"""So many looks in a row must agree on where the picture went: a camera that still sways is waited for."""

_LOST_LOOKS = 2
"""After so many looks in which nothing of the table is found again, and twice, four times as many, a turn is tried."""


@dataclass(frozen=True, slots=True, eq=False)
class Nudge:
    """The camera was moved and is at rest again.

    Attributes:
        matrix: (3, 3) from pixels before to pixels after.
        shift: How far the picture moved at most, pixels.
        large: It moved so far that parts of the table may be out of sight: people should look at the camera.
        turned: It was turned by quarters.
    """

    matrix: Matrix
    shift: float
    large: bool
    turned: bool = False


class NudgeWatch:
    """Compares pictures with one that was taken when the camera was last known to be at rest.

    Ask it only when something has moved (`companion.table.motion`): an idle table needs no look.
    """

    def __init__(self) -> None:
        self._reference: Image | None = None
        self._covered: list[Points] = []
        self._waiting: Matrix | None = None
        self._agreed = 0
        self._due = 0.0
        self._lost = 0

    def restart(self) -> None:
        """Forget the reference, for instance after the source was opened again."""
        self._reference = None
        self._waiting = None
        self._due = 0.0

    @property
    def waits(self) -> bool:
        """Whether the camera seems to have been moved, which the next pictures have to confirm."""
        return self._waiting is not None

    def turned(self, image: Image, cards: Iterable[Points] = ()) -> Matrix | None:
        """Return how the next picture, which has another shape, shows what those before it showed.

        Args:
            image: (H, W, 3) uint8 BGR.
            cards: As for `look`.

        Returns:
            (3, 3) from pixels before to pixels of this picture; None where the pictures do not tell.
        """
        if self._reference is None:
            return None
        return turn_between(self._reference, image, self._covered, [np.asarray(card, np.float64) for card in cards])

    def look(self, image: Image, time: float, cards: Iterable[Points] = ()) -> Nudge | None:
        """Look at the next picture; return the nudge once the camera rests in its new place.

        Args:
            image: (H, W, 3) uint8 BGR.
            time: Seconds of the source; pictures that follow too soon are passed over.
            cards: (4, 2) pixels each: where cards lie in it.
        """
        if time < self._due:
            return None
        self._due = time + _EVERY
        now = [np.asarray(card, np.float64) for card in cards]
        if self._reference is None or self._reference.shape != image.shape:
            self._refer_to(image, now)
            return None
        matrix = nudge_between(self._reference, image, [*self._covered, *now])
        if matrix is None:
            self._waiting = None
            return self._turn(image, now)
        self._lost = 0
        height, width = image.shape[:2]
        unit = _unit(width, height)
        shift = largest_shift(matrix, width, height)
        if shift <= _STILL * unit:
            self._waiting = None
            return None
        if self._waiting is None or largest_shift(matrix @ np.linalg.inv(self._waiting), width, height) > _STILL * unit:
            self._waiting, self._agreed = matrix, 1
            return None
        self._agreed += 1
        if self._agreed < _SETTLED_LOOKS:
            return None
        self._refer_to(image, now)
        return _nudge(matrix, width, height)

    def _turn(self, image: Image, now: list[Points]) -> Nudge | None:
        """Return the nudge where the picture is askew, or turned by quarters: tried now and then, for it takes long."""
        self._lost += 1
        if self._reference is None or self._lost < _LOST_LOOKS or self._lost & (self._lost - 1):
            return None
        askew = nudge_between(self._reference, image, [*self._covered, *now], tilted=True)
        matrix = askew if askew is not None else self.turned(image, now)
        if matrix is None:
            return None
        self._refer_to(image, now)
        height, width = image.shape[:2]
        return _nudge(matrix, width, height, turned=askew is None)

    def _refer_to(self, image: Image, cards: list[Points]) -> None:
        self._reference, self._covered, self._waiting = image, cards, None
        self._lost = 0


def _nudge(matrix: Matrix, width: int, height: int, *, turned: bool = False) -> Nudge:
    shift = largest_shift(matrix, width, height)
    return Nudge(matrix, shift, turned or shift > _LARGE * _unit(width, height), turned)


def _unit(width: int, height: int) -> float:
    """Return how many pixels of a picture are one of those that are compared."""
    return max(width, height) / min(max(width, height), COMPARED)
