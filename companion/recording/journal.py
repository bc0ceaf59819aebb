"""A file of lines that only grows: what was written is safe from a killed program at once, from a power cut soon."""

import contextlib
import errno
import os
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.claims import claim
from companion.recording.lines import sealed
from companion.refusals import refusal_of

_NONE = -1
"""No open file."""


class Journal:
    """Appends lines. A line that cannot be written is kept and tried again with the next.

    A disk that was taken away and is back has the file anew: what is written goes there from then on.

    Attributes:
        path: The file.
        returned: How often the file was found anew; what was written last may be missing in it then.
        problem: Why lines wait to be written, a message of the catalogues where it is a usual reason; empty while
            none does.
    """

    def __init__(self, path: Path, *, alone: bool = False) -> None:
        """Open for appending; behind a line that was cut short a new one is begun.

        Args:
            path: The file; made where missing.
            alone: Let nobody else write to it meanwhile.

        Raises:
            OSError: It cannot be opened.
            TakenError: Somebody else writes to it, and it shall be ours alone.
        """
        self.path = path
        self.problem = ""
        self.returned = 0
        self._alone = alone
        self._lock = threading.Lock()
        self._waiting: list[bytes] = []
        self._file = self._open(os.O_CREAT)
        self._closed = False

    def append(self, value: Mapping[str, Any]) -> bool:
        """Write a line; return whether it, and every one before it, is in the file."""
        return self.append_raw(sealed(value))

    def append_raw(self, line: bytes) -> bool:
        """Write bytes that end with a line feed; see `append`."""
        with self._lock:
            if self._closed:
                return False
            self._waiting.append(line)
            return self._write()

    def sync(self) -> None:
        """Have the disk take what was written; may take long, and does nothing where the disk cannot."""
        with self._lock:
            if self._closed or self._file == _NONE:
                return
            copy = os.dup(self._file)
        with contextlib.suppress(OSError):
            os.fsync(copy)
        _close(copy)

    def close(self) -> None:
        """Write what waits, if that can be now, and close. Closing twice is fine."""
        with self._lock:
            if self._closed:
                return
            self._write()
            self._closed = True
            self._let_go()

    def _write(self) -> bool:
        try:
            while self._waiting:
                if self._is_another():
                    self._let_go()
                is_anew = self._file == _NONE
                if is_anew:
                    self._file = self._open()
                self._write_line(self._waiting[0])
                self.returned += is_anew
                self._waiting.pop(0)
        except OSError as error:
            self.problem = refusal_of(error)
            return False
        self.problem = ""
        return True

    def _write_line(self, line: bytes) -> None:
        try:
            end = os.fstat(self._file).st_size
            try:
                if os.write(self._file, line) < len(line):
                    raise OSError(errno.ENOSPC, "the disk is full")
            except OSError:
                # A half of a line would look like damage: better none of it.
                with contextlib.suppress(OSError):
                    os.ftruncate(self._file, end)
                raise
        except OSError as error:
            if error.errno != errno.ENOSPC:
                # Of a disk that is gone: nothing is written by this way any more, also when it is back.
                self._let_go()
            raise

    def _open(self, make: int = 0) -> int:
        """Return the open file, claimed where it shall be ours alone; `make` is the flag that makes a missing one."""
        file = os.open(self.path, os.O_RDWR | make | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o644)
        try:
            if self._alone:
                claim(file)
            if _is_torn(self.path):
                os.write(file, b"\n")
        except OSError:
            _close(file)
            raise
        return file

    def _is_another(self) -> bool:
        """Whether another file lies at the path by now; one that was moved away, and none is there, is written on."""
        if self._file == _NONE or sys.platform == "win32":  # There a disk that goes tells by refusing.
            return False
        try:
            return not os.path.samestat(self.path.stat(), os.fstat(self._file))
        except OSError:
            return False

    def _let_go(self) -> None:
        file, self._file = self._file, _NONE
        if file != _NONE:
            with contextlib.suppress(OSError):
                os.fsync(file)
            _close(file)


def _close(file: int) -> None:
    with contextlib.suppress(OSError):  # Of a disk that is gone.
        os.close(file)


def _is_torn(path: Path) -> bool:
    with path.open("rb") as file:
        file.seek(0, os.SEEK_END)
        if file.tell() == 0:
            return False
        file.seek(-1, os.SEEK_END)
        return file.read(1) != b"\n"
