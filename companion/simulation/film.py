"""Writes a source of frames as a video file."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import av
from av.video.stream import VideoStream

from companion.errors import UnusableError
from companion.refusals import refusal_of
from companion.simulation.source import SimulatedSource
from companion.whole_files import becoming

_QUALITY: dict[str, object] = {"crf": "19", "preset": "veryfast"}


def write_film(source: SimulatedSource, path: Path, progress: Callable[[int, int], None] | None = None) -> int:
    """Write all frames of a source as H.264 in an MP4 file, which appears under its name when it is complete.

    Args:
        source: Where the frames come from; read to its end.
        path: The file to write; an older one is replaced.
        progress: Called after each frame with how many are written and how many there will be.

    Returns:
        The number of frames written.

    Raises:
        UnusableError: The file cannot be written.
    """
    try:
        with becoming(path) as unfinished:
            return _encode(source, unfinished, progress)
    except (OSError, av.FFmpegError) as error:
        raise UnusableError(f"{path}: cannot be written ({_reason(error)})") from error


def _reason(error: Exception) -> str:
    return refusal_of(error) if isinstance(error, OSError) else str(getattr(error, "strerror", None) or error)


def _encode(source: SimulatedSource, path: Path, progress: Callable[[int, int], None] | None) -> int:
    count = 0
    rate = Fraction(source.rate).limit_denominator(1001)
    with av.open(f"file:{path}", "w", format="mp4") as container:
        stream: VideoStream | None = None
        while (frame := source.read()) is not None:
            if stream is None:
                stream = container.add_stream("libx264", rate=rate)
                stream.height, stream.width = frame.image.shape[:2]
                stream.pix_fmt = "yuv420p"
                stream.options = _QUALITY
            picture = av.VideoFrame.from_ndarray(frame.image, format="bgr24")
            # Numbered as at the source: lost frames leave a gap in time.
            picture.pts, picture.time_base = frame.index, 1 / rate
            container.mux(stream.encode(picture))
            count += 1
            if progress is not None:
                progress(frame.index + 1, len(source))
        if stream is not None:
            container.mux(stream.encode(None))
    return count
