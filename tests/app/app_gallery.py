"""Every screen there is beside the plain pages: tables at work, cameras, recordings, dialogs, troubles."""

import errno
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
from app_games import facts_of
from app_moments import (
    SIZE,
    Moment,
    Staged,
    at_end,
    before_hand,
    before_tiebreak,
    in_trick,
    plan_of,
    watch_of,
    with_card,
)
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QDialog

from companion.app.model.calibrating import Calibrating
from companion.app.model.keeping import KeptGame
from companion.app.model.lessons import Teaching
from companion.app.model.preview import Preview
from companion.app.model.setup import Plan
from companion.app.window import MainWindow
from companion.errors import UnusableError
from companion.recording.layout import change_about
from companion.recording.opening import open_session
from companion.recording.starting import about_session, about_source, begin, end
from companion.rules.games import GAMES
from companion.simulation.camera import camera_over_table
from companion.simulation.incidents import Incidents
from companion.simulation.misreading import Faults
from companion.simulation.observations import Observer
from companion.simulation.renderer import Renderer
from companion.table.session import TableSession
from companion.vision.capture import Capture
from companion.vision.tabletop.board import Board
from companion.vision.teaching import Lesson, TaughtCard
from companion.vision.types import Frame, Image, SeenCard

sys.path.insert(0, str(Path(__file__).parents[1]))

from recording_makers import Table, script_of

from companion.vision.sources.base import Source

Show = Callable[[MainWindow], object]


@dataclass(frozen=True)
class Screen:
    """One screen: its name, what brings a window there, and when it is there."""

    name: str
    show: Show
    there: Callable[[MainWindow], bool] = lambda window: True


# Tables

_SHORT = {"hands": 1}
LONG_NAMES = ("Maximiliane", "Jean-Christophe", "María Antonia", "Bartholomew", "Emil")

_HEARTS = Moment("hearts_pp", in_trick(3, 8, 3), before_hand(3))
_COINS = Moment("coins", in_trick(1, 6, 2), in_trick(1, 5, 3), hands=1)
_ASKED = Moment("coins", lambda script: in_trick(1, 3, 3)(script) + 1.2, in_trick(1, 2, 1), misread=True, hands=1)
_LOST = Moment("coins", lambda script: in_trick(1, 3, 3)(script) + 3.5, in_trick(1, 2, 1), hides=True, hands=1)
_ENDED = Moment("steere_suits", at_end, before_tiebreak, chosen=_SHORT, tied=True, names=LONG_NAMES)
_REVOKE = Moment("hearts_pp", in_trick(1, 9, 2), incidents=Incidents(revoke=0.5), hands=1)

TABLES: tuple[tuple[str, Moment], ...] = (
    ("coins", _COINS),
    ("steere_suits", Moment("steere_suits", in_trick(2, 6, 2), before_hand(2))),
    ("hearts_pp", _HEARTS),
    ("hearts_pp-teams", Moment("hearts_pp", in_trick(2, 5, 4), before_hand(2), chosen={"teams": True})),
    ("seven_suitors", Moment("seven_suitors", in_trick(2, 6, 3), before_hand(2), chosen={"special": True})),
    ("forum_suits", Moment("forum_suits", in_trick(2, 2, 3), before_hand(2))),
    ("forum_suits-five", Moment("forum_suits", in_trick(1, 2, 5), chosen={"players": 5}, hands=1)),
    ("long-names", Moment("hearts_pp", in_trick(1, 3, 4), in_trick(1, 2, 4), names=LONG_NAMES, hands=1)),
    ("waiting", Moment("coins", before_hand(1), hands=1)),
    ("question", _ASKED),
    (
        "people-asked",
        Moment("forum_suits", before_hand(1), chosen={"players": 3, "rounds": 1}, told=False, seed=28),
    ),
    ("irregularity", _REVOKE),
    ("out-of-step", _LOST),
    ("tiebreak", Moment("steere_suits", with_card(2), before_tiebreak, chosen=_SHORT, tied=True)),
    (
        "tiebreak-long-names",
        Moment("steere_suits", with_card(2), before_tiebreak, chosen=_SHORT, tied=True, names=LONG_NAMES),
    ),
    *((f"deal-{game}", Moment(game, before_hand(2), lambda script: before_hand(2)(script) - 12)) for game in GAMES),
    ("camera-lost", Moment("coins", in_trick(1, 6, 2), in_trick(1, 5, 3), hands=1, lost=True)),
    ("end-steere_suits", Moment("steere_suits", at_end, before_tiebreak, chosen=_SHORT, tied=True)),
    ("end-long-names", _ENDED),
    ("end-coins", Moment("coins", at_end, lambda script: script.duration - 15)),
    ("end-hearts_pp", Moment("hearts_pp", at_end, lambda script: script.duration - 15, chosen={"losing": 60})),
    ("end-seven_suitors", Moment("seven_suitors", at_end, lambda script: script.duration - 15, chosen={"short": True})),
    ("end-forum_suits", Moment("forum_suits", at_end, lambda script: script.duration - 15)),
)


