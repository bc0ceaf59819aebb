"""The plane of the table by nothing but the cards that lie on it, whose size is known."""

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from companion.errors import WrongInputError
from companion.vision.tabletop.board import Points
from companion.vision.tabletop.card_fit import FEWEST_CARDS, Fit, Problem, Quads, best_fit, fit_most
from companion.vision.tabletop.lens import Lens
from companion.vision.tabletop.plane import TablePlane, inverse, levelled
from companion.vision.types import FloatArray

CARD_SIZES_MM: Mapping[str, tuple[tuple[float, float], ...]] = MappingProxyType(
    {
        "spanish48": ((61.0, 95.0),),
        "french52": ((63.0, 88.0), (57.0, 88.0)),
        "seven-suitors": ((63.0, 88.0),),
    }
)
"""Width and height of the cards of a deck; of several, the one that fits best is taken."""

MOST_CARDS = 14
"""More cards than that make the result hardly better."""

_MOST_ERROR = 0.06
"""Mean error of the corners, as a part of a card's height, above which cards do not lie on one plane."""


def plane_from_cards(
    corners: FloatArray,
    deck: str,
    size: tuple[int, int],
    *,
    lens: Lens | None = None,
    middle: Points | None = None,
) -> TablePlane:
    """Measure by cards that lie flat on the table, anywhere and at any angle.

    Args:
        corners: (N, 4, 2) pixels, those of the cards themselves (not of boxes round them), clockwise, the first edge a
            short one.
        deck: Id of the deck, which tells the cards' size.
        size: Width and height of the picture, pixels.
        lens: The lens where it was measured; otherwise it is taken for that of a common webcam.
        middle: (2,) pixel that shows the middle of play; the middle of the picture when None.

    Raises:
        WrongInputError: There are too few cards, or they do not fit on one plane.
    """
    if len(corners) < FEWEST_CARDS:
        raise WrongInputError(
            f"the table needs {FEWEST_CARDS} cards that lie face up and apart, there are {len(corners)}; "
            "spread some over the whole table"
        )
    quads = np.asarray(corners, np.float64)
    straight = quads if lens is None else lens.straighten(quads.reshape(-1, 2)).reshape(quads.shape)
    camera = lens.matrix if lens is not None else None

    def fitted(cards: Quads) -> Fit:
        fits = (best_fit(Problem(cards, card, size, camera)) for card in CARD_SIZES_MM[deck])
        return min(fits, key=lambda fit: fit.cost)

    fit = fit_most(straight, fitted)
    if float(np.median(fit.off)) > _MOST_ERROR:
        raise WrongInputError(
            "the cards do not fit on one table: lay them flat, whole and apart, and say which deck it is"
        )
    centre = middle if middle is not None else np.array(size, np.float64) / 2
    return TablePlane(levelled(inverse(fit.plane), centre), "cards", float(np.sqrt(np.mean(fit.distances**2))))


def spread_cards(corners: FloatArray, most: int = MOST_CARDS) -> FloatArray:
    """Return those of (N, 4, 2) cards that lie furthest from each other, (M, 4, 2), M at most `most`."""
    if len(corners) <= most:
        return corners
    middles = corners.mean(axis=1)
    chosen = [int(np.argmax(np.linalg.norm(middles - middles.mean(axis=0), axis=1)))]
    while len(chosen) < most:
        gaps = np.linalg.norm(middles[:, None] - middles[chosen][None], axis=2).min(axis=1)
        chosen.append(int(np.argmax(gaps)))
    return corners[chosen]
