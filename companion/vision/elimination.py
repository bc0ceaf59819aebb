"""Which card is which when every card of a deck is there just once: what one surely is, the others are not."""

import numpy as np
import numpy.typing as npt

_ROUNDS = 200
_TINY = 1e-12
_SETTLED = 1e-6


def shares(likelihoods: npt.NDArray[np.float64], copies: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Balance what each card shown may be against how many cards of each code there are.

    Rows and columns are scaled in turn (Sinkhorn and Knopp 1967) until each row sums to 1 and no column to more than
    there are copies; once as many cards were shown as the deck has, every column sums to its copies. Of more cards some
    are shown twice or are of no deck: rows then sum to 1 at most, and a card begins with less the less it looks like
    any one, so that those take nothing from the others.

    Args:
        likelihoods: (N, K) of each card shown being each code, not negative; a row may be scaled at will.
        copies: (K,) how many physical cards have each code.

    Returns:
        (N, K) chances. A row sums to 1, or to less where more cards claim the same codes than there can be.
    """
    chances = likelihoods + _TINY
    chances /= chances.sum(axis=1, keepdims=True)
    whole, too_many = len(likelihoods) >= copies.sum(), len(likelihoods) > copies.sum()
    if too_many:
        chances *= chances.max(axis=1, keepdims=True)
    for _ in range(_ROUNDS):
        before = chances
        rows = chances.sum(axis=1, keepdims=True)
        chances = chances / (np.maximum(rows, 1.0) if too_many else rows)
        scale = copies / np.maximum(chances.sum(axis=0), _TINY)
        chances = chances * (scale if whole else np.minimum(scale, 1.0))
        if np.abs(chances - before).max() < _SETTLED:
            break
    return chances


def offered(chances: npt.NDArray[np.float64], likelihoods: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return what people are offered to choose from: a card that was held for one too many is like a card of the deck.

    Args:
        chances: (N, K) as `shares` balanced them.
        likelihoods: (N, K) as it was given them.

    Returns:
        (N, K) chances; a row sums to 1 at most.
    """
    plain = likelihoods.max(axis=1, keepdims=True) / np.maximum(likelihoods.sum(axis=1, keepdims=True), _TINY)
    return np.asarray(chances / np.maximum(np.maximum(chances.sum(axis=1, keepdims=True), plain), _TINY))
