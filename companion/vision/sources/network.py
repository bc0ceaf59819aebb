"""Streams from the network, as phones and IP cameras offer them (MJPEG or other video over HTTP, RTSP and the like)."""

import re
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from typing import TypeVar

import av
from av.container import InputContainer
from av.video.frame import VideoFrame

from companion.errors import UnusableError
from companion.language import mark
from companion.vision.sources.base import DamagedPictureError, OpenedSource, SourceLostError
from companion.vision.sources.video import PictureConverter, VideoFile, video_stream
from companion.vision.types import Frame

_Packet = TypeVar("_Packet")

SCHEMES = ("http", "https", "rtmp", "rtsp", "rtsps", "srt", "tcp", "udp")

_OPENING_LIMIT = 10.0
_SILENCE_LIMIT = 4.0
"""Seconds without a byte after which a stream counts as lost; under the watchdog's limit, so that no thread is left."""

_GLANCE = 0.2
"""Seconds between two looks at whether somebody has had enough of waiting for a connection."""

_WAITED = 0.008
"""Seconds: a packet that comes sooner after it was asked for had been waiting."""
_BEHIND = 0.3
"""Seconds for which packets have been waiting from which on they are passed over; and for which no picture is shown
then, at most."""

_ONE_FILE, _ONE_AFTER_THE_OTHER = "image2", "_pipe"
"""What FFmpeg calls a picture by its name; and how it ends the names of formats of pictures without more."""

_PICTURE_END = b"\xff\xd9"
"""How a JPEG ends."""
_PADDING = b"\0\r\n"
"""What may follow it."""

_NAME = r"(?<=://)([^/?#@:\[]*):"
_LOGIN = re.compile(_NAME + r"([^/?#]*|(?!\d{1,5}[/?#]).+)@")
"""Name and password at the beginning of an address; a password also with signs that may not stand there, unless it
looks like a port."""
_MAY_BE_LOGIN = re.compile(_NAME + r"(?:(?=[^/?#]*@)|(?!\d{1,5}[/?#])).*@")
"""The same with all that may be of the password: to the last @, for it may hold one itself, and / behind that."""
_MISPLACED, _INSTEAD = frozenset("/?#"), "/ → %2F, ? → %3F, # → %23"
_SECRET = re.compile(r"(pass(?:word|wd|phrase)?|pwd?|token|secret|auth|(?:api_?)?key)=[^&;/\s]+", re.IGNORECASE)
"""A password as cameras want it further behind in their addresses."""

# TCP for RTSP: over UDP a phone on Wi-Fi loses packets, and the pictures tear.
_OPTIONS = {"rtsp_transport": "tcp"}

UNKNOWN_KIND = mark("{name}: this kind of address is not known; use {schemes}")

_ONE_PICTURE = mark(
    "{name}: it sends a single picture, no video; camera apps show another address for video, often ending in /video"
)

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
    """Return an address without passwords, safe to show and to write into logs."""
    return _SECRET.sub(r"\1=***", _MAY_BE_LOGIN.sub(r"\1:***@", url, count=1))


