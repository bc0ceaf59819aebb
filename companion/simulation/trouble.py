"""A camera that fails at scripted times: frozen, blocked, unplugged, black, half, of another size, damaged."""

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Literal, Self, get_args

import cv2
import numpy as np

from companion.errors import UnusableError
from companion.vision.capture import Capture
from companion.vision.capture_thread import Limits
from companion.vision.handover import SourceEvent
from companion.vision.sources.base import DamagedPictureError, Source, SourceLostError
from companion.vision.types import Frame, Image

TroubleKind = Literal["stale", "blocked", "gone", "black", "half", "resized", "damaged"]
"""`stale`: the same picture again and again. `blocked`: a read that does not return. `gone`: unplugged, and refused a
few times before it is there again. `black`, `half`: pictures without light, or whose lower half did not arrive.
`resized`: another resolution. `damaged`: pictures that cannot be decoded."""

_REFUSALS = 2
_RESIZED = 0.75
_LONGEST_BLOCK = 120.0
"""Seconds of real time after which a blocked read returns although nobody has opened the camera again."""
_MISSING = 128
_LOOKS_AGAIN, _PATIENCE = 0.1, 6.0
"""Seconds of real time between two looks whether all is over, and for which a camera waits for its consumer: a busy
machine may stall for a while. A capture has to be more patient than that, or it takes the wait for a lost camera."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something that is wrong with the camera for a while.

    Attributes:
        kind: What.
        start: Seconds of the source.
        end: Seconds of the source.
    """

    kind: TroubleKind
    start: float
    end: float


def random_troubles(seed: int, duration: float, every: float = 12.0, longest: float = 1.2) -> tuple[Trouble, ...]:
    """Return troubles at random times, each kind as likely as any other, that do not overlap.

    Args:
        seed: The same seed gives the same troubles.
        duration: Of the source, seconds.
        every: Seconds from one trouble to the next, on average.
        longest: Seconds that one lasts at most.
    """
    rng = np.random.default_rng([seed, 41])
    kinds: Sequence[TroubleKind] = get_args(TroubleKind)
    troubles = []
    time = float(rng.exponential(every))
    while time < duration:
        end = time + float(rng.uniform(0.2, longest))
        troubles.append(Trouble(kinds[int(rng.integers(len(kinds)))], time, end))
        time = end + float(rng.exponential(every))
    return tuple(troubles)


class TroubledCamera:
    """A live camera over a source that goes on whether or not the camera works.

    Attributes:
        name: What a person calls it.
        troubles: What is wrong when.
        opened: How often it was opened.
        over: Nothing more will happen before it.
        time: Of the last thing that happened before it, seconds.
    """

    def __init__(self, source: Source, troubles: Sequence[Trouble], pace: Callable[[int], None] | None = None) -> None:
        """Set up.

        Args:
            source: What happens before the camera.
            troubles: What is wrong when, in order, not overlapping.
            pace: Called with the number of frames handed out before each further one, to wait where it must; None to
                hand out frames as fast as they are asked for.
        """
        self.name = source.name
        self.troubles = tuple(troubles)
        self.opened = 0
        self.over = False
        self.time = 0.0
        self._pace = pace
        self._handed = 0
        self._source = source
        self._refuses = 0
        self._released = threading.Event()
        self._reading = threading.Lock()

    def open(self) -> Source:
        """Open the camera (again).

        Raises:
            UnusableError: It is not there.
        """
        if self._refuses:
            self._refuses -= 1
            raise UnusableError(f"{self.name}: there is no such camera at the moment")
        self.opened += 1
        # What an earlier opening still waits for will never come.
        self._released.set()
        self._released = threading.Event()
        return _Opened(self, self._released)

    def trouble_at(self, time: float) -> Trouble | None:
        """Return what is wrong at a time."""
        return next((trouble for trouble in self.troubles if trouble.start <= time < trouble.end), None)

    def next_frame(self) -> Frame | None:
        """Return what comes next before the camera."""
        with self._reading:
            frame = self._source.read()
            self.over |= frame is None
            self.time = frame.time if frame is not None else self.time
            return frame

    def wait(self) -> None:
        """Wait until the next frame may be handed out."""
        if self._pace is not None:
            self._pace(self._handed)

    def hand_out(self, frame: Frame) -> Frame:
        """Count a frame that is handed out."""
        self._handed += 1
        return frame

    def skip(self, until: float) -> None:
        """Let what happens before the camera go on unseen."""
        while (frame := self.next_frame()) is not None and frame.time < until:
            pass

    def unplug(self) -> None:
        """Let the camera be gone for some openings."""
        self._refuses = _REFUSALS


