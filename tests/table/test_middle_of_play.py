"""People play where they like below the camera, not in the middle of its picture."""

import numpy as np
import pytest
from scripted import FIRST, SIZE, ScriptedTable, facts, play, told

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


class BesideTheTable(ScriptedTable):
    """A camera where nobody sits: three on the other sides, of whom `left` sits left of it, or two face to face."""

    left = 0

    def place(self, seat, spread=11.0):
        side = np.pi / 2 * ((seat - self.left) % len(self.names) * (4 - len(self.names)) + 1)
        away = np.array([-np.sin(side), np.cos(side)]) * [150, 110]
        x, y = away + np.array(SIZE) / 2
        return x + self.rng.normal(0, spread), y + self.rng.normal(0, spread)


@pytest.mark.parametrize("left", [0, 1, 2])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_three_sit_on_the_sides_that_they_leave_to_the_camera(left, seed):
    table = BesideTheTable(game("coins"), seed=seed)
    table.left = left
    play(table, *FIRST)
    table.sweep()
    second = (("3-cups", 2), ("4-cups", 0), ("5-clubs", 1))
    play(table, *second)
    table.sweep()
    assert facts(table) == [(seat, code) for code, seat in (*FIRST, *second)]
    assert not [ruling for ruling in table.log.rulings if ruling.event == "irregularity"]
    assert not told(table, Question)


@pytest.mark.parametrize("left", [0, 1])
def test_two_sit_left_and_right_of_the_camera_and_it_is_asked_why_the_wrong_one_leads(left):
    played = game("forum_suits")
    table = BesideTheTable(played, played.configure(players=2), names=("Ana", "Ben"), seed=2)
    table.left = left
    play(table, ("5H", 1), ("9H", 0))
    table.sweep()
    assert [won.seat for won in told(table, TrickWon)] == [0]
    play(table, ("3C", 1), ("4D", 0))
    table.sweep()
    assert facts(table)[:2] == [(1, "5H"), (0, "9H")]
    assert [question.seat for question in told(table, Question)] == [1]


class OverCorner(ScriptedTable):
    """A camera over a corner of the table: four sit half a side further round, clockwise (1) or the other way (-1)."""

    way = 1

    def place(self, seat, spread=11.0):
        side = np.pi / 2 * seat + self.way * np.pi / 4
        away = np.array([-np.sin(side), np.cos(side)]) * 120
        x, y = away + np.array(SIZE) / 2
        return x + self.rng.normal(0, spread), y + self.rng.normal(0, spread)


@pytest.mark.parametrize("way", [1, -1])
def test_who_sits_where_round_a_corner_is_told_though_somebody_plays_out_of_turn_to_the_first_trick(way):
    played = game("forum_suits")
    table = OverCorner(played, played.configure(players=4), names=("Ana", "Ben", "Carla", "David"), seed=3)
    table.way = way
    first = (("5H", 1), ("9H", 0), ("10H", 2), ("3H", 3))
    play(table, *first)
    table.look(2.0)
    assert facts(table) == [(seat, code) for code, seat in first]
    assert {event.code for event in told(table, Irregularity)} <= {"out-of-turn", "wrong-leader"}
    assert [won.seat for won in told(table, TrickWon)][-1] == 2
