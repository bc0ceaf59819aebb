"""The library of sessions: an index in SQLite over the folders, which alone are the truth.

The index can be thrown away at any time; `rebuild` makes it again from the folders.
"""

import json
import shutil
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from companion.errors import CompanionError, UnusableError
from companion.recording.layout import EVENTS, SESSION, change_about
from companion.recording.opening import Session, open_session
from companion.recording.summary import Player, players_of

TRASH = ".trash"
"""Folder of the library where deleted sessions wait to be deleted for good."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS sessions (
    folder TEXT PRIMARY KEY, stamp TEXT NOT NULL, name TEXT NOT NULL, game TEXT NOT NULL, title TEXT NOT NULL,
    players TEXT NOT NULL, started TEXT NOT NULL, seconds REAL NOT NULL, bytes INTEGER NOT NULL,
    facts INTEGER NOT NULL, totals TEXT NOT NULL, winners TEXT NOT NULL, over INTEGER NOT NULL,
    complete INTEGER NOT NULL, tags TEXT NOT NULL, archived INTEGER NOT NULL, problem TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS plays_in (
    folder TEXT NOT NULL, seat INTEGER NOT NULL, player TEXT NOT NULL, game TEXT NOT NULL, won INTEGER NOT NULL,
    over INTEGER NOT NULL, tricks INTEGER NOT NULL, points INTEGER NOT NULL, hands INTEGER NOT NULL,
    shoots INTEGER NOT NULL, marriages INTEGER NOT NULL, started TEXT NOT NULL, PRIMARY KEY (folder, seat)
);
"""
_VERSION = 1


@dataclass(frozen=True, slots=True)
class Entry:
    """A session in the library.

    Attributes:
        folder: Where it lies.
        name: What it is called.
        game: Id of the game; empty where the session cannot be opened.
        title: The game's name with its credit.
        players: Seat 0 first.
        started: When, in ISO 8601.
        seconds: How long it was.
        bytes: What it takes on the disk.
        facts: How many facts it has.
        totals: The standing.
        winners: Who won; empty for an unfinished game.
        over: Whether the game was played to its end.
        complete: Whether the recording was ended and did not break off.
        tags: What it was tagged with.
        archived: Whether lists leave it out.
        problem: Why it cannot be opened; empty where it can.
    """

    folder: Path
    name: str
    game: str
    title: str
    players: tuple[str, ...]
    started: str
    seconds: float
    bytes: int
    facts: int
    totals: tuple[int, ...]
    winners: tuple[str, ...]
    over: bool
    complete: bool
    tags: tuple[str, ...]
    archived: bool
    problem: str


