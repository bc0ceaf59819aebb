"""One writer at a time: whoever writes to a file claims it; the claim ends with the program, however that ends."""

import os
import sys
from pathlib import Path

from companion.language import mark

if sys.platform == "win32":
    import msvcrt

    _BEYOND = 0x7FFF_FFF0
    """A byte that no such file reaches: others may go on reading what is there."""

    def _lock(file: int) -> None:
        os.lseek(file, _BEYOND, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

    _TAKEN = (PermissionError, BlockingIOError)
else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    _TAKEN = (BlockingIOError,)


class TakenError(OSError):
    """Somebody else is writing to the file."""


def claim(file: int) -> None:
    """Claim an open file until it is closed, also by the end of the program.

    Args:
        file: Its descriptor.

    Raises:
        TakenError: Somebody else has claimed it.
    """
    try:
        _lock(file)
    except _TAKEN:
        raise TakenError(mark("it is being written by another program or window")) from None
    except OSError:
        # Some network drives know no claims; there it goes without.
        return


def is_claimed(path: Path) -> bool:
    """Return whether somebody is writing to a file now."""
    try:
        file = os.open(path, os.O_RDWR)
    except OSError:
        return False
    try:
        claim(file)
    except TakenError:
        return True
    finally:
        os.close(file)
    return False
