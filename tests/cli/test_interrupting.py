"""The command ends well at any moment: asked to from the first one on, and whatever its threads are doing."""

import signal
import socket
import subprocess
import sys

import pytest

_INTERRUPTED = """
import signal
import sys

class Interrupted:
    def find_spec(self, name, path=None, target=None):
        if name != {module!r}:
            return None
        try:
            signal.raise_signal(signal.SIGINT)
        except KeyboardInterrupt:
            if {native}:
                raise ImportError("initialization failed") from None
            raise

sys.meta_path.insert(0, Interrupted())
sys.argv = ["companion", "read", "nothing.png"]
from companion.__main__ import main
sys.exit(main())
"""


_EXPORTING = """
import signal
import sys
from pathlib import Path
from companion.cli import main as commands
from companion.recording.export.files import new_folder

def export():
    with new_folder(Path(sys.argv[1])) as folder:
        (folder / "data.yaml").touch()
        try:
            signal.raise_signal(signal.{name})
        except KeyboardInterrupt:
            pass
    return 0

commands.main = export
from companion.__main__ import main
sys.exit(main())
"""


@pytest.mark.parametrize(
    ("module", "native"), [("companion.cli.main", False), ("companion.cli.read", False), ("cv2", False), ("cv2", True)]
)
def test_it_ends_at_once_whatever_is_being_loaded(module, native):
    code = _INTERRUPTED.format(module=module, native=native)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


_LOADING = """
import sys
import threading
import time
from companion.cli import main as cli
from companion.__main__ import main
from companion.vision.onnx_model import OnnxModel
from companion.resources import models_directory

def load():
    while True:
        OnnxModel(models_directory() / "counter.onnx", "counter")

def command():
    for _ in range(2):
        threading.Thread(target=load, daemon=True).start()
    time.sleep(0.5)
    print("done")
    return 3

cli.main = command
sys.exit(main())
"""


def test_a_model_that_is_being_loaded_is_no_crash_at_the_end():
    done = subprocess.run([sys.executable, "-c", _LOADING], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (3, "done\n", "")


@pytest.mark.skipif(sys.platform == "win32", reason="there, no other process can press Ctrl+C")
def test_a_camera_that_does_not_answer_is_not_waited_for():
    with socket.create_server(("127.0.0.1", 0)) as silent:
        source = f"http://127.0.0.1:{silent.getsockname()[1]}/video"
        command = [sys.executable, "-m", "companion", "watch", source, "--game", "coins"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as watching:
            connection, _ = silent.accept()
            with connection:
                watching.send_signal(signal.SIGINT)
                said = watching.communicate()
    # Waiting to the end, it would say that there is no answer.
    assert (watching.returncode, said) == (130, ("", ""))


@pytest.mark.parametrize("name", [name for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)])
def test_a_closed_terminal_and_a_shutdown_end_it_and_what_is_not_whole_is_gone(tmp_path, name):
    usual = f"import signal; signal.signal(signal.{name}, signal.SIG_DFL)"
    command = [sys.executable, "-c", usual + _EXPORTING.format(name=name), tmp_path / "labels"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (128 + getattr(signal, name), "", "")
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="nohup is there only where terminals say that they close")
def test_with_nohup_it_outlives_the_terminal(tmp_path):
    ignoring = "import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN)"
    command = [sys.executable, "-c", ignoring + _EXPORTING.format(name="SIGHUP"), tmp_path / "labels"]
    assert subprocess.run(command, check=False).returncode == 0
    assert [path.name for path in tmp_path.iterdir()] == ["labels"]


def test_what_is_heavy_is_loaded_only_where_it_is_needed():
    code = "import sys; from companion.cli.main import build_parser; build_parser(); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"numpy", "cv2", "av", "onnxruntime", "PySide6"} & set(done.stdout.split())
