"""Begins recordings, and goes on with those that broke off."""

import contextlib
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

from companion import __version__
from companion.errors import UnusableError
from companion.language import ENGLISH, Language, mark
from companion.recording.captions import HEAD
from companion.recording.failures import FAILURES
from companion.recording.finishing import finish, picture_times
from companion.recording.journal import Journal
from companion.recording.layout import CAPTIONS, EVENTS, FORMAT, SAID_AT_THE_END, SESSION, is_in_use, write_json
from companion.recording.logbook import Logbook
from companion.recording.opening import Session, holds_session, open_session
from companion.recording.recorder import Recorder, Standing
from companion.recording.reel import RESERVE, Reel
from companion.recording.veil import Veil
from companion.refusals import refused
from companion.resources import fingerprint, models_directory
from companion.rules.game import Game
from companion.rules.settings import Settings
from companion.table.session import TableSession
from companion.vision.tabletop.calibration import Calibration
from companion.vision.types import Frame

_PAUSE = 1.0
"""Seconds of the session's time between where it broke off and where it goes on."""

_CANNOT_BE_WRITTEN = mark("{name}: cannot be written to ({reason})")
_BUSY = mark("it is being recorded or corrected just now; its video is completed when that has ended")
_NEWER = mark("a newer version of the program wrote this session; its video is completed by that version")

LIMIT = 20_000_000_000
"""Bytes that a session's video takes at most, where nothing else is said."""


def _models() -> dict[str, str]:
    """Return the models of this program by name, each with the beginning of its file's SHA-256; none where missing."""
    try:
        files = sorted(models_directory().glob("*.onnx"))
        return {path.stem: fingerprint(path) for path in files}
    except (UnusableError, OSError):
        return {}


_SEEN = ("source", "calibration", "source_kind", "source_spec", "source_camera", "source_film", "source_begins")
"""What `session.json` says about what the table is seen with."""


class Tapped(Protocol):
    """A source of frames, such as `companion.vision.capture.Capture`."""

    def tap(self, listener: Callable[[Frame], None] | None) -> None:
        """Show every frame from now on to a listener; None: no more."""


def about_session(
    game: Game,
    settings: Settings,
    names: tuple[str, ...],
    seen: Mapping[str, object],
) -> dict[str, Any]:
    """Return what `session.json` says at the beginning.

    Args:
        game: What is played.
        settings: What was agreed.
        names: The players, seat 0 first.
        seen: What it is seen with (`about_source`).
    """
    return {
        "game": game.id,
        "title": game.title,
        "deck": game.deck.id,
        "players": list(names),
        "settings": dict(settings),
        "program": __version__,
        "models": _models(),
        **seen,
    }


def about_source(
    name: str,
    calibration: Calibration | None = None,
    kind: str | None = None,
    spec: str | None = None,
    camera: str = "",
) -> dict[str, Any]:
    """Return what `session.json` says about what the table is seen with.

    Args:
        name: Of the source of frames.
        calibration: How the camera sees the table; None where that was not measured. What is filmed was set right.
        kind: Of source, as the window offers them; None for one that is not offered again.
        spec: Which one of them.
        camera: Name of the camera, whichever number it has later; empty where the system does not tell.
    """
    said: dict[str, Any] = {"source": name}
    if calibration is not None:
        said["calibration"] = calibration.of_true_pictures().as_json()
    if kind is not None:
        said |= {"source_kind": kind, "source_spec": spec}
    if camera:
        said["source_camera"] = camera
    return said


def _check_new(folder: Path) -> None:
    try:
        if holds_session(folder):
            raise UnusableError(
                f"{folder}: holds a recording already; give another folder, or go on with it (--resume)"
            )
        # An empty log, and what is hidden, was left by a program that ended at once, or by the system.
        if folder.is_dir() and any(path.name != EVENTS and path.name[0] != "." for path in folder.iterdir()):
            raise UnusableError(f"{folder}: holds other files; a recording needs a new folder")
    except OSError as error:
        raise UnusableError(_CANNOT_BE_WRITTEN, name=folder, reason=refused(error)) from error


def begin(
    folder: Path,
    about: Mapping[str, Any],
    session: TableSession,
    source: Tapped,
    *,
    language: Language = ENGLISH,
    patient: bool = False,
    masked: bool = False,
    limit: int | None = LIMIT,
    reserve: int = RESERVE,
) -> Recorder:
    """Record a session from now on, in a new folder. It may have been running for some time.

    Args:
        folder: Where to; made where missing.
        about: What is played, by whom, seen with what (`about_session`).
        session: What is recorded; it is told of trouble with the recording.
        source: Where its frames come from.
        language: What the people at the table are spoken to in: that of subtitles and chapters.
        patient: Make the source wait rather than drop pictures; only for a source that can wait.
        masked: Blur what lies outside the part of the picture where cards lie; before the first card, everything.
        limit: Bytes that the video may take at most.
        reserve: Bytes of the disk that the video leaves free.

    Raises:
        UnusableError: There is a recording already, or the folder cannot be written to.
    """
    _check_new(folder)
    started = {"started": datetime.now(UTC).isoformat(timespec="seconds"), "state": "running"}
    written = {"format": FORMAT, **about, "language": language.code, **started, **({"masked": True} if masked else {})}
    with _written_to(folder) as journal:
        write_json(folder / SESSION, written)
        (folder / CAPTIONS).write_bytes(HEAD)
        journal.append({"event": "session", "time": 0.0, **written})
        recorder = Recorder(
            folder,
            Logbook(journal),
            Reel(folder, limit, reserve),
            session.speaker,
            language=language,
            patient=patient,
            veil=Veil() if masked else None,
            tell=session.tell,
        )
    return _attached(recorder, session, source)


