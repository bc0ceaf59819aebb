"""The screens before a camera: its check, teaching a deck, calibrating."""

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from app_gallery import Screen, Show
from app_moments import SIZE, Moment, Staged, in_trick, watch_of

from companion.app.model.calibrating import Calibrating
from companion.app.model.lessons import Teaching
from companion.app.model.preview import Preview
from companion.app.window import MainWindow
from companion.errors import UnusableError
from companion.rules.games import GAMES
from companion.vision.capture import Capture
from companion.vision.shown import ShownBefore
from companion.vision.sources.base import Source
from companion.vision.tabletop.board import Board
from companion.vision.teaching import Lesson, TaughtCard
from companion.vision.types import Frame, Image, SeenCard
from companion.vision.unfinished_lessons import LessonKeeper, UnfinishedLesson


class Still(Source):
    """A camera that shows one picture all the time."""

    is_live = True
    name = "still"

    def __init__(self, image: Image) -> None:
        self._image, self._count, self._closed = image, 0, False

    def read(self) -> Frame | None:
        time.sleep(0.03)
        self._count += 1
        image = self._image.copy()
        image[0, 0] = self._count % 255  # A camera never hands out the very same picture twice.
        return None if self._closed else Frame(image, time.monotonic(), self._count)

    def close(self) -> None:
        self._closed = True


class Knowing:
    """Eyes that know what lies there."""

    def __init__(self, cards: list[SeenCard]) -> None:
        self._cards = cards

    def look(self, _image: Image, _deck: str, _height: float | None = None) -> list[SeenCard]:
        return self._cards


class Learning:
    """Knows the first card it is shown and is in doubt about the second."""

    def __init__(self, seen: Staged) -> None:
        cards = seen.session.snapshot().cards
        self._cards = [
            TaughtCard(
                number,
                np.ascontiguousarray(seen.pump.image[300:460, 600:712]),
                None if number == 2 else card.code,
                0.5 if number == 2 else 0.99,
                (("2-cups", 0.5), ("3-cups", 0.3), ("2-clubs", 0.1)),
                False,
                np.asarray(card.corners, np.float32),
            )
            for number, card in enumerate(cards)
        ]

    def add(self, _image: Image, **_how: bool) -> Lesson:
        missing = tuple(code for code in GAMES["coins"].deck.codes if code not in {card.code for card in self._cards})
        known = tuple(card for card in self._cards if card.code is not None)
        return Lesson(tuple(self._cards), known, tuple(self._cards[2:3]), missing)

    def other_deck(self, _lesson: Lesson) -> str | None:
        return None

    def so_far(self) -> tuple[ShownBefore, ...]:
        return tuple(ShownBefore((card.crop,), card.code, False) for card in self._cards)


def _shows(image: Image) -> Callable[[str], Capture]:
    return lambda _source: Capture(Still(image))


def _no_camera(_source: str) -> Capture:
    raise UnusableError(
        "camera {number} ({name}): cannot be opened; close other programs that use it, and check that you may use the "
        "camera",
        number=0,
        name="Integrated camera",
    )


def _camera(cards: bool, works: bool = True) -> Show:
    def show(window: MainWindow) -> None:
        start = window.start_page
        seen = watch_of(Moment("coins", in_trick(1, 1, 3), in_trick(1, 0, 3), hands=1))
        look = [
            SeenCard(card.corners, True, 0.95, ((card.code, 0.99),))
            for card in seen.session.snapshot().cards
            if card.code is not None
        ]
        opener = _shows(seen.pump.image) if works else _no_camera
        start.camera_choice._make_preview = lambda source, deck, taught: Preview(
            source, deck, lambda: Knowing(look if cards else []), opener
        )
        window.go_back()
        start.choose_game("coins")
        start.source.choose("camera")
        start.go_to(3)

    return show


def _camera_there(window: MainWindow) -> bool:
    choice = window.start_page.camera_choice
    look = choice._preview
    is_looked = look is not None and (look.report is not None or bool(look.problem))
    return is_looked and bool(choice.verdict.text())


def _teaching(window: MainWindow) -> None:
    flow = window.tools_page.teaching
    seen = watch_of(Moment("coins", in_trick(1, 1, 3), in_trick(1, 0, 3), hands=1))
    folder = Path(tempfile.mkdtemp())
    flow._make = lambda source, name, deck: Teaching(
        source,
        name,
        deck,
        teacher=lambda *_: Learning(seen),
        opener=_shows(seen.pump.image),
        keep=lambda _: None,
        notes=lambda name, deck: LessonKeeper(name, deck, folder),
    )
    window.setup.kind = "camera"
    window.setup.sources["camera"] = "0"
    window.show_page(window.tools_page)
    window.tools_page.show_flow(2)
    flow.name.setText("Grandmother's cards")
    flow.deck.setCurrentIndex(flow.deck.findData("spanish48"))
    flow.begin_button.click()


def _half_taught(window: MainWindow) -> None:
    window.show_page(window.tools_page)
    window.tools_page.show_flow(2)
    row = window.tools_page.teaching.unfinished
    row._lesson = UnfinishedLesson(Path(), "Grandmother's cards", "spanish48", 23)
    row._show_lesson()
    row.show()


def _calibrating(window: MainWindow) -> None:
    flow = window.tools_page.calibrating
    modules = Board().modules()
    board = np.kron(np.where(modules, 0, 255).astype(np.uint8), np.ones((8, 8), np.uint8))
    image = np.full((SIZE[1], SIZE[0], 3), 120, np.uint8)
    height, width = board.shape
    image[150 : 150 + height, 300 : 300 + width] = board[..., None]
    flow._make = lambda source, **more: Calibrating(source, opener=_shows(image), keep=lambda _: None, **more)
    window.setup.kind = "camera"
    window.setup.sources["camera"] = "0"
    window.show_page(window.tools_page)
    window.tools_page.show_flow(1)
    flow.begin_button.click()


CAMERAS: tuple[Screen, ...] = (
    Screen("camera-read", _camera(True), _camera_there),
    Screen("camera-empty", _camera(False), _camera_there),
    Screen("camera-none", _camera(False, works=False), _camera_there),
    Screen("teach-doubt", _teaching, lambda window: window.tools_page.teaching.question.isVisible()),
    Screen("teach-unfinished", _half_taught),
    Screen("calibrate-board", _calibrating, lambda window: bool(window.tools_page.calibrating.told.text())),
)
