"""The app's tests drive the real window without a screen."""

import sys
from collections.abc import Callable, Iterator

import cv2  # noqa: F401 (what the app imports before Qt starts)
import pytest

from companion.app.environment import prepare_for_qt

prepare_for_qt()

from PySide6.QtWidgets import QApplication  # noqa: E402

from companion.app.model.opening import open_watch  # noqa: E402
from companion.app.model.setup import Plan, Setup  # noqa: E402
from companion.app.model.watch import Watch  # noqa: E402
from companion.app.style import apply_style  # noqa: E402
from companion.app.window import MainWindow  # noqa: E402


@pytest.fixture(autouse=True)
def no_speech(monkeypatch) -> None:
    """Keep tests silent, and the same on machines with and without a speech engine."""
    monkeypatch.setitem(sys.modules, "PySide6.QtTextToSpeech", None)


@pytest.fixture
def make_window(qtbot, qapp: QApplication) -> Iterator[Callable[..., MainWindow]]:
    """Return a maker of shown windows; they are closed when the test is over."""
    apply_style(qapp, dark=False)
    windows: list[MainWindow] = []

    def make(opener: Callable[[Plan], Watch] = open_watch, setup: Setup | None = None) -> MainWindow:
        window = MainWindow(setup, {0: "Front camera", 2: "Table camera"}, opener)
        window.resize(1366, 768)
        window.show()
        windows.append(window)
        return window

    yield make
    for window in windows:
        window.close()
        window.deleteLater()
    qapp.setStyleSheet("")
