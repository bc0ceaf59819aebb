"""How quick the window is: from launch to a live picture, pictures a second, and how long it ever stands still."""

import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from PySide6.QtCore import QElapsedTimer, QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication

from companion.app.launch import make_application
from companion.app.model.library import Shelf
from companion.app.model.setup import Plan, SourceKind
from companion.app.model.store import Store
from companion.app.window import MainWindow
from companion.errors import WrongInputError
from companion.rules.games import GAMES

_BEAT = 5
"""Milliseconds between two beats of the interface's heart."""

_LOST_PATIENCE = 120.0
"""Seconds after which a picture that has not come will not come."""

_PEOPLE = ("Ana", "Ben", "Carla")


def bench_app(seconds: float, began: float, video: str = "") -> Iterator[dict[str, Any]]:
    """Play a simulated game in the real window and yield what was measured, as rows.

    Args:
        seconds: How long to watch once there is a picture.
        began: When the command began, on the clock of `time.perf_counter`.
        video: A video of a game of COINS, shown as a camera would show it; a simulated table where empty.

    Raises:
        UnusableError: There is no screen, or a model is missing.
        WrongInputError: No picture ever came.
    """
    # Nothing of the person at this computer is looked at or changed.
    with TemporaryDirectory() as folder:
        yield from _bench(seconds, began, video, Shelf(Path(folder) / "sessions", Path(folder) / "sessions.sqlite"))


def _bench(seconds: float, began: float, video: str, shelf: Shelf) -> Iterator[dict[str, Any]]:
    app = make_application()
    window = MainWindow(store=Store(), shelf=shelf)
    heart = _Heart(window)
    window.show()
    app.processEvents()
    yield _row("launch to window", time.perf_counter() - began, "s")
    game = GAMES["coins"]
    source: tuple[SourceKind, str] = ("file", video) if video else ("simulated", "1")
    window.open(Plan(game, game.configure(), _PEOPLE, *source))
    heart.beat()
    try:
        yield from _measure(app, window, heart, seconds, began)
    finally:
        heart.stop()
        window.close()
        window.deleteLater()


def _measure(
    app: QApplication, window: MainWindow, heart: "_Heart", seconds: float, began: float
) -> Iterator[dict[str, Any]]:
    started = time.perf_counter()
    while heart.painted == 0:
        if window.start_page.problem.text() or time.perf_counter() - started > _LOST_PATIENCE:
            raise WrongInputError(f"no picture came: {window.start_page.problem.text() or 'for two minutes'}")
        _turn(app)
    yield _row("launch to live picture", time.perf_counter() - began, "s")
    yield _row("longest block while opening", 1000 * max(heart.gaps, default=0.0), "ms")
    heart.gaps.clear()
    heart.work.clear()
    heart.painted = 0
    end = QElapsedTimer()
    end.start()
    while end.elapsed() < 1000 * seconds:
        _turn(app)
    live = window.live
    yield _row("pictures shown a second", heart.painted / seconds, "1/s")
    if live is not None:
        yield _row("pictures looked at a second", live.pulse.looked, "1/s")
    yield _row("longest block of the interface", 1000 * max(heart.gaps, default=0.0), "ms")
    yield _row("blocks over 50 ms", sum(gap > 0.05 for gap in heart.gaps), "")
    yield _row("most work of the interface at a time", 1000 * max(heart.work, default=0.0), "ms")
    yield _row("work over 50 ms at a time", sum(work > 0.05 for work in heart.work), "")
    yield _row("99 of 100 turns of the interface below", 1000 * float(np.quantile(heart.gaps or [0.0], 0.99)), "ms")


def _turn(app: QApplication) -> None:
    app.processEvents()
    time.sleep(0.0005)  # As an event loop would: the machine is for those who look.


class _Heart(QObject):
    """Beats in the interface's thread: what lies between two beats is how long nothing else could happen.

    Attributes:
        gaps: Seconds between two beats beyond what was asked for.
        work: Seconds of the processor that the interface used between two beats: where the machine is busy with
            other things, this is what it needed, not what it waited for.
        painted: How often the live picture was painted.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.gaps: list[float] = []
        self.work: list[float] = []
        self.painted = 0
        self._window = window
        self._last = self._used = 0.0
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(_BEAT)
        self._timer.timeout.connect(self._beat)
        window.table_page.picture.installEventFilter(self)

    def beat(self) -> None:
        """Begin to beat."""
        self._last, self._used = time.perf_counter(), time.thread_time()
        self._timer.start()

    def stop(self) -> None:
        """Beat no more."""
        self._timer.stop()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Count paintings of a picture."""
        live = self._window.live
        if event.type() == QEvent.Type.Paint and live is not None and live.watch.pump.picture(0) is not None:
            self.painted += 1
        return super().eventFilter(watched, event)

    def _beat(self) -> None:
        now, used = time.perf_counter(), time.thread_time()
        self.work.append(used - self._used)
        self._used = used
        self.gaps.append(max(0.0, now - self._last - _BEAT / 1000))
        self._last = now


def _row(stage: str, value: float, unit: str) -> dict[str, Any]:
    return {"stage": stage, "value": round(value, 2), "unit": unit}
