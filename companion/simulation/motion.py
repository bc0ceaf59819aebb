"""How things move over the simulated table: poses at given times and smooth movement between them."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a thing is.

    Attributes:
        x: Millimetres to the right of the table's middle.
        y: Millimetres from the table's middle towards seat 0.
        z: Millimetres above the table.
        angle: Clockwise turn in radians; 0 is upright for seat 0.
        turn: How far a card is turned over: 0 shows its face, 1 its back.
    """

    x: float
    y: float
    z: float = 0.0
    angle: float = 0.0
    turn: float = 0.0


class Motion:
    """The way of one thing: it appears at its first time, rests or moves between poses, and is gone at the end.

    Attributes:
        start: Seconds at which it appears.
        gone: Seconds at which it is there no more; infinite where it stays.
    """

    __slots__ = ("_poses", "_times", "gone", "start")

    def __init__(self, keys: Sequence[tuple[float, Pose]], gone: float = inf) -> None:
        times = [time for time, _ in keys]
        if not times or times != sorted(times) or gone < times[-1]:
            raise ValueError(f"expected poses in the order of their times, got times {times} and an end at {gone}")
        self._times = times
        self._poses = [pose for _, pose in keys]
        self.start = times[0]
        self.gone = gone

    def exists(self, time: float) -> bool:
        """Whether the thing is at the table."""
        return self.start <= time < self.gone

    def at(self, time: float) -> Pose:
        """Return the pose at a time; before the first and after the last known pose, that pose."""
        return self.state(time)[0]

    def state(self, time: float) -> tuple[Pose, bool, float]:
        """Return the pose at a time, whether the thing moves, and when the present rest or movement began."""
        after = bisect_right(self._times, time)
        if after == 0:
            return self._poses[0], False, self.start
        before, since = self._poses[after - 1], self._times[after - 1]
        if after == len(self._times) or self._poses[after] == before:
            return before, False, since
        share = _ease((time - since) / (self._times[after] - since))
        return _between(before, self._poses[after], share), True, since

    def stays_until(self, time: float) -> float:
        """Return until when `state` says the same of a thing that rests at a time."""
        after = bisect_right(self._times, time)
        return self._times[after] if after < len(self._times) else inf

    @property
    def poses(self) -> Sequence[Pose]:
        """Every pose that it comes to, in order."""
        return tuple(self._poses)

    def moves(self, time: float) -> bool:
        """Whether the thing is on its way from one pose to another."""
        after = bisect_right(self._times, time)
        return 0 < after < len(self._times) and self._poses[after] != self._poses[after - 1]

    def lands(self, time: float) -> float:
        """Return when the thing came to lie where it lies, or when it will come to rest next."""
        place = max(bisect_right(self._times, time) - 1, 0)
        poses = self._poses
        if self.moves(time):
            place += 1
            while place + 1 < len(poses) and poses[place + 1] != poses[place]:
                place += 1
        return self._times[place]


def _ease(share: float) -> float:
    """Return the way covered after a share of the time: the minimum-jerk movement of human hands."""
    return share * share * share * (10 + share * (6 * share - 15))


def _between(a: Pose, b: Pose, share: float) -> Pose:
    rest = 1 - share
    return Pose(
        a.x * rest + b.x * share,
        a.y * rest + b.y * share,
        a.z * rest + b.z * share,
        a.angle * rest + b.angle * share,
        a.turn * rest + b.turn * share,
    )
