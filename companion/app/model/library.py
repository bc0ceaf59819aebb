"""The library of recorded sessions as the window shows it: read in the background, changed at once."""

import threading
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from companion.app.model.keeping import KeptGame
from companion.app.model.recording import amount
from companion.app.model.setup import Plan, SourceKind
from companion.app.model.times import TellTime, told
from companion.errors import CompanionError, UnusableError
from companion.language import ENGLISH, Language, mark, shown
from companion.recording.entry import Entry
from companion.recording.layout import is_in_use, size_of
from companion.recording.library import Library
from companion.recording.opening import Session, open_session
from companion.recording.places import index_file, is_chosen, library_folder
from companion.recording.summary import Player, Statistics, statistics
from companion.refusals import refused
from companion.rules.games import GAMES

Change = Callable[[Library], object]
"""Changes the library."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What the library page shows.

    Attributes:
        entries: Sessions that the search finds, the newest first.
        statistics: Over these sessions.
        players: How each of them went for each seat, the oldest first.
        trouble: Why the library cannot be read, or changed; None where it can.
        trashed: Deleted sessions that can be taken back, the latest first.
        trash_size: Bytes that these take.
        gone: Whether the folder is not there that somebody has chosen for the library.
        put_away: Whether none is shown because all that the search finds are archived.
    """

    entries: tuple[Entry, ...] = ()
    statistics: tuple[Statistics, ...] = ()
    players: tuple[Player, ...] = ()
    trouble: CompanionError | None = None
    trashed: tuple[Path, ...] = ()
    trash_size: int = 0
    gone: bool = False
    put_away: bool = False


class Shelf:
    """Reads and changes the library in threads of its own. Ask `poll` for what is new.

    One thing is done after the other: what is looked for after a change is looked for in what there is then.

    Attributes:
        folder: Of the sessions.
    """

    def __init__(self, folder: Path | None = None, index: Path | None = None) -> None:
        self.folder = folder if folder is not None else library_folder()
        self._index = index if index is not None else index_file()
        self._lock = threading.Lock()
        self._news: Shown | None = None
        self._wanted = 0
        self._untold: CompanionError | None = None
        # Of deleted sessions, which do not change: a search looks anew with every letter.
        self._sizes: dict[Path, int] = {}
        self._threads: list[threading.Thread] = []

    def again(self) -> "Shelf":
        """Return another one for the same library, whose news is its own."""
        return Shelf(self.folder, self._index)

    def look(self, search: str = "", *, archived: bool = False) -> None:
        """Look what there is; `poll` gives it."""
        self._do(None, search, archived)

    def change(self, change: Change, search: str = "", *, archived: bool = False) -> None:
        """Change something and look what there is then; `poll` gives it, with the problem where it cannot be."""
        self._sizes = {}
        self._do(change, search, archived)

    def poll(self) -> Shown | None:
        """Return what was found, once; None while nothing new was."""
        with self._lock:
            news, self._news = self._news, None
            return news

    def close(self) -> None:
        """Wait for what is under way."""
        for thread in self._threads:
            thread.join()
        self._threads.clear()

    def _do(self, change: Change | None, search: str, archived: bool) -> None:
        self._threads = [thread for thread in self._threads if thread.is_alive()]
        with self._lock:
            self._wanted += 1
            number = self._wanted
        before = self._threads[-1] if self._threads else None
        thread = threading.Thread(target=self._run, args=(before, number, change, search, archived), name="library")
        self._threads.append(thread)
        thread.start()

    def _run(
        self, before: threading.Thread | None, number: int, change: Change | None, search: str, archived: bool
    ) -> None:
        if before is not None:
            before.join()
        if change is None and number != self._wanted:
            return  # Only the last look counts.
        trouble: CompanionError | None = None
        refusal: CompanionError | None = None
        entries: list[Entry] = []
        players: list[Player] = []
        trashed, trash_size, put_away = list[Path](), 0, False
        gone = is_chosen(self.folder) and not self.folder.is_dir()
        try:
            with closing(Library(self.folder, self._index)) as library:
                library.refresh()
                try:
                    if change is not None:
                        change(library)
                except CompanionError as error:
                    refusal = error
                entries = library.entries(search, archived=archived)
                put_away = not entries and bool(library.entries(search, archived=True))
                players = library.players(entries)
                trashed = library.trashed()
                trash_size = sum(map(self._size, trashed))
        except OSError as error:
            trouble = refused(error)
        except CompanionError as error:
            trouble = error
        with self._lock:
            # That something could not be changed is told with what is looked for since.
            self._untold = refusal or self._untold
            if number == self._wanted:
                trouble, self._untold = trouble or self._untold, None
                lines = tuple(statistics(players))
                found = tuple(entries), lines, tuple(players)
                self._news = Shown(*found, trouble, tuple(trashed), trash_size, gone, put_away)

    def _size(self, folder: Path) -> int:
        sizes = self._sizes
        if folder not in sizes:
            sizes[folder] = size_of(folder)
        return sizes[folder]


def columns(entry: Entry, tell_time: TellTime, language: Language = ENGLISH) -> tuple[str, ...]:
    """Return a session as a row: when, what it is called, game, players with their totals, length, size, marks.

    Args:
        entry: The session.
        tell_time: Writes day and time as people here do.
        language: Of everything else.
    """
    when = told(entry.started, tell_time)
    if not entry.game:
        return (when, entry.name, language.text("cannot be opened"), entry.told(language), "", "", "")
    minutes = max(1, round(entry.seconds / 60))
    marks = [] if entry.over else [language.text("unfinished")]
    marks += [] if entry.complete else [language.text("broke off")]
    marks += [language.text("partly readable")] if entry.problem else []
    marks += [language.text("archived")] if entry.archived else []
    marks += [f"#{tag}" for tag in entry.tags]
    length = language.text("{count} min").format(count=minutes)
    title, size = language.text(entry.title), amount(entry.bytes, language)
    return (when, entry.name, title, standing(entry.players, entry.totals), length, size, ", ".join(marks))


def standing(players: Sequence[str], totals: Sequence[int]) -> str:
    """Return who has how many points, partners together: "Ben 10, Ana 4"; empty where that is not known."""
    named = ((" & ".join(players[side :: len(totals)]), total) for side, total in enumerate(totals))
    return ", ".join(f"{name} {shown(total)}" for name, total in named)


def game_of(entry: Entry, kind: SourceKind, source: str) -> tuple[KeptGame, Session]:
    """Return a recorded game as one that is gone on with, and the recording, which knows best where it broke off.

    Args:
        entry: The session.
        kind: What the picture comes from where the recording does not say.
        source: Which one.

    Raises:
        UnusableError: It cannot be opened, is being recorded, or a newer version of the program wrote some of it.
    """
    session = open_session(entry.folder)
    session.check_known()
    if is_in_use(entry.folder):
        raise UnusableError(
            mark("{name}: is being recorded or corrected just now; end that, then go on with it"), name=entry.folder
        )
    about = session.about
    noted = about.get("source_kind")
    if noted in ("camera", "file") and isinstance(about.get("source_spec"), str):
        kind, source = noted, about["source_spec"]
    is_numbered = noted == "camera" and source.isdecimal()
    camera = about.get("source_camera", "") if is_numbered else ""
    plan = Plan(GAMES[session.game.id], session.settings, session.names, kind, source)
    facts, waiting, folder = session.facts, session.waiting, entry.folder
    saved = datetime.now(UTC)
    return KeptGame(
        folder, plan, facts, session.end, saved, folder, waiting, camera=str(camera), paused=bool(session.paused)
    ), session
