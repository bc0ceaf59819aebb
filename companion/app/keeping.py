"""The files of games: one for the game that runs here, and those that somebody left behind, or has just ended."""

import contextlib
import os
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from platformdirs import user_data_path
from PySide6.QtCore import QLockFile, QSysInfo

from companion.app.model.keeping import Keeper, KeptGame, NewerGameError, note_seen, read_kept
from companion.app.model.setup import LIVE, Plan
from companion.app.model.watch import Watch
from companion.errors import UnusableError
from companion.whole_files import lives

_RECENT = timedelta(hours=36)
"""For so long a game is offered from when it was found first: an evening, and the day after."""

_MOST_OLD = 10
"""So many games that broke off stay though they are offered no more."""

_AT_ONCE = timedelta(minutes=1)
"""A file that is hardly younger than what it says was not touched since: nobody has found the game yet."""

_FIRST = datetime(2026, 1, 1, tzinfo=UTC)
"""Nobody played before the program was there: a clock that said so was wrong, as where its battery is empty."""

_AHEAD = timedelta(days=1)
"""What was written further in the future was written by a clock that was wrong."""


def usual_folder() -> Path:
    """Return where the games of this person are kept."""
    return user_data_path("table-companion", appauthor=False) / "games"


class KeptGames:
    """Keeps the running game, and finds those to go on with.

    A lock beside each file tells whether the program that plays the game is still there, in this window or another.

    Attributes:
        damaged: What was found and cannot be gone on with.
    """

    def __init__(self, folder: Path | None = None) -> None:
        """Set up; nothing is kept where there is no folder."""
        self._folder = folder
        self._keeper: Keeper | None = None
        self._path: Path | None = None
        self._lock: QLockFile | None = None
        self._found: dict[Path, QLockFile] = {}
        self._put_by: set[Path] = set()
        self.damaged: list[UnusableError] = []

    @property
    def problem(self) -> str:
        """Why the running game cannot be kept; empty where it can."""
        return self._keeper.problem if self._keeper is not None else ""

    def find(self) -> tuple[KeptGame, ...]:
        """Return the games that broke off, the last one first, held for this window (`hold`, `let_go_of_found`).

        One that is over is offered, too, until people have seen the result. What was found long ago and nobody has gone
        on with is not offered; the newest games of those stay, for it may be today's clock that is wrong. What keeps no
        game that can be gone on with is put aside with its content, and stands in `damaged`; so does what cannot be
        read just now, or a newer version of the program kept of late, which stays where it is.
        """
        self.damaged = []
        self.let_go_of_found()
        if self._folder is None:
            return ()
        found: list[KeptGame] = []
        old = 0
        for path in sorted(self._folder.glob("*.json"), reverse=True):
            lock = _lock_of(path)
            if path in self._put_by or not _is_free(lock, path):
                continue
            try:
                kept = read_kept(path)
            except UnusableError as error:
                self.damaged.append(error)
                waits = isinstance(error, NewerGameError) and _is_recent(path)
                if os.access(path, os.R_OK) and not waits:
                    _put_aside(path)
                lock.unlock()
                continue
            if datetime.now(UTC) - _when(kept) < _RECENT:
                if kept.seen and kept.result is not None:
                    lock.unlock()
                    continue
                self._found[path] = lock
                found.append(kept)
                continue
            old += kept.result is None
            if kept.result is not None or old > _MOST_OLD:
                with contextlib.suppress(OSError):  # It is looked at again the next time.
                    path.unlink(missing_ok=True)
            lock.unlock()
        return tuple(found)

    def let_go_of_found(self) -> None:
        """Let other windows offer what was found here and is not held (`hold`)."""
        for lock in self._found.values():
            lock.unlock()
        self._found.clear()

    def last_result(self) -> KeptGame | None:
        """Return the game that was over last, of those that nobody plays; None where there is none of late."""
        for path in sorted(self._folder.glob("*.json"), reverse=True) if self._folder is not None else ():
            lock = _lock_of(path)
            if path != self._path and path not in self._found and not _is_free(lock, path):
                continue
            try:
                kept = read_kept(path)
            except UnusableError:
                continue  # `find` tells of it.
            finally:
                lock.unlock()
            if kept.result is not None and datetime.now(UTC) - _when(kept) < _RECENT:
                return kept
        return None

    def hold(self, kept: KeptGame) -> bool:
        """Hold a game to go on with in this window; return whether it is there, no recording, and no other's."""
        if kept.path == self._path:
            return True
        lock = self._found.pop(kept.path, None)
        if lock is None:
            lock = _lock_of(kept.path)
            if not kept.path.is_file() or not _is_free(lock, kept.path):
                return False
        self._let_go()
        self._path, self._lock = kept.path, lock
        return True

    def put_by(self, kept: KeptGame) -> None:
        """Offer a game no more in this window; it is kept.

        One that is over is not offered when the program is opened again either; `last_result` finds it.
        """
        self._put_by.add(kept.path)
        if kept.result is not None:
            with contextlib.suppress(OSError, ValueError):  # Then it is offered when the program is opened again.
                note_seen(kept.path)
        if kept.path == self._path:
            self._let_go()

    def begin(
        self,
        plan: Plan,
        watch: Watch,
        recording: Callable[[], Path | None],
        *,
        going_on: bool = False,
        camera: str = "",
    ) -> None:
        """Keep this game from now on; in the file that was found, where it is the one that is gone on with.

        A game that was found and is not gone on with stays, to be offered again.

        Args:
            plan: What is played; a game that can be looked at again from its beginning is not kept.
            watch: The session.
            recording: Returns where all that is played is being recorded to.
            going_on: It is the game that was found.
            camera: Name of its camera, where that is not on; empty for what the system calls it now.
        """
        if self._folder is None or plan.kind not in LIVE:
            return
        if not going_on:
            self._let_go()
        if self._path is None:
            self._path = _next_in(self._folder)
            self._lock = _lock_of(self._path)
            # Without the lock the game is kept all the same; only another window might offer it, too.
            with contextlib.suppress(OSError):
                self._folder.mkdir(parents=True, exist_ok=True)
            self._lock.tryLock(0)
        self._keeper = Keeper(self._path, plan, watch, recording, camera)

    @property
    def path(self) -> Path | None:
        """The file of the running game; None where it is not kept."""
        return self._path if self._keeper is not None else None

    def leave(self, *, keep: bool, seen: bool = False, recorded: bool = False, hold: bool = False) -> None:
        """The game is left.

        Args:
            keep: Not for good: it is gone on with when the program is opened again.
            seen: Where it is over, people have seen the result, and it is not offered.
            recorded: Where it is over, its recording has it to its end.
            hold: It is to be gone on with in this window.
        """
        if self._keeper is not None:
            self._keeper.close(keep=keep, seen=seen, recorded=recorded)
            self._keeper = None
            if not hold:
                self._let_go()

    def _let_go(self) -> None:
        if self._lock is not None:
            self._lock.unlock()
        self._path = self._lock = None


