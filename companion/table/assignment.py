"""Which card is which, when every card of the deck can be only one of those seen."""

import numpy as np
import numpy.typing as npt

_ROUNDS = 60
_FREE_ROUNDS = 2
_DAMPING = 0.3
"""The first rounds go all the way, which settles nearly everything; after them, a part of what was stays, or two cards
that claim one code would hand it to and fro."""

_HARDLY = 1e-3
"""Odds of an exchange of two cards that change nothing."""

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
    twins = np.flatnonzero(copies >= 2)
    room = np.ones_like(weights)
    # Everything below works in place: a referee does nothing as often as this.
    odds, next_room = np.empty_like(weights), np.empty_like(weights)
    for done in range(_ROUNDS):
        np.multiply(weights, room, out=odds)
        np.subtract(np.add.reduce(odds, axis=1, keepdims=True), odds, out=odds)
        odds += free
        np.maximum(odds, _TINY, out=odds)
        np.divide(weights, odds, out=odds)
        np.minimum(odds, _LARGEST_ODDS, out=odds)
        _room(odds, twins, next_room)
        np.subtract(next_room, room, out=odds)
        np.abs(odds, out=odds)
        change = np.maximum.reduce(odds, axis=None)
        if done < _FREE_ROUNDS:
            room[:] = next_room
        else:
            room *= _DAMPING
            next_room *= 1.0 - _DAMPING
            room += next_room
        if change < _SETTLED:
            break
    chances = np.concatenate([weights * room, free], axis=1)
    total = chances.sum(axis=1, keepdims=True)
    chances = np.asarray(chances / np.maximum(total, _TINY), np.float64)
    return _not_surer_than_exchanges(chances, np.concatenate([weights, np.maximum(free, _TINY)], axis=1))


def _not_surer_than_exchanges(
    chances: npt.NDArray[np.float64], weights: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    """Return chances that leave open at least as much as that two cards each are the other's code.

    Where nearly the whole deck was seen the propagation squares such odds: 3 to 1 becomes 9 to 1, and surer still.

    Args:
        chances: (N, K + 1) as the propagation has them.
        weights: (N, K + 1) likelihoods, all positive.
    """
    count = len(chances)
    best = chances.argmax(axis=1)
    logs = np.log(weights[:, best])
    own = np.diagonal(logs)
    # How likely it is, by what is taken to be so, that card i is the code of card j and card j that of card i.
    odds = np.exp(np.minimum(logs + logs.T - own[:, None] - own[None, :], 0.0))
    odds[best[:, None] == best[None, :]] = 0.0
    if odds.max() < _HARDLY:
        return chances
    rows = np.arange(count)
    own_share = 1.0 / (1.0 + odds.sum(axis=1))
    least = np.zeros_like(chances)
    np.add.at(least, (rows[:, None], best[None, :]), odds * own_share[:, None])
    left = np.maximum(chances, least)
    left[rows, best] = np.minimum(chances[rows, best], own_share)
    return np.asarray(left / left.sum(axis=1, keepdims=True), np.float64)


def _room(odds: npt.NDArray[np.float64], twins: npt.NDArray[np.intp], room: npt.NDArray[np.float64]) -> None:
    """Work out how free each code is for each card.

    A code of one card is free when no other card is it. Of a code of two cards, either may be taken, and there are two
    ways to be one of them (sums over nobody, one or two of the others).

    Args:
        odds: (N, K) the odds that each card is of each code.
        twins: The codes of which there are two cards.
        room: (N, K) how free they are; written.
    """
    np.subtract(np.add.reduce(odds, axis=0), odds, out=room)
    np.maximum(room, 0.0, out=room)
    if len(twins):
        one, both = room[:, twins], odds[:, twins] ** 2
        pairs = np.maximum((one**2 - (both.sum(axis=0) - both)) / 2, 0.0)
        double = (2.0 + 2.0 * one) / (1.0 + 2.0 * one + 2.0 * pairs)
    room += 1.0
    np.divide(1.0, room, out=room)
    if len(twins):
        room[:, twins] = double
