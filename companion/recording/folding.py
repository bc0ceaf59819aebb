"""The facts of a log, from its lines alone, also where lines are damaged."""

from collections.abc import Mapping
from typing import Any

from companion.recording.lines import Line
from companion.rules.fact_json import fact_from_json
from companion.rules.facts import Fact


class Fold:
    """Takes the lines of a log one after the other.

    After a lost change of the facts those behind it cannot be placed, until a checkpoint says how they all stand.

    Attributes:
        facts: As they stand.
        tracks: For each, the track that its card was seen as, where that is known.
        change: Number of the last change that was read.
    """

    def __init__(self) -> None:
        self.facts: list[Fact] = []
        self.tracks: list[int | None] = []
        self.change = 0
        self._lost_at: int | None = None
        self._left_out = 0

    @property
    def fault(self) -> str:
        """What could not be made good again, in words; empty for nothing."""
        if self._lost_at is None:
            return ""
        return (
            f"a change of the facts is lost before line {self._lost_at}; "
            f"{self._left_out} later changes cannot be placed, the {len(self.facts)} facts before it stand"
        )

    def take(self, line: Line) -> None:
        """Take a line."""
        value = line.value
        if value is None or value.get("event") not in ("facts", "checkpoint"):
            return
        try:
            change = int(value["change"])
            facts, tracks = _read(value)
            if value["event"] == "checkpoint":
                self._check_in(change, facts, tracks)
            else:
                self._replace(line.number, change, int(value["at"]), int(value["removed"]), facts, tracks)
        except (KeyError, TypeError, ValueError):
            self._lose(line.number)

    def _check_in(self, change: int, facts: list[Fact], tracks: list[int | None]) -> None:
        if self._lost_at is None and change == self.change:
            return
        self.facts, self.tracks, self.change = facts, tracks, change
        self._lost_at, self._left_out = None, 0

    def _replace(
        self, number: int, change: int, at: int, removed: int, facts: list[Fact], tracks: list[int | None]
    ) -> None:
        fits = change == self.change + 1 and at >= 0 and removed >= 0 and at + removed <= len(self.facts)
        if self._lost_at is not None or not fits:
            self._lose(number)
            # Whoever goes on with this log numbers on from the highest.
            self.change = max(self.change, change)
            return
        self.facts[at : at + removed] = facts
        self.tracks[at : at + removed] = tracks
        self.change = change

    def _lose(self, number: int) -> None:
        if self._lost_at is None:
            self._lost_at = number
        self._left_out += 1


def _read(value: Mapping[str, Any]) -> tuple[list[Fact], list[int | None]]:
    written = value["facts"]
    facts = [fact_from_json(item) for item in written]
    return facts, [item["track"] if isinstance(item.get("track"), int) else None for item in written]
