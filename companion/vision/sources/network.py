"""Streams from the network, as phones and IP cameras offer them (MJPEG or other video over HTTP, RTSP and the like)."""

import time
from collections.abc import Iterator
from urllib.parse import urlsplit, urlunsplit

import av
from av.container import InputContainer
from av.video.frame import VideoFrame

from companion.errors import UnusableError
from companion.language import mark
from companion.vision.sources.base import DamagedPictureError, OpenedSource, SourceLostError
from companion.vision.sources.video import PictureConverter, VideoFile, video_stream
from companion.vision.types import Frame

SCHEMES = ("http", "https", "rtmp", "rtsp", "rtsps", "srt", "tcp", "udp")

_OPENING_LIMIT = 10.0
_SILENCE_LIMIT = 4.0
"""Seconds without a byte after which a stream counts as lost; under the watchdog's limit, so that no thread is left."""

# TCP for RTSP: over UDP a phone on Wi-Fi loses packets, and the pictures tear.
_OPTIONS = {"rtsp_transport": "tcp"}

UNKNOWN_KIND = mark("{name}: this kind of address is not known; use {schemes}")

_ADVICE: tuple[tuple[type[Exception], str], ...] = (
    (
        av.HTTPUnauthorizedError,
        mark("{name}: it asks for a name and a password; write them into the address: http://NAME:PASSWORD@..."),
    ),
    (
        av.HTTPNotFoundError,
        mark("{name}: there is no such page; camera apps show the whole address, often ending in /video"),
    ),
    (av.HTTPClientError, mark("{name}: it refuses the request; look up the address in the camera app")),
    (av.HTTPError, mark("{name}: it reports an error of its own; start the camera app again")),
    (av.ProtocolNotFoundError, UNKNOWN_KIND),
    (av.ExitError, mark("{name}: there is no answer; check that the camera is on and in the same network")),
    (
        ConnectionRefusedError,
        mark("{name}: nobody answers at that port; start the camera app and check address and port"),
    ),
    (
        av.InvalidDataError,
        mark("{name}: what it sends is no video; camera apps show the whole address, often ending in /video"),
    ),
    (Exception, mark("{name}: it cannot be reached or sends no video; check the address and the network")),
)


def masked(url: str) -> str:
    """Return an address without its password, safe to show and to write into logs."""
    parts = urlsplit(url)
    login, at, host = parts.netloc.rpartition("@")
    user, colon, _ = login.partition(":")
    return urlunsplit(parts._replace(netloc=f"{user}:***{at}{host}")) if colon else url


class NetworkStream(OpenedSource):
    """A live stream: times are seconds since it was opened, taken when a picture has arrived.

    Its own timestamps are not used: MJPEG carries none, and phones' clocks drift and jump.
    """

    def __init__(self, container: InputContainer, name: str, opened: float) -> None:
        """Take over an open container; it is closed with the source, and where this fails.

        Args:
            container: The stream.
            name: What a person calls it.
            opened: The `time.monotonic` at which opening began.

        Raises:
            UnusableError: It holds no video, or no picture of it can be decoded.
        """
        super().__init__(name, is_live=True)
        self._container = container
        self._opened = opened
        self._index = 0
        self._converter = PictureConverter()
        try:
            self._stream = video_stream(container, name)
            self._pictures = self._decode()
            if not self._look_ahead():
                raise UnusableError(
                    mark("{name}: the stream broke off before its first picture; check the camera app"), name=name
                )
        except UnusableError:
            self.close()
            raise

    def _decode(self) -> Iterator[VideoFrame | None]:
        for packet in self._container.demux(self._stream):
            try:
                pictures = packet.decode()
            except av.InvalidDataError:
                yield None
                continue
            for picture in pictures:
                yield None if picture.is_corrupt else picture

    def _next(self) -> Frame | None:
        try:
            picture = next(self._pictures)
        except (StopIteration, av.FFmpegError) as error:
            self._pictures = iter(())
            silent = isinstance(error, av.ExitError)
            what = f"nothing came for {_SILENCE_LIMIT:.0f} s" if silent else "the connection broke off"
            raise SourceLostError(f"{self.name}: {what}") from error
        index = self._index
        self._index += 1
        if picture is None:
            raise DamagedPictureError(f"{self.name}: a picture arrived damaged")
        return Frame(self._converter.convert(picture), time.monotonic() - self._opened, index)

    def close(self) -> None:
        """Close the connection."""
        self._pictures = iter(())
        self._ahead.clear()
        self._container.close()


def open_stream(url: str) -> NetworkStream | VideoFile:
    """Open a stream by its address; a video file that a web server offers is read as a file.

    Raises:
        UnusableError: It cannot be reached, or sends no video. The message shows the address without its password.
    """
    name = masked(url)
    opened = time.monotonic()
    try:
        container = av.open(url, options=dict(_OPTIONS), timeout=(_OPENING_LIMIT, _SILENCE_LIMIT))
    except (av.FFmpegError, OSError) as error:
        advice = next(advice for kind, advice in _ADVICE if isinstance(error, kind))
        raise UnusableError(advice, name=name, schemes=", ".join(SCHEMES)) from error
    if container.duration and urlsplit(url).scheme in ("http", "https"):
        return VideoFile(container, name)
    return NetworkStream(container, name, opened)
