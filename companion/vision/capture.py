"""Capture: a source read in a thread of its own, the newest frame for whoever looks at it, and a watchdog."""

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

from companion.vision.camera import open_source, reopening
from companion.vision.capture_thread import CaptureThread, Limits
from companion.vision.continuity import Clock
from companion.vision.handover import HandOver, SourceEvent, SourceState
from companion.vision.orientation import Orientation
from companion.vision.sources.base import Source
from companion.vision.sources.rest import Rest
from companion.vision.types import Frame

Speed = Literal["real", "max"]

_LOOK_AGAIN_AFTER = 1.0
"""Seconds between two looks at the thread while nothing comes."""

_A_FEW, _FEW = 5, 0.05
"""So many pictures of a file, and this share of them, may be damaged here and there: the next ones show the same."""


class Capture:
    """Frames and events of a source, in order.

    A live source, and a file at speed `real`, go on at their own pace: a frame not taken before the next one comes is
    dropped and counted. At speed `max` a source that has an end waits for its consumer and no frame is dropped.

    The watchdog runs inside `take`: a live source is reported as lost when a read blocks, when it hands out the very
    same picture or nothing but black for too long, and when it breaks off. It is then opened again, with longer and
    longer pauses; one that is black is waited for.

    Example:
        with open_capture("table.mp4", speed="max") as capture:
            for item in capture:
                if isinstance(item, SourceEvent): ...
    """

    def __init__(
        self,
        source: Source,
        *,
        reopen: Callable[[], Source] | None = None,
        speed: Speed = "real",
        limits: Limits | None = None,
        begin_at: float = 0.0,
        orientation: Orientation | None = None,
    ) -> None:
        """Take over an open source; it is closed with the capture.

        Args:
            source: Where the frames come from.
            reopen: Opens the same source again after it was lost; raises `UnusableError` while it cannot.
            speed: `real` paces a source that has an end by its timestamps, `max` reads as fast as its consumer looks.
            limits: How patient to be with a live source.
            begin_at: Time of the first frame, seconds: where an interrupted session goes on.
            orientation: How its pictures are set right; as they come when None.
        """
        self.name = source.name
        self.is_live = source.is_live
        self._reopen = reopen
        self._paced = speed == "real" and not source.is_live
        self._limits = limits or Limits()
        self._handover = HandOver(keep_all=speed == "max" and not source.is_live)
        self._handover.orientation = orientation or Orientation()
        self._begin_at = begin_at
        self._left_behind: list[CaptureThread] = []
        self._damaged_before = 0
        self._closing = False
        self._switching = threading.Lock()
        self._thread = self._new_thread(source, Clock(source.is_live, begin_at))
        self._source = source

    def start(self) -> None:
        """Begin to read."""
        self._handover.accept_only(self._thread)
        opened = f"{self.name}: {self._source.note}" if self._source.note else self.name
        self._handover.put_event(SourceEvent("opened", opened, self._begin_at), self._thread)
        self._thread.start()

    def tap(self, listener: Callable[[Frame], None] | None) -> None:
        """Show every frame that is read from now on to a listener, also those that nobody looks at; None: no more.

        It is called in the capture's thread and must return at once; at speed `max` it may take its time.
        """
        self._handover.tap = listener

    def take(self, timeout: float | None = None) -> Frame | SourceEvent | None:
        """Return the next event or frame, waiting for it at most `timeout` seconds (None: as long as it takes).

        Returns:
            The frame or event; None when nothing came in time or when the capture is `finished`.

        Raises:
            Exception: Reading failed in a way that is no loss of the source but a mistake in the program.
        """
        until = None if timeout is None else time.monotonic() + timeout
        while True:
            self._watch()
            item = self._handover.get(self._patience(until))
            if item is not None or self.finished:
                return item
            if until is not None and time.monotonic() >= until:
                return None

    def __iter__(self) -> Iterator[Frame | SourceEvent]:
        while (item := self.take()) is not None:
            yield item

    def close(self) -> None:
        """End reading and let go of the source; a read that blocks is left to end by itself. Closing twice is fine."""
        with self._switching:
            self._closing = True
        self._handover.close()
        for thread in (self._thread, *self._left_behind):
            thread.stop()
        if self._thread.ident is None:
            self._source.close()
        else:
            self._thread.join(self._limits.closing)

    @property
    def size(self) -> tuple[int, int] | None:
        """Width and height of the pictures it hands out, pixels; None where the source does not know beforehand."""
        size = self._source.size
        return self.orientation.size(*size) if size is not None else None

    @property
    def orientation(self) -> Orientation:
        """How pictures are set right before anybody sees them."""
        return self._handover.orientation

    def turn_round(self) -> None:
        """Mirror every picture from now on (or no longer): the source was found to mirror."""
        self._handover.orientation = replace(self.orientation, mirrored=not self.orientation.mirrored)

    @property
    def state(self) -> SourceState | None:
        """The state of the newest event; None before the start."""
        return self._handover.state

    @property
    def is_dark(self) -> bool:
        """Whether it is lost because it shows nothing but black."""
        return self.state == "lost" and self._thread.is_dark

    @property
    def finished(self) -> bool:
        """Whether everything was taken and nothing more will come."""
        return self._handover.finished

    @property
    def dropped(self) -> int:
        """How many frames nobody looked at because a newer one came."""
        return self._handover.dropped

    @property
    def damaged(self) -> int:
        """How many pictures could not be decoded."""
        return self._damaged_before + self._thread.damaged

    @property
    def lacks_part(self) -> bool:
        """Whether so much of a source that has an end could not be read that something may have been missed in it."""
        thread = self._thread
        many = max(_A_FEW, _FEW * (thread.handed_over + thread.damaged))
        return not self.is_live and (bool(thread.nothing) or thread.damaged > many)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def _new_thread(self, source: Source | None, clock: Clock) -> CaptureThread:
        return CaptureThread(
            source,
            self.name,
            self._handover,
            clock,
            reopen=self._reopen,
            paced=self._paced,
            limits=self._limits,
        )

    def _patience(self, until: float | None) -> float:
        now = time.monotonic()
        patience = _LOOK_AGAIN_AFTER if until is None else min(_LOOK_AGAIN_AFTER, max(0.0, until - now))
        overdue_in = (self._thread.deadline or 0.0) - now
        # A deadline that has passed was dealt with by `_watch`, as far as it can be.
        return min(patience, overdue_in) if overdue_in > 0 else patience

    def _watch(self) -> None:
        """Notice a read that blocks: say so, and leave it behind for a new thread where the source can be reopened."""
        thread = self._thread
        deadline = thread.deadline
        if deadline is None or time.monotonic() < deadline:
            return
        if self.state != "lost":
            message = f"{self.name}: has sent no picture for {self._limits.silent:.0f} s"
            self._handover.put_event(SourceEvent("lost", message, thread.clock.now()), thread)
        if self._reopen is not None:
            self._leave_behind(thread)

    def _leave_behind(self, stuck: CaptureThread) -> None:
        with self._switching:
            self._left_behind = [thread for thread in self._left_behind if thread.is_alive()]
            if self._closing or len(self._left_behind) >= self._limits.stuck_threads:
                return
            stuck.stop()
            self._left_behind.append(stuck)
            self._damaged_before += stuck.damaged
            self._thread = self._new_thread(None, stuck.clock)
            self._handover.accept_only(self._thread)
            self._thread.start()


def open_capture(
    spec: str | int | Path,
    *,
    speed: Speed = "real",
    interval: float = 1.0,
    limits: Limits | None = None,
    begin_at: float = 0.0,
    orientation: Orientation | None = None,
    hold: bool = False,
    behind: float = 0.0,
) -> Capture:
    """Open a source by name (see `open_source`) for capture; a live one is opened again whenever it is lost.

    Args:
        spec: See `open_source`.
        speed: See `Capture`.
        interval: See `open_source`.
        limits: See `Capture`.
        begin_at: See `Capture`.
        orientation: See `Capture`.
        hold: See `open_source`.
        behind: Seconds at the beginning of a source that has an end that are left out: they were watched before.

    Raises:
        UnusableError: There is nothing of that name, or it cannot be used.
    """
    again = reopening(spec, interval, hold=hold)
    source = open_source(spec, interval, hold=hold)
    reopen = again if source.is_live else None
    rest = Rest(source, behind) if behind and not source.is_live else source
    return Capture(rest, reopen=reopen, speed=speed, limits=limits, begin_at=begin_at, orientation=orientation)