class Library:
    """All sessions of one folder.

    Attributes:
        folder: That folder.
    """

    def __init__(self, folder: Path, index: Path) -> None:
        """Open the library; its folder and index are made where missing.

        Raises:
            UnusableError: They cannot be made or written.
        """
        self.folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
            index.parent.mkdir(parents=True, exist_ok=True)
            self._index = _open_index(index)
        except (OSError, sqlite3.Error) as error:
            raise UnusableError(f"{folder}: the library cannot be opened ({error})") from error

    def close(self) -> None:
        """Close the index."""
        self._index.close()

    def refresh(self) -> None:
        """Bring the index up to date: new and changed sessions are read, those that are gone forgotten."""
        known = dict(self._index.execute("SELECT folder, stamp FROM sessions").fetchall())
        found = {str(path): _stamp(path) for path in self._session_folders()}
        for folder in known.keys() - found.keys():
            self._forget(folder)
        for folder, stamp in found.items():
            if known.get(folder) != stamp:
                self._read(Path(folder), stamp)
        self._index.commit()

    def rebuild(self) -> int:
        """Throw the index away and make it again from the folders; return how many sessions there are."""
        self._index.execute("DELETE FROM sessions")
        self._index.execute("DELETE FROM plays_in")
        self.refresh()
        return int(self._index.execute("SELECT count(*) FROM sessions").fetchone()[0])

    def entries(self, search: str = "", *, archived: bool = False) -> list[Entry]:
        """Return sessions, the newest first.

        Args:
            search: Words that must occur in the name, game, players, tags or date.
            archived: Also those that were archived.
        """
        rows = self._index.execute(f"SELECT {', '.join(_FIELDS)} FROM sessions ORDER BY started DESC, folder DESC")
        entries = [_entry(row) for row in rows.fetchall()]
        words = search.casefold().split()
        return [
            entry
            for entry in entries
            if (archived or not entry.archived) and all(word in _searched(entry) for word in words)
        ]

    def find(self, name: str) -> Entry:
        """Return the session of this name or folder.

        Raises:
            UnusableError: There is none, or several.
        """
        entries = self.entries(archived=True)
        named = [entry for entry in entries if name in (entry.folder.name, str(entry.folder), entry.name)]
        if not named:
            named = [entry for entry in entries if name.casefold() in _searched(entry)]
        if len(named) == 1:
            return named[0]
        if not named:
            raise UnusableError(f"{self.folder}: there is no session {name!r}; `companion sessions list` names them")
        several = ", ".join(entry.folder.name for entry in named[:5])
        raise UnusableError(f"{name!r} may be several sessions: {several}; give the name of its folder")

    def rename(self, entry: Entry, name: str) -> None:
        """Call a session otherwise; its folder keeps its name.

        Raises:
            UnusableError: Its `session.json` cannot be written.
        """
        change_about(entry.folder, name=name.strip() or None)
        self.refresh()

    def tag(self, entry: Entry, tags: Iterable[str]) -> None:
        """Give a session these tags, and no others.

        Raises:
            UnusableError: Its `session.json` cannot be written.
        """
        change_about(entry.folder, tags=sorted({tag.strip() for tag in tags if tag.strip()}) or None)
        self.refresh()

    def archive(self, entry: Entry, archived: bool = True) -> None:
        """Leave a session out of lists, or take it in again.

        Raises:
            UnusableError: Its `session.json` cannot be written.
        """
        change_about(entry.folder, archived=True if archived else None)
        self.refresh()

    def delete(self, entry: Entry) -> Path:
        """Move a session to the library's trash, whole; return where it is now.

        Raises:
            UnusableError: It cannot be moved.
        """
        trash = self.folder / TRASH
        stamp = f"{datetime.now(UTC):%Y%m%d%H%M%S%f}"
        target = trash / f"{stamp} {entry.folder.name}"
        try:
            trash.mkdir(exist_ok=True)
            entry.folder.rename(target)
        except OSError as error:
            raise UnusableError(f"{entry.folder}: cannot be deleted ({error.strerror or error})") from error
        self.refresh()
        return target

    def trashed(self) -> list[Path]:
        """Return the deleted sessions, the newest first."""
        trash = self.folder / TRASH
        return sorted(trash.iterdir(), reverse=True) if trash.is_dir() else []

    def restore(self, trashed: Path) -> Path:
        """Take a deleted session back; return where it is now.

        Raises:
            UnusableError: It cannot be moved, or there is one of its name by now.
        """
        target = self.folder / trashed.name.partition(" ")[2]
        if target.exists():
            raise UnusableError(f"{target}: is there already")
        try:
            trashed.rename(target)
        except OSError as error:
            raise UnusableError(f"{trashed}: cannot be taken back ({error.strerror or error})") from error
        self.refresh()
        return target

    def empty_trash(self) -> int:
        """Delete the deleted sessions for good, every file of them; return how many there were.

        Raises:
            UnusableError: Something cannot be deleted.
        """
        trashed = self.trashed()
        try:
            for folder in trashed:
                shutil.rmtree(folder)
        except OSError as error:
            raise UnusableError(f"{error.filename}: cannot be deleted ({error.strerror or error})") from error
        return len(trashed)

    def players(self, entries: Sequence[Entry]) -> list[Player]:
        """Return who played in some sessions, and how it went for them; one line a session and seat, oldest first."""
        folders = {str(entry.folder) for entry in entries}
        rows = self._index.execute(
            f"SELECT folder, {', '.join(_PLAYER)} FROM plays_in ORDER BY started, folder, seat"
        ).fetchall()
        values = (dict(zip(_PLAYER, row[1:], strict=True)) for row in rows if row[0] in folders)
        return [Player(**(value | {"won": bool(value["won"]), "over": bool(value["over"])})) for value in values]

    def _session_folders(self) -> list[Path]:
        return sorted(
            path
            for path in self.folder.iterdir()
            if path.is_dir()
            and not path.name.startswith(".")
            and ((path / SESSION).exists() or (path / EVENTS).exists())
        )

    def _read(self, folder: Path, stamp: str) -> None:
        self._forget(str(folder))
        try:
            session = open_session(folder)
        except CompanionError as error:
            row = _broken(folder, str(error))
        else:
            row = _row(session)
            for seat, player in enumerate(players_of(session)):
                values = (str(folder), seat, *(getattr(player, name) for name in _PLAYER))
                columns = ("folder", "seat", *_PLAYER)
                self._index.execute(
                    f"INSERT INTO plays_in ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})", values
                )
        names = ("stamp", *_FIELDS)
        self._index.execute(
            f"INSERT INTO sessions ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})", (stamp, *row)
        )

    def _forget(self, folder: str) -> None:
        self._index.execute("DELETE FROM sessions WHERE folder = ?", (folder,))
        self._index.execute("DELETE FROM plays_in WHERE folder = ?", (folder,))


