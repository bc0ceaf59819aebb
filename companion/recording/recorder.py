"""Records a running session. The referee never waits for it: the log is written at once, all else in its own thread."""

import contextlib
import shutil
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from companion.errors import UnusableError
from companion.language import ENGLISH, Language, mark
from companion.recording.backlog import Backlog
from companion.recording.captions import LEFT_OUT, Cue, cue_block
from companion.recording.items import Item, Picture, Said
from companion.recording.journal import Journal
from companion.recording.layout import CAPTIONS, FRAMES, change_about
from companion.recording.logbook import Logbook
from companion.recording.looks import look_to_json
from companion.recording.reel import Reel
from companion.recording.veil import Veil
from companion.refusals import refused
from companion.rules.facts import Fact
from companion.table.events import Event, GameWon, HandEnded, RecordingChanged
from companion.table.past import Past
from companion.table.sentences import Speaker
from companion.table.waiting import Waiting
from companion.table.witness import Looked
from companion.vision.types import Frame

_WAITING = 24
"""Pictures that may wait for the encoder before the next is dropped."""

_NO_LOG = mark("the log cannot be written ({reason})")
_FAULT = mark("a part of it could not be recorded ({reason})")


@dataclass(frozen=True, slots=True)
class Standing:
    """How a recording goes.

    Attributes:
        seconds: Length of the video so far.
        bytes: What it takes.
        an_hour: What an hour of it takes at this rate, bytes; 0 while that is not known.
        free: What the disk has left, bytes.
        frames: Pictures recorded.
        dropped: Pictures left out because the encoder could not keep up or could not write.
        problem: What is not being recorded and why; None while all is well.
        lacks_plays: Whether what is played is not all in the log: lines wait to be written, or one never can be.
        lacks_pictures: Whether pictures could not be written; one that is dropped or beyond the limit was not to be.
    """

    seconds: float
    bytes: int
    an_hour: int
    free: int
    frames: int
    dropped: int
    problem: UnusableError | None
    lacks_plays: bool = False
    lacks_pictures: bool = False