def _next_in(folder: Path) -> Path:
    """Return the file of a game that begins now: the last by its name, also where the clock was set back meanwhile."""
    begun = f"{datetime.now(UTC):%Y-%m-%d %H-%M-%S-%f}"
    others = [path.stem.rpartition(" ")[0] for path in folder.glob("*.json")]
    latest = max(others, default="")
    return folder / f"{begun if latest < begun else f'{latest}+'} {os.getpid()}.json"


def _when(kept: KeptGame) -> datetime:
    """Return when a game was found first; now, where nobody has found or seen it yet, however long ago it was kept.

    Nobody may have opened the program for a week, and a clock that was wrong may have been set meanwhile. The time of
    the file tells it, unless that is one that cannot be.
    """
    now = datetime.now(UTC)
    try:
        found = _written(kept.path)
        is_new = not kept.seen and found - kept.saved < _AT_ONCE and kept.saved < now + _AHEAD
        if is_new or not _FIRST <= found < now + _AHEAD:
            os.utime(kept.path)
            return now
        return found
    except OSError:
        return now


def _written(path: Path) -> datetime:
    return datetime.fromtimestamp(path.stat().st_mtime, UTC)


def _is_recent(path: Path) -> bool:
    try:
        return datetime.now(UTC) - _written(path) < _RECENT
    except OSError:
        return True  # It is looked at again the next time.


def _put_aside(path: Path) -> None:
    with contextlib.suppress(OSError):  # Then it is told of the next time, too.
        path.replace(path.with_suffix(".damaged"))


def _is_free(lock: QLockFile, path: Path) -> bool:
    """Take the lock of a game; return whether nobody else has it, also where the disk takes none."""
    return (
        lock.tryLock(0)
        or lock.error() != QLockFile.LockError.LockFailedError
        # A program that failed may have left one that cannot be taken away, also where the disk is full.
        or not os.access(path.parent, os.W_OK)
        or _is_left(lock)
    )


def _is_left(lock: QLockFile) -> bool:
    """Whether a program of this computer has a lock that does not run any more."""
    process, computer, _ = lock.getLockInfo()
    return computer == QSysInfo.machineHostName() and not lives(process)


def _lock_of(path: Path) -> QLockFile:
    lock = QLockFile(str(path.with_suffix(".lock")))
    lock.setStaleLockTime(0)  # However long the evening: only a program that is gone has left it.
    return lock