class TroubledFeed:
    """A live capture of a troubled camera that waits for whoever looks, so that slow machines drop nothing.

    It ends with what happens before the camera. Use it in a `with` statement, for `companion.table.watching.watch`.
    """

    def __init__(self, source: Source, troubles: Sequence[Trouble], limits: Limits) -> None:
        """Set up.

        Args:
            source: What happens before the camera.
            troubles: What is wrong when.
            limits: How patient the capture is; `silent` longer than the camera waits for its consumer (6 s).
        """
        self.camera = TroubledCamera(source, troubles, self._keep_pace)
        self._capture = Capture(self.camera.open(), reopen=self.camera.open, limits=limits)
        self._taken = 0
        self._wants_more = threading.Condition()

    @property
    def dropped(self) -> int:
        """How many frames nobody looked at because a newer one came."""
        return self._capture.dropped

    @property
    def damaged(self) -> int:
        """How many pictures could not be decoded."""
        return self._capture.damaged

    def __iter__(self) -> Iterator[Frame | SourceEvent]:
        while (item := self._capture.take(_LOOKS_AGAIN)) is not None or not self.camera.over:
            if item is None:
                continue
            yield item
            if isinstance(item, Frame):
                with self._wants_more:
                    self._taken += 1
                    self._wants_more.notify_all()

    def __enter__(self) -> Self:
        self._capture.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._capture.close()

    def _keep_pace(self, handed: int) -> None:
        with self._wants_more:
            self._wants_more.wait_for(lambda: self._taken + self.dropped >= handed, _PATIENCE)


class _Opened(Source):
    """The camera from one opening to its end."""

    is_live = True

    def __init__(self, camera: TroubledCamera, released: threading.Event) -> None:
        self.name = camera.name
        self._camera = camera
        self._released = released
        self._begun: float | None = None
        self._last: Image | None = None

    def read(self) -> Frame | None:
        self._camera.wait()
        frame = self._camera.next_frame()
        if frame is None or self._released.is_set():
            return None
        trouble = self._camera.trouble_at(frame.time)
        if self._begun is None:
            self._begun = frame.time
        frame = replace(frame, time=frame.time - self._begun)
        if trouble is None:
            self._last = frame.image
            return self._camera.hand_out(frame)
        return self._camera.hand_out(self._fail(trouble, frame))

    def close(self) -> None:
        self._released.set()

    def _fail(self, trouble: Trouble, frame: Frame) -> Frame:
        match trouble.kind:
            case "stale":
                return replace(frame, image=self._last if self._last is not None else frame.image)
            case "black":
                return replace(frame, image=np.zeros_like(frame.image))
            case "half":
                image = frame.image.copy()
                image[len(image) // 2 :] = _MISSING
                return replace(frame, image=image)
            case "resized":
                smaller = cv2.resize(frame.image, None, fx=_RESIZED, fy=_RESIZED, interpolation=cv2.INTER_NEAREST)
                return replace(frame, image=np.asarray(smaller, np.uint8))
            case "damaged":
                raise DamagedPictureError(f"{self.name}: a picture cannot be decoded")
        self._camera.skip(trouble.end)
        if trouble.kind == "gone":
            self._camera.unplug()
        else:
            self._released.wait(_LONGEST_BLOCK)
        raise SourceLostError(f"{self.name}: sends no more pictures")
