"""What every source of frames has in common."""

from abc import ABC, abstractmethod
from collections import deque
from types import TracebackType
from typing import Protocol, Self

from companion.errors import UnusableError
from companion.language import mark
from companion.vision.types import Frame

CANNOT_BE_READ = mark("{name}: cannot be read ({reason})")


class DamagedPictureError(UnusableError):
    """Pictures of a source could not be decoded; the next `read` goes on behind them.

    Attributes:
        count: How many pictures are known to be missing.
        nothing: From when until when there is no picture, seconds of the source, where that is a part worth telling.
    """

    def __init__(self, message: str, count: int = 1, nothing: tuple[float, float] | None = None) -> None:
        super().__init__(message)
        self.count = count
        self.nothing = nothing


def told_of_nothing(stretch: tuple[float, float]) -> str:
    """Return from when until when a film shows nothing: "from 0:06 to 0:16"."""
    start, end = map(minutes_of, stretch)
    return f"from {start} to {end}"


def minutes_of(time: float) -> str:
    """Return a time, seconds of a film, in minutes and whole seconds: "1:02"."""
    return f"{int(time) // 60}:{int(time) % 60:02}"


class SourceLostError(UnusableError):
    """A source stopped before its end: a camera unplugged, a connection broken, a file cut short."""


class Source(Protocol):
    """Anything that hands out frames, one `read` after the other; derive from it for what has a usual value.

    Attributes:
        name: What a person calls the source; safe to show (no passwords).
        is_live: The source goes on whether or not anybody reads it, so frames that come too late are worthless.
        size: Width and height of the first picture, pixels; None before there was one.
        note: What people should know of it when it is opened; mostly nothing.
        passed_over: Pictures that were not handed out because newer ones had come already.
    """

    name: str
    is_live: bool
    size: tuple[int, int] | None = None
    note: str = ""
    passed_over: int = 0

    def read(self) -> Frame | None:
        """Return the next frame, waiting for it where it must; None when the source has come to its end.

        Raises:
            DamagedPictureError: Pictures were skipped because they cannot be decoded; read on.
            SourceLostError: The source broke off. Reading on returns None.
        """

    def close(self) -> None:
        """Let go of the device, file or connection. Closing twice does no harm."""


class OpenedSource(Source, ABC):
    """Base of the sources in this package: a context manager that looks at its first pictures while it is opened.

    Looking ahead makes a source that cannot be used fail where it is opened, with a message, and not later in a thread.
    """

    def __init__(self, name: str, is_live: bool) -> None:
        self.name = name
        self.is_live = is_live
        self._lost = False
        self._ahead: deque[Frame | DamagedPictureError] = deque()

    def read(self) -> Frame | None:
        """Return the next frame; see `Source.read`."""
        if self._ahead:
            item = self._ahead.popleft()
            if isinstance(item, DamagedPictureError):
                raise item
            return item
        if self._lost:
            return None
        try:
            return self._next()
        except SourceLostError:
            self._lost = True
            raise

    @abstractmethod
    def close(self) -> None:
        """Let go of the device, file or connection. Closing twice does no harm."""

    @abstractmethod
    def _next(self) -> Frame | None:
        """Return the next frame that was not looked at yet; see `Source.read`."""

    def _look_ahead(self) -> bool:
        """Read up to the first good frame and keep it, with the damage before it, for `read`. False: there is none."""
        while True:
            try:
                frame = self._next()
            except DamagedPictureError as damage:
                self._ahead.append(damage)
                continue
            except SourceLostError:
                return False
            if frame is None:
                return False
            self._ahead.append(frame)
            self.size = (frame.image.shape[1], frame.image.shape[0])
            return True

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()
