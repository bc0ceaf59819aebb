"""The same evening in a window on a real (virtual) screen, not on Qt's pretended one."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SCREEN = shutil.which("Xvfb")

EVENING = Path(__file__).parent / "test_app_evening.py"

PLAYED = """
import sys
import pytest

class OnScreen:
    played = 0

    def pytest_runtest_call(self, item):
        from PySide6.QtWidgets import QApplication
        assert QApplication.platformName() == "xcb", QApplication.platformName()
        OnScreen.played += 1

chosen = ["-n0", "-q", "-p", "no:cacheprovider", {evening!r}, "-k", "whole and steere_suits or beside"]
status = pytest.main(chosen, plugins=[OnScreen()])
print("played:", OnScreen.played)
sys.exit(status)
"""


@pytest.mark.skipif(SCREEN is None, reason="no Xvfb on this machine")
def test_a_game_is_played_in_a_window_on_a_screen(tmp_path) -> None:
    read, write = os.pipe()
    screen = subprocess.Popen(
        [SCREEN, "-displayfd", str(write), "-screen", "0", "1400x900x24", "-nolisten", "tcp"],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    try:
        with os.fdopen(read) as said:
            number = said.readline().strip()
        environment = os.environ | {"DISPLAY": f":{number}", "QT_QPA_PLATFORM": "xcb", "HOME": str(tmp_path)}
        done = subprocess.run(
            [sys.executable, "-c", PLAYED.format(evening=str(EVENING))],
            cwd=Path(__file__).parents[2],
            capture_output=True,
            text=True,
            env=environment,
            timeout=600,
            check=False,
        )
        if "Could not load the Qt platform plugin" in done.stdout + done.stderr:
            pytest.skip("Qt lacks the libraries of the X window system on this machine")
        assert done.returncode == 0, done.stdout + done.stderr
        assert "played: 2" in done.stdout
    finally:
        screen.terminate()
        screen.wait()
