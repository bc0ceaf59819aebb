"""Files that are there as a whole or not at all, whatever happens while they are written."""

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

_WAITS: tuple[float, ...] = (0.05, 0.1, 0.2, 0.4, 0.8) if sys.platform == "win32" else ()
"""Seconds between tries to give a file its name: Windows replaces none that somebody has open, and a virus scanner or
a search service opens whatever was just written, for a moment."""


@contextlib.contextmanager
def becoming(path: Path) -> Iterator[Path]:
    """Give another name to write a file under: it takes its own when the block ends well, and is gone otherwise.

    Raises:
        OSError: It cannot take its name.
    """
    # With the number of the process: another one may be writing the same file.
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        yield unfinished
        _name(unfinished, path)
    finally:
        with contextlib.suppress(OSError):
            unfinished.unlink(missing_ok=True)


def _name(unfinished: Path, path: Path) -> None:
    for wait in _WAITS:
        try:
            unfinished.replace(path)
        except PermissionError:
            time.sleep(wait)
        else:
            return
    unfinished.replace(path)


def write_whole(path: Path, content: bytes) -> None:
    """Write a file under another name, and rename it once it is on the disk.

    Raises:
        OSError: It cannot be written; nothing of it is left then.
    """
    with becoming(path) as unfinished, unfinished.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
