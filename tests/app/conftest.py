"""The app's tests drive the real window without a screen."""

import shutil
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import cv2  # noqa: F401 (what the app imports before Qt starts)
import pytest

from companion.app.environment import prepare_for_qt

prepare_for_qt()

from app_moments import Moment, plan_of, watch_of  # noqa: E402
from app_settling import settle  # noqa: E402
from PySide6.QtCore import QEvent, Qt  # noqa: E402
from PySide6.QtWidgets import QApplication  # noqa: E402
from recording_makers import record_game  # noqa: E402

from companion.app.keeping import KeptGames  # noqa: E402
from companion.app.model import drawing, keeping  # noqa: E402
from companion.app.model.library import Shelf  # noqa: E402
from companion.app.model.opening import open_watch  # noqa: E402
from companion.app.model.preview import Preview  # noqa: E402
from companion.app.model.setup import Plan, Setup  # noqa: E402
from companion.app.model.store import Store  # noqa: E402
from companion.app.model.watch import Watch  # noqa: E402
from companion.app.style import apply_style  # noqa: E402
from companion.app.window import MainWindow  # noqa: E402
from companion.app.words import speak  # noqa: E402
from companion.errors import UnusableError  # noqa: E402
from companion.vision import gallery_file  # noqa: E402
from companion.vision.capture import Capture  # noqa: E402


@pytest.fixture(autouse=True)
def no_speech(monkeypatch) -> None:
    """Keep tests silent, and the same on machines with and without a speech engine."""
    monkeypatch.setitem(sys.modules, "PySide6.QtTextToSpeech", None)


@pytest.fixture(autouse=True)
def one_process(monkeypatch) -> None:
    """Draw cards in this process: what is drawn once is there for all tests."""
    monkeypatch.setattr(drawing, "own_process", lambda: ThreadPoolExecutor(1))


@pytest.fixture(autouse=True)
def no_taught_decks(monkeypatch, tmp_path: Path) -> Path:
    """Return the folder where taught decks are kept in tests; those of whoever runs them are left alone."""
    monkeypatch.setattr(gallery_file, "gallery_folder", lambda: tmp_path / "decks")
    return tmp_path / "decks"


@pytest.fixture
def make_window(qtbot, qapp: QApplication, tmp_path: Path) -> Iterator[Callable[..., MainWindow]]:
    """Return a maker of shown windows; they are closed when the test is over."""
    apply_style(qapp, dark=False)
    windows: list[MainWindow] = []

    def make(
        opener: Callable[[Plan], Watch] = open_watch,
        setup: Setup | None = None,
        store: Store | None = None,
        make_preview: Callable[[str, str, str], Preview] = _no_preview,
        games: Path | None = None,
    ) -> MainWindow:
        if store is None:
            store = Store()
            store.prefer(language="en", scheme="light")
        shelf = Shelf(tmp_path / "sessions", tmp_path / "sessions.sqlite")
        window = MainWindow(
            setup,
            lambda: {0: "Front camera", 2: "Table camera"},
            opener,
            store,
            make_preview,
            shelf,
            KeptGames(games),
        )
        window.resize(1366, 768)
        window.show()
        windows.append(window)
        return window

    yield make
    for window in windows:
        window.close()
        window.deleteLater()
    speak("en")
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    qapp.setStyleSheet("")  # Widgets that still lived would be styled anew.


def _no_preview(source: str, deck: str, _taught: str) -> Preview:
    def no_camera(_: str) -> Capture:
        raise UnusableError(f"{source}: no camera in tests")

    return Preview(source, deck, opener=no_camera)


@pytest.fixture
def shown(make_window: Callable[..., MainWindow], qapp: QApplication) -> Callable[..., MainWindow]:
    """Return what shows a moment of a game in a window."""

    def show(moment: Moment, *, language: str = "en", size: tuple[int, int] = (1024, 600)) -> MainWindow:
        store = Store()
        store.prefer(language=language, scheme="light")
        window = make_window(store=store)
        window.resize(*size)
        window.show_watch(plan_of(moment), watch_of(moment, drawn=False))
        window.table_page.refresh()
        settle(qapp)
        return window

    return show


@pytest.fixture
def reluctant() -> Iterator[threading.Event]:
    """Return what something may wait for that nobody else should wait for; it comes by itself before long."""
    event = threading.Event()
    timer = threading.Timer(60.0, event.set)
    timer.start()
    yield event
    timer.cancel()
    event.set()


@pytest.fixture
def kept_soon(monkeypatch) -> None:
    """Keep games at once, not a moment later."""
    monkeypatch.setattr(keeping, "_PAUSE", 0.01)


@pytest.fixture
def closing():
    """Return what takes note of something that looks at a camera; it is closed when the test is over."""
    opened = []
    yield lambda look: opened.append(look) or look
    for look in opened:
        look.close()


@pytest.fixture
def shelf_folder(recorded: Path, tmp_path: Path) -> Path:
    """Return the folder of a library with one recording, where windows look."""
    shutil.copytree(recorded, tmp_path / "sessions" / "Birthday")
    return tmp_path / "sessions"


@pytest.fixture
def library(make_window: Callable[..., MainWindow], qtbot, shelf_folder: Path) -> MainWindow:
    """Return a window that shows its one recording."""
    window = make_window()
    qtbot.mouseClick(window.start_page.library_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.sessions.library_page.sessions.rowCount() > 0, timeout=60_000)
    return window


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a recorded game; not to be changed."""
    folder = tmp_path_factory.mktemp("evenings") / "Birthday"
    record_game(folder)
    return folder
