"""Games that are kept in the middle, for tests of what becomes of them."""

import json
from dataclasses import replace

from app_evening import FedWatch, evening
from app_tables import plan_of
from PySide6.QtWidgets import QMessageBox

from companion.app import sessions
from companion.app.model.keeping import read_kept
from companion.app.widgets.offer_dialog import OfferDialog
from companion.app.widgets.start import CAMERA
from companion.table.session import TableSession

PATIENCE = 60_000

PLAN = replace(plan_of(target=3), kind="camera", source="2")

LATE = {
    **{"game": "coins", "settings": {}, "names": ["A", "B", "C"], "kind": "camera", "source": "0", "taught": ""},
    **{"facts": [], "waiting": [], "recording": "", "time": 1.0, "saved": "9999-12-31T23:59:59-12:00"},
}
"""What the file of a kept game says, of a day that no clock can show everywhere."""


def held(hold: float = 4.0) -> FedWatch:
    """Return a game that stops in the middle of its hand."""
    return FedWatch(PLAN, evening(PLAN), {}, [hold])


def kept_files(folder) -> list:
    return sorted(folder.glob("*.json"))


def change_kept(folder, place=0, **changed) -> None:
    """Let the file of a kept game say something else."""
    path = kept_files(folder)[place]
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | changed), "utf-8")


def play(window, qtbot, watch: FedWatch, folder) -> tuple:
    """Play until something is kept, and return the facts."""
    window.show_watch(PLAN, watch)
    qtbot.waitUntil(lambda: len(window.live.snapshot.facts) >= 2 and bool(kept_files(folder)), timeout=PATIENCE)
    qtbot.waitUntil(lambda: read_kept(kept_files(folder)[-1]).facts == window.live.snapshot.facts, timeout=PATIENCE)
    return window.live.snapshot.facts


def box_of(window) -> QMessageBox | None:
    boxes = [box for box in window.findChildren(QMessageBox) if box.isVisible()]
    return boxes[0] if boxes else None


def offer_of(window) -> OfferDialog | None:
    """Return what a window offers when it is opened; None where it offers nothing."""
    return next((dialog for dialog in window.findChildren(OfferDialog) if dialog.isVisible()), None)


def offered_in(make_window, folder):
    """Return a new window of a folder of kept games, and what it offers."""
    window = make_window(games=folder)
    window.sessions.offer()
    return window, offer_of(window)


def taken_up_in(make_window, folder, qtbot):
    """Return a new window in which the game that it offered is gone on with."""
    window, offer = offered_in(make_window, folder)
    offer.take_button.click()
    qtbot.waitUntil(lambda: window.live is not None, timeout=PATIENCE)
    return window


def told_in(window) -> list[str]:
    """Return what is told of each game that is offered, the first one first."""
    listed = offer_of(window).list
    return [listed.item(row).text() for row in range(listed.count())]


def opens(monkeypatch) -> list[tuple]:
    """Have games gone on with open at once; return where the plans and beginnings come."""
    opened: list[tuple] = []

    def open_watch(plan, beginning):
        opened.append((plan, beginning))
        watch = FedWatch(plan, evening(PLAN), {}, [0])
        watch.pump.tap = lambda _: None
        watch.session = TableSession(plan.game, plan.settings, names=plan.names, facts=beginning.facts)
        return watch

    monkeypatch.setattr(sessions, "open_watch", open_watch)
    return opened


def offered_again(make_window, qtbot, folder):
    """Play in a window and close it; return the next one, which offers to go on, and the facts."""
    first = make_window(games=folder)
    facts = play(first, qtbot, held(), folder)
    first.close()
    second = make_window(games=folder)
    second.sessions.offer()
    return second, facts


def another_camera(window, qtbot) -> None:
    """Take the third way that is offered."""
    offer = offer_of(window)
    buttons = box_of(window).buttons() if offer is None else [offer.camera_button]
    (button,) = [button for button in buttons if button.text() == "Change camera or rules"]
    button.click()
    qtbot.waitUntil(lambda: window.live is None and window.start_page.stage == CAMERA, timeout=PATIENCE)
    assert window.start_page.start_button.text() == "Go on with the game"


def record_and_wait(window, qtbot, folder, into):
    """Record a game, and take another camera in the middle of it; return the facts up to then."""
    watch = held()
    watch.pump.tap = lambda _: None
    window.show_watch(PLAN, watch)
    window.sessions.record(lambda recording: recording.start(folder=into))
    qtbot.waitUntil(lambda: len(window.live.snapshot.facts) >= 2 and bool(kept_files(folder)), timeout=PATIENCE)
    facts = window.live.snapshot.facts
    window.ask_to_leave()
    another_camera(window, qtbot)
    return facts
