"""Starting the app: the application object, the window, and what a terminal is told."""

import signal
import sys
from collections.abc import Callable

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from companion.app.environment import prepare_for_qt
from companion.app.keeping import KeptGames, usual_folder
from companion.app.model.opening import EyesMaker, open_watch
from companion.app.model.recording import LiveRecording
from companion.app.model.setup import Plan
from companion.app.model.store import Store, usual_path
from companion.app.screen import need_screen
from companion.app.style import app_icon
from companion.app.window import MainWindow
from companion.rules.game import Game
from companion.rules.settings import Settings
from companion.signals import ending_signals
from companion.vision.capture import Speed
from companion.vision.eyes import ModelEyes
from companion.vision.sources.device import known_cameras

_PEOPLE = ("Ana", "Ben", "Carla", "Dora", "Emil")
"""Who plays the demo."""


def run_app() -> int:
    """Open the app on its start page and return its exit status when it was closed.

    Raises:
        UnusableError: There is no screen.
    """
    app = make_application()
    window = MainWindow(find_cameras=known_cameras, store=Store(usual_path()), games=KeptGames(usual_folder()))
    window.show()
    window.sessions.offer()
    return app.exec()


def run_demo_window(
    game: Game,
    settings: Settings,
    seed: int,
    names: tuple[str, ...],
    *,
    speed: Speed = "real",
    eyes: EyesMaker = ModelEyes.shipped,
    hands_limit: int | None = None,
    record: Callable[[LiveRecording], None] | None = None,
) -> int:
    """Play a simulated game in the app's window and return the exit status when it was closed.

    Args:
        game: What is played.
        settings: What was agreed.
        seed: The same seed gives the same game.
        names: The players, seat 0 first; some people play where none are named.
        speed: `real` plays at the pace of people, `max` as fast as the machine can look.
        eyes: Loads what finds and reads the cards.
        hands_limit: Stop after so many hands.
        record: Begins to record it; None does not until the button is pressed.

    Raises:
        UnusableError: The models are missing, there is no screen, or the simulated players do not know the game.
    """
    players = game.start(settings).players
    plan = Plan(game, settings, names or _PEOPLE[:players], "simulated", str(seed))
    # Opened before there is a window: without models there is nothing to show, and the terminal is told why.
    watch = open_watch(plan, eyes, speed, hands_limit)
    app = make_application()
    window = MainWindow(find_cameras=known_cameras, store=Store(usual_path()))
    window.show()
    window.show_watch(plan, watch)
    if record is not None:
        window.sessions.record(record)
    return app.exec()


def make_application() -> QApplication:
    """Return the application object, everything in the process put right for it.

    Raises:
        UnusableError: There is no screen, or what opens windows on it is missing.
    """
    prepare_for_qt()
    need_screen()
    app = QApplication(sys.argv[:1])
    app.setApplicationName("Table companion")
    app.setDesktopFileName("table-companion")
    app.setWindowIcon(app_icon())
    _close_when_ended(app)
    return app


def _close_when_ended(app: QApplication) -> None:
    """Let what ends the program close the window as a click does; one that is being made, as soon as it is there."""
    # Python sees signals only while it runs; the window's timer lets it run often enough.
    for number in ending_signals():
        signal.signal(number, lambda _number, _frame: QTimer.singleShot(0, app.closeAllWindows))