def go_on(
    recorded: Session,
    session: TableSession,
    source: Tapped,
    at: float,
    seen: Mapping[str, Any],
    *,
    language: Language | None = None,
    patient: bool = False,
    limit: int | None = LIMIT,
    reserve: int = RESERVE,
) -> Recorder:
    """Go on with a recording that broke off; what is there is only added to.

    Args:
        recorded: The recording as it was opened.
        session: A session made from its facts.
        source: Where the frames come from now.
        at: When they begin, seconds: `resume_time`.
        seen: What it is seen with now (`about_source`); what it was seen with before, where that was something else, is
            kept as `earlier`.
        language: As in `begin`; that in which it broke off where None.
        patient: As in `begin`.
        limit: As in `begin`, for what is added.
        reserve: As in `begin`.

    Raises:
        UnusableError: The folder cannot be written to, or a newer version of the program wrote some of it.
    """
    recorded.check_known()
    folder = recorded.folder
    language = language or recorded.language
    with _written_to(folder) as journal:
        if not (folder / CAPTIONS).exists():
            (folder / CAPTIONS).write_bytes(HEAD)
        # Written anew: where it was damaged, the log's first line said what was played.
        about = _seen_now(recorded, seen, at)
        now = {"players": list(session.speaker.names), "language": language.code, "state": "running"}
        write_json(folder / SESSION, {**about, **now})
        paused = bool(recorded.paused)
        log = Logbook(journal, recorded.facts, recorded.tracks, recorded.change, paused=paused)
        # Whatever was lost of the log: from here on it is known how the facts stand.
        log.checkpoint(at)
        recorder = Recorder(
            folder,
            log,
            Reel(folder, limit, reserve),
            session.speaker,
            language=language,
            patient=patient,
            first_track=last_track(recorded),
            # The camera may stand elsewhere now, or be another one.
            veil=Veil() if recorded.about.get("masked") else None,
            tell=session.tell,
        )
    return _attached(recorder, session, source)


def _seen_now(recorded: Session, seen: Mapping[str, Any], at: float) -> dict[str, Any]:
    """Return what is said of a session that is seen with something else from a time on, seconds, or with the same."""
    kept = {key: value for key, value in recorded.about.items() if key not in {*SAID_AT_THE_END, *_SEEN}}
    before = {key: recorded.about[key] for key in _SEEN if key in recorded.about}
    if before and before != seen:
        kept["earlier"] = [*recorded.earlier, {**before, "until": at}]
    return {**kept, **seen}


@contextlib.contextmanager
def _written_to(folder: Path) -> Iterator[Journal]:
    """Make the folder of a recording and hold its log; it is let go of where what follows goes wrong.

    Raises:
        UnusableError: The folder cannot be written to, or another program records there.
    """
    with contextlib.ExitStack() as held:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            journal = Journal(folder / EVENTS, alone=True)
            held.callback(journal.close)
            yield journal
        except OSError as error:
            raise UnusableError(_CANNOT_BE_WRITTEN, name=folder, reason=refused(error)) from error
        held.pop_all()


def resume_time(recorded: Session) -> float:
    """Return the time at which a session that goes on begins, seconds: behind all that was recorded.

    While nothing moves the video alone goes on: neither events nor looks tell how long. It is read for that.
    """
    return max([recorded.end, *recorded.looks.times[-1:], *_end_of_video(recorded)]) + _PAUSE


def _end_of_video(recorded: Session) -> list[float]:
    """Return the time of the last picture, in the last part of the video that can be read; nothing without one."""
    for path in reversed(recorded.videos):
        with contextlib.suppress(*FAILURES):
            times = list(picture_times(path))
            if times:
                return [max(times)]
    return []


def last_track(recorded: Session) -> int:
    """Return the highest number of a track in a recording; 0 without one."""
    return max([recorded.looks.last_track, *(track or 0 for track in recorded.tracks)])


def _attached(recorder: Recorder, session: TableSession, source: Tapped) -> Recorder:
    session.attach(recorder)
    source.tap(recorder.frame)
    return recorder


def end(recorder: Recorder, session: TableSession, source: Tapped) -> Standing:
    """Stop recording; the session may go on. The video gets its chapters by `complete`."""
    source.tap(None)
    session.attach(None)
    return recorder.close()


def complete(folder: Path) -> list[UnusableError]:
    """Give the video of a recording that has ended its chapters and subtitles; takes as long as copying it.

    Returns:
        What could not be done.

    Raises:
        UnusableError: The session cannot be opened.
    """
    if is_in_use(folder):
        return [UnusableError(_BUSY)]
    session = open_session(folder)
    if session.newer:
        return [UnusableError(_NEWER)]
    return finish(session)
