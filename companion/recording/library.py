"""The library of sessions: an index in SQLite over the folders, which alone are the truth.

The index can be thrown away at any time; `rebuild` makes it again from the folders.
"""

import shutil
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from companion import __version__
from companion.errors import CompanionError, UnusableError
from companion.language import LANGUAGES, in_one_line, language, mark
from companion.recording.entry import Entry, broken_entry, entry_of
from companion.recording.index import Index
from companion.recording.layout import change_about, is_in_use, read_about
from companion.recording.naming import name_players
from companion.recording.opening import holds_session, open_session
from companion.recording.places import free_name
from companion.recording.summary import Player, players_of
from companion.refusals import refused
from companion.rules.blanks import called, named
from companion.whole_files import sweep

_NOT_DELETED = mark("{file}: cannot be deleted ({reason})")

TRASH = ".trash"
"""Folder of the library where deleted sessions wait to be deleted for good."""


class Library:
    """All sessions of one folder.

    Attributes:
        folder: That folder.
    """

    def __init__(self, folder: Path, index: Path) -> None:
        """Open the library; its index is made where missing.

        A folder that is not there holds no session: it comes with the first recording. What is known of a disk that is
        not plugged in stays in the index meanwhile. What a program that was killed left unfinished, in the folder and
        in the sessions, is taken away.

        Raises:
            UnusableError: The folder is none or cannot be read, or another program keeps the index to itself.
        """
        self.folder = folder
        there = _folders(folder) is not None
        self._index = Index(index if there else None)
        for left in (folder, *self._session_folders()):
            sweep(left)

    def close(self) -> None:
        """Close the index."""
        self._index.close()

    def refresh(self) -> None:
        """Bring the index up to date: new and changed sessions are read, those that are gone forgotten."""
        known = self._index.stamps()
        found = {str(path): _stamp(path) for path in self._session_folders()}
        self._index.forget(known.keys() - found.keys())
        for folder, stamp in found.items():
            if known.get(folder) != stamp:
                self._put(Path(folder), stamp)

    def rebuild(self) -> int:
        """Throw the index away and make it again from the folders; return how many sessions there are."""
        self._index.forget(self._index.stamps().keys())
        self.refresh()
        return len(self._index.stamps())

    def entries(self, search: str = "", *, archived: bool = False) -> list[Entry]:
        """Return sessions, the newest first.

        Args:
            search: Words that must occur in the name, game, players, tags or date.
            archived: Also those that were archived.
        """
        words = search.casefold().split()
        return [
            entry
            for entry in self._index.entries()
            if (archived or not entry.archived) and all(word in entry.searched for word in words)
        ]

    def find(self, name: str) -> Entry:
        """Return the session of this name or folder, or the only one that a search for these words finds.

        Raises:
            UnusableError: There is none, or several.
        """
        if not name.strip():
            raise UnusableError("the name of the session is empty; `companion sessions list` names them")
        entries = self.entries(archived=True)
        # A folder's name first: only one has it, whatever others are called.
        named = [entry for entry in entries if name in (entry.folder.name, str(entry.folder))]
        named = named or [entry for entry in entries if name == entry.name] or self.entries(name, archived=True)
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
        change_about(entry.folder, name=in_one_line(name) or None)
        self.refresh()

    def name_players(self, entry: Entry, names: Sequence[str], *, everywhere: bool = False) -> None:
        """Call the players of a session otherwise; who sat where, what was played and the score stay as they are.

        Args:
            entry: The session.
            names: Seat 0 first; those without one are numbered.
            everywhere: Whoever is called otherwise by that is so in all other sessions, too; a player who was only
                numbered is somebody else there.

        Raises:
            UnusableError: It is being recorded, or its log cannot be written: nothing is changed. Or some of the others
                could not be changed: they are named.
            WrongInputError: There are more or fewer names than players, or two players have the same: nothing is
                changed.
        """
        given = named(names, len(entry.players))
        name_players(entry.folder, given)
        changed = _renamed(entry.players, given) if everywhere else {}
        left = []
        for other in self.entries(archived=True) if changed else ():
            names = [changed.get(name, name) for name in other.players]
            if other.folder == entry.folder or names == list(other.players):
                continue
            try:
                name_players(other.folder, names)
            except CompanionError as error:
                left.append(f"{other.name}: {error}")
        self.refresh()
        if left:
            raise UnusableError(mark("These recordings keep their names: {sessions}"), sessions="; ".join(left))

    def tag(self, entry: Entry, tags: Iterable[str]) -> None:
        """Give a session these tags, and no others.

        Raises:
            UnusableError: Its `session.json` cannot be written.
        """
        change_about(entry.folder, tags=sorted({in_one_line(tag) for tag in tags} - {""}) or None)
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
            UnusableError: It is being recorded, or cannot be moved.
        """
        if is_in_use(entry.folder):
            raise UnusableError(
                mark("{name}: is being recorded or corrected just now; end that, then delete it"), name=entry.folder
            )
        trash = self.folder / TRASH
        stamp = f"{datetime.now(UTC):%Y%m%d%H%M%S%f}"
        target = trash / f"{stamp} {entry.folder.name}"
        try:
            trash.mkdir(exist_ok=True)
            entry.folder.rename(target)
        except OSError as error:
            raise UnusableError(_NOT_DELETED, file=entry.folder, reason=refused(error)) from error
        self.refresh()
        return target

    def trashed(self) -> list[Path]:
        """Return the deleted sessions, the newest first."""
        trash = self.folder / TRASH
        # Beside them may lie what the system's own file manager writes into every folder.
        return sorted((path for path in trash.iterdir() if path.is_dir()), reverse=True) if trash.is_dir() else []

    def find_trashed(self, name: str) -> Path:
        """Return the deleted session of this name or folder, or the only one that has all these words.

        Its folder may be named as it is called in the trash, or as it was called before.

        Raises:
            UnusableError: There is none, or several.
        """
        if not name.strip():
            raise UnusableError("the name of the session is empty; `companion sessions restore` names them")
        trashed = self.trashed()
        named = [path for path in trashed if name in (path.name, str(path))]
        named = named or [path for path in trashed if name == _folder_before(path)]
        named = named or [path for path in trashed if name == trashed_name(path)]
        words = name.casefold().split()
        named = named or [path for path in trashed if all(word in _searched(path) for word in words)]
        if len(named) == 1:
            return named[0]
        if not named:
            raise UnusableError(f"the trash holds no session {name!r}; `companion sessions restore` names them")
        several = ", ".join(repr(path.name) for path in named[:5])
        raise UnusableError(
            f"{name!r} may be several sessions in the trash, the one deleted last first: {several}; give one of these"
        )

    def restore(self, trashed: Path) -> Path:
        """Take a deleted session back; return where it is now: beside one that has its name by now, with a number.

        Raises:
            UnusableError: It cannot be moved.
        """
        target = free_name(self.folder / _folder_before(trashed))
        try:
            trashed.rename(target)
        except OSError as error:
            raise UnusableError(
                mark("{name}: cannot be taken back ({reason})"), name=trashed, reason=refused(error)
            ) from error
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
            raise UnusableError(_NOT_DELETED, file=error.filename, reason=refused(error)) from error
        return len(trashed)

    def players(self, entries: Sequence[Entry]) -> list[Player]:
        """Return who played in some sessions, and how it went for them; one line a session and seat, oldest first."""
        return self._index.players({str(entry.folder) for entry in entries})

    def _session_folders(self) -> list[Path]:
        folders = _folders(self.folder) or []
        return sorted(path for path in folders if not path.name.startswith(".") and holds_session(path))

    def _put(self, folder: Path, stamp: str) -> None:
        try:
            session = open_session(folder)
            entry, players = entry_of(session), players_of(session)
        except CompanionError as error:
            entry, players = broken_entry(folder, error), []
        except OSError as error:
            problem = UnusableError(mark("{name}: cannot be read ({reason})"), name=folder, reason=refused(error))
            entry, players = broken_entry(folder, problem), []
        self._index.put(entry, stamp, players)


def trashed_name(trashed: Path) -> str:
    """Return what a session in the trash is called; by its folder's name of before where it says nothing else."""
    try:
        return str(read_about(trashed).get("name") or _folder_before(trashed))
    except UnusableError:
        return _folder_before(trashed)


