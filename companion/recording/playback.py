"""The pictures of a recorded session at any moment, over all parts of its video."""

import contextlib
import itertools
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

import av
import numpy as np
import numpy.typing as npt
from av.container import InputContainer
from av.video.frame import VideoFrame

from companion.errors import UnusableError
from companion.language import mark
from companion.recording.failures import FAILURES, reason
from companion.recording.finishing import picture_times
from companion.recording.looks import Looks
from companion.vision.sources.base import minutes_of
from companion.vision.sources.video import PictureConverter
from companion.vision.types import Frame, Image

_STEP_ON = 1.0
"""Seconds that are decoded rather than jumped over when going forward."""

_ROUNDING = 0.0006
"""Seconds: times in Matroska are whole milliseconds."""

_SAME_PICTURE = 0.05
"""Seconds that the times of a look and of its picture may differ."""

_APART = 5.0
"""Seconds of what was seen that the video may lack where a part ends: after a crash its last ones are lost."""

_UNUSUAL = 1.5
"""Usual steps from picture to picture beyond which one is missing: who writes a video anew may leave some out."""

_ENDED = 1.0
"""Seconds that the video may begin later, or end before, what was seen where nothing crashed."""

_CUT_OFF = mark("the video ends {seconds} seconds before the recording: it was cut, or there was no room for it")
_LACKING = mark("the video lacks {seconds} seconds after {time}: it was cut there, or could not be written")
_GAPS = mark(
    "pictures that were looked at and are missing in the video: {count}, the first at {time}; it is damaged or cut "
    "there"
)
_OTHER_TIMES = mark(
    "the video begins {seconds} seconds before the recording: another program has written it anew, with other times, "
    "and what was seen does not fit its pictures"
)


@dataclass(frozen=True, slots=True)
class _Part:
    path: Path
    times: tuple[float, ...]


class Pictures:
    """Shows pictures by their times. Not to be used by two threads at once.

    Attributes:
        times: The times of all pictures, seconds of the session, ascending.
        problems: Which parts cannot be read, and why.
    """

    def __init__(self, videos: list[Path]) -> None:
        """Look through the parts of a video; nothing is decoded yet."""
        self.problems: list[UnusableError] = []
        self._parts: list[_Part] = []
        for path in videos:
            try:
                times = tuple(sorted(picture_times(path)))
            except FAILURES as error:
                self.problems.append(
                    UnusableError(mark("{name}: cannot be read ({reason})"), name=path.name, reason=reason(error))
                )
                continue
            if times:
                self._parts.append(_Part(path, times))
        self.times: tuple[float, ...] = tuple(time for part in self._parts for time in part.times)
        self._open: tuple[_Part, InputContainer] | None = None
        self._pictures: Iterator[VideoFrame] = iter(())
        self._last: Frame | None = None
        self._converter = PictureConverter()

    def __len__(self) -> int:
        return len(self.times)

    def index_at(self, time: float) -> int:
        """Return the number of the picture that is shown at a time: the last one that is not later, or the first."""
        return max(0, bisect_right(self.times, time + _ROUNDING) - 1)

    def at(self, time: float) -> Frame | None:
        """Return the picture that is shown at a time, None where it cannot be decoded or there is none at all."""
        return self.number(self.index_at(time)) if self.times else None

    def part_at(self, time: float) -> int:
        """Return which of the parts that can be read holds the picture that is shown at a time, from 0."""
        return self._parts.index(self._part_of(self.index_at(time)))

    def has(self, time: float) -> bool:
        """Whether the picture was filmed that was looked at at a time: the video may have paused, or be lost."""
        return bool(self.times) and abs(self.times[self.index_at(time)] - time) <= _SAME_PICTURE

    def looked_at(self, time: float) -> Frame | None:
        """Return the picture that was looked at at a time, None where it was not filmed or cannot be decoded."""
        return self.at(time) if self.has(time) else None

    def number(self, index: int) -> Frame | None:
        """Return a picture by its number, from 0; None where it cannot be decoded."""
        time = self.times[index]
        last = self._last
        if last is not None and last.index == index:
            return last
        part = self._part_of(index)
        near = last is not None and last.index < index and time - last.time < _STEP_ON
        if self._open is None or self._open[0] is not part or not near:
            self._jump(part, time)
        for picture in self._pictures:
            if picture.pts is None or picture.time is None or picture.time < time - _ROUNDING:
                continue
            if picture.time > time + _ROUNDING:
                break
            self._last = Frame(self._converter.convert(picture), time, index)
            return self._last
        # What was decoded on the way is another picture: the next one is looked for anew.
        self._last = None
        return None

    def between(self, start: float, end: float) -> Iterator[Frame]:
        """Yield the pictures from one time to another in order; those that cannot be decoded are left out."""
        for index in self.numbers(start, end):
            frame = self.number(index)
            if frame is not None:
                yield frame

    def numbers(self, start: float, end: float) -> range:
        """Return the numbers of the pictures from one time to another, also of those that cannot be decoded."""
        return range(bisect_left(self.times, start - _ROUNDING), bisect_right(self.times, end + _ROUNDING))

    @property
    def ends(self) -> tuple[int, ...]:
        """The number of the last picture of each part."""
        return tuple(itertools.accumulate((len(part.times) for part in self._parts), initial=-1))[1:]

    def close(self) -> None:
        """Close the files."""
        if self._open is not None:
            self._open[1].close()
        self._open, self._last, self._pictures = None, None, iter(())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def _part_of(self, index: int) -> _Part:
        for part in self._parts:
            if index < len(part.times):
                return part
            index -= len(part.times)
        raise IndexError(index)

    def _jump(self, part: _Part, time: float) -> None:
        if self._open is None or self._open[0] is not part:
            self.close()
            self._open = (part, av.open(f"file:{part.path}"))
        container = self._open[1]
        stream = container.streams.video[0]
        with contextlib.suppress(av.FFmpegError):
            container.seek(round(time / float(stream.time_base or 1)), stream=stream, backward=True)
        self._pictures = _decoded(container)


