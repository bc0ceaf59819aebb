"""Whether the speech service of a Linux desktop answers: Qt would wait for it for ever, and the window with it.

It does not where its sound is stuck, as after a sleep or where a loudspeaker has gone. Its protocol (SSIP) answers
every line with lines that begin with a number, the last of which has a space behind it.
"""

import os
import socket
import sys
import threading
import time
from pathlib import Path

from platformdirs import user_cache_path
from PySide6.QtCore import QObject, QTimer, Signal

_PATIENCE = 2.0
"""Seconds that it is waited for; it usually answers within hundredths."""

_ASKED = b"SET SELF CLIENT_NAME companion:companion:look\r\nLIST SYNTHESIS_VOICES\r\nQUIT\r\n"
"""What Qt asks for first, too."""

_ANSWERS = 2
"""Of these, whatever they are; the service may be gone before it answers to the last."""

_MOST = 1 << 20
"""Bytes that a list of voices takes at most."""


_LOOKS = 20
"""Milliseconds between two looks for whether the answer is there."""


class ServiceCheck(QObject):
    """Looks in the background whether the service answers.

    Signals:
        ended: It was looked; whether it answers.
    """

    ended = Signal(bool)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._thread: threading.Thread | None = None
        self._answers = False
        self._timer = QTimer(self)
        self._timer.setInterval(_LOOKS)
        self._timer.timeout.connect(self._look)

    @property
    def running(self) -> bool:
        """Whether it is being looked."""
        return self._thread is not None

    def begin(self) -> None:
        """Look."""
        self._thread = threading.Thread(target=self._ask, name="speech service", daemon=True)
        self._thread.start()
        self._timer.start()

    def _ask(self) -> None:
        self._answers = service_answers()

    def _look(self) -> None:
        if self._thread is None or self._thread.is_alive():
            return
        self._thread = None
        self._timer.stop()
        self.ended.emit(self._answers)


def service_answers() -> bool:
    """Tell whether the service answers; where none runs, Qt starts it. Windows has none."""
    if sys.platform == "win32":
        return True
    until = time.monotonic() + _PATIENCE
    with socket.socket(socket.AF_UNIX) as service:
        service.settimeout(_PATIENCE)
        try:
            service.connect(str(_address()))
            service.sendall(_ASKED)
            said = b""
            while _answers(said) < _ANSWERS and len(said) < _MOST:
                service.settimeout(max(0.001, until - time.monotonic()))
                part = service.recv(1 << 16)
                if not part:
                    return True  # It ended, and is begun anew.
                said += part
        except (TimeoutError, BlockingIOError):
            return False  # The latter where so many wait for it that it takes no more.
        except OSError:
            return True
    return True


def _address() -> Path:
    kind, _, named = os.environ.get("SPEECHD_ADDRESS", "").partition(":")
    if kind == "unix_socket" and named:
        return Path(named)
    folder = os.environ.get("XDG_RUNTIME_DIR") or user_cache_path()
    return Path(folder) / "speech-dispatcher" / "speechd.sock"


def _answers(said: bytes) -> int:
    lines = said.split(b"\r\n")[:-1]
    return sum(line[3:4] == b" " and line[:3].isdigit() for line in lines)
