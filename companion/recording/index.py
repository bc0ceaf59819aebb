"""The library's index: a SQLite file that can be thrown away at any time and made again from the folders."""

import json
import sqlite3
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from companion.errors import UnusableError
from companion.language import mark
from companion.recording.entry import Entry
from companion.recording.summary import Player
from companion.refusals import refused

_VERSION = 2
_SCHEMA = """
CREATE TABLE IF NOT EXISTS sessions (
    folder TEXT PRIMARY KEY, stamp TEXT NOT NULL, name TEXT NOT NULL, game TEXT NOT NULL, title TEXT NOT NULL,
    players TEXT NOT NULL, started TEXT NOT NULL, seconds REAL NOT NULL, bytes INTEGER NOT NULL,
    facts INTEGER NOT NULL, totals TEXT NOT NULL, winners TEXT NOT NULL, over INTEGER NOT NULL,
    complete INTEGER NOT NULL, tags TEXT NOT NULL, archived INTEGER NOT NULL, problem TEXT NOT NULL,
    trouble TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS plays_in (
    folder TEXT NOT NULL, seat INTEGER NOT NULL, player TEXT NOT NULL, game TEXT NOT NULL, won INTEGER NOT NULL,
    over INTEGER NOT NULL, tricks INTEGER NOT NULL, points INTEGER NOT NULL, hands INTEGER NOT NULL,
    shoots INTEGER NOT NULL, marriages INTEGER NOT NULL, started TEXT NOT NULL, PRIMARY KEY (folder, seat)
);
"""
_WAIT = 10.0
"""Seconds to wait for another program that is writing the index."""

_UNWRITABLE = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)

_ENTRY = tuple(Entry.__dataclass_fields__)
_PLAYER = tuple(Player.__dataclass_fields__)
_LISTS = ("players", "totals", "winners", "tags")
_TRUTHS = ("over", "complete", "archived")


class Index:
    """What is known about the sessions of a library. Several programs may use one file, each in its turn."""

    def __init__(self, path: Path | None) -> None:
        """Open the index; one that is damaged or of another version is made anew, empty.

        Without a path, or where nothing can be written, it is kept in memory; from when on the disk is full, too.

        Raises:
            UnusableError: Another program keeps it to itself.
        """
        self._path = path
        if path is None:
            self._connection = _opened(None)
            return
        with self._in_words():
            path.parent.mkdir(parents=True, exist_ok=True)
            try:
                self._connection = _opened(path)
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF not in _UNWRITABLE:
                    raise
                # A library on a disk that cannot be written to is listed all the same.
                self._connection = _opened(None)
            except sqlite3.DatabaseError:
                path.unlink()
                self._connection = _opened(path)

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def stamps(self) -> dict[str, str]:
        """Return the stamp under which each session was put in, by its folder."""
        with self._in_words():
            return dict(self._connection.execute("SELECT folder, stamp FROM sessions").fetchall())

    def put(self, entry: Entry, stamp: str, players: Sequence[Player]) -> None:
        """Put a session in, in place of what was known of it.

        Args:
            entry: The session.
            stamp: What changes when it changes.
            players: Who played, seat 0 first.
        """
        folder = str(entry.folder)

        def put() -> None:
            self._take_out(folder)
            self._insert("sessions", {"stamp": stamp, **_row(entry)})
            for seat, player in enumerate(players):
                told = {name: getattr(player, name) for name in _PLAYER}
                self._insert("plays_in", {"folder": folder, "seat": seat, **told})

        self._write(put)

    def forget(self, folders: Collection[str]) -> None:
        """Take sessions out."""

        def forget() -> None:
            for folder in folders:
                self._take_out(folder)

        self._write(forget)

    def entries(self) -> list[Entry]:
        """Return all sessions, the newest first."""
        wanted = f"SELECT {', '.join(_ENTRY)} FROM sessions ORDER BY started DESC, folder DESC"
        with self._in_words():
            return [_entry(row) for row in self._connection.execute(wanted).fetchall()]

    def players(self, folders: Collection[str]) -> list[Player]:
        """Return who played in some sessions; one a session and seat, oldest first."""
        wanted = f"SELECT folder, {', '.join(_PLAYER)} FROM plays_in ORDER BY started, folder, seat"
        with self._in_words():
            rows = self._connection.execute(wanted).fetchall()
        values = (dict(zip(_PLAYER, row[1:], strict=True)) for row in rows if row[0] in folders)
        return [Player(**(value | {"won": bool(value["won"]), "over": bool(value["over"])})) for value in values]

    def _write(self, change: Callable[[], None]) -> None:
        """Make a change, whole or not at all; where the file takes none any more, in a copy of it in memory."""
        with self._in_words():
            try:
                with self._connection:
                    change()
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF not in _UNWRITABLE:
                    raise
                file, self._connection = self._connection, _opened(None)
                with closing(file):
                    file.backup(self._connection)
                with self._connection:
                    change()

    def _take_out(self, folder: str) -> None:
        for table in ("sessions", "plays_in"):
            self._connection.execute(f"DELETE FROM {table} WHERE folder = CAST(? AS TEXT)", (_bytes(folder),))

    def _insert(self, table: str, values: dict[str, object]) -> None:
        places = ", ".join("CAST(? AS TEXT)" if isinstance(value, str) else "?" for value in values.values())
        given = tuple(_bytes(value) if isinstance(value, str) else value for value in values.values())
        self._connection.execute(f"INSERT INTO {table} ({', '.join(values)}) VALUES ({places})", given)

    @contextmanager
    def _in_words(self) -> Iterator[None]:
        try:
            yield
        except (OSError, sqlite3.Error) as error:
            why = refused(error) if isinstance(error, OSError) else error
            message = mark("{name}: the library's index cannot be used ({reason}); try again")
            raise UnusableError(message, name=self._path, reason=why) from error


def _opened(path: Path | None) -> sqlite3.Connection:
    connection = sqlite3.connect(path or ":memory:", timeout=_WAIT)
    connection.text_factory = _text
    try:
        # What is deleted is written over: nobody's name stays behind in the file.
        connection.execute("PRAGMA secure_delete = ON")
        with closing(connection.execute("PRAGMA user_version")) as cursor:
            version = cursor.fetchone()[0]
        if version == 0:
            connection.executescript(_SCHEMA)
            connection.execute(f"PRAGMA user_version = {_VERSION}")
        elif version != _VERSION:
            raise sqlite3.DatabaseError("of another version")
    except BaseException:
        connection.close()
        raise
    return connection


def _bytes(text: str) -> bytes:
    """Return a text for the file: names of folders that are no UTF-8 hold half characters, which it takes as bytes."""
    return text.encode(errors="surrogatepass")


def _text(kept: bytes) -> str:
    return kept.decode(errors="surrogatepass")


def _row(entry: Entry) -> dict[str, object]:
    values = {name: getattr(entry, name) for name in _ENTRY}
    values |= {name: json.dumps(values[name], ensure_ascii=False) for name in _LISTS}
    return values | {"folder": str(entry.folder)}


def _entry(row: tuple[object, ...]) -> Entry:
    values = dict(zip(_ENTRY, row, strict=True))
    values |= {name: tuple(json.loads(str(values[name]))) for name in _LISTS}
    values |= {name: bool(values[name]) for name in _TRUTHS}
    return Entry(**(values | {"folder": Path(str(values["folder"]))}))  # type: ignore[arg-type]
