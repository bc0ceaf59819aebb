"""People play where they like below the camera, not in the middle of its picture."""

import numpy as np
import pytest
from scripted import FIRST, ScriptedTable, facts, play, told

from companion.rules.games import game
from companion.table.events import Correction, Irregularity, Question, TrickWon


class OffTheMiddle(ScriptedTable):
    """A table in a corner of the picture; lies off its middle by `off`, pixels."""

    off = (0.0, 0.0)

    def place(self, seat, spread=11.0):
        x, y = super().place(seat, spread)
        return x + self.off[0], y + self.off[1]


@pytest.mark.parametrize("off", [(0, 150), (-160, 60), (120, -110), (170, 90)])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_first_trick_is_told_rightly_wherever_it_is_played(off, seed):
    table = OffTheMiddle(game("coins"), seed=seed)
    table.off = off
    play(table, *FIRST)
    table.sweep()
    table.lay("3-cups", 2, 1.6)
    assert facts(table) == [(seat, code) for code, seat in FIRST] + [(2, "3-cups")]
    assert [(won.seat, won.card) for won in told(table, TrickWon)][-1] == (2, "2-cups")
    assert not [ruling for ruling in table.log.rulings if ruling.event == "irregularity"]
    assert not told(table, Question)


def test_out_of_turn_is_told_off_the_middle_as_in_it():
    breaches = []
    for off in ((0, 0), (0, 150)):
        table = OffTheMiddle(game("coins"), seed=5)
        table.off = off
        play(table, *FIRST)
        table.sweep()
        play(table, ("3-cups", 2), ("4-cups", 1), ("5-cups", 0))
        table.sweep()
        breaches.append([(event.code, event.seat) for event in told(table, Irregularity)])
        assert not told(table, Correction) or off != (0, 0)
    assert breaches[0] == breaches[1] != []
    assert np.array_equal(*[[len(b)] for b in breaches])
