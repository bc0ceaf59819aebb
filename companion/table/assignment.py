"""Which card is which, when every card of the deck can be only one of those seen."""

import numpy as np
import numpy.typing as npt

_ROUNDS = 60
_SETTLED = 1e-4
_TINY = 1e-12


def marginals(rows: npt.NDArray[np.float64], copies: npt.NDArray[np.intp]) -> npt.NDArray[np.float64]:
    """Return what each seen card is, given that each card of the deck can be at most one of them.

    Belief propagation on the assignment of seen cards to cards of the deck (the Bethe approximation of the permanent;
    exact where the conflicts form no cycle). Cards of the deck that were not seen need no rows: whichever they are,
    they can be ordered in equally many ways.

    Args:
        rows: (N, K + 1) likelihoods of each seen card being each code; the last column, "no card", is free for all.
        copies: (K,) how many cards of each code are in play.

    Returns:
        (N, K + 1) chances; each row sums to 1. A row that contradicts all others keeps its own likelihoods.
    """
    count, codes = rows.shape[0], rows.shape[1] - 1
    if count == 0:
        return rows.copy()
    columns = np.repeat(np.arange(codes), copies)
    weights = np.maximum(rows[:, columns], _TINY)
    free = rows[:, codes:]
    room = np.ones_like(weights)
    for _ in range(_ROUNDS):
        offered = weights * room
        others = offered.sum(axis=1, keepdims=True) - offered + free
        odds = weights / np.maximum(others, _TINY)
        next_room = 1.0 / (1.0 + np.maximum(odds.sum(axis=0, keepdims=True) - odds, 0.0))
        change = float(np.abs(next_room - room).max())
        room = 0.5 * room + 0.5 * next_room
        if change < _SETTLED:
            break
    chances = np.zeros_like(rows)
    np.add.at(chances.T, columns, (weights * room).T)
    chances[:, codes] = free[:, 0]
    total = chances.sum(axis=1, keepdims=True)
    return np.asarray(chances / np.maximum(total, _TINY), np.float64)
