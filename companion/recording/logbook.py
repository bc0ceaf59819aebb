"""The log of a session as it is written: every change of the facts, and every event that followed from it.

Facts can be folded again from these lines alone:

- `facts`: from place `at` on, `removed` facts gave way to `facts`; `change` counts these lines from 1, so that a
  lost one is noticed.
- `waiting`: the cards that were laid and wait for an earlier one to be known, and those in the facts that are asked
  about; with every change of the facts they are told anew.
- `past`: which changes led to the facts as they stand, after each that was more than one more card seen.
- `pause`: nothing counts from then on, or cards count again.
- `checkpoint`: all facts as they stand, written after every hand: what a damaged line takes away lasts no longer.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.recording.journal import Journal
from companion.rules.fact_json import fact_to_json
from companion.rules.facts import Fact
from companion.table.event_json import to_json
from companion.table.events import Event
from companion.table.past import Past, past_to_json
from companion.table.waiting import Waiting, waiting_to_json

Tracks = Sequence[int | None]


class Logbook:
    """Writes the log.

    Attributes:
        journal: The file.
    """

    def __init__(
        self,
        journal: Journal,
        facts: Iterable[Fact] = (),
        tracks: Iterable[int | None] = (),
        change: int = 0,
        *,
        paused: bool = False,
    ) -> None:
        """Begin, or go on with a log.

        Args:
            journal: The file.
            facts: Those that the log already has.
            tracks: The tracks it knows for them.
            change: Number of its last change.
            paused: Whether nothing counted at its end.
        """
        self.journal = journal
        self._facts = tuple(facts)
        self._tracks = tuple(tracks)
        self._change = change
        self._waiting: tuple[Waiting, ...] = ()
        self._paused = paused
        self._checked = -1
        self._returned = 0

    def facts_stand(
        self, time: float, facts: Sequence[Fact], tracks: Tracks, told: Mapping[str, str] | None = None
    ) -> None:
        """Write how the facts changed, if they did.

        Args:
            time: Seconds of the session.
            facts: All of them.
            tracks: For each, the track its card was seen as, where that is known.
            told: Where somebody corrected them after the game, who did (`author`), when (`said`), and which change
                was taken back (`undo`) or made again (`redo`) by it.
        """
        start = _common(self._facts, facts)
        end = _common(self._facts[start:][::-1], facts[start:][::-1])
        removed, stop = len(self._facts) - end - start, len(facts) - end
        if not removed and start == stop:
            return
        # What a card was seen as is known best when its fact is new; later it is forgotten by those who saw it.
        kept = tracks[start:stop]
        self._tracks = (*self._tracks[:start], *kept, *self._tracks[start + removed :])
        self._facts = tuple(facts)
        self._waiting = ()
        self._change += 1
        line: dict[str, Any] = {"event": "facts", "time": round(time, 4), "change": self._change}
        line |= {"at": start, "removed": removed, "facts": _written(facts[start:stop], kept), **(told or {})}
        self._append(line)

    def wait(self, time: float, waiting: Sequence[Waiting]) -> None:
        """Write which cards wait, unless that is told already."""
        if tuple(waiting) != self._waiting:
            self._waiting = tuple(waiting)
            cards = [waiting_to_json(card) for card in waiting]
            self._append({"event": "waiting", "time": round(time, 4), "cards": cards})

    def remember(self, time: float, past: Past) -> None:
        """Write what led to the facts."""
        self._append({"event": "past", "time": round(time, 4), **past_to_json(past)})

    def pause(self, time: float, paused: bool) -> None:
        """Write that nothing counts from now on, or that cards count again, unless that is told already."""
        if paused != self._paused:
            self._paused = paused
            self._append({"event": "pause", "time": round(time, 4), "paused": paused})

    def checkpoint(self, time: float) -> None:
        """Write all facts, where they have changed since that was done last."""
        if self._checked == self._change:
            return
        self._checked = self._change
        written = _written(self._facts, self._tracks)
        self.journal.append({"event": "checkpoint", "time": round(time, 4), "change": self._change, "facts": written})

    def heard(self, event: Event, text: str) -> None:
        """Write an event with the words it was announced by."""
        self._append({**to_json(event), "text": text})

    def _append(self, line: Mapping[str, Any]) -> None:
        self.journal.append(line)
        if self.journal.returned != self._returned:
            # What the disk had not taken when it went is lost: here it is known again how the facts stand.
            self._returned = self.journal.returned
            self._checked = -1
            self.checkpoint(line["time"])


def _written(facts: Sequence[Fact], tracks: Tracks) -> list[dict[str, Any]]:
    return [
        fact_to_json(fact) | ({} if track is None else {"track": track})
        for fact, track in zip(facts, tracks, strict=True)
    ]


def _common(these: Sequence[Fact], those: Sequence[Fact]) -> int:
    """Return how many facts two sequences have in common at their beginning."""
    for count, (one, other) in enumerate(zip(these, those, strict=False)):
        if one != other:
            return count
    return min(len(these), len(those))
