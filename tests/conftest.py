"""Checks that hold for every test: nothing keeps running or stays open behind it."""

import gc
import os
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import onnxruntime
import pytest
from hypothesis import settings

from companion.resources import models_directory
from companion.vision.onnx_model import POOL

settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# Files of tests run side by side: more threads in each would only take the cores from each other.
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENCV_FOR_THREADS_NUM", "1")

_GRACE = 60.0
"""Seconds that a thread which was told to end may take to do so."""


def pytest_collection_finish() -> None:
    """Leave out of account what is there before any test: going through it around every test took half of the time."""
    _leave_out_of_account()


def _leave_out_of_account() -> None:
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True, scope="module")
def little_to_go_through() -> Iterator[None]:
    """Leave out of account what the tests of one file leave to those of others, too: caches, and what was imported."""
    yield
    _leave_out_of_account()


@pytest.fixture(autouse=True, scope="session")
def models_opened_once() -> Iterator[None]:
    """Open each model that is shipped once for all tests: most that look at pictures open seven, for 0.7 seconds."""
    opened: dict[tuple[str, int], Any] = {}
    session = onnxruntime.InferenceSession

    def open_once(path: Any, *options: Any, **others: Any) -> Any:
        if not options or Path(path).parent != models_directory():
            return session(path, *options, **others)
        known_by = path, options[0].intra_op_num_threads
        if known_by not in opened:
            opened[known_by] = session(path, *options, **others)
        return opened[known_by]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(onnxruntime, "InferenceSession", open_once)
        yield


@pytest.fixture(autouse=True)
def no_thread_left_behind(nothing_of_qt_left_behind: None) -> Iterator[None]:
    """Fail a test that leaves a thread running.

    Threads end before Qt's objects are looked for: whoever lists all objects holds tuples that another thread is just
    filling, and filling them fails then (`PyTuple_SetItem`, in `cv2.split` for one).
    """
    before = set(threading.enumerate())
    yield
    until = time.monotonic() + _GRACE
    left = _new_threads(before)
    for thread in left:
        thread.join(max(0.0, until - time.monotonic()))
    names = [thread.name for thread in left if thread.is_alive()]
    assert not names, f"the test left threads running: {', '.join(names)}"


def _new_threads(before: set[threading.Thread]) -> list[threading.Thread]:
    # A dummy stands for a thread that Python did not start (Qt's, for one); Python cannot tell when it ends. The
    # threads of a network last as long as it, and other tests may use it as well.
    started = (thread for thread in threading.enumerate() if not isinstance(thread, threading._DummyThread))
    return [thread for thread in started if thread not in before and not thread.name.startswith(POOL)]


@pytest.fixture(autouse=True)
def nothing_of_qt_left_behind() -> Iterator[None]:
    """Fail a test that leaves a window open, or a timer or thread of Qt running."""
    before = _living_qt_objects()
    yield
    if not _new_objects(before):
        return
    gc.collect()  # What is only kept alive by a reference cycle is no leak.
    left = [repr(item) for item in _new_objects(before)]
    assert not left, f"the test left Qt objects alive: {', '.join(left)}"


def _new_objects(before: list[object]) -> list[object]:
    known = {id(item) for item in before}
    return [item for item in _living_qt_objects() if id(item) not in known]


def _with_subclasses(kind: type) -> set[type]:
    return {kind}.union(*(_with_subclasses(below) for below in kind.__subclasses__()))


def _living_qt_objects() -> list[object]:
    if "PySide6.QtWidgets" not in sys.modules:
        return []
    import shiboken6
    from PySide6.QtCore import QCoreApplication, QEvent, QThread, QTimer
    from PySide6.QtWidgets import QApplication

    app = QApplication.instance()
    if not isinstance(app, QApplication):
        return []
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    # Not `isinstance`: it asks objects for their class, at which a deprecated one of torch warns.
    kinds = _with_subclasses(QTimer) | _with_subclasses(QThread)
    tracked = [item for item in gc.get_objects() if type(item) in kinds and shiboken6.isValid(item)]
    timers = [item for item in tracked if isinstance(item, QTimer) and item.isActive()]
    threads = [item for item in tracked if isinstance(item, QThread) and item.isRunning() and item != app.thread()]
    windows = [window for window in app.topLevelWidgets() if window.parent() is None]
    return [*windows, *timers, *threads]
