"""People hear when their computer looks so seldom that it misses what is laid."""

from dataclasses import dataclass

import pytest
from painted import PaintedTable
from scripted import notices

from companion.rules.games import game


@dataclass
class BusyTable(PaintedTable):
    """Looked at while the camera goes on.

    Attributes:
        missed: Pictures that come meanwhile, of which nobody looks at any.
    """

    missed: int = 0

    def __post_init__(self):
        super().__post_init__()
        self._dropped = 0

    def picture(self):
        self.session.count_lost(self._dropped, 0)
        self._dropped += self.missed
        return super().picture()


def busy(rate: float, missed: int) -> BusyTable:
    """A table at which cards are moved about for half a minute."""
    table = BusyTable(game("coins"), seed=3, rate=rate, missed=missed)
    card = table.lay("1-coins", 1)
    for step in range(round(30 * rate)):
        card.x += 25 if step % 2 else -25
        table.look(1 / rate)
    return table


def test_a_computer_that_looks_twice_a_second_is_said_to_be_slow_once() -> None:
    assert notices(busy(rate=2, missed=14)) == ["slow"]


@pytest.mark.parametrize(("rate", "missed"), [(3, 9), (2, 0)], ids=["often enough", "a slow camera"])
def test_one_that_keeps_up_is_not(rate, missed) -> None:
    assert notices(busy(rate, missed)) == []


def test_nothing_is_told_of_a_table_at_which_nothing_moves() -> None:
    table = BusyTable(game("coins"), seed=3, rate=2, missed=14)
    table.look(30)
    assert notices(table) == []