_FIELDS = tuple(Entry.__dataclass_fields__)
_PLAYER = tuple(Player.__dataclass_fields__)


def _open_index(path: Path) -> sqlite3.Connection:
    """Open the index; one that is damaged or of another version is thrown away: it can be made again."""
    connection = sqlite3.connect(path)
    try:
        with closing(connection.execute("PRAGMA user_version")) as cursor:
            version = cursor.fetchone()[0]
        if version not in (0, _VERSION):
            raise sqlite3.DatabaseError("of another version")
        connection.executescript(_SCHEMA)
        connection.execute(f"PRAGMA user_version = {_VERSION}")
    except sqlite3.DatabaseError:
        connection.close()
        path.unlink()
        connection = sqlite3.connect(path)
        connection.executescript(_SCHEMA)
        connection.execute(f"PRAGMA user_version = {_VERSION}")
    return connection


def _stamp(folder: Path) -> str:
    """Return what changes when a session changes."""
    marks = []
    for name in (SESSION, EVENTS):
        try:
            state = (folder / name).stat()
        except OSError:
            marks.append("-")
        else:
            marks.append(f"{state.st_mtime_ns}:{state.st_size}")
    return " ".join(marks)


def _row(session: Session) -> tuple[object, ...]:
    about, state = session.about, session.log.state
    winners = [session.names[seat] for side in state.winners for seat in state.seats_of(side)]
    tags = about.get("tags", [])
    return (
        str(session.folder),
        str(about.get("name") or session.folder.name),
        session.game.id,
        session.game.title,
        json.dumps(session.names, ensure_ascii=False),
        str(about.get("started", "")),
        float(about.get("seconds") or session.end),
        session.size,
        len(session.facts),
        json.dumps(list(session.log.view.totals)),
        json.dumps(winners, ensure_ascii=False),
        int(session.log.view.phase == "over"),
        int(session.complete),
        json.dumps([str(tag) for tag in tags] if isinstance(tags, list) else [], ensure_ascii=False),
        int(bool(about.get("archived"))),
        "; ".join(session.notes),
    )


def _broken(folder: Path, problem: str) -> tuple[object, ...]:
    return (str(folder), folder.name, "", "", "[]", "", 0.0, 0, 0, "[]", "[]", 0, 0, "[]", 0, problem)


def _entry(row: tuple[object, ...]) -> Entry:
    values = dict(zip(_FIELDS, row, strict=True))
    for name in ("players", "totals", "winners", "tags"):
        values[name] = tuple(json.loads(str(values[name])))
    for name in ("over", "complete", "archived"):
        values[name] = bool(values[name])
    return Entry(**(values | {"folder": Path(str(values["folder"]))}))  # type: ignore[arg-type]


def _searched(entry: Entry) -> str:
    texts = (entry.name, entry.folder.name, entry.game, entry.title, entry.started, *entry.players, *entry.tags)
    return "\n".join(texts).casefold()
