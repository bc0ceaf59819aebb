"""What the computer says where a file cannot be had, in our words: its own come in its own language only."""

import errno
from collections.abc import Mapping
from types import MappingProxyType

from companion.errors import UnusableError
from companion.language import mark

_GONE = mark("the disk does not answer; is it still plugged in?")

_REFUSALS: Mapping[int | None, str] = MappingProxyType(
    {
        errno.EACCES: mark("access is not permitted"),
        errno.EPERM: mark("access is not permitted"),
        errno.EROFS: mark("this place may not be written to"),
        errno.ENOSPC: mark("the disk is full"),
        errno.ENOENT: mark("there is no such file or folder"),
        errno.ENOTDIR: mark("no folder of that name is there"),
        errno.EEXIST: mark("something of this name is there already"),
        errno.EISDIR: mark("a folder of this name is there"),
        errno.EFBIG: mark("it is far too large"),
        **dict.fromkeys((errno.EIO, errno.ENODEV, errno.ENXIO, errno.ENOTCONN, errno.ESTALE), _GONE),
    }
)


def refusal_of(error: OSError) -> str:
    """Return why a file could not be had, a message of the catalogues where it is one of the usual reasons."""
    return _REFUSALS.get(error.errno) or error.strerror or str(error)


def refused(error: OSError) -> UnusableError:
    """Return the same as a failure, which fills a blank of another one and is told in its language."""
    return UnusableError(refusal_of(error))
