"""Focus and exposure of a camera held as they are: hands that pass over the table must not change them."""

from collections.abc import Callable
from typing import Protocol

import cv2
import numpy as np

from companion.vision.types import Image

_AUTO_EXPOSURE_OFF = {"linux": 1.0, "win32": 0.25}
"""What means "by hand" differs: V4L2 has a menu whose second entry it is, DirectShow (through OpenCV) a quarter."""

_AUTO_EXPOSURE_ON = {"linux": 3.0, "win32": 0.75}

_MOST_CHANGE = 0.2
"""Where the picture's brightness changes by more than this part, the driver has not kept the exposure."""

_SETTLING = 8
"""Pictures until a change shows."""


class Device(Protocol):
    """The part of `cv2.VideoCapture` that is needed here."""

    def get(self, propId: int, /) -> float:  # noqa: N803
        """Return a property; 0 or -1 where the driver does not have it."""

    def set(self, propId: int, value: float, /) -> bool:  # noqa: N803
        """Ask for a property; return whether the driver took it."""


def lock(device: Device, platform: str, look: Callable[[], Image | None]) -> str:
    """Hold focus and exposure, and say in one line what came of it.

    Args:
        device: An opened camera that has had time to adjust itself.
        platform: `sys.platform`.
        look: Returns the next picture, None where none comes.

    Returns:
        "focus and exposure are held", or what the driver does not have.
    """
    held = [
        name
        for name, holds in (("focus", _hold_focus(device)), ("exposure", _hold_exposure(device, platform, look)))
        if holds
    ]
    free = [name for name in ("focus", "exposure") if name not in held]
    said = f"{' and '.join(held)} {'are' if len(held) > 1 else 'is'} held" if held else ""
    missing = f"the driver cannot hold the {' or the '.join(free)}" if free else ""
    return "; ".join(part for part in (said, missing) if part)


def _hold_focus(device: Device) -> bool:
    # Drivers without the property answer 0 or -1: there is nothing that could be turned off.
    if device.get(cv2.CAP_PROP_AUTOFOCUS) <= 0:
        return False
    return device.set(cv2.CAP_PROP_AUTOFOCUS, 0.0) and device.get(cv2.CAP_PROP_AUTOFOCUS) <= 0


def _hold_exposure(device: Device, platform: str, look: Callable[[], Image | None]) -> bool:
    by_hand, by_itself = _AUTO_EXPOSURE_OFF.get(platform), _AUTO_EXPOSURE_ON.get(platform)
    exposure = device.get(cv2.CAP_PROP_EXPOSURE)
    before = look()
    if by_hand is None or by_itself is None or before is None or exposure in (0.0, -1.0):
        return False
    if not (device.set(cv2.CAP_PROP_AUTO_EXPOSURE, by_hand) and device.set(cv2.CAP_PROP_EXPOSURE, exposure)):
        device.set(cv2.CAP_PROP_AUTO_EXPOSURE, by_itself)
        return False
    after: Image | None = before
    for _ in range(_SETTLING):
        after = look()
        if after is None:
            break
    brightness = float(np.mean(before))
    if after is not None and abs(float(np.mean(after)) - brightness) <= _MOST_CHANGE * max(brightness, 1.0):
        return True
    # Some drivers begin by hand with a value of their own: better a camera that adjusts itself than a dark picture.
    device.set(cv2.CAP_PROP_AUTO_EXPOSURE, by_itself)
    return False
