"""Where commands write: looked at before the work is done, not after it."""

import errno
import os
from pathlib import Path

from companion.errors import UnusableError
from companion.refusals import refusal_of


def check_place(path: Path, option: str) -> None:
    """Refuse a place where no file or folder could be made; nothing is made yet.

    Args:
        path: The file or folder; folders above it may be missing, too.
        option: That names it, such as "--out".

    Raises:
        UnusableError: Something that is no folder is above it, or its folder may not be written to.
    """
    above = path.absolute().parent
    while not os.path.lexists(above):
        above = above.parent
    if not above.is_dir():
        raise UnusableError(f"{option} {path}: cannot be written ({above} is no folder)")
    if not os.access(above, os.W_OK | os.X_OK):
        raise UnusableError(f"{option} {path}: cannot be written ({refusal_of(OSError(errno.EACCES, above))})")
