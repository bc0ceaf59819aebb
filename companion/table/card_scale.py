"""How large cards are in the picture, by where they lie in it.

Of a plane that a camera looks at, the cube root of the area that a thing takes up is a linear function of where in the
picture it is: the Jacobian determinant of a homography (Hartley and Zisserman, Multiple View Geometry, 2.3) goes with
the third power of a linear one. So three numbers tell it, and a few cards tell these.
"""

from collections import deque

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
        self._middle, self._side = np.array(size) / 2, float(max(size))
        self._known: deque[tuple[_Array, float]] = deque(maxlen=_REMEMBERED)
        self._fit: tuple[_Array, _Array] | None = None

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
            return 0.0, float("inf")
        if self._fit is None:
            self._fit = _fitted(np.stack([place for place, _ in self._known]), [size for _, size in self._known])
        (factors, spread), place = self._fit, self._place(box)
        expected = float(place @ factors)
        if expected <= 0:
            return 0.0, float("inf")
        # Edges go with the square root of the area.
        off = 1.5 * np.log(_size(box) / expected)
        return float(off), 1.5 * float(np.sqrt(place @ spread @ place)) / expected

    def _place(self, box: Box) -> _Array:
        return np.array([1.0, *((box.middle - self._middle) / self._side)])


def _size(box: Box) -> float:
    return float(np.cbrt(box.width * box.height))


def _fitted(places: _Array, sizes: list[float]) -> tuple[_Array, _Array]:
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
    return factors * level, spread * level**2
