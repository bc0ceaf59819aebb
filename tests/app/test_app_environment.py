"""What is put right before Qt starts."""

import os
import subprocess
import sys

import pytest

from companion.app.environment import CV2_VARIABLES, forget_opencv_qt, keep_none_alive


def test_what_opencv_tells_qt_is_forgotten() -> None:
    environment = dict.fromkeys(CV2_VARIABLES, "/somewhere/cv2/qt/plugins") | {"QT_QPA_PLATFORM": "offscreen"}
    forget_opencv_qt(environment)
    assert environment == {"QT_QPA_PLATFORM": "offscreen"}


def test_what_a_person_has_set_stays() -> None:
    environment = {"QT_QPA_PLATFORM_PLUGIN_PATH": "/opt/qt/plugins/platforms"}
    forget_opencv_qt(environment)
    assert environment == {"QT_QPA_PLATFORM_PLUGIN_PATH": "/opt/qt/plugins/platforms"}


def test_a_window_can_be_made_after_opencv_was_imported() -> None:
    program = (
        "import cv2; from companion.app.environment import prepare_for_qt; prepare_for_qt()\n"
        "from PySide6.QtWidgets import QApplication; app = QApplication([]); print(app.platformName())"
    )
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environment, timeout=600
    )
    assert done.stdout.strip() == "offscreen"
    assert done.stderr == ""


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None is immortal from Python 3.12 on")
def test_none_has_references_to_lose() -> None:
    keep_none_alive()
    before = sys.getrefcount(None)
    keep_none_alive()
    assert before > 1 << 59
    assert abs(sys.getrefcount(None) - before) < 1 << 20
