"""The same window on a real (virtual) screen: a game is played, a card corrected, the end shown."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SCREEN = shutil.which("Xvfb")

HERE = Path(__file__).parent

PLAYED = """
import sys
sys.path.insert(0, {here!r})
from app_evening import FedWatch, evening
import cv2
from companion.app.environment import prepare_for_qt
prepare_for_qt()
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from companion.app.model.setup import Plan
from companion.app.model.store import Store
from companion.app.style import apply_style
from companion.app.window import MainWindow
from companion.rules.games import COINS

app = QApplication([])
assert app.platformName() == "xcb", app.platformName()
apply_style(app, dark=True)
window = MainWindow(store=Store())
window.resize(1280, 720)
window.show()
plan = Plan(COINS, COINS.configure(target=3), ("Ana", "Ben", "Carla"), "simulated", "2")
watch = FedWatch(plan, evening(plan), {{}}, [])
window.show_watch(plan, watch)
page = window.table_page
for _ in range(6000):
    QTest.qWait(10)
    if page.ending.isVisible():
        break
assert page.ending.isVisible()
print(page.ending.headline.text)
QTest.keyClick(page, Qt.Key.Key_Escape)
assert page.table.isVisible()
QTest.keyClick(page, Qt.Key.Key_C)
assert page.correction.isVisible()
QTest.keyClick(page.correction, Qt.Key.Key_Delete)
assert window.live.snapshot.view.phase == "play"
pixel = window.grab().toImage().pixelColor(window.width() // 4, window.height() // 2)
assert pixel.isValid()
window.close()
"""


@pytest.mark.skipif(SCREEN is None, reason="no Xvfb on this machine")
def test_a_game_is_played_in_a_window_on_a_screen(tmp_path) -> None:
    read, write = os.pipe()
    screen = subprocess.Popen(
        [SCREEN, "-displayfd", str(write), "-screen", "0", "1280x800x24", "-nolisten", "tcp"],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    try:
        with os.fdopen(read) as said:
            number = said.readline().strip()
        environment = {key: value for key, value in os.environ.items() if key != "QT_QPA_PLATFORM"}
        environment |= {"DISPLAY": f":{number}", "QT_QPA_PLATFORM": "xcb", "HOME": str(tmp_path)}
        done = subprocess.run(
            [sys.executable, "-c", PLAYED.format(here=str(HERE))],
            capture_output=True,
            text=True,
            env=environment,
            timeout=180,
            check=False,
        )
        if "xcb" in done.stderr and done.returncode:
            pytest.skip("Qt lacks the libraries of the X window system on this machine")
        assert done.returncode == 0, done.stderr
        assert "wins" in done.stdout
    finally:
        screen.terminate()
        screen.wait()
