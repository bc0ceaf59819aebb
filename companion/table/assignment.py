"""Which card is which, when every card of the deck can be only one of those seen."""

import numpy as np
import numpy.typing as npt

_ROUNDS = 60
_SETTLED = 1e-4
_TINY = 1e-12
_LARGEST_ODDS = 1e6


def marginals(rows: npt.NDArray[np.float64], copies: npt.NDArray[np.intp]) -> npt.NDArray[np.float64]:
    """Return what each seen card is, given that each card of the deck can be at most one of them.

    Belief propagation on the assignment of seen cards to cards of the deck (the Bethe approximation of the permanent;
    exact where the conflicts form no cycle). Cards of the deck that were not seen need no rows: whichever they are,
    they can be ordered in equally many ways.

    Args:
        rows: (N, K + 1) likelihoods of each seen card being each code; the last column, "no card", is free for all.
        copies: (K,) how many cards of each code are in play, 0 to 2.

    Returns:
        (N, K + 1) chances; each row sums to 1. A row that contradicts all others keeps its own likelihoods.
    """
    count, codes = rows.shape[0], rows.shape[1] - 1
    if count == 0:
        return rows.copy()
    weights = np.maximum(rows[:, :codes] * (copies > 0), _TINY)
    free = rows[:, codes:]
    room = np.ones_like(weights)
    for _ in range(_ROUNDS):
        offered = weights * room
        others = offered.sum(axis=1, keepdims=True) - offered + free
        odds = np.minimum(weights / np.maximum(others, _TINY), _LARGEST_ODDS)
        next_room = _room(odds, copies)
        change = float(np.abs(next_room - room).max())
        room = 0.5 * room + 0.5 * next_room
        if change < _SETTLED:
            break
    chances = np.concatenate([weights * room, free], axis=1)
    total = chances.sum(axis=1, keepdims=True)
    return np.asarray(chances / np.maximum(total, _TINY), np.float64)


def _room(odds: npt.NDArray[np.float64], copies: npt.NDArray[np.intp]) -> npt.NDArray[np.float64]:
    """Return (N, K) how free each code is for each card, given the odds that the other cards are of that code.

    A code of one card is free when no other card is it. Of a code of two cards, either may be taken, and there are two
    ways to be one of them (sums over nobody, one or two of the others).
    """
    one = np.maximum(odds.sum(axis=0, keepdims=True) - odds, 0.0)
    single = 1.0 / (1.0 + one)
    if copies.max(initial=0) < 2:
        return np.asarray(single, np.float64)
    pairs = np.maximum((one**2 - ((odds**2).sum(axis=0, keepdims=True) - odds**2)) / 2, 0.0)
    double = (2.0 + 2.0 * one) / (1.0 + 2.0 * one + 2.0 * pairs)
    return np.asarray(np.where(copies >= 2, double, single), np.float64)
