"""How large cards are in the picture, by where they lie in it.

Of a plane that a camera looks at, the cube root of the area that a thing takes up is a linear function of where in the
picture it is: the Jacobian determinant of a homography (Hartley and Zisserman, Multiple View Geometry, 2.3) goes with
the third power of a linear one. So three numbers tell it, and a few cards tell these.
"""

from collections import deque
from math import cbrt, inf, log, sqrt

import numpy as np
import numpy.typing as npt

from companion.table.geometry import Box

_REMEMBERED = 40
"""So many cards are remembered."""

_WAVERS = 0.05
"""Standard deviation of what a card says, as a logarithm: half covered ones have boxes that are a little off."""

_SLOPES, _SLOPES_VARY = np.array([0.0, 0.3]), np.array([0.15, 0.4])
"""By how much larger cards are further right and further down, for a step as long as the picture's longer side, and
the standard deviation of that, as long as no card has told: cameras stand upright, and look down on the table or across
it."""

_OF_LARGE = 0.8
"""Which of the cards, by size, those that count are looked for around: what is no card is a smaller picture of one."""

_ROUNDS, _OUTLIER = 6, 2.0
"""How often it is looked which cards say something else than the others, and beyond how many standard deviations."""

_Array = npt.NDArray[np.float64]


class CardScale:
    """Learns from cards that lie on the table.

    Args:
        size: Width and height of the picture, pixels.
    """

    def __init__(self, size: tuple[int, int]) -> None:
        self._middle, self._side = (size[0] / 2, size[1] / 2), float(max(size))
        self._known: deque[tuple[tuple[float, float, float], float]] = deque(maxlen=_REMEMBERED)
        self._fit: tuple[list[float], list[list[float]]] | None = None

    def learn(self, box: Box) -> None:
        """Take that a card of the deck lies here."""
        self._known.append((self._place(box), _size(box)))
        self._fit = None

    def off(self, box: Box) -> tuple[float, float]:
        """Return how much larger a box is than a card would be there, as a logarithm, and how uncertain that is.

        The first is of its edges, below zero where it is smaller; the second is a standard deviation. Of what nobody
        knows it is 0 and infinity.
        """
        if not self._known:
            return 0.0, inf
        if self._fit is None:
            self._fit = _fitted(np.array([place for place, _ in self._known]), [size for _, size in self._known])
        # Of every face in every look, so not by arrays.
        (level, right, down), ((a, b, c), (_, d, e), (_, _, f)) = self._fit
        _, x, y = self._place(box)
        expected = level + right * x + down * y
        if expected <= 0:
            return 0.0, inf
        variance = a + 2 * (b * x + c * y) + d * x * x + 2 * e * x * y + f * y * y
        # Edges go with the square root of the area.
        return 1.5 * log(_size(box) / expected), 1.5 * sqrt(max(variance, 0.0)) / expected

    def _place(self, box: Box) -> tuple[float, float, float]:
        return 1.0, (box.x - self._middle[0]) / self._side, (box.y - self._middle[1]) / self._side


def _size(box: Box) -> float:
    return cbrt(box.width * box.height)


def _fitted(places: _Array, sizes: list[float]) -> tuple[list[float], list[list[float]]]:
    """Return the three factors, and their covariance; cards that say something else than most do not count."""
    usual, held = np.array([1.0, *_SLOPES]), np.diag([0.0, *_SLOPES_VARY**-2.0])
    told = np.array(sizes)
    level = float(np.quantile(told / (places @ usual), _OF_LARGE, method="nearest"))
    told, factors = told / level, usual
    for _ in range(_ROUNDS):
        trust = 1 / (1 + ((told - places @ factors) / (_WAVERS * _OUTLIER)) ** 2)
        weighed = places.T * trust / _WAVERS**2
        spread = np.linalg.inv(weighed @ places + held)
        factors = spread @ (weighed @ told + held @ usual)
    return (factors * level).tolist(), (spread * level**2).tolist()
