"""Starting the app from a terminal."""

import json
import os
import subprocess
import sys

import pytest

from companion.app.screen import need_screen
from companion.app.style import app_icon
from companion.cli.main import main
from companion.errors import UnusableError

_RECORDED = """
import signal, sys, threading, time
from pathlib import Path
from companion.app import launch
from companion.app.screen import need_screen
from companion.app.style import app_icon
from companion.cli.main import main
from companion.errors import UnusableError

class Blind:
    waits = False

    pupil = None
    def look(self, image, deck, card_height=None):
        return []

def interrupt():
    while not (Path(sys.argv[1]) / "session.json").is_file():
        time.sleep(0.02)
    signal.raise_signal(signal.SIGINT)

demo = launch.run_demo_window
launch.run_demo_window = lambda *given, **named: demo(*given, **named, eyes=Blind)
threading.Thread(target=interrupt, daemon=True).start()
raise SystemExit(main(["demo", "--record", sys.argv[1], "--record-mask"]))
"""

_EARLY = """
import os, signal, sys
from companion.app import launch

class Interrupted(launch.MainWindow):
    def show(self):
        signal.raise_signal(getattr(signal, sys.argv[1]))
        super().show()

launch.MainWindow = Interrupted
raise SystemExit(launch.run_app())
"""


def _python(*arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    kept = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, check=False, env=kept | environment, timeout=600
    )


def test_the_demo_in_a_window_is_recorded_as_the_command_line_says_until_ctrl_c_closes_it(tmp_path) -> None:
    done = _python("-c", _RECORDED, str(tmp_path / "demo"), QT_QPA_PLATFORM="offscreen")
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    about = json.loads((tmp_path / "demo" / "session.json").read_text("utf-8"))
    assert (about["masked"], about["state"]) == (True, "complete")


def test_a_limit_that_is_no_size_is_refused_before_there_is_a_window(capsys) -> None:
    assert main(["demo", "--record", "demo", "--record-limit", "0"]) == 2
    assert "--record-limit 0" in capsys.readouterr().err


@pytest.mark.parametrize(("sent", "before"), [("SIGINT", "SIG_DFL"), ("SIGINT", "SIG_IGN"), ("SIGTERM", "SIG_DFL")])
def test_a_signal_while_the_window_is_made_closes_it_as_soon_as_it_is_there(tmp_path, sent, before) -> None:
    # Shells that start something beside them have it ignore Ctrl+C.
    places = {"COMPANION_SETTINGS": str(tmp_path / "settings.json"), "XDG_DATA_HOME": str(tmp_path)}
    program = f"import signal; signal.signal(signal.SIGINT, signal.{before})\n" + _EARLY
    done = _python("-c", program, sent, QT_QPA_PLATFORM="offscreen", **places)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there is always a screen")
def test_without_a_screen_there_is_one_clear_line() -> None:
    done = _python("-m", "companion", QT_QPA_PLATFORM="")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "screen" in done.stderr


def test_a_demo_without_models_says_so(monkeypatch, capsys) -> None:
    from companion.errors import UnusableError
    from companion.vision import eyes

    def missing() -> None:
        raise UnusableError("the models are missing")

    monkeypatch.setattr(eyes.Reader, "shipped", missing)
    assert main(["demo", "--seed", "1"]) == 2
    assert capsys.readouterr().err == "companion: the models are missing\n"


@pytest.mark.parametrize("module", ["PySide6.QtWidgets"])
def test_a_machine_that_cannot_load_qt_says_so(module) -> None:
    program = (
        f"import sys; sys.modules[{module!r}] = None\nfrom companion.cli.main import main\nraise SystemExit(main([]))"
    )
    done = _python("-c", program, QT_QPA_PLATFORM="offscreen")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "README" in done.stderr


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="screens of X")
def test_a_screen_that_cannot_be_reached_is_told_without_an_abort() -> None:
    done = _python("-m", "companion", DISPLAY=":987", QT_QPA_PLATFORM="xcb")
    if "libqxcb" in done.stderr or "is missing" in done.stderr:
        pytest.skip("Qt lacks the libraries of the X window system on this machine")
    assert done.returncode == 2
    assert done.stderr.startswith("companion: the screen :987 cannot be reached")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="libraries of X")
@pytest.mark.parametrize(
    ("refusal", "told"),
    [
        (
            "libxcb-cursor.so.0: cannot open shared object file: No such file or directory",
            "apt-get install libxcb-cursor0",
        ),
        (
            "libnew.so.7: cannot open shared object file: No such file or directory",
            "libnew.so.7 is missing; the README",
        ),
        ("libqxcb.so: file too short", "on this machine: libqxcb.so: file too short"),
    ],
)
def test_a_library_that_windows_need_is_named_with_its_package(refusal: str, told: str) -> None:
    def load(_name: str) -> object:
        raise OSError(refusal)

    with pytest.raises(UnusableError) as raised:
        need_screen({"DISPLAY": ":0"}, load)
    assert told in str(raised.value)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="nothing can be told beforehand elsewhere")
def test_a_way_to_open_windows_that_qt_has_not_is_told_of_before_qt_aborts() -> None:
    with pytest.raises(UnusableError, match=r"QT_QPA_PLATFORM=nope:1: Qt has no such way .* offscreen, .*xcb"):
        need_screen({"QT_QPA_PLATFORM": "nope:1"})
    for known in ("offscreen:size=9x9", "nope;offscreen", "wayland-egl"):
        need_screen({"QT_QPA_PLATFORM": known})
    need_screen({"QT_QPA_PLATFORM": "nope", "QT_QPA_PLATFORM_PLUGIN_PATH": "/somebody/else"})


def test_screens_of_which_nothing_can_be_told_are_left_to_qt() -> None:
    def load(name: str) -> object:
        pytest.fail(f"{name} was loaded")

    need_screen({"QT_QPA_PLATFORM": "offscreen"}, load)
    need_screen({"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"}, load)


def test_the_program_shows_its_picture_in_every_size_that_desktops_ask_for(qapp) -> None:
    for size in (16, 32, 64, 256):
        image = app_icon().pixmap(size, size).toImage()
        assert max(image.width(), image.height()) == size
        colours = {image.pixelColor(x, y).name() for x in range(size) for y in range(size)}
        assert {"#0b6b57", "#fffdf5"} <= colours or size < 64
        assert len(colours) > 10
