"""Cameras of this machine, through OpenCV."""

import sys
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from companion.errors import UnusableError
from companion.language import mark
from companion.vision.sources.base import OpenedSource, SourceLostError
from companion.vision.sources.locks import lock
from companion.vision.sources.quiet import quiet_opencv
from companion.vision.types import Frame, Image

# Left to itself OpenCV tries one back end after the other, each with complaints of its own on standard error.
_BACKENDS = {"darwin": cv2.CAP_AVFOUNDATION, "linux": cv2.CAP_V4L2, "win32": cv2.CAP_DSHOW}

# Asked for in this order: over USB 2 a camera sends 1080p at full rate only as MJPEG, and OpenCV's own choice is
# 640 x 480, too coarse to read a card's index. A driver that cannot do it takes the nearest it can.
_WISHES = (
    (cv2.CAP_PROP_FOURCC, float(cv2.VideoWriter.fourcc(*"MJPG"))),
    (cv2.CAP_PROP_FRAME_WIDTH, 1920.0),
    (cv2.CAP_PROP_FRAME_HEIGHT, 1080.0),
    (cv2.CAP_PROP_FPS, 30.0),
)

_TRIES = 10
_TRY_AGAIN_AFTER = 0.05
"""A camera may miss a picture now and then: it is asked so often, so many seconds apart, before it counts as lost."""

_ADJUSTING = 20
"""Pictures in which a camera adjusts itself to the light before it is held."""

_PROBED = 6
"""Where the system does not tell which cameras there are, so many numbers are tried."""

_SYSTEM_CAMERAS = Path("/sys/class/video4linux")


def known_cameras(system: Path = _SYSTEM_CAMERAS) -> dict[int, str]:
    """Return the names of the cameras that the system tells about, by index; empty where it does not (not on Linux)."""
    cameras = {}
    for entry in system.glob("video*"):
        try:
            # A camera has several nodes; the first hands out pictures, the others hold measurements.
            if int((entry / "index").read_text()) == 0:
                cameras[int(entry.name.removeprefix("video"))] = (entry / "name").read_text().strip()
        except (OSError, ValueError):
            continue
    return dict(sorted(cameras.items()))


def list_cameras(system: Path = _SYSTEM_CAMERAS) -> dict[int, str]:
    """Return the cameras by index; their names where the system tells them, else the size of their pictures.

    Where the system does not tell, the first numbers are tried, which takes a moment and lights the cameras' lamps.
    """
    return known_cameras(system) if system.is_dir() else _probed()


def _probed() -> dict[int, str]:
    cameras = {}
    with quiet_opencv():
        for index in range(_PROBED):
            device = cv2.VideoCapture(index, _BACKENDS.get(sys.platform, cv2.CAP_ANY))
            if device.isOpened():
                width, height = (int(device.get(p)) for p in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT))
                cameras[index] = f"camera {index}, {width} x {height}"
            device.release()
    return cameras


class Camera(OpenedSource):
    """A camera of this machine: times are seconds since it was opened, taken when the picture was handed over."""

    def __init__(self, index: int, pause: Callable[[float], None] = time.sleep, *, hold: bool = False) -> None:
        """Open the camera at 1920 x 1080, or what is nearest to it.

        Args:
            index: Number of the camera, from 0.
            pause: Waits so many seconds.
            hold: Let the camera adjust itself first and then hold focus and exposure, where its driver can.

        Raises:
            UnusableError: There is no such camera, it is in use, or it hands out no picture.
        """
        super().__init__(f"camera {index}", is_live=True)
        self._pause = pause
        self._opened = time.monotonic()
        self._count = 0
        with quiet_opencv():
            self._device = cv2.VideoCapture(index, _BACKENDS.get(sys.platform, cv2.CAP_ANY))
            for wish, value in _WISHES:
                self._device.set(wish, value)
            usable = self._device.isOpened() and self._look_ahead()
        if not usable:
            self.close()
            raise _not_to_be_had(index, known_cameras())
        if hold:
            self._hold()

    def _hold(self) -> None:
        for _ in range(_ADJUSTING):
            if self._picture() is None:
                break
        with quiet_opencv():
            self.note = lock(self._device, sys.platform, self._picture)
        # What was seen meanwhile is old.
        self._ahead.clear()

    def _picture(self) -> Image | None:
        try:
            frame = self._next()
        except SourceLostError:
            return None
        return frame.image if frame is not None else None

    def _next(self) -> Frame | None:
        for _ in range(_TRIES):
            grabbed = self._device.grab()
            arrived = time.monotonic() - self._opened
            if grabbed:
                found, image = self._device.retrieve()
                if found and image is not None:
                    index = self._count
                    self._count += 1
                    return Frame(_three_channels(image), arrived, index)
            self._pause(_TRY_AGAIN_AFTER)
        raise SourceLostError(f"{self.name}: hands out no picture any more; is it still plugged in?")

    def close(self) -> None:
        """Let go of the camera."""
        self._ahead.clear()
        self._device.release()


def _three_channels(image: "cv2.typing.MatLike") -> Image:
    grey = image.ndim == 2
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_GRAY2BGR) if grey else image, np.uint8)


def _not_to_be_had(index: int, cameras: dict[int, str]) -> UnusableError:
    if index in cameras:
        message = mark(
            "camera {number} ({name}): cannot be opened; close other programs that use it, and check that you may use "
            "the camera"
        )
        return UnusableError(message, number=index, name=cameras[index])
    if cameras:
        others = ", ".join(f"{number} ({name})" for number, name in cameras.items())
        return UnusableError(mark("camera {number}: is not there; there are: {others}"), number=index, others=others)
    message = mark(
        "camera {number}: is not there; no camera was found; plug one in, or give a video file or an address"
    )
    return UnusableError(message, number=index)
