"""Files that people hand over, read where each is a plain file that is no larger than such a file can be.

A device, a pipe or a file of somebody else may have no end: what is read whole is looked at first. A pipe is read where
who gives it waits for its end, as the shell's `<(...)` at the command line.
"""

import errno
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import IO, BinaryIO

from companion.language import mark

LARGEST = 256 * 2**20
"""Bytes of a file that is read whole: no picture, list of labels, calibration or game comes near it."""

LONGEST_LINE = 16 * 2**20
"""Bytes that a line takes at most; of one that never ends no more is read at once."""

_NO_FILE = mark("it is no file but a device or a pipe; give a plain file")


def given_size(path: Path) -> int:
    """Return the bytes of a file, without opening it.

    Raises:
        OSError: It is not there, or is a folder, a device or a pipe; `refusal_of` tells people which.
    """
    found = path.stat()
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(found.st_mode):
        raise OSError(0, _NO_FILE, str(path))
    return found.st_size


def open_given(path: Path, *, pipes: bool = False) -> BinaryIO:
    """Open a file to be read bit by bit, whatever its size.

    Args:
        path: The file.
        pipes: Whether it may be a pipe, which can be read once, forward, and is waited for.

    Raises:
        OSError: It cannot be opened, or is a folder, a device, or a pipe that may be none; `refusal_of` tells people
            which.
    """
    if not (pipes and path.is_fifo()):
        given_size(path)
    return path.open("rb")


def raw_lines(file: IO[bytes]) -> Iterator[bytes]:
    """Yield the lines of a file as they stand there; what is far too long for one comes in pieces."""
    while raw := file.readline(LONGEST_LINE):
        yield raw


def read_given(path: Path, *, pipes: bool = False) -> bytes:
    """Return what a file holds.

    Args:
        path: The file.
        pipes: As `open_given`.

    Raises:
        OSError: It cannot be read, is a folder, a device, or a pipe that may be none, or larger than `LARGEST`;
            `refusal_of` tells people which.
    """
    with open_given(path, pipes=pipes) as file:
        # What the system says of the size need not be so, as with files that it makes up while they are read.
        if os.fstat(file.fileno()).st_size > LARGEST or len(content := file.read(LARGEST + 1)) > LARGEST:
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
        return content


def read_given_text(path: Path, *, pipes: bool = False) -> str:
    """Return the text in a file, without the mark that editors write, its lines ended as here.

    Args:
        path: The file.
        pipes: As `open_given`.

    Raises:
        OSError: As `read_given`.
        UnicodeDecodeError: It is no UTF-8 text.
    """
    return read_given(path, pipes=pipes).decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
