"""Drawing lots."""

from collections.abc import Mapping

import numpy as np

Chances = Mapping[str, float]
"""Names with their weights; they need not sum to 1."""


def pick(rng: np.random.Generator, chances: Chances) -> str:
    """Return one of the names."""
    weights = np.array(list(chances.values()))
    return list(chances)[int(rng.choice(len(weights), p=weights / weights.sum()))]


def between(rng: np.random.Generator, low: float, high: float) -> float:
    """Return a number in the range, with two decimals."""
    return round(float(rng.uniform(low, high)), 2)


def chance(rng: np.random.Generator, part: float) -> bool:
    """Return True in the given part of all cases."""
    return bool(rng.random() < part)
