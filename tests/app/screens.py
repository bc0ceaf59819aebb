"""Pictures of every screen: `python -m tests.app.screens DIR [--languages en,es,fr] [--sizes 1280x720,1920x1080]`.

The pages are those of the real window; the tables are simulated ones of which the eyes know the truth.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).parent))

import cv2  # noqa: F401 (what the app imports before Qt starts)

from companion.app.environment import prepare_for_qt

prepare_for_qt()

from app_tables import Theatre, plan_of, script_of, tricks_of  # noqa: E402
from PySide6.QtWidgets import QApplication  # noqa: E402

from companion.app.model.helping import KEYS, TOPICS  # noqa: E402
from companion.app.model.library import Shelf  # noqa: E402
from companion.app.model.setup import Setup  # noqa: E402
from companion.app.model.store import Store  # noqa: E402
from companion.app.window import MainWindow  # noqa: E402
from companion.rules.games import GAMES  # noqa: E402

NAMES = ("Ana", "Ben", "Carla", "Dora")
CAMERAS = {0: "Integrated camera", 2: "Table camera"}
PATIENCE = 60.0
NOWHERE = Path(tempfile.gettempdir()) / "table-companion-screens"
"""An empty library."""


@dataclass(frozen=True)
class Screen:
    """One screen: its name, and what brings a window there."""

    name: str
    show: Callable[[MainWindow], None]


def _step(game: str, stage: int) -> Callable[[MainWindow], None]:
    def show(window: MainWindow) -> None:
        window.go_back()
        window.start_page.choose_game(game)
        window.start_page.source.choose("simulated")
        window.start_page.go_to(stage)

    return show


def _tool(number: int) -> Callable[[MainWindow], None]:
    def show(window: MainWindow) -> None:
        window.show_page(window.tools_page)
        window.tools_page.show_flow(number)

    return show


def _topic(topic: str) -> Callable[[MainWindow], None]:
    return lambda window: window.show_help(topic)


SCREENS: tuple[Screen, ...] = (
    Screen("new-game", _step("coins", 0)),
    *(Screen(f"players-{game}", _step(game, 1)) for game in GAMES),
    *(Screen(f"rules-{game}", _step(game, 2)) for game in GAMES),
    Screen("camera", _step("coins", 3)),
    Screen("recordings", lambda window: window.sessions.show_library()),
    Screen("settings", lambda window: window.show_page(window.preferences_page)),
    Screen("print", _tool(0)),
    Screen("calibrate", _tool(1)),
    Screen("teach", _tool(2)),
    *(Screen(f"help-{topic.id}", _topic(topic.id)) for topic in TOPICS),
)

FEW = ("new-game", "players-coins", "rules-hearts_pp", "camera", "settings", "print", "teach", f"help-{KEYS}")
"""Enough to see whether a language, a set of colours or a size goes well everywhere."""


def make_window(language: str, scheme: str, size: tuple[int, int], *, large: bool = False) -> MainWindow:
    """Return a shown window with players in it."""
    store = Store()
    store.prefer(language=language, scheme=scheme, large_type=large)
    setup = Setup()
    for seat, name in enumerate(NAMES):
        setup.name(seat, name)
    window = MainWindow(
        setup, lambda: CAMERAS, store=store, shelf=Shelf(NOWHERE / "sessions", NOWHERE / "sessions.sqlite")
    )
    window.resize(*size)
    window.show()
    return window


def settle(app: QApplication) -> None:
    """Let everything that waits be laid out and painted."""
    for _ in range(6):
        app.processEvents()


def watched(window: MainWindow, app: QApplication, tricks: int = 1) -> None:
    """Show a simulated table on which so many tricks were won."""
    script = script_of()
    theatre = Theatre(script, stop=tricks_of(script)[tricks - 1].time + 0.8, drawn=True)
    plan = plan_of()
    window.show_watch(plan, theatre.open(plan))
    until = time.monotonic() + PATIENCE
    while sum(row.winner is not None for row in window.live.board.rows) < tricks and time.monotonic() < until:
        app.processEvents()
        time.sleep(0.01)
    settle(app)


def pictures(
    app: QApplication, languages: list[str], sizes: list[tuple[int, int]], names: tuple[str, ...], *, large: bool
) -> Iterator[tuple[str, MainWindow]]:
    """Yield a window at every screen wanted, with the name of its picture."""
    for language in languages:
        for scheme in ("light", "dark"):
            for size in sizes:
                window = make_window(language, scheme, size, large=large)
                tail = f"{language}-{scheme}-{size[1]}{'-large' if large else ''}"
                for screen in SCREENS:
                    if not names or screen.name in names:
                        screen.show(window)
                        settle(app)
                        yield f"{screen.name}-{tail}", window
                if not names or "table" in names:
                    watched(window, app)
                    yield f"table-{tail}", window
                window.close()
                window.deleteLater()
                settle(app)


def main() -> None:
    """Write the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--languages", default="en,es,fr")
    parser.add_argument("--sizes", default="1280x720,1920x1080")
    parser.add_argument("--screens", default="", help="names, with commas between; all without")
    parser.add_argument("--few", action="store_true", help="one screen of each kind")
    parser.add_argument("--large", action="store_true", help="in large type")
    arguments = parser.parse_args()
    app = QApplication([])
    arguments.folder.mkdir(parents=True, exist_ok=True)
    parts = [size.partition("x") for size in arguments.sizes.split(",")]
    sizes = [(int(width), int(height)) for width, _, height in parts]
    names = FEW if arguments.few else tuple(filter(None, arguments.screens.split(",")))
    for name, window in pictures(app, arguments.languages.split(","), sizes, names, large=arguments.large):
        window.grab().save(str(arguments.folder / f"{name}.png"))


if __name__ == "__main__":
    main()