def _table(moment: Moment, then: Show | None = None, *, drawn: bool = True) -> Show:
    def show(window: MainWindow) -> None:
        plan = plan_of(moment)
        window.show_watch(plan, watch_of(moment, drawn=drawn))
        window.table_page.refresh()
        if then is not None:
            then(window)

    return show


def _press(name: str) -> Show:
    """Return what does a one-key command of the table page."""

    def press(window: MainWindow) -> None:
        page = window.table_page
        commands = {
            "correct": page.toolbar.correct.click,
            "add": page.toolbar.add.click,
            "look": page._look,
            "chart": lambda: page.tabs.show_view(page.chart),
            "remarks": lambda: page.tabs.show_view(page.remarks),
        }
        commands[name]()

    return press


def _search(window: MainWindow) -> None:
    _press("correct")(window)
    window.table_page.correction.search.setText("kin")


def _full_disk(window: MainWindow) -> None:
    trouble = OSError(errno.ENOSPC, "No space left on device")
    window.sessions.recording.trouble.note(trouble)
    window.sessions.button.refresh()


def table_screens(*, drawn: bool = True) -> tuple[Screen, ...]:
    """Return the screens of running games."""
    at_work = (
        ("correction", _HEARTS, _press("correct")),
        ("correction-search", _HEARTS, _search),
        ("add", _HEARTS, _press("add")),
        ("irregularity-look", _REVOKE, _press("look")),
        ("out-of-step-look", _LOST, _press("look")),
        ("chart", _HEARTS, _press("chart")),
        ("remarks", _REVOKE, _press("remarks")),
        ("disk-full", _COINS, _full_disk),
        ("back-long-names", _ENDED, lambda window: window.table_page.ending.back.click()),
        ("leave", _COINS, lambda window: window.ask_to_leave()),
    )
    return (
        *(Screen(f"table-{name}", _table(moment, drawn=drawn)) for name, moment in TABLES),
        *(Screen(f"table-{name}", _table(moment, then, drawn=drawn)) for name, moment, then in at_work),
    )


# Cameras


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
    return bool(choice.picture.message) or (choice._preview is not None and choice._preview.report is not None)


def _teaching(window: MainWindow) -> None:
    flow = window.tools_page.teaching
    seen = watch_of(Moment("coins", in_trick(1, 1, 3), in_trick(1, 0, 3), hands=1))
    flow._make = lambda source, name, deck: Teaching(
        source, name, deck, teacher=lambda *_: Learning(seen), opener=_shows(seen.pump.image), keep=lambda _: None
    )
    window.setup.kind = "camera"
    window.setup.sources["camera"] = "0"
    window.show_page(window.tools_page)
    window.tools_page.show_flow(2)
    flow.name.setText("Grandmother's cards")
    flow.deck.setCurrentIndex(flow.deck.findData("spanish48"))
    flow.begin_button.click()


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
    Screen("calibrate-board", _calibrating, lambda window: bool(window.tools_page.calibrating.told.text())),
)


# Recordings

EVENINGS = (
    ("A rainy Sunday", "coins", {}, 3, "2025-11-02T19:05:00+00:00"),
    ("Grandma's birthday", "coins", {}, 4, "2025-11-08T18:30:00+00:00"),
    ("COINS again", "coins", {"target": 15}, 5, "2025-11-09T20:10:00+00:00"),
    ("Rematch", "coins", {}, 6, "2025-11-14T20:00:00+00:00"),
    ("Hearts evening", "hearts_pp", {}, 3, "2025-11-09T19:00:00+00:00"),
    ("With the neighbours", "hearts_pp", {}, 5, "2025-11-15T19:15:00+00:00"),
    ("Weddings", "seven_suitors", {"short": True}, 3, "2025-11-16T17:00:00+00:00"),
    ("Every suit", "forum_suits", {}, 3, "2025-11-17T20:40:00+00:00"),
)