def faults_of(pictures: Pictures, looks: Looks, *, ended: bool = False) -> tuple[UnusableError, ...]:
    """Return which parts of a session's video cannot be read, and why; whether the rest goes with what was seen.

    Pictures whose place in the file is known are taken for readable: whether each can be decoded is not tried.

    Args:
        pictures: The video.
        looks: What was seen.
        ended: Whether the recording was ended and left no pictures out, so that its last ones should be there.
    """
    seen, filmed = looks.times, pictures.times
    if not seen or not filmed or pictures.problems:
        return tuple(pictures.problems)
    early, late = seen[0] - filmed[0], seen[-1] - filmed[-1]
    if early > _APART:
        return (UnusableError(_OTHER_TIMES, seconds=round(early)),)
    faults = []
    for last, following in itertools.pairwise(filmed):
        if following - last > _APART and (lost := seen[bisect_left(seen, following) - 1] - last) > _APART:
            faults.append(UnusableError(_LACKING, seconds=round(lost), time=minutes_of(last)))
    lacking = _missing(pictures, looks, _ENDED if ended else _APART)
    if lacking:
        faults.append(UnusableError(_GAPS, count=len(lacking), time=minutes_of(lacking[0])))
    return (*faults, *([UnusableError(_CUT_OFF, seconds=round(late))] if late > _APART else []))


def _missing(pictures: Pictures, looks: Looks, at_the_end: float) -> list[float]:
    """Return when pictures were looked at that are missing in the video, where no crash and no message says why.

    Args:
        pictures: The video.
        looks: What was seen.
        at_the_end: Seconds that it may end before what was seen; what it lacks beyond `_APART` is told as a whole.
    """
    filmed, seen = np.array(pictures.times), np.array(looks.times)
    before = np.searchsorted(filmed, seen + _ROUNDING, "right") - 1
    apart = seen - filmed[before.clip(0)]
    explained = set(pictures.ends[:-1]) | {pictures.index_at(time) - 1 for time in looks.left_out}
    late = seen[-1] - filmed[-1]
    if late <= at_the_end or late > _APART:
        explained.add(len(filmed) - 1)
    gaps = np.diff(filmed, append=seen[-1])
    usual = float(np.median(gaps))
    missing = (apart > _SAME_PICTURE) | (apart < -_ENDED)
    return [
        float(time)
        for time, number in zip(seen[missing], before[missing], strict=True)
        if int(number) not in explained and _UNUSUAL * usual < gaps[max(0, number)] <= _APART
    ]


def _decoded(container: InputContainer) -> Iterator[VideoFrame]:
    """Yield pictures; one that is damaged is left out."""
    stream = container.streams.video[0]
    with contextlib.suppress(av.FFmpegError):
        for packet in container.demux(stream):
            with contextlib.suppress(av.FFmpegError):
                yield from packet.decode()


def scaled_to(image: Image, corners: npt.NDArray[np.floating], size: tuple[int, int]) -> npt.NDArray[np.float32]:
    """Return where corners lie in a picture of the video, which may be smaller than what was looked at.

    Args:
        image: (H, W, 3) of the video.
        corners: (N, 2) pixels of what was looked at.
        size: Its width and height, pixels.
    """
    height, width = image.shape[:2]
    # An odd last row or column is not filmed; that is no scaling.
    ratios = [
        1.0 if abs(filmed - seen) <= 1 else filmed / seen for filmed, seen in ((width, size[0]), (height, size[1]))
    ]
    return np.asarray(corners * np.array(ratios), np.float32)
