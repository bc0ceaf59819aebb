"""A game in a file of its own: when the program or the computer goes down, it is gone on with, or its result shown."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, get_args

from companion import plain_json
from companion.app.model.setup import Plan, SourceKind
from companion.app.model.watch import Watch
from companion.errors import CompanionError, UnusableError
from companion.given_files import read_given
from companion.language import ENGLISH, Language, mark
from companion.recording.layout import write_json
from companion.refusals import refusal_of, refused
from companion.rules import rulings
from companion.rules.fact_json import UnknownKindError, fact_from_json, fact_to_json
from companion.rules.facts import Fact
from companion.rules.games import game as find_game
from companion.rules.log import GameLog
from companion.table.events import GameWon
from companion.table.past import NO_PAST, Past, past_from_json, past_to_json
from companion.table.sentences import Speaker
from companion.table.snapshot import Snapshot
from companion.table.told import ruled
from companion.table.waiting import Waiting, waiting_of, waiting_to_json
from companion.vision.camera import is_plugged_in, known_name, number_of

_NO_GAME = mark("{name}: keeps no game that can be gone on with ({reason})")
_DAMAGED = mark("the file is damaged")

_SEEN = "seen"
"""In the file of a game that is over, once people have seen the result."""

_PAUSED = "paused"
"""In the file of a game while nothing counts."""

_PAST = "past"
"""In the file of a game whose facts were not just added one after the other."""

_PAUSE = 1.0
"""Seconds between two looks for something to write: what lies on the table at the end is seen again anyway."""


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game that is not over, or whose result is to be looked at again.

    Attributes:
        path: The file that keeps it; the folder of its recording where that alone does.
        plan: What is played.
        facts: Everything that was played and said.
        time: Of the source when that was written, seconds.
        saved: When that was, with a time zone.
        recording: Folder of the session that it was being recorded to; None where it was not.
        waiting: The cards that were laid and are not among the facts, and those that are asked about all the same.
        past: What led to the facts.
        camera: Name of the camera, whichever number it has today; empty where the system did not tell.
        result: What is said of its end; None while it goes on.
        seen: Whether people have seen the result.
        paused: Whether people had said that nothing counts for a while.
    """

    path: Path
    plan: Plan
    facts: tuple[Fact, ...]
    time: float
    saved: datetime
    recording: Path | None
    waiting: tuple[Waiting, ...] = ()
    past: Past = NO_PAST
    camera: str = ""
    result: GameWon | None = None
    seen: bool = False
    paused: bool = False

    @property
    def lacks_camera(self) -> bool:
        """Whether its camera is not plugged in, so that its number is another's, or nobody's."""
        return bool(self.camera) and not is_plugged_in(self.camera)

    @property
    def plan_today(self) -> Plan:
        """The plan, with the number that its camera has today."""
        plan = self.plan
        number = number_of(self.camera, int(plan.source)) if self.camera else None
        return plan if number is None else replace(plan, source=str(number))

    def told(self, language: Language = ENGLISH) -> str:
        """Return who won a game that is over, in words; empty where it goes on."""
        if self.result is None:
            return ""
        title = language.text(self.plan.game.title)
        won = Speaker(self.plan.game.deck, self.plan.names, language).sentence(self.result)
        return language.text("The last game is over ({game}).").format(game=title) + f" {won}."


class NewerGameError(UnusableError):
    """A newer version of the program kept the game, and can go on with it."""


def read_kept(path: Path) -> KeptGame:
    """Read what a keeper wrote.

    Raises:
        NewerGameError: It holds facts of a kind that this version does not know.
        UnusableError: It cannot be read, or the game is not known or not possible.
    """
    try:
        content = plain_json.loads(read_given(path))
        game = find_game(str(content["game"]))
        settings = game.configure(**content["settings"])
        kind: SourceKind = next(kind for kind in get_args(SourceKind) if kind == content["kind"])
        names = tuple(str(name) for name in content["names"])
        plan = Plan(game, settings, names, kind, str(content["source"]), str(content["taught"]))
        facts = tuple(fact_from_json(fact) for fact in content["facts"])
        log = GameLog(game, settings, facts)
        waiting = waiting_of(content["waiting"], log)
        saved = datetime.fromisoformat(content["saved"]).astimezone(UTC)
        recording = Path(content["recording"]) if content["recording"] else None
        if kind == "camera":
            int(plan.source)
        if len(names) != game.start(settings).players:
            raise ValueError("there are more or fewer names than players")
        # Earlier versions wrote none of them.
        camera, seen, paused = str(content["camera"]), bool(content.get(_SEEN)), bool(content.get(_PAUSED))
        past = past_from_json(content[_PAST], log) if _PAST in content else NO_PAST
        result = _result_of(log, names)
        time = float(content["time"])
        return KeptGame(path, plan, facts, time, saved, recording, waiting, past, camera, result, seen, paused)
    except OSError as error:
        raise UnusableError(mark("{name}: cannot be read ({reason})"), name=path, reason=refused(error)) from error
    except plain_json.NoJsonError as error:
        raise UnusableError(_NO_GAME, name=path, reason=UnusableError(_DAMAGED)) from error
    except CompanionError as error:
        raise UnusableError(_NO_GAME, name=path, reason=error) from error
    except UnknownKindError as error:
        newer = UnusableError(mark("a newer version of the program kept it; go on with that one"))
        raise NewerGameError(_NO_GAME, name=path, reason=newer) from error
    except (ValueError, TypeError, LookupError, AttributeError, StopIteration, OverflowError) as error:
        raise UnusableError(_NO_GAME, name=path, reason=UnusableError(_DAMAGED)) from error


