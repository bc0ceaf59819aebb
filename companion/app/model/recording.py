"""The recording of a game that is being watched: on and off in one click, and what it takes."""

import math
from datetime import datetime
from pathlib import Path
from typing import Any

from companion.app.model.completing import Completion
from companion.app.model.setup import Plan
from companion.app.model.trouble import Trouble
from companion.app.model.watch import Watch
from companion.errors import UnusableError
from companion.language import ENGLISH, Language
from companion.recording.film import most_bytes_an_hour
from companion.recording.opening import Session
from companion.recording.places import library_folder, new_session_folder
from companion.recording.recorder import Recorder, Standing
from companion.recording.starting import LIMIT, about_session, about_source, begin, end, go_on
from companion.vision.camera import known_name

_PRIVATE = ("stream", "simulated")
"""Sources that are not written down: an address may hold a password, a simulated table cannot be gone back to."""


class LiveRecording:
    """Records a watch, when a person wants it to.

    Attributes:
        plan: What is watched.
        trouble: Why it cannot be recorded.
        completions: Of the videos of what was recorded and has ended.
    """

    def __init__(self, plan: Plan, watch: Watch, library: Path | None = None, language: Language = ENGLISH) -> None:
        """Set up; nothing is recorded yet.

        Args:
            plan: What is watched.
            watch: The session and its source.
            library: Folder of the sessions; the usual one where None.
            language: What the people at the table are spoken to in.
        """
        self.trouble = Trouble()
        self._ended_badly = Trouble()
        self.plan = plan
        self._watch = watch
        self._library = library
        self._language = language
        self._recorder: Recorder | None = None
        self.completions: list[Completion] = []
        self._left_off: Path | None = None
        self._last: Path | None = None

    def speak(self, language: Language) -> None:
        """Write the subtitles in this language from now on."""
        self._language = language
        if self._recorder is not None:
            self._recorder.language = language

    def problem(self, language: Language = ENGLISH) -> str:
        """Return why it cannot be recorded; empty where it can."""
        return self.trouble.told(language) or self._ended_badly.told(language)

    @property
    def folder(self) -> Path | None:
        """Where it is being recorded; None while it is not."""
        return self._recorder.folder if self._recorder is not None else None

    @property
    def with_plays(self) -> Path | None:
        """Where all that is played is being recorded; None where it is not, or something of it is missing there."""
        standing = self.standing
        return self.folder if standing is not None and not standing.lacks_plays else None

    @property
    def is_whole(self) -> bool:
        """Whether it is being recorded, and nothing of what should be is missing now."""
        standing = self.standing
        return standing is not None and standing.problem is None

    @property
    def last(self) -> Path | None:
        """Where it is being recorded, or was the last time; None where it never was."""
        return self.folder or self._last

    @property
    def standing(self) -> Standing | None:
        """How the recording goes; None while there is none."""
        return self._recorder.standing if self._recorder is not None else None

    def estimate(self, language: Language = ENGLISH) -> str:
        """Return what an hour of it takes at most, in words; empty before the first picture."""
        size = self._watch.pump.size
        return "" if size is None else estimate(*size, language)

    def start(self, *, folder: Path | None = None, masked: bool = False, limit: int | None = LIMIT) -> None:
        """Record from now on; see `problem` for whether that can be.

        Args:
            folder: Where to; a new one in the library where None.
            masked: Blur what lies outside the part of the picture where cards lie.
            limit: Bytes that the video may take at most.
        """
        if self._recorder is not None:
            return
        self._ended_badly = Trouble()
        plan, session = self.plan, self._watch.session
        pump = self._watch.pump
        about = about_session(plan.game, plan.settings, session.speaker.names, self._seen)
        library = self._library or library_folder()
        place = folder if folder is not None else new_session_folder(plan.game.id, datetime.now(), library)
        try:
            self._recorder = begin(place, about, session, pump, language=self._language, masked=masked, limit=limit)
            self.trouble.note(None)
        except UnusableError as error:
            self.trouble.note(error)

    def go_on(self, recorded: Session, at: float) -> None:
        """Go on with a recording that broke off, at a time of it; see `problem` for whether that can be."""
        try:
            session, pump = self._watch.session, self._watch.pump
            self._recorder = go_on(recorded, session, pump, at, self._seen, language=self._language)
            self.trouble.note(None)
        except UnusableError as error:
            self.trouble.note(error)

    @property
    def _seen(self) -> dict[str, Any]:
        """What the table is seen with, as it is kept."""
        plan, pump = self.plan, self._watch.pump
        kind, spec = (None, None) if plan.kind in _PRIVATE else (plan.kind, plan.source)
        camera = known_name(int(plan.source)) if plan.kind == "camera" else ""
        return about_source(pump.name, pump.calibration, kind, spec, camera)

    def stop(self) -> None:
        """End the recording; its video is completed in the background."""
        if self.leave_off() is not None:
            self.complete()

    def leave_off(self) -> Path | None:
        """End the recording for now; return its folder, None where there is none.

        Its video is completed by `complete`, or by whoever goes on with it: `give_away`.
        """
        recorder, self._recorder = self._recorder, None
        if recorder is None:
            return None
        standing = end(recorder, self._watch.session, self._watch.pump)
        self._ended_badly.note(standing.problem)
        self._left_off = self._last = recorder.folder
        return recorder.folder

    def complete(self) -> None:
        """Complete the video of a recording that was left off, in the background."""
        folder, self._left_off = self._left_off, None
        if folder is not None:
            self.completions.append(Completion(folder))

    def give_away(self, folder: Path) -> None:
        """Leave this folder to a recording that goes on in it."""
        if self._left_off == folder:
            self._left_off = None

    def close(self) -> None:
        """End the recording and wait until its video is complete."""
        self.stop()
        self.complete()
        for completion in self.completions:
            completion.wait()


def told(standing: Standing, language: Language = ENGLISH) -> str:
    """Return how a recording goes, in short: "1:05, 41 MB, about 2.3 GB an hour"."""
    minutes, seconds = divmod(int(standing.seconds), 60)
    text = language.text("{time}, {size}").format(time=f"{minutes}:{seconds:02}", size=amount(standing.bytes, language))
    if standing.an_hour:
        size = amount(standing.an_hour, language)
        text = language.text("{standing}, about {size} an hour").format(standing=text, size=size)
    if standing.dropped:
        message = language.plural(
            "{standing}, {count} picture left out", "{standing}, {count} pictures left out", standing.dropped
        )
        text = message.format(standing=text, count=standing.dropped)
    return text


def estimate(width: int, height: int, language: Language = ENGLISH) -> str:
    """Return what an hour takes at most, in words; sizes of the picture in pixels."""
    size = amount(most_bytes_an_hour(width, height), language)
    return language.text("An hour takes at most {size}").format(size=size)


def amount(size: int, language: Language = ENGLISH) -> str:
    """Return a size as people read it: "37 kB", "41 MB", "2.3 GB"; French counts octets, "2,3 Go"."""
    unit, point = language.term("size", "B"), language.term("number", ".")
    for factor, prefix, form in ((1e9, "G", ".1f"), (1e6, "M", ".0f")):
        if size >= factor:
            return f"{size / factor:{form}} {prefix}{unit}".replace(".", point)
    return f"{math.ceil(size / 1e3)} k{unit}"
