"""Measuring how long things take, side by side."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

Clock = Callable[[], float]


@dataclass(frozen=True)
class Stage:
    """Something that is timed.

    Attributes:
        name: What people call it.
        run: Does it once.
        items: How many of `unit` one run gets done.
        unit: What is counted a second.
    """

    name: str
    run: Callable[[], object]
    items: int = 1
    unit: str = "frames"


@dataclass(frozen=True)
class Timing:
    """How long a stage took.

    Attributes:
        stage: The stage.
        seconds: Of every run.
    """

    stage: Stage
    seconds: tuple[float, ...]

    @property
    def median(self) -> float:
        """Seconds that half of the runs took at most."""
        return float(np.median(self.seconds))

    @property
    def p95(self) -> float:
        """Seconds that 19 of 20 runs took at most."""
        return float(np.quantile(self.seconds, 0.95))

    def row(self) -> dict[str, Any]:
        """Return the timing as JSON values."""
        return {
            "stage": self.stage.name,
            "median_ms": round(1000 * self.median, 3),
            "p95_ms": round(1000 * self.p95, 3),
            "runs": len(self.seconds),
            "per_second": round(self.stage.items / self.median, 2),
            "unit": self.stage.unit,
        }


def time_stages(
    stages: Sequence[Stage], seconds: float, least_rounds: int = 5, clock: Clock = time.perf_counter
) -> list[Timing]:
    """Run all stages in turn, again and again, so that whatever else the machine does meets all alike.

    Args:
        stages: What to time; each is run once before the clock starts.
        seconds: How long to go on.
        least_rounds: Rounds even if that takes longer.
        clock: Returns seconds.
    """
    for stage in stages:
        stage.run()
    measured: list[list[float]] = [[] for _ in stages]
    until = clock() + seconds
    rounds = 0
    while rounds < least_rounds or clock() < until:
        for stage, taken in zip(stages, measured, strict=True):
            begun = clock()
            stage.run()
            taken.append(clock() - begun)
        rounds += 1
    return [Timing(stage, tuple(taken)) for stage, taken in zip(stages, measured, strict=True)]
