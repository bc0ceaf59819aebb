"""The video of a session while it grows: its parts, its bounds on the disk, and going on after trouble."""

import contextlib
import shutil
from pathlib import Path

from companion.errors import UnusableError
from companion.language import mark
from companion.recording.failures import FAILURES, reason
from companion.recording.film import FilmWriter
from companion.recording.layout import next_part, video_name
from companion.refusals import refused
from companion.vision.types import Frame

RESERVE = 300_000_000
"""Bytes of the disk that the video leaves free, so that the log can go on for weeks."""

_CHECK_EVERY = 2.0
"""Seconds between two looks at the disk."""

_TRY_AGAIN = 15.0
"""Seconds after which a video that broke off is tried again, in a new part."""

_LEAST = 2
"""Pixels: the codec knows no picture with fewer rows or columns."""

_UNWRITABLE = mark("the video cannot be written ({reason})")
_NO_END = mark("the end of the video could not be written ({reason})")
_NO_ANSWER = mark("the disk cannot be asked ({reason})")
_NEARLY_FULL = mark("the disk is nearly full ({left} MB left)")
_LIMIT = mark("the video has reached its limit of {limit} GB")


class Reel:
    """Takes pictures as long as there is room for them.

    Attributes:
        frames: Pictures written.
        problem: Why none are being written; None while all is well.
        refused: Whether some could not be written, now or earlier; beyond the limit none are wanted.
    """

    def __init__(self, folder: Path, limit: int | None, reserve: int = RESERVE) -> None:
        """Set up; nothing is written before the first picture.

        Args:
            folder: Of the session.
            limit: Bytes that the video may take; None for no limit but the disk.
            reserve: Bytes of the disk to leave free.
        """
        self.frames = 0
        self.problem: UnusableError | None = None
        self.refused = False
        self._folder = folder
        self._limit = limit
        self._reserve = reserve
        self._film: FilmWriter | None = None
        self._done = 0
        self._began: float | None = None
        self._time = 0.0
        self._checked: float | None = None
        self._broken: float | None = None

    @property
    def bytes(self) -> int:
        """What this recording's video takes so far."""
        try:
            return self._done + (self._film.bytes if self._film is not None else 0)
        except OSError:
            return self._done

    @property
    def seconds(self) -> float:
        """How long it is."""
        return self._time - self._began if self._began is not None else 0.0

    def add(self, frame: Frame) -> bool:
        """Write a picture; return whether it was."""
        if self._broken is not None and frame.time - self._broken < _TRY_AGAIN:
            return False
        if self._checked is None or frame.time - self._checked >= _CHECK_EVERY or self._broken is not None:
            self._checked = frame.time
            if not self._has_room(frame.time):
                return False
        try:
            self._open(frame).add(frame.image, frame.time)
        except FAILURES as error:
            self._break_off(frame.time, _UNWRITABLE, reason=reason(error))
            return False
        self._broken = self.problem = None
        self._began = frame.time if self._began is None else self._began
        self._time = frame.time
        self.frames += 1
        return True

    def close(self) -> None:
        """Complete the part that is being written."""
        film, self._film = self._film, None
        if film is None:
            return
        try:
            film.close()
        except FAILURES as error:
            self.problem, self.refused = UnusableError(_NO_END, reason=reason(error)), True
        with contextlib.suppress(OSError):
            self._done += film.bytes
            if not film.frames:
                # A full disk may take the file's name and nothing else.
                film.path.unlink()

    def _open(self, frame: Frame) -> FilmWriter:
        height, width = frame.image.shape[:2]
        if min(height, width) < _LEAST:
            raise OSError(f"a picture of {width} x {height} pixels")
        if self._film is not None and self._film.size != (width & ~1, height & ~1):
            self.close()
        if self._film is None:
            self._film = FilmWriter(self._folder / video_name(next_part(self._folder)), width, height)
        return self._film

    def _has_room(self, time: float) -> bool:
        try:
            free = shutil.disk_usage(self._folder).free
        except OSError as error:
            self._break_off(time, _NO_ANSWER, reason=refused(error))
            return False
        if free < self._reserve:
            self._break_off(time, _NEARLY_FULL, left=f"{free / 1e6:.0f}")
        elif self._limit is not None and self.bytes >= self._limit:
            self._break_off(time, _LIMIT, limit=f"{self._limit / 1e9:.1f}")
        else:
            return True
        return False

    def _break_off(self, time: float, message: str, **blanks: object) -> None:
        self.close()
        self._broken, self.problem = time, UnusableError(message, **blanks)
        self.refused |= message != _LIMIT
