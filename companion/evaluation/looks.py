"""What the looks at a card say by themselves, without any knowledge of the game: what the referee is compared with."""

from collections.abc import Sequence
from math import log

from companion.evaluation.seeing import Look
from companion.simulation.script import Script
from companion.table.events import CardPlayed


class Looks:
    """The looks at each card as long as it lay in its trick, and what they say together without any other knowledge."""

    def __init__(self, script: Script) -> None:
        self._played = {serial: event for serial, event in script.played.items() if isinstance(event, CardPlayed)}
        self._codes = {card.serial: card.code for card in script.cards}
        self._sums: dict[int, dict[str, float]] = {}

    def note(self, seen: Sequence[Look], time: float) -> None:
        """Take note of a look at a time in seconds."""
        for serial, reading in seen:
            if serial in self._played and reading and time >= self._played[serial].time:
                sums = self._sums.setdefault(serial, {})
                for code, chance in reading:
                    sums[code] = sums.get(code, 0.0) + log(max(chance, 1e-3) / 1e-3)

    def tricks_right(self) -> int:
        """Return how many tricks had every card right by these looks alone."""
        tricks: dict[tuple[int, int], bool] = {}
        for serial, event in self._played.items():
            place = (event.hand, event.trick)
            tricks[place] = tricks.get(place, True) and self._likeliest(serial) == self._codes[serial]
        return sum(tricks.values())

    def _likeliest(self, serial: int) -> str | None:
        sums = self._sums.get(serial, {})
        return max(sums, key=lambda code: sums[code], default=None)
