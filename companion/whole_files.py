"""Files that are there as a whole or not at all, whatever happens while they are written."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path


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
        unfinished.replace(path)
    finally:
        with contextlib.suppress(OSError):
            unfinished.unlink(missing_ok=True)


def write_whole(path: Path, content: bytes) -> None:
    """Write a file under another name, and rename it once it is on the disk.

    Raises:
        OSError: It cannot be written; nothing of it is left then.
    """
    with becoming(path) as unfinished, unfinished.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
