"""How the camera is tilted over a table that nobody measured: the cards that are played tell it."""

from dataclasses import replace

import numpy as np

from companion.vision.tabletop.card_fit import Fit, Problem, best_fit, fit_most
from companion.vision.tabletop.plane import Matrix, inverse
from companion.vision.types import FloatArray

_RATIO, _SHAPE_SPREAD = 0.68, 0.06
"""Width of a card as a part of its height, and how much decks differ in its logarithm."""

_TELLS = 30.0
"""By how much a tilted camera must explain the cards better than one that looks straight down, as twice the logarithm
of how much likelier it is."""

_MOST_ERROR = 0.04
"""Mean error of the corners, as a part of a card's height, above which cards tell nothing."""


def tilted_plane(corners: FloatArray, card_height: float, size: tuple[int, int]) -> Matrix | None:
    """Return the (3, 3) map from pixels to millimetres of a table; None where the camera may look straight down.

    Whose deck it is does not matter: how wide its cards are is found out as well.

    Args:
        corners: (N, 4, 2) pixels of cards that lie flat, clockwise, the first edge a short one; two at least.
        card_height: Millimetres.
        size: Width and height of the picture, pixels.
    """
    quads = np.asarray(corners, np.float64)
    problem = Problem(quads, (_RATIO * card_height, card_height), size, shape_spread=_SHAPE_SPREAD)
    if _level(problem).cost <= _TELLS:
        return None
    fit = fit_most(quads, lambda cards: best_fit(replace(problem, quads=cards)))
    tells = _level(fit.problem).cost - fit.cost > _TELLS and float(np.median(fit.off)) < _MOST_ERROR
    return inverse(fit.plane) if tells else None


def _level(problem: Problem) -> Fit:
    """Return the camera that looks straight down and fits best."""
    return best_fit(replace(problem, is_level=True))
