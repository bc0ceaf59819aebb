"""Writes a video while a game is played: true times, and readable up to the last second however the program ends."""

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType

import av
from av.video.frame import PictureType, VideoFrame
from av.video.reformatter import VideoReformatter
from av.video.stream import VideoStream

from companion.vision.types import Image

_MILLISECONDS = Fraction(1, 1000)

_CONTAINER: Mapping[str, str] = MappingProxyType({"cluster_time_limit": "300", "flush_packets": "1"})
"""A cluster is in the file when the next begins: a killed program loses one, so clusters are short (milliseconds)."""

_CODECS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        # Without delay between a picture going in and coming out: what is in the encoder would be lost, too.
        "libx264": {"preset": "superfast", "tune": "zerolatency", "crf": "23", "x264-params": "scenecut=0"},
        "mpeg4": {"qscale": "5"},
    }
)
"""The first that there is; every player plays both."""

_KEY_EVERY = 2.0
"""Seconds between pictures that can be shown without those before them: what a jump in a player may cost."""

_MOST_BITS = 3.0
"""Bits a second for each pixel of the picture, at most; a still table takes a tenth of it."""

_THREADS = 2


def most_bytes_an_hour(width: int, height: int) -> int:
    """Return what an hour of video takes at most."""
    return round(_MOST_BITS * width * height * 3600 / 8)


class FilmWriter:
    """One file of video.

    Attributes:
        path: The file.
        size: Width and height, pixels; even numbers.
        frames: Pictures written.
    """

    def __init__(self, path: Path, width: int, height: int) -> None:
        """Begin a file; there must be none of that name.

        Args:
            path: Where to.
            width: Of the pictures, pixels.
            height: Of the pictures, pixels.

        Raises:
            OSError, av.FFmpegError: It cannot be written, or is there already.
        """
        path.open("xb").close()
        self.path = path
        # H.264 halves the resolution of colours, so both numbers have to be even.
        self.size = (width & ~1, height & ~1)
        self.frames = 0
        self._last = -1
        self._next_key = 0.0
        self._reformatter = VideoReformatter()
        self._container = av.open(f"file:{path}", "w", format="matroska", options=dict(_CONTAINER))
        self._stream = self._add_stream()

    def _add_stream(self) -> VideoStream:
        codec = next(name for name in _CODECS if name in av.codecs_available)
        stream = self._container.add_stream(codec, rate=30)
        assert isinstance(stream, VideoStream)
        stream.width, stream.height = self.size
        stream.pix_fmt = "yuv420p"
        stream.time_base = _MILLISECONDS
        context = stream.codec_context
        context.time_base = _MILLISECONDS
        context.thread_count = _THREADS
        context.gop_size = 600
        rate = round(_MOST_BITS * self.size[0] * self.size[1])
        stream.options = {**_CODECS[codec], "maxrate": str(rate), "bufsize": str(2 * rate)}
        return stream

    def add(self, image: Image, time: float) -> None:
        """Write a picture.

        Args:
            image: (H, W, 3) uint8 BGR, of the size that the film was begun with.
            time: Seconds; never before the last one's.

        Raises:
            OSError, av.FFmpegError: The disk is full or gone.
        """
        width, height = self.size
        picture = self._reformatter.reformat(
            VideoFrame.from_ndarray(image[:height, :width], format="bgr24"), format="yuv420p"
        )
        self._last = max(round(time * 1000), self._last + 1)
        picture.pts, picture.time_base = self._last, _MILLISECONDS
        if time >= self._next_key:
            picture.pict_type = PictureType.I
            self._next_key = time + _KEY_EVERY
        self._container.mux(self._stream.encode(picture))
        self.frames += 1

    @property
    def bytes(self) -> int:
        """How large the file is."""
        return self.path.stat().st_size

    def close(self) -> None:
        """Complete the file.

        Raises:
            OSError, av.FFmpegError: The disk is full or gone.
        """
        try:
            self._container.mux(self._stream.encode(None))
        finally:
            self._container.close()
