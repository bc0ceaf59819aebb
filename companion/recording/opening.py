"""Opens a session's folder however it ended: what can be read is read, and what cannot is named. Nothing is written."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from companion.cards import Deck
from companion.errors import CompanionError, UnusableError
from companion.language import ENGLISH, LANGUAGES, Language, language, mark
from companion.recording.annotations import lines_left_out
from companion.recording.folding import Edits, Fold
from companion.recording.layout import (
    ANNOTATIONS,
    CAPTIONS,
    EVENTS,
    FORMAT,
    FRAMES,
    SESSION,
    missing_parts,
    read_about,
    size_of,
    strange_file,
    video_parts,
)
from companion.recording.lines import Line, read_lines
from companion.recording.looks import Looks
from companion.refusals import refused
from companion.rules.blanks import called
from companion.rules.errors import ImpossibleFactError
from companion.rules.facts import Fact
from companion.rules.game import Game
from companion.rules.games import game as find_game
from companion.rules.log import GameLog
from companion.rules.settings import Settings
from companion.table.events import PlayersNamed
from companion.table.past import NO_PAST, Past, past_from_json
from companion.table.sentences import Speaker
from companion.table.waiting import Waiting, waiting_of

LogLine = Mapping[str, Any]

NO_EVENTS = ("session", "facts", "waiting", "past", "pause", "checkpoint")
"""Lines of the log that nobody was told of."""

_LEFT_OUT = mark("{name}: lines that are left out, damaged or of a kind not known here: {count}")

_NAMED = 5
"""So many damaged lines of the log are named one by one; where there are more, their number is what helps."""

_UNREAD = mark("{name}: cannot be read ({reason})")

_STRANGE = mark(
    "{name}: {file} is a link or no plain file, so nothing of this recording is opened; put the file itself into the "
    "folder"
)

_CONTENTS: Mapping[str, str] = MappingProxyType(
    {FRAMES: mark("what was seen in each frame"), CAPTIONS: mark("the subtitles")}
)
"""What is lost with a file."""

_PART = UnusableError(mark("a part of the video"))


@dataclass(frozen=True)
class Session:
    """A recorded session.

    Attributes:
        folder: Where it lies.
        about: What `session.json` says, or the beginning of the log where that is missing.
        game: What was played.
        settings: What was agreed.
        names: The players, seat 0 first.
        lines: The log: events with the words they were announced by, and changes of the facts.
        log: The facts as they stand, folded.
        tracks: For each fact, the track that its card was seen as; None where that is not known.
        change: Number of the last change of the facts.
        waiting: The cards that were laid and are not among the facts, and those that are asked about all the same.
        past: What led to the facts, or to the first of them: undo takes it back where the game goes on.
        paused: Whether nothing counted when it ended; None where nobody ever said so.
        edits: What people changed about the facts after the game.
        newer: Whether a newer version of the program wrote what this one does not know.
        notes: What is missing or damaged.
    """

    folder: Path
    about: Mapping[str, Any]
    game: Game
    settings: Settings
    names: tuple[str, ...]
    lines: tuple[LogLine, ...] = field(repr=False)
    log: GameLog = field(repr=False)
    tracks: tuple[int | None, ...] = field(repr=False)
    change: int
    waiting: tuple[Waiting, ...]
    past: Past
    paused: bool | None
    edits: Edits = field(repr=False)
    newer: bool
    notes: tuple[UnusableError, ...]

    @property
    def facts(self) -> tuple[Fact, ...]:
        """All facts as they stand."""
        return self.log.facts

    @property
    def events(self) -> tuple[LogLine, ...]:
        """What was announced, in order: events of `companion watch` with their `text`."""
        return tuple(line for line in self.lines if line["event"] not in NO_EVENTS)

    @property
    def pauses(self) -> tuple[tuple[float, bool], ...]:
        """When nothing counted any more, and when cards counted again (False), seconds."""
        told = (line for line in self.lines if line["event"] == "pause")
        return tuple((float(line["time"]), bool(line.get("paused"))) for line in told)

    @property
    def speaker(self) -> Speaker:
        """What puts the game into the words of its log, which are English."""
        return Speaker(self.game.deck, self.names)

    @property
    def language(self) -> Language:
        """What the people at the table were spoken to in when it ended; English where that was not noted."""
        code = self.about.get("language")
        return language(code) if isinstance(code, str) and code in LANGUAGES else ENGLISH

    @property
    def speaker_at_table(self) -> Speaker:
        """What puts the game into the words in which the people at the table heard it."""
        return Speaker(self.game.deck, self.names, self.language)

    @property
    def end(self) -> float:
        """The last time in the log, seconds."""
        return max((float(line["time"]) for line in self.lines), default=0.0)

    @property
    def looks(self) -> Looks:
        """What was seen, frame after frame."""
        return Looks(self.folder / FRAMES)

    @property
    def complete(self) -> bool:
        """Whether the recording was ended and did not break off."""
        return self.about.get("state") == "complete"

    @property
    def filmed_to_its_end(self) -> bool:
        """Whether it was ended and left no pictures out, so that its video should have the last ones."""
        return self.complete and not self.about.get("dropped")

    @property
    def earlier(self) -> list[Mapping[str, Any]]:
        """With what the table was seen before the last camera: as in `about`, and `until` which second."""
        said = self.about.get("earlier")
        return [one for one in said if isinstance(one, dict)] if isinstance(said, list) else []

    @property
    def videos(self) -> list[Path]:
        """The parts of the video, in order."""
        return video_parts(self.folder)

    @property
    def size(self) -> int:
        """What the folder takes, bytes."""
        return size_of(self.folder)

    def check_known(self) -> None:
        """Refuse to change the game where this program does not know all of it.

        Raises:
            UnusableError: A newer version wrote some of it, which would be lost.
        """
        if self.newer:
            raise UnusableError(
                mark(
                    "{name}: a newer version of the program wrote this session; go on with the game, and correct it, "
                    "with that version, so that nothing of it is lost"
                ),
                name=self.folder,
            )


def holds_session(folder: Path) -> bool:
    """Tell whether a folder is a session; one that may not be looked into is taken for one, so that it is named.

    A log in which nothing stands is none: a program that ended at once had just made it. Neither is a `session.json`
    without a log that names no format, as `companion simulate` writes it beside its film.
    """
    try:
        if strange_file(folder):
            return True
        log = folder / EVENTS
        if log.exists() and log.stat().st_size > 0:
            return True
        return (folder / SESSION).exists() and "format" in read_about(folder)
    except (OSError, UnusableError):
        return True


def open_session(folder: Path) -> Session:
    """Open a session.

    Raises:
        UnusableError: It is no session, or so little of it is left that not even the game is known.
    """
    if folder.is_file():
        raise UnusableError(mark("{name}: is a file; give the folder of a recorded session"), name=folder)
    if not folder.is_dir():
        raise UnusableError(mark("{name}: there is no such folder"), name=folder)
    if strange := strange_file(folder):
        raise UnusableError(_STRANGE, name=folder, file=strange)
    if not holds_session(folder):
        raise UnusableError(mark("{name}: is no recorded session ({file} is missing)"), name=folder, file=EVENTS)
    notes: list[UnusableError] = []
    lines = _read_log(folder, notes)
    about = _about(folder, lines, notes)
    game, settings, names = _agreed(folder, about, lines, notes)
    fold = Fold()
    for line in lines:
        fold.take(line)
    if fold.fault:
        notes.append(_of(EVENTS, fold.fault))
    log, tracks = _folded(game, settings, fold, notes)
    waits, past = _waiting(fold, log, notes), _past(fold, log, notes)
    _look_for_files(folder, about, game.deck, notes)
    visible = tuple(line.value for line in lines if line.value is not None)
    newer = fold.unknown is not None or _is_newer(about.get("format"))
    known = visible, log, tracks, fold.change, waits, past, fold.paused, fold.edits
    return Session(folder, about, game, settings, names, *known, newer, tuple(notes))


def _is_newer(version: object) -> bool:
    return isinstance(version, int) and version > FORMAT


def _read_log(folder: Path, notes: list[UnusableError]) -> list[Line]:
    path = folder / EVENTS
    try:
        lines = list(read_lines(path))
    except FileNotFoundError:
        notes.append(UnusableError(mark("{name} is missing: what was played is not known"), name=EVENTS))
        return []
    except OSError as error:
        raise UnusableError(_UNREAD, name=path, reason=refused(error)) from error
    if not lines:
        notes.append(UnusableError(mark("{name} is empty: what was played is not known"), name=EVENTS))
    kept, faults = [], []
    for line in lines:
        if line.fault:
            faults.append(line.fault)
        elif line.value is None or not isinstance(line.value.get("event"), str) or not _is_time(line.value.get("time")):
            faults.append(UnusableError(mark("line {number} is no event"), number=line.number))
            continue
        kept.append(line)
    notes.extend(_of(EVENTS, fault) for fault in faults[:_NAMED])
    if len(faults) > _NAMED:
        notes.append(UnusableError(_LEFT_OUT, name=EVENTS, count=len(faults)))
    return kept


def _is_time(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _about(folder: Path, lines: list[Line], notes: list[UnusableError]) -> Mapping[str, Any]:
    try:
        about: Mapping[str, Any] = read_about(folder)
    except UnusableError as error:
        first = next((line.value for line in lines if line.value and line.value["event"] == "session"), None)
        if first is None:
            raise
        told = mark("{reason}; the beginning of {name} says what was played")
        notes.append(UnusableError(told, reason=_within(error), name=EVENTS))
        about = {key: value for key, value in first.items() if key not in ("event", "time")}
    version = about.get("format", FORMAT)
    if version != FORMAT:
        told = mark("{name}: is of format {version}, this program knows {known}: what it understands is shown")
        notes.append(UnusableError(told, name=SESSION, version=version, known=FORMAT))
    return about


def _agreed(
    folder: Path, about: Mapping[str, Any], lines: list[Line], notes: list[UnusableError]
) -> tuple[Game, Settings, tuple[str, ...]]:
    try:
        game = find_game(str(about.get("game")))
        settings = game.configure(**dict(about.get("settings", {})))
        players = game.start(settings).players
    except (CompanionError, TypeError, ValueError) as error:
        raise UnusableError(
            mark("{name}: what was played is not known here ({reason})"), name=folder / SESSION, reason=error
        ) from None
    named = [line.value for line in lines if line.value is not None and line.value["event"] == PlayersNamed.event]
    given = [about, *named][-1].get("players", ())
    names = tuple(str(name) for name in given) if isinstance(given, list | tuple) else ()
    if names and len(names) != players:
        told = mark("the players number {players}, but the names {names}; where a name is missing they are numbered")
        fault = UnusableError(told, names=len(names), players=players)
        notes.append(_of(EVENTS if named else SESSION, fault))
    return game, settings, called(names, players)


def _folded(
    game: Game, settings: Settings, fold: Fold, notes: list[UnusableError]
) -> tuple[GameLog, tuple[int | None, ...]]:
    """Return the fold of the facts, as far as they go together."""
    log = GameLog(game, settings)
    for number, fact in enumerate(fold.facts):
        try:
            log.append(fact)
        except (ImpossibleFactError, CompanionError) as error:
            told = mark("{name}: fact {number} of {total} cannot be ({reason}); those before it stand")
            notes.append(UnusableError(told, name=EVENTS, number=number + 1, total=len(fold.facts), reason=error))
            fold.edits.close()
            break
    return log, tuple(fold.tracks[: len(log.facts)])


def _waiting(fold: Fold, log: GameLog, notes: list[UnusableError]) -> tuple[Waiting, ...]:
    """Return the cards that wait to follow the facts; none where not all of those stand."""
    if fold.fault or len(log.facts) < len(fold.facts):
        return ()
    try:
        return waiting_of(fold.waiting, log)
    except (LookupError, TypeError, ValueError):
        notes.append(UnusableError(_LEFT_OUT, name=EVENTS, count=1))
        return ()


def _past(fold: Fold, log: GameLog, notes: list[UnusableError]) -> Past:
    """Return what led to the facts; nothing where not all of those stand."""
    if fold.past is None or fold.fault or len(log.facts) < len(fold.facts):
        return NO_PAST
    try:
        known = len(fold.past["origins"])
        return past_from_json(fold.past, GameLog(log.game, log.settings, log.facts[:known]))
    except (CompanionError, LookupError, TypeError, ValueError):
        notes.append(UnusableError(_LEFT_OUT, name=EVENTS, count=1))
        return NO_PAST


def _look_for_files(folder: Path, about: Mapping[str, Any], deck: Deck, notes: list[UnusableError]) -> None:
    if about.get("video", True) and not video_parts(folder):
        notes.append(UnusableError(mark("the video is missing")))
    for name in missing_parts(folder):
        notes.append(UnusableError(mark("{name} is missing: {what}"), name=name, what=_PART))
    for name, what in _CONTENTS.items():
        try:
            (folder / name).open("rb").close()
        except FileNotFoundError:
            notes.append(UnusableError(mark("{name} is missing: {what}"), name=name, what=UnusableError(what)))
        except OSError as error:
            notes.append(UnusableError(_UNREAD, name=name, reason=refused(error)))
    left_out = {FRAMES: Looks(folder / FRAMES).damaged}
    try:
        left_out[ANNOTATIONS] = lines_left_out(folder, deck)
    except OSError as error:
        notes.append(UnusableError(_UNREAD, name=ANNOTATIONS, reason=refused(error)))
    notes.extend(UnusableError(_LEFT_OUT, name=name, count=count) for name, count in left_out.items() if count)


def _within(error: UnusableError) -> UnusableError:
    """Return what is wrong with `session.json` by its name alone: what is told stands beside that of the folder."""
    message, blanks = error.parts
    return UnusableError(message, **{**blanks, "name": SESSION})


def _of(name: str, fault: UnusableError) -> UnusableError:
    return UnusableError(mark("{name}: {reason}"), name=name, reason=fault)
