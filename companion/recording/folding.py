"""The facts of a log, from its lines alone, also where lines are damaged."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.errors import UnusableError
from companion.language import mark
from companion.recording.lines import Line
from companion.rules.fact_json import UnknownKindError, fact_from_json
from companion.rules.facts import Fact

Traced = tuple[Fact, int | None]
"""A fact with the track that its card was seen as, where that is known."""


@dataclass(frozen=True, slots=True)
class Edit:
    """Facts that gave way to others after the game.

    Attributes:
        said: When a person said so: what was done at once has the same.
        at: The place of the first of them.
        old: Those that gave way, each with its track.
        new: Those that came instead, each with its track.
    """

    said: str
    at: int
    old: tuple[Traced, ...]
    new: tuple[Traced, ...]

    @property
    def about(self) -> tuple[Traced, ...]:
        """Facts that are others afterwards; where as many came as gave way, those between two that changed are not."""
        if len(self.old) != len(self.new):
            return (*self.old, *self.new)
        return tuple(now for was, now in zip(self.old, self.new, strict=True) if was != now)


@dataclass(slots=True)
class Edits:
    """What people changed about the facts after the game, as far as it can be taken back.

    Once the game has gone on, or a change is lost, what was set right before stays as it is.

    Attributes:
        open: The changes, the oldest first, with those that were taken back.
        taken_back: Those of them that are taken back, by when they were said, with the time of that.
        closed: Those that stay, by when they were said.
    """

    open: list[Edit] = field(default_factory=list)
    taken_back: dict[str, str] = field(default_factory=dict)
    closed: set[str] = field(default_factory=set)

    def close(self) -> None:
        """Let everything stay as it is."""
        self.closed |= {edit.said for edit in self.open}
        self.open.clear()

    def take(self, line: Mapping[str, Any], edit: Edit) -> None:
        """Take a change of the facts as its line in the log tells it."""
        undone, redone = line.get("undo"), line.get("redo")
        if not edit.said:
            self.close()
        elif undone is not None:
            self.taken_back[str(undone)] = edit.said
        elif redone is not None:
            self.taken_back.pop(str(redone), None)
        else:
            self.open.append(edit)


class Fold:
    """Takes the lines of a log one after the other.

    After a lost change of the facts those behind it cannot be placed, until a checkpoint says how they all stand. One
    with a fact of an unknown kind is as good as lost.

    Attributes:
        facts: As they stand.
        tracks: For each, the track that its card was seen as, where that is known.
        change: Number of the last change that was read.
        waiting: The cards that waited at the end, as the log holds them; none once the facts changed since.
        past: What led to the facts, or to the first of them, as the log holds it; none where others changed since.
        paused: Whether nothing counted at the end; None where nobody ever said so.
        edits: What people changed after the game.
        unknown: The first line with a fact of an unknown kind, and that kind; None for none, and where a later
            checkpoint holds known ones alone.
    """

    def __init__(self) -> None:
        self.facts: list[Fact] = []
        self.tracks: list[int | None] = []
        self.change = 0
        self.waiting: Any = ()
        self.past: Any = None
        self.paused: bool | None = None
        self.edits = Edits()
        self.unknown: tuple[int, str] | None = None
        self._lost_at: int | None = None
        self._left_out = 0

    @property
    def fault(self) -> UnusableError | None:
        """What could not be made good again; None for nothing."""
        if self._lost_at is None:
            return None
        if self.unknown is not None:
            line, kind = self.unknown
            return UnusableError(
                mark(
                    "line {line} holds a fact of a kind that this program does not know ({kind}): a newer version "
                    "wrote it, and shows the whole game; facts that stand here: {facts}"
                ),
                line=line,
                kind=kind,
                facts=len(self.facts),
            )
        return UnusableError(
            mark(
                "a change of the facts is lost before line {line}; later changes that cannot be placed: {count}, facts "
                "that stand: {facts}"
            ),
            line=self._lost_at,
            count=self._left_out,
            facts=len(self.facts),
        )

    def take(self, line: Line) -> None:
        """Take a line."""
        value = line.value
        if value is not None and value.get("event") == "waiting":
            self.waiting = value.get("cards")
        if value is not None and value.get("event") == "past":
            self.past = value
        if value is not None and value.get("event") == "pause":
            self.paused = bool(value.get("paused"))
        if value is None or value.get("event") not in ("facts", "checkpoint"):
            return
        if value["event"] == "facts":
            self.waiting = ()
        try:
            change = int(value["change"])
            facts, tracks = _read(value)
            if value["event"] == "checkpoint":
                self._check_in(change, facts, tracks)
            else:
                self._replace(line.number, change, value, list(zip(facts, tracks, strict=True)))
        except UnknownKindError as error:
            self.unknown = self.unknown or (line.number, error.kind)
            self._lose(line.number)
        except (KeyError, TypeError, ValueError):
            self._lose(line.number)

    def _check_in(self, change: int, facts: list[Fact], tracks: list[int | None]) -> None:
        if self._lost_at is None and change == self.change:
            return
        self.facts, self.tracks, self.change = facts, tracks, change
        self._lost_at, self._left_out, self.unknown = None, 0, None
        self.edits.close()

    def _replace(self, number: int, change: int, value: Mapping[str, Any], new: list[Traced]) -> None:
        at, removed = int(value["at"]), int(value["removed"])
        fits = change == self.change + 1 and at >= 0 and removed >= 0 and at + removed <= len(self.facts)
        if self._lost_at is not None or not fits:
            self._lose(number)
            # Whoever goes on with this log numbers on from the highest.
            self.change = max(self.change, change)
            return
        if removed or at < len(self.facts):
            self.past = None
        old = zip(self.facts[at : at + removed], self.tracks[at : at + removed], strict=True)
        self.edits.take(value, Edit(str(value.get("said", "")), at, tuple(old), tuple(new)))
        self.facts[at : at + removed] = [fact for fact, _ in new]
        self.tracks[at : at + removed] = [track for _, track in new]
        self.change = change

    def _lose(self, number: int) -> None:
        self.past = None
        if self._lost_at is None:
            self._lost_at = number
            self.edits.close()
        self._left_out += 1


def _read(value: Mapping[str, Any]) -> tuple[list[Fact], list[int | None]]:
    written = value["facts"]
    facts = [fact_from_json(item) for item in written]
    return facts, [item["track"] if isinstance(item.get("track"), int) else None for item in written]
