"""When hasty people reach for the table: while the one before them still lays, and for the last trick all at once."""

import numpy as np

from companion.rules.rulings import Irregularity
from companion.simulation.acts import Play

_REACH, _AT_ONCE, _OVERLAP = 0.8, 0.4, (0.1, 0.55)
"""Seconds: a hand is on its way to where it lays cards; the last trick of a hand is laid within so many; and so long
before the last card came to rest people reach for the table else, the least and the most."""

_TURN = ("out-of-turn", "wrong-leader")
"""Breaches of the turn."""


class Haste:
    """Keeps account of a trick."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng
        self.begin_trick()

    def begin_trick(self) -> None:
        """Begin another one."""
        self._rests: list[float] = []
        self._orderly = True

    def note(self, rest: float) -> float:
        """Remember when a card came to rest, seconds; return when the last of the trick did so far."""
        self._rests.append(rest)
        return max(self._rests)

    def reaches_at(self, act: Play) -> float | None:
        """Return when the next player reaches for the table, seconds; None where they take their time.

        Who leads does, and so do all in a trick in which somebody plays out of turn: where all lay at once there is no
        turn.
        """
        self._orderly &= not any(isinstance(ruling, Irregularity) and ruling.code in _TURN for ruling in act.rulings)
        if not (self._rests and self._orderly):
            return None
        if act.is_last:
            return self._rests[0] - _REACH + float(self._rng.uniform(0.0, _AT_ONCE))
        return max(self._rests) - float(self._rng.uniform(*_OVERLAP))
