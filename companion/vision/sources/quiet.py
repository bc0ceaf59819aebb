"""Keeps OpenCV from writing to standard error what we report in our own words."""

from collections.abc import Iterator
from contextlib import contextmanager

from cv2.utils import logging as opencv_log


@contextmanager
def quiet_opencv() -> Iterator[None]:
    """Silence OpenCV's log while the block runs (for the whole process: OpenCV has one log level)."""
    level = opencv_log.setLogLevel(opencv_log.LOG_LEVEL_SILENT)
    try:
        yield
    finally:
        opencv_log.setLogLevel(level)
