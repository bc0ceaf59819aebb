"""The thread that reads a source: pacing, damage, loss, and opening a live source again."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from companion.errors import UnusableError
from companion.vision.continuity import Clock, DarkWatch, StillWatch
from companion.vision.handover import HandOver, SourceEvent, SourceState
from companion.vision.sources.base import DamagedPictureError, Source, SourceLostError, told_of_nothing
from companion.vision.types import Frame, Image

_TOLD = 5
"""So many times without pictures are told one by one."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How patient a capture is with a live source, in seconds.

    Attributes:
        silent: Without a new picture for so long, the source is lost.
        frozen: Sending the very same picture for so long, the source is lost. A sensor's noise never repeats, but a
            thrifty video encoder may show a still table without change until its next key frame.
        dark: Showing nothing but black for so long, the source is lost until it shows something.
        opening: Opening it again may take so long.
        first_retry: Pause before it is opened again for the first time; each further pause is twice as long.
        longest_retry: The longest of these pauses.
        closing: `close` waits so long for a read that blocks.
        stuck_threads: So many blocked reads are left behind at most before opening again waits for one to return.
    """

    silent: float = 5.0
    frozen: float = 20.0
    dark: float = 4.0
    opening: float = 20.0
    first_retry: float = 0.5
    longest_retry: float = 10.0
    closing: float = 3.0
    stuck_threads: int = 3


class CaptureThread(threading.Thread):
    """Reads a source until its end, until it is stopped, or until it is left behind because a read blocks."""

    def __init__(
        self,
        source: Source | None,
        name: str,
        handover: HandOver,
        clock: Clock,
        *,
        reopen: Callable[[], Source] | None,
        paced: bool,
        limits: Limits,
    ) -> None:
        """Prepare the thread.

        Args:
            source: The open source, closed by the thread at its end; None to begin with opening it (again).
            name: What a person calls the source.
            handover: Takes what is read.
            clock: Places it in time.
            reopen: Opens the source again after it was lost; None where that makes no sense.
            paced: Hand frames over no faster than their times say.
            limits: How patient to be.
        """
        super().__init__(name=f"capture of {name}", daemon=True)
        self._source = source
        self._handover = handover
        self._clock = clock
        self._reopen = reopen
        self._paced = paced
        self._limits = limits
        self._stopped = threading.Event()
        self._still = StillWatch()
        self._dark = DarkWatch()
        self._waits_for_change = False
        self._pause = limits.first_retry
        self._pace_from: float | None = None
        self.deadline: float | None = None
        """`time.monotonic` by which the call that is under way should have returned; None while none is."""
        self.is_dark = False
        """Whether the source is lost because it shows nothing but black."""
        self.damaged = 0
        self.nothing: list[tuple[float, float]] = []
        """From when until when a source that has an end lacks pictures, seconds of the source."""
        self.handed_over = 0

    @property
    def clock(self) -> Clock:
        """Time and numbering as they stand."""
        return self._clock

    def stop(self) -> None:
        """Let the thread end as soon as the call that is under way returns."""
        self._stopped.set()

    def run(self) -> None:
        """Read; every outcome goes to the hand-over."""
        try:
            while (source := self._source or self._open_again()) is not None:
                self._source = None
                try:
                    ended = self._read(source)
                finally:
                    source.close()
                if ended:
                    return
        except Exception as failure:
            self._handover.fail(failure, self)

    def _read(self, source: Source) -> bool:
        """Read to the end or until the source is lost; return whether that was all."""
        passed_over = 0
        try:
            good_at = time.monotonic()
            while not self._stopped.is_set():
                self._handover.pass_over(source.passed_over - passed_over, self)
                passed_over = source.passed_over
                self._expect_within(self._limits.silent if source.is_live else None)
                try:
                    frame = source.read()
                except DamagedPictureError as damage:
                    self._note_damage(damage, source)
                    if source.is_live and time.monotonic() - good_at > self._limits.silent:
                        raise SourceLostError(f"{source.name}: sends only damaged pictures") from damage
                    continue
                finally:
                    self._expect_within(None)
                if frame is None:
                    if source.is_live and self._reopen:
                        raise SourceLostError(f"{source.name}: the stream has ended")
                    break
                good_at = time.monotonic()
                self._hand_over(frame, source)
        except SourceLostError as loss:
            self._tell_loss(loss, source)
            if self._reopen:
                return False
        if not self._stopped.is_set():
            self._tell("ended", f"{source.name}: {self._count()}")
        return True

    def _hand_over(self, frame: Frame, source: Source) -> None:
        if source.is_live and (self._is_frozen(frame.image, source) or self._shows_nothing(frame.image, source)):
            return
        frame = self._clock.place(frame)
        if self._paced:
            self._wait_until_due(frame.time)
        if self._handover.state == "lost":
            event = SourceEvent("resumed", f"{source.name}: pictures are coming again", frame.time)
            self._handover.put_event(event, self)
        self._pause = self._limits.first_retry
        self._handover.put_frame(frame, self)
        self.handed_over += 1

    def _is_frozen(self, image: Image, source: Source) -> bool:
        """Return whether this is still the picture that was reported as frozen."""
        if self._still.look(image):
            self._waits_for_change = False
        elif self._still.seconds() > self._limits.frozen:
            self._waits_for_change = True
            self._still.restart()
            loss = SourceLostError(f"{source.name}: has sent the very same picture for {self._limits.frozen:.0f} s")
            if self._reopen:
                raise loss
            self._tell_loss(loss, source)
        return self._waits_for_change

    def _shows_nothing(self, image: Image, source: Source) -> bool:
        """Return whether this is one of many black pictures; opening again takes nothing off a lens."""
        self.is_dark = self._dark.look(image) > self._limits.dark
        if self.is_dark:
            told = f"{source.name}: has shown nothing but black for {self._limits.dark:.0f} s"
            self._tell_loss(SourceLostError(told), source)
        return self.is_dark

    def _wait_until_due(self, due: float) -> None:
        if self._pace_from is None:
            self._pace_from = time.monotonic() - due
        self._stopped.wait(max(0.0, self._pace_from + due - time.monotonic()))

    def _note_damage(self, damage: DamagedPictureError, source: Source) -> None:
        self.damaged += damage.count
        # On a live source the next picture makes up for it.
        if not source.is_live:
            self.nothing += [damage.nothing] if damage.nothing is not None else []
            self._tell_loss(damage, source)

    def _open_again(self) -> Source | None:
        """Return the source, opened again after some tries; None when the thread was stopped meanwhile."""
        assert self._reopen is not None
        while not self._stopped.wait(self._pause):
            self._pause = min(2 * self._pause, self._limits.longest_retry)
            self._clock = self._clock.opened_again()
            self._expect_within(self._limits.opening)
            try:
                source = self._reopen()
            except UnusableError:
                continue  # It was reported as lost, and stays so until it is there again.
            finally:
                self._expect_within(None)
            self._still.restart()
            return source
        return None

    def _expect_within(self, seconds: float | None) -> None:
        self.deadline = None if seconds is None else time.monotonic() + seconds

    def _tell_loss(self, loss: UnusableError, source: Source) -> None:
        # A file names every loss; a live source is lost once, until it is there again.
        if not (source.is_live and self._handover.state == "lost"):
            self._tell("lost", str(loss))

    def _tell(self, state: SourceState, message: str) -> None:
        self._handover.put_event(SourceEvent(state, message, self._clock.now()), self)

    def _count(self) -> str:
        pictures = "1 picture" if self.handed_over == 1 else f"{self.handed_over} pictures"
        more = f", {self.damaged} more could not be read" if self.damaged else ""
        stretches = ", ".join(map(told_of_nothing, self.nothing[:_TOLD]))
        further = f" and {len(self.nothing) - _TOLD} times more" if len(self.nothing) > _TOLD else ""
        return f"{pictures}{more}{f'; nothing could be read {stretches}{further}' if stretches else ''}"