def _result_of(log: GameLog, names: Sequence[str]) -> GameWon | None:
    """Return what is said of the end of a game; None while it goes on."""
    ruling = next((ruling for ruling in reversed(log.rulings) if isinstance(ruling, rulings.GameWon)), None)
    event = ruled(ruling, 0.0, names) if ruling is not None else None
    return event if isinstance(event, GameWon) else None


def note_seen(path: Path) -> None:
    """Note in the file of a game that is over that people have seen the result.

    Raises:
        OSError: It cannot be read or written.
        ValueError: It is damaged.
    """
    write_json(path, {**plain_json.loads(path.read_bytes()), _SEEN: True})


class Keeper:
    """Writes the game down whenever it has changed, in a thread of its own.

    Attributes:
        problem: Why it cannot be written; empty where it can.
    """

    def __init__(
        self, path: Path, plan: Plan, watch: Watch, recording: Callable[[], Path | None], camera: str = ""
    ) -> None:
        """Begin.

        Args:
            path: Where to; the file and its folder need not be there.
            plan: What is played.
            watch: The session.
            recording: Returns where all that is played is being recorded to; None where it is not, or not all of it.
            camera: Name of its camera, where that is not on; empty for what the system calls it now.
        """
        self.problem = ""
        self._path, self._plan, self._watch, self._recording = path, plan, watch, recording
        self._camera = camera or (known_name(int(plan.source)) if plan.kind == "camera" else "")
        self._seen = -1
        self._newest: tuple[int, Snapshot] | None = None
        self._written: tuple[object, ...] = ()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="keeper")
        self._thread.start()

    def close(self, *, keep: bool, seen: bool = False, recorded: bool = False) -> None:
        """Write no more; what is written stays, or goes because nobody wants to go on with it.

        A game that is over stays for a while in any case, for a card of it may have been misread; one that is recorded
        to its end is among the recordings.

        Args:
            keep: Somebody may want to go on with it.
            seen: Where it is over, people have seen the result.
            recorded: Where it is over, it is recorded to its end, and nothing of it is missing.
        """
        self._closing.set()
        self._thread.join()
        self._newest = self._watch.snapshot(self._seen) or self._newest
        is_over = self._newest is not None and self._newest[1].view.phase == "over"
        is_wanted = not recorded if is_over else keep
        if is_wanted:
            self._look(seen=is_over and (seen or not keep))
        else:
            self._forget()

    def _run(self) -> None:
        while not self._closing.wait(_PAUSE):
            self._look()

    def _look(self, *, seen: bool = False) -> None:
        self._newest = self._watch.snapshot(self._seen) or self._newest
        if self._newest is None:
            return
        # A recording may begin and end while nothing is played.
        number, snapshot = self._newest
        recording = self._recording()
        is_paused = snapshot.state == "paused"
        state = (snapshot.facts, snapshot.waiting, snapshot.past, snapshot.names, is_paused, recording, seen)
        if state == self._written:
            return
        if snapshot.facts or snapshot.waiting:
            self._write(snapshot, recording, seen=seen)
        else:
            self._forget()
        if not self.problem:
            self._seen, self._written = number, state

    def _write(self, snapshot: Snapshot, recording: Path | None, *, seen: bool) -> None:
        plan = self._plan
        content: dict[str, Any] = {
            "game": plan.game.id,
            "settings": dict(plan.settings),
            "names": list(snapshot.names),
            "kind": plan.kind,
            "source": plan.source,
            "camera": self._camera,
            "taught": plan.taught,
            "time": snapshot.time,
            "saved": datetime.now(UTC).isoformat(timespec="seconds"),
            "recording": str(recording) if recording is not None else "",
            "facts": [fact_to_json(fact) for fact in snapshot.facts],
            "waiting": [waiting_to_json(card) for card in snapshot.waiting],
        }
        if seen:
            content[_SEEN] = True
        if snapshot.state == "paused":
            content[_PAUSED] = True
        if snapshot.past != NO_PAST:
            content[_PAST] = past_to_json(snapshot.past)
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            write_json(self._path, content)
            self.problem = ""
        except OSError as error:
            self.problem = refusal_of(error)

    def _forget(self) -> None:
        try:
            self._path.unlink(missing_ok=True)
            self.problem = ""
        except OSError as error:
            self.problem = refusal_of(error)