class Recorder:
    """Writes a session's folder, which `companion.recording.starting` has made; a witness of the session.

    Attributes:
        folder: Where to.
        language: What the people at the table are spoken to in: that of the subtitles. The log is English.
    """

    def __init__(
        self,
        folder: Path,
        log: Logbook,
        reel: Reel,
        speaker: Speaker,
        *,
        language: Language = ENGLISH,
        patient: bool = False,
        first_track: int = 0,
        veil: Veil | None = None,
        tell: Callable[[RecordingChanged], None] | None = None,
    ) -> None:
        """Begin.

        Args:
            folder: Of the session.
            log: Its log.
            reel: Its video.
            speaker: Puts events into the words of the log, and knows what the players are called.
            language: Of the subtitles.
            patient: Make the source wait rather than drop pictures; only for a source that can wait.
            first_track: Added to the numbers of tracks: a session that goes on counts them on.
            veil: Blurs what lies outside the table in the video; None films everything.
            tell: Told of trouble and of its end, in the recorder's thread.

        Raises:
            UnusableError: The folder cannot be written to.
        """
        self.folder = folder
        self.language = language
        self._log = log
        self._reel = reel
        self._speaker = speaker
        self._first_track = first_track
        self._tell = tell
        self._veil = veil
        self._backlog = Backlog(_WAITING, patient=patient)
        self._unwritten = 0
        self._time = 0.0
        self._troubled = False
        self._fault: UnusableError | None = None
        self._unlogged: UnusableError | None = None
        self._closed = False
        try:
            self._frames = Journal(folder / FRAMES)
            self._captions = Journal(folder / CAPTIONS)
        except OSError as error:
            raise UnusableError(
                mark("{name}: cannot be written to ({reason})"), name=folder, reason=refused(error)
            ) from error
        self._thread = threading.Thread(target=self._run, name="recorder", daemon=True)
        self._thread.start()

    # The session's and the source's threads

    def frame(self, frame: Frame) -> None:
        """Take a frame for the video; see `Capture.tap`."""
        self._backlog.put(Picture(frame))

    def facts_stand(self, time: float, facts: tuple[Fact, ...], tracks: tuple[int | None, ...]) -> None:
        """See `companion.table.witness.Witness`."""
        known = [None if t is None else t + self._first_track for t in tracks]
        self._into_log(lambda: self._log.facts_stand(time, facts, known))

    def wait(self, time: float, waiting: Sequence[Waiting]) -> None:
        """See `companion.table.witness.Witness`."""
        self._into_log(lambda: self._log.wait(time, waiting))

    def remember(self, time: float, past: Past) -> None:
        """See `companion.table.witness.Witness`."""
        self._into_log(lambda: self._log.remember(time, past))

    def pause(self, time: float, paused: bool) -> None:
        """See `companion.table.witness.Witness`."""
        self._into_log(lambda: self._log.pause(time, paused))

    def looked(self, look: Looked) -> None:
        """See `companion.table.witness.Witness`."""
        self._backlog.put(look)

    def heard(self, event: Event) -> None:
        """See `companion.table.witness.Witness`."""
        self._time = max(self._time, event.time)
        self._into_log(lambda: self._log.heard(event, self._speaker.sentence(event)))
        if isinstance(event, HandEnded | GameWon):
            self._into_log(lambda: self._log.checkpoint(event.time))
        self._backlog.put(Said(None if isinstance(event, LEFT_OUT) else Cue(event.time, self._told(event))))

    def _told(self, event: Event) -> str:
        return Speaker(self._speaker.deck, self._speaker.names, self.language).sentence(event)

    def _into_log(self, write: Callable[[], object]) -> None:
        """Write to the log. What cannot be is missing there for good: that stays told, and the game goes on."""
        try:
            write()
        except Exception as error:
            self._unlogged = _fault_of(error)

    # Anybody

    @property
    def standing(self) -> Standing:
        """How the recording goes."""
        try:
            free = shutil.disk_usage(self.folder).free
        except OSError:
            free = 0
        seconds, size = self._reel.seconds, self._reel.bytes
        return Standing(
            seconds=seconds,
            bytes=size,
            an_hour=round(size / seconds * 3600) if seconds >= 1 else 0,
            free=free,
            frames=self._reel.frames,
            dropped=self._backlog.dropped + self._unwritten,
            problem=self._problem,
            lacks_plays=bool(self._log.journal.problem or self._unlogged),
            lacks_pictures=self._reel.refused,
        )

    def close(self) -> Standing:
        """Write what waits and complete the files; return how the recording went. Closing twice is fine."""
        if not self._closed:
            self._closed = True
            self._backlog.close()
            self._thread.join()
            self._reel.close()
            self._into_log(lambda: self._log.checkpoint(self._time))
            standing = self.standing
            for journal in (self._log.journal, self._frames, self._captions):
                journal.close()
            with contextlib.suppress(UnusableError):
                change_about(
                    self.folder,
                    state="complete",
                    language=self.language.code,
                    seconds=round(max(self._time, standing.seconds), 3),
                    frames=standing.frames,
                    dropped=standing.dropped,
                )
        return self.standing

    # The recorder's thread

    @property
    def _problem(self) -> UnusableError | None:
        log = self._log.journal.problem
        if log:
            return UnusableError(_NO_LOG, reason=UnusableError(log))
        return self._unlogged or self._reel.problem or self._fault

    def _run(self) -> None:
        while (item := self._backlog.take()) is not None:
            try:
                self._write(item)
                self._fault = None
            except Exception as error:
                self._fault = _fault_of(error)
            self._tell_trouble()

    def _write(self, item: Item) -> None:
        if isinstance(item, Picture):
            dropped = self._backlog.dropped_since()
            if dropped:
                self._frames.append({"time": round(item.frame.time, 4), "dropped": dropped})
            self._time = max(self._time, item.frame.time)
            frame = item.frame if self._veil is None else replace(item.frame, image=self._veil.over(item.frame.image))
            if not self._reel.add(frame):
                self._unwritten += 1
        elif isinstance(item, Looked):
            if self._veil is not None:
                self._veil.note(item)
            self._frames.append(look_to_json(item, self._first_track))
        else:
            if item.cue is not None:
                self._captions.append_raw(cue_block(item.cue))
            self._log.journal.sync()

    def _tell_trouble(self) -> None:
        problem = self._problem
        if (problem is not None) == self._troubled:
            return
        self._troubled = problem is not None
        if self._tell is None:
            return
        state: Literal["troubled", "resumed"] = "resumed" if problem is None else "troubled"
        event = RecordingChanged(time=self._time, state=state, folder=str(self.folder), problem=problem)
        self._tell(replace(event, message=self._speaker.sentence(event)))


def _fault_of(error: Exception) -> UnusableError:
    return UnusableError(_FAULT, reason=f"{type(error).__name__}: {error}")
