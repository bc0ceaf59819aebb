"""Ctrl+C ends the command from its first moment on, without a traceback."""

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


@pytest.mark.parametrize(
    ("module", "native"), [("companion.cli.main", False), ("companion.cli.read", False), ("cv2", False), ("cv2", True)]
)
def test_it_ends_at_once_whatever_is_being_loaded(module, native):
    code = _INTERRUPTED.format(module=module, native=native)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


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


def test_what_is_heavy_is_loaded_only_where_it_is_needed():
    code = "import sys; from companion.cli.main import build_parser; build_parser(); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"numpy", "cv2", "av", "onnxruntime", "PySide6"} & set(done.stdout.split())
