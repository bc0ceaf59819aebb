"""What may go wrong with a video's file."""

import av

from companion.errors import UnusableError
from companion.language import mark
from companion.refusals import refused

FAILURES = (OSError, av.FFmpegError)
"""FFmpeg's errors are errors of the system only where the system made them; a damaged file is none."""

_DAMAGED = mark("the file is damaged")


def reason(error: Exception) -> UnusableError:
    """Return what a person is told of such a failure; it fills a blank of another one."""
    if isinstance(error, OSError):
        return refused(error)
    if isinstance(error, av.InvalidDataError):
        return UnusableError(_DAMAGED)
    return UnusableError(str(getattr(error, "strerror", None) or error))
