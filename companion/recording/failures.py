"""What may go wrong with a video's file."""

import av

FAILURES = (OSError, av.FFmpegError)
"""FFmpeg's errors are errors of the system only where the system made them; a damaged file is none."""


def reason(error: Exception) -> str:
    """Return what a person is told of such a failure."""
    return str(getattr(error, "strerror", None) or error)
