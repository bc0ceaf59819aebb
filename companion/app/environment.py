"""What has to be put right in the process before Qt starts."""

import ctypes
import os
import sys
from collections.abc import MutableMapping

CV2_VARIABLES = ("QT_QPA_PLATFORM_PLUGIN_PATH", "QT_QPA_FONTDIR")
"""Set by `import cv2` to folders of its own Qt, whose plugins do not fit ours and whose fonts are not there."""

_PLENTY = 1 << 60


def prepare_for_qt() -> None:
    """Put the process right. Call it after OpenCV was imported and before the application object is made."""
    forget_opencv_qt()
    keep_none_alive()


def forget_opencv_qt(environment: MutableMapping[str, str] = os.environ) -> None:
    """Take out what OpenCV tells Qt about plugins and fonts; what a person has set to other places stays."""
    for name in CV2_VARIABLES:
        if "cv2" in environment.get(name, ""):
            del environment[name]


def keep_none_alive() -> None:
    """Give `None` references to lose.

    PySide6 6.12 counts on Pythons in which `None` is immortal (3.12 and later): each of its calls that returns nothing
    gives away a reference to `None` that it does not hold. Before 3.12 that ends the process within seconds
    ("none_dealloc: deallocating None"). `pyproject.toml` asks for a version without the fault; this is for where
    another one is installed.
    """
    if sys.version_info < (3, 12) and sys.getrefcount(None) < _PLENTY:
        # The count is the first field of every object of CPython.
        ctypes.c_ssize_t.from_address(id(None)).value += _PLENTY
