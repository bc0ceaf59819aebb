"""The screens of recordings: the library, its dialogs, a replay, a game that goes on."""

import sys
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
from app_gallery import LONG_NAMES, Screen, Show
from app_games import facts_of
from app_moments import Moment, at_end, plan_of, watch_of
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QDialog

from companion.app.model.keeping import Keeper, KeptGame, read_kept
from companion.app.model.offers import kept_offer
from companion.app.model.setup import Plan
from companion.app.window import MainWindow
from companion.recording.layout import change_about
from companion.recording.opening import open_session
from companion.recording.starting import about_session, about_source, begin, end
from companion.rules.games import GAMES
from companion.simulation.camera import camera_of
from companion.simulation.misreading import Faults
from companion.simulation.observations import Observer
from companion.simulation.renderer import Renderer
from companion.table.session import TableSession
from companion.vision.types import Frame

sys.path.insert(0, str(Path(__file__).parents[1]))

from recording_makers import Table, script_of

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
    observer = Observer(script, Faults(), camera_of(script, 960, 540))
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
            view.card.choose(view.replay.cards()[0].track)

    return show


def _exchanged(window: MainWindow) -> None:
    """Say that another player made a play, whose own play of the trick then was this one's."""
    _replayed(False)(window)
    view = window.sessions.replay_page
    session = view.replay.session
    view.replay.go_to(session.facts[2].time + 0.5)
    view._changed = True
    view.refresh()
    view.card.choose(session.tracks[2])
    view.card.change_seat(session.facts[0].seat)


def _resume(window: MainWindow) -> None:
    window.go_back()
    window.start_page.go_to(0)
    window.sessions._offers.offer_kept(_broken_off(window))


def _broken_off(window: MainWindow) -> KeptGame:
    session = open_session(window.sessions._shelf.folder / "Saturday")
    plan = Plan(session.game, session.settings, session.names, "camera", "0")
    return KeptGame(session.folder, plan, session.facts, 16.0, datetime.now(UTC), None)


def _offer_several(window: MainWindow) -> None:
    _resume(window)
    earlier = replace(_broken_off(window), saved=datetime.now(UTC) - timedelta(hours=20))
    dialog = window.sessions._offers._dialog
    dialog.add((kept_offer(_over(window)), kept_offer(replace(earlier, plan=_renamed(earlier.plan)))))


def _renamed(plan: Plan) -> Plan:
    return replace(plan, names=LONG_NAMES[: len(plan.names)])


def _over(window: MainWindow) -> KeptGame:
    """Return a game that is over, as it is kept."""
    moment = Moment("coins", at_end, chosen={"target": 3}, names=LONG_NAMES)
    plan = replace(plan_of(moment), kind="camera", source="0")
    path = window.sessions._shelf.folder.parent / "over.json"
    Keeper(path, plan, watch_of(moment, drawn=False), lambda: None).close(keep=True)
    return read_kept(path)


def _offer_result(window: MainWindow) -> None:
    window.go_back()
    window.sessions._offers.offer_kept(_over(window))


def _show_result(window: MainWindow, *, back: bool = False) -> None:
    window.sessions.show_result(_over(window))
    while window.live is None:
        QCoreApplication.processEvents()
        time.sleep(0.01)
    if back:
        window.table_page.refresh()
        window.table_page.stage.do(lambda editor: editor.take_out(window.live.ending.cards[-1].fact))


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
    Screen("library-names", _library(lambda window: window.sessions.library_page.names_button.click()), _dialog_there),
    Screen("library-learn", _library(lambda window: window.sessions.library_page.learn_button.click()), _dialog_there),
    Screen(
        "statistics",
        _library(lambda window: window.sessions.library_page.tabs.show_view(window.sessions.library_page.evenings)),
        _has_sessions,
    ),
    Screen("replay", _replayed(False)),
    Screen("replay-annotate", _replayed(True)),
    Screen("replay-exchanged", _exchanged),
    Screen("library-result", _library(lambda window: window.sessions.library_page.result.show_game(_over(window)))),
    Screen("result-offered", _offer_result, _dialog_there),
    Screen("result-shown", _show_result),
    Screen("result-undone", lambda window: _show_result(window, back=True)),
    Screen("resume", _resume, _dialog_there),
    Screen("resume-several", _offer_several, _dialog_there),
)
