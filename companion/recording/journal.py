"""A file of lines that only grows: what was written is safe from a killed program at once, from a power cut soon."""

import contextlib
import errno
import os
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.recording.claims import claim
from companion.recording.lines import sealed
from companion.refusals import refusal_of


class Journal:
    """Appends lines. A line that cannot be written is kept and tried again with the next.

    Attributes:
        path: The file.
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
        self._lock = threading.Lock()
        self._waiting: list[bytes] = []
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o644)
        try:
            if alone:
                claim(self._file)
            if _is_torn(path):
                os.write(self._file, b"\n")
        except OSError:
            os.close(self._file)
            raise
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
            if self._closed:
                return
            copy = os.dup(self._file)
        with contextlib.suppress(OSError):
            os.fsync(copy)
        os.close(copy)

    def close(self) -> None:
        """Write what waits, if that can be now, and close. Closing twice is fine."""
        with self._lock:
            if self._closed:
                return
            self._write()
            self._closed = True
            with contextlib.suppress(OSError):
                os.fsync(self._file)
            os.close(self._file)

    def _write(self) -> bool:
        while self._waiting:
            line = self._waiting[0]
            end = os.fstat(self._file).st_size
            try:
                written = os.write(self._file, line)
                if written < len(line):
                    raise OSError(errno.ENOSPC, "the disk is full")
            except OSError as error:
                # A half of a line would look like damage: better none of it.
                with contextlib.suppress(OSError):
                    os.ftruncate(self._file, end)
                self.problem = refusal_of(error)
                return False
            self._waiting.pop(0)
        self.problem = ""
        return True


def _is_torn(path: Path) -> bool:
    with path.open("rb") as file:
        file.seek(0, os.SEEK_END)
        if file.tell() == 0:
            return False
        file.seek(-1, os.SEEK_END)
        return file.read(1) != b"\n"