def _folder_before(trashed: Path) -> str:
    """Return what the folder of a session in the trash was called when it was deleted."""
    return trashed.name.partition(" ")[2]


def _searched(trashed: Path) -> str:
    return f"{trashed.name}\n{trashed_name(trashed)}".casefold()


def _renamed(before: Sequence[str], now: Sequence[str]) -> dict[str, str]:
    """Return what those who had a name of their own are called now; nothing for those who are numbered."""
    numbered = {name for code in LANGUAGES for name in called((), len(before), language(code))}
    names = ("" if name in numbered else name for name in now)
    return {was: name for was, name in zip(before, names, strict=True) if was not in numbered}


def _folders(library: Path) -> list[Path] | None:
    """Return the folders in a library; None where it is not there."""
    try:
        return [path for path in library.iterdir() if path.is_dir()]
    except FileNotFoundError:
        return None
    except OSError as error:
        raise UnusableError(
            mark("{name}: the library cannot be opened ({reason})"), name=library, reason=refused(error)
        ) from error


def _stamp(folder: Path) -> str:
    """Return what changes when a file of a session changes, or the program: another version may understand more."""
    marks = [__version__]
    try:
        for path in sorted(folder.iterdir()):
            if not path.name.startswith("."):
                state = path.stat()
                marks.append(f"{path.name}:{state.st_mtime_ns}:{state.st_size}")
    except OSError as error:
        marks.append(type(error).__name__)
    return "|".join(marks)