class Backlog:
    """Notices that a stream is read more slowly than it comes: then its packets wait, more and more of them.

    Left alone, what is seen would be as old as the buffers of both machines are long: seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock

    def watch(self, packets: Iterator[_Packet]) -> Iterator[tuple[_Packet, bool]]:
        """Yield packets as they come, and whether each is one to pass over: newer ones are waiting behind it."""
        caught_up = shown = asked = self._clock()
        for packet in packets:
            came = self._clock()
            if came - asked >= _WAITED:
                caught_up = came
            is_late = came - caught_up > _BEHIND and came - shown < _BEHIND
            if not is_late:
                shown = came
            yield packet, is_late
            asked = self._clock()


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
        self._backlog = Backlog()
        try:
            self._stream = video_stream(container, name)
            self._pictures = self._decode()
            if not self._look_ahead():
                raise UnusableError(
                    mark("{name}: the stream broke off before its first picture; check the camera app"), name=name
                )
            if container.format.name.endswith(_ONE_AFTER_THE_OTHER) and not self._look_ahead():
                raise UnusableError(_ONE_PICTURE, name=name)
        except UnusableError:
            self.close()
            raise

    def _decode(self) -> Iterator[VideoFrame | None]:
        """Yield the pictures, None for one that is damaged; where they come faster than that, only the newest."""
        alone = self._stream.codec_context.codec.intra_only
        ends: bool | None = None
        for packet, is_late in self._backlog.watch(self._container.demux(self._stream)):
            if is_late and alone:
                self.passed_over += 1
                continue
            if self._stream.codec_context.name == "mjpeg" and packet.size:
                # What arrived of a JPEG can be shown, the rest is grey; but some cameras leave out the end of each.
                whole = bytes(packet).rstrip(_PADDING).endswith(_PICTURE_END)
                ends = whole if ends is None else ends
                if ends and not whole:
                    yield None
                    continue
            try:
                pictures = packet.decode()
            except av.InvalidDataError:
                yield None
                continue
            if is_late:
                # To turn it into an image takes as long again.
                self.passed_over += len(pictures)
                continue
            for picture in pictures:
                yield None if picture.is_corrupt else picture

    def _next(self) -> Frame | None:
        before = self.passed_over
        try:
            picture = next(self._pictures)
        except (StopIteration, av.FFmpegError) as error:
            self._pictures = iter(())
            silent = isinstance(error, av.ExitError)
            what = f"nothing came for {_SILENCE_LIMIT:.0f} s" if silent else "the connection broke off"
            raise SourceLostError(f"{self.name}: {what}") from error
        index = self._index + self.passed_over - before
        self._index = index + 1
        if picture is None:
            raise DamagedPictureError(f"{self.name}: a picture arrived damaged")
        return Frame(self._converter.convert(picture), time.monotonic() - self._opened, index)

    def close(self) -> None:
        """Close the connection."""
        self._pictures = iter(())
        self._ahead.clear()
        self._container.close()


def _connected(url: str) -> InputContainer:
    """Return what is at an address, waiting in a thread of its own: inside the library, Ctrl+C would wait with it."""
    connecting: Future[InputContainer] = Future()

    def connect() -> None:
        try:
            connecting.set_result(av.open(url, options=dict(_OPTIONS), timeout=(_OPENING_LIMIT, _SILENCE_LIMIT)))
        except Exception as error:
            connecting.set_exception(error)

    threading.Thread(target=connect, name="connecting", daemon=True).start()
    while not connecting.done():
        wait((connecting,), timeout=_GLANCE)
    return connecting.result()


def open_stream(url: str) -> NetworkStream | VideoFile:
    """Open a stream by its address; a video file that a web server offers is read as a file.

    Raises:
        UnusableError: It cannot be reached, or sends no video. The message shows the address without its password.
    """
    name = masked(url)
    scheme, _, rest = url.partition("://")
    if (login := _LOGIN.search(url)) and _MISPLACED & set(login[2]):
        raise UnusableError(
            mark("{name}: some signs of the password mean something else in an address; write {instead}"),
            name=name,
            instead=_INSTEAD,
        )
    opened = time.monotonic()
    try:
        # Telephones write the first letter of what is typed large.
        url = f"{scheme.lower()}://{rest}"
        container = _connected(url)
    except (av.FFmpegError, OSError) as error:
        advice = next(advice for kind, advice in _ADVICE if isinstance(error, kind))
        raise UnusableError(advice, name=name, schemes=", ".join(SCHEMES)) from error
    if container.format.name == _ONE_FILE:
        container.close()
        raise UnusableError(_ONE_PICTURE, name=name)
    if container.duration and scheme.lower() in ("http", "https"):
        return VideoFile(container, name)
    return NetworkStream(container, name, opened)
