"""Files and folders that are there as a whole or not at all, whatever happens while they are written."""

import contextlib
import os
import re
import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path

_WAITS: tuple[float, ...] = (0.05, 0.1, 0.2, 0.4, 0.8) if sys.platform == "win32" else ()
"""Seconds between tries to give a file its name: Windows replaces none that somebody has open, and a virus scanner or
a search service opens whatever was just written, for a moment."""

_UNFINISHED = re.compile(r"\..+\.([0-9]{1,9})\.part")

if sys.platform == "win32":
    import ctypes

    _WATCHING, _NO_SUCH = 0x0010_0000, 87

    def lives(process: int) -> bool:
        """Return whether there is a process of this number."""
        kernel = ctypes.WinDLL("kernel32", use_last_error=True)
        handle = kernel.OpenProcess(_WATCHING, False, process)
        if not handle:
            return ctypes.get_last_error() != _NO_SUCH
        try:
            # One that has ended is known for as long as somebody holds it.
            return bool(kernel.WaitForSingleObject(handle, 0))
        finally:
            kernel.CloseHandle(handle)

else:

    def lives(process: int) -> bool:
        """Return whether there is a process of this number."""
        try:
            os.kill(process, 0)
        except (ProcessLookupError, OverflowError):
            return False
        except OSError:
            return True
        return True


def unfinished_name(path: Path) -> Path:
    """Return the name under which a file or folder is written until it is whole, in the folder where it shall lie."""
    # With the number of the process: another one may be writing the same.
    return path.with_name(f".{path.name}.{os.getpid()}.part")


def sweep(folder: Path) -> None:
    """Take away what programs that were killed left unfinished in a folder; what is still being written stays.

    What cannot be taken away, or a folder that cannot be looked into, stays as it is.
    """
    with contextlib.suppress(OSError):
        for path in list(folder.iterdir()):
            name = _UNFINISHED.fullmatch(path.name)
            if name is None or lives(int(name[1])):
                continue
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path, ignore_errors=True)
            else:
                with contextlib.suppress(OSError):
                    path.unlink()


@contextlib.contextmanager
def becoming(path: Path) -> Iterator[Path]:
    """Give another name to write a file under: it takes its own when the block ends well, and is gone otherwise.

    Raises:
        OSError: It cannot take its name.
    """
    unfinished = unfinished_name(path)
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
