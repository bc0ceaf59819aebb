"""How durations are measured."""

import itertools

import pytest

from companion.evaluation.timing import Stage, Timing, time_stages


class Clock:
    """Stands still but for what the stages take."""

    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now

    def stage(self, name, *seconds):
        taking = itertools.cycle(seconds)

        def run():
            self.now += next(taking)

        return Stage(name, run)


def test_median_and_what_nearly_all_runs_take():
    timing = Timing(Stage("x", lambda: None), tuple(0.001 * milliseconds for milliseconds in range(1, 102)))
    row = timing.row()
    assert (row["median_ms"], row["p95_ms"], row["runs"]) == (pytest.approx(51), pytest.approx(96), 101)
    assert row["per_second"] == pytest.approx(1 / 0.051, abs=0.01)


def test_a_run_may_get_several_things_done():
    assert Timing(Stage("x", lambda: None, items=4, unit="scenes"), (0.5, 0.5)).row()["per_second"] == 8


def test_stages_take_turns_until_the_time_is_up():
    clock = Clock()
    slow, fast = time_stages([clock.stage("slow", 0.3), clock.stage("fast", 0.1)], 3.9, clock=clock)
    assert len(slow.seconds) == len(fast.seconds) == 10
    assert slow.median == pytest.approx(0.3)
    assert fast.median == pytest.approx(0.1)


def test_the_first_run_does_not_count():
    clock = Clock()
    (timing,) = time_stages([clock.stage("warms up", 9.0, *[0.1] * 20)], 0.5, clock=clock)
    assert max(timing.seconds) == pytest.approx(0.1)


def test_slow_stages_are_run_a_few_times_all_the_same():
    clock = Clock()
    (timing,) = time_stages([clock.stage("slow", 60.0)], 1.0, least_rounds=5, clock=clock)
    assert len(timing.seconds) == 5
