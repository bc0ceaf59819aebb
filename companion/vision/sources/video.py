"""Video files as a source, with the timestamps that the file carries."""

from collections.abc import Iterator
from pathlib import Path

import av
import numpy as np
from av.buffer import Buffer
from av.container import InputContainer
from av.video.frame import VideoFrame
from av.video.reformatter import VideoReformatter
from av.video.stream import VideoStream

from companion.errors import UnusableError
from companion.given_files import given_size
from companion.language import mark
from companion.refusals import refused
from companion.vision.sources.base import (
    CANNOT_BE_READ,
    DamagedPictureError,
    OpenedSource,
    SourceLostError,
    told_of_nothing,
)
from companion.vision.sources.skipping import Skipping
from companion.vision.types import Frame, Image

_NO_VIDEO = mark("{name}: is no video that can be read, or is damaged; copy or record it again")

_SLACK = 1.0
"""Seconds that a file may end before the length in its header without being called cut short."""


class PictureConverter:
    """Turns decoded pictures into upright BGR images."""

    def __init__(self) -> None:
        # One for a whole source: a new scaler for each frame costs milliseconds.
        self._reformatter = VideoReformatter()

    def convert(self, picture: VideoFrame) -> Image:
        """Return (H, W, 3) uint8 BGR, as a player shows it: phones film lying on their side, or as in a mirror."""
        image = self._reformatter.reformat(picture, format="bgr24").to_ndarray().astype(np.uint8, copy=False)
        matrix = picture.side_data.get("DISPLAYMATRIX")
        return _as_shown(image, bytes(matrix)) if isinstance(matrix, Buffer) else image


def _as_shown(image: Image, matrix: bytes) -> Image:
    """Turn and mirror a picture by its display matrix, nine numbers of 32 bits; what is askew is turned by quarters.

    The first two rows hold where a pixel to the right (a, b), and one further down (c, d), is shown (ISO/IEC 14496-12,
    8.3.2: x' = ax + cy, y' = bx + dy).
    """
    a, b, _, c, d = np.frombuffer(matrix, np.int32)[:5].astype(np.int64)
    on_its_side = abs(b) > abs(a)
    right, down = (c, b) if on_its_side else (a, d)
    shown = image.transpose(1, 0, 2) if on_its_side else image
    return np.ascontiguousarray(shown[:: -1 if down < 0 else 1, :: -1 if right < 0 else 1])


def video_stream(container: InputContainer, name: str) -> VideoStream:
    """Return the container's video stream.

    Raises:
        UnusableError: It has none.
    """
    if not len(container.streams):
        raise UnusableError(_NO_VIDEO, name=name)
    stream = container.streams.best("video")
    # A text file opens as "ANSI art", a song as its cover: neither is a film of a table.
    if not isinstance(stream, VideoStream) or stream.codec_context.name == "ansi":
        raise UnusableError(
            mark("{name}: holds no video; give a video file, a folder of pictures, a camera or a stream"), name=name
        )
    return stream


