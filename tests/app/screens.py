"""Pictures of every screen: `python -m tests.app.screens DIR [--languages en,es,fr] [--sizes 1280x720,1920x1080]`.

With `--check` no pictures are made: what `screen_faults` finds is written, a line a fault, status 1 where there is any.

The pages are those of the real window; the tables are simulated ones of which the eyes know the truth.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import product
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).parent))

import cv2  # noqa: F401 (what the app imports before Qt starts)

from companion.app.environment import prepare_for_qt

prepare_for_qt()

from app_gallery import LONG_NAMES, Screen, table_screens  # noqa: E402
from camera_gallery import CAMERAS  # noqa: E402
from library_gallery import EVENINGS, LIBRARY, dialogs, make_library  # noqa: E402
from PySide6.QtCore import QCoreApplication, QEvent, QObject  # noqa: E402
from PySide6.QtGui import QColor, QPainter, QPixmap  # noqa: E402
from PySide6.QtWidgets import QApplication  # noqa: E402
from screen_faults import bracketed, faults, has_words, is_of, texts_of, untranslated  # noqa: E402

from companion.app.model.helping import TOPICS  # noqa: E402
from companion.app.model.library import Shelf  # noqa: E402
from companion.app.model.setup import Setup  # noqa: E402
from companion.app.model.store import Store  # noqa: E402
from companion.app.window import MainWindow  # noqa: E402
from companion.language import LANGUAGES  # noqa: E402
from companion.rules.games import GAMES  # noqa: E402

NAMES = ("Ana", "Ben", "Carla", "Dora")
WEBCAMS = {0: "Integrated camera", 2: "Table camera"}
KNOWN = (
    *NAMES,
    *LONG_NAMES,
    *WEBCAMS.values(),
    *(game.title.partition(" - ")[0] for game in GAMES.values()),
    *LANGUAGES.values(),
    *(name for name, *_ in EVENINGS),
    "Saturday",
    "#family",
    "Grandmother's cards",
    "Letter",
    "Alt+",
    str(Path(tempfile.gettempdir())),
    "sessions",
    "nov.",
)
"""Names, which are the same in every language."""

PATIENCE = 60.0
QUIET = 3
"""How many times in a row a window has to have laid out nothing anew, to be looked at."""

RESTLESS = 10.0
"""Seconds after which one is looked at that never comes to rest."""

_STIRRING = (
    QEvent.Type.LayoutRequest,
    QEvent.Type.Resize,
    QEvent.Type.Move,
    QEvent.Type.Show,
    QEvent.Type.Hide,
    QEvent.Type.FontChange,
    QEvent.Type.StyleChange,
    QEvent.Type.LanguageChange,
)

NOWHERE = Path(tempfile.gettempdir()) / "table-companion-screens"
"""An empty library."""


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
    Screen("new-game", _step("coins", 0), lambda window: window.start_page.game_choice.is_drawn),
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

MORE: tuple[Screen, ...] = (*table_screens(), *CAMERAS, *LIBRARY)
"""Those that need a table, a camera or a library."""


def make_window(language: str, scheme: str, size: tuple[int, int], *, folder: Path = NOWHERE) -> MainWindow:
    """Return a shown window with players in it."""
    folder.mkdir(exist_ok=True)
    store = Store()
    store.prefer(language=language, scheme=scheme)
    setup = Setup()
    for seat, name in enumerate(NAMES):
        setup.name(seat, name)
    window = MainWindow(
        setup, lambda: WEBCAMS, store=store, shelf=Shelf(folder / "sessions", folder / "sessions.sqlite")
    )
    window.resize(*size)
    window.show()
    while not window.start_page.game_choice.is_drawn:
        QApplication.processEvents()
        time.sleep(0.005)
    return window


class _Stir(QObject):
    """Notes whether anything is laid out anew."""

    stirred = False

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802 (as Qt calls it)
        self.stirred |= event.type() in _STIRRING
        return False


def settle(app: QApplication, window: MainWindow) -> None:
    """Wait until a window has looked for something new some times in a row, and laid out nothing anew."""
    stir = _Stir()
    app.installEventFilter(stir)
    quiet, until = 0, time.monotonic() + RESTLESS
    while quiet < QUIET and time.monotonic() < until:
        stir.stirred, ticks = False, window._ticks
        while window._ticks == ticks:
            app.processEvents()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
            time.sleep(0.002)
        quiet = 0 if stir.stirred else quiet + 1
    app.removeEventFilter(stir)


def arrive(app: QApplication, window: MainWindow, screen: Screen) -> None:
    """Bring a window to a screen and wait until all of it is there."""
    for dialog in dialogs(window):
        dialog.reject()
    window.leave()
    screen.show(window)
    until = time.monotonic() + PATIENCE
    while not (screen.there(window) and not _is_drawing(window)) and time.monotonic() < until:
        settle(app, window)
    settle(app, window)


def _is_drawing(window: MainWindow) -> bool:
    """Tell whether cards on the table still wait for their pictures."""
    pictures, board = window._pictures, window.live.board if window.live is not None else None
    if pictures is None or board is None:
        return False
    wanted = {card.code for place in board.places for card in place.cards}
    return not wanted <= pictures._images.keys()


def taken(window: MainWindow) -> QPixmap:
    """Return a picture of the window with the dialogs over it."""
    picture = window.grab()
    for dialog in dialogs(window):
        painter = QPainter(picture)
        painter.fillRect(picture.rect(), QColor(0, 0, 0, 90))
        place = window.rect().center() - dialog.rect().center()
        painter.drawPixmap(place, dialog.grab())
        painter.end()
    return picture


def main() -> int:
    """Write the pictures, or the faults."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", help="where pictures are written")
    parser.add_argument("--check", action="store_true", help="look for faults instead")
    parser.add_argument("--languages", default="en,es,fr")
    parser.add_argument("--schemes", default="light,dark")
    parser.add_argument("--sizes", default="1280x720,1920x1080")
    parser.add_argument("--screens", default="", help="beginnings of names, with commas between; all without")
    parser.add_argument("--large", action="store_true", help="in large type")
    arguments = parser.parse_args()
    if (arguments.folder is None) != arguments.check:
        parser.error("give either a folder for pictures or --check")
    app = QApplication([])
    parts = [size.partition("x") for size in arguments.sizes.split(",")]
    sizes = [(int(width), int(height)) for width, _, height in parts]
    wanted = tuple(filter(None, arguments.screens.split(",")))
    found = 0
    with tempfile.TemporaryDirectory() as scratch:
        screens = [screen for screen in (*SCREENS, *MORE) if not wanted or screen.name.startswith(wanted)]
        if any(screen in LIBRARY for screen in screens):
            make_library(Path(scratch) / "sessions")
        window = make_window("en", "light", sizes[0], folder=Path(scratch))
        window.prefer("large_type", arguments.large)
        for screen in screens:
            window.prefer("language", "en")
            arrive(app, window, screen)
            for language, scheme, size in product(arguments.languages.split(","), arguments.schemes.split(","), sizes):
                window.prefer("language", language)
                window.prefer("scheme", scheme)
                window.resize(*size)
                settle(app, window)
                if dialogs(window):  # Asked in the language and the type of the moment.
                    arrive(app, window, screen)
                tail = f"{language}-{scheme}-{size[1]}{'-large' if arguments.large else ''}"
                if arguments.check:
                    found += tell(f"{screen.name}-{tail}", faults(window, window._pages.currentWidget(), LONG_NAMES))
                else:
                    arguments.folder.mkdir(parents=True, exist_ok=True)
                    taken(window).save(str(arguments.folder / f"{screen.name}-{tail}.png"))
            if arguments.check:
                found += tell(screen.name, foreign(app, window))
        for dialog in dialogs(window):
            dialog.reject()
        window.close()
    return int(found > 0)


def tell(where: str, wrong: list[str]) -> int:
    """Write faults and return how many there are."""
    for fault in wrong:
        sys.stdout.write(f"{where}: {fault}\n")
        sys.stdout.flush()
    return len(wrong)


def foreign(app: QApplication, window: MainWindow) -> list[str]:
    """Return what a window shows that is asked of no catalogue."""
    with bracketed():
        window.prefer("language", "en")
        window.prefer("language", "fr")
        settle(app, window)
        texts = (untranslated(text) for text in texts_of(window))
        left = [text for text in texts if has_words(text, KNOWN) and not is_of(text, LONG_NAMES)]
        window.prefer("language", "en")
    return [f"never translated: {text!r}" for text in sorted(left)]


if __name__ == "__main__":
    sys.exit(main())