def make_library(folder: Path) -> None:
    """Record some evenings: one with a video, the others told only."""
    names = ("Ana", "Ben", "Carla", "Dora")
    for name, game, chosen, seed, started in EVENINGS:
        settings = GAMES[game].configure(**chosen)
        players = GAMES[game].start(settings).players
        session = TableSession(GAMES[game], settings, names=names[:players], facts=facts_of(game, seed, **chosen))
        table = Table(script_of())
        about = about_session(GAMES[game], settings, names[:players], about_source("Table camera"))
        recorder = begin(folder / name, about, session, table.lens, patient=True)
        table.lens.show(Frame(np.full((180, 320, 3), 90, np.uint8), 0.0, 0))
        table.lens.show(Frame(np.full((180, 320, 3), 91, np.uint8), 60.0 * (20 + seed), 1))
        end(recorder, session, table.lens)
        change_about(folder / name, started=started, name=name)
    _film(folder / "Saturday")
    change_about(folder / "Saturday", started="2025-11-18T20:00:00+00:00", name="Saturday", tags=["family"])


def _film(folder: Path) -> None:
    table = Table(script_of())
    script = table.script
    renderer = Renderer(script, 960, 540)
    observer = Observer(script, Faults(), camera_over_table(960, 540, script.span_mm))
    recorder = table.record(folder)
    for index in range(0, int(script.duration * 4)):
        now = index / 4
        table.lens.show(Frame(renderer.render(now), now, index))
        table.session.notice(observer.look(now), now, (960, 540))
    table.end(recorder)


_PATIENCE = 20.0


def _library(then: Show = lambda window: None) -> Show:
    def show(window: MainWindow) -> None:
        window.sessions.show_library()
        page = window.sessions.library_page
        page.tabs.show_view(page._list)
        until = time.monotonic() + _PATIENCE
        while not _has_sessions(window) and time.monotonic() < until:
            QCoreApplication.processEvents()
            time.sleep(0.01)
        then(window)

    return show


def _has_sessions(window: MainWindow) -> bool:
    return bool(window.sessions.library_page.sessions.rowCount())


def _replayed(choose: bool) -> Show:
    def show(window: MainWindow) -> None:
        _library()(window)
        entry = next(entry for entry in window.sessions.library_page._shown.entries if entry.name == "Saturday")
        window.sessions.show_replay(entry)
        view = window.sessions.replay_page
        view.replay.go_to(15.0)
        view._changed = True
        view.refresh()
        if choose and view.replay.cards():
            view.choose(view.replay.cards()[0].track)

    return show


def _resume(window: MainWindow) -> None:
    window.go_back()
    window.start_page.go_to(0)
    session = open_session(window.sessions._shelf.folder / "Saturday")
    plan = Plan(session.game, session.settings, session.names, "camera", "0")
    window.sessions._offer_kept(KeptGame(session.folder, plan, session.facts, 16.0, datetime.now(UTC), None))


def _dialog_there(window: MainWindow) -> bool:
    return any(dialog.isVisible() for dialog in dialogs(window))


def dialogs(window: MainWindow) -> list[QDialog]:
    """Return the dialogs that are open over a window."""
    return [dialog for dialog in window.findChildren(QDialog) if dialog.isVisible()]


LIBRARY: tuple[Screen, ...] = (
    Screen("library", _library(), _has_sessions),
    Screen(
        "library-delete", _library(lambda window: window.sessions.library_page.delete_button.click()), _dialog_there
    ),
    Screen(
        "library-export", _library(lambda window: window.sessions.library_page.export_button.click()), _dialog_there
    ),
    Screen("library-learn", _library(lambda window: window.sessions.library_page.learn_button.click()), _dialog_there),
    Screen(
        "statistics",
        _library(lambda window: window.sessions.library_page.tabs.show_view(window.sessions.library_page.evenings)),
        _has_sessions,
    ),
    Screen("replay", _replayed(False)),
    Screen("replay-annotate", _replayed(True)),
    Screen("resume", _resume, _dialog_there),
)