class VideoFile(OpenedSource):
    """A video that has an end: times are the file's own, from the beginning of what a player shows."""

    def __init__(self, container: InputContainer, name: str) -> None:
        """Take over an open container; it is closed with the source, and where this fails.

        Raises:
            UnusableError: There is no picture in it that can be decoded.
        """
        super().__init__(name, is_live=False)
        self._container = container
        try:
            self._stream = video_stream(container, name)
            self._start = (container.start_time or 0) / av.time_base
            self._length = _length(container, self._stream)
            self._converter = PictureConverter()
            self._pictures = self._decode()
            self._index = 0
            self._time = 0.0
            self._step = 1 / float(self._stream.average_rate or 25)
            self._shift = 0.0
            self._skipping = Skipping(self._step)
            self._broken_off = False
            self._pending: Frame | None = None
            if not self._look_ahead():
                raise UnusableError(
                    mark(
                        "{name}: no picture in it can be decoded; the file is damaged or cut off at its beginning, "
                        "copy or record it again"
                    ),
                    name=name,
                )
        except UnusableError:
            self.close()
            raise

    def _decode(self) -> Iterator[VideoFrame | None]:
        """Yield the pictures in order of their times, None for one that cannot be decoded."""
        for packet in self._packets():
            try:
                pictures = self._stream.decode(packet)
            except av.FFmpegError:
                yield None
                continue
            for picture in pictures:
                yield None if picture.is_corrupt else picture

    def _packets(self) -> "Iterator[av.Packet[VideoStream] | None]":
        """Yield the packets of the file, at last one that makes the decoder hand out what it still holds."""
        try:
            for packet in self._container.demux(self._stream):
                self._skipping.note(packet)
                yield packet
        except av.FFmpegError:
            # Not even the packets can be told apart from here on.
            self._broken_off = True
            yield None

    def _next(self) -> Frame | None:
        frame, self._pending = self._pending, None
        if frame is not None:
            return frame
        damaged, time_before = 0, self._time
        for picture in self._pictures:
            if picture is not None:
                frame = self._frame(picture, self._index + damaged)
                break
            damaged += 1
        self._index += damaged + (frame is not None)
        lost = frame is not None and self._skipping.lost(time_before, frame.time, damaged > 0)
        if damaged or lost:
            self._pending = frame
            raise self._damage(damaged, time_before, frame.time if frame is not None and lost else None)
        if frame is None:
            self._check_end()
        return frame

    def _damage(self, count: int, after: float, until: float | None) -> DamagedPictureError:
        """Return what is told of pictures that cannot be decoded, and of a time (until when) in which there is none."""
        pictures = "1 picture" if count == 1 else f"{count} pictures"
        told = [f"{pictures} after {after:.2f} s cannot be decoded, skipped"] if count else []
        nothing = (after, until) if until is not None else None
        if nothing is not None:
            told.append(f"nothing can be read {told_of_nothing(nothing)}")
        return DamagedPictureError(f"{self.name}: {'; '.join(told)}", count, nothing)

    def _frame(self, picture: VideoFrame, index: int) -> Frame:
        time = self._time_of(picture)
        self._step = (time - self._time) or self._step
        self._time = time
        return Frame(self._converter.convert(picture), time, index)

    def _time_of(self, picture: VideoFrame) -> float:
        if picture.time is None:
            # Raw streams without timestamps: the nominal rate is all there is.
            return self._time + self._step if self._index else 0.0
        time = max(0.0, picture.time - self._start) + self._shift
        if time < self._time:
            # A recording whose clock was set back or ran over goes on where it was.
            self._shift += self._time - time
            time = self._time
        return time

    def _check_end(self) -> None:
        # Some headers count the length from the first picture, others from zero: the file has the benefit of the doubt.
        short = self._length is not None and self._start + self._time + self._step + _SLACK < self._length
        if not short and not self._broken_off:
            return
        announced = f" of {self._length:.1f} s" if self._length is not None else ""
        raise SourceLostError(
            f"{self.name}: is cut short, nothing can be read after {self._time:.1f} s{announced}; "
            "copy or record it again"
        )

    def close(self) -> None:
        """Close the file."""
        self._broken_off, self._length = False, None
        self._pictures, self._pending = iter(()), None
        self._ahead.clear()
        self._container.close()


def _length(container: InputContainer, stream: VideoStream) -> float | None:
    """Return the seconds of video that the header announces, None where it does not or means another stream."""
    if stream.duration and stream.time_base:
        return float(stream.duration * stream.time_base)
    if container.duration and len(container.streams) == 1:
        return container.duration / av.time_base
    return None


def open_video(path: Path) -> VideoFile:
    """Open a video file.

    Raises:
        UnusableError: The file is missing, may not be read, is no video, or nothing in it can be decoded.
    """
    name = str(path)
    try:
        if given_size(path) == 0:
            raise UnusableError(mark("{name}: is empty; copy or record it again"), name=name)
        # "file:" keeps names such as "concat:a" or "10:30.mkv" from being taken for protocols.
        container = av.open(f"file:{path}")
    except av.InvalidDataError as error:
        raise UnusableError(_NO_VIDEO, name=name) from error
    except OSError as error:
        raise UnusableError(CANNOT_BE_READ, name=name, reason=refused(error)) from error
    except av.FFmpegError as error:
        raise UnusableError(
            mark("{name}: cannot be read as a video ({reason})"), name=name, reason=error.strerror
        ) from error
    return VideoFile(container, name)
